"""Cubes that turn around their corners: skewb, dino cube and redi cube. `x`, `y` and `z` turn the whole cube."""

from __future__ import annotations

import math
from collections.abc import Mapping

from cubecsp.puzzle.definitions.cut_solids import Polygon, Solid, Turn, between, centre, unit
from cubecsp.puzzle.kpuzzle.kpuzzle import KPuzzle
from cubecsp.puzzle.kpuzzle.sticker_places import Vector

_FACES: dict[str, Vector] = {
    "U": (0.0, 1.0, 0.0),
    "R": (1.0, 0.0, 0.0),
    "F": (0.0, 0.0, 1.0),
    "D": (0.0, -1.0, 0.0),
    "L": (-1.0, 0.0, 0.0),
    "B": (0.0, 0.0, -1.0),
}
_ROTATIONS = {axis: Turn.whole(_FACES[face], 4) for axis, face in zip("xyz", "RUF", strict=True)}


def skewb() -> KPuzzle:
    """Return the skewb, whose corner UFR stays in its place (regulation 12h of the WCA: fixed-corner notation)."""
    corners = {"U": "ULB", "R": "DRB", "L": "DLF", "B": "DBL"}
    kinds = {(3, beyond): "CORNERS" for beyond in range(5)}
    kinds |= {(1, beyond): "CENTERS" for beyond in range(5)}
    turns = {name: Turn(_corner(corner), 0.0, 3) for name, corner in corners.items()}
    return Solid("skewb", _FACES, turns, kinds, _ROTATIONS).puzzle()


def dino_cube() -> KPuzzle:
    """Return the dino cube, whose faces are cut along their diagonals."""
    turns = _turns(1 / math.sqrt(3))
    return Solid("dino_cube", _FACES, turns, {(2, 2): "EDGES"}, _ROTATIONS).puzzle()


def redi_cube() -> KPuzzle:
    """Return the redi cube: a dino cube with corners, which are turned together with the edges around them."""
    turns, kinds = _turns(0.6), {(3, 1): "CORNERS", (2, 2): "EDGES"}
    return Solid("redi_cube", _FACES, turns, kinds, _ROTATIONS, _with_corners).puzzle()


def _turns(depth: float) -> Mapping[str, Turn]:
    """Return a turn around each corner, which is named after its faces."""
    names = [u + f + r for u in "UD" for f in "FB" for r in "RL"]
    return {name: Turn(_corner(name), depth, 3) for name in names}


def _corner(name: str) -> Vector:
    """Return the direction of the corner of three faces."""
    return unit(*centre([_FACES[face] for face in name]))


def _with_corners(face: Polygon) -> list[Polygon]:
    """Cut a face into squares at its corners, and what is between these and the middle of the face."""
    middle = centre(face)
    stickers = []
    for before, corner, after in zip(
        [face[-1], *face[:-1]], face, [*face[1:], face[0]], strict=True
    ):
        inner, side = between(corner, middle), between(corner, after, 1 / 4)
        stickers.append([corner, side, inner, between(corner, before, 1 / 4)])
        far = between(after, corner, 1 / 4)
        stickers.append([side, far, between(after, middle), middle, inner])
    return stickers
