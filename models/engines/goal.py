"""The goal that an engine maximises."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from cubecsp.frozen import frozen
from cubecsp.models.core.primitives import Primitive, sum_of
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.state import State

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cubecsp.puzzle.cube.batch import Batch, Flags


class Better(NamedTuple):
    """A cube that scores higher than all before it.

    Attributes:
        cube: a solution.
        score: what it scores.
    """

    cube: State
    score: int


@frozen
class Goal:
    """The objective of a problem: the sum of the weights of the primitives that hold, to be maximised.

    Attributes:
        terms: primitives, each once, with weights, none of them 0.
        accepts: returns for each of many cubes, solutions of the problem, whether it counts.
    """

    terms: tuple[tuple[Primitive, int], ...]
    accepts: Callable[[Batch], Flags]

    @classmethod
    def of(cls, terms: Iterable[tuple[Primitive, int]], accepts: Callable[[Batch], Flags]) -> Goal:
        """Return the goal with equal primitives put together."""
        weights: Counter[Primitive] = Counter()
        for part, weight in terms:
            weights[part] += weight
        return cls(tuple((part, weight) for part, weight in weights.items() if weight), accepts)

    @cached_property
    def most(self) -> int:
        """An upper bound of the score that needs no search."""
        return sum(weight for _, weight in self.terms if weight > 0)

    def above(self, score: int) -> Primitive:
        """Return the primitive that a cube scores more than this."""
        return sum_of(self.terms, score + 1)

    def scores(self, cubes: Batch) -> NDArray:  # type: ignore[type-arg]  # of int64
        """Return the score of each of many cubes."""
        return cubes.total((part.holds_in(cubes), weight) for part, weight in self.terms)

    def best_of(self, rows: bytes, puzzle: Puzzle) -> Better | None:
        """Return the best of the cubes that count, the first of several; None if none counts.

        Args:
            rows: at least one, as in `Block`.
            puzzle: the puzzle.
        """
        from cubecsp.puzzle.cube.batch import Batch, from_bytes

        cubes = Batch(from_bytes(rows, puzzle), puzzle)
        scores = self.scores(cubes)
        for score in sorted(set(scores.tolist()), reverse=True):
            reaching = cubes.where(scores == score)
            counting = reaching.where(self.accepts(reaching))
            if len(counting):
                return Better(next(iter(counting)), score)
        return None


@frozen
class ProgramGoal(Goal):
    """A logic program of the problem is to cost as little as possible, which clingo takes care of.

    Attributes:
        least: no cube costs less than this.
    """

    least: int = 0

    @property
    def most(self) -> int:
        """No cube scores more than this."""
        return -self.least
