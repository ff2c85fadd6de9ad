"""The stickers of a puzzle, if its definition has any: the face, the piece and the place in space of each."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property
from itertools import count
from operator import mul

from cubecsp.frozen import frozen

Vector = tuple[float, float, float]

UNKNOWN = "."
"""The letter of an unknown sticker."""

_CLOSE = 1e-6
_DIGITS = 6  # stickers whose places differ by less are in one row


@frozen
class StickerPlace:
    """The place of a sticker.

    Attributes:
        face: its face.
        slot: its slot.
        angle: its point of the slot: a piece turned by t has its mark angle − t there.
    """

    face: str
    slot: int
    angle: int


@frozen
class StickerPlaces:
    """All stickers.

    Attributes:
        faces: the names of faces, which are also those of colours.
        places: the stickers.
        touching: the pairs of stickers of one face that share a side.
        polygons: the corners of each sticker in space, counter-clockwise as seen from outside, in units of
            the distance from the middle of the puzzle to its faces; y points up, x to the right, z to the
            front. Empty if the shapes are not known.
    """

    faces: tuple[str, ...]
    places: tuple[StickerPlace, ...]
    touching: tuple[tuple[int, int], ...]
    polygons: tuple[tuple[Vector, ...], ...] = ()

    @cached_property
    def by_face(self) -> dict[str, list[int]]:
        """The stickers of each face as texts list them: by rows, from left to right.

        A face is looked at with the puzzle's upper side up; the upper face from the front, so that the front is
        below, the lower one with the front above. Without shapes it is the order of the definition.
        """
        numbers = range(len(self.places))
        return {
            face: sorted((n for n in numbers if self.places[n].face == face), key=self._row)
            for face in self.faces
        }

    def _row(self, sticker: int) -> tuple[float, ...]:
        """Return how far below, and how far to the right, the middle between the ends of a sticker is."""
        if not self.polygons:
            return (float(sticker),)
        x, y, z = self._outwards(sticker)
        if math.hypot(x, z) < _CLOSE * abs(y):  # level
            down, right = (0.0, 0.0, math.copysign(1.0, y)), (1.0, 0.0, 0.0)
        else:
            down, right = (0.0, -1.0, 0.0), (z, 0.0, -x)
        ways = [[sum(map(mul, way, p)) for p in self.polygons[sticker]] for way in (down, right)]
        return tuple(round(min(ends) + max(ends), _DIGITS) for ends in ways)

    def _outwards(self, sticker: int) -> Vector:
        a, b, c = self.polygons[sticker][:3]
        u, v = ([q - p for p, q in zip(a, end, strict=True)] for end in (b, c))
        x, y, z = (u[i - 2] * v[i - 1] - u[i - 1] * v[i - 2] for i in range(3))
        return x / math.hypot(x, y, z), y / math.hypot(x, y, z), z / math.hypot(x, y, z)

    def reflected(self, first: str, second: str) -> list[int] | None:
        """Return for each sticker the one that is there in a mirror which exchanges two faces; None if there is none."""
        a, b = (self._outwards(self.by_face[face][0]) for face in (first, second))
        across = [p - q for p, q in zip(a, b, strict=True)]
        middles = [[sum(axis) / len(p) for axis in zip(*p, strict=True)] for p in self.polygons]
        results = []
        for middle in middles:
            share = 2 * sum(map(mul, middle, across)) / sum(map(mul, across, across))
            there = [p - share * q for p, q in zip(middle, across, strict=True)]
            near = [n for n, other in enumerate(middles) if math.dist(there, other) < _CLOSE]
            results += near
        return results if len(results) == len(middles) else None

    @cached_property
    def letters(self) -> dict[str, str]:
        """The letter of each face's colour: its name if that is one letter, or the first letter that is free."""
        taken = {face for face in self.faces if len(face) == 1}
        letters = filter(str.isalpha, map(chr, count(ord("A"))))
        free = (letter for letter in letters if letter not in taken)
        return {face: face if face in taken else next(free) for face in self.faces}

    def text(self, faces: Sequence[str | None]) -> str:
        """Return the stickers as a text, a word for each face, if they show these faces' colours; `.` for None."""
        shown = [UNKNOWN if face is None else self.letters[face] for face in faces]
        return " ".join("".join(shown[n] for n in some) for some in self.by_face.values())

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of each sticker: its face, and its number there, from 1, in the order of texts."""
        numbers = {n: i for some in self.by_face.values() for i, n in enumerate(some, 1)}
        return tuple(f"{place.face}{numbers[n]}" for n, place in enumerate(self.places))
