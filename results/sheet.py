"""Nets of many cubes on one sheet, as SVG: a path for each colour, so that dozens of cubes take little."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import isqrt

from cubecsp.pictures.colours import DARK, SCHEMES
from cubecsp.pictures.outline import number as _number
from cubecsp.puzzle.cube.geometry import FACES, NET_FACES

__all__ = ["sheet"]

_LINE = 13  # of text below a net
_CHARACTER = 5.3  # the width of one, about
_PAINT = dict(zip(FACES, SCHEMES["standard"], strict=True))


def sheet(
    title: str, cubes: Sequence[tuple[str, Sequence[str]]], columns: int, side: int = 8
) -> str:
    """Return a picture of some cubes.

    Args:
        title: the title of the sheet.
        cubes: facelet strings, of any sizes, each with the lines that stand below its net.
        columns: nets in a row.
        side: of a sticker of a 3×3×3; others are smaller or larger, so that all nets are as large.
    """
    face_width = 3 * side + 2
    net_width, net_height = 4 * face_width + 14, 3 * face_width + 14
    lines = max(len(captions) for _, captions in cubes)
    height = net_height + _LINE * lines + 6
    longest = max((len(words) for _, captions in cubes for words in captions), default=0)
    width = max(net_width, round(_CHARACTER * longest) + 14)
    rows = -(-len(cubes) // columns)
    squares: dict[str, list[str]] = {face: [] for face in FACES}
    bodies, texts = [], []
    for number, (facelets, captions) in enumerate(cubes):
        left, top = width * (number % columns) + 7, height * (number // columns) + 7
        size = isqrt(len(facelets) // 6)
        step = 3 * side / size
        inner = step - min(1, step / 8)  # a gap beside each sticker
        square = f"h{_number(inner)}v{_number(inner)}h{_number(-inner)}z"
        for face, (column, row) in NET_FACES.items():
            x, y = left + column * face_width, top + row * face_width
            bodies.append(f"M{x - 1} {y - 1}h{face_width}v{face_width}h-{face_width}z")
            for place in range(size**2):
                colour = facelets[size**2 * FACES.index(face) + place]
                down, across = divmod(place, size)
                at = f"{_number(x + across * step)} {_number(y + down * step)}"
                squares[colour].append(f"M{at}{square}")
        texts += [
            f'<text x="{left}" y="{top + net_height - 10 + _LINE * line}">{escape(words)}</text>'
            for line, words in enumerate(captions, 1)
        ]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width * columns} {height * rows}" '
            'role="img" font-family="system-ui, sans-serif" font-size="10" fill="#77818c">',
            f"<title>{escape(title)}</title>",
            f'<path fill="{DARK}" d="{"".join(bodies)}"/>',
            *(f'<path fill="{_PAINT[face]}" d="{"".join(squares[face])}"/>' for face in FACES),
            *texts,
            "</svg>",
            "",
        ]
    )
