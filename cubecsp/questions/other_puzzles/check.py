"""Whether moves can make states of a puzzle that is not a cube, and which rules these break."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cubecsp.deadline import looking
from cubecsp.frozen import fixed
from cubecsp.questions.answers.answer import Answer, CubeReport, Status
from cubecsp.questions.asking.limits import Run

if TYPE_CHECKING:
    from cubecsp.models.core.rule import Rule
    from cubecsp.questions.asking.about import AboutStates

__all__ = ["Checking"]


class Checking:
    """A `Check` of states under way.

    Args:
        query: the question.
        rules: what the states have to satisfy.
    """

    def __init__(self, query: AboutStates[Any, Any], rules: Sequence[Rule]) -> None:
        self._query, self._rules = query, tuple(rules)
        self._done = 0
        self._bad = False

    def reports(self, _answer: Answer, run: Run) -> Generator[CubeReport, None, None]:
        """Yield a report for each state."""
        states: Any = self._query.taken
        with run:
            for state in looking(states):
                report = self._report(state, run)
                self._done += 1
                can = report.verdict is not None and report.verdict.reachable
                self._bad = self._bad or not can or bool(report.violations)
                yield report

    def _report(self, state: Any, run: Run) -> CubeReport:
        from cubecsp.models.core.pattern import Pattern

        explored, rules = self._query.explored, Pattern(self._rules, puzzle=state.puzzle)
        frame = explored.frame(state)
        return replace(
            CubeReport.of(state),
            verdict=explored.verdict(state, run.deadline),
            violations=fixed(rules.violations(state.held_before(frame))),
            held=state.puzzle.rotations[frame],
        )

    def settle(self, answer: Answer, run: Run) -> None:
        """Set the status of the answer."""
        if self._bad:
            answer.status = Status.INFEASIBLE
        elif run.stopped is None:
            answer.status = Status.COMPLETE
        else:
            answer.status = Status.PARTIAL if self._done else Status.UNKNOWN
