"""Slots that hold their own pieces."""

from __future__ import annotations

from cubecsp.models.core.rule import colours_of
from cubecsp.models.rules.slots import OnSlots


class Permuted(OnSlots):
    """These slots hold their own pieces, however turned."""

    name = "permuted"
    summary = "these slots hold their own pieces, however turned"
    example = "permuted=corners"

    def _fits(self, slot: int, piece: int, turn: int) -> bool:
        del turn
        return piece == slot

    def _fault(self, name: str, colours: str) -> str | None:
        return None if set(colours) == set(name) else f"slot {name} holds {colours_of(colours)}"


RULE = Permuted
