"""The net of a cube as a drawing, for checks that share no code with the geometry in space."""

from __future__ import annotations

from collections.abc import Iterator

from cubecsp.puzzle.cube.geometry import FACES

# Along each of the twelve cube edges two faces show a strip of stickers each, listed here from the
# same end: face, and the corners of its drawing between which the strip runs (top or bottom, left or
# right); twice.
_STRIPS = (
    ("U", "BL", "BR", "F", "TL", "TR"),
    ("U", "BR", "TR", "R", "TL", "TR"),
    ("U", "TR", "TL", "B", "TL", "TR"),
    ("U", "TL", "BL", "L", "TL", "TR"),
    ("D", "TL", "TR", "F", "BL", "BR"),
    ("D", "TR", "BR", "R", "BL", "BR"),
    ("D", "BR", "BL", "B", "BL", "BR"),
    ("D", "BL", "TL", "L", "BL", "BR"),
    ("F", "TR", "BR", "R", "TL", "BL"),
    ("R", "TR", "BR", "B", "TL", "BL"),
    ("B", "TR", "BR", "L", "TL", "BL"),
    ("L", "TR", "BR", "F", "TL", "BL"),
)


def faces_of(facelets: str) -> list[str]:
    """Return the letters of each of the six faces of a facelet string."""
    area = len(facelets) // len(FACES)
    return [facelets[start : start + area] for start in range(0, len(facelets), area)]


def corner_cells(n: int) -> list[int]:
    """Return the four cells at the corners of an n×n face, row by row."""
    return [0, n - 1, n * (n - 1), n * n - 1]


def edge_cells(n: int) -> list[int]:
    """Return the cells of an n×n face that lie along its sides and not at its corners, row by row."""
    corners = corner_cells(n)
    return [
        cell
        for cell in range(n * n)
        if (cell // n in (0, n - 1) or cell % n in (0, n - 1)) and cell not in corners
    ]


def edge_strips(n: int) -> Iterator[tuple[list[int], list[int]]]:
    """Yield, for each edge of an n×n×n cube, the n facelets on either face, in step."""
    corners = dict(zip(("TL", "TR", "BL", "BR"), corner_cells(n), strict=True))
    for one, start, end, other, start2, end2 in _STRIPS:
        yield (
            _strip(n, one, corners[start], corners[end]),
            _strip(n, other, corners[start2], corners[end2]),
        )


def _strip(n: int, face: str, start: int, end: int) -> list[int]:
    step = (end - start) // (n - 1)
    return [n * n * FACES.index(face) + start + i * step for i in range(n)]
