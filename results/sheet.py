"""Nets of many cubes on one sheet, as SVG: a path for each colour, so that dozens of cubes take little."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from cubecsp.pictures.colours import DARK, SCHEMES
from cubecsp.puzzle.geometry import FACES, NET_FACES

__all__ = ["sheet"]

_SIDE = 8  # of a sticker
_FACE = 3 * _SIDE + 2
_WIDTH, _HEIGHT = 4 * _FACE + 14, 3 * _FACE + 14
_LINE = 13  # of text below a net
_CHARACTER = 5.3  # the width of one, about
_PAINT = dict(zip(FACES, SCHEMES["standard"], strict=True))


def sheet(title: str, cubes: Sequence[tuple[str, Sequence[str]]], columns: int) -> str:
    """Return a picture of some cubes.

    Args:
        title: what they are.
        cubes: facelet strings, each with the lines that stand below its net.
        columns: nets in a row.
    """
    lines = max(len(told) for _, told in cubes)
    height = _HEIGHT + _LINE * lines
    longest = max((len(words) for _, told in cubes for words in told), default=0)
    width = max(_WIDTH, round(_CHARACTER * longest) + 14)
    rows = -(-len(cubes) // columns)
    squares: dict[str, list[str]] = {face: [] for face in FACES}
    bodies, texts = [], []
    for number, (facelets, told) in enumerate(cubes):
        left, top = width * (number % columns) + 7, height * (number // columns) + 7
        for face, (column, row) in NET_FACES.items():
            x, y = left + column * _FACE, top + row * _FACE
            bodies.append(f"M{x - 1} {y - 1}h{_FACE}v{_FACE}h-{_FACE}z")
            for place in range(9):
                colour = facelets[9 * FACES.index(face) + place]
                down, across = divmod(place, 3)
                squares[colour].append(f"M{x + across * _SIDE} {y + down * _SIDE}h7v7h-7z")
        texts += [
            f'<text x="{left}" y="{top + _HEIGHT - 10 + _LINE * line}">{escape(words)}</text>'
            for line, words in enumerate(told, 1)
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
