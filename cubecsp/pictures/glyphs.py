"""Letters, digits, shapes and marks, drawn as strokes: they look the same on every machine, since they use no fonts.

Letters stand in a box 4 wide and 6 high and are centred about the origin when they are taken.
"""

from __future__ import annotations

from cubecsp.pictures.outline import Outline, circle, mapped, polygon, read, rounded, star

_LETTERS = {
    "A": "M0 6L2 0L4 6M.7 4L3.3 4",
    "B": "M0 2.9L2.2 2.9M0 0L2.2 0Q3.7 0 3.7 1.45Q3.7 2.9 2.2 2.9L2.4 2.9Q4 2.9 4 4.45Q4 6 2.4 6L0 6Z",
    "C": "M4 1.2Q3.4 0 2.1 0Q0 0 0 3Q0 6 2.1 6Q3.4 6 4 4.8",
    "D": "M0 0L1.6 0Q4 0 4 3Q4 6 1.6 6L0 6Z",
    "E": "M3.7 0L0 0L0 6L3.7 6M0 3L3.2 3",
    "F": "M3.7 0L0 0L0 6M0 3L3.2 3",
    "G": "M4 1.2Q3.4 0 2.1 0Q0 0 0 3Q0 6 2.1 6Q4 6 4 4.4L4 3.4L2.4 3.4",
    "H": "M0 0L0 6M4 0L4 6M0 3L4 3",
    "I": "M2 0L2 6",
    "J": "M3.5 0L3.5 4.2Q3.5 6 1.9 6Q.4 6 .4 4.4",
    "K": "M0 0L0 6M3.8 0L0 3.7M1.3 2.5L4 6",
    "L": "M.2 0L.2 6L3.7 6",
    "M": "M0 6L0 0L2 3.4L4 0L4 6",
    "N": "M0 6L0 0L4 6L4 0",
    "O": "M2 0Q-.2 0 -.2 3Q-.2 6 2 6Q4.2 6 4.2 3Q4.2 0 2 0Z",
    "P": "M0 6L0 0L2.2 0Q4 0 4 1.65Q4 3.3 2.2 3.3L0 3.3",
    "Q": "M2 0Q-.2 0 -.2 3Q-.2 6 2 6Q4.2 6 4.2 3Q4.2 0 2 0ZM2.6 4.4L4.2 6.2",
    "R": "M0 6L0 0L2.2 0Q4 0 4 1.65Q4 3.3 2.2 3.3L0 3.3M2.1 3.3L4 6",
    "S": "M3.8 1.2Q3.4 0 2 0Q.2 0 .2 1.5Q.2 2.7 2 3Q4 3.3 4 4.5Q4 6 2 6Q.5 6 0 4.7",
    "T": "M0 0L4 0M2 0L2 6",
    "U": "M0 0L0 3.8Q0 6 2 6Q4 6 4 3.8L4 0",
    "V": "M0 0L2 6L4 0",
    "W": "M-.6 0L.7 6L2 1.8L3.3 6L4.6 0",
    "X": "M0 0L4 6M4 0L0 6",
    "Y": "M0 0L2 3L4 0M2 3L2 6",
    "Z": "M0 0L4 0L0 6L4 6",
    "0": "M2 0Q0 0 0 3Q0 6 2 6Q4 6 4 3Q4 0 2 0Z",
    "1": "M.7 1.3L2.3 0L2.3 6",
    "2": "M.2 1.7Q.2 0 2 0Q3.8 0 3.8 1.6Q3.8 2.7 .2 6L4 6",
    "3": "M.3 1.2Q.8 0 2 0Q3.7 0 3.7 1.5Q3.7 2.9 1.8 2.9Q4 2.9 4 4.5Q4 6 2 6Q.4 6 0 4.8",
    "4": "M3.1 6L3.1 0L0 4.2L4 4.2",
    "5": "M3.7 0L.6 0L.3 2.8Q1 2.2 2 2.2Q4 2.2 4 4.1Q4 6 2 6Q.5 6 0 5",
    "6": "M3.6 .6Q3 0 2.2 0Q0 0 0 3.6Q0 6 2 6Q4 6 4 4.2Q4 2.4 2 2.4Q.2 2.4 0 4",
    "7": "M0 0L4 0L1.4 6",
    "8": "M2 2.8Q.3 2.8 .3 1.4Q.3 0 2 0Q3.7 0 3.7 1.4Q3.7 2.8 2 2.8Q0 2.8 0 4.4Q0 6 2 6Q4 6 4 4.4Q4 2.8 2 2.8Z",
    "9": "M.4 5.4Q1 6 1.8 6Q4 6 4 2.4Q4 0 2 0Q0 0 0 1.8Q0 3.6 2 3.6Q3.8 3.6 4 2",
}
_GLYPHS = {letter: read(text) for letter, text in _LETTERS.items()}
_WIDTH, _HEIGHT, _ADVANCE = 4.0, 6.0, 5.8

# One shape for each colour, in the order U R F D L B, for a sticker from -1 to 1.
SHAPES: tuple[Outline, ...] = (
    circle(0.36),
    polygon([(0, -0.42), (0.44, 0.34), (-0.44, 0.34)]),
    rounded(0.34, 0.34, 0.04, 0.04),
    polygon([(0, -0.5), (0.36, 0), (0, 0.5), (-0.36, 0)]),
    (
        *mapped(rounded(0.44, 0.11, 0.03, 0.03), lambda p: (p[0], p[1] - 0.22)),
        *mapped(rounded(0.44, 0.11, 0.03, 0.03), lambda p: (p[0], p[1] + 0.22)),
    ),
    star(5, 0.5, 0.21),
)
"""A dot, a triangle, a square, a diamond, two bars and a star."""

CROSS: Outline = read("M-.42 -.42L.42 .42M.42 -.42L-.42 .42")
"""The mark of a sticker that breaks a rule."""

RING: Outline = circle(0.5)
"""The mark of a sticker that cannot be on a solvable cube."""


def can_write(letter: str) -> bool:
    """Return whether there is a drawing of a letter or digit."""
    return letter.upper() in _GLYPHS


def written(text: str, height: float) -> Outline:
    """Return a short text about the origin, its letters `height` high; unknown letters left out."""
    factor = height / _HEIGHT
    letters = [_GLYPHS[letter] for letter in text.upper() if letter in _GLYPHS]
    start = -(_ADVANCE * (len(letters) - 1) + _WIDTH) / 2
    results: list[Outline] = []
    for i, glyph in enumerate(letters):
        left = start + i * _ADVANCE
        results.append(
            mapped(
                glyph,
                lambda p, left=left: ((p[0] + left) * factor, (p[1] - _HEIGHT / 2) * factor),  # type: ignore[misc]
            )
        )
    return tuple(segment for outline in results for segment in outline)
