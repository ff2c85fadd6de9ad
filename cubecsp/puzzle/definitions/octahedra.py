"""Octahedra that turn around their faces: FTO and baby FTO.

A corner is in front. The faces around it are, clockwise, U, R, F and L; opposite of these are D, BL, B and BR.
All names are those of cubing.js; `Uv` turns the whole puzzle as `U` turns a layer.
"""

from __future__ import annotations

import math

from cubecsp.puzzle.definitions.cut_solids import Solid, Turn, negative, unit
from cubecsp.puzzle.kpuzzle.kpuzzle import KPuzzle

_FRONT = {
    "U": unit(0, math.sqrt(2), 1),
    "R": unit(math.sqrt(2), 0, 1),
    "F": unit(0, -math.sqrt(2), 1),
    "L": unit(-math.sqrt(2), 0, 1),
}
_FACES = _FRONT | {
    other: negative(_FRONT[name])
    for name, other in zip("URFL", ("D", "BL", "B", "BR"), strict=True)
}
_ROTATIONS = {f"{name}v": Turn.whole(normal, 3) for name, normal in _FACES.items()}


def fto() -> KPuzzle:
    """Return the FTO, whose layers are equally thick."""
    turns = {name: Turn(normal, 1 / 3, 3) for name, normal in _FACES.items()}
    kinds = {(4, 4): "CORNERS", (2, 2): "EDGES", (1, 3): "CENTERS"}
    return Solid("fto", _FACES, turns, kinds, _ROTATIONS).puzzle()


def baby_fto() -> KPuzzle:
    """Return the baby FTO, also called skewb diamond; the corner behind stays in its place."""
    turns = {name: Turn(normal, 0.0, 3) for name, normal in _FRONT.items()}
    kinds = {(4, beyond): "CORNERS" for beyond in range(5)}
    kinds |= {(1, beyond): "CENTERS" for beyond in range(5)}
    return Solid("baby_fto", _FACES, turns, kinds, _ROTATIONS).puzzle()
