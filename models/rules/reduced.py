"""Cubes that turn as a 3×3×3 does."""

from __future__ import annotations

from collections.abc import Iterable

from cubecsp.models.core.primitives import Primitive
from cubecsp.models.core.rule import Rule, State, Violation
from cubecsp.models.rules.centres_solved import CentresSolved
from cubecsp.models.rules.edges_paired import EdgesPaired
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle


class Reduced(Rule):
    """The cube turns as a 3×3×3 does: centres are solved, and all edges paired.

    Of even size, it may turn as a 3×3×3 that turns of outer layers cannot solve (an edge flipped, two pieces exchanged).
    """

    name = "reduced"
    summary = "it turns as a 3×3×3, perhaps an unsolvable one: centres solved and edges paired"
    scope = "cube"
    example = "reduced"
    sizes, limits = EdgesPaired.sizes, EdgesPaired.limits

    def primitives(self, puzzle: CubePuzzle = CUBE) -> Iterable[Primitive]:
        """Return those of both parts."""
        return [*CentresSolved().primitives(puzzle), *EdgesPaired().primitives(puzzle)]

    def violations(self, cube: State) -> list[Violation]:
        """Return those of both parts."""
        return CentresSolved().violations(cube) + EdgesPaired().violations(cube)


RULE = Reduced
