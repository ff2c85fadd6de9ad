"""Counting by a breadth-first search over all states of a puzzle that is not a cube."""

from __future__ import annotations

from cubecsp.deadline import current
from cubecsp.door import spelled
from cubecsp.errors import LimitError, OutOfReachError
from cubecsp.models.core.visiting import condition
from cubecsp.models.counting.base import Counted, Counter, Question, Step, Steps
from cubecsp.puzzle.kpuzzle.pieces import KPuzzle
from cubecsp.puzzle.states.effort import EffortError
from cubecsp.puzzle.states.move_group import MoveGroup
from cubecsp.puzzle.states.space import Space

__all__ = ["COUNTER", "VisitingCounter"]


class VisitingCounter(Counter):
    """Visits every state that moves make of the solved one."""

    name = "visiting"
    summary = "every state of a puzzle that is not a cube, visited breadth first"
    sizes = ()
    other_puzzles = True
    limits = "it visits a few million states"

    def refusal(self, question: Question) -> str | None:
        """Return a reason if this is a cube, or there are too many states."""
        puzzle = question.pattern.puzzle
        if not isinstance(puzzle, KPuzzle):
            return "it is for puzzles that are not cubes"
        most = question.effort or Space(puzzle, puzzle.single_moves).affordable
        try:
            group = MoveGroup(puzzle, puzzle.generators)
            known = group.states or group.order
        except LimitError:
            return None  # then the search finds it out
        if known <= most:
            return None
        return f"there are {known:,} states, and {most:,} may be looked at ({spelled('effort')} allows more)"

    def count(self, question: Question) -> Steps:
        """Visit them.

        Raises:
            OutOfReachError: there are more than may be looked at.
        """
        yield Step(None)
        puzzle = question.pattern.puzzle
        assert isinstance(puzzle, KPuzzle)
        space = Space(puzzle, puzzle.single_moves)
        satisfied = condition(space, question.pattern, puzzle.solved)
        most = question.effort or space.affordable
        try:
            return Counted(space.count(puzzle.solved, satisfied, most, current()))
        except EffortError as error:
            raise OutOfReachError(error.problem, error.remedy) from None


COUNTER = VisitingCounter()
