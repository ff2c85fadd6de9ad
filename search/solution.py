"""What every method answers: moves that solve a cube, and how much is known about their length."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cubecsp.cube.moves import Metric, Moves

__all__ = ["Solution"]


@dataclass(frozen=True)
class Solution:
    """Moves that solve one cube: `cube.apply(moves) == Cube()`.

    Attributes:
        moves: from the cube to solved.
        metric: how lengths are counted.
        optimal: whether it is proven that nothing shorter exists.
        proven: a lower bound on the length of every solution, from this search.
        seconds: wall-clock time spent.
        nodes: positions looked at; 0 where a method does not count.
    """

    moves: Moves
    metric: Metric
    optimal: bool
    proven: int
    seconds: float
    nodes: int

    @property
    def generator(self) -> Moves:
        """Moves from solved to the cube."""
        return ~self.moves

    @property
    def length(self) -> int:
        """The number of turns in `metric`."""
        return self.moves.length(self.metric)
