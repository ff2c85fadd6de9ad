"""The stickers of a puzzle, if its definition has any: the face, the piece and the place in space of each."""

from __future__ import annotations

from collections import Counter
from functools import cached_property

from cubecsp.frozen import frozen

Vector = tuple[float, float, float]


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
    def names(self) -> tuple[str, ...]:
        """The name of each sticker: its face, and its number there, from 1."""
        counted: Counter[str] = Counter()
        results = []
        for place in self.places:
            counted[place.face] += 1
            results.append(f"{place.face}{counted[place.face]}")
        return tuple(results)
