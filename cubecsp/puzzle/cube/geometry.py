"""The place of every sticker of an n×n×n cube, derived from coordinates.

Space: x points right (out of R), y up (out of U), z towards the viewer (out of F). Cubies have their
centres on the grid {-(n-1), …, n-3, n-1}³, so neighbours are 2 apart; a facelet is a cubie's centre
together with the outward normal of the face that it lies on.

Facelets are numbered face by face in the order U R F D L B, row by row, each face seen from outside
(H. Kociemba's order): facelet = face·n² + row·n + column.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

Vector = tuple[int, int, int]

Location = tuple[Vector, Vector]
"""A facelet: its cubie's centre and its outward normal."""

Isometry = tuple[Vector, Vector, Vector]
"""A map of space that keeps the cube in place: the images of the axes x, y and z."""

FACES = "URFDLB"
"""The faces, and the colours named after the face they belong to, in the order of their indices."""

UNKNOWN = "."
"""The letter of a sticker whose colour is not known."""

COLOUR_OF: dict[str, int | None] = {UNKNOWN: None, **{face: i for i, face in enumerate(FACES)}}
"""The colour (0…5) that each letter stands for, None for an unknown one."""

NET_FACES: dict[str, tuple[int, int]] = {
    "U": (1, 0),
    "L": (0, 1),
    "F": (1, 1),
    "R": (2, 1),
    "B": (3, 1),
    "D": (1, 2),
}
"""Column and row of each face in the unfolded cube, in faces."""

AXES: Isometry = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
"""The axes x, y and z."""

FRAMES: tuple[tuple[Vector, Vector, Vector], ...] = (
    ((0, 1, 0), (1, 0, 0), (0, 0, 1)),
    ((1, 0, 0), (0, 0, -1), (0, -1, 0)),
    ((0, 0, 1), (1, 0, 0), (0, -1, 0)),
    ((0, -1, 0), (1, 0, 0), (0, 0, -1)),
    ((-1, 0, 0), (0, 0, 1), (0, -1, 0)),
    ((0, 0, -1), (-1, 0, 0), (0, -1, 0)),
)
"""The outward normal of each face, the direction of its growing columns, and that of its growing rows."""

NORMALS: tuple[Vector, ...] = tuple(normal for normal, _, _ in FRAMES)
"""The outward normal of each face."""


def dot(a: Vector, b: Vector) -> int:
    """Return the inner product of two vectors."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: Vector, b: Vector) -> Vector:
    """Return the vector product of two vectors."""
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def distance(a: Vector, b: Vector) -> int:
    """Return the square of the distance between two points."""
    between = (a[0] - b[0], a[1] - b[1], a[2] - b[2])
    return dot(between, between)


def turned(a: Vector, axis: Vector) -> Vector:
    """Return `a` after a quarter turn about `axis`, clockwise as seen from the tip of the axis."""
    along, (x, y, z) = dot(a, axis), cross(a, axis)
    return (along * axis[0] + x, along * axis[1] + y, along * axis[2] + z)


def transformed(a: Vector, image: Isometry) -> Vector:
    """Return `a` under the linear map that takes the axes x, y and z to `image`."""
    (x, y, z), (p, q, r) = a, image
    return (
        x * p[0] + y * q[0] + z * r[0],
        x * p[1] + y * q[1] + z * r[1],
        x * p[2] + y * q[2] + z * r[2],
    )


def determinant(image: Isometry) -> int:
    """Return 1 if the map that takes the axes to `image` is a rotation, -1 if it mirrors."""
    return dot(image[0], cross(image[1], image[2]))


def _isometries() -> list[Isometry]:
    images = []
    for order in itertools.permutations(range(3)):
        for signs in itertools.product((1, -1), repeat=3):
            x, y, z = (
                (sign * AXES[axis][0], sign * AXES[axis][1], sign * AXES[axis][2])
                for axis, sign in zip(order, signs, strict=True)
            )
            images.append((x, y, z))
    return sorted(images, key=lambda image: determinant(image) < 0)


ISOMETRIES: tuple[Isometry, ...] = tuple(_isometries())
"""The 48 isometries of the cube: 24 rotations, the identity first, then 24 with a mirror."""


def locations(size: int) -> Iterator[Location]:
    """Yield the location of each facelet of an n×n×n cube, in the order of the facelets."""
    reach = size - 1
    steps = range(-reach, size, 2)
    for normal, (i, j, k), down in FRAMES:
        for below in steps:
            x, y, z = (reach * n + below * d for n, d in zip(normal, down, strict=True))
            for across in steps:
                yield (x + across * i, y + across * j, z + across * k), normal
