"""The python-constraint engine: plain backtracking in Python, for teaching and for comparison.

One variable per slot, twenty on a cube, whose values are the placements. The constraints are the library's
own kind, objects that look at the assignments so far and hide values of open variables: what two slots
may hold together, sums of turns, colour counts of a group of stickers, and anything else by trying it
out when one of its slots is left. Only the order is tuned: the library takes the
variable with the most constraints, then with the fewest values, which puts corners before edges.

The library is python-constraint2, the maintained successor of python-constraint with the same import
name. Version 2.9, compiled, does the perfect scramble in 7 s with the symmetry break and in more
than three minutes without, where the native engine takes hundredths of a second. Of its solvers,
`BacktrackingSolver` is best: `OptimizedBacktrackingSolver` fixes the order of the variables at
the start and does not look at the values that are left.
"""

from __future__ import annotations

import itertools
import threading
from abc import abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from cubecsp.models.core.diagram import Diagram
from cubecsp.models.core.primitives import (
    AtLeast,
    ColourCount,
    Differ,
    Equal,
    FacePatterns,
    Linear,
    Primitive,
    SlotDomain,
)
from cubecsp.models.core.primitives import ColourTable as TablePrimitive
from cubecsp.models.engines.background import in_background
from cubecsp.models.engines.engine import Engine, Event, Problem, Progress, State
from cubecsp.models.engines.options import option
from cubecsp.models.engines.shuffle import SplitMix
from cubecsp.puzzle.core.invariants import Invariant
from cubecsp.puzzle.core.orbits import Orbit
from cubecsp.puzzle.core.permutation import permutation_parity
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle, cube_of
from cubecsp.puzzle.cube.symmetry import Symmetry
from cubecsp.stopping.deadline import look

_Values = frozenset[int]


@dataclass(frozen=True)
class ConstraintEngine(Engine):
    """Enumerates with python-constraint."""

    forward_checking: bool = option(True, "cross out what other slots can no longer hold")

    name = "constraint"
    takes_hints = True
    summary = "python-constraint, for comparison: slow"
    distribution = "python-constraint2"
    other_puzzles = True
    sizes = (2, 3)
    limits = "larger ones have too many slots for plain backtracking"

    def solutions(self, problem: Problem) -> Generator[Event, None, None]:
        """Enumerate the solutions of `problem`; see `Engine`."""
        import constraint

        stopped = threading.Event()
        model = _ProblemModel(problem, stopped)
        if model.impossible:
            yield model.effort()
            return
        asked = constraint.Problem(constraint.BacktrackingSolver(self.forward_checking))
        for var, values in enumerate(model.ordered_domains()):
            asked.addVariable(var, values)
        for condition in model.conditions():
            asked.addConstraint(_adapter(condition), condition.scope)

        def work(give: Callable[[State], None]) -> None:
            try:
                for solution in asked.getSolutionIter():
                    give(problem.cube(bytes(solution[var] for var in range(len(solution)))))
            except _StoppedError:
                return

        yield from in_background(work, stopped.set, self.name, model.effort)


ENGINE = ConstraintEngine()


def _of_a_sticker(part: Primitive) -> bool:
    """Return whether a part of a sum says that one sticker shows one of some colours."""
    return isinstance(part, ColourCount) and (len(part.facelets), part.least, part.most) == (
        1,
        1,
        1,
    )


def _copies(slots: Sequence[int], orbit: Orbit) -> _Sums:
    """Return that each piece of an orbit, some of which look alike, is there as often as pieces look so."""
    pieces = [value // orbit.turns for value in range(orbit.placements)]
    return _Sums(
        [
            _BoundedSum(
                {slot: [held == piece for held in pieces] for slot in slots}, copies, copies
            )
            for piece, copies in enumerate(orbit.copies)
        ]
    )


class _StoppedError(Exception):
    """Raised inside the search to leave it."""


def _adapter(condition: _Condition) -> Any:
    """Return a condition in the form that python-constraint expects."""
    import constraint

    class ConditionConstraint(constraint.Constraint):  # type: ignore[misc]  # untyped
        def __call__(
            self,
            variables: Sequence[int],  # noqa: ARG002
            domains: Mapping[int, Any],
            assignments: Mapping[int, int],
            forwardcheck: object = False,
            _unassigned: object = None,
        ) -> bool:
            return condition.check(assignments, domains if forwardcheck else None)

    return ConditionConstraint()


class _Condition:
    """A condition on the variables in `scope`."""

    def __init__(self, scope: Iterable[int]) -> None:
        self.scope = sorted(scope)

    @abstractmethod
    def check(self, assigned: Mapping[int, int], domains: Mapping[int, Any] | None) -> bool:
        """Return whether the assignments so far can be extended; hide values of `domains` that cannot."""


def _keep(domains: Mapping[int, Any], var: int, allowed: Callable[[int], bool]) -> bool:
    domain = domains[var]
    for value in domain[:]:
        if not allowed(value):
            domain.hideValue(value)
    return bool(domain)


class _Pairs(_Condition):
    """The pairs that two slots may hold together: one condition, so that all slots have as many.

    It is always present, so the search can be left from here.
    """

    def __init__(
        self,
        pairs: Mapping[tuple[int, int], Sequence[_Values]],
        width: list[int],
        stopped: threading.Event,
    ) -> None:
        super().__init__(range(len(width)))
        self.stopped = stopped
        self.tried = 0  # values given to slots
        self.others: list[list[tuple[int, Sequence[_Values]]]] = [[] for _ in width]
        for (a, b), forward in pairs.items():
            back = [
                frozenset(v for v, others in enumerate(forward) if w in others)
                for w in range(width[b])
            ]
            self.others[a].append((b, forward))
            self.others[b].append((a, back))

    def check(self, assigned: Mapping[int, int], domains: Mapping[int, Any] | None) -> bool:
        if self.stopped.is_set():
            raise _StoppedError
        self.tried += 1
        latest = next(reversed(assigned))  # a dict, so the one just made
        value = assigned[latest]
        for other, allowed in self.others[latest]:
            if other in assigned:
                if assigned[other] not in allowed[value]:
                    return False
            elif domains is not None and not _keep(domains, other, allowed[value].__contains__):
                return False
        return True


class _InvariantSum(_Condition):
    """An invariant of turns: a sum of turns and of parities, modulo a prime."""

    def __init__(self, invariant: Invariant, orbits: Sequence[tuple[range, Orbit]]) -> None:
        self.modulus = invariant.modulus
        self.weights = {
            var: weight for index, weight in invariant.turned for var in orbits[index][0]
        }
        self.permuted = [orbits[index] for index in invariant.permuted]
        super().__init__({*self.weights, *(var for slots, _ in self.permuted for var in slots)})

    def check(self, assigned: Mapping[int, int], domains: Mapping[int, Any] | None) -> bool:
        open_ = [var for var in self.scope if var not in assigned]
        if len(open_) > (0 if self.permuted else 1):
            return True
        modulus = self.modulus
        total = sum(w * assigned[var] for var, w in self.weights.items() if var in assigned)
        if not open_:
            return (total + self._parity(assigned)) % modulus == 0
        weight = self.weights[open_[0]]
        return domains is None or _keep(
            domains, open_[0], lambda value: (total + weight * value) % modulus == 0
        )

    def _parity(self, assigned: Mapping[int, int]) -> int:
        """Return how many permutations are odd."""
        return sum(
            permutation_parity([assigned[var] // orbit.turns for var in slots])
            for slots, orbit in self.permuted
        )


class _BoundedSum(NamedTuple):
    """A sum over variables of what each adds, by its value, and the bounds within which it lies."""

    added: Mapping[int, Sequence[int]]
    least: int
    most: int


class _Sums(_Condition):
    """Sums that lie within bounds, whatever open slots may add."""

    def __init__(self, sums: Sequence[_BoundedSum]) -> None:
        super().__init__({var for one in sums for var in one.added})
        self.sums = [
            (one, {var: (min(added), max(added)) for var, added in one.added.items()})
            for one in sums
        ]

    def check(self, assigned: Mapping[int, int], domains: Mapping[int, Any] | None) -> bool:
        open_ = [var for var in self.scope if var not in assigned]
        tight = []
        for one, reach in self.sums:
            sure = sum(one.added[var][assigned[var]] for var in self.scope if var in assigned)
            above = one.most - sure - sum(reach[var][0] for var in open_)
            below = sure + sum(reach[var][1] for var in open_) - one.least
            if above < 0 or below < 0:
                return False
            if any(high - low > min(above, below) for low, high in map(reach.__getitem__, open_)):
                tight.append((one.added, reach, above, below))
        if domains is None or not tight:
            return True

        def fits(var: int, value: int) -> bool:
            return all(
                added[var][value] - reach[var][0] <= above
                and reach[var][1] - added[var][value] <= below
                for added, reach, above, below in tight
            )

        return all(_keep(domains, var, partial(fits, var)) for var in open_)


class _Relation(_Condition):
    """Any primitive, tried out when at most one of its slots is open."""

    def __init__(self, stickers: _Stickers, primitive: Primitive) -> None:
        super().__init__(stickers.slots_of(primitive))
        self.primitive = primitive
        self.stickers = stickers

    def check(self, assigned: Mapping[int, int], domains: Mapping[int, Any] | None) -> bool:
        open_ = [var for var in self.scope if var not in assigned]
        if len(open_) > 1 or (open_ and domains is None):
            return True
        colours = self.stickers.blank()
        for var in self.scope:
            if var in assigned:
                self.stickers.paint(colours, var, assigned[var])
        if not open_:
            return self.primitive.holds(colours, self.stickers.puzzle)

        def holds(value: int) -> bool:
            self.stickers.paint(colours, open_[0], value)
            return self.primitive.holds(colours, self.stickers.puzzle)

        return _keep(domains or {}, open_[0], holds)


class _LeastImage(_Condition):
    """No symmetric image of the corners comes before them in lexicographic order."""

    def __init__(self, puzzle: CubePuzzle, symmetries: Iterable[Symmetry]) -> None:
        super().__init__(range(len(puzzle.corners.names)))
        self.maps = []  # for each symmetry and target slot: the source slot and the values' images
        for symmetry in symmetries:
            images = symmetry.slot_images(puzzle, 0)
            sources = sorted((t, s, values) for s, (t, values) in enumerate(images))
            self.maps.append([(target, source, values) for target, source, values in sources])

    def check(self, assigned: Mapping[int, int], domains: Mapping[int, Any] | None) -> bool:  # noqa: ARG002
        for slots in self.maps:
            for target, source, values in slots:
                if target not in assigned or source not in assigned:
                    break
                image, mine = values[assigned[source]], assigned[target]
                if image < mine:
                    return False
                if image > mine:
                    break
        return True


class _Stickers:
    """The variable that determines a sticker, and how; for puzzles that are not cubes, a facelet of a slot."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        centres = puzzle.centres if isinstance(puzzle, CubePuzzle) else ()
        self.fixed = dict(zip(centres, range(6), strict=False))
        self.firsts = tuple(row.start for row in puzzle.rows)
        self.var: dict[int, int] = {}
        self.shows: dict[int, list[int]] = {}  # [facelet][value]: the colour
        self.width: list[int] = []
        self.slots: list[tuple[tuple[int, ...], Orbit]] = []
        for orbit in puzzle.orbits:
            for facelets in orbit.frames:
                for position, facelet in enumerate(facelets):
                    self.var[facelet] = len(self.slots)
                    self.shows[facelet] = [colours[position] for colours in orbit.colours]
                self.slots.append((facelets, orbit))
                self.width.append(orbit.placements)

    def sum_of(self, terms: Iterable[tuple[Primitive, int]], least: int, most: int) -> _BoundedSum:
        """Return the sum of the weights of stickers that show one of some colours, `ColourCount` of one each."""
        added: dict[int, list[int]] = {}
        sure = 0
        for part, weight in terms:
            assert isinstance(part, ColourCount)
            (facelet,) = part.facelets
            if facelet in self.fixed:
                sure += weight * (self.fixed[facelet] in part.colours)
                continue
            var = self.var[facelet]
            row = added.setdefault(var, [0] * self.width[var])
            for value, colour in enumerate(self.shows[facelet]):
                row[value] += weight * (colour in part.colours)
        return _BoundedSum(added, least - sure, most - sure)

    def blank(self) -> list[int]:
        """Return colours with only the centres right."""
        colours = [0] * self.puzzle.facelet_count
        for facelet, colour in self.fixed.items():
            colours[facelet] = colour
        return colours

    def paint(self, colours: list[int], var: int, value: int) -> None:
        """Show what the slot shows with this value."""
        facelets, orbit = self.slots[var]
        for facelet, colour in zip(facelets, orbit.colours[value], strict=True):
            colours[facelet] = colour

    def slots_of(self, primitive: Primitive) -> set[int]:
        """Return the variables that a primitive is about."""
        match primitive:
            case Differ(a, b) | Equal(a, b):
                facelets: Iterable[int] = (a, b)
            case ColourCount() | TablePrimitive() | Diagram():
                facelets = primitive.facelets
            case SlotDomain(orbit, slot, _):
                return {self.firsts[orbit] + slot}
            case FacePatterns(a, b):
                facelets = (*cube_of(self.puzzle).face(a), *cube_of(self.puzzle).face(b))
            case AtLeast(_, parts):
                return {var for part in parts for var in self.slots_of(part)}
            case Linear(terms, _):
                return {var for part, _ in terms for var in self.slots_of(part)}
            case _:
                raise AssertionError(f"unknown primitive {primitive!r}")
        return {self.var[f] for f in facelets if f in self.var}


class _ProblemModel:
    """Domains and conditions of one problem.

    Attributes:
        impossible: whether a slot has no value left, or the centres break a rule.
    """

    def __init__(self, problem: Problem, stopped: threading.Event) -> None:
        self.problem = problem
        self.puzzle = problem.puzzle
        self.stopped = stopped
        self.stickers = _Stickers(problem.puzzle)
        self.domains = [set(orbit.firsts) for _, orbit in self.stickers.slots]
        self.orbits = [
            (range(first, first + len(orbit.names)), orbit)
            for first, orbit in zip(self.stickers.firsts, self.puzzle.orbits, strict=True)
        ]
        self.impossible = False
        self.pairs: dict[tuple[int, int], list[_Values]] = {}
        self.counts: dict[frozenset[int], dict[_Values, list[int]]] = {}
        self.others: list[_Condition] = []
        self.relations: _Pairs | None = None
        for slots, orbit in self.orbits:
            if orbit.alike:
                self.others.append(_copies(slots, orbit))
                continue
            values = range(orbit.placements)
            distinct = [
                frozenset(w for w in values if w // orbit.turns != v // orbit.turns) for v in values
            ]
            for a, b in itertools.combinations(slots, 2):
                self.pairs[a, b] = list(distinct)
        for primitive in problem.primitives:
            self._require(primitive)
        self.impossible |= not all(self.domains)

    def ordered_domains(self) -> list[list[int]]:
        """Return the values of each variable, with the one to be tried first at the end."""
        ordered = [sorted(domain, reverse=True) for domain in self.domains]
        for values, preferred in zip(ordered, self.problem.preferred, strict=False):
            values.sort(key=preferred.__eq__)
        if self.problem.seed is None:
            return ordered
        random = SplitMix(self.problem.seed)
        return [random.shuffled(values) for values in ordered]

    def conditions(self) -> Iterator[_Condition]:
        """Return all conditions, the ones that prune most first."""
        self.relations = _Pairs(self.pairs, self.stickers.width, self.stopped)
        yield self.relations
        for facelets, limits in self.counts.items():
            yield _Sums(
                [
                    self.stickers.sum_of(
                        [(ColourCount(frozenset({f}), colours, 1, 1), 1) for f in facelets], *bounds
                    )
                    for colours, bounds in limits.items()
                ]
            )
        invariants = self.problem.invariants
        yield from (
            _InvariantSum(invariant, self.orbits)
            for invariant in invariants
            if not invariant.permuted
        )
        broken = [symmetry for symmetry in self.problem.symmetries if symmetry.index]
        if broken:
            yield _LeastImage(cube_of(self.puzzle), broken)
        yield from self.others
        yield from (
            _InvariantSum(invariant, self.orbits) for invariant in invariants if invariant.permuted
        )

    def effort(self) -> Progress:
        """Return how many values have been given to slots so far."""
        return Progress(None, 0 if self.relations is None else self.relations.tried)

    def _require(self, primitive: Primitive) -> None:
        look()
        match primitive:
            case AtLeast(needed, parts) if needed == len(parts):
                for part in parts:
                    self._require(part)
                return
            case ColourCount(facelets, colours, least, most):
                if len(self.stickers.slots_of(primitive)) > 1:
                    limits = self.counts.setdefault(facelets, {})
                    limit = limits.setdefault(colours, [0, len(facelets)])
                    limit[:] = max(limit[0], least), min(limit[1], most)
                    return
            case _:
                pass
        scope = sorted(self.stickers.slots_of(primitive))
        relation = _Relation(self.stickers, primitive)
        if not scope:
            self.impossible |= not relation.check({}, None)
        elif len(scope) == 1:
            (var,) = scope
            self.domains[var] = {v for v in self.domains[var] if relation.check({var: v}, None)}
        elif isinstance(primitive, (Differ, Equal)):
            self._relate(primitive, *scope)
        elif isinstance(primitive, Linear) and all(_of_a_sticker(p) for p, _ in primitive.terms):
            most = sum(max(weight, 0) for _, weight in primitive.terms)
            self.others.append(
                _Sums([self.stickers.sum_of(primitive.terms, primitive.least, most)])
            )
        else:
            self.others.append(relation)

    def _relate(self, pair: Differ | Equal, a: int, b: int) -> None:
        shows, equal = self.stickers.shows, isinstance(pair, Equal)
        first, second = (pair.a, pair.b) if self.stickers.var[pair.a] == a else (pair.b, pair.a)
        anything = frozenset(range(self.stickers.width[b]))
        before = self.pairs.get((a, b), [anything] * self.stickers.width[a])
        self.pairs[a, b] = [
            frozenset(w for w in others if (shows[second][w] == colour) == equal)
            for colour, others in zip(shows[first], before, strict=True)
        ]
