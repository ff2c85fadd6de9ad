"""Rules on many states at once, in the form in which a breadth-first search visits them."""

from __future__ import annotations

from functools import reduce

import numpy as np
from numpy.typing import NDArray

from cubecsp.models.core.pattern import Pattern
from cubecsp.models.core.primitives import AtLeast, Primitive, SlotDomain
from cubecsp.puzzle.core.orbits import Orbit
from cubecsp.puzzle.cube.batch import CubeArray
from cubecsp.puzzle.kpuzzle.kpuzzle import KPattern, KPuzzle
from cubecsp.puzzle.states.columns import Columns
from cubecsp.puzzle.states.space import Space, Wanted

__all__ = ["condition", "rows_of"]

_Flags = NDArray[np.bool_]


def condition(space: Space, pattern: Pattern, start: KPattern) -> Wanted:
    """Return the predicate on states of a space that is true where they satisfy the rules.

    Args:
        space: of the states.
        pattern: the rules.
        start: a state with the pieces in the slots that no move changes.
    """

    def of(primitive: Primitive, columns: Columns) -> _Flags:
        if isinstance(primitive, AtLeast):
            counts = np.zeros(columns.shape[1], np.int64)
            for part in primitive.parts:
                counts += of(part, columns)
            return np.asarray(counts >= primitive.needed)
        assert isinstance(primitive, SlotDomain)  # to which all else reduces
        slot, held = _placed(primitive, start.puzzle)
        row = space.row(slot)
        if row is None:
            return np.full(columns.shape[1], start.holds(slot) in held, np.bool_)
        table = space.values_of(slot, lambda *value: value in held)
        return np.asarray(table[columns[row]])

    parts = pattern.primitives
    return lambda columns: reduce(
        np.logical_and, (of(part, columns) for part in parts), np.ones(columns.shape[1], np.bool_)
    )


def rows_of(space: Space, columns: Columns) -> CubeArray:
    """Return for each state what its slots hold, as in `State.seen`: shape (n, slots)."""
    slots = space.puzzle.slots
    rows = np.empty((columns.shape[1], len(slots)), np.uint8)
    for number, (orbit, slot) in enumerate(slots):
        row = space.row(space.puzzle.slot_at[orbit.frames[slot][0]])
        assert row is not None  # since moves change what is in this slot
        rows[:, number] = _placements(space, orbit, slot)[columns[row]]
    return rows


def _placements(space: Space, orbit: Orbit, slot: int) -> NDArray[np.uint8]:
    """Return for each value that a slot can have the first placement that looks like it."""
    puzzle, head = space.puzzle, orbit.frames[slot][0]
    result: NDArray[np.uint8] = np.zeros((), np.uint8)
    for placement in orbit.firsts:
        held = puzzle.piece_shown(head, orbit.stickers[placement][0])[:2]
        is_held = space.values_of(puzzle.slot_at[head], lambda *value, held=held: value == held)
        result = np.where(is_held, np.uint8(placement), result)
    return result


def _placed(placed: SlotDomain, puzzle: KPuzzle) -> tuple[int, set[tuple[int, int]]]:
    """Return the slot that a primitive is about, and the pieces that it may hold, with how they are turned."""
    orbit = puzzle.orbits[placed.orbit]
    head = orbit.frames[placed.slot][0]
    pieces = (puzzle.piece_shown(head, orbit.stickers[value][0]) for value in placed.placements)
    return puzzle.slot_at[head], {piece[:2] for piece in pieces}
