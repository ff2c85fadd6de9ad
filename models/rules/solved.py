"""Slots that hold their own pieces, oriented correctly."""

from __future__ import annotations

from cubecsp.models.core.rule import colours_of
from cubecsp.models.rules.slots import OnSlots


class Solved(OnSlots):
    """These slots hold their own pieces, turned as they should be."""

    name = "solved"
    summary = "these slots hold their own pieces, turned right"
    example = "solved=last-layer"

    def _fits(self, slot: int, piece: int, turn: int) -> bool:
        return piece == slot and turn == 0

    def _fault(self, name: str, colours: str) -> str | None:
        return None if colours == name else f"slot {name} shows {colours_of(colours)}"


RULE = Solved
