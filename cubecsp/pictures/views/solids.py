"""Views of puzzles that are made from solids: in space, and unfolded.

The corners of the stickers determine the layout. The solid is scaled so that its stickers are as
large as those of a cube, on average. It is convex, so faces that are seen do not hide each other.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache, partial
from itertools import pairwise, product

from cubecsp.errors import InputError, excerpt
from cubecsp.frozen import frozen
from cubecsp.pictures.outline import Map, Outline, Point, polygon, smoothed
from cubecsp.pictures.stickers import INSET, RADIUS
from cubecsp.pictures.views.net import GAP
from cubecsp.pictures.views.perspective import Projection, both_sides, perspective, towards_the_eye
from cubecsp.pictures.views.view import HALF, USUAL, Place, Rotation, Sheet, Stance
from cubecsp.puzzle.definitions.built_in_puzzles import SHIPPED
from cubecsp.puzzle.definitions.cut_solids import cross, dot, unit
from cubecsp.puzzle.kpuzzle.kpuzzle import KPuzzle
from cubecsp.puzzle.kpuzzle.sticker_places import StickerPlaces, Vector
from cubecsp.suggestions import suggestion

_CLOSE = 1e-6
_UP, _BACK, _FRONT = (0.0, 1.0, 0.0), (0.0, 0.0, -1.0), (0.0, 0.0, 1.0)
_CLEAR = 0.3  # the cosine of the angle under which a face is seen, at least
_MOST_INSET = 0.5  # of the distance of the middle of a sticker from its sides
_EDGE = 2 / math.sqrt(3)  # of a cube, over the distance of its corners from its middle

SOLID_BACKS = ("beside",)
"""The ways to show the hidden faces of a solid in space: by a second one, tipped over."""

_Sheets = tuple[Sheet, ...]


def is_solid(puzzle: KPuzzle) -> bool:
    """Return whether the shapes of the stickers of a puzzle are known, so that it can be drawn."""
    return puzzle.places is not None and bool(puzzle.places.polygons)


def stickers_of(puzzle: KPuzzle) -> StickerPlaces:
    """Return the stickers of a puzzle.

    Raises:
        InputError: their shapes are not known.
    """
    if puzzle.places is None or not is_solid(puzzle):
        raise InputError(
            f"{puzzle.name} cannot be drawn, since its definition does not say what shape its stickers have",
            f"draw {', '.join(SHIPPED)}, or a puzzle that cubecsp.puzzle.definitions.cut_solids makes",
        )
    return puzzle.places


@frozen(eq=False)
class _Face:
    """A face of a solid, in units of the picture.

    Attributes:
        stickers: the corners of each sticker in space, by its number.
    """

    stickers: dict[int, list[Vector]]

    @cached_property
    def points(self) -> list[Vector]:
        """The corners of all stickers."""
        return [point for corners in self.stickers.values() for point in corners]

    @cached_property
    def middle(self) -> Vector:
        """The mean of the corners of all stickers."""
        x, y, z = (sum(row) / len(self.points) for row in zip(*self.points, strict=True))
        return x, y, z

    @cached_property
    def normal(self) -> Vector:
        """The outward direction, of length 1."""
        a, b, c, *_ = max(self.stickers.values(), key=len)
        return unit(*cross(_minus(b, a), _minus(c, b)))

    @cached_property
    def down(self) -> Vector:
        """The direction on the face that is drawn downwards, of length 1: to the front if the face is level."""
        up = _BACK if math.dist(cross(_UP, self.normal), (0, 0, 0)) < _CLOSE else _UP
        return _times(-1, unit(*_minus(up, _times(dot(up, self.normal), self.normal))))

    @cached_property
    def right(self) -> Vector:
        """The direction on the face that is drawn to the right, of length 1."""
        return cross(self.normal, self.down)

    def across(self, point: Vector) -> Point:
        """Return the position of a point on the face, from its middle."""
        arm = _minus(point, self.middle)
        return dot(arm, self.right), dot(arm, self.down)

    def in_space(self, point: Point) -> Vector:
        """Return the place in space of a point on the face."""
        a, b = _times(point[0], self.right), _times(point[1], self.down)
        return _plus(self.middle, _plus(a, b))

    @cached_property
    def body(self) -> list[Point]:
        """The corners of the face on it, clockwise."""
        return _hull(list(map(self.across, self.points)))

    def sheet(self, at: Map, seen: Map) -> Sheet:
        """Return the drawing of the face.

        Args:
            at: maps the face to a plane on which letters stand upright.
            seen: maps this plane to the picture.
        """
        places = [
            place_of(number, [at(self.across(point)) for point in corners], seen)
            for number, corners in self.stickers.items()
        ]
        return Sheet((polygon(seen(at(point)) for point in self.body),), tuple(places))


def place_of(number: int, corners: Sequence[Point], at: Map) -> Place:
    """Return the place of a sticker that has these corners on its face, in the order of `StickerPlaces`."""
    x, y = (sum(row) / len(corners) for row in zip(*corners, strict=True))
    around = [(a - x, b - y) for a, b in reversed(corners)]
    reach = min(map(_distance, around, (*around[1:], around[0])))

    def from_plane(p: Point) -> Point:
        return at((x + reach * p[0], y + reach * p[1]))

    outline = smoothed(
        [(a / reach, b / reach) for a, b in around],
        min(INSET * HALF / reach, _MOST_INSET),
        RADIUS * HALF / reach,
    )
    return Place(number, from_plane, outline=outline)


def _distance(a: Point, b: Point) -> float:
    """Return the distance of the origin from the line through two points."""
    return abs(a[0] * b[1] - a[1] * b[0]) / math.dist(a, b)


def _hull(points: Iterable[Point]) -> list[Point]:
    """Return the corners of the smallest convex polygon around points (Andrew's monotone chain)."""
    ordered = sorted(points)

    def half(points: Iterable[Point]) -> list[Point]:
        chain: list[Point] = []
        for point in points:
            while len(chain) > 1 and _turn(chain[-2], chain[-1], point) < _CLOSE:
                chain.pop()
            chain.append(point)
        return chain[:-1]

    return half(ordered) + half(reversed(ordered))


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


@lru_cache(16)
def _faces(stickers: StickerPlaces) -> tuple[_Face, ...]:
    """Return the faces of a solid, scaled."""
    area = sum(map(_area, stickers.polygons)) / len(stickers.polygons)
    scale = 2 * HALF / math.sqrt(area)
    entries: dict[str, dict[int, list[Vector]]] = {face: {} for face in stickers.faces}
    for number, (place, corners) in enumerate(zip(stickers.places, stickers.polygons, strict=True)):
        entries[place.face][number] = [_times(scale, point) for point in corners]
    return tuple(map(_Face, entries.values()))


def _area(corners: Sequence[Vector]) -> float:
    first, *others = corners
    arms = [_minus(point, first) for point in others]
    return sum(math.hypot(*cross(a, b)) for a, b in pairwise(arms)) / 2


# ------------------------------------------------------------ in space


def _in_space(faces: Sequence[_Face], stance: Stance) -> _Sheets:
    reach = max(math.hypot(*point) for face in faces for point in face.points)
    eye = stance.distance * _EDGE * reach

    def seen(rotation: Rotation, shift: float = 0.0) -> Sheet:
        project = perspective(eye, 1.0, rotation, shift)
        planes = [(face, _onto(face, project)) for face in faces]
        return _joined(face.sheet(_same, at) for face, at in planes if towards_the_eye(at))

    if stance.back is not None:
        return both_sides(seen, stance.rotation)
    return (seen(stance.rotation),)


@lru_cache(16)
def usual_rotation(stickers: StickerPlaces) -> Rotation:
    """Return the default rotation of a solid towards the viewer: whole degrees about y and x.

    It is the rotation of cubes, or the nearest one in which no face is seen almost from its edge, either from
    the front or from behind, and F is not turned farther away. So the two sides show all stickers. If there
    is no such rotation, it is the one in which the least visible face is seen best.

    Args:
        stickers: with polygons.
    """
    normals = [face.normal for face in _faces(stickers)]
    (_, left), (_, tipped) = USUAL

    def clearness(angles: tuple[int, int]) -> float:
        y, x = map(math.radians, angles)
        towards = (math.sin(y) * math.cos(x), -math.sin(x), math.cos(y) * math.cos(x))
        return min(abs(dot(normal, towards)) for normal in normals)

    angles = sorted(
        product(range(int(left) + 1), range(-60, -9)),
        key=lambda angles: math.dist(angles, (left, tipped)),
    )
    clear = (one for one in angles if clearness(one) >= _CLEAR)
    y, x = next(clear, None) or max(angles, key=clearness)
    return ("y", y), ("x", x)


def _onto(face: _Face, project: Projection) -> Map:
    return lambda point: project(face.in_space(point))


def _same(point: Point) -> Point:
    return point


def _joined(sheets: Iterable[Sheet]) -> Sheet:
    """Return one sheet with the contents of several, whose bodies are never in front of stickers of others."""
    bodies: list[Outline] = []
    places: list[Place] = []
    for sheet in sheets:
        bodies += sheet.bodies
        places += sheet.places
    return Sheet(tuple(bodies), tuple(places))


# ------------------------------------------------------------ unfolded

_Motion = tuple[complex, complex]
"""A motion of a face in the plane: points, as complex numbers, are multiplied by one number and moved by the other."""


def _net(faces: Sequence[_Face], stance: Stance) -> _Sheets:
    """Return flowers side by side: a face with those around it folded out, until none is left.

    A flower does not overlap itself: its petals are parts of those of a dome, which do not (E. D. Demaine and
    J. O'Rourke, "Geometric Folding Algorithms", 2007).
    """
    del stance  # it is flat
    first = hub = max(faces, key=_in_the_middle)
    left, sheets, edge = list(faces), [], 0.0
    while left:
        petals = {face: side for face in left if (side := _shared(hub, face))}
        flower: dict[_Face, _Motion] = {hub: (1, 0)}
        flower |= {face: _folded_out(hub, face, side) for face, side in petals.items()}
        start = min(_on_paper(motion, p)[0] for face, motion in flower.items() for p in face.body)
        moved = [(face, (turn, by + edge - start)) for face, (turn, by) in flower.items()]
        sheets += [face.sheet(partial(_on_paper, motion), _same) for face, motion in moved]
        edge = max(_on_paper(motion, p)[0] for face, motion in moved for p in face.body) + GAP
        left = [face for face in left if face not in flower]
        hub = max(left, key=partial(_next, first, left), default=hub)
    return (_joined(sheets),)


def _in_the_middle(face: _Face) -> tuple[bool, bool, float]:
    """Return the sort key of the face that a net begins with: F of a cube, or U of a megaminx.

    That is a face that points straight to the front; if there is none, straight up; otherwise the one most to
    the front.
    """
    return (
        math.dist(face.normal, _FRONT) < _CLOSE,
        math.dist(face.normal, _UP) < _CLOSE,
        round(dot(face.normal, _FRONT), 6),
    )


def _next(first: _Face, left: Sequence[_Face], face: _Face) -> tuple[int, float]:
    """Return the sort key of the face that the next flower begins with: the most petals, far from the first."""
    petals = sum(_shared(face, other) is not None for other in left)
    return petals, round(-dot(face.normal, first.normal), 6)


def _shared(face: _Face, other: _Face) -> tuple[Vector, Vector] | None:
    """Return the ends of the side that two faces share, None if there is none."""
    if face is other:
        return None
    shared = [p for p in face.points if any(math.dist(p, q) < _CLOSE for q in other.points)]
    a, b = max(
        ((p, q) for p in shared for q in shared),
        key=lambda ends: math.dist(*ends),
        default=(_UP, _UP),
    )
    return None if math.dist(a, b) < _CLOSE else (a, b)


def _folded_out(hub: _Face, petal: _Face, side: tuple[Vector, Vector]) -> _Motion:
    """Return the motion of a face that hangs on a side of the one in the middle, with a gap between them."""
    a, b = (complex(*hub.across(end)) for end in side)
    from_a, from_b = (complex(*petal.across(end)) for end in side)
    turn = (b - a) / (from_b - from_a)
    out = (b - a) * 1j / abs(b - a)
    if (a * out.conjugate()).real < 0:  # the origin is the middle of the hub
        out = -out
    return turn, a - turn * from_a + GAP * out


def _on_paper(motion: _Motion, point: Point) -> Point:
    turn, by = motion
    moved = turn * complex(*point) + by
    return moved.real, moved.imag


# ------------------------------------------------------------ in space and in the plane


@frozen
class SolidView:
    """A way to show a solid.

    Attributes:
        title: a description of the picture, for readers who cannot see it.
        lay_out: returns the layout.
        in_space: whether it shows the solid in space, so that its rotation matters.
    """

    title: str
    lay_out: Callable[[Sequence[_Face], Stance], tuple[Sheet, ...]]
    in_space: bool = False


_SOLID = SolidView("in space", _in_space, in_space=True)

SOLID_VIEWS = {"net": SolidView("unfolded", _net), "solid": _SOLID, "cube": _SOLID}
"""The views of a solid by name, the one to choose first. That in space also has the name that it has for cubes."""


@lru_cache(64)
def lay_out_solid(stickers: StickerPlaces, view: str, stance: Stance) -> tuple[Sheet, ...]:
    """Return the layout of a view of a solid, the farthest parts first.

    Args:
        stickers: with polygons.
        view: one of `SOLID_VIEWS`.
        stance: the position of the solid before the eye, for the view in space. The distance is in edges of
            the cube whose corners are as far from its middle as the farthest ones of the solid.

    Raises:
        InputError: there is no such view, or it has no such back.
    """
    if view not in SOLID_VIEWS:
        raise InputError(f"unknown view {excerpt(view)} of a solid", suggestion(view, SOLID_VIEWS))
    if stance.back not in (None, *SOLID_BACKS):
        raise InputError(
            f"{stance.back!r} is not a way to show the back of a solid",
            f"it can be {', '.join(SOLID_BACKS)}",
        )
    return SOLID_VIEWS[view].lay_out(_faces(stickers), stance)


# ------------------------------------------------------------ vectors


def _plus(a: Vector, b: Vector) -> Vector:
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


def _minus(a: Vector, b: Vector) -> Vector:
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def _times(factor: float, a: Vector) -> Vector:
    return factor * a[0], factor * a[1], factor * a[2]
