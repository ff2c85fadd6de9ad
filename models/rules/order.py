"""How often a cube's moves have to be repeated until everything is back: order, and self-inverse."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import product
from typing import ClassVar

from cubecsp.errors import InputError
from cubecsp.models.primitives import Placed, Primitive, Table, all_of, any_of
from cubecsp.models.rule import Parameter, Rule, State, Violation
from cubecsp.puzzle.orbits import Orbit
from cubecsp.puzzle.puzzle import CUBE, CubePuzzle
from cubecsp.puzzle.symmetry import SYMMETRIES, Symmetry

__all__ = ["Order", "SelfInverse", "orders"]

_LARGEST = 1260  # no cube has a greater order


class _OfMoves(Rule):
    """A rule about the cube as a permutation of its stickers."""

    scope = "cube"
    sizes: ClassVar[Sequence[int]] = (3,)
    declares = True

    def limitation(self, puzzle: CubePuzzle) -> str:
        """Return why it makes no sense on `puzzle`."""
        if puzzle.alike:
            return f"a {puzzle.name} does not show which of the pieces that look alike is where"
        return f"a {puzzle.name} is no permutation: it may be held in 24 ways"

    def symmetries(self, puzzle: CubePuzzle = CUBE) -> tuple[Symmetry, ...]:
        """Return all 48: conjugates have the same order."""
        self.require(puzzle)
        return SYMMETRIES


class SelfInverse(_OfMoves):
    """Doing the moves twice leads back to solved: the order is 1 or 2."""

    name = "self-inverse"
    summary = "the moves that make the cube also solve it"
    example = "self-inverse"

    def primitives(self, puzzle: CubePuzzle = CUBE) -> Iterable[Primitive]:
        """Return one relation per pair of slots, and the placements that undo themselves."""
        self.require(puzzle)
        return _powers_to_nothing(2, puzzle)

    def violations(self, cube: State) -> list[Violation]:
        """Return one violation, on the stickers of all slots that are not home after twice."""
        self.require(cube.puzzle)
        return _unsolved(cube, 2, "after doing the moves twice")


class Order(_OfMoves):
    """The cube as a permutation has order N: N is the least number of repetitions to solved.

    Engines see all of it for N up to 3. Beyond that they see what single pieces allow, and the
    cubes they find are filtered.
    """

    name = "order"
    summary = "repeating the moves N times, and not less often, leads back to solved"
    parameter = Parameter(
        "N", "a number", examples=("1", "2", "3", "4", "5", "6", "12", "13", "36", "1260")
    )
    example = "order=3"

    def __init__(self, order: int) -> None:
        if not 1 <= order <= _LARGEST:
            raise InputError(f"rule order={order}: out of range", f"N is 1 to {_LARGEST}")
        self.order = order
        self.late = order > 3 and order in orders()

    @classmethod
    def _from_value(cls, value: str) -> Order:
        if not (value.isascii() and value.isdigit()) or len(value) > 4:
            raise InputError(f"rule order={value}: not a count", f"N is 1 to {_LARGEST}")
        return cls(int(value))

    @property
    def value(self) -> str:
        """The order."""
        return str(self.order)

    def describe(self) -> str:
        """Return the summary with the number in it."""
        return self.summary.replace("N", str(self.order))

    def impossible(self, puzzle: CubePuzzle = CUBE) -> str | None:
        """Return that no cube has this order, if that is so."""
        self.require(puzzle)
        known = orders()
        if self.order in known:
            return None
        return f"cubes have {len(known)} different orders, and {self.order} is not among them"

    def primitives(self, puzzle: CubePuzzle = CUBE) -> Iterable[Primitive]:
        """Return all of it for N up to 3, else what it says about single slots."""
        self.require(puzzle)
        if self.order not in orders():
            return [any_of([])]
        solved = [
            Placed(index, slot, frozenset({slot * orbit.turns}))
            for index, orbit in enumerate(puzzle.orbits)
            for slot in range(len(orbit.names))
        ]
        if self.order == 1:
            return solved
        if self.late:
            return [*_stays(self.order, puzzle), all_of(solved).negated()]
        return [*_powers_to_nothing(self.order, puzzle), all_of(solved).negated()]

    def violations(self, cube: State) -> list[Violation]:
        """Return one violation: the order that the cube has."""
        self.require(cube.puzzle)
        found = _order(cube)
        return [] if found == self.order else [Violation((), f"its order is {found}")]


def _order(cube: State) -> int:
    """Return the order from the cycles of stickers."""
    sources = _sources(cube)
    seen: set[int] = set()
    order = 1
    for start in range(len(sources)):
        length, at = 0, start
        while at not in seen:
            seen.add(at)
            at, length = sources[at], length + 1
        order = math.lcm(order, length or 1)
    return order


def _sources(cube: State) -> list[int]:
    """Return, for each facelet, the home facelet of the sticker that it shows."""
    letters = cube.facelets
    sources = list(range(len(letters)))
    for orbit in CUBE.orbits:
        home = {
            letter + "".join(sorted(name)): facelet
            for name, facelets in zip(orbit.names, orbit.frames, strict=True)
            for letter, facelet in zip(name, facelets, strict=True)
        }
        for facelets in orbit.frames:
            piece = "".join(sorted(letters[f] for f in facelets))
            for facelet in facelets:
                sources[facelet] = home[letters[facelet] + piece]
    return sources


def _unsolved(cube: State, times: int, when: str) -> list[Violation]:
    sources = _sources(cube)
    at = list(range(len(sources)))
    for _ in range(times):
        at = [sources[f] for f in at]
    where = tuple(f for f, source in enumerate(at) if f != source)
    return [Violation(where, f"{len(where)} stickers are not home {when}")] if where else []


def _powers_to_nothing(n: int, puzzle: CubePuzzle) -> Iterator[Primitive]:
    """Yield that the cube to the n-th (2 or 3) is solved: every cycle closes, without a turn."""
    yield from _stays(n, puzzle)
    for index, orbit in enumerate(puzzle.orbits):
        slots = range(len(orbit.names))
        if n == 2:
            for i in slots:
                yield from (_paired(orbit, i, j) for j in slots if i < j)
            continue
        for i, (j, t), (k, u) in product(slots, _placements(orbit), _placements(orbit)):
            # Slot i holds piece j, slot j holds piece k: slot k holds piece i, all turns undone.
            if i not in (j, k) and j != k and i < j and i < k:
                last = orbit.turns * i + -(t + u) % orbit.turns
                yield any_of(
                    [
                        Placed(index, i, frozenset({orbit.turns * j + t})).negated(),
                        Placed(index, j, frozenset({orbit.turns * k + u})).negated(),
                        Placed(index, k, frozenset({last})),
                    ]
                )
        yield from _not_exchanged(index, orbit)


def _not_exchanged(index: int, orbit: Orbit) -> Iterator[Primitive]:
    """Yield that no two slots hold each other's pieces."""
    pieces = range(len(orbit.names))
    own = [frozenset(range(p * orbit.turns, (p + 1) * orbit.turns)) for p in pieces]
    for i in pieces:
        for j in pieces:
            if i < j:
                yield any_of(
                    [Placed(index, i, own[j]).negated(), Placed(index, j, own[i]).negated()]
                )


def _placements(orbit: Orbit) -> list[tuple[int, int]]:
    return [divmod(value, orbit.turns) for value in range(orbit.placements)]


def _paired(orbit: Orbit, i: int, j: int) -> Primitive:
    """Return that slot i holds piece j, turned so, just where slot j holds piece i, turned back."""
    rows = set()
    for (p, t), (q, u) in product(_placements(orbit), repeat=2):
        if (p == j) == (q == i) and (p != j or (t + u) % orbit.turns == 0):
            value, other = orbit.turns * p + t, orbit.turns * q + u
            rows.add((*orbit.colours[value], *orbit.colours[other]))
    return Table((*orbit.frames[i], *orbit.frames[j]), frozenset(rows))


def _stays(n: int, puzzle: CubePuzzle) -> Iterator[Primitive]:
    """Yield that a piece at home is turned only if n repetitions undo that."""
    for index, orbit in enumerate(puzzle.orbits):
        if n % orbit.turns:
            for slot in range(len(orbit.names)):
                wrong = frozenset(slot * orbit.turns + turn for turn in range(1, orbit.turns))
                yield Placed(index, slot, wrong).negated()


@cache
def orders() -> frozenset[int]:
    """Return the orders that reachable cubes have, from the cycles that corners and edges can form."""
    corners, edges = _kinds(8, 3), _kinds(12, 2)
    return frozenset(
        math.lcm(one, other) for odd, one in corners for odd_too, other in edges if odd == odd_too
    )


def _kinds(pieces: int, turns: int) -> set[tuple[int, int]]:
    """Return parity and order of every arrangement of pieces whose turns add up to none."""
    found = [(pieces, 0, 0, 1)]
    seen = set(found)
    for left, odd, turned, order in found:  # grows while it is walked
        for length, turn in product(range(1, left + 1), range(turns)):
            cycle = length * (turns // math.gcd(turns, turn) if turn else 1)
            kind = (
                left - length,
                odd ^ (length + 1) % 2,
                (turned + turn) % turns,
                math.lcm(order, cycle),
            )
            if kind not in seen:
                seen.add(kind)
                found.append(kind)
    return {(odd, order) for left, odd, turned, order in found if left == 0 and turned == 0}
