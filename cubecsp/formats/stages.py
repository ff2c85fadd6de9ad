"""VisualCube's stages: which stickers of a solved cube each of them leaves in colour.

A stage is written as the pieces that it shows whole, the centres, and single stickers: `DFR`, `FR`,
`F`, `U5`. What the stages show was read off the pictures that VisualCube draws of them.
"""

from __future__ import annotations

import re
from functools import cache

from cubecsp.errors import InputError
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.holding import after_moves

_D_CORNERS = "DFR DLF DBL DRB"
_D_EDGES = "DR DF DL DB"
_CROSS = f"{_D_EDGES} D R F L B"
_FIRST_LAYER = f"{_D_CORNERS} {_D_EDGES} D"
_F2L = f"{_D_CORNERS} {_CROSS} FR FL BL BR"
_BLOCKS = f"{_D_CORNERS} DR DL FR FL BL BR R L"
_U_FACE = "U1 U2 U3 U4 U5 U6 U7 U8 U9"
_U_CORNERS = "URF UFL ULB UBR"
_U_EDGES = "UR UF UL UB"

_CUBE_STAGES = {
    "fl": _FIRST_LAYER,
    "f2l": _F2L,
    "ll": f"{_U_CORNERS} {_U_EDGES} U",
    "cll": f"{_U_CORNERS} U",
    "ell": f"{_U_EDGES} U",
    "oll": _U_FACE,
    "ocll": "U1 U3 U5 U7 U9",
    "oell": "U2 U4 U5 U6 U8",
    "coll": f"{_U_FACE} {_U_CORNERS}",
    "ocell": f"{_U_FACE} {_U_EDGES}",
    "wv": f"{_U_FACE} {_F2L}",
    "vh": f"U2 U4 U5 U6 U8 {_F2L}",
    "els": f"{_U_FACE} {_CROSS} DLF DBL DRB D3 FR FL BL BR",
    "cls": f"{_U_FACE} {_F2L}",
    "cmll": f"{_U_CORNERS} {_BLOCKS}",
    "cross": _CROSS,
    "f2l_3": f"{_CROSS} DFR FR",
    "f2l_2": f"{_CROSS} DBL DRB BL BR",
    "f2l_sm": f"{_CROSS} DFR DBL FR BL",
    "f2l_1": f"{_CROSS} DLF DBL DRB FL BL BR",
    "f2b": _BLOCKS,
    "line": "DF DB D F B",
    "2x2x2": "DFR DR DF FR D R F",
    "2x2x3": "DFR DLF DR DF DL FR FL D R F L",
}

_POCKET_STAGES = {"fl": _D_CORNERS, "ll": _U_CORNERS, "oll": "U1 U2 U3 U4 D1 D2 D3 D4"}

STAGES: dict[int, dict[str, str]] = {3: _CUBE_STAGES, 2: _POCKET_STAGES}
"""For each size of cube, the stages and the stickers that they show."""

_STAGE = re.compile(
    "({})-?([xyz2' ]*)".format("|".join(sorted(_CUBE_STAGES, key=len, reverse=True)))
)


def stage_facelets(text: str, puzzle: CubePuzzle) -> frozenset[int]:
    """Return the facelets that a stage such as `f2l` or `cross-x2` leaves in colour.

    Raises:
        InputError: there is no such stage.
    """
    match = _STAGE.fullmatch(re.sub("^f2l-(3|2|sm|1)", r"f2l_\1", text))
    stages = STAGES.get(puzzle.size, {})
    if not match or match[1] not in stages:
        raise InputError(
            f"a {puzzle.name} has no stage {text[:20]!r}",
            f"known are {', '.join(stages)}, each with a rotation after it if need be: fl-x2"
            if stages
            else "stages are for a 3×3×3 or 2×2×2",
        )
    facelets = _facelets(match[1], puzzle)
    places = after_moves(range(puzzle.facelet_count), match[2], puzzle)
    return frozenset(place for place, source in enumerate(places) if source in facelets)


@cache
def _facelets(stage: str, puzzle: CubePuzzle) -> frozenset[int]:
    names = {name: {facelet} for facelet, name in enumerate(puzzle.names)}
    for orbit in puzzle.orbits:
        names |= {n: set(f) for n, f in zip(orbit.names, orbit.frames, strict=True)}
    if puzzle == CUBE:
        names |= {face: {CUBE.centres[i]} for i, face in enumerate(FACES)}
    return frozenset().union(*(names[word] for word in STAGES[puzzle.size][stage].split()))
