"""Cubes that their own moves solve."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from cubecsp.models.core.primitives import Primitive
from cubecsp.models.core.rule import State, Violation
from cubecsp.models.rules.repetition import OfMoves, powers_to_nothing, sources_of
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle

if TYPE_CHECKING:
    from cubecsp.puzzle.cube.batch import Batch, Flags


class SelfInverse(OfMoves):
    """Applying the moves twice leads back to solved: the order is 1 or 2."""

    name = "self-inverse"
    summary = "the moves that make the cube also solve it"
    example = "self-inverse"

    def orders(self) -> frozenset[int]:
        """Return 1 and 2."""
        return frozenset({1, 2})

    def primitives(self, puzzle: CubePuzzle = CUBE) -> Iterable[Primitive]:
        """Return one relation per pair of slots, and the placements that undo themselves."""
        self.require(puzzle)
        return powers_to_nothing(2, puzzle)

    def holds(self, cube: State) -> bool:
        """Return whether the cube done twice is solved."""
        self.require(cube.puzzle)
        return cube * cube == type(cube)()

    def holds_in(self, cubes: Batch) -> Flags:
        """Return for each cube whether it is solved when it is done twice."""
        self.require(cubes.puzzle)
        return cubes.power_is_solved(2)

    def violations(self, cube: State) -> list[Violation]:
        """Return one violation, on the stickers of all slots that are not in place after twice."""
        self.require(cube.puzzle)
        sources = sources_of(cube)
        where = tuple(f for f, source in enumerate(sources) if sources[source] != f)
        text = f"{len(where)} stickers are not in place after applying the moves twice"
        return [Violation(where, text)] if where else []


RULE = SelfInverse
