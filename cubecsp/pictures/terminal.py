"""Nets on a terminal: in colour if it can show colour, otherwise in letters."""

from __future__ import annotations

import os
from collections.abc import Collection
from functools import cache
from typing import TYPE_CHECKING

from cubecsp.formats.colour_words import colour_letter
from cubecsp.pictures.colours import UNKNOWN_COLOUR, UNKNOWN_SIXTEEN, ink_on, lettered, sixteen
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.geometry import FACES, NET_FACES, UNKNOWN
from cubecsp.puzzle.cube.stickers import width

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text


@cache
def net_rows(puzzle: CubePuzzle = CUBE) -> list[list[int | None]]:
    """Return the net as 3n rows of 4n facelets, None outside the faces."""
    n = puzzle.size
    rows: list[list[int | None]] = [[None] * (4 * n) for _ in range(3 * n)]
    for face, (column, row) in NET_FACES.items():
        for i, facelet in enumerate(puzzle.face(FACES.index(face))):
            rows[n * row + i // n][n * column + i % n] = facelet
    return rows


def net_coloured(
    letters: str, *, marked: Collection[int] = (), scheme: str = FACES, few: bool = False
) -> Text:
    """Return the net as coloured cells, two columns wide; marked facelets bear their letter and `*`.

    Args:
        letters: the facelet string.
        marked: the facelets to mark.
        scheme: the characters in which people write the six colours, in the order of faces (see `Facelets`).
        few: paint with the sixteen colours that every terminal has, and write all letters too, since
            terminals differ in how they show these.
    """
    from rich.text import Text

    names = (*FACES, UNKNOWN)
    styles = dict(zip(names, _styles(scheme, few=few), strict=True))
    written = dict(zip(names, map(colour_letter, (*scheme, UNKNOWN)), strict=True))
    widest = max(map(width, written.values()))
    text = Text(no_wrap=True)
    for row in net_rows(Facelets(letters).puzzle):
        for facelet in row:
            if facelet is None:
                text.append(" " * (widest + 1))
                continue
            letter = written[letters[facelet]] if few or facelet in marked else ""
            cell = letter + "*" * (facelet in marked)
            blanks = " " * (widest + 1 - sum(map(width, cell)))
            text.append(cell + blanks, style=styles[letters[facelet]])
        text.append("\n")
    text.right_crop()  # the last line break
    return text


def _styles(scheme: str, *, few: bool) -> list[str]:
    """Return the paint of the colours of a scheme, and of unknown stickers."""
    if few:
        return [f"{ink} on {paint}" for ink, paint in (*sixteen(scheme), UNKNOWN_SIXTEEN)]
    return [f"{ink_on(paint)} on {paint}" for paint in (*lettered(scheme), UNKNOWN_COLOUR)]


def net_letters(letters: str, *, marked: Collection[int] = (), scheme: str = FACES) -> str:
    """Return the net as letters of `scheme`; marked facelets are written small, `*` if unknown.

    If small letters would not show, as with digits, all are written in brackets: see `marked_small`.
    """
    written = letters.translate(str.maketrans(FACES, scheme))
    small = marked_small(letters, marked, scheme)
    widest = max(map(width, written))
    blank = " " * (widest if small else widest + 2)
    lines = []
    for row in net_rows(Facelets(letters).puzzle):
        cells = []
        for facelet in row:
            letter = "" if facelet is None else written[facelet]
            mark = _written if small else _bracketed
            cell = blank if facelet is None else mark(letter, facelet in marked)
            cells.append(cell + " " * (widest - width(letter)) if letter else cell)
        lines.append((" " if small else "").join(cells).rstrip())
    return "\n".join(lines)


def marked_small(letters: str, marked: Collection[int], scheme: str = FACES) -> bool:
    """Return whether all marked facelets can be written small, so that it shows."""
    result = {letters[facelet] for facelet in marked} - {UNKNOWN}
    written = "".join(result).translate(str.maketrans(FACES, scheme))
    return all(len(letter.lower()) == 1 and letter.lower() != letter for letter in written)


def _written(letter: str, marked: bool) -> str:
    if not marked:
        return letter
    return "*" if letter == UNKNOWN else letter.lower()


def _bracketed(letter: str, marked: bool) -> str:
    return f"({letter})" if marked else f" {letter} "


def coloured_console() -> Console:
    """Return a console that colours any text, in as many colours as the terminal has.

    These are 24-bit, 256 or 16 colours, as `COLORTERM` and `TERM` say; 24-bit if they say nothing, so that a
    pipe gets colours, too, if the user asks for them.
    """
    from rich.console import Console

    silent = os.environ.get("TERM", "dumb") in ("", "dumb", "unknown")
    return Console(
        force_terminal=True,
        highlight=False,
        no_color=False,
        color_system="truecolor" if silent else "auto",
    )
