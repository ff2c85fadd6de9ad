"""Slots that hold their own pieces."""

from __future__ import annotations

from cubecsp.models.core.rule import colours_of
from cubecsp.models.rules.slots import OnSlots, ShownSlot


class Permuted(OnSlots):
    """These slots hold their own pieces, however turned."""

    name = "permuted"
    summary = "these slots hold their own pieces, however turned"
    example = "permuted=corners"

    def _fits(self, slot: int, piece: int, turn: int) -> bool:
        del turn
        return piece == slot

    def _fault(self, shown: ShownSlot) -> str | None:
        return None if shown.is_home else f"slot {shown.name} holds {colours_of(shown.colours)}"


RULE = Permuted
