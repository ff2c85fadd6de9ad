"""Pictures of puzzles whose parts change their places too freely for a net: Square-1 and clock.

The Square-1 is seen as its net would be folded out: the upper layer from above, the front of the middle layer, and the
lower layer from below, each with the colours of its sides around it. The clock is seen from both sides, each as one
looks at it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise

from cubecsp.frozen import frozen
from cubecsp.pictures.outline import Outline, Point, circle, mapped, polygon
from cubecsp.pictures.views.solids import place_of
from cubecsp.pictures.views.view import Sheet
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.definitions.puzzle_data import is_built_in
from cubecsp.puzzle.kpuzzle.kpuzzle import KPattern, KPuzzle

FLAT_VIEW = "net"
"""The only view of these puzzles."""


@frozen
class FlatPart:
    """A coloured part of a picture.

    Attributes:
        name: its name.
        face: the name of its colour.
        corners: its corners, clockwise.
    """

    name: str
    face: str
    corners: tuple[Point, ...]


@frozen
class FlatPuzzle:
    """A puzzle that is drawn flat.

    Attributes:
        faces: the names of its colours.
        parts: returns the parts of a state, the lowest first.
        bodies: returns the outlines of the body of a state.
        letters: the letters of its colours.
    """

    faces: Sequence[str]
    parts: Callable[[KPattern], list[FlatPart]]
    bodies: Callable[[KPattern], list[Outline]]
    letters: Sequence[str]

    def sheet(self, state: KPattern) -> Sheet:
        """Return the layout of a state."""
        places = (
            place_of(n, part.corners[::-1], lambda point: point)
            for n, part in enumerate(self.parts(state))
        )
        return Sheet(tuple(self.bodies(state)), tuple(places))


def flat_puzzle(puzzle: KPuzzle) -> FlatPuzzle | None:
    """Return how a puzzle is drawn flat; None if it is not."""
    return _FLAT.get(puzzle.name) if is_built_in(puzzle.origin) else None


def _towards(middle: Point, degrees: float, radius: float) -> Point:
    """Return the point in a direction, clockwise from upwards."""
    angle = math.radians(degrees)
    return middle[0] + radius * math.sin(angle), middle[1] - radius * math.cos(angle)


# ------------------------------------------------------------ Square-1

_HALF = 60.0  # of a side of the square
_WEDGE = 30.0  # degrees
_CUT = 15.0  # degrees, from the middle of the front to the left
_SLOTS = 12  # of a layer
_SIDE = 0.68  # of the way from the middle, where the colours of sides begin
_LAYERS = {"U": ((0.0, 0.0), 180 + _CUT), "D": ((0.0, 214.0), -_CUT)}  # middle; where slot 0 begins
_STRIP = (92.0, 122.0)  # of the middle layer
_SIDES = {"U": "BRFL", "D": "FRBL"}  # clockwise from above in the picture


def _square1_parts(state: KPattern) -> list[FlatPart]:
    """Return the stickers of the layers, slot by slot, and those of the middle layer."""
    return [part for _, parts in _wedges(state) for part in parts] + _middle(state)


def _square1_bodies(state: KPattern) -> list[Outline]:
    return [outline for outline, _ in _wedges(state)] + [
        polygon(part.corners) for part in _middle(state)
    ]


def _wedges(state: KPattern) -> list[tuple[Outline, list[FlatPart]]]:
    """Return the outline and the stickers of each piece of the layers; halves of a corner are one if they are together."""
    held = [piece for piece, _ in state.slots]
    results = []
    for layer, (middle, start) in _LAYERS.items():
        row = held[:_SLOTS] if layer == "U" else held[_SLOTS : 2 * _SLOTS]
        corners = {
            slot
            for slot, piece in enumerate(row)
            if piece % 3 == piece // _SLOTS and row[(slot + 1) % _SLOTS] == piece + 1
        }
        for slot, piece in enumerate(row):
            if slot - 1 in corners or (not slot and _SLOTS - 1 in corners):
                continue  # the other half of a corner
            begin = start + _WEDGE * slot
            rim = [_towards(middle, begin, _HALF / math.cos(math.radians(_CUT)))]
            if slot in corners:
                rim.append(_towards(middle, begin + _WEDGE, _HALF * math.sqrt(2)))
            end = begin + _WEDGE * len(rim)
            rim.append(_towards(middle, end, _HALF / math.cos(math.radians(_CUT))))
            name = f"{layer}{slot + 1}"
            results.append((polygon([middle, *rim]), _stickers(name, piece, middle, rim)))
    return results


def _stickers(name: str, piece: int, middle: Point, rim: Sequence[Point]) -> list[FlatPart]:
    """Return the stickers of a piece that begins with this part of it: those of its layer and its sides."""
    inner = [_inwards(middle, point) for point in rim]
    home = "U" if piece < _SLOTS else "D"
    parts = [FlatPart(name, home, (middle, *inner))]
    for n, (a, b) in enumerate(pairwise(range(len(rim)))):
        angle = _LAYERS[home][1] + _WEDGE * ((piece + n) % _SLOTS) + _WEDGE / 2
        side = _SIDES[home][round(angle / 90) % 4]
        parts.append(FlatPart(f"{name}{'ab'[n]}", side, (inner[a], rim[a], rim[b], inner[b])))
    return parts


def _inwards(middle: Point, point: Point) -> Point:
    """Return where the colours of sides begin, from the middle to a point of the rim."""
    return tuple(m + _SIDE * (p - m) for m, p in zip(middle, point, strict=True))  # type: ignore[return-value]


def _middle(state: KPattern) -> list[FlatPart]:
    """Return the front of the middle layer: left of the cut, and right of it, where the back may be in front."""
    (top, bottom), cut = _STRIP, -_HALF * math.tan(math.radians(_CUT))
    is_turned = bool(state.slots[-1][1])
    ends = {"left": (-_HALF, cut, "F")}
    ends["right"] = (cut, cut + _HALF + cut, "B") if is_turned else (cut, _HALF, "F")
    return [
        FlatPart(f"middle-{side}", face, ((a, top), (b, top), (b, bottom), (a, bottom)))
        for side, (a, b, face) in ends.items()
    ]


# ------------------------------------------------------------ clock

_DIAL, _APART = 26.0, 60.0  # radius, and distance of middles
_BACK = 240.0  # where the middle of the other side is
_HOUR = 30.0  # degrees
_HAND = ((0.0, -24.5), (6.5, 4.0), (0.0, 9.0), (-6.5, 4.0))  # at twelve
_NOON = ((-5.0, -33.5), (5.0, -33.5), (0.0, -25.0))
_SIDE_BY_DIALS = 9
_CORNERS = 24  # of a dial


def _dials() -> list[tuple[str, Point]]:
    """Return the side and the middle of each dial."""
    return [
        (side, (left + _APART * (number % 3 - 1), _APART * (number // 3 - 1)))
        for side, left in (("front", 0.0), ("back", _BACK))
        for number in range(_SIDE_BY_DIALS)
    ]


def _clock_parts(state: KPattern) -> list[FlatPart]:
    """Return the dials with a mark at twelve and a hand, as one looks at each side."""
    parts = []
    for number, ((side, middle), (_, hour)) in enumerate(zip(_dials(), state.slots, strict=True)):
        name = f"{side}{number % _SIDE_BY_DIALS + 1}"
        rim = tuple(_towards(middle, 360 / _CORNERS * n, _DIAL) for n in range(_CORNERS))
        hand = tuple(_turned(middle, _HOUR * hour, point) for point in _HAND)
        noon = tuple(_turned(middle, 0, point) for point in _NOON)
        parts += [
            FlatPart(name, side, rim),
            FlatPart(f"{name}-twelve", "twelve", noon),
            FlatPart(f"{name}-hand", "hand", hand),
        ]
    return parts


def _turned(middle: Point, degrees: float, point: Point) -> Point:
    """Return a point about a middle, turned clockwise."""
    angle = math.degrees(math.atan2(point[0], -point[1]))
    return _towards(middle, angle + degrees, math.hypot(*point))


def _clock_bodies(state: KPattern) -> list[Outline]:
    """Return the outline of each side: a disc, and a smaller one under each dial at a corner."""
    del state
    discs = [((left, 0.0), _APART + 1.4 * _DIAL) for left in (0.0, _BACK)]
    discs += [(middle, 1.4 * _DIAL) for _, middle in _dials()]
    return [mapped(circle(r), partial(_plus, middle)) for middle, r in discs]


def _plus(a: Point, b: Point) -> Point:
    return a[0] + b[0], a[1] + b[1]


_FLAT = {
    "clock": FlatPuzzle(("front", "back", "hand", "twelve"), _clock_parts, _clock_bodies, [""] * 4),
    "square1": FlatPuzzle(FACES, _square1_parts, _square1_bodies, FACES),
}
