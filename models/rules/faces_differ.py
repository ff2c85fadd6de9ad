"""Faces compared by their patterns."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import combinations
from typing import ClassVar

from cubecsp.frozen import FixedDict
from cubecsp.models.core.primitives import FacePatterns, Primitive
from cubecsp.models.core.rule import Rule, RuleParameter, State, Violation, one_of
from cubecsp.models.rules.drawing import faces_of
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle
from cubecsp.puzzle.cube.geometry import FACES

MATCHING = "how faces may be matched with each other"
MATCHES = FixedDict(
    {
        "upright": "as they lie in the net, seen from outside",
        "turned": "each face may be turned",
        "mirrored": "each face may be turned and mirrored",
    }
)
"""The ways in which two faces may be matched, with their meanings."""
WORDS = {"upright": "upright as in the net", "turned": "turned", "mirrored": "turned or mirrored"}
"""The same as a part of a sentence."""
WAYS = {"upright": range(1), "turned": range(0, 8, 2), "mirrored": range(8)}
"""The turns and mirrors of each, see `FacePatterns`."""


class ComparedFaces(Rule):
    """All faces have patterns that are the same, or that differ.

    Args:
        up_to: how faces may be matched.
    """

    scope = "faces"
    same: ClassVar[bool]
    demand: ClassVar[str]
    """What the rule demands, up to how faces may be matched: a clause."""

    def __init__(self, up_to: str) -> None:
        self.up_to = one_of(self, up_to)
        self.value: str | None = up_to

    def describe(self) -> str:
        """Return the summary, or the demand with how faces may be matched."""
        return self.summary if self.value is None else f"{self.demand}, {WORDS[self.up_to]}"

    def primitives(self, puzzle: CubePuzzle = CUBE) -> Iterable[Primitive]:
        """Return one relation per pair of faces."""
        del puzzle  # six faces, whatever their size
        ways = frozenset(WAYS[self.up_to])
        return (FacePatterns(a, b, self.same, ways) for a, b in combinations(range(6), 2))

    def violations(self, cube: State) -> list[Violation]:
        """Return a violation, on all their stickers, per pair of faces: of U and another if they should be the same."""
        puzzle = cube.puzzle
        patterns = [pattern(face, self.up_to) for face in faces_of(cube.facelets)]
        return [
            Violation(
                (*puzzle.face(a), *puzzle.face(b)),
                f"faces {FACES[a]} and {FACES[b]} have "
                + ("different patterns" if self.same else f"the same pattern, {patterns[a]}"),
            )
            for a, b in combinations(range(6), 2)
            if (patterns[a] == patterns[b]) != self.same and not (self.same and a)
        ]


class FacesDiffer(ComparedFaces):
    """The six faces have pairwise different patterns.

    A pattern is a face up to any renaming of colours and, unless stated otherwise, up to the eight turns and
    mirrors of the square.

    Args:
        up_to: as for `faces-same`: `mirrored` if nothing is said; with `turned`, mirror images differ, and
            with `upright` turned ones, too.
    """

    name = "faces-differ"
    summary = "no two faces have the same pattern, turned, mirrored or in other colours"
    same = False
    demand = "no two faces have the same pattern in other colours"
    parameter = RuleParameter("upright|turned|mirrored", MATCHING, choices=MATCHES, optional=True)
    example = "faces-differ=turned"

    def __init__(self, up_to: str = "mirrored") -> None:
        super().__init__(up_to)
        self.value = None if up_to == "mirrored" else up_to


RULE = FacesDiffer


def pattern(face: str, up_to: str = "mirrored") -> str:
    """Return the pattern of a face of n×n letters, row by row: `ABC/DEA/BFC`, `AB/BA`.

    Two faces have the same pattern iff this is the same text: the least of the drawings in all ways, with
    colours lettered in the order of their first appearance.
    """
    n = math.isqrt(len(face))
    rows = [face[start : start + n] for start in range(0, n * n, n)]
    drawings = []
    for _ in range(1 if up_to == "upright" else 4):
        drawings.append("/".join(rows))
        if up_to == "mirrored":
            drawings.append("/".join(row[::-1] for row in rows))
        rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]  # a quarter turn
    return min(_lettered(drawing) for drawing in drawings)


def _lettered(drawing: str) -> str:
    letters = {"/": "/"}
    for colour in drawing:
        if colour not in letters:
            letters[colour] = "ABCDEF"[len(letters) - 1]
    return "".join(letters[colour] for colour in drawing)
