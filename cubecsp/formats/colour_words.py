"""The ways to write colours: letters, words and emoji, and the named schemes."""

from __future__ import annotations

from cubecsp.errors import InputError
from cubecsp.puzzle.cube.colour_naming import COMMENT
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.schemes import COLOURS, SCHEMES, STANDARD
from cubecsp.puzzle.cube.stickers import IGNORED, UNKNOWN_MARKS

COLOUR_WORDS = dict(zip(COLOURS, STANDARD, strict=True)) | {
    "black": "K",
    "purple": "P",
    "pink": "I",
}
"""The letters of colours by their English names, including three that some cubes have in place of others."""

WORD_OF = {letter: word for word, letter in COLOUR_WORDS.items()}
"""The English names of colours by their letters."""

_EMOJI = {
    emoji: letter
    for letters, shapes in {"WRGYOBKP": ("⬜🟥🟩🟨🟧🟦⬛🟪", "⚪🔴🟢🟡🟠🔵⚫🟣")}.items()
    for row in shapes
    for emoji, letter in zip(row, letters, strict=True)
}


def colour_letter(char: str) -> str:
    """Return the letter of the colour of an emoji, and any other character unchanged."""
    return _EMOJI.get(char, char)


def colour_name(char: str) -> str:
    """Return the English name of a colour, or the character itself if it has none."""
    return WORD_OF.get(colour_letter(char), char)


def parse_scheme(text: str) -> str:
    """Return the colours of the faces U R F D L B that a name of `SCHEMES`, or six characters, say.

    Raises:
        InputError: these are not six different characters that can be read again, or letters of
            faces in another order, which would be read as another cube.
    """
    if text.strip().lower() in SCHEMES:
        return SCHEMES[text.strip().lower()]
    colours = text.upper() if len(text.upper()) == len(text) else text
    reserved = {*IGNORED, *UNKNOWN_MARKS, COMMENT}
    bad = [c for c in colours if c in reserved or not c.isprintable()]
    if len(colours) != 6 or len(set(colours)) != 6 or bad:
        raise InputError(
            f"{text[:20]!r} is neither the name of a scheme nor six different characters",
            f"write {', '.join(SCHEMES)}, or a character for each face U R F D L B, as in {STANDARD}; "
            f"not {UNKNOWN_MARKS}, {COMMENT} or a blank",
        )
    if set(colours) == set(FACES) and colours != FACES:
        raise InputError(
            f"scheme {text!r} uses the letters of faces for other faces",
            f"write {FACES}, or other characters for colours, as in {STANDARD}",
        )
    return colours
