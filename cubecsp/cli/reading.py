"""Cubes as arguments: a facelet string, a move sequence, a file of them, or `-` for standard input."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from cubecsp.cube.facelets import Facelets
from cubecsp.cube.state import Cube
from cubecsp.errors import InputError

__all__ = ["CUBE_HELP", "read_cubes"]

CUBE_HELP = (
    "a facelet string (54 letters U R F D L B or W R G Y O B, face by face in the order U R F D L B), "
    "moves that make the cube (\"R U R' U'\"), a file with one of these on each line, or - for "
    "standard input"
)

# Stickers come in a long row, moves with blanks and marks. Without either, so many letters in a row
# are stickers: nobody writes moves like that.
_STICKERS = re.compile(r"[A-Za-z.?\-\s|/,]*")
_LEAST_STICKERS = 20


def read_cubes(arguments: Iterable[str]) -> list[Facelets]:
    """Return the cubes that command-line arguments stand for, in order.

    Raises:
        InputError: an argument or a line of a file can be read in no way.
    """
    return [cube for argument in arguments for cube in _read(argument)]


def _read(argument: str) -> Iterator[Facelets]:
    if argument == "-":
        yield from _lines(sys.stdin, "standard input")
    elif _is_file(argument):
        try:
            with Path(argument).open(encoding="utf-8") as file:
                yield from _lines(file, f"file {argument!r}")
        except (OSError, UnicodeDecodeError) as error:
            why = error.strerror if isinstance(error, OSError) else "it is not text"
            raise InputError(f"file {argument!r} cannot be read: {why}") from error
    else:
        yield _parse(argument)


def _is_file(argument: str) -> bool:
    try:
        return Path(argument).is_file()
    except (OSError, ValueError):  # too long for a file name, or a null character in it
        return False


def _lines(lines: Iterable[str], where: str) -> Iterator[Facelets]:
    for number, line in enumerate(lines, 1):
        text = line.split("#", 1)[0].strip()
        if text:
            try:
                yield _parse(text)
            except InputError as error:
                raise InputError(
                    f"{where}, line {number}: {error.problem}", error.remedy
                ) from error


def _parse(text: str) -> Facelets:
    if is_stickers(text):
        return Facelets.parse(text)
    return Facelets.of(Cube.from_moves(text))


def is_stickers(text: str) -> bool:
    """Return whether `text` is meant as stickers and not as moves."""
    letters = [word for word in re.split(r"[\s|/,]+", text) if word]
    longest = max(map(len, letters), default=0)
    total = sum(map(len, letters))
    return bool(_STICKERS.fullmatch(text)) and total >= _LEAST_STICKERS and longest >= 3
