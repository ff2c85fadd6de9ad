"""Letters and digits in three rows of three, by name, for drawings of a face."""

from __future__ import annotations

from cubecsp.errors import InputError, excerpt
from cubecsp.suggestions import suggestion

_LETTERS = """
A .#. ### #.#   B ##. ### ###   C ### #.. ###   D ##. #.# ##.   E ### ##. ###
F ### ##. #..   G ##. #.# .##   H #.# ### #.#   I .#. .#. .#.   J ..# ..# ##.
K #.# ##. #.#   L #.. #.. ###   M ### ### #.#   N ### #.# #.#   O ### #.# ###
P ### ### #..   Q ##. ##. ..#   R ### #.. #..   S .## .#. ##.   T ### .#. .#.
U #.# #.# ###   V #.# #.# .#.   W #.# ### ###   X #.# .#. #.#   Y #.# .#. .#.
Z ##. .#. .##
"""
_DIGITS = """
0 ### #.# ###   1 ##. .#. ###   2 ##. .#. .##   3 ### .## ###   4 #.# ### ..#
5 .## .#. ##.   6 #.. ### ###   7 ### ..# ..#   8 .## ### ##.   9 ### ### ..#
"""
# Three rows are not much: O is drawn like 0, S like 5, and Z like 2.


def _drawings(kind: str, listed: str) -> dict[str, str]:
    words = listed.split()
    return {
        f"{kind}-{words[i]}": "/".join(words[i + 1 : i + 4]).replace("#", "A").replace(".", "B")
        for i in range(0, len(words), 4)
    }


GLYPHS: dict[str, str] = _drawings("letter", _LETTERS) | _drawings("digit", _DIGITS)
"""Drawings by name, `letter-A` to `letter-Z` and `digit-0` to `digit-9`: one colour A on another, B."""

_BY_NAME = {name.lower(): drawing for name, drawing in GLYPHS.items()}


def named_drawing(text: str) -> str:
    """Return the drawing that a name stands for, or the text itself if it is not a name.

    Raises:
        InputError: it looks like a name, but is not a known one.
    """
    if "-" not in text:
        return text
    if text.lower() in _BY_NAME:
        return _BY_NAME[text.lower()]
    raise InputError(
        f"unknown drawing {excerpt(text)}", suggestion(text, GLYPHS, "cubecsp rules face")
    )
