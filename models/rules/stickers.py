"""Stickers that are given."""

from __future__ import annotations

from collections.abc import Iterable

from cubecsp.models.core.primitives import Count, Primitive
from cubecsp.models.core.rule import Parameter, Rule, State, Violation, colours_of
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.geometry import FACES, UNKNOWN

__all__ = ["RULE", "Stickers"]


class Stickers(Rule):
    """Some stickers have given colours.

    Args:
        facelets: a facelet string with `.` where any colour may be (see `Facelets.parse`): 6·n²
            letters; a cube of even size is held with its piece DBL at home.
    """

    name = "stickers"
    summary = "the stickers are as in this facelet string, where . is any colour"
    parameter = Parameter(
        "FACELETS",
        "54 letters, or 6·n² for the n×n×n",
        examples=(
            "U" + "." * 53,
            "." * 53 + "B",
            "." * 18 + "UUF.F...D" + "." * 27,
            "UUUUUUUUURRR......FFF" + "." * 33,
            "R.U." + "." * 20,
            "U..F" + "." * 92,
        ),
    )
    example = "stickers=RRR......" + "........." * 5
    limits = "a facelet string is for one size"

    def __init__(self, facelets: str) -> None:
        stickers = Facelets.parse(facelets)
        self.letters = stickers.letters
        self.puzzle = stickers.puzzle
        self.sizes = (stickers.puzzle.size,)

    @classmethod
    def _from_value(cls, value: str) -> Stickers:
        return cls(value)

    @property
    def value(self) -> str:
        """The facelet string."""
        return self.letters

    def primitives(self, puzzle: CubePuzzle = CUBE) -> Iterable[Primitive]:
        """Return one literal per given sticker."""
        self.require(puzzle)
        for facelet, letter in enumerate(self.letters):
            if letter != UNKNOWN:
                yield Count(frozenset({facelet}), frozenset({FACES.index(letter)}), 1, 1)

    def describe(self) -> str:
        """Return how many stickers are given."""
        known = len(self.letters) - self.letters.count(UNKNOWN)
        return f"{known} of the {len(self.letters)} stickers are as given"

    def violations(self, cube: State) -> list[Violation]:
        """Return a violation per sticker of another colour."""
        self.require(cube.puzzle)
        return [
            Violation(
                (i,),
                f"{cube.puzzle.names[i]} shows {colours_of(actual)} instead of {colours_of(letter)}",
            )
            for i, (letter, actual) in enumerate(zip(self.letters, cube.facelets, strict=True))
            if letter not in (UNKNOWN, actual)
        ]


RULE = Stickers
