"""Moves on a scramble and on its inverse, as fewest-moves solvers write them: NISS.

`(U2 B U) R F'` means R F' after the scramble, and U2 B U after the inverse scramble. With the scramble as a
cube X, the normal moves n and the inverse moves i, the cube reached is i⁻¹ · X · n, seen from the normal side.
Once it is solved, n followed by i undone solves X.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TypeVar

from cubecsp.errors import InputError, excerpt
from cubecsp.frozen import frozen
from cubecsp.puzzle.core.sequences import COMMENTS
from cubecsp.puzzle.cube.moves import Moves
from cubecsp.puzzle.cube.state import Cube, State

S = TypeVar("S", bound=State)

_GROUP = re.compile(r"\(([^()]*)\)")


@frozen
class NissMoves:
    """Moves on both sides; `str` writes those on the inverse first, in parentheses.

    Attributes:
        normal: the moves after the scramble, in the notation of moves.
        inverse: the moves after the inverse scramble.
    """

    normal: str = ""
    inverse: str = ""

    @classmethod
    def parse(cls, text: str) -> NissMoves:
        """Read moves of a 3×3×3: those in parentheses are on the inverse, in any number of places.

        Raises:
            InputError: they cannot be read, turn the whole cube, or a group has a count or is within another one.
        """
        bare = COMMENTS.sub(" ", text)
        normal = _GROUP.sub(" ", bare)
        if "(" in normal or ")" in normal:
            raise InputError(
                f"moves {excerpt(text)} have a parenthesis within another, or without its other one",
                "write those on the inverse in parentheses, and nothing else",
            )
        result = cls.joined([cls(normal, " ".join(_GROUP.findall(bare)))])
        for side in (result.normal, result.inverse):
            if rotation := Moves(side).rotation:
                raise InputError(
                    f"moves {excerpt(text)} turn the whole cube on one side ({rotation})",
                    "use turns of faces, or turn it back",
                )
        return result

    @classmethod
    def joined(cls, parts: Iterable[NissMoves]) -> NissMoves:
        """Return moves one after another, each on their side."""
        parts = tuple(parts)
        sides = ([p.normal for p in parts], [p.inverse for p in parts])
        return cls(*(" ".join(" ".join(side).split()) for side in sides))

    def __str__(self) -> str:
        return f"({self.inverse}) {self.normal}".strip() if self.inverse else self.normal

    @property
    def in_one(self) -> Moves:
        """The normal moves, then the inverse ones undone, simplified: they solve a scramble if the cube reached is solved."""
        turns = Moves(self.normal).turns  # a rotation after them is turned back
        return (Moves(turns) + ~Moves(Moves(self.inverse).turns)).simplified()

    def reached_from(self, cube: S) -> S:
        """Return the cube reached from a scramble, seen from the normal side.

        Raises:
            InputError: it is not a 3×3×3.
        """
        if not isinstance(cube, Cube):
            raise InputError(f"NISS is for a 3×3×3, and this is a {cube.puzzle.name}")
        return (~(~cube).apply(self.inverse)).apply(self.normal)
