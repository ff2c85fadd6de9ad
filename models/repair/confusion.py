"""The costs of believing that a sticker of one colour was read as another, and those of pieces and centres.

A table of confusions gives an integer to each pair (shown, true) of different colours; the lower
the number, the more readily the confusion is believed. If the numbers are proportional to negative
logarithms of probabilities, the cheapest repair is the likeliest one.

The table `camera` assumes the standard scheme, in which R is red and L orange, and that under warm or
dim light these two are taken for each other far more often than any other two: 1 against 3, so
two red-orange confusions are believed sooner than one of other colours. It says nothing about white
and yellow, which some cameras confuse; write a custom table for yours.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cubecsp.errors import InputError, excerpt
from cubecsp.files import read_toml
from cubecsp.puzzle.cube.facelets import COLOUR_LETTERS, Facelets
from cubecsp.puzzle.cube.geometry import FACES

Confusion = Sequence[Sequence[int]]
"""The cost for each colour shown (first index, 0…5) and each true one; 0 if they are the same."""

PLAIN: Confusion = tuple(tuple(int(a != b) for b in range(6)) for a in range(6))
"""Every wrong sticker costs one."""

MOST = 1000
"""The most that a confusion may cost."""

_MAX_BYTES = 100_000
_REMEDY = "write default = 3 and, below [shown.R], lines like L = 1"


def _table(default: int, costs: dict[tuple[str, str], int]) -> Confusion:
    return tuple(tuple(0 if a == b else costs.get((a, b), default) for b in FACES) for a in FACES)


CAMERA: Confusion = _table(3, {("R", "L"): 1, ("L", "R"): 1})
"""Red and orange, on the opposite faces R and L, are easily confused."""


def read_confusion(name: str) -> Confusion:
    """Return the table `camera`, or the one in a TOML file.

    The file has `default = 3`, the cost of any pair that it does not name, and a table for each colour
    shown: `[shown.R]` with `L = 1` says that R for what is truly L costs 1. Colours are the letters
    of faces, or W R G Y O B.

    Raises:
        InputError: the file cannot be read, or says something else.
    """
    if name == "camera":
        return CAMERA
    try:
        read = read_toml(Path(name), _MAX_BYTES)
    except InputError as error:
        raise InputError(f"confusion table: {error.problem}", error.remedy or _REMEDY) from error
    default, rows = read.pop("default", 1), read.pop("shown", {})
    if read:
        raise InputError(
            f"confusion table {name!r}: unknown key {excerpt(next(iter(read)))}", _REMEDY
        )
    if not isinstance(rows, dict) or not all(isinstance(row, dict) for row in rows.values()):
        raise InputError(f"confusion table {name!r}: [shown] is not a table of tables", _REMEDY)
    costs: dict[tuple[str, str], int] = {}
    for a, b, cost in ((a, b, cost) for a, row in rows.items() for b, cost in row.items()):
        pair = _face(a, name), _face(b, name)
        if pair[0] == pair[1]:
            raise InputError(
                f"confusion table {name!r}: a colour cannot be confused with itself", _REMEDY
            )
        if pair in costs:  # a face has two letters, small and large ones
            raise InputError(f"confusion table {name!r}: {a} for {b} is given twice", _REMEDY)
        costs[pair] = _cost(cost, f"{a} for {b}", name)
    return _table(_cost(default, "default", name), costs)


def sticker_costs(facelets: Facelets, confusion: Confusion = PLAIN) -> list[list[list[int]]]:
    """Return, for each orbit, slot and placement, the cost of the stickers that it would change."""
    return [
        [
            [
                sum(
                    confusion[colour][shows]
                    for facelet, shows in zip(slot, row, strict=True)
                    if (colour := facelets.colours[facelet]) is not None
                )
                for row in orbit.colours
            ]
            for slot in orbit.frames
        ]
        for orbit in facelets.puzzle.orbits
    ]


def piece_costs(facelets: Facelets) -> list[list[list[int]]]:
    """Return, for each orbit, slot and placement, 1 if it would change a known sticker, otherwise 0."""
    return [[[min(c, 1) for c in row] for row in slots] for slots in sticker_costs(facelets)]


def centre_cost(facelets: Facelets, confusion: Confusion = PLAIN) -> int:
    """Return the cost of the centre stickers that are not their face's colour."""
    results = ((facelets.colours[f], face) for face, f in enumerate(facelets.puzzle.centres))
    return sum(confusion[colour][face] for colour, face in results if colour is not None)


def _face(letter: str, name: str) -> str:
    faces = {**{face: face for face in FACES}, **COLOUR_LETTERS, "R": "R", "B": "B"}
    if letter.upper() not in faces:
        raise InputError(
            f"confusion table {name!r}: {excerpt(letter)} is not a colour",
            f"the letters are {' '.join(FACES)}",
        )
    return faces[letter.upper()]


def _cost(value: Any, what: str, name: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= MOST:
        raise InputError(
            f"confusion table {name!r}: {what} costs {_in_words(value)}",
            f"expected an integer from 1 to {MOST}",
        )
    return value


def _in_words(value: Any) -> str:
    # Python refuses to write a huge number, which TOML accepts in hexadecimal, in decimal digits.
    huge = isinstance(value, int) and abs(value) > MOST
    if huge:
        return f"more than {MOST}" if value > 0 else "less than 1"
    return excerpt(repr(value))
