"""The fewest moves that solve states of a puzzle that is not a cube.

They are searched for from both ends, or planned by clingo as a readable logic program.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cubecsp.errors import InputError, OutOfTimeError, excerpt
from cubecsp.puzzle.kpuzzle.pieces import KPattern
from cubecsp.puzzle.kpuzzle.puzzle_moves import PuzzleMoves
from cubecsp.puzzle.states.effort import EffortError
from cubecsp.questions.answers.answer import Answer, CubeReport, Status, Stop
from cubecsp.questions.answers.wording import plural
from cubecsp.questions.asking.limits import Run
from cubecsp.questions.asking.progress import Show
from cubecsp.questions.moving.moves import INTERRUPTED, TOO_LATE

if TYPE_CHECKING:
    from cubecsp.puzzle.states.state_search import StateSearch
    from cubecsp.questions.asking.about import AboutStates

__all__ = ["FewestMoves", "Listing", "Solving", "solved"]


class FewestMoves:
    """Finds the fewest moves that solve states.

    Args:
        explored: what is searched.
        turns: the moves that may be used, with commas between them; None for all.
        planned: whether clingo plans the moves.
    """

    def __init__(self, explored: StateSearch, turns: str | None, *, planned: bool) -> None:
        self._explored, self._turns = explored, turns
        self._report = self._by_plan if planned else self._by_search

    def report(self, state: KPattern, run: Run) -> CubeReport:
        """Return a state with the moves that solve it, or without any, and why, if a limit came first.

        Raises:
            InputError: no moves solve it.
            LimitError: the puzzle is too large for any search.
            OutOfTimeError: the time is over.
        """
        return self._report(state, run)

    def _by_plan(self, state: KPattern, run: Run) -> CubeReport:
        """Return the report of a state with the moves that clingo plans."""
        from cubecsp.questions.other_puzzles.plan import each_plan

        try:
            goals = self._explored.goals(state)
            with closing(each_plan(state, goals, self._turns, run.deadline.left_or_none)) as plans:
                moves = PuzzleMoves.of(state.puzzle, next(plans))
                return solved(state, moves, fewest=self._explored.over_all)
        except OutOfTimeError as error:
            run.stop(Stop.TIME)
            return replace(CubeReport.of(state), unsolved=error.problem)

    def _by_search(self, state: KPattern, run: Run) -> CubeReport:
        """Return the report of a state with the moves that a search from both ends finds."""
        try:
            path = self._explored.solution(state, run.deadline)
        except EffortError as error:
            run.stop(Stop.EFFORT)
            least = error.depth if self._explored.over_all else None
            return replace(CubeReport.of(state), unsolved=error.problem, proven=least)
        if path is None:
            raise InputError(f"no sequence of these moves solves the state {excerpt(str(state))}")
        return solved(state, path, fewest=self._explored.over_all)


class Solving:
    """A `Solve` of states under way.

    Args:
        query: the question.
        moves: what finds the moves.
        on_progress: called with the share that is done, and a note.
    """

    def __init__(
        self, query: AboutStates[Any, Any], moves: FewestMoves, on_progress: Show | None
    ) -> None:
        self._query, self._moves, self._show = query, moves, on_progress
        self._given = self._solved = 0

    @property
    def _states(self) -> tuple[KPattern, ...]:
        states: tuple[Any, ...] = self._query.taken
        return states

    def reports(self, _answer: Answer, run: Run) -> Generator[CubeReport, None, None]:
        """Yield a report for each state, in their order."""
        with run:
            for state in self._states:
                run.deadline.check()
                report = self._moves.report(state, run)
                self._given += 1
                self._solved += report.solution is not None
                yield report
                self._tell()
        why = INTERRUPTED if run.stopped is Stop.INTERRUPT else TOO_LATE
        for state in self._states[self._given :]:
            yield replace(CubeReport.of(state), unsolved=why)

    def _tell(self) -> None:
        number = len(self._states)
        if self._show is not None and number > 1:
            note = f"{self._given:,} of {plural(number, 'state')} solved"
            self._show(self._given / number, note)

    def settle(self, answer: Answer, _run: Run) -> None:
        """Set the status of the answer."""
        if self._solved == len(self._states):
            answer.status = Status.COMPLETE
        else:
            answer.status = Status.PARTIAL if self._solved else Status.UNKNOWN


class Listing:
    """A `SolveAll` of a state under way.

    Args:
        state: the state.
        goals: the solved states that may be meant.
        turns: the moves that may be used.
    """

    def __init__(self, state: KPattern, goals: Sequence[KPattern], turns: str | None) -> None:
        self._state, self._goals, self._turns = state, goals, turns
        self._found = 0

    def reports(self, answer: Answer, run: Run) -> Generator[CubeReport, None, None]:
        """Yield a report for each plan of the shortest length."""
        from cubecsp.questions.other_puzzles.plan import each_plan

        state, left = self._state, run.deadline.left_or_none
        try:
            with closing(each_plan(state, self._goals, self._turns, left)) as plans:
                for names in plans:
                    if self._found == run.limits.number:
                        run.stop(Stop.LIMIT)
                        return
                    self._found += 1
                    moves = PuzzleMoves.of(state.puzzle, names)
                    yield solved(state, moves, fewest=self._turns is None)
        except OutOfTimeError as error:
            answer.reason = None if self._found else error.problem
            run.stop(Stop.TIME)

    def settle(self, answer: Answer, run: Run) -> None:
        """Set the status of the answer."""
        answer.count = self._found if run.delivered is None else run.delivered.reports
        if run.stopped is None:
            answer.status = Status.COMPLETE
        else:
            answer.status = Status.PARTIAL if answer.count else Status.UNKNOWN


def solved(state: KPattern, moves: PuzzleMoves, *, fewest: bool = True) -> CubeReport:
    """Return the report of a state with moves that solve it in some holding, which are tried out.

    Args:
        state: the state.
        moves: the moves.
        fewest: whether it is proven that there are no fewer, whatever moves they are.
    """
    held = state.apply(moves).solved_after
    if held is None:
        raise AssertionError(f"{moves} does not solve {state}")
    least = len(moves) if fewest else 0
    return replace(CubeReport.of(state), solution=moves, optimal=fewest, proven=least, held=held)
