"""Permutations of stickers as GAP prints them: `(1,3,8,6)(2,5,7,4)(9,33,25,17)(10,34,26,18)(11,35,27,19)`.

The sticker at 1 goes to where 3 is, that at 3 to where 8 is. Stickers are numbered as in the example of a cube in
GAP's manual: row by row, without the centres, face by face in the order U L F R B D.
"""

from __future__ import annotations

import re

from cubecsp.errors import InputError, excerpt
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.geometry import FACES

_NUMBERED = tuple(
    facelet
    for face in "ULFRBD"
    for facelet in CUBE.face(FACES.index(face))
    if facelet not in CUBE.centres
)
_TURN = "(1,3,8,6)(2,5,7,4)(9,33,25,17)(10,34,26,18)(11,35,27,19)"
_CYCLES = re.compile(r"(?:\s*+\(\s*+\d{1,4}+(?:\s*+,\s*+\d{1,4}+)*+\s*+\))++\s*+")


def are_numbered(text: str) -> bool:
    """Return whether a text is cycles of numbers."""
    return "," in text and _CYCLES.fullmatch(text) is not None


def of_gap(text: str) -> Facelets:
    """Return the stickers after a permutation of those of a solved 3×3×3.

    Raises:
        InputError: a number is that of no sticker, or occurs twice.
    """
    cycles = [re.findall(r"\d+", cycle) for cycle in text.split(")")]
    numbers = [int(number) for cycle in cycles for number in cycle]
    most = len(_NUMBERED)
    if len({*numbers}) < len(numbers) or not {*numbers} <= {*range(1, most + 1)}:
        raise InputError(
            f"cycles {excerpt(text)}: these are not cycles of different stickers",
            f"write each of 1 to {most} once at most, as {_TURN}, which is U",
            text=text,
        )
    letters = [FACES[colour] for colour in CUBE.home_colours]
    solved = letters.copy()
    for cycle in cycles:
        places = [_NUMBERED[int(number) - 1] for number in cycle]
        for place, target in zip(places, places[1:] + places[:1], strict=True):
            letters[target] = solved[place]
    return Facelets("".join(letters))
