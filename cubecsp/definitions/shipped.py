"""The puzzles that come with cubecsp: megaminx, pyraminx and skewb, made from their solids.

Moves are those of the WCA's regulations (12e, 12f, 12h), for the megaminx the usual ones: `U` turns a layer
clockwise, `u` only the tip of a pyraminx. The piece UFR of the skewb stays where it is.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache

from cubecsp.definitions.pieces import KPuzzle
from cubecsp.definitions.solids import Solid, Turn, unit
from cubecsp.definitions.stickers import Vector

__all__ = ["SHIPPED"]


def _pyraminx() -> KPuzzle:
    """Return the pyraminx, with one corner up and one face in front."""
    corners = {
        "U": unit(0, 1, 0),
        "L": unit(-math.sqrt(6), -1, math.sqrt(2)),
        "R": unit(math.sqrt(6), -1, math.sqrt(2)),
        "B": unit(0, -1, -2 * math.sqrt(2)),
    }
    opposite = {"F": "B", "L": "R", "R": "L", "D": "U"}
    turns = {name: Turn(corner, 1 / 3, 3) for name, corner in corners.items()}
    turns |= {name.lower(): Turn(corner, 5 / 3, 3) for name, corner in corners.items()}
    return Solid(
        "pyraminx",
        {name: _negative(corners[corner]) for name, corner in opposite.items()},
        turns,
        {(2, 2): "EDGES", (3, 1): "AXIALS", (3, 2): "TIPS"},
    ).puzzle()


def _skewb() -> KPuzzle:
    """Return the skewb, held by its corner UFR."""
    faces = {
        "U": (0.0, 1.0, 0.0),
        "R": (1.0, 0.0, 0.0),
        "F": (0.0, 0.0, 1.0),
        "D": (0.0, -1.0, 0.0),
        "L": (-1.0, 0.0, 0.0),
        "B": (0.0, 0.0, -1.0),
    }
    corners = {"U": (-1, 1, -1), "R": (1, -1, -1), "L": (-1, -1, 1), "B": (-1, -1, -1)}
    return Solid(
        "skewb",
        faces,
        {name: Turn(unit(*corner), 0.0, 3) for name, corner in corners.items()},
        {
            **{(3, beyond): "CORNERS" for beyond in range(5)},
            **{(1, beyond): "CENTERS" for beyond in range(5)},
        },
    ).puzzle()


def _megaminx() -> KPuzzle:
    """Return the megaminx, with U up and F in front."""
    around = ("F", "L", "BL", "BR", "R")  # clockwise, seen from above
    opposite = {"U": "D", "F": "B", "L": "DR", "BL": "FR", "BR": "FL", "R": "DL"}
    faces: dict[str, Vector] = {"U": (0.0, 1.0, 0.0)}
    for number, name in enumerate(around):
        angle = 2 * math.pi * number / 5
        faces[name] = unit(-2 * math.sin(angle), 1, 2 * math.cos(angle))
    faces |= {other: _negative(faces[name]) for name, other in opposite.items()}
    return Solid(
        "megaminx",
        faces,
        {name: Turn(normal, 0.7, 5) for name, normal in faces.items()},
        {(3, 3): "CORNERS", (2, 2): "EDGES", (1, 1): "CENTERS"},
    ).puzzle()


def _negative(vector: Vector) -> Vector:
    x, y, z = vector
    return -x, -y, -z


SHIPPED: dict[str, Callable[[], KPuzzle]] = {
    "megaminx": cache(_megaminx),
    "pyraminx": cache(_pyraminx),
    "skewb": cache(_skewb),
}
"""The puzzles by name; each is made when first needed."""
