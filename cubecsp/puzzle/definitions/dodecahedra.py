"""Dodecahedra that turn around their faces, with U up and F in front: megaminx and kilominx.

`Uv` turns the whole puzzle as `U` turns a layer.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from itertools import pairwise

from cubecsp.puzzle.definitions.cut_solids import (
    Polygon,
    Solid,
    Turn,
    between,
    centre,
    negative,
    unit,
)
from cubecsp.puzzle.kpuzzle.kpuzzle import KPuzzle
from cubecsp.puzzle.kpuzzle.sticker_places import Vector

_AROUND = ("F", "L", "BL", "BR", "R")  # clockwise, seen from above
_OPPOSITE = {"U": "D", "F": "B", "L": "DR", "BL": "FR", "BR": "FL", "R": "DL"}


def megaminx() -> KPuzzle:
    """Return the megaminx."""
    kinds = {(3, 3): "CORNERS", (2, 2): "EDGES", (1, 1): "CENTERS"}
    return _dodecahedron("megaminx", kinds)


def kilominx() -> KPuzzle:
    """Return the kilominx, which has only the corners of a megaminx."""
    return _dodecahedron("kilominx", {(3, 3): "CORNERS"}, _corners_only)


def _dodecahedron(
    name: str,
    kinds: Mapping[tuple[int, int], str],
    shape: Callable[[Polygon], list[Polygon]] | None = None,
) -> KPuzzle:
    """Return the puzzle with these kinds of pieces."""
    faces: dict[str, Vector] = {"U": (0.0, 1.0, 0.0)}
    for number, face in enumerate(_AROUND):
        angle = 2 * math.pi * number / 5
        faces[face] = unit(-2 * math.sin(angle), 1, 2 * math.cos(angle))
    faces |= {other: negative(faces[face]) for face, other in _OPPOSITE.items()}
    turns = {face: Turn(normal, 0.7, 5) for face, normal in faces.items()}
    rotations = {f"{face}v": Turn.whole(normal, 5) for face, normal in faces.items()}
    return Solid(name, faces, turns, kinds, rotations, shape).puzzle()


def _corners_only(face: Polygon) -> list[Polygon]:
    """Cut a face from its middle to the middles of its sides."""
    middle = centre(face)
    sides = [between(before, corner) for before, corner in pairwise([face[-1], *face])]
    return [
        [corner, after, middle, before]
        for corner, before, after in zip(face, sides, [*sides[1:], sides[0]], strict=True)
    ]
