"""Space seen in perspective, under VisualCube's angles, from the front and from behind."""

from __future__ import annotations

import math
from collections.abc import Callable

from cubecsp.pictures.outline import Map, Point
from cubecsp.pictures.views.view import HALF, Rotation, Sheet

Projection = Callable[[tuple[float, float, float]], Point]


def perspective(eye: float, unit: float, rotation: Rotation, shift: float = 0.0) -> Projection:
    """Return the view of space after a rotation; x points right, y up, and z to the eye.

    Args:
        eye: the distance of the eye from the origin, in units of space.
        unit: the length of such a unit in the picture, at the distance of the origin.
        rotation: axes and degrees, the first applied first.
        shift: the distance by which everything is moved to the right in the picture.
    """

    def project(point: tuple[float, float, float]) -> Point:
        x, y, z = point
        for axis, degrees in rotation:
            cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
            if axis == "x":
                y, z = y * cos + z * sin, z * cos - y * sin
            elif axis == "y":
                x, z = x * cos - z * sin, z * cos + x * sin
            else:
                x, y = x * cos + y * sin, y * cos - x * sin
        factor = unit * eye / (eye - z)
        return (x * factor + shift, -y * factor)

    return project


def both_sides(
    sheet: Callable[[Rotation, float], Sheet], rotation: Rotation
) -> tuple[Sheet, Sheet]:
    """Return a solid as it is seen, and to its right the same solid tipped over backwards.

    Args:
        sheet: returns the solid as it is seen after a rotation, moved to the right.
        rotation: the rotation of the first one.
    """
    one = sheet(rotation, 0.0)
    tipped = (*rotation, ("x", 180.0))
    other = sheet(tipped, 0.0)
    shift = max(x for x, _ in _corners(one)) - min(x for x, _ in _corners(other)) + 2 * HALF
    return one, sheet(tipped, shift)


def _corners(sheet: Sheet) -> list[Point]:
    return [point for body in sheet.bodies for _, points in body for point in points]


def towards_the_eye(plane: Map) -> bool:
    """Return whether a plane shows its outer side, on which its second axis is clockwise of its first."""
    (a, b), (c, d), (e, f) = plane((0, 0)), plane((1, 0)), plane((0, 1))
    return (c - a) * (f - b) - (d - b) * (e - a) > 1e-9
