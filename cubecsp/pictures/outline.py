"""Outlines: lines and Bézier curves, the parts of shapes, to which any map of the plane applies.

An outline is a sequence of segments, each a command of SVG paths (M, L, Q, C or Z) and its points.
Everything in a picture is one: stickers, letters, marks, arrows. So no font is needed, and a letter
lies as flat on the side of a cube as the sticker does.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

__all__ = [
    "Map",
    "Outline",
    "Point",
    "bounds",
    "circle",
    "mapped",
    "path_data",
    "polygon",
    "polyline",
    "read",
    "rounded",
    "smoothed",
]

Point = tuple[float, float]
Outline = tuple[tuple[str, tuple[Point, ...]], ...]
Map = Callable[[Point], Point]

_ARC = 0.5523  # of the radius: length of the handles of a Bézier quarter circle
_WORD = re.compile(r"[MLQCZ]|-?[0-9.]+")


def read(text: str) -> Outline:
    """Return the outline that a text in the syntax of SVG paths describes, absolute M L Q C Z only."""
    results: list[tuple[str, list[float]]] = []
    for word in _WORD.findall(text):
        if word in "MLQCZ":
            results.append((word, []))
        else:
            results[-1][1].append(float(word))
    return tuple(
        (command, tuple(zip(numbers[::2], numbers[1::2], strict=True)))
        for command, numbers in results
    )


def polyline(points: Iterable[Point]) -> Outline:
    """Return the line through some points."""
    first, *others = points
    return (("M", (first,)), *(("L", (point,)) for point in others))


def polygon(points: Iterable[Point]) -> Outline:
    """Return the closed line through some points."""
    return (*polyline(points), ("Z", ()))


def rounded(a: float, b: float, radius_a: float, radius_b: float) -> Outline:
    """Return a rectangle around the origin, 2a wide and 2b high, with rounded corners."""
    p, q = a - radius_a, b - radius_b
    u, v = p + _ARC * radius_a, q + _ARC * radius_b
    return (
        ("M", ((-p, -b),)),
        ("L", ((p, -b),)),
        ("C", ((u, -b), (a, -v), (a, -q))),
        ("L", ((a, q),)),
        ("C", ((a, v), (u, b), (p, b))),
        ("L", ((-p, b),)),
        ("C", ((-u, b), (-a, v), (-a, q))),
        ("L", ((-a, -q),)),
        ("C", ((-a, -v), (-u, -b), (-p, -b))),
        ("Z", ()),
    )


def smoothed(corners: Sequence[Point], inset: float, radius: float) -> Outline:
    """Return a convex polygon about the origin with its sides moved inwards, and its corners rounded.

    Args:
        corners: the corners of the polygon, clockwise if y points down.
        inset: the distance by which the sides are moved, less than that of the origin from each of them.
        radius: the radius of the corners; smaller where a side is too short for it.
    """
    inner = list(corners)
    for a, b in _sides(corners):
        across = _unit((a[1] - b[1], b[0] - a[0]))
        inner = _beyond(inner, across, _dot(across, a) + inset)
    outline: list[tuple[str, tuple[Point, ...]]] = []
    for i, corner in enumerate(inner):
        back, ahead = _minus(inner[i - 1], corner), _minus(inner[(i + 1) % len(inner)], corner)
        slope = math.tan(math.acos(max(-1.0, _dot(_unit(back), _unit(ahead)))) / 2)
        cut = min(radius / slope, math.hypot(*back) / 2, math.hypot(*ahead) / 2)
        start, end = (_plus(corner, cut, _unit(side)) for side in (back, ahead))
        outline += [("L" if outline else "M", (start,)), ("Q", (corner, end))]
    return (*outline, ("Z", ()))


def _beyond(corners: Sequence[Point], across: Point, least: float) -> list[Point]:
    """Return the part of a convex polygon that lies so far in a direction."""
    results: list[Point] = []
    for a, b in _sides(corners):
        here, there = _dot(across, a) - least, _dot(across, b) - least
        if here >= 0:
            results.append(a)
        if here * there < 0:
            results.append(_plus(a, here / (here - there), _minus(b, a)))
    return results


def _sides(corners: Sequence[Point]) -> Iterable[tuple[Point, Point]]:
    return zip(corners, (*corners[1:], corners[0]), strict=True)


def _dot(a: Point, b: Point) -> float:
    return a[0] * b[0] + a[1] * b[1]


def _minus(a: Point, b: Point) -> Point:
    return a[0] - b[0], a[1] - b[1]


def _plus(a: Point, factor: float, b: Point) -> Point:
    return a[0] + factor * b[0], a[1] + factor * b[1]


def _unit(a: Point) -> Point:
    length = math.hypot(*a)
    return a[0] / length, a[1] / length


def circle(radius: float) -> Outline:
    """Return a circle about the origin."""
    return rounded(radius, radius, radius, radius)


def star(points: int, radius: float, inner: float) -> Outline:
    """Return a star about the origin, one point up."""
    corners = []
    for i in range(2 * points):
        angle, reach = math.pi * i / points, inner if i % 2 else radius
        corners.append((reach * math.sin(angle), -reach * math.cos(angle)))
    return polygon(corners)


def mapped(outline: Outline, where: Map) -> Outline:
    """Return the outline with every point mapped by `where`."""
    return tuple((command, tuple(map(where, points))) for command, points in outline)


@lru_cache(4096)  # the stickers of one view are the same on every cube
def bounds(outline: Outline) -> tuple[float, float, float, float]:
    """Return the least and greatest x and y of all points: left, top, right, bottom."""
    points = [point for _, some in outline for point in some]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


@lru_cache(4096)
def path_data(outline: Outline) -> str:
    """Return the outline as SVG writes it, to a hundredth."""
    return "".join(
        command + " ".join(f"{number(x)} {number(y)}" for x, y in points)
        for command, points in outline
    )


def number(value: float) -> str:
    """Return a number as short as it can be written, to a hundredth."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
