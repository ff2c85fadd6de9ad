"""Views: where each sticker lies in the plane of the picture, all worked out from the 3D geometry.

Each sticker has a plane of its own, from (-1, -1) in its upper left corner to (1, 1) in its lower
right one, as its face is seen from outside. A view says where that plane comes to lie. Units are
those of the scene: a sticker of the net, its gaps included, is 20 wide.

The net unfolds the cube as it is usually printed. The cube is seen in perspective from five edges
away, under VisualCube's angles. The plan shows a layer from above, with its sides folded outwards.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from cubecsp.errors import InputError, excerpt
from cubecsp.pictures.outline import Map, Outline, Point, polygon
from cubecsp.puzzle.geometry import FACES, Vector
from cubecsp.puzzle.puzzle import CubePuzzle

__all__ = [
    "BACKS",
    "NET_FACES",
    "USUAL",
    "VIEWS",
    "Place",
    "Rotation",
    "Sheet",
    "lay_out",
    "parse_rotation",
]

VIEWS = ("net", "cube", "plan")
"""Every view."""

BACKS = ("beside", "around", "through")
"""How the view of the cube shows its hidden faces: by a second cube, tipped over; around it, floating;
or through it, where its body and stickers let them be seen."""

NET_FACES: dict[str, tuple[int, int]] = {
    "U": (1, 0),
    "L": (0, 1),
    "F": (1, 1),
    "R": (2, 1),
    "B": (3, 1),
    "D": (1, 2),
}
"""Column and row of each face in the net, in faces."""

_HALF = 10.0  # of a sticker, in units of the scene
_GAP = 8.0  # between the faces of the net
_STRIP = 0.5  # height of the side stickers of the plan, over their width
_FOLD = 0.65  # gap between a layer and its sides in the plan, in halves of a sticker
_AWAY = 1.5  # how far hidden faces float off the cube, in edges of the cube

Solid = tuple[float, float, float]
Rotation = tuple[tuple[str, float], ...]
Projection = Callable[[Solid], Point]

_STEP = re.compile(r"([xyz])(-?\d{1,3}(?:\.\d{1,9})?)")

USUAL: Rotation = (("y", 45.0), ("x", -34.0))
"""Shows U, F and R."""


@dataclass(frozen=True)
class Place:
    """Where a sticker lies.

    Attributes:
        facelet: the sticker.
        at: takes the plane of the sticker to that of the picture.
        squash: how high the sticker's plane is shown, over how wide, seen straight on.
    """

    facelet: int
    at: Map
    squash: float = 1.0

    @property
    def unit(self) -> float:
        """How long one unit of the sticker's plane is in the picture, more or less."""
        (a, b), (c, d), (e, f) = self.at((0, 0)), self.at((1, 0)), self.at((0, 1))
        return math.sqrt(abs((c - a) * (f - b) - (d - b) * (e - a)))


@dataclass(frozen=True)
class Sheet:
    """A part of the picture, in front of those before it: dark bodies, and stickers on them."""

    bodies: tuple[Outline, ...]
    places: tuple[Place, ...]


@lru_cache(64)
def lay_out(
    puzzle: CubePuzzle,
    view: str,
    back: str | None = None,
    rotation: Rotation = USUAL,
    distance: float = 5.0,
) -> tuple[Sheet, ...]:
    """Return where everything lies in a view.

    Args:
        puzzle: the cube.
        view: one of `VIEWS`.
        back: one of `BACKS`, None to leave hidden faces hidden; only the view `cube` hides any.
        rotation: how the cube is turned in front of the eye: axes and degrees, the first done first.
        distance: from the eye to the middle of the cube, in edges of the cube, at least 1.

    Raises:
        InputError: there is no such view.
    """
    for value, known, what in (
        (view, VIEWS, "view"),
        (back, (None, *BACKS), "way to show the back"),
    ):
        if value not in known:
            raise InputError(
                f"{value!r} is no {what}", f"the choice is {', '.join(filter(None, known))}"
            )
    if view == "net":
        return (_net(puzzle),)
    if view == "plan":
        return (_plan(puzzle),)
    return _cube(puzzle, back, rotation, distance)


def parse_rotation(text: str) -> Rotation:
    """Read a rotation as VisualCube writes it: `y45x-34`, angles in degrees, the first done first.

    From `y45x-34`, the usual one, U, F and R are seen.

    Raises:
        InputError: it cannot be read.
    """
    if not text or _STEP.sub("", text):
        raise InputError(
            f"rotation {excerpt(text)} cannot be read", "write axes and degrees such as y45x-34"
        )
    return tuple((axis, float(angle)) for axis, angle in _STEP.findall(text))


@dataclass(frozen=True)
class _Frame:
    """A face in space: its normal, and the directions in which columns and rows grow."""

    normal: Vector
    right: Vector
    down: Vector

    def across(self, point: Vector) -> Point:
        """Return where a point in space lies on the face, columns and rows from its middle."""
        return _dot(point, self.right), _dot(point, self.down)


def _frame(puzzle: CubePuzzle, face: int) -> _Frame:
    first = puzzle.face(face)[0]
    (centre, normal), beside, below = (
        puzzle.locations[facelet] for facelet in (first, first + 1, first + puzzle.size)
    )
    return _Frame(normal, _half_between(centre, beside[0]), _half_between(centre, below[0]))


def _half_between(a: Vector, b: Vector) -> Vector:
    return ((b[0] - a[0]) // 2, (b[1] - a[1]) // 2, (b[2] - a[2]) // 2)


def _dot(a: Vector, b: Vector) -> int:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _square(half: float, at: Map) -> Outline:
    return polygon(map(at, [(-half, -half), (half, -half), (half, half), (-half, half)]))


def _flat(column: float, row: float) -> Map:
    """Return the map that scales to the picture about a middle, given in halves of stickers."""
    return lambda p: (_HALF * (column + p[0]), _HALF * (row + p[1]))


def _net(puzzle: CubePuzzle) -> Sheet:
    span = 2 * puzzle.size + _GAP / _HALF
    bodies, places = [], []
    for face, (column, row) in NET_FACES.items():
        frame = _frame(puzzle, FACES.index(face))
        bodies.append(_square(puzzle.size, _flat(column * span, row * span)))
        for facelet in puzzle.face(FACES.index(face)):
            a, b = frame.across(puzzle.locations[facelet][0])
            places.append(Place(facelet, _flat(column * span + a, row * span + b)))
    return Sheet(tuple(bodies), tuple(places))


def _plan(puzzle: CubePuzzle) -> Sheet:
    up = _frame(puzzle, 0)
    bodies = [_square(puzzle.size, _flat(0, 0))]
    places = []
    for facelet, (centre, normal) in enumerate(puzzle.locations):
        a, b = up.across(centre)
        if normal == up.normal:
            places.append(Place(facelet, _flat(a, b)))
        elif _dot(centre, up.normal) == puzzle.size - 1:
            along = up.across(_frame(puzzle, puzzle.face_of(facelet)).right)
            places.append(Place(facelet, _folded((a, b), along, up.across(normal)), _STRIP))
    for face in range(1, 6):
        strip = [place for place in places if puzzle.face_of(place.facelet) == face]
        if strip:
            first, last = strip[0].at, strip[-1].at
            ends = [first((-1, -1)), last((1, -1)), last((1, 1)), first((-1, 1))]
            bodies.append(polygon(ends))
    return Sheet(tuple(bodies), tuple(places))


def _folded(centre: Point, along: Point, out: Point) -> Map:
    """Return where a side sticker of the upper layer lies when its face is folded outwards.

    Args:
        centre: of its cubie, seen from above.
        along: the direction in which the columns of its face grow, seen from above.
        out: its outward normal, seen from above.
    """

    def at(p: Point) -> Point:
        away = 1 + _FOLD + _STRIP * (p[1] + 1)
        return (
            _HALF * (centre[0] + along[0] * p[0] + out[0] * away),
            _HALF * (centre[1] + along[1] * p[0] + out[1] * away),
        )

    return at


def _cube(
    puzzle: CubePuzzle, back: str | None, rotation: Rotation, distance: float
) -> tuple[Sheet, ...]:
    front = _projection(puzzle, rotation, distance)
    one = _sheet(puzzle, front, seen=True)
    if back is None:
        return (one,)
    if back == "beside":
        tipped = (*rotation, ("x", 180.0))
        other = _sheet(puzzle, _projection(puzzle, tipped, distance), seen=True)
        shift = max(x for x, _ in _corners(one)) - min(x for x, _ in _corners(other)) + 2 * _HALF
        return (one, _sheet(puzzle, _projection(puzzle, tipped, distance, shift), seen=True))
    away = 2 * puzzle.size * _AWAY if back == "around" else 0
    return (_sheet(puzzle, front, seen=False, away=away), one)


def _corners(sheet: Sheet) -> list[Point]:
    return [point for body in sheet.bodies for _, points in body for point in points]


def _projection(
    puzzle: CubePuzzle, rotation: Rotation, distance: float, shift: float = 0.0
) -> Projection:
    """Return the perspective view of space, after the rotation, moved right by `shift`."""
    eye = 2 * puzzle.size * distance  # cubies are 2 apart

    def project(point: Solid) -> Point:
        x, y, z = point
        for axis, degrees in rotation:
            cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
            if axis == "x":
                y, z = y * cos + z * sin, z * cos - y * sin
            elif axis == "y":
                x, z = x * cos - z * sin, z * cos + x * sin
            else:
                x, y = x * cos + y * sin, y * cos - x * sin
        factor = _HALF * eye / (eye - z)
        return (x * factor + shift, -y * factor)

    return project


def _on_face(frame: _Frame, away: float, project: Projection) -> Callable[[float, float], Map]:
    """Return, for a middle on the face, the map from the plane about it to the picture.

    Args:
        frame: the face.
        away: how far from the cube's centre its plane is.
        project: what takes space to the picture.
    """

    def about(a: float, b: float) -> Map:
        def at(p: Point) -> Point:
            u, v = a + p[0], b + p[1]
            n, r, d = frame.normal, frame.right, frame.down
            return project(
                (
                    n[0] * away + r[0] * u + d[0] * v,
                    n[1] * away + r[1] * u + d[1] * v,
                    n[2] * away + r[2] * u + d[2] * v,
                )
            )

        return at

    return about


def _towards_the_eye(middle: Map) -> bool:
    """Return whether a plane shows its outer side."""
    (a, b), (c, d), (e, f) = middle((0, 0)), middle((1, 0)), middle((0, 1))
    return (c - a) * (f - b) - (d - b) * (e - a) > 1e-9


def _sheet(puzzle: CubePuzzle, project: Projection, *, seen: bool, away: float = 0.0) -> Sheet:
    """Return the faces that are seen, or those that are not, `away` from the cube."""
    bodies, places = [], []
    for face in range(6):
        frame = _frame(puzzle, face)
        if _towards_the_eye(_on_face(frame, puzzle.size, project)(0, 0)) is not seen:
            continue
        about = _on_face(frame, puzzle.size + away, project)
        bodies.append(_square(puzzle.size, about(0, 0)))
        places += [
            Place(facelet, about(*frame.across(puzzle.locations[facelet][0])))
            for facelet in puzzle.face(face)
        ]
    return Sheet(tuple(bodies), tuple(places))
