"""How the cubes of a question are read, if the user says more about that than the texts do."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from cubecsp.formats import Reading, read
from cubecsp.formats.writing import in_scheme
from cubecsp.puzzle.puzzle import CubePuzzle

__all__ = ["Reader", "shown_in"]


class Reader(NamedTuple):
    """How texts are read, as the user says; None leaves it to the text: see `cubecsp.formats.read`."""

    format: str | None = None
    puzzle: CubePuzzle | None = None
    order: str | None = None
    scheme: str | None = None

    def read(self, text: str | bytes) -> Reading:
        """Return what a text says a cube is, to be shown in the scheme."""
        found = read(text, self.format, self.puzzle, order=self.order, scheme=self.scheme)
        return found if self.scheme is None else shown_in(found, self.scheme)


def shown_in(reading: Reading, scheme: str) -> Reading:
    """Return what was read, to be shown in a scheme of colours."""
    return replace(reading, stickers=in_scheme(reading.stickers, scheme))
