"""Cubes brought to a goal by phases: allowed turns, goals, and a beam search in native code.

A `Layout` has the pieces of a cube in orbits of 24 slots, and what turns of outer blocks do to them. A `Phase`
says in the words of cubing which turns it allows and what it reaches; `search` finds short sequences that
reach it, from many starts at once. How far each kind of piece is from the goal is known exactly, from tables that are
made in a fraction of a second; how far all of them are together is estimated by the sum. See native/phases/search.cpp.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

from cubecsp._native import PhaseSearch, fill_distances
from cubecsp.frozen import frozen
from cubecsp.puzzle.core.permutation import Permutation
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle, cube_puzzle
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.turn_numbers import turn_number

_SLOTS = 24
_OF_A_FACE = 4  # slots of a kind of centre pieces

_UNIT = 16  # what a turn counts in the native search


class Layout:
    """The orbits of a cube's wings and centre pieces, and how turns of outer blocks move them.

    Pieces that are to be brought side by side, in the middle of one side of a square around the centre, have slots
    with the same number: face·4 + side.

    Args:
        size: n of the cube, at least 4.

    Attributes:
        puzzle: the cube.
        wings: the orbits of wings, from the corner inwards.
        sides: orbits of centre pieces between the corners of the outermost square of centre pieces.
        outer: the orbit at these corners.
        inner: the orbits within that square.
        turns: a face, the last of the layers that turn together, and clockwise quarters, for each turn.
    """

    def __init__(self, size: int) -> None:
        self.puzzle: CubePuzzle = cube_puzzle(size)
        rings = {i: self._ring(i) for i in range(len(self.puzzle.orbits))}
        kinds = [orbit.name for orbit in self.puzzle.orbits]
        self._orbits = [i for i, kind in enumerate(kinds) if kind in ("wing", "centre")]
        centres = {j: rings[i] for j, i in enumerate(self._orbits) if kinds[i] == "centre"}
        self.wings = [j for j, i in enumerate(self._orbits) if kinds[i] == "wing"]
        self.sides = [j for j, (depth, along) in centres.items() if depth == 1 < along]
        (self.outer,) = (j for j, ring in centres.items() if ring == (1, 1))
        self.inner = [j for j, (depth, _) in centres.items() if depth > 1]
        self.turns = [
            (face, last, quarters)
            for face in range(len(FACES))
            for last in range(1, size // 2 + 1)
            for quarters in (1, 2, 3)
            if 2 * last < size or face < 3  # half a cube turned is the other half turned back
        ]

    @cached_property
    def rows(self) -> list[list[bytes]]:
        """For each turn and orbit, for each slot the one whose piece comes there."""
        return [self.pieces(self.puzzle.turn(self.number(turn))) for turn in range(len(self.turns))]

    def number(self, turn: int) -> int:
        """Return the number of a turn in moves."""
        face, last, quarters = self.turns[turn]
        return turn_number(face, quarters, (1, last))

    def pieces(self, stickers: Permutation) -> list[bytes]:
        """Return which piece each slot holds, orbit by orbit, for a state given by its stickers."""
        held = self.puzzle.placements(stickers)
        rows = [held[self.puzzle.rows[i]] for i in self._orbits]
        for orbit in self.sides:
            slots = self._slots(orbit)
            aligned = bytearray(_SLOTS)
            for slot, piece in enumerate(rows[orbit]):
                aligned[slots[slot]] = slots[piece]
            rows[orbit] = bytes(aligned)
        return rows

    def _slots(self, orbit: int) -> list[int]:
        """Return the number face·4 + side for each slot of the puzzle's orbit."""
        size = self.puzzle.size
        numbers = []
        for (facelet,) in self.puzzle.orbits[self._orbits[orbit]].frames:
            face, place = divmod(facelet, size * size)
            row, column = divmod(place, size)
            from_sides = (row, size - 1 - column, size - 1 - row, column)
            numbers.append(_OF_A_FACE * face + from_sides.index(min(from_sides)))
        return numbers

    def _ring(self, orbit: int) -> tuple[int, int]:
        """Return how far its first facelet is from the nearest side of its face, and from the next."""
        size = self.puzzle.size
        row, column = divmod(self.puzzle.orbits[orbit].frames[0][0] % (size * size), size)
        near, far = sorted(min(way, size - 1 - way) for way in (row, column))
        return near, far


class BeamLimits(NamedTuple):
    """How far to search.

    Attributes:
        widths: how many positions of each length to extend; if nothing was found with one width, the next follows.
        sequences: how many to find.
        more: how many turns longer they may be than the shortest one found.
        patience: the most turns after the last start.
    """

    widths: tuple[int, ...] = (30_000, 120_000, 480_000)
    sequences: int = 500
    more: int = 2
    patience: int = 30


_LIMITS = BeamLimits()

Turns = tuple[str, str, str]
"""Which turns are allowed; see `Phase`."""


@frozen
class Phase:
    """The turns that are allowed, and their goal.

    Attributes:
        goal: the state afterwards, in the words of cubing.
        turns: about the axes U-D, R-L and F-B, a letter for each number of layers from 1 on: `a` for all turns,
            `h` for half turns, `-` for none.
        staged: orbits whose pieces of the two faces have to come to these faces.
        beside: orbits whose pieces of the two faces have to come to slots with the same numbers.
        solved: groups of orbits whose pieces all have to come to their faces.
        even: orbits that have to be permuted evenly.
        alike: orbits, among the `solved`, for which it suffices that all are arranged alike.
        faces: the two faces for `staged` and `beside`.
        power: to which the distance of a kind of piece is raised in the search.
        limits: how far to search.
    """

    goal: str
    turns: Turns
    faces: str = ""
    staged: Sequence[int] = ()
    beside: Sequence[int] = ()
    solved: Sequence[Sequence[int]] = ()
    even: Sequence[int] = ()
    alike: Sequence[int] = ()
    power: float = 1.0
    limits: BeamLimits = _LIMITS


class Position(NamedTuple):
    """A cube on the way.

    Attributes:
        pieces: of each orbit.
        turns: since the beginning, phase by phase, as numbers in the layout.
        origin: which of the cubes at the beginning.
    """

    pieces: list[bytes]
    turns: tuple[bytes, ...] = ()
    origin: int = 0

    @property
    def length(self) -> int:
        """The number of turns so far."""
        return sum(map(len, self.turns))


def search(
    phase: Phase,
    native: PhaseSearch,
    starts: Sequence[Position],
    poll: Callable[[], None],
    widening: float = 1.0,
) -> list[Position]:
    """Return the positions that sequences for a phase lead to, the shortest first; none if its beam was too narrow.

    Args:
        phase: the phase with its goal.
        native: the same, from `compile_phase`.
        starts: the positions to begin from.
        poll: called now and then; an exception from it ends the search.
        widening: by which the widths are multiplied; a narrow beam that finds nothing is followed by wider ones.
    """
    limits = phase.limits
    native_starts = [(start.pieces, start.length) for start in starts]
    widths = [round(widening * width) for width in limits.widths]
    for width in [*widths, *(width for width in limits.widths if width > widths[-1])]:
        results = native.search(
            native_starts, width, limits.sequences, limits.more, limits.patience, poll
        )
        if results:
            return [
                Position(pieces, (*starts[start].turns, turns), starts[start].origin)
                for start, turns, pieces in results
            ]
    return []


def compile_phase(phase: Phase, layout: Layout, poll: Callable[[], None]) -> PhaseSearch:
    """Return a phase with its tables, for `search`."""
    return _Compiler(phase, layout, poll).result()


_Set = tuple[int, int]  # an orbit, and its pieces as bits
_Values = int | list[int]  # all sets of this many slots, or these


class _Compiler:
    """Makes the native search of a phase."""

    def __init__(self, phase: Phase, layout: Layout, poll: Callable[[], None]) -> None:
        self._phase, self._layout, self._poll = phase, layout, poll
        self._turns = [i for i, turn in enumerate(layout.turns) if _allows(phase.turns, *turn)]
        self._followed: list[_Set] = []
        self._native = PhaseSearch(len(layout.rows[0]), phase.even, _UNIT)

    def result(self) -> PhaseSearch:
        phase, members = self._phase, _pieces_of(self._phase.faces)
        for turn in self._turns:
            self._add_turn(turn)
        for orbit in phase.staged:
            self._add_target([(orbit, members)], [members.bit_count()], [[members]])
        for orbits in phase.solved:
            for face in FACES[:3]:
                self._add_face(orbits, _pieces_of(face))
        beside = [self._follow((orbit, members)) for orbit in phase.beside]
        if beside:
            self._native.add_match(beside, [_UNIT // 2 * slots for slots in range(_SLOTS + 1)])
        return self._native

    def _add_turn(self, turn: int) -> None:
        face, last, _ = self._layout.turns[turn]
        opposite, axis = divmod(face, 3)
        block = opposite * self._layout.puzzle.size + last
        self._native.add_turn(turn, axis, block, self._layout.rows[turn])

    def _follow(self, one: _Set) -> int:
        if one not in self._followed:
            self._followed.append(one)
            self._native.follow(*one)
        return self._followed.index(one)

    def _add_face(self, orbits: Sequence[int], home: int) -> None:
        """Demand that the pieces of a face, of several orbits, are there; or arranged alike, if that suffices."""
        values = [self._reachable(orbit, home) for orbit in orbits]
        alike = [orbit in self._phase.alike for orbit in orbits]
        alike_values = [set(v) for v, is_alike in zip(values, alike, strict=True) if is_alike]
        common = set.intersection(*alike_values) if alike_values else {home}
        goals = [[one if is_alike else home for is_alike in alike] for one in sorted(common)]
        self._add_target([(orbit, home) for orbit in orbits], list(values), goals)

    def _add_target(
        self, sets: Sequence[_Set], values: list[_Values], goals: list[list[int]]
    ) -> None:
        turns = sorted(
            {tuple(self._layout.rows[t][orbit] for orbit, _ in sets) for t in self._turns}
        )
        counts = [math.comb(_SLOTS, one) if isinstance(one, int) else len(one) for one in values]
        table = bytearray(math.prod(counts))
        fill_distances([list(turn) for turn in turns], values, goals, table, self._poll)
        furthest = max(distance for distance in set(table) if distance < 255)
        costs = [round(_UNIT * distance**self._phase.power) for distance in range(furthest + 1)]
        self._native.add_target(list(map(self._follow, sets)), values, table, costs)

    def _reachable(self, orbit: int, home: int) -> list[int]:
        """Return all sets of slots that turns take these to."""
        rows = {self._layout.rows[turn][orbit] for turn in self._turns}
        reached, todo = {home}, [home]
        while todo:
            here = todo.pop()
            for row in rows:
                there = _moved(here, row)
                if there not in reached:
                    reached.add(there)
                    todo.append(there)
        return sorted(reached)


def _allows(turns: Turns, face: int, last: int, quarters: int) -> bool:
    letter = turns[face % 3][last - 1]
    return letter == "a" or (letter == "h" and quarters == 2)


def _pieces_of(faces: str) -> int:
    """Return the centre pieces of some faces, in any orbit of them: also the slots there."""
    first = (_OF_A_FACE * FACES.index(face) for face in faces)
    return _bits(slot for start in first for slot in range(start, start + _OF_A_FACE))


def _moved(slots: int, row: bytes) -> int:
    """Return where a turn takes a set of slots."""
    return _bits(slot for slot, source in enumerate(row) if slots >> source & 1)


def _bits(ones: Iterable[int]) -> int:
    return sum(1 << one for one in ones)
