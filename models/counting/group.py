"""The order of the group that moves generate: all states of a puzzle that is not a cube."""

from __future__ import annotations

from collections.abc import Callable

from cubecsp.errors import LimitError
from cubecsp.models.counting.base import Counted, Counter, Question, Step, Steps
from cubecsp.puzzle.kpuzzle.pieces import KPuzzle
from cubecsp.puzzle.states.move_group import MoveGroup

__all__ = ["COUNTER", "GroupCounter", "group_of", "refusal_by_group"]


def group_of(question: Question) -> MoveGroup:
    """Return the group that the moves of a puzzle generate, which is not a cube.

    Raises:
        LimitError: some moves can be done in some states only.
    """
    puzzle = question.pattern.puzzle
    assert isinstance(puzzle, KPuzzle)  # which `refusal_by_group` has made sure of
    return MoveGroup(puzzle, puzzle.generators)


def refusal_by_group(
    question: Question, unsuitable: Callable[[MoveGroup], str | None]
) -> str | None:
    """Return why a question is not about all states of a puzzle whose group is known, None if it is.

    Args:
        question: what is asked.
        unsuitable: returns what is wrong with the group, a clause, or None; it may raise LimitError.
    """
    if not isinstance(question.pattern.puzzle, KPuzzle):
        return "it is for puzzles that are not cubes"
    if question.pattern.rules:
        return "there are rules"
    try:
        group = group_of(question)
        group.require_known()
        return unsuitable(group)
    except LimitError as error:
        return error.problem


class GroupCounter(Counter):
    """Works out the group."""

    name = "group"
    summary = "all states of a puzzle that is not a cube, by the order of the group that its moves generate"
    immediate = True
    sizes = ()
    other_puzzles = True
    limits = "it counts no states that satisfy rules"

    def refusal(self, question: Question) -> str | None:
        """Return a reason if there are rules, this is a cube, or the group does not say how many states there are."""
        return refusal_by_group(question, _uncounted)

    def count(self, question: Question) -> Steps:
        """Return how many states look different."""
        yield Step(None)
        states = group_of(question).states
        assert states is not None  # which `refusal` has made sure of
        return Counted(states)


def _uncounted(group: MoveGroup) -> str | None:
    """Return why the order of a group does not say how many states there are."""
    known = group.states is not None
    return None if known else "pieces look alike, and laws do not say which states there are"


COUNTER = GroupCounter()
