"""Slots whose pieces are oriented correctly."""

from __future__ import annotations

from cubecsp.errors import InputError
from cubecsp.models.core.rule import colours_of
from cubecsp.models.rules.slots import OnSlots, ShownSlot, places_of
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle


class Oriented(OnSlots):
    """The pieces in these slots are oriented correctly, whichever they are.

    A corner is so if its U or D colour is on face U or D; an edge, if turns of U, D, R, L and
    half turns of F and B can solve it (H. Kociemba's flip). Wings and centre pieces are never turned in their slots.
    """

    name = "oriented"
    summary = "the pieces in these slots are not twisted or flipped"
    example = "oriented=edges"

    def require(self, puzzle: Puzzle) -> None:
        """Make sure that pieces can be turned in some of the slots."""
        super().require(puzzle)
        if isinstance(puzzle, CubePuzzle) and all(
            puzzle.orbits[orbit].turns == 1 for orbit, _ in places_of(self.slots, puzzle)
        ):
            raise InputError(
                f"rule {self}: wings and centre pieces are never turned in their slots",
                "write permuted, or edges-paired",
            )

    def _fits(self, slot: int, piece: int, turn: int) -> bool:
        del slot, piece
        return turn == 0

    def _fault(self, shown: ShownSlot) -> str | None:
        if not shown.turnable:
            return None
        colours = shown.colours
        # Each piece has one colour that counts: that of U or D or, if it has neither, that of F or B.
        counting = next(
            c for c in "UDFB" if c in colours and (c in "UD" or not set(colours) & {*"UD"})
        )
        if colours[0] == counting:
            return None
        return f"slot {shown.name} shows {colours_of(colours)}, turned"


RULE = Oriented
