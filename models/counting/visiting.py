"""A breadth-first search over all states of a puzzle that is not a cube."""

from __future__ import annotations

import numpy as np

from cubecsp.errors import LimitError, OutOfReachError
from cubecsp.interface import spelled
from cubecsp.models.core.visiting import condition
from cubecsp.models.counting.way import ExactCount, ProgressSign, Question, Steps, Way, Work
from cubecsp.models.sampling.sample_source import Numbering, RowNumbering
from cubecsp.puzzle.kpuzzle.kpuzzle import KPuzzle
from cubecsp.puzzle.states.node_limit import NodeLimitError
from cubecsp.puzzle.states.reachable_states import MoveGroup
from cubecsp.puzzle.states.space import Space, Wanted
from cubecsp.stopping.deadline import current


class VisitingWay(Way):
    """Visits every solvable state."""

    name = "visiting"
    summary = "every state of a puzzle that is not a cube, visited breadth first"
    sizes = ()
    other_puzzles = True
    numbers = True
    limits = "it visits a few million states"

    def objection(self, question: Question) -> str | None:
        """Return a reason if this is a cube, or there are too many states."""
        puzzle = question.pattern.puzzle
        if not isinstance(puzzle, KPuzzle):
            return "it is for puzzles that are not cubes"
        most = question.max_nodes or Space(puzzle, puzzle.single_moves).affordable
        try:
            group = MoveGroup(puzzle, puzzle.generators)
            known = group.states or group.order
        except LimitError:
            return None  # then the search finds it out
        if known <= most:
            return None
        return f"there are {known:,} states, and {most:,} may be looked at ({spelled('max_nodes')} allows more)"

    def count(self, question: Question) -> Steps:
        """Visit them.

        Raises:
            OutOfReachError: there are more than may be looked at.
        """
        yield ProgressSign()
        space, satisfied = _space_and_wanted(question)
        solved, most = space.puzzle.solved, question.max_nodes or space.affordable
        try:
            return ExactCount(space.count(solved, satisfied, most, current()))
        except NodeLimitError as error:
            raise OutOfReachError(error.problem, error.remedy) from None

    def numbering(self, question: Question) -> Work[Numbering]:
        """Visit them, and keep those that satisfy the rules.

        Raises:
            OutOfReachError: there are more than may be looked at.
        """
        yield ProgressSign()
        space, satisfied = _space_and_wanted(question)
        try:
            states = space.positions(space.puzzle.solved, space.affordable, current())
        except NodeLimitError as error:
            raise OutOfReachError(error.problem, error.remedy) from None
        kept = (level.columns[:, satisfied(level.columns)] for level in states.levels)
        return RowNumbering(np.concatenate([space.rows_of(columns) for columns in kept]))


WAY = VisitingWay()


def _space_and_wanted(question: Question) -> tuple[Space, Wanted]:
    """Return the solvable states of a puzzle, and which of them satisfy the rules."""
    puzzle = question.pattern.puzzle
    assert isinstance(puzzle, KPuzzle)  # which `objection` has made sure of
    space = Space(puzzle, puzzle.single_moves)
    return space, condition(space, question.pattern, puzzle.solved)
