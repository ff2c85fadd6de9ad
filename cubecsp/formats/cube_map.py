"""The 54-term cube map of Rand and Dinaro's Prolog solver, read and written.

Terms are the colours w y g b r o, nine for each face in the order Up Down Left Right Front Back, which are
white, yellow, green, blue, red and orange. Up, Down and Front are read as facelet strings read them; Left is
read with its right column along Up, Right with its left column along Up, Back with its bottom row along Up.
Two of the six rotations, `down` and `back`, turn clockwise as seen from up and from the front, so they are D'
and B' here. The six rotation tables of that program allow no other reading.
"""

from __future__ import annotations

import re

from cubecsp.errors import InputError, excerpt
from cubecsp.formats.format import Format
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.geometry import FACES, UNKNOWN
from cubecsp.puzzle.cube.moves import Moves
from cubecsp.puzzle.cube.schemes import STANDARD
from cubecsp.puzzle.cube.state import Cube
from cubecsp.puzzle.cube.stickers import number_and_error, stickers_of

__all__ = ["MAP_FACELETS", "ROTATIONS", "cube_map", "parse_cube_map"]

SUMMARY = (
    "the 54 terms of a Prolog solver: cube(g, w, …) in the order Up Down Left Right Front Back"
)
EXAMPLE = (
    "cube(w, w, g, w, w, r, w, w, r, y, y, b, y, y, y, y, y, y, g, g, o, g, g, g, g, g, g, "
    "w, b, b, b, b, b, b, o, w, r, r, y, r, r, w, r, r, r, o, o, o, o, o, o, b, b, o)"
)

ROTATIONS: dict[str, Moves] = {
    "up": Moves("U"),
    "down": Moves("D'"),
    "left": Moves("L"),
    "right": Moves("R"),
    "front": Moves("F"),
    "back": Moves("B'"),
}
"""The six rotations by their names in the program, in its order."""

_ORDER = "UDLRFB"
_LETTERS = dict(zip("wygbro", _ORDER, strict=True))
_COLOURS = {face: letter for letter, face in _LETTERS.items()} | {UNKNOWN: "_"}

# Clockwise quarters that carry a face as the map shows it to the face as facelet strings show it.
_QUARTERS = {"U": 0, "D": 0, "L": 3, "R": 1, "F": 0, "B": 2}

_BEGINNING = re.compile(r"\s*cube\s*\(", re.IGNORECASE)
_TERM = re.compile(r"\s*cube\s*\((.*)\)\s*+(?:\.\s*+)?", re.IGNORECASE | re.DOTALL)
_IGNORED = frozenset(" \t\r\n,")


def _facelet(face: str, place: int) -> int:
    row, column = divmod(place, CUBE.size)
    for _ in range(_QUARTERS[face]):
        row, column = column, CUBE.size - 1 - row
    return CUBE.face(FACES.index(face))[row * CUBE.size + column]


MAP_FACELETS: tuple[int, ...] = tuple(
    _facelet(face, place) for face in _ORDER for place in range(9)
)
"""For each of the 54 terms the facelet whose colour it is."""


def cube_map(cube: Cube | Facelets) -> str:
    """Return the map of a cube, or of 54 stickers, as a Prolog term: `cube(w, w, …)`."""
    letters = cube.letters if isinstance(cube, Facelets) else cube.facelets
    return f"cube({', '.join(_COLOURS[letters[facelet]] for facelet in MAP_FACELETS)})"


def parse_cube_map(text: str) -> Facelets:
    """Read a cube map: 54 colour letters, with or without `cube( … )`, commas and blanks.

    Case does not matter. `_`, `.`, `-` and `?` stand for an unknown sticker.

    Raises:
        InputError: a term is not a colour, or there are not 54 of them.
    """
    term = _TERM.fullmatch(text)
    start, end = term.span(1) if term else (0, len(text))
    terms: list[str] = []
    for position in range(start, end):
        char = text[position].lower()
        if char in "_.?-":
            terms.append(UNKNOWN)
        elif char in _LETTERS:
            terms.append(_LETTERS[char])
        elif char not in _IGNORED:
            raise InputError(
                f"cube map {excerpt(text, position)}: {text[position]!r} at character "
                f"{position + 1} is not a colour",
                f"write {CUBE.facelet_count} of {' '.join(_LETTERS)}, or _ for unknown",
                text=text,
                position=position,
            )
    if len(terms) != CUBE.facelet_count:
        raise InputError(
            f"cube map {excerpt(text)}: {number_and_error(len(terms), 'term', CUBE.facelet_count)}",
            "a cube map has 54: nine for each face in the order Up Down Left Right Front Back",
            text=text,
        )
    letters = [""] * CUBE.facelet_count
    for facelet, letter in zip(MAP_FACELETS, terms, strict=True):
        letters[facelet] = letter
    return Facelets("".join(letters))


def evidence(text: str) -> str:
    """Return why this is a cube map, or nothing."""
    if _BEGINNING.match(text):
        return "it begins with cube("
    result = stickers_of(text).lower().replace("_", UNKNOWN)
    if len(result) != CUBE.facelet_count or set(result) - {*"wygbro", UNKNOWN}:
        return ""
    centres = zip(result[4::9], "wygbro", strict=True)
    agree = all(letter in (centre, UNKNOWN) for letter, centre in centres)
    return "its centres are w y g b r o in turn" if agree else ""


def parse(text: str, puzzle: CubePuzzle | None) -> Facelets:
    """Read the terms."""
    return Facelets.named(parse_cube_map(text).letters, puzzle or CUBE, STANDARD)


FORMAT = Format("cube-map", SUMMARY, EXAMPLE, evidence, parse, cube_map, sizes=(3,))
