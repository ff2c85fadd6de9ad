"""Rows of stickers in text: the characters that are stickers, whatever stands between them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from cubecsp.cube.facelets import IGNORED, UNKNOWN, UNKNOWN_MARKS, check_count, no_sticker
from cubecsp.cube.geometry import CUBE, PUZZLES, Puzzle

__all__ = ["characters", "counted", "looks_like_letters", "upper"]

_LEAST = 20  # letters in a row of stickers; nobody writes so many moves without a blank or mark
_LETTERS = re.compile(r"[A-Za-z.?\-\s|/,]*")
_INVISIBLE = frozenset("\ufe0e\ufe0f\u200b\ufeff")  # what editors add to characters and files


def upper(char: str) -> str:
    """Return the capital of a character, if it has one that is a character too."""
    capital = char.upper()
    return capital if len(capital) == 1 else char


@lru_cache(maxsize=4)  # several formats look at the same text
def characters(text: str) -> tuple[tuple[int, str], ...]:
    """Return the position and the capital of each character that is not between stickers."""
    return tuple(
        (position, UNKNOWN if char in UNKNOWN_MARKS else upper(char))
        for position, char in enumerate(text)
        if char not in IGNORED and not char.isspace() and char not in _INVISIBLE
    )


def counted(
    text: str, found: Sequence[tuple[int, str]], puzzle: Puzzle | None
) -> tuple[str, Puzzle]:
    """Return the stickers as a string, and the cube that has so many.

    Raises:
        InputError: there are not as many as `puzzle` has, or as any cube; or one cannot be printed.
    """
    if puzzle is None:
        puzzle = next((p for p in PUZZLES if p.facelet_count == len(found)), CUBE)
    check_count(text, len(found), puzzle)
    for position, char in found:
        if not char.isprintable():
            raise no_sticker(text, position, f"{puzzle.facelet_count} letters of six colours")
    return "".join(char for _, char in found), puzzle


def looks_like_letters(text: str) -> bool:
    """Return whether a text is letters in long rows, as stickers are written and moves are not."""
    if not _LETTERS.fullmatch(text):
        return False
    words = [word for word in re.split(r"[\s|/,]+", text) if word]
    return sum(map(len, words)) >= _LEAST and max(map(len, words)) >= 3
