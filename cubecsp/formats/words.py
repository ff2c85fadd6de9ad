"""The stickers by the names of their colours: white, red, green, yellow, orange, blue, or in some other languages.

Words may stand in rows, as the letters of `facelets` do, or line by line as an unfolded net. Words have
different lengths, so only the indentation of the first line, and not the columns, shows that they form a net.
"""

from __future__ import annotations

import re

from cubecsp.errors import InputError, excerpt
from cubecsp.formats import colours, net
from cubecsp.formats.colour_words import COLOUR_WORDS, WORD_OF, colour_letter
from cubecsp.formats.format import Format
from cubecsp.formats.order import WrittenStickers, row
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle, cube_puzzle, nearest_size
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.geometry import UNKNOWN
from cubecsp.puzzle.cube.stickers import UNKNOWN_MARKS, check_count
from cubecsp.suggestions import suggestion

__all__ = ["letters"]

SUMMARY = "the stickers by the names of colours: white, red, green, yellow, orange, blue"
EXAMPLE = """\
white white orange white white green white white green
red red white blue red red white red red
green green yellow green green white green green green
yellow yellow red yellow yellow yellow yellow yellow yellow
blue orange orange orange orange orange orange orange orange
blue red red blue blue blue blue blue blue"""

_FOREIGN = {  # German, French, Spanish and Italian
    "W": "weiß weiss blanc blanco bianco",
    "R": "rot rouge rojo rosso",
    "G": "grün gruen vert verde",
    "Y": "gelb jaune amarillo giallo",
    "O": "naranja arancione",
    "B": "blau bleu azul blu",
}
_COLOURS = COLOUR_WORDS | {
    word: letter for letter, words in _FOREIGN.items() for word in words.split()
}
_LETTERS = _COLOURS | {"unknown": UNKNOWN} | dict.fromkeys(UNKNOWN_MARKS, UNKNOWN)
_WORD = re.compile(r"[^\s,;/|\[\]{}()'\"]+")
_FEWEST = 6  # words of a text that are no accident
_MEANT = 0.8  # the share of words that are colours in a text in words, some of which are misspelt


def evidence(text: str) -> str:
    """Return why this is in words, or nothing."""
    results = [word for word in _WORD.findall(text.lower()) if _LETTERS.get(word) != UNKNOWN]
    right = sum(word in _COLOURS for word in results)
    is_meant = right and (right == len(results) or right >= max(_FEWEST, _MEANT * len(results)))
    return "names of colours" if is_meant else ""


def faces(text: str, puzzle: CubePuzzle | None) -> WrittenStickers:
    """Return the stickers face by face, as letters.

    Raises:
        InputError: a word is not a colour, or there are too few or too many of them.
    """
    lines = [line for line in text.splitlines() if line.strip()]
    rows = [letters(line, text) for line in lines]
    shape = "\n".join(rows)
    if not net.has_net_shape(shape):
        stickers = "".join(rows)
        size = nearest_size(len(stickers)) if puzzle is None else puzzle.size
        check_count(text, len(stickers), size)
        return row(stickers, cube_puzzle(size))
    size = len(rows[0])
    if lines[1][:1].isspace():
        shape = "\n".join(" " * size * (len(one) == size) + one for one in rows)
    return net.faces(shape, puzzle)


def write(facelets: Facelets) -> str:
    """Return the words, a face on each line.

    Raises:
        InputError: a colour has no name here.
    """
    shown_as = [colour_letter(char) for char in colours.write(facelets)]
    for letter in shown_as:
        if letter not in WORD_OF and letter != UNKNOWN:
            raise InputError(
                f"the colour {letter!r} has no name",
                f"use a scheme of the letters {' '.join(WORD_OF)}",
            )
    area = facelets.puzzle.size**2
    every = [WORD_OF.get(letter, UNKNOWN) for letter in shown_as]
    return "\n".join(" ".join(every[i : i + area]) for i in range(0, len(every), area))


def letters(line: str, text: str = "") -> str:
    """Return the letters of the colours that a line of a text names.

    Raises:
        InputError: a word is none.
    """
    text = text or line
    results = []
    for word in _WORD.finditer(line.lower()):
        if word[0] not in _LETTERS:
            at = text.index(line) + word.start()
            raise InputError(
                f"cube {excerpt(text, at)}: {text[at : at + len(word[0])][:20]!r} is not a colour",
                suggestion(word[0], [*COLOUR_WORDS, ". (unknown)"]),
                text=text,
                position=at,
            )
        results.append(_LETTERS[word[0]])
    return "".join(results)


FORMAT = Format.by_faces("words", SUMMARY, EXAMPLE, evidence, faces, write, spelt=True)
