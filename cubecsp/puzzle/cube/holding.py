"""The whole-cube orientation, or *holding*: stickers turned with the whole cube, and colours named after the centres.

A cube has 24 orientations. Stickers that are read stay where the reader sees them, and a colour is named
after the face whose centre shows it: the yellow centre up makes yellow the colour U. So moves found for a
cube can be applied to it in its orientation.

A holding is six letters: for each face U R F D L B the face of the cube that is there, so that
`URFDLB` is the orientation at the start. `notation` applies rotations (x, y, z) to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TypeVar

from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.moves import parse_moves
from cubecsp.puzzle.cube.schemes import SCHEMES
from cubecsp.puzzle.cube.slot_names import HELD
from cubecsp.puzzle.cube.symmetry import SYMMETRIES

__all__ = [
    "HOLDINGS",
    "LONGEST",
    "after_moves",
    "holding_of",
    "holdings_of",
    "named_after_centres",
    "reheld",
]

T = TypeVar("T")

LONGEST = 500
"""The most moves that are read as a cube."""


HOLDINGS: dict[str, int] = {
    "".join(FACES[symmetry.faces.index(face)] for face in range(6)): symmetry.index
    for symmetry in SYMMETRIES
    if not symmetry.mirrored
}
"""The 24 holdings, each with the number of the symmetry that turns the cube to it. The first is `URFDLB`."""


@cache
def holding_of(centres: str, scheme: str = FACES) -> str:
    """Return the holding in which six centres show these colours, `FACES` if no known scheme has them in this way.

    Args:
        centres: the colours on the faces U R F D L B.
        scheme: the colours of a cube in the orientation at the start, if they may not be those of a known
            scheme.
    """
    for usual in (scheme, FACES, *SCHEMES.values()):
        if set(centres) == set(usual):
            holding = "".join(FACES[usual.index(colour)] for colour in centres)
            if holding in HOLDINGS:
                return holding
    return FACES


def holdings_of(letters: str, puzzle: CubePuzzle) -> frozenset[str]:
    """Return the possible holdings of a cube that shows these letters; none if no centre is known.

    For a cube of even size the corner in the slot DBL shows it.
    """
    shown = {
        FACES.index(face): letters[place]
        for face, place in zip(FACES if puzzle.centres else HELD, puzzle.anchors, strict=True)
        if letters[place] in FACES
    }
    if not shown:
        return frozenset()
    return frozenset(h for h in HOLDINGS if all(h[at] == letter for at, letter in shown.items()))


def named_after_centres(letters: str, holding: str) -> str:
    """Return the letters of colours of a cube in this holding, named after the faces whose centres show them."""
    return letters.translate(str.maketrans(holding, FACES))


def reheld(stickers: Sequence[T], holding: str, puzzle: CubePuzzle) -> list[T]:
    """Return stickers after the whole cube is turned so that face `holding[i]` is where face i was."""
    come = SYMMETRIES[HOLDINGS[holding]].tables(puzzle)[1]
    return [stickers[sticker] for sticker in come]


def after_moves(
    stickers: Sequence[T], moves: str, puzzle: CubePuzzle, longest: int = LONGEST
) -> list[T]:
    """Return stickers after moves in WCA notation, rotations of the whole cube included.

    Raises:
        InputError: the moves cannot be read, are not moves of `puzzle`, or are more than `longest`.
    """
    parsed = parse_moves(moves, longest, puzzle).simplified()
    turned = list(stickers)
    for turn in parsed:
        turned = [turned[sticker] for sticker in puzzle.turn(turn)]
    return reheld(turned, parsed.holding, puzzle)
