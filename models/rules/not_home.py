"""Slots that do not hold their own pieces."""

from __future__ import annotations

from cubecsp.models.rules.slots import OnSlots, ShownSlot


class NotHome(OnSlots):
    """None of these slots holds its own piece, however turned."""

    name = "not-home"
    summary = "none of these slots holds its own piece, however turned"
    example = "not-home=corners"

    def _fits(self, slot: int, piece: int, turn: int) -> bool:
        del turn
        return piece != slot

    def _fault(self, shown: ShownSlot) -> str | None:
        return f"slot {shown.name} holds its own piece" if shown.is_home else None


RULE = NotHome
