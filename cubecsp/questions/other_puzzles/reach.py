"""The fewest moves after which a state of a puzzle that is not a cube satisfies some rules."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cubecsp.puzzle.kpuzzle.pieces import KPattern
from cubecsp.puzzle.kpuzzle.puzzle_moves import PuzzleMoves
from cubecsp.puzzle.states.effort import EffortError
from cubecsp.questions.answers.answer import Answer, CubeReport, Status, Stop
from cubecsp.questions.asking.limits import Run
from cubecsp.questions.other_puzzles.frames import in_frame

if TYPE_CHECKING:
    from cubecsp.models.core.pattern import Pattern
    from cubecsp.puzzle.states.state_search import StateSearch

__all__ = ["Reaching"]


class Reaching:
    """A `Reach` from a state under way.

    Args:
        explored: the search for the moves.
        pattern: the rules, about the puzzle.
        start: the state.
    """

    def __init__(self, explored: StateSearch, pattern: Pattern, start: KPattern) -> None:
        self._explored, self._pattern = explored, pattern
        self._frame = explored.frame(start)
        self._start = start.held_before(self._frame)
        self._found: list[tuple[KPattern, list[str]]] | None = None

    def reports(self, answer: Answer, run: Run) -> Generator[CubeReport, None, None]:
        """Yield a report for each state that is reached."""
        most = run.limits.number
        with run:
            self._found = self._searched(answer, run)
            for number, (reached, path) in enumerate(self._found or ()):
                if number == most:
                    run.stop(Stop.LIMIT)
                    return
                yield self._report(reached, path)

    def _searched(self, answer: Answer, run: Run) -> list[tuple[KPattern, list[str]]] | None:
        """Return the states that are reached, one more than asked for; None if the effort was not enough."""
        from cubecsp.models.core.visiting import condition

        explored, most = self._explored, run.limits.number
        satisfied = condition(explored.space, self._pattern, self._start)
        more = None if most is None else most + 1
        try:
            return explored.space.nearest(self._start, satisfied, explored.most, run.deadline, more)
        except EffortError as error:
            answer.reason = error.problem
            run.stop(Stop.EFFORT)
            return None

    def _report(self, reached: KPattern, path: list[str]) -> CubeReport:
        moves = PuzzleMoves.of(reached.puzzle, path)
        state: Any = reached  # a state of a puzzle is what rules about it are for
        if self._start.apply(moves) != reached or self._pattern.violations(state):
            raise AssertionError(f"{moves} leads to {reached!r}, which breaks {self._pattern}")
        return replace(in_frame(reached, self._frame), moves=moves, optimal=True)

    def settle(self, answer: Answer, run: Run) -> None:
        """Set the status of the answer."""
        answer.count = 0 if run.delivered is None else run.delivered.reports
        if run.stopped is not None:
            answer.status = Status.PARTIAL if answer.count else Status.UNKNOWN
        elif self._found:
            answer.status = Status.COMPLETE
        else:
            answer.status = Status.INFEASIBLE
            answer.reason = "no sequence of these moves leads there"
