"""An independent cube: 54 stickers in space, turned layer by layer, held in any way.

Shares nothing with the package: where stickers are, what a move turns and which way is written down
once more. Axes: x to the right, y up, z to the front.
"""

from __future__ import annotations

import re

FACES = "URFDLB"
NORMALS = {
    "U": (0, 1, 0),
    "R": (1, 0, 0),
    "F": (0, 0, 1),
    "D": (0, -1, 0),
    "L": (-1, 0, 0),
    "B": (0, 0, -1),
}


def _place(face, row, column):
    across, down = column - 1, row - 1
    return {
        "U": (across, 1, down),
        "R": (1, -down, -across),
        "F": (across, -down, 1),
        "D": (across, -1, -down),
        "L": (-1, -down, across),
        "B": (-across, -down, -1),
    }[face]


PLACES = [
    (_place(face, row, column), NORMALS[face])
    for face in FACES
    for row in range(3)
    for column in range(3)
]
NUMBERS = {place: number for number, place in enumerate(PLACES)}


def _dot(a, b):
    return sum(p * q for p, q in zip(a, b, strict=True))


def _quarter(axis, v):
    """Turn a vector clockwise about an axis, seen from its end."""
    (a, b, c), (x, y, z) = axis, v
    cross = (b * z - c * y, c * x - a * z, a * y - b * x)
    along = _dot(axis, v)
    return tuple(along * n - k for n, k in zip(axis, cross, strict=True))


def _layers(base):
    """Return the axis that a base turns about clockwise, and its layers along that axis."""
    if base in FACES:
        return NORMALS[base], (1,)
    if base in "MES":
        return NORMALS["LDF"["MES".index(base)]], (0,)
    if base in "xyz":
        return NORMALS["RUF"["xyz".index(base)]], (-1, 0, 1)
    return NORMALS[base[0].upper()], (0, 1)


def permutation(token):
    """Return where each sticker goes in one move like U, R2, f', Dw, M or x."""
    base, count, prime = re.fullmatch(r"([URFDLB]w|[URFDLBurfdlbMESxyz])(\d*)(')?", token).groups()
    axis, layers = _layers(base)
    result = []
    for place, normal in PLACES:
        if _dot(axis, place) in layers:
            for _ in range((-1 if prime else 1) * int(count or 1) % 4):
                place, normal = _quarter(axis, place), _quarter(axis, normal)
        result.append(NUMBERS[place, normal])
    return tuple(result)


def composed(first, then):
    """Return the permutation that is first one, then another."""
    return tuple(then[a] for a in first)


def of_moves(text):
    """Return where each sticker goes in moves with blanks between them."""
    result = tuple(range(54))
    for token in text.split():
        result = composed(result, permutation(token))
    return result


def moved(stickers, where):
    """Return the stickers after a permutation."""
    shown = [""] * 54
    for sticker, to in zip(stickers, where, strict=True):
        shown[to] = sticker
    return "".join(shown)


ROTATIONS = [
    of_moves(a + " " + b) for a in ("", "x", "x2", "x'", "z", "z'") for b in ("", "y", "y2", "y'")
]


def with_centres_home(stickers):
    """Return the stickers after the whole cube is turned so that each centre is on its face."""
    every = (moved(stickers, rotation) for rotation in ROTATIONS)
    return next(s for s in every if [s[9 * i + 4] for i in range(6)] == list(FACES))
