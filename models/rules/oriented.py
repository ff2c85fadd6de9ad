"""Slots whose pieces are oriented correctly."""

from __future__ import annotations

from cubecsp.models.core.rule import colours_of
from cubecsp.models.rules.slots import OnSlots


class Oriented(OnSlots):
    """The pieces in these slots are oriented correctly, whichever they are.

    A corner is so if its U or D colour is on face U or D; an edge, if turns of U, D, R, L and
    half turns of F and B can solve it (H. Kociemba's flip).
    """

    name = "oriented"
    summary = "the pieces in these slots are not twisted or flipped"
    example = "oriented=edges"

    def _fits(self, slot: int, piece: int, turn: int) -> bool:
        del slot, piece
        return turn == 0

    def _fault(self, name: str, colours: str) -> str | None:
        # Each piece has one colour that counts: that of U or D or, if it has neither, that of F or B.
        counting = next(
            c for c in "UDFB" if c in colours and (c in "UD" or not set(colours) & {*"UD"})
        )
        return (
            None if colours[0] == counting else f"slot {name} shows {colours_of(colours)}, turned"
        )


RULE = Oriented
