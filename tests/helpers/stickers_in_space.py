"""An independent cube: 6·n² stickers in space, turned layer by layer, held in any way.

Shares nothing with the package: where stickers are, what a move turns and which way is written down
once more. Axes: x to the right, y up, z to the front; cubies are 2 apart.
"""

from __future__ import annotations

import re
from functools import cache

FACES = "URFDLB"
NORMALS = {
    "U": (0, 1, 0),
    "R": (1, 0, 0),
    "F": (0, 0, 1),
    "D": (0, -1, 0),
    "L": (-1, 0, 0),
    "B": (0, 0, -1),
}


def _place(face, row, column, size):
    far = size - 1
    across, down = 2 * column - far, 2 * row - far
    return {
        "U": (across, far, down),
        "R": (far, -down, -across),
        "F": (across, -down, far),
        "D": (across, -far, -down),
        "L": (-far, -down, across),
        "B": (-across, -down, -far),
    }[face]


@cache
def places(size):
    """Return the place and normal of each sticker."""
    return [
        (_place(face, row, column, size), NORMALS[face])
        for face in FACES
        for row in range(size)
        for column in range(size)
    ]


@cache
def _numbers(size):
    return {place: number for number, place in enumerate(places(size))}


def _dot(a, b):
    return sum(p * q for p, q in zip(a, b, strict=True))


def _quarter(axis, v):
    """Turn a vector clockwise about an axis, seen from its end."""
    (a, b, c), (x, y, z) = axis, v
    cross = (b * z - c * y, c * x - a * z, a * y - b * x)
    along = _dot(axis, v)
    return tuple(along * n - k for n, k in zip(axis, cross, strict=True))


def _layers(base, first, number, size):
    """Return the axis that a base turns about clockwise, and its layers, the outermost being 1."""
    if base in "MES":
        return NORMALS["LDF"["MES".index(base)]], [(size + 1) // 2]
    if base in "xyz":
        return NORMALS["RUF"["xyz".index(base)]], range(1, size + 1)
    axis = NORMALS[base[0].upper()]
    if base in FACES:
        return axis, [int(number or 1)]
    return axis, range(int(first or 1), int(number or 2) + 1)


_MOVE = re.compile(r"(?:(\d+)-)?(\d+)?([URFDLB]w|[URFDLBurfdlbMESxyz])(\d*)(')?")


@cache
def permutation(token, size=3):
    """Return where each sticker goes in one move like U, R2, f', 3Rw, 2-3Rw, 2R, M or x."""
    first, number, base, count, prime = _MOVE.fullmatch(token).groups()
    axis, layers = _layers(base, first, number, size)
    result = []
    for place, normal in places(size):
        if (size + 1 - _dot(axis, place)) // 2 in layers:
            for _ in range((-1 if prime else 1) * int(count or 1) % 4):
                place, normal = _quarter(axis, place), _quarter(axis, normal)
        result.append(_numbers(size)[place, normal])
    return tuple(result)


def composed(first, then):
    """Return the permutation that is first one, then another."""
    return tuple(then[a] for a in first)


def of_moves(text, size=3):
    """Return where each sticker goes in moves with blanks between them."""
    result = tuple(range(6 * size**2))
    for token in text.split():
        result = composed(result, permutation(token, size))
    return result


def placed(stickers, where):
    """Return the stickers, a list, after a permutation."""
    shown = [None] * len(where)
    for sticker, to in zip(stickers, where, strict=True):
        shown[to] = sticker
    return shown


def moved(stickers, where):
    """Return the stickers, a text, after a permutation."""
    return "".join(placed(stickers, where))


@cache
def rotations(size=3):
    """Return the 24 permutations that turn the whole cube."""
    return [
        of_moves(a + " " + b, size)
        for a in ("", "x", "x2", "x'", "z", "z'")
        for b in ("", "y", "y2", "y'")
    ]


def with_centres_home(stickers):
    """Return the stickers of a 3×3×3 after the whole cube is turned so that centres are at home."""
    every = (moved(stickers, rotation) for rotation in rotations())
    return next(s for s in every if [s[9 * i + 4] for i in range(6)] == list(FACES))


def held(stickers, size):
    """Return numbered stickers after the whole cube is turned so that what holds it is at home.

    That is the six middle stickers of an odd cube, and of an even one the corner down, back and left.
    """
    middle, corner = [0, 0, size - 1], (1 - size, 1 - size, 1 - size)
    anchors = [
        number
        for number, (place, _) in enumerate(places(size))
        if (sorted(map(abs, place)) == middle if size % 2 else place == corner)
    ]
    every = (placed(stickers, rotation) for rotation in rotations(size))
    return next(s for s in every if all(s[anchor] == anchor for anchor in anchors))


def after(text, size):
    """Return which sticker is where after moves of a solved cube, held as the package holds it."""
    return held(placed(range(6 * size**2), of_moves(text, size)), size)
