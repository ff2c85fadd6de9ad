"""States of a puzzle that is not a cube by number, by visiting all that moves make."""

from __future__ import annotations

import numpy as np

from cubecsp.deadline import current
from cubecsp.errors import OutOfReachError
from cubecsp.models.core.visiting import condition, rows_of
from cubecsp.models.counting import COUNTERS
from cubecsp.models.counting.base import Question
from cubecsp.models.sampling.base import Numbering, NumberingSampler, Preparation, Trying
from cubecsp.models.sampling.row_numbering import RowNumbering
from cubecsp.puzzle.kpuzzle.pieces import KPuzzle
from cubecsp.puzzle.states.effort import EffortError
from cubecsp.puzzle.states.space import Space

__all__ = ["SAMPLER", "VisitingSampler"]


class VisitingSampler(NumberingSampler):
    """Visits every state that moves make of the solved one, and numbers those that satisfy the rules."""

    name = "visiting"
    summary = COUNTERS["visiting"].summary
    sizes = ()
    other_puzzles = True
    limits = COUNTERS["visiting"].limits

    def refusal(self, question: Question) -> str | None:
        """Return a reason if this is a cube, or there are too many states."""
        return COUNTERS[self.name].refusal(question)

    def numbering(self, question: Question) -> Preparation[Numbering]:
        """Visit them.

        Raises:
            OutOfReachError: there are more than may be looked at.
        """
        yield Trying()
        puzzle = question.pattern.puzzle
        assert isinstance(puzzle, KPuzzle)  # which `refusal` has made sure of
        space = Space(puzzle, puzzle.single_moves)
        satisfied = condition(space, question.pattern, puzzle.solved)
        try:
            states = space.positions(puzzle.solved, space.affordable, current())
        except EffortError as error:
            raise OutOfReachError(error.problem, error.remedy) from None
        kept = (level.columns[:, satisfied(level.columns)] for level in states.levels)
        return RowNumbering(np.concatenate([rows_of(space, columns) for columns in kept]))


SAMPLER = VisitingSampler()
