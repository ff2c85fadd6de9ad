"""The cube in perspective, from five edges away, under VisualCube's angles."""

from __future__ import annotations

import math
from collections.abc import Callable

from cubecsp.pictures.outline import Map, Point
from cubecsp.pictures.views.base import (
    HALF,
    Frame,
    Place,
    Rotation,
    Sheet,
    Stance,
    View,
    frame_of,
    square,
)
from cubecsp.puzzle.puzzle import CubePuzzle

__all__ = ["VIEW"]

_AWAY = 1.5  # how far hidden faces float off the cube, in edges of the cube

Solid = tuple[float, float, float]
Projection = Callable[[Solid], Point]


def _cube(puzzle: CubePuzzle, stance: Stance) -> tuple[Sheet, ...]:
    back, rotation, distance = stance.back, stance.rotation, stance.distance
    front = _projection(puzzle, rotation, distance)
    one = _sheet(puzzle, front, seen=True)
    if back is None:
        return (one,)
    if back == "beside":
        tipped = (*rotation, ("x", 180.0))
        other = _sheet(puzzle, _projection(puzzle, tipped, distance), seen=True)
        shift = max(x for x, _ in _corners(one)) - min(x for x, _ in _corners(other)) + 2 * HALF
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
        factor = HALF * eye / (eye - z)
        return (x * factor + shift, -y * factor)

    return project


def _on_face(frame: Frame, away: float, project: Projection) -> Callable[[float, float], Map]:
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
        frame = frame_of(puzzle, face)
        if _towards_the_eye(_on_face(frame, puzzle.size, project)(0, 0)) is not seen:
            continue
        about = _on_face(frame, puzzle.size + away, project)
        bodies.append(square(puzzle.size, about(0, 0)))
        places += [
            Place(facelet, about(*frame.across(puzzle.locations[facelet][0])))
            for facelet in puzzle.face(face)
        ]
    return Sheet(tuple(bodies), tuple(places))


VIEW = View(
    "cube",
    "as it is seen in space",
    "the cube",
    _cube,
    in_space=True,
    limits="hidden faces are shown only where that is asked for",
)
