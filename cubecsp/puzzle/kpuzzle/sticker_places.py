"""The stickers of a puzzle, if its definition has any: the face, the piece and the place in space of each."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property
from operator import mul
from string import ascii_uppercase

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
    def order(self) -> tuple[int, ...]:
        """The stickers as texts list them: face by face; on a face by rows, from left to right.

        A face is looked at with the puzzle's upper side up; the upper face from the front, so that the front is
        below, the lower one with the front above. Without shapes it is the order of the definition.
        """
        rank = {face: number for number, face in enumerate(self.faces)}
        keys = [(rank[place.face], *self._row(n)) for n, place in enumerate(self.places)]
        return tuple(sorted(range(len(keys)), key=keys.__getitem__))

    def _row(self, sticker: int) -> tuple[float, ...]:
        """Return how far below, and how far to the right, the middle between the ends of a sticker is."""
        if not self.polygons:
            return (float(sticker),)
        a, b, c = self.polygons[sticker][:3]
        u, v = ([q - p for p, q in zip(a, end, strict=True)] for end in (b, c))
        x, y, z = (u[i - 2] * v[i - 1] - u[i - 1] * v[i - 2] for i in range(3))  # outwards
        if math.hypot(x, z) < _CLOSE * abs(y):  # level
            down, right = (0.0, 0.0, math.copysign(1.0, y)), (1.0, 0.0, 0.0)
        else:
            down, right = (0.0, -1.0, 0.0), (z, 0.0, -x)
        ways = [[sum(map(mul, way, p)) for p in self.polygons[sticker]] for way in (down, right)]
        return tuple(round(min(ends) + max(ends), _DIGITS) for ends in ways)

    @cached_property
    def letters(self) -> tuple[str, ...]:
        """The letter of each face's colour: its name if that is one letter, or the first letter that is free."""
        taken = {face for face in self.faces if len(face) == 1}
        free = (letter for letter in ascii_uppercase if letter not in taken)
        return tuple(face if face in taken else next(free) for face in self.faces)

    def text(self, faces: Sequence[str | None]) -> str:
        """Return the stickers as a text, a word for each face, if they show these faces' colours; `.` for None."""
        letter: dict[str | None, str] = dict(zip(self.faces, self.letters, strict=True))
        words = dict.fromkeys(self.faces, "")
        for sticker in self.order:
            words[self.places[sticker].face] += letter.get(faces[sticker], UNKNOWN)
        return " ".join(words.values())

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of each sticker: its face, and its number there, from 1, in the order of texts."""
        ordered = {
            face: [n for n in self.order if self.places[n].face == face] for face in self.faces
        }
        return tuple(
            f"{place.face}{ordered[place.face].index(n) + 1}" for n, place in enumerate(self.places)
        )
