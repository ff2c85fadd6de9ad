"""The unfolded net: where each facelet lies when the cube is laid flat, and the net as SVG.

  U
L F R B
  D
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from html import escape

from cubecsp.cube.facelets import UNKNOWN
from cubecsp.cube.geometry import CUBE, FACES

__all__ = ["NET_FACES", "SCHEME", "net_rows", "net_svg"]

SCHEME: dict[str, str] = {
    "U": "#fbfbf8",
    "R": "#d1242f",
    "F": "#1f9d4d",
    "D": "#ffd21f",
    "L": "#f5821f",
    "B": "#1f5fd0",
    UNKNOWN: "#a6abb3",
}
"""The colour of each letter: the standard scheme, white up and green in front."""

NET_FACES: dict[str, tuple[int, int]] = {
    "U": (1, 0),
    "L": (0, 1),
    "F": (1, 1),
    "R": (2, 1),
    "B": (3, 1),
    "D": (1, 2),
}
"""Column and row of each face in the net, in faces."""

_CELL = 20  # of a sticker, in SVG units; everything else is measured in it
_GAP = 6  # between faces


def net_rows() -> list[list[int | None]]:
    """Return the net as 9 rows of 12 facelets, None where there is no face."""
    rows: list[list[int | None]] = [[None] * 12 for _ in range(9)]
    for face, (column, row) in NET_FACES.items():
        for i, facelet in enumerate(CUBE.face(FACES.index(face))):
            rows[3 * row + i // 3][3 * column + i % 3] = facelet
    return rows


def net_svg(
    letters: str,
    *,
    marked: Collection[int] = (),
    labels: Sequence[str] | None = None,
    title: str = "",
) -> str:
    """Return the net of a facelet string as an SVG document.

    Args:
        letters: 54 letters of `URFDLB`, or `.` for unknown.
        marked: facelets (0…53) to be marked with a cross.
        labels: a short text to write on each facelet.
        title: what the picture shows, for readers who cannot see it; the letters when left out.
    """
    span = 3 * _CELL + _GAP
    width, height = 4 * span + _GAP, 3 * span + _GAP
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img">',
        f"<title>{escape(title or letters)}</title>",
    ]
    for face, (column, row) in NET_FACES.items():
        left, top = _GAP + column * span, _GAP + row * span
        parts.append(
            f'<rect x="{left - 2}" y="{top - 2}" width="{3 * _CELL + 4}" '
            f'height="{3 * _CELL + 4}" rx="5" fill="#1c1f24"/>'
        )
        for i, facelet in enumerate(CUBE.face(FACES.index(face))):
            x, y = left + i % 3 * _CELL, top + i // 3 * _CELL
            parts.append(_sticker(x, y, SCHEME[letters[facelet]]))
            if labels is not None:
                parts.append(_label(x, y, labels[facelet]))
            if facelet in marked:
                parts.append(_cross(x, y))
    return "\n".join([*parts, "</svg>", ""])


def _sticker(x: int, y: int, colour: str) -> str:
    side = _CELL - 2
    return f'<rect x="{x + 1}" y="{y + 1}" width="{side}" height="{side}" rx="3" fill="{colour}"/>'


def _label(x: int, y: int, text: str) -> str:
    return (
        f'<text x="{x + _CELL // 2}" y="{y + _CELL // 2 + 3}" font-family="sans-serif" '
        f'font-size="8" text-anchor="middle">{escape(text)}</text>'
    )


def _cross(x: int, y: int) -> str:
    near, far = 6, _CELL - 6
    path = f"M{x + near} {y + near}L{x + far} {y + far}M{x + far} {y + near}L{x + near} {y + far}"
    # White around black shows on every colour.
    return "".join(
        f'<path d="{path}" fill="none" stroke="{stroke}" stroke-width="{width}" '
        'stroke-linecap="round"/>'
        for stroke, width in (("#fff", 5), ("#000", 2.5))
    )
