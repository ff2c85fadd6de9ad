"""Rows of stickers in text: the characters of stickers, and the marks between them."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from cubecsp.errors import InputError, excerpt
from cubecsp.puzzle.cube.colour_naming import letters_and_scheme
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle, cube_puzzle, nearest_size
from cubecsp.puzzle.cube.geometry import FACES, UNKNOWN
from cubecsp.puzzle.cube.schemes import STANDARD
from cubecsp.puzzle.cube.sizes import cube_name

UNKNOWN_MARKS = ".-?"
"""The characters that may be written for an unknown sticker."""

IGNORED = frozenset(" \t\r\n|/,")
"""The characters that may stand between stickers."""

_LEAST = 20  # letters in a row of stickers; no user writes so many moves without a blank or mark
_NEAR = 2  # the most stickers missing or too many for single letters to be meant as a row
_LETTERS = re.compile(r"[A-Za-z.?\-\s|/,]*")
_INVISIBLE = "\ufe0e\ufe0f\u200b\ufeff"  # characters that editors add to texts and files
_BETWEEN = IGNORED.union(_INVISIBLE)  # and all characters that Python treats as white space
_AS_UNKNOWN = str.maketrans(dict.fromkeys(UNKNOWN_MARKS, UNKNOWN) | dict.fromkeys(_BETWEEN, ""))


def capitals(text: str) -> str:
    """Return a text in capitals, except characters whose capital is more than one character."""
    if len(text.upper()) == len(text):
        return text.upper()
    return "".join(c.upper() if len(c.upper()) == 1 else c for c in text)


def width(char: str) -> int:
    """Return how many columns of a terminal a character takes: 2 for emoji, 0 for invisible characters."""
    if char in _INVISIBLE:
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def spaced(stickers: str) -> str:
    """Return stickers with a blank between, narrow ones among wide ones with a second one."""
    widest = max(map(width, stickers), default=1)
    return " ".join(char + " " * (widest - width(char)) for char in stickers).rstrip()


@lru_cache(maxsize=4)  # several formats look at the same text
def stickers_of(text: str) -> str:
    """Return the capitals of the characters that are stickers, `.` for unknown ones."""
    return capitals("".join(text.split()).translate(_AS_UNKNOWN))


def parse_row(text: str, puzzle: CubePuzzle | None = None) -> tuple[str, str]:
    """Read stickers in the order of facelets, and name their colours after the centres.

    Blanks, line breaks and the marks `| / ,` between stickers are skipped. Stickers are letters of
    faces (U R F D L B) or any six characters, such as those of the standard colours (W R G Y O B);
    `cubecsp.puzzle.cube.colour_naming` assigns colours to faces, in any orientation of the cube. Case
    does not matter. `.`, `-` and `?` stand for an unknown sticker.

    Args:
        text: the stickers.
        puzzle: the required cube; left out, the number of stickers decides.

    Returns:
        A letter of a face for each facelet, and the characters of the six colours, face by face.

    Raises:
        InputError: there are not as many as `puzzle` has, or as any cube; or they are none.
    """
    return letters_and_scheme(*row_of(text, puzzle))


def row_of(text: str, puzzle: CubePuzzle | None = None) -> tuple[str, CubePuzzle]:
    """Return the stickers of a text in its own characters, and the cube with as many.

    Raises:
        InputError: as for `parse_row`, except errors about the names of colours.
    """
    stickers, puzzle = _stickers_and_cube(text, puzzle)
    colours = set(stickers) - {UNKNOWN}
    if len(colours) > len(FACES):
        for usual in (FACES, STANDARD):
            if len(colours & set(usual)) >= len(FACES) - 1:
                odd = next(i for i, char in enumerate(stickers) if char not in usual + UNKNOWN)
                raise wrong_sticker(text, odd, f"{len(stickers)} of {' '.join(usual)}")
    return stickers, puzzle


def _stickers_and_cube(text: str, puzzle: CubePuzzle | None) -> tuple[str, CubePuzzle]:
    """Return the stickers of a text, and the cube with as many.

    Raises:
        InputError: there are not as many as `puzzle` has, or as any cube; or one cannot be printed.
    """
    stickers = stickers_of(text)
    size = nearest_size(len(stickers)) if puzzle is None else puzzle.size
    check_count(text, len(stickers), size)
    lines = [line for line in text.expandtabs().splitlines() if line.strip()]
    if len({len(line) - len(line.lstrip()) for line in lines[1:]}) > 1:
        raise InputError(
            f"cube {excerpt(text)}: its lines begin in different columns and form no net",
            "write L F R B side by side, U above F and D below it, or no blanks before the lines",
            text=text,
        )
    if not stickers.isprintable():
        odd = next(i for i, char in enumerate(stickers) if not char.isprintable())
        raise wrong_sticker(text, odd, "letters of six colours")
    return stickers, cube_puzzle(size)


def wrong_sticker(text: str, number: int, right: str) -> InputError:
    """Return the error that character `number` of a text is not a sticker, with the remedy."""
    places = [at for at, char in enumerate(text) if stickers_of(char)]
    return no_sticker(text, places[number], right)


def by_rows_of_a_net(stickers: str, size: int) -> tuple[str, ...]:
    """Return the faces U L F R B D of a net whose rows follow each other: U, each row of L F R B, D."""
    area = size**2
    middle = [
        "".join(stickers[area + 4 * size * row + at :][:size] for row in range(size))
        for at in range(0, 4 * size, size)
    ]
    return (stickers[:area], *middle, stickers[-area:])


def may_be_letters(text: str) -> bool:
    """Return whether a text could be a row of stickers: in long rows, or just as many letters, or nearly.

    Moves can look like this too, `U R F …`, if there are as many.
    """
    if looks_like_letters(text):
        return True
    count = len(stickers_of(text)) if _LETTERS.fullmatch(text) else 0
    return abs(count - 6 * nearest_size(count) ** 2) <= _NEAR


def looks_like_letters(text: str) -> bool:
    """Return whether a text is letters in long rows, as stickers are written and moves are not."""
    if not _LETTERS.fullmatch(text):
        return False
    words = [word for word in re.split(r"[\s|/,]+", text) if word]
    return sum(map(len, words)) >= _LEAST and max(map(len, words)) >= 3


def no_sticker(text: str, position: int, right: str) -> InputError:
    """Return the error about a character of a text that is not a sticker, with the remedy."""
    return InputError(
        f"cube {excerpt(text, position)}: {text[position]!r} at character {position + 1} "
        "is not a sticker",
        f"write {right}, or . for unknown",
        text=text,
        position=position,
    )


def number_and_error(number: int, noun: str, right: int) -> str:
    """Return `53 stickers, 1 too few` where `right` would be the right number."""
    which = "few" if number < right else "many"
    return f"{number} {noun}{'s' * (number != 1)}, {abs(right - number)} too {which}"


def check_count(text: str, count: int, size: int) -> None:
    """Make sure that a text with `count` stickers has as many as the cube of a size.

    Raises:
        InputError: it does not; the message says how many are missing or too many.
    """
    if count == 6 * size**2:
        return
    problem = number_and_error(count, "sticker", 6 * size**2)
    faces, left = divmod(count, (size + 1) ** 2)
    if count > 6 * size**2 and not left:
        problem += f", or {faces} faces of a {cube_name(size + 1)}, whose other stickers are written . if not known"
    raise InputError(
        f"cube {excerpt(text)}: {problem}",
        f"a {cube_name(size)} has {6 * size**2}: {size**2} for each face in the order U R F D L B",
        text=text,
    )
