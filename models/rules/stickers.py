"""Stickers that are given."""

from __future__ import annotations

from collections.abc import Iterable

from cubecsp.cube.facelets import UNKNOWN, Facelets
from cubecsp.cube.geometry import CUBE, Puzzle
from cubecsp.cube.state import Cube
from cubecsp.models.primitives import Count, Primitive
from cubecsp.models.rule import Parameter, Rule, Violation

__all__ = ["Stickers"]


class Stickers(Rule):
    """Some stickers have given colours.

    Args:
        facelets: a facelet string with `.` where any colour may be (see `Facelets.parse`).
    """

    name = "stickers"
    summary = "the stickers are as in this facelet string, where . is any colour"
    parameter = Parameter("FACELETS", "54 letters")
    example = "stickers=RRR......" + "........." * 5

    def __init__(self, facelets: str) -> None:
        self.facelets = Facelets.parse(facelets)

    @classmethod
    def _from_value(cls, value: str) -> Stickers:
        return cls(value)

    @property
    def value(self) -> str:
        """The facelet string."""
        return self.facelets.letters

    def primitives(self, puzzle: Puzzle = CUBE) -> Iterable[Primitive]:
        """Return one literal per given sticker."""
        del puzzle
        for facelet, colour in enumerate(self.facelets.colours):
            if colour is not None:
                yield Count(frozenset({facelet}), frozenset({colour}), 1, 1)

    def violations(self, cube: Cube) -> list[Violation]:
        """Return a violation per sticker of another colour."""
        return [
            Violation((i,), f"{CUBE.names[i]} shows {shown} instead of {wanted}")
            for i, (wanted, shown) in enumerate(zip(self.value, cube.facelets, strict=True))
            if wanted not in (UNKNOWN, shown)
        ]
