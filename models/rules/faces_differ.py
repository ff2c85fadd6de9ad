"""Faces compared by their patterns."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import combinations
from typing import TYPE_CHECKING

from cubecsp.models.primitives import FacePatterns, Primitive
from cubecsp.models.rule import Rule, State, Violation
from cubecsp.models.rules.drawing import faces_of
from cubecsp.puzzle.geometry import FACES
from cubecsp.puzzle.puzzle import CUBE, CubePuzzle

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from cubecsp.puzzle.batch import Batch, Flags

__all__ = ["RULE", "FacesDiffer", "pattern"]

_BITS = 63  # of a number that is never negative


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

    def holds_in(self, cubes: Batch) -> Flags:
        """Return for each cube whether no two faces have the same pattern."""
        patterns = [_partitions(face) for face in cubes.faces]
        return cubes.all(
            (patterns[a] != patterns[b]).any(axis=0) for a, b in combinations(range(6), 2)
        )


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


def _partitions(face: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return numbers for each of many faces, shape (cells, n): the same for the same pattern.

    A bit says of each two cells whether they are equal, 63 to a number: 36 of them on the 3×3×3. The
    numbers, shape (numbers, n), are the least of the eight drawings'.
    """
    import numpy as np

    n = math.isqrt(len(face))
    cells = np.arange(n * n).reshape(n, n)
    pairs = [*combinations(range(n * n), 2)]
    equal = {pair: (face[pair[0]] == face[pair[1]]).astype(np.int64) for pair in pairs}
    least: NDArray[np.int64] | None = None
    for turns in range(4):
        turned = np.rot90(cells, turns)
        for drawn in (turned.ravel().tolist(), turned[:, ::-1].ravel().tolist()):
            numbers = np.zeros((-(-len(pairs) // _BITS), face.shape[1]), np.int64)
            for place, (a, b) in enumerate(pairs):
                bits = equal[min(drawn[a], drawn[b]), max(drawn[a], drawn[b])]
                numbers[place // _BITS] |= bits << place % _BITS
            least = numbers if least is None else np.where(_less(numbers, least), numbers, least)
    assert least is not None
    return least


def _less(one: NDArray[np.int64], other: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return where the numbers of `one`, shape (numbers, n), come before those of `other`."""
    import numpy as np

    less = np.zeros(one.shape[1], np.bool_)
    for a, b in zip(one, other, strict=True):
        less = (a < b) | (less & (a == b))
    return less


def _lettered(drawing: str) -> str:
    letters = {"/": "/"}
    for colour in drawing:
        if colour not in letters:
            letters[colour] = "ABCDEF"[len(letters) - 1]
    return "".join(letters[colour] for colour in drawing)
