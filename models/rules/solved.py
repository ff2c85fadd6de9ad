"""Slots that hold their own pieces, oriented correctly."""

from __future__ import annotations

from cubecsp.models.core.rule import colours_of
from cubecsp.models.rules.slots import OnSlots, ShownSlot


class Solved(OnSlots):
    """These slots hold their own pieces, turned as they should be.

    Centre pieces of one colour look alike: one of the right colour counts as solved, since no drawing tells which of the
    four it is. Wings can all be told apart: the two of an edge show its colours the other way round.
    """

    name = "solved"
    summary = "these slots hold their own pieces, turned right"
    example = "solved=last-layer"

    def _fits(self, slot: int, piece: int, turn: int) -> bool:
        return piece == slot and turn == 0

    def _fault(self, shown: ShownSlot) -> str | None:
        if shown.colours == shown.own:
            return None
        return f"slot {shown.name} shows {colours_of(shown.colours)}"


RULE = Solved
