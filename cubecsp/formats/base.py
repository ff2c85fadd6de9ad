"""What a format is: how its texts are told from others, read and written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cubecsp.puzzle.facelets import Facelets
from cubecsp.puzzle.puzzle import CubePuzzle

__all__ = ["Format"]


@dataclass(frozen=True)
class Format:
    """A way to write a cube.

    Attributes:
        name: what users call it.
        summary: one line for people.
        example: a text in it.
        sign: returns why a text is in the format, "" where it is not.
        parse: reads a text; a puzzle says which cube it has to be.
        write: returns stickers as a text; None where that takes a search for moves.
        notes: returns what is worth knowing about a text that could be read and stickers do not
            show; None where that is nothing.
    """

    name: str
    summary: str
    example: str
    sign: Callable[[str], str]
    parse: Callable[[str, CubePuzzle | None], Facelets]
    write: Callable[[Facelets], str] | None
    notes: Callable[[str, CubePuzzle | None], tuple[str, ...]] | None = None
