"""The 24 ways to hold a cube, and the rotations of the whole cube that lead from one to another.

A holding is six letters: for each face U R F D L B the face of the cube that is there, so that
`URFDLB` is a cube held as at the start.
"""

from __future__ import annotations

from functools import cache
from itertools import product

from cubecsp.cube.geometry import FACES
from cubecsp.cube.moves import Moves
from cubecsp.cube.notation import parse_and_hold
from cubecsp.cube.symmetry import SYMMETRIES

__all__ = ["HOLDINGS", "held_after", "held_turns", "rotation"]

HOLDINGS: dict[str, int] = {
    "".join(FACES[symmetry.faces.index(face)] for face in range(6)): symmetry.index
    for symmetry in SYMMETRIES
    if not symmetry.mirrored
}
"""The 24 holdings with the number of the symmetry that turns the cube so. The first is `URFDLB`."""


def held_after(first: str, then: str) -> str:
    """Return how a cube is held that is turned as in `first`, and from there as in `then`."""
    return "".join(first[FACES.index(face)] for face in then)


def held_turns(turns: Moves, holding: str) -> Moves:
    """Return the turns of a cube held as at the start that `turns` are of one in this holding."""
    return turns.renamed(FACES.index(face) for face in holding)


@cache
def rotation(holding: str) -> str:
    """Return the shortest rotation x y z that leads to a holding, "" for the one at the start."""
    quarters = [axis + more for axis in "xyz" for more in ("", "'", "2")]
    words = ["", *quarters, *map(" ".join, product(quarters, repeat=2))]
    return next(word for word in words if parse_and_hold(word)[1] == holding)
