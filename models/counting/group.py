"""The order of the group that moves generate: all states of a puzzle that is not a cube."""

from __future__ import annotations

from cubecsp.errors import LimitError
from cubecsp.models.counting.base import Counted, Counter, Question, Step, Steps
from cubecsp.puzzle.kpuzzle.pieces import KPuzzle
from cubecsp.puzzle.states.move_group import MoveGroup

__all__ = ["COUNTER", "GroupCounter"]


class GroupCounter(Counter):
    """Works out the group."""

    name = "group"
    summary = "all states of a puzzle that is not a cube, by the order of the group that its moves generate"
    immediate = True
    sizes = ()
    other_puzzles = True
    limits = "it counts no states that satisfy rules"

    def refusal(self, question: Question) -> str | None:
        """Return that there are rules, that this is a cube, or that the group does not say how many there are."""
        puzzle = question.pattern.puzzle
        if not isinstance(puzzle, KPuzzle):
            return "it is for puzzles that are not cubes"
        if question.pattern.rules:
            return "there are rules"
        try:
            known = MoveGroup(puzzle, puzzle.generators).states
        except LimitError as error:
            return error.problem
        return None if known else "pieces look alike, and laws do not say which states there are"

    def count(self, question: Question) -> Steps:
        """Return how many states look different."""
        yield Step(None)
        puzzle = question.pattern.puzzle
        assert isinstance(puzzle, KPuzzle)
        states = MoveGroup(puzzle, puzzle.generators).states
        assert states is not None  # which `refusal` has made sure of
        return Counted(states)


COUNTER = GroupCounter()
