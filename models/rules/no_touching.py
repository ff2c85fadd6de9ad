"""Equal colours that touch: along a side, at a point of a face, or across an edge of the cube."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cubecsp.errors import InputError
from cubecsp.frozen import FixedDict
from cubecsp.models.core.primitives import Differ, Primitive
from cubecsp.models.core.rule import Rule, RuleParameter, State, Violation, colours_of, one_of
from cubecsp.models.rules.drawing import edge_strips
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle


class NoTouching(Rule):
    """No two equal colours touch, in one of three ways.

    Args:
        way: `side`, side by side on a face; `diagonal`, at a point inside a face; `across`, at a
            point of a cube edge, an edge sticker against the two corner stickers that lie on the
            other face along the same cube edge.
    """

    name = "no-touching"
    summary = "no two equal colours touch in this way"
    parameter = RuleParameter(
        "side|diagonal|across",
        "a way of touching",
        choices=FixedDict(
            {
                "side": "side by side on a face",
                "diagonal": "at a point inside a face",
                "across": "at a point of an edge of the cube, on its two sides",
            }
        ),
    )
    scope = "stickers"
    example = "no-touching=side"
    other_puzzles = "stickers"

    def __init__(self, way: str) -> None:
        self.way = self.value = one_of(self, way)

    def describe(self) -> str:
        """Return the summary with the way in it."""
        how = {
            "side": "side by side on a face",
            "diagonal": "diagonally on a face",
            "across": "diagonally across a cube edge",
        }
        return f"no two equal colours touch {how[self.way]}"

    def primitives(self, puzzle: Puzzle = CUBE) -> Iterable[Primitive]:
        """Return one inequality per pair of stickers that touch."""
        if not isinstance(puzzle, CubePuzzle):
            from cubecsp.models.rules import named_slots

            return named_slots.unlike_neighbours(puzzle, self)
        if self.way == "side":
            pairs = puzzle.side_pairs
        else:
            pairs = puzzle.diagonal_pairs if self.way == "diagonal" else puzzle.across_pairs
        return (Differ(a, b) for a, b in pairs)

    def require(self, puzzle: Puzzle) -> None:
        """Make sure that stickers of `puzzle` can touch in this way: on puzzles that are not cubes, along sides."""
        super().require(puzzle)
        if not isinstance(puzzle, CubePuzzle) and self.way != "side":
            raise InputError(f"rule {self} is about cubes only", "write no-touching=side")

    def violations(self, cube: State) -> list[Violation]:
        """Return a violation per pair of equal colours that touch."""
        if not isinstance(cube, State):
            from cubecsp.models.rules.named_slots import like_neighbours

            return like_neighbours(cube)
        facelets, names_of = cube.facelets, cube.puzzle.names
        results = []
        for a, b in pairs_touching(self.way, cube.puzzle.size):
            if facelets[a] == facelets[b]:
                names = f"{names_of[a]} and {names_of[b]}"
                message = f"{names} touch ({self.way}) and both show {colours_of(facelets[a])}"
                results.append(Violation((min(a, b), max(a, b)), message))
        return results


RULE = NoTouching


def pairs_touching(way: str, n: int = 3) -> Iterator[tuple[int, int]]:
    """Yield the pairs of facelets that touch, read off drawings, not computed from coordinates."""
    if way == "across":
        for here, there in edge_strips(n):
            for i in range(n - 1):
                yield here[i], there[i + 1]
                yield here[i + 1], there[i]
        return
    for face in range(0, 6 * n * n, n * n):
        for row in range(n):
            for column in range(n):
                at = face + n * row + column
                if way == "side":
                    neighbours = [(row, column + 1), (row + 1, column)]
                else:
                    neighbours = [(row + 1, column - 1), (row + 1, column + 1)]
                for r, c in neighbours:
                    if r < n and 0 <= c < n:
                        yield at, face + n * r + c
