"""Rows of stickers in text: the characters that are stickers, whatever stands between them."""

from __future__ import annotations

import re
from functools import lru_cache

from cubecsp.cube.facelets import (
    IGNORED,
    UNKNOWN,
    UNKNOWN_MARKS,
    Facelets,
    check_count,
    no_sticker,
)
from cubecsp.cube.geometry import FACES
from cubecsp.cube.naming import STANDARD, named
from cubecsp.cube.puzzle import PUZZLES, CubePuzzle
from cubecsp.errors import InputError, excerpt

__all__ = [
    "capitals",
    "looks_like_letters",
    "may_be_letters",
    "parse_row",
    "refused",
    "stickers_of",
]

_LEAST = 20  # letters in a row of stickers; nobody writes so many moves without a blank or mark
_NEAR = 2  # so many stickers may be missing or too many for single letters to be meant as a row
_LETTERS = re.compile(r"[A-Za-z.?\-\s|/,]*")
_INVISIBLE = "\ufe0e\ufe0f\u200b\ufeff"  # what editors add to characters and files
_BETWEEN = re.compile(f"[{re.escape(''.join(sorted(IGNORED)))}{_INVISIBLE}\\s]+")
_AS_UNKNOWN = str.maketrans(dict.fromkeys(UNKNOWN_MARKS, UNKNOWN))


def capitals(text: str) -> str:
    """Return a text in capitals, but for characters whose capital is more than one character."""
    if len(text.upper()) == len(text):
        return text.upper()
    return "".join(c.upper() if len(c.upper()) == 1 else c for c in text)


@lru_cache(maxsize=4)  # several formats look at the same text
def stickers_of(text: str) -> str:
    """Return the capitals of the characters that are stickers, `.` for unknown ones."""
    return capitals(_BETWEEN.sub("", text)).translate(_AS_UNKNOWN)


def parse_row(text: str, puzzle: CubePuzzle | None) -> Facelets:
    """Read stickers in the order of facelets, and name their colours after the centres.

    Raises:
        InputError: there are not as many as `puzzle` has, or as any cube; or they are none.
    """
    stickers, puzzle = _counted(text, puzzle)
    colours = set(stickers) - {UNKNOWN}
    if len(colours) > len(FACES):
        for usual in (FACES, STANDARD):
            if len(colours & set(usual)) >= len(FACES) - 1:
                odd = next(i for i, char in enumerate(stickers) if char not in usual + UNKNOWN)
                raise refused(text, odd, f"{len(stickers)} of {' '.join(usual)}")
    return named(stickers, puzzle)


def _counted(text: str, puzzle: CubePuzzle | None) -> tuple[str, CubePuzzle]:
    """Return the stickers of a text, and the cube that has so many.

    Raises:
        InputError: there are not as many as `puzzle` has, or as any cube; or one cannot be printed.
    """
    stickers = stickers_of(text)
    if puzzle is None:
        puzzle = min(PUZZLES, key=lambda p: abs(p.facelet_count - len(stickers)))
    check_count(text, len(stickers), puzzle)
    lines = [line for line in text.expandtabs().splitlines() if line.strip()]
    if len({len(line) - len(line.lstrip()) for line in lines[1:]}) > 1:
        raise InputError(
            f"cube {excerpt(text)}: its lines begin in different columns and form no net",
            "write L F R B side by side, U above F and D below it, or no blanks before the lines",
            text=text,
        )
    if not stickers.isprintable():
        odd = next(i for i, char in enumerate(stickers) if not char.isprintable())
        raise refused(text, odd, "letters of six colours")
    return stickers, puzzle


def refused(text: str, number: int, right: str) -> InputError:
    """Return the error that says that sticker `number` of a text is none, and what would be right."""
    places = [at for at, char in enumerate(text) if not _BETWEEN.fullmatch(char)]
    return no_sticker(text, places[number], right)


def may_be_letters(text: str) -> bool:
    """Return whether a text could be a row of stickers: in long rows, or just as many letters, or nearly.

    Moves can be written so too, `U R F …`, if there are as many.
    """
    if looks_like_letters(text):
        return True
    count = len(stickers_of(text)) if _LETTERS.fullmatch(text) else 0
    return any(abs(count - puzzle.facelet_count) <= _NEAR for puzzle in PUZZLES)


def looks_like_letters(text: str) -> bool:
    """Return whether a text is letters in long rows, as stickers are written and moves are not."""
    if not _LETTERS.fullmatch(text):
        return False
    words = [word for word in re.split(r"[\s|/,]+", text) if word]
    return sum(map(len, words)) >= _LEAST and max(map(len, words)) >= 3
