"""The interface of views: the place of each sticker in the plane of the picture, computed from the geometry.

Each sticker has its own plane, from (-1, -1) in its upper left corner to (1, 1) in its lower right one, as
its face is seen from outside. A view places that plane in the picture. Units are those of the scene: a
sticker of the net, its gaps included, is 20 wide.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence

from cubecsp.errors import InputError, excerpt
from cubecsp.frozen import frozen
from cubecsp.pictures.outline import Map, Outline, Point, polygon
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.puzzle.cube.geometry import Vector, dot
from cubecsp.puzzle.cube.sizes import ANY_SIZE

BACKS = ("beside", "around", "through")
"""How a view of the cube in space shows its hidden faces: by a second cube, tipped over; around it,
floating; or through it, where its body and stickers let them be seen."""

HALF = 10.0
"""Half a sticker, in units of the scene."""

Rotation = tuple[tuple[str, float], ...]

_STEP = re.compile(r"([xyz])(-?\d{1,3}(?:\.\d{1,9})?)")

USUAL: Rotation = (("y", 45.0), ("x", -34.0))
"""The usual rotation, which shows U, F and R."""


@frozen
class Place:
    """The place of a sticker.

    Attributes:
        facelet: the sticker.
        at: maps the plane of the sticker to that of the picture.
        squash: the height of the sticker's plane over its width, seen straight on.
        outline: the outline of the sticker in its plane; None for a square.
    """

    facelet: int
    at: Map
    squash: float = 1.0
    outline: Outline | None = None

    @property
    def unit(self) -> float:
        """The approximate length of one unit of the sticker's plane in the picture."""
        (a, b), (c, d), (e, f) = self.at((0, 0)), self.at((1, 0)), self.at((0, 1))
        return math.sqrt(abs((c - a) * (f - b) - (d - b) * (e - a)))


@frozen
class Sheet:
    """A part of the picture, in front of those before it: dark bodies, and stickers on them."""

    bodies: tuple[Outline, ...]
    places: tuple[Place, ...]


@frozen
class Stance:
    """The position of a cube in front of the viewer.

    Attributes:
        back: one of `BACKS`, None to leave hidden faces hidden.
        rotation: the rotation of the cube: axes and degrees, the first applied first.
        distance: the distance from the eye to the middle of the cube, in edges of the cube, at least 1.

    Raises:
        InputError: there is no such way to show the back.
    """

    back: str | None = None
    rotation: Rotation = USUAL
    distance: float = 5.0

    def __post_init__(self) -> None:
        if self.back not in (None, *BACKS):
            raise InputError(
                f"{self.back!r} is not a way to show the back", f"it can be {', '.join(BACKS)}"
            )


@frozen
class View:
    """A way to show a cube.

    Attributes:
        name: its name for users.
        summary: its summary, one line.
        title: a description of the picture, for readers who cannot see it; the stickers are listed after it.
        lay_out: returns the layout, the farthest parts first.
        in_space: whether it shows a cube in space, so that its rotation matters.
        sizes: the sizes of the cubes that it shows.
        limits: its limits, a clause.
        distribution: the package that it uses, as PyPI calls it; None for our own code.
    """

    name: str
    summary: str
    title: str
    lay_out: Callable[[CubePuzzle, Stance], tuple[Sheet, ...]]
    in_space: bool = False
    sizes: Sequence[int] = ANY_SIZE
    limits: str = ""
    distribution: str | None = None


def parse_rotation(text: str) -> Rotation:
    """Read a rotation as VisualCube writes it: `y45x-34`, angles in degrees, the first applied first.

    From `y45x-34`, the usual one, U, F and R are seen.

    Raises:
        InputError: it cannot be read.
    """
    if not text or _STEP.sub("", text):
        raise InputError(
            f"rotation {excerpt(text)} cannot be read", "write axes and degrees such as y45x-34"
        )
    return tuple((axis, float(angle)) for axis, angle in _STEP.findall(text))


@frozen
class Frame:
    """A face in space: its normal, and the directions in which columns and rows grow."""

    normal: Vector
    right: Vector
    down: Vector

    def across(self, point: Vector) -> Point:
        """Return the place of a point in space on the face, in columns and rows from its middle."""
        return dot(point, self.right), dot(point, self.down)


def square(half: float, at: Map) -> Outline:
    """Return the outline of a square about the middle of a plane, which `at` takes to the picture."""
    return polygon(map(at, [(-half, -half), (half, -half), (half, half), (-half, half)]))


def flat(column: float, row: float) -> Map:
    """Return the map that scales to the picture about a middle, given in halves of stickers."""
    return lambda p: (HALF * (column + p[0]), HALF * (row + p[1]))
