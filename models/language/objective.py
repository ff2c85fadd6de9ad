"""Objectives: numbers that every cube has, to be maximised or minimised."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from cubecsp.errors import InputError, excerpt
from cubecsp.frozen import frozen
from cubecsp.models.core.rule import Rule, State
from cubecsp.models.engines.goal import Goal
from cubecsp.models.rules.comparisons import MOST, comparison_of
from cubecsp.models.rules.expressions import Sum
from cubecsp.models.rules.terms import Summand
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.symmetry import Symmetry

if TYPE_CHECKING:
    from cubecsp.puzzle.cube.batch import Batch, Flags


@frozen
class Objective:
    """A weighted sum of counts, numbers of colours, and rules as 0 or 1.

    Attributes:
        weights: what is added, each once, with its weight, which is not 0.
        number: what is added to that.
        minimise: whether it is to be minimised.
    """

    weights: tuple[tuple[Summand, int], ...]
    number: int
    minimise: bool = False

    @classmethod
    def of(cls, total: Sum, *, minimise: bool = False) -> Objective:
        """Return the objective that a sum is.

        Raises:
            InputError: it is the same for every cube, or its weights are too large.
        """
        weights = tuple((term, weight) for term, weight in total.weights.items() if weight)
        if not weights:
            raise InputError(
                f"{excerpt(str(total))} is the same for every cube",
                "give something that varies, such as colours(U)+count(F, R)",
            )
        return cls(weights, total.number, minimise)

    def require(self, puzzle: Puzzle) -> None:
        """Make sure that it makes sense on `puzzle`, and that rules can ask for its values.

        Raises:
            InputError: it does not, or its weights are too large.
        """
        extent = 0
        for term, weight in self.weights:
            term.require(puzzle)
            extent += abs(weight) * len(list(term.parts(puzzle)))
        if extent > MOST:
            raise InputError(
                f"the objective can exceed {extent}", f"the limit is {MOST}: use smaller weights"
            )
        self.rule_for(self.number)

    def renamed(self, holding: str) -> Objective:
        """Return the same of cubes in some whole-cube orientation, in letters that name colours after the centres."""
        weights = tuple((term.renamed(holding), weight) for term, weight in self.weights)
        return replace(self, weights=weights)

    def rule_for(self, value: int) -> Rule:
        """Return the rule that it has this value."""
        return comparison_of(dict(self.weights), "==", value - self.number)

    def rule_beyond(self, value: int) -> Rule:
        """Return the rule that it is better than this value."""
        return comparison_of(dict(self.weights), "<" if self.minimise else ">", value - self.number)

    def value(self, cube: State) -> int:
        """Return its value on a cube, counted on the stickers."""
        return self.number + sum(weight * term.value(cube) for term, weight in self.weights)

    def symmetries(self, puzzle: Puzzle) -> tuple[Symmetry, ...]:
        """Return a group of symmetries that leave it unchanged, identity first."""
        return comparison_of(dict(self.weights), ">=", 0).symmetries(puzzle)

    def goal(self, puzzle: Puzzle, accepts: Callable[[Batch], Flags]) -> Goal:
        """Return the goal that engines are to maximise; `value_of` converts its score to a value."""
        sign = self._sign
        parts = ((p, sign * weight) for term, weight in self.weights for p in term.parts(puzzle))
        return Goal.of(parts, accepts)

    def value_of(self, score: int) -> int:
        """Return the value when the engine's goal has this score."""
        return self.number + self._sign * score

    @property
    def _sign(self) -> int:
        return -1 if self.minimise else 1

    def __str__(self) -> str:
        return str(Sum(dict(self.weights), self.number))
