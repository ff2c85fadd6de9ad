"""Random calls of the native search, and the results that brute force demands.

A sequence of calls is plain data: lists of a method's name and its arguments, the first of which makes
the search. `sequence` makes one from a seed, with some arguments that can't be right; `replay` makes the
calls, keeps a plain model of what was accepted, and compares all that the search finds with it.

`python tests/helpers/native_calls.py FIRST COUNT` replays COUNT sequences in a separate process. If that one
fails or crashes, the sequence is shrunk and printed; add it to tests/helpers/native_calls.json, which
tests replay for good. (After `mobical` of CaDiCaL, by A. Biere.)
"""

from __future__ import annotations

import itertools
import json
import random
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from cubecsp._native import DeepPatternSearch, PatternSearch, WidePatternSearch

KINDS = (PatternSearch, WidePatternSearch, DeepPatternSearch)
Search = PatternSearch | WidePatternSearch | DeepPatternSearch

YES, NO = -2, -1  # where a diagram ends

KEPT = Path(__file__).with_suffix(".json")

State = tuple[int, ...]
Orbits = tuple[tuple[int, int], ...]
Call = list[Any]
Predicate = Callable[[State], bool]
Invariant = tuple[int, list[tuple[int, int]], list[int]]

ORBITS: tuple[Orbits, ...] = (
    ((3, 3), (3, 2)),
    ((4, 3),),
    ((4, 1), (3, 2)),
    ((2, 3), (4, 2)),
    ((5, 1), (2, 2)),
    ((3, 2), (3, 1), (1, 3)),
    ((2, 1), (0, 1), (3, 3)),
    (),
)


@cache
def states(orbits: Orbits, parity: bool, closed: bool) -> list[State]:
    """Return all states of these slots, as the definitions say, in lexicographic order."""

    def of_orbit(size: int, turns: int) -> list[tuple[State, bool]]:
        found = []
        for pieces in itertools.permutations(range(size)):
            odd = sum(a > b for a, b in itertools.combinations(pieces, 2)) % 2 == 1
            for twist in itertools.product(range(turns), repeat=size):
                if not (closed and sum(twist) % turns):
                    state = tuple(p * turns + t for p, t in zip(pieces, twist, strict=True))
                    found.append((state, odd))
        return found

    return sorted(
        tuple(itertools.chain.from_iterable(state for state, _ in parts))
        for parts in itertools.product(*(of_orbit(*orbit) for orbit in orbits))
        if not (parity and sum(odd for _, odd in parts) % 2)
    )


def has(mask: int, value: int) -> bool:
    return bool(mask >> value & 1)


def made(
    orbits: Sequence[Sequence[int]],
    parity: bool = False,
    closed: bool = True,
    kind: type[Search] = PatternSearch,
) -> Search:
    """Return a search of a kind, in which the permutations of all orbits are linked, or none."""
    invariants = [
        closing(orbit, turns) for orbit, (_, turns) in enumerate(orbits) if closed and turns > 1
    ]
    if parity:
        invariants.append(even(range(len(orbits))))
    return kind([(size, turns) for size, turns in orbits], invariants)


def closing(orbit: int, turns: int) -> Invariant:
    """Return the invariant that the turns of an orbit add up to whole ones."""
    return turns, [(orbit, 1)], []


def even(orbits: Iterable[int]) -> Invariant:
    """Return the invariant that the permutations of some orbits are even together."""
    return 2, [], list(orbits)


class Model:
    """The demands made of a search, as predicates of states."""

    def __init__(self, orbits: Orbits, parity: bool, closed: bool) -> None:
        self.states = states(tuple(map(tuple, orbits)), bool(parity), bool(closed))
        self.atoms: list[Predicate] = []
        self.demanded: list[Predicate] = []

    def answers(self) -> list[State]:
        """Return the states that satisfy all that was demanded, in lexicographic order."""
        return [state for state in self.states if all(holds(state) for holds in self.demanded)]

    def restrict_domain(self, var: int, mask: int) -> None:
        self.demanded.append(lambda state: has(mask, state[var]))

    def relate(self, a: int, b: int, allowed: Sequence[int]) -> None:
        self.demanded.append(lambda state: has(allowed[state[a]], state[b]))

    def add_count(self, literals: Sequence[tuple[int, int]], least: int, most: int) -> None:
        self.atoms.append(
            lambda state: least <= sum(has(mask, state[var]) for var, mask in literals) <= most
        )

    def add_table(
        self,
        slots: Sequence[int],
        rows_of: Sequence[Sequence[Sequence[int]]],
        _: int,
        allowed: bool,
    ) -> None:
        def holds(state: State) -> bool:
            rows = [set(rows_of[i][state[slot]]) for i, slot in enumerate(slots)]
            return bool(set.intersection(*rows)) == allowed

        self.atoms.append(holds)

    def add_pattern(
        self, first: Sequence[Any], second: Sequence[Any], maps: Sequence[Sequence[int]], same: bool
    ) -> None:
        def holds(state: State) -> bool:
            a, b = (
                [colours[0 if var < 0 else state[var]] for var, colours in cells]
                for cells in (first, second)
            )
            pairs = list(itertools.combinations(range(len(a)), 2))
            equal = any(
                all((a[i] == a[j]) == (b[to[i]] == b[to[j]]) for i, j in pairs) for to in maps
            )
            return equal == same

        self.atoms.append(holds)

    def add_diagram(self, cells: Sequence[Any], layers: Sequence[Sequence[Sequence[int]]]) -> None:
        def holds(state: State) -> bool:
            node = 0
            for (var, colours), layer in zip(cells, layers, strict=True):
                node = layer[node][colours[0 if var < 0 else state[var]]] if node >= 0 else node
            return node == YES

        self.atoms.append(holds)

    def add_at_least(self, needed: int, parts: Sequence[int]) -> None:
        atoms = [self.atoms[part] for part in parts]
        self.atoms.append(lambda state: sum(holds(state) for holds in atoms) >= needed)

    def add_linear(
        self,
        terms: Sequence[tuple[int, Sequence[int]]],
        parts: Sequence[tuple[int, int]],
        least: int,
    ) -> None:
        atoms = [(weight, self.atoms[part]) for part, weight in parts]

        def holds(state: State) -> bool:
            shown = sum(weights[state[var]] for var, weights in terms)
            return shown + sum(weight for weight, atom in atoms if atom(state)) >= least

        self.atoms.append(holds)

    def require(self, constraint: int) -> None:
        self.demanded.append(self.atoms[constraint])

    def break_symmetry(self, slots: Sequence[tuple[int, Sequence[int]]]) -> None:
        self.demanded.append(
            lambda state: state <= tuple(values[state[source]] for source, values in slots)
        )


class Maker:
    """Makes random calls about one kind of search."""

    def __init__(self, rng: random.Random, orbits: Orbits) -> None:
        self.rng = rng
        self.values = [size * turns for size, turns in orbits for _ in range(size)]
        self.first = list(itertools.accumulate((size for size, _ in orbits), initial=0))
        self.orbits = orbits
        self.atoms = 0

    def mask(self, var: int) -> int:
        most = self.rng.choice((0.3, 0.6, 0.9))
        return sum(1 << value for value in range(self.values[var]) if self.rng.random() < most)

    def some_vars(self, most: int, *, repeat: bool = False) -> list[int]:
        if repeat:
            return self.rng.choices(range(len(self.values)), k=self.rng.randint(1, most))
        return self.rng.sample(
            range(len(self.values)), self.rng.randint(1, min(most, len(self.values)))
        )

    def restrict_domain(self) -> Call:
        var = self.rng.randrange(len(self.values))
        return ["restrict_domain", var, self.mask(var) | self.mask(var) | self.mask(var)]

    def relate(self) -> Call:
        a, b = self.rng.sample(range(len(self.values)), 2)
        return ["relate", a, b, [self.mask(b) | self.mask(b) for _ in range(self.values[a])]]

    def add_count(self) -> Call:
        literals = [[v, self.mask(v)] for v in self.some_vars(6, repeat=self.rng.random() < 0.2)]
        least = self.rng.randint(0, len(literals) // 2)
        return ["add_count", literals, least, self.rng.randint(least, len(literals))]

    def add_table(self) -> Call:
        slots = self.some_vars(3)
        rows = self.rng.choice((0, 1, 5, 20, 63, 64, 65, 150))
        often = self.rng.choice((0.02, 0.1, 0.4))
        rows_of = [
            [
                [row for row in range(rows) if self.rng.random() < often]
                for _ in range(self.values[v])
            ]
            for v in slots
        ]
        return ["add_table", slots, rows_of, rows, self.rng.random() < 0.5]

    def add_pattern(self) -> Call:
        size = self.rng.randint(1, 5)

        def cells() -> list[list[Any]]:
            vars_ = self.rng.choices(range(-1, len(self.values)), k=size)
            return [
                [v, self.rng.choices((0, 1, 254), k=1 if v < 0 else self.values[v])] for v in vars_
            ]

        maps = [self.rng.sample(range(size), size) for _ in range(self.rng.randint(0, 3))]
        return ["add_pattern", cells(), cells(), maps, self.rng.random() < 0.5]

    def add_diagram(self) -> Call:
        vars_ = self.rng.choices(range(-1, len(self.values)), k=self.rng.randint(1, 5))
        cells = [[v, self.rng.choices(range(6), k=1 if v < 0 else self.values[v])] for v in vars_]
        widths = [1, *(self.rng.randint(0, 4) for _ in cells[1:]), 0]
        layers = [
            [self.rng.choices((YES, NO, *range(following)), k=6) for _ in range(width)]
            for width, following in itertools.pairwise(widths)
        ]
        return ["add_diagram", cells, layers]

    def add_at_least(self) -> Call:
        parts = self.rng.choices(range(self.atoms), k=self.rng.randint(0, 4)) if self.atoms else []
        return ["add_at_least", self.rng.randint(0, len(parts)), parts]

    def add_linear(self) -> Call:
        terms = [[v, self.rng.choices(range(-3, 4), k=self.values[v])] for v in self.some_vars(5)]
        parts = [
            [self.rng.randrange(self.atoms), self.rng.randint(0, 3)]
            for _ in range(self.rng.randint(0, 3) if self.atoms else 0)
        ]
        return ["add_linear", terms, parts, self.rng.randint(-5, 5)]

    def break_symmetry(self) -> Call:
        slots: list[list[Any]] = []
        for first, (size, turns) in zip(self.first, self.orbits, strict=False):
            sources = self.rng.sample(range(first, first + size), size)
            values = size * turns
            slots += [[source, self.rng.sample(range(values), values)] for source in sources]
        return ["break_symmetry", slots]

    def require(self) -> Call:
        return ["require", self.rng.randrange(self.atoms) if self.atoms else 0]

    def build(self) -> Call:
        """Return a call that adds something to the search."""
        kinds = [
            self.add_count,
            self.add_table,
            self.add_pattern,
            self.add_diagram,
            self.add_at_least,
            self.add_linear,
            self.require,
        ]
        if len(self.values) > 1:
            kinds += [self.restrict_domain, self.relate]
        if not self.values:
            kinds = [self.add_at_least, self.require]
        elif self.rng.random() < 0.03:
            return self.break_symmetry()
        call = self.rng.choice(kinds)()
        self.atoms += call[0].startswith("add")
        return call

    def go(self) -> Call:
        """Return a call that searches, or looks at the search."""
        kind = self.rng.choice(
            (
                "run",
                "run",
                "run",
                "copy",
                "shuffle",
                "prefer",
                "branch_on_parts",
                "branches",
                "enter",
            )
        )
        if kind == "run":
            return [kind, self.rng.choice((0, 1, 2, 10, 1000)), self.rng.choice((0, 1, 2, 64))]
        if kind in ("shuffle", "branches"):
            return [kind, self.rng.randrange(4)]
        if kind == "prefer":
            return [kind, [self.rng.randrange(values) for values in self.values]]
        if kind == "enter":
            vars_, values = range(len(self.values) + 3), range(6)
            if self.rng.random() < 0.5:  # again and again the same slots
                vars_ = self.rng.choices(vars_, k=2)
            path = [
                [self.rng.choice(vars_), self.rng.choice(values)]
                for _ in range(self.rng.choice((0, 1, 1, 2, 3, 30)))
            ]
            return [kind, path]
        return [kind]


_ODD = (
    -(2**31),
    -1,
    0,
    1,
    19,
    20,
    31,
    32,
    255,
    256,
    2**31 - 1,
    2**31,
    2**32 - 1,
    2**64,
    None,
    1.5,
    "1",
)


def spoiled(value: Any, rng: random.Random) -> Any:
    """Return a value with one odd thing somewhere in it."""
    if isinstance(value, list) and value and rng.random() < 0.8:
        copy = list(value)
        index = rng.randrange(len(copy))
        match rng.randrange(4):
            case 0:
                del copy[index]
            case 1:
                copy.insert(index, copy[index])
            case _:
                copy[index] = spoiled(copy[index], rng)
        return copy
    return rng.choice(_ODD)


def sequence(seed: int, *, spoil: float = 0.15) -> list[Call]:
    """Return the calls of a seed; a share `spoil` of them has an odd argument."""
    rng = random.Random(seed)
    orbits = rng.choice(ORBITS)
    maker = Maker(rng, orbits)
    calls: list[Call] = [
        [[list(orbit) for orbit in orbits], rng.random() < 0.5, rng.random() < 0.5]
    ]
    calls += [maker.build() for _ in range(rng.randint(2, 14))]
    required = [["require", atom] for atom in range(maker.atoms) if rng.random() < 0.4]
    calls += required
    calls += [maker.go() if rng.random() < 0.8 else maker.build() for _ in range(rng.randint(0, 6))]
    for call in calls[1:]:
        if len(call) > 1 and rng.random() < spoil:
            index = rng.randrange(1, len(call))
            call[index] = spoiled(call[index], rng)
    return calls


def unpacked(found: bytes, size: int) -> list[State]:
    return [tuple(found[i : i + size]) for i in range(0, len(found), size)] if size else []


def rest(search: Search) -> list[State]:
    """Return what a search has yet to find."""
    found = []
    while not search.done:
        found += unpacked(search.run(1000, 64), search.vars)
    assert search.progress == 1
    assert search.run(1000, 64) == b""
    return found


def replay(calls: list[Call]) -> list[State]:
    """Make the calls with searches of every kind; see `replayed`."""
    return [replayed(calls, kind) for kind in KINDS][-1]


def replayed(calls: list[Call], kind: type[Search]) -> list[State]:
    """Make the calls, compare what is found with the model, and return it all.

    A call that is refused must change nothing; `enter` begins again, in a branch or at the root.
    """
    search, model = made(*calls[0], kind), Model(*calls[0])
    fresh = True  # whether nothing has been searched
    whole = True  # whether all is searched, and not one branch
    found: list[State] = []
    for name, *args in calls[1:]:
        try:
            answer = getattr(search, name)(*args)
        except TypeError:
            continue
        except ValueError:
            if name == "enter":
                fresh, whole, found = False, True, []
            continue
        match name:
            case "run":
                fresh = False
                news = unpacked(answer, search.vars)
                assert len(news) <= args[1]
                found += news
            case "branches":
                fresh, whole, found = False, True, []
                check_branches(search.copy(), answer, model)
            case "enter":
                fresh, whole, found = False, not args[0], []
            case "copy":
                search = answer
            case "shuffle" | "prefer" | "branch_on_parts":
                assert fresh
            case _:
                assert fresh, f"{name} after the search had begun"
                getattr(model, name)(*args)
                if name.startswith("add"):
                    assert answer == len(model.atoms) - 1
    found += rest(search)
    if search.vars:
        answers = model.answers()
        assert len(found) == len(set(found))
        if whole:
            assert sorted(found) == answers
        else:
            assert set(found) <= set(answers)
    return found


def check_branches(search: Search, paths: list[list[tuple[int, int]]], model: Model) -> None:
    """All branches one after another have what the whole search has, in its order."""
    if len(paths) > 200 or not search.vars:
        return
    assert not search.done or not model.answers()
    whole = rest(search.copy())
    by_branch = []
    for path in paths:
        search.enter(path)
        found = rest(search)
        for var, value in path:
            assert var >= search.vars or all(state[var] == value for state in found)
        by_branch += found
    assert by_branch == whole


def _fails(calls: list[Call]) -> bool:
    command = [sys.executable, __file__, "--replay"]
    done = subprocess.run(command, input=json.dumps(calls), text=True, capture_output=True)
    return done.returncode != 0


def shrunk(calls: list[Call]) -> list[Call]:
    """Return as few of the calls as still fail, each attempt in a separate process."""
    index = len(calls) - 1
    while index >= 1:
        fewer = calls[:index] + calls[index + 1 :]
        if _fails(fewer):
            calls = fewer
        index -= 1
    return calls


def main(first: int, count: int) -> int:
    """Replay the sequences of the given seeds; print the first that fails, shrunk, and return 1."""
    child = subprocess.run(
        [sys.executable, __file__, "--run", str(first), str(count)],
        stdout=subprocess.PIPE,
        text=True,
    )
    if child.returncode == 0:
        return 0
    seed = int(child.stdout.split()[-1])
    print(f"the sequence of seed {seed} fails; shrunk, for {KEPT.name}:")
    print(json.dumps(shrunk(sequence(seed))))
    return 1


if __name__ == "__main__":
    if sys.argv[1] == "--replay":
        replay(json.load(sys.stdin))
    elif sys.argv[1] == "--run":
        for number in range(int(sys.argv[2]), int(sys.argv[2]) + int(sys.argv[3])):
            print(number, flush=True)
            replay(sequence(number))
    else:
        sys.exit(main(int(sys.argv[1]), int(sys.argv[2])))
