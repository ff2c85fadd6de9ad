"""Rules on many states at once, in the form in which a breadth-first search visits them."""

from __future__ import annotations

from functools import reduce

import numpy as np
from numpy.typing import NDArray

from cubecsp.models.core.pattern import Pattern
from cubecsp.models.core.primitives import AtLeast, Primitive, SlotDomain
from cubecsp.puzzle.cube.batch import Batch
from cubecsp.puzzle.kpuzzle.kpuzzle import KPattern, KPuzzle
from cubecsp.puzzle.states.columns import Columns
from cubecsp.puzzle.states.space import Space, Wanted

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
        slot, held = _slot_and_pieces(primitive, start.puzzle)
        row = space.row(slot)
        if row is None:
            return np.full(columns.shape[1], start.holds(slot) in held, np.bool_)
        table = space.values_of(slot, lambda *value: value in held)
        return np.asarray(table[columns[row]])

    parts = pattern.primitives
    filters = [rule.holds_in for rule in pattern.rules if rule.is_filter_on(pattern.puzzle)]

    def satisfied(columns: Columns) -> _Flags:
        all_true = np.ones(columns.shape[1], np.bool_)
        kept: _Flags = reduce(np.logical_and, (of(part, columns) for part in parts), all_true)
        if filters:
            some = Batch(space.rows_of(columns[:, kept]), pattern.puzzle)
            kept[kept] = some.passing(filters)
        return kept

    return satisfied


def _slot_and_pieces(placed: SlotDomain, puzzle: KPuzzle) -> tuple[int, set[tuple[int, int]]]:
    """Return the slot that a primitive is about, and the pieces that it may hold, with how they are turned."""
    orbit = puzzle.orbits[placed.orbit]
    head = orbit.frames[placed.slot][0]
    pieces = (puzzle.piece_shown(head, orbit.stickers[value][0]) for value in placed.placements)
    return puzzle.slot_at[head], {piece[:2] for piece in pieces}
