"""The puzzles that come with cubecsp: megaminx, pyraminx and skewb, made from their solids, and Square-1.

Moves are those of the WCA's regulations (12e, 12f, 12h), except that the megaminx has the usual ones: `U`
turns a layer clockwise, `u` only the tip of a pyraminx. The piece UFR of the skewb stays where it is. Moves
that turn the whole puzzle are named as in cubing.js: `x`, `y` and `z` of the skewb; `Uv` turns the other two
as `U` turns a layer.

Each of the two layers of the Square-1 has twelve slots of 30°, in which an edge takes one and a corner two.
They are numbered clockwise, as one looks at the layer, from the front end of the cut. `/` turns the half to
the right of the cut, which is possible if no corner lies across the cut. The other half of the middle layer
stays where it is. The cut is where regulation 12c has it, to the left of the edges in front.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache

from cubecsp.puzzle.definitions import NAMES
from cubecsp.puzzle.definitions.solids import Solid, Turn, unit
from cubecsp.puzzle.kpuzzle.kpuzzle import KPuzzle, OrbitDefinition, Piece, SlotMove
from cubecsp.puzzle.kpuzzle.sticker_places import Vector

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
        {f"{name}v": Turn.whole(corner, 3) for name, corner in corners.items()},
    ).puzzle()


def _skewb() -> KPuzzle:
    """Return the skewb, with its corner UFR fixed."""
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
        {axis: Turn.whole(faces[face], 4) for axis, face in zip("xyz", "RUF", strict=True)},
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
        {f"{name}v": Turn.whole(normal, 5) for name, normal in faces.items()},
    ).puzzle()


_SQUARE1 = "CceCceCceCce", "eCceCceCceCc"  # by slot of each layer: corners begin, and end; edges


def _square1() -> KPuzzle:
    """Return the Square-1, solved."""
    number = len(_SQUARE1[0])
    upper, lower, middle = range(number), range(number, 2 * number), 2 * number
    half = number // 2
    right = [*zip(upper[half:], lower[:half], strict=True)]
    ends = frozenset((piece, 0) for piece, kind in enumerate("".join(_SQUARE1)) if kind == "c")

    def made(sources: dict[int, int], turned: int = 0) -> SlotMove:
        slots = range(middle + 1)
        return SlotMove(tuple(sources.get(s, s) for s in slots), (*[0] * middle, turned))

    return KPuzzle(
        "square1",
        [OrbitDefinition("WEDGES", middle, 1), OrbitDefinition("MIDDLE", 1, 2)],
        [*(Piece(slot, 0, 1) for slot in (*upper, *lower)), Piece(0, 0, 2)],
        {
            "U": made({slot: upper[slot - 1] for slot in upper}),
            "D": made({slot: lower[slot - number - 1] for slot in lower}),
            "/": made({**dict(right), **{to: slot for slot, to in right}}, 1),
        },
        requires={"/": {layer[at]: ends for layer in (upper, lower) for at in (0, half)}},
    )


def _negative(vector: Vector) -> Vector:
    x, y, z = vector
    return -x, -y, -z


_MADE: tuple[Callable[[], KPuzzle], ...] = (_megaminx, _pyraminx, _skewb, _square1)

SHIPPED: dict[str, Callable[[], KPuzzle]] = dict(zip(NAMES, map(cache, _MADE), strict=True))
"""The puzzles by name; each is made when first needed."""
