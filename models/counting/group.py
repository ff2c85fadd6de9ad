"""The group that moves generate: all states of a puzzle that is not a cube, or those with some pieces solved.

The states in which some pieces are solved are the elements that fix these, a stabiliser (see
`cubecsp.puzzle.states.move_group`). If other pieces look alike, each state stands for as many elements as in the whole.
"""

from __future__ import annotations

from collections.abc import Callable

from cubecsp.errors import LimitError
from cubecsp.models.core.feasibility import conjuncts
from cubecsp.models.core.primitives import Placed
from cubecsp.models.counting.base import Counted, Counter, Question, Step, Steps
from cubecsp.puzzle.kpuzzle.pieces import KPuzzle
from cubecsp.puzzle.states.move_group import MoveGroup

__all__ = ["COUNTER", "GroupCounter", "group_of", "refusal_by_group", "solved_facelets"]


def group_of(question: Question) -> MoveGroup:
    """Return the group that the moves of a puzzle generate, which is not a cube.

    Raises:
        LimitError: some moves can be done in some states only.
    """
    puzzle = question.pattern.puzzle
    assert isinstance(puzzle, KPuzzle)  # which `refusal_by_group` has made sure of
    return MoveGroup(puzzle, puzzle.generators)


def refusal_by_group(
    question: Question, unsuitable: Callable[[MoveGroup], str | None], *, solved: bool = False
) -> str | None:
    """Return why a question is not about all states of a puzzle whose group is known, None if it is.

    Args:
        question: what is asked.
        unsuitable: returns what is wrong with the group, a clause, or None; it may raise LimitError.
        solved: whether rules may say which pieces are solved.
    """
    if not isinstance(question.pattern.puzzle, KPuzzle):
        return "it is for puzzles that are not cubes"
    if question.pattern.rules and not solved:
        return "there are rules"
    if solved and solved_facelets(question) is None:
        return "the rules do not only say which pieces are solved, or these look like others"
    try:
        group = group_of(question)
        group.require_known()
        return unsuitable(group)
    except LimitError as error:
        return error.problem


def solved_facelets(question: Question) -> list[int] | None:
    """Return a facelet of each slot that has to be solved, if that is all that the rules demand; else None.

    The pieces of these slots must be told apart from all others, in all ways to turn them.
    """
    puzzle = question.pattern.puzzle
    if any(rule.late_on(puzzle) for rule in question.pattern.rules):
        return None
    facelets = []
    for primitive in conjuncts(question.pattern.primitives):
        if not isinstance(primitive, Placed):
            return None
        orbit = puzzle.orbits[primitive.orbit]
        home = orbit.matching(orbit.homes[primitive.slot])
        if len(home) > 1 or primitive.placements != {*home}:
            return None
        facelets.append(orbit.frames[primitive.slot][0])
    return facelets


class GroupCounter(Counter):
    """Works out the group."""

    name = "group"
    summary = (
        "all states of a puzzle that is not a cube, or those with some pieces solved, by the group that its moves "
        "generate"
    )
    immediate = True
    sizes = ()
    other_puzzles = True
    limits = "of rules, it accepts only those that say which pieces are solved"

    def refusal(self, question: Question) -> str | None:
        """Return that rules say something else, that this is a cube, or that the group does not say how many there are."""
        return refusal_by_group(question, _uncounted, solved=True)

    def count(self, question: Question) -> Steps:
        """Return how many states look different."""
        yield Step(None)
        group, facelets = group_of(question), solved_facelets(question)
        states = group.states
        assert states is not None  # which `refusal` has made sure of
        assert facelets is not None  # likewise
        return Counted(group.stabiliser(facelets).order // (group.order // states))


def _uncounted(group: MoveGroup) -> str | None:
    """Return why the order of a group does not say how many states there are."""
    known = group.states is not None
    return None if known else "pieces look alike, and laws do not say which states there are"


COUNTER = GroupCounter()
