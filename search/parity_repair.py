"""Parity of a reduced cube of even size, which can be in a state that is impossible for a 3×3×3.

Two well-known sequences repair that: one flips an edge ("OLL parity"), the other exchanges two edges ("PLL
parity"). Each use is checked on the cube.
"""

from __future__ import annotations

from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.puzzle.cube.moves import Moves
from cubecsp.puzzle.cube.state import Cube

PARITY_STAGE = "parity repaired"
"""The goal of the stage that repairs a parity."""

# One flips an edge, the other exchanges two; {0} stands for the layers of half the cube.
REPAIRS = (
    "{0}Rw2 B2 U2 {0}Lw U2 {0}Rw' U2 {0}Rw U2 F2 {0}Rw F2 {0}Lw' B2 {0}Rw2",
    "{0}Rw2 R2 U2 {0}Rw2 R2 {0}Uw2 {0}Rw2 R2 {0}Uw2",
)


def parity_repair(three: Cube, puzzle: CubePuzzle) -> Moves | None:
    """Return moves that repair one parity of a reduced cube of even size; None if none is wrong."""
    if puzzle.size % 2:
        return None
    for text, needed in zip(REPAIRS, (sum(three.edge_flips) % 2, three.parity), strict=True):
        if needed:
            return Moves(text.format(puzzle.size // 2), puzzle)
    return None
