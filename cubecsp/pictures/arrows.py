"""Arrows from sticker to sticker: read them from a text, and draw them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import field

from cubecsp.errors import InputError, excerpt
from cubecsp.frozen import frozen
from cubecsp.pictures.colours import DARK, LIGHT, colour
from cubecsp.pictures.outline import Outline, Point, polygon
from cubecsp.pictures.scene import Shape
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle

_BEND = 0.28  # how far a curved arrow leaves the straight line, over its length
_SHORT = 0.36  # how far from the middle of a sticker an arrow ends, in widths of a sticker
_WIDTH, _EDGE, _HEAD = 0.13, 0.05, 0.42  # of line, light rim and head, in widths of a sticker


@frozen
class Arrow:
    """An arrow.

    Attributes:
        start: the sticker that it comes from.
        end: the sticker that it goes to.
        both: whether it has a head at either end.
        bend: its swing to the left, over its length; negative to the right.
        via: a sticker that it swings towards, instead of `bend`.
        colour: the colour of the arrow.
        pull: its swing towards `via`, over the distance.
        scale: the share of the way between the stickers that it covers; 1 for nearly all.
    """

    start: int
    end: int
    both: bool = False
    bend: float = 0.0
    via: int | None = None
    colour: str = field(default=DARK)
    pull: float = 1.0
    scale: float = 1.0


def sticker(name: str | int, puzzle: CubePuzzle) -> int:
    """Return the sticker of a name such as U1, or of a number.

    Raises:
        InputError: there is none.
    """
    if isinstance(name, int) and 0 <= name < puzzle.facelet_count:
        return name
    word = str(name).strip().upper()
    if word not in puzzle.names:
        raise InputError(
            f"{excerpt(str(name))} is not a sticker of a {puzzle.name}",
            f"stickers are called {puzzle.names[0]} to {puzzle.names[-1]}",
        )
    return puzzle.names.index(word)


def parse_arrows(text: str, puzzle: CubePuzzle) -> tuple[Arrow, ...]:
    """Read arrows with commas between them: `U1U3`, `U1U3-both`, `U1U3-curved-red`.

    The two stickers may be followed, each after a hyphen, by `both` (a head at either end), `curved` and a
    colour.

    Raises:
        InputError: one cannot be read.
    """
    return tuple(_arrow(part.strip(), puzzle) for part in text.split(",") if part.strip())


def _arrow(text: str, puzzle: CubePuzzle) -> Arrow:
    ends, *words = text.split("-")
    if len(ends) != 4:
        raise InputError(
            f"arrow {excerpt(text)} cannot be read",
            "write two stickers, and after hyphens both, curved or a colour: U1U3-curved-red",
        )
    start, end = sticker(ends[:2], puzzle), sticker(ends[2:], puzzle)
    if start == end:
        raise InputError(f"arrow {excerpt(text)} ends where it starts", "name two stickers")
    plain = [word for word in words if word not in ("both", "curved")]
    if len(plain) > 1:
        raise InputError(f"arrow {excerpt(text)} has {len(plain)} colours", "give one")
    return Arrow(
        start,
        end,
        both="both" in words,
        bend=_BEND if "curved" in words else 0.0,
        colour=colour(plain[0]) if plain else DARK,
    )


def draw_arrows(arrows: Iterable[Arrow], middles: Mapping[int, Point], width: float) -> list[Shape]:
    """Return the shapes of arrows: first their light rims, which show them on every colour.

    Args:
        arrows: the arrows.
        middles: the middle of each sticker that the picture shows.
        width: the width of a sticker.
    """
    rims, shapes = [], []
    for arrow in arrows:
        line, heads = _outlines(arrow, middles, width)
        rims.append(Shape(line, stroke=LIGHT, width=(_WIDTH + 2 * _EDGE) * width))
        rims += [Shape(head, LIGHT, LIGHT, 2 * _EDGE * width) for head in heads]
        shapes.append(Shape(line, stroke=arrow.colour, width=_WIDTH * width))
        shapes += [Shape(head, arrow.colour) for head in heads]
    return rims + shapes


def _outlines(
    arrow: Arrow, middles: Mapping[int, Point], width: float
) -> tuple[Outline, list[Outline]]:
    """Return the line of an arrow, and its heads."""
    start, end = middles[arrow.start], middles[arrow.end]
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    if arrow.via is None:
        bend = 2 * arrow.bend  # a curve goes half of the way to its handle
        handle = (x + bend * (end[1] - start[1]), y - bend * (end[0] - start[0]))
    else:
        via = middles[arrow.via]
        handle = (x + arrow.pull * (via[0] - x), y + arrow.pull * (via[1] - y))
    length = max(math.dist(start, handle), 1e-6), max(math.dist(end, handle), 1e-6)
    short = _SHORT * width + (1 - arrow.scale) * math.dist(start, end) / 2
    tail = _towards(start, handle, min(short * (1.0 if arrow.both else 0.6), 0.9 * length[0]))
    tip = _towards(end, handle, min(short * 0.5, 0.9 * length[1]))
    heads = [_head(tip, handle, _HEAD * width)]
    line_end = _towards(tip, handle, 0.7 * _HEAD * width)
    line_start = tail
    if arrow.both:
        tail = _towards(start, handle, min(short * 0.5, 0.9 * length[0]))
        heads.append(_head(tail, handle, _HEAD * width))
        line_start = _towards(tail, handle, 0.7 * _HEAD * width)
    line: Outline = (("M", (line_start,)), ("Q", (handle, line_end)))
    return line, heads


def _towards(start: Point, end: Point, distance: float) -> Point:
    share = distance / max(math.dist(start, end), 1e-6)
    return (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1]))


def _head(tip: Point, origin: Point, length: float) -> Outline:
    """Return the triangle of an arrow that comes from the side of `origin`."""
    x, y = _towards(tip, origin, length)
    across = ((y - tip[1]) * 0.48, (tip[0] - x) * 0.48)
    return polygon([tip, (x + across[0], y + across[1]), (x - across[0], y - across[1])])
