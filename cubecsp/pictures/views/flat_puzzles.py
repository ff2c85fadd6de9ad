"""Pictures of puzzles whose parts have no place in a net: Square-1 and clock.

The Square-1 is seen as if its net were folded out: the upper layer from above, the front of the middle layer, and the
lower layer from below, each with the colours of its sides around it. The clock is seen from both sides, each as one
looks at it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple, TypeAlias

from cubecsp.pictures.outline import Outline, Point, polygon
from cubecsp.pictures.views.solids import place_of
from cubecsp.pictures.views.view import Sheet
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.definitions.puzzle_data import is_built_in
from cubecsp.puzzle.kpuzzle.kpuzzle import KPattern, KPuzzle

FLAT_VIEW = "net"
"""The only view of these puzzles."""

Part: TypeAlias = tuple[str, str, Sequence[Point]]
"""The name of a coloured part, the name of its colour, and its corners, clockwise."""

Drawing: TypeAlias = tuple[list[Outline], list[Part]]
"""The outlines of a body, and the parts on it, the lowest first."""


class FlatPuzzle(NamedTuple):
    """A puzzle that is drawn flat.

    Attributes:
        faces: the names of its colours.
        draw: returns the drawing of a state.
    """

    faces: Sequence[str]
    draw: Callable[[Any], Drawing]


def flat_puzzle(puzzle: KPuzzle) -> FlatPuzzle | None:
    """Return how a puzzle is drawn flat; None if it is not."""
    return _FLAT.get(puzzle.name) if is_built_in(puzzle.origin) else None


def as_sheet(drawing: Drawing) -> Sheet:
    """Return the layout of a drawing."""
    bodies, parts = drawing
    places = (place_of(n, corners[::-1], lambda p: p) for n, (_, _, corners) in enumerate(parts))
    return Sheet(tuple(bodies), tuple(places))


def _towards(middle: Point, degrees: float, radius: float) -> Point:
    """Return the point in a direction, clockwise from upwards."""
    angle = math.radians(degrees)
    return middle[0] + radius * math.sin(angle), middle[1] - radius * math.cos(angle)


# ------------------------------------------------------------ Square-1

_HALF = 60.0  # of a side of the square
_WEDGE = 30  # degrees
_CUT = 15  # degrees, from the middle of the front to the left
_NEAR, _FAR = _HALF / math.cos(math.radians(_CUT)), _HALF * math.sqrt(2)  # points of the rim
_SLOTS = 12  # of a layer
_INNER = 0.68  # where the colours of sides begin, on the way from the middle to the rim
_LAYERS = {"U": ((0.0, 0.0), 180 + _CUT), "D": ((0.0, 214.0), -_CUT)}  # middle; where slot 0 begins
_STRIP = (92.0, 122.0)  # of the middle layer
_SIDES = {"U": "BRFL", "D": "FRBL"}  # clockwise in the picture, the upper one first


def _square1(state: KPattern) -> Drawing:
    """Return the pieces of the layers, slot by slot, and the middle layer; halves of a corner are one if they are together."""
    held, middles = [piece for piece, _ in state.slots], _middle(state)
    bodies, parts = [polygon(corners) for _, _, corners in middles], list[Part]()
    for layer, (middle, start) in _LAYERS.items():
        row = held[:_SLOTS] if layer == "U" else held[_SLOTS : 2 * _SLOTS]
        corners = {
            slot
            for slot, piece in enumerate(row)
            if piece % 3 == piece // _SLOTS and row[(slot + 1) % _SLOTS] == piece + 1
        }
        for slot, piece in enumerate(row):
            if (slot - 1) % _SLOTS in corners:
                continue  # its other half
            radii = (_NEAR, _FAR, _NEAR) if slot in corners else (_NEAR, _NEAR)
            rim = [_towards(middle, start + _WEDGE * (slot + n), r) for n, r in enumerate(radii)]
            bodies.append(polygon([middle, *rim]))
            parts += _stickers(f"{layer}{slot + 1}", piece, middle, rim)
    return bodies, parts + middles


def _stickers(name: str, piece: int, middle: Point, rim: Sequence[Point]) -> list[Part]:
    """Return the stickers of a piece that begins with this half, or is an edge: of its layer and its sides."""
    (x, y), home = middle, "U" if piece < _SLOTS else "D"
    inner = [(x + _INNER * (a - x), y + _INNER * (b - y)) for a, b in rim]
    parts: list[Part] = [(name, home, [middle, *inner])]
    for n, ((a, b), (c, d)) in enumerate(pairwise(zip(inner, rim, strict=True))):
        angle = _LAYERS[home][1] + _WEDGE * ((piece + n) % _SLOTS + 0.5)
        parts.append((f"{name}{'ab'[n]}", _SIDES[home][round(angle / 90) % 4], [a, b, d, c]))
    return parts


def _middle(state: KPattern) -> list[Part]:
    """Return the front of the middle layer: left of the cut, and right of it, where the back may be in front."""
    (top, bottom), cut = _STRIP, -_HALF * math.tan(math.radians(_CUT))
    end, face = (2 * cut + _HALF, "B") if state.slots[-1][1] else (_HALF, "F")
    return [
        (name, colour, [(a, top), (b, top), (b, bottom), (a, bottom)])
        for name, colour, a, b in (("left", "F", -_HALF, cut), ("right", face, cut, end))
    ]


# ------------------------------------------------------------ clock

_DIAL, _RIM, _APART = (
    26.0,
    36.0,
    60.0,
)  # radii, of a dial and of the body around it; between two middles
_BACK = 260.0  # where the middle of the other side is
_HAND = ((0, 24.5), (120, 7.5), (180, 9), (240, 7.5))  # directions and radii, at twelve
_TWELVE = ((-14, 38), (14, 38), (0, 25))


def _clock(state: KPattern) -> Drawing:
    """Return the dials with a mark at twelve and a hand, as one looks at each side."""
    bodies, parts = list[Outline](), list[Part]()
    for dial, (_, hour) in enumerate(state.slots):
        side, left = ("front", 0.0) if dial < 9 else ("back", _BACK)
        middle = left + _APART * (dial % 3 - 1), _APART * (dial % 9 // 3 - 1)
        bodies.append(polygon(_disc(middle, _RIM + _APART if dial % 9 == 4 else _RIM)))
        name = f"{side}{dial % 9 + 1}"
        parts += [
            (name, side, _disc(middle, _DIAL)),
            (f"{name}-twelve", "twelve", [_towards(middle, *at) for at in _TWELVE]),
            (f"{name}-hand", "hand", [_towards(middle, a + 30 * hour, r) for a, r in _HAND]),
        ]
    return bodies, parts


def _disc(middle: Point, radius: float) -> list[Point]:
    return [_towards(middle, degrees, radius) for degrees in range(0, 360, 10)]


_FLAT = {
    "clock": FlatPuzzle(("front", "back", "hand", "twelve"), _clock),
    "square1": FlatPuzzle(FACES, _square1),
}
