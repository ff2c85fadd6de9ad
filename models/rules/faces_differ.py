"""Faces compared by their patterns."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import combinations
from typing import TYPE_CHECKING

from cubecsp.models.core.primitives import FacePatterns, Primitive
from cubecsp.models.core.rule import Rule, State, Violation
from cubecsp.models.rules.drawing import faces_of
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle
from cubecsp.puzzle.cube.geometry import FACES

if TYPE_CHECKING:
    pass


__all__ = ["RULE", "FacesDiffer", "pattern"]


class FacesDiffer(Rule):
    """The six faces have pairwise different patterns.

    A pattern is a face up to the eight turns and mirrors of the square and any renaming of colours.
    """

    name = "faces-differ"
    summary = "no two faces have the same pattern, turned, mirrored or in other colours"
    scope = "faces"
    example = "faces-differ"

    def primitives(self, puzzle: CubePuzzle = CUBE) -> Iterable[Primitive]:
        """Return one relation per pair of faces."""
        del puzzle  # six faces, whatever their size
        return (FacePatterns(a, b, same=False) for a, b in combinations(range(6), 2))

    def violations(self, cube: State) -> list[Violation]:
        """Return a violation per pair of faces with the same pattern, on all their stickers."""
        puzzle, patterns = cube.puzzle, [pattern(face) for face in faces_of(cube.facelets)]
        return [
            Violation(
                (*puzzle.face(a), *puzzle.face(b)),
                f"faces {FACES[a]} and {FACES[b]} have the same pattern, {patterns[a]}",
            )
            for a, b in combinations(range(6), 2)
            if patterns[a] == patterns[b]
        ]


RULE = FacesDiffer


def pattern(face: str) -> str:
    """Return the pattern of a face of n×n letters, row by row: `ABC/DEA/BFC`, `AB/BA`.

    Two faces have the same pattern iff this is the same text: the least of the eight drawings, with
    colours lettered in the order of their first appearance.
    """
    n = math.isqrt(len(face))
    rows = [face[start : start + n] for start in range(0, n * n, n)]
    drawings = []
    for _ in range(4):
        rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]  # a quarter turn
        drawings += ["/".join(rows), "/".join(row[::-1] for row in rows)]
    return min(_lettered(drawing) for drawing in drawings)


def _lettered(drawing: str) -> str:
    letters = {"/": "/"}
    for colour in drawing:
        if colour not in letters:
            letters[colour] = "ABCDEF"[len(letters) - 1]
    return "".join(letters[colour] for colour in drawing)
