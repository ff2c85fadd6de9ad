"""Cubes as arguments: a facelet string, a move sequence, a file of them, or `-` for standard input."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeVar

from cubecsp.cube.facelets import Facelets
from cubecsp.cube.pocket import PocketCube
from cubecsp.cube.state import Cube
from cubecsp.errors import InputError

__all__ = ["CUBE_HELP", "is_stickers", "read_cubes", "read_solvable"]

T = TypeVar("T")

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
    """Return the stickers of the cubes that command-line arguments stand for, in order.

    Raises:
        InputError: an argument or a line of a file can be read in no way.
    """
    return [cube for argument in arguments for cube in _read(argument, _stickers)]


def read_solvable(arguments: Iterable[str]) -> list[Cube | PocketCube]:
    """Return the cubes that arguments stand for: of the 2×2×2 where there are 24 stickers.

    Raises:
        InputError: as for `read_cubes`, or stickers form no cube.
    """
    return [cube for argument in arguments for cube in _read(argument, _solvable)]


def _read(argument: str, parse: Callable[[str], T]) -> Iterator[T]:
    if argument == "-":
        yield from _lines(sys.stdin, "standard input", parse)
    elif _is_file(argument):
        try:
            with Path(argument).open(encoding="utf-8") as file:
                yield from _lines(file, f"file {argument!r}", parse)
        except (OSError, UnicodeDecodeError) as error:
            why = error.strerror if isinstance(error, OSError) else "it is not text"
            raise InputError(f"file {argument!r} cannot be read: {why}") from error
    else:
        yield parse(argument)


def _is_file(argument: str) -> bool:
    try:
        return Path(argument).is_file()
    except (OSError, ValueError):  # too long for a file name, or a null character in it
        return False


def _lines(lines: Iterable[str], where: str, parse: Callable[[str], T]) -> Iterator[T]:
    for number, line in enumerate(lines, 1):
        text = line.split("#", 1)[0].strip()
        if text:
            try:
                yield parse(text)
            except InputError as error:
                raise InputError(
                    f"{where}, line {number}: {error.problem}", error.remedy
                ) from error


def _stickers(text: str) -> Facelets:
    if is_stickers(text):
        return Facelets.parse(text)
    return Facelets.of(Cube.from_moves(text))


def _solvable(text: str) -> Cube | PocketCube:
    return _stickers(text).to_any_cube()


def is_stickers(text: str) -> bool:
    """Return whether `text` is meant as stickers and not as moves."""
    letters = [word for word in re.split(r"[\s|/,]+", text) if word]
    longest = max(map(len, letters), default=0)
    total = sum(map(len, letters))
    return bool(_STICKERS.fullmatch(text)) and total >= _LEAST_STICKERS and longest >= 3
