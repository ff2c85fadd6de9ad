"""The stickers of a picture, with the letters, shapes and marks on them."""

from __future__ import annotations

import math
from functools import lru_cache

from cubecsp.pictures.colours import DARK, LIGHT
from cubecsp.pictures.glyphs import written
from cubecsp.pictures.outline import Outline, mapped, rounded
from cubecsp.pictures.scene import Shape
from cubecsp.pictures.views.view import Place

INSET = 0.11
"""The distance of the colour of a sticker from its border, in halves of a sticker."""

RADIUS = 0.26
"""The radius of its corners, in the same units."""

_ASIDE = 0.45  # the size of a mark that leaves room for a letter or a shape
_CORNER = 0.55  # its place: right of the middle and above it


@lru_cache(4096)
def outline_of(place: Place) -> Outline:
    """Return the outline of a sticker in the picture."""
    if place.outline is not None:
        return mapped(place.outline, place.at)
    radius = RADIUS * place.squash
    flat = rounded(1 - INSET, 1 - INSET / place.squash, radius, radius / place.squash)
    return mapped(flat, place.at)


def stamped(place: Place, outline: Outline) -> Outline:
    """Return an outline about the middle of a sticker: in its plane, or upright if that is low.

    It is never upside down or mirrored, so that letters can be read. If it would stand on its head, it is
    turned by half a circle, which keeps its hand; if it is seen from behind, it is mirrored once more.
    """
    x, y = place.at((0, 0))
    if place.squash != 1:
        size = _scale(place)
        return mapped(outline, lambda p: (x + p[0] * size, y + p[1] * size))
    (c, d), (e, f) = place.at((1, 0)), place.at((0, 1))
    right, down = (c - x, d - y), (e - x, f - y)
    mirrored = -1 if right[0] * down[1] < right[1] * down[0] else 1  # seen through the cube
    upright = 1 if mirrored * right[0] + down[1] > -1e-9 else -1
    return mapped(outline, lambda p: place.at((mirrored * upright * p[0], upright * p[1])))


def _scale(place: Place) -> float:
    """Return the scale of drawings on a sticker: one unit of theirs in units of the picture."""
    return place.unit if place.squash == 1 else 1.2 * place.unit * math.sqrt(place.squash)


def text_on(place: Place, text: str, height: float, ink: str) -> list[Shape]:
    """Return a text on a sticker, its letters `height` high, in halves of the sticker."""
    outline = stamped(place, written(text, height))
    return [Shape(outline, stroke=ink, width=0.2 * height * _scale(place))] if outline else []


def mark_on(place: Place, mark: Outline, *, aside: bool) -> list[Shape]:
    """Return a mark that shows on every colour: dark, with a light rim; `aside` of what is written."""
    size = _ASIDE if aside else 1.0
    if aside:
        mark = mapped(mark, lambda p: (_CORNER + p[0] * size, p[1] * size - _CORNER))
    outline = stamped(place, mark)
    return [
        Shape(outline, stroke=stroke, width=width * size * _scale(place))
        for stroke, width in ((LIGHT, 0.46), (DARK, 0.24))
    ]
