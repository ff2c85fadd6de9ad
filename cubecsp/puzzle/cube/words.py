"""The names of colours, pieces and lists in sentences.

Sentences name a slot by the faces that it touches (URF), and a piece by its colours as the user writes them,
with hyphens (W-R-G), so that nobody mistakes one for the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cubecsp.puzzle.core.orbits import Orbit
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.schemes import COLOURS, STANDARD


def piece_name(orbit: Orbit, piece: int, scheme: str = FACES) -> str:
    """Return the colours of a piece, those of its solved slot in order: `white-red-green`."""
    return colours_in_words(orbit.homes[piece], scheme)


def colours_in_words(colours: Iterable[int | None], scheme: str = FACES) -> str:
    """Return colours (0…5, None where unknown) as the user writes them, for sentences: `A-?-C`, `U-?-F`.

    Letters of the standard colours are written out, `white-?-green`: in a sentence R is the face on the right.
    """
    standard = set(scheme) == set(STANDARD)
    names = [COLOURS[STANDARD.index(each)] for each in scheme] if standard else scheme
    return "-".join("?" if colour is None else names[colour] for colour in colours)


def stickers_in_words(number: int) -> str:
    """Return a number of stickers in words: `no sticker`, `1 sticker`, `2 stickers`."""
    return "no sticker" if not number else "1 sticker" if number == 1 else f"{number} stickers"


def texts_of(texts: str | Iterable[str]) -> tuple[str, ...]:
    """Return one text, or several, as a tuple: a single text is not split into letters."""
    return (texts,) if isinstance(texts, str) else tuple(texts)


def listed(words: Sequence[str], link: str = "and") -> str:
    """Return `a`, `a and b`, `a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {link} {words[-1]}"
