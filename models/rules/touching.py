"""Equal colours that touch: along a side, at a point of a face, or across an edge of the cube."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cubecsp.cube.geometry import CUBE, FACES, Puzzle
from cubecsp.cube.state import Cube
from cubecsp.errors import InputError
from cubecsp.models.primitives import Differ, Primitive
from cubecsp.models.rule import Parameter, Rule, Violation

__all__ = ["NoTouching"]


class NoTouching(Rule):
    """No two equal colours touch, in one of three ways.

    Args:
        way: `side`, side by side on a face; `diagonal`, at a point inside a face; `across`, at a
            point of a cube edge, an edge sticker against the two corner stickers that lie on the
            other face along the same cube edge.
    """

    name = "no-touching"
    summary = "no two equal colours touch in this way"
    parameter = Parameter(
        "side|diagonal|across", "a way of touching", choices=("side", "diagonal", "across")
    )
    example = "no-touching=side"

    def __init__(self, way: str) -> None:
        if way not in self.parameter.choices:
            raise InputError(
                f"rule no-touching={way}: no such way of touching",
                "it is side, diagonal or across",
            )
        self.way = way

    @classmethod
    def _from_value(cls, value: str) -> NoTouching:
        return cls(value)

    @property
    def value(self) -> str:
        """The way of touching."""
        return self.way

    def primitives(self, puzzle: Puzzle = CUBE) -> Iterable[Primitive]:
        """Return one inequality per pair of stickers that touch."""
        pairs = {
            "side": puzzle.side_pairs,
            "diagonal": puzzle.diagonal_pairs,
            "across": puzzle.across_pairs,
        }[self.way]
        return (Differ(a, b) for a, b in pairs)

    def violations(self, cube: Cube) -> list[Violation]:
        """Return a violation per pair of equal colours that touch."""
        facelets = cube.facelets
        found = []
        for a, b in _touching(self.way):
            if facelets[a] == facelets[b]:
                names = f"{CUBE.names[a]} and {CUBE.names[b]}"
                message = f"{names} touch ({self.way}) and both show {facelets[a]}"
                found.append(Violation((min(a, b), max(a, b)), message))
        return found


# The check looks at drawings of faces and at the strips of a net, not at coordinates in space.
# Along each of the twelve cube edges the two faces show a strip of three stickers each, listed here
# from the same end: face, first cell, step between cells; twice.
_STRIPS = (
    ("U", 6, 1, "F", 0, 1),
    ("U", 8, -3, "R", 0, 1),
    ("U", 2, -1, "B", 0, 1),
    ("U", 0, 3, "L", 0, 1),
    ("D", 0, 1, "F", 6, 1),
    ("D", 2, 3, "R", 6, 1),
    ("D", 8, -1, "B", 6, 1),
    ("D", 6, -3, "L", 6, 1),
    ("F", 2, 3, "R", 0, 3),
    ("R", 2, 3, "B", 0, 3),
    ("B", 2, 3, "L", 0, 3),
    ("L", 2, 3, "F", 0, 3),
)


def _touching(way: str) -> Iterator[tuple[int, int]]:
    if way == "across":
        for one, start, step, other, start2, step2 in _STRIPS:
            here = [9 * FACES.index(one) + start + i * step for i in range(3)]
            there = [9 * FACES.index(other) + start2 + i * step2 for i in range(3)]
            for middle, ends in ((here[1], there), (there[1], here)):
                yield middle, ends[0]
                yield middle, ends[2]
        return
    for face in range(0, 54, 9):
        for row in range(3):
            for column in range(3):
                at = face + 3 * row + column
                if way == "side":
                    neighbours = [(row, column + 1), (row + 1, column)]
                else:
                    neighbours = [(row + 1, column - 1), (row + 1, column + 1)]
                for r, c in neighbours:
                    if r < 3 and 0 <= c < 3:
                        yield at, face + 3 * r + c
