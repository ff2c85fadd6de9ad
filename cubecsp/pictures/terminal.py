"""Nets on a terminal: in colour where it can show colour, in letters where it cannot."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection
from functools import cache
from typing import TYPE_CHECKING

from cubecsp.pictures.colours import UNKNOWN_COLOUR, ink_on, lettered
from cubecsp.pictures.views.net import NET_FACES
from cubecsp.puzzle.facelets import Facelets
from cubecsp.puzzle.geometry import FACES, UNKNOWN
from cubecsp.puzzle.puzzle import CUBE, CubePuzzle

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

__all__ = [
    "coloured_console",
    "marked_small",
    "net_coloured",
    "net_letters",
    "net_rows",
    "shows_colour",
]


@cache
def net_rows(puzzle: CubePuzzle = CUBE) -> list[list[int | None]]:
    """Return the net as 3n rows of 4n facelets, None where there is no face."""
    n = puzzle.size
    rows: list[list[int | None]] = [[None] * (4 * n) for _ in range(3 * n)]
    for face, (column, row) in NET_FACES.items():
        for i, facelet in enumerate(puzzle.face(FACES.index(face))):
            rows[n * row + i // n][n * column + i % n] = facelet
    return rows


def net_coloured(
    letters: str,
    *,
    marked: Collection[int] = (),
    scheme: str = FACES,
    with_letters: bool = False,
) -> Text:
    """Return the net as coloured cells, two columns wide; marked facelets bear a cross.

    Args:
        letters: the facelet string.
        marked: facelets to be marked.
        scheme: how people write the six colours, in the order of faces (see `Facelets`).
        with_letters: write the letters too, for terminals on which some colours look the same.
    """
    from rich.text import Text

    paints = dict(zip((*FACES, UNKNOWN), (*lettered(scheme), UNKNOWN_COLOUR), strict=True))
    written = dict(zip((*FACES, UNKNOWN), (*scheme, UNKNOWN), strict=True))
    text = Text(no_wrap=True)
    for row in net_rows(Facelets(letters).puzzle):
        for facelet in row:
            if facelet is None:
                text.append("  ")
                continue
            letter = letters[facelet]
            mark = "><" if facelet in marked else f"{written[letter]} " if with_letters else "  "
            text.append(mark, style=f"{ink_on(paints[letter])} on {paints[letter]}")
        text.append("\n")
    text.right_crop()  # the last line break
    return text


def net_letters(letters: str, *, marked: Collection[int] = (), scheme: str = FACES) -> str:
    """Return the net as letters of `scheme`; marked facelets are written small, `*` if unknown.

    Where that would not show, as in digits, they are all written in brackets: see `marked_small`.
    """
    written = letters.translate(str.maketrans(FACES, scheme))
    small = marked_small(letters, marked, scheme)
    lines = []
    for row in net_rows(Facelets(letters).puzzle):
        if small:
            cells = [" " if f is None else _written(written[f], f in marked) for f in row]
            lines.append(" ".join(cells).rstrip())
        else:
            cells = ["   " if f is None else _bracketed(written[f], f in marked) for f in row]
            lines.append("".join(cells).rstrip())
    return "\n".join(lines)


def marked_small(letters: str, marked: Collection[int], scheme: str = FACES) -> bool:
    """Return whether all marked facelets can be written small, so that it shows."""
    found = {letters[facelet] for facelet in marked} - {UNKNOWN}
    written = "".join(found).translate(str.maketrans(FACES, scheme))
    return all(len(letter.lower()) == 1 and letter.lower() != letter for letter in written)


def _written(letter: str, marked: bool) -> str:
    if not marked:
        return letter
    return "*" if letter == UNKNOWN else letter.lower()


def _bracketed(letter: str, marked: bool) -> str:
    return f"({letter})" if marked else f" {letter} "


def shows_colour() -> bool:
    """Return whether standard output is a terminal that is to show colours.

    `NO_COLOR` (no-color.org) and `TERM=dumb` say that it is not.
    """
    wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return wanted and sys.stdout.isatty()


def coloured_console() -> Console:
    """Return a console that colours whatever it is given, in as many colours as the terminal has.

    24-bit, 256 or 16 colours, as `COLORTERM` and `TERM` say; 24-bit where they say nothing, so that
    colours asked for come out of a pipe too.
    """
    from rich.console import Console

    silent = os.environ.get("TERM", "dumb") in ("", "dumb", "unknown")
    return Console(
        force_terminal=True,
        highlight=False,
        no_color=False,
        color_system="truecolor" if silent else "auto",
    )
