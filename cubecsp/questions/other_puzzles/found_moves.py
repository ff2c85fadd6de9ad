"""Moves for the found states of a puzzle that is not a cube."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from cubecsp.errors import InputError, LimitError, OutOfTimeError
from cubecsp.questions.answers.answer import CubeReport, Stop
from cubecsp.questions.answers.statistics import Statistics
from cubecsp.questions.asking.limits import Run
from cubecsp.questions.finding.found_moves import in_order
from cubecsp.questions.finding.search_parameters import WithMoves
from cubecsp.questions.moving.moves import INTERRUPTED, TOO_LATE
from cubecsp.questions.moving.state_moves import StateSolver


class FoundStateMoves:
    """Found states and moves that solve them; each is solved at once if there may be no time later.

    Args:
        query: the question.
    """

    def __init__(self, query: WithMoves[Any]) -> None:
        self._solver = StateSolver(query.explored, query.solve)
        self._found: list[CubeReport] = []
        self._solved: list[CubeReport] = []

    def add(self, reports: Iterable[CubeReport], run: Run, statistics: Statistics) -> None:
        """Add some states, and find moves for them at once if there may be no time later."""
        self._found += reports
        if run.limits.time is not None:
            self._solve(run, statistics)

    def improve(self, run: Run, statistics: Statistics) -> None:
        """Find moves for all states that have none yet, as long as there is time."""
        if run.stopped in (None, Stop.LIMIT):
            with run:
                self._solve(run, statistics)

    def _solve(self, run: Run, statistics: Statistics) -> None:
        with statistics.measure("solving"):
            for report in self._found[len(self._solved) :]:
                self._solved.append(self._with_moves(report, run))

    def _with_moves(self, report: CubeReport, run: Run) -> CubeReport:
        state: Any = report.cube
        try:
            return self._solver.solve(state, run)
        except OutOfTimeError:
            raise
        except (InputError, LimitError) as error:  # blocked moves, perhaps: the states stay
            return replace(report, unsolved=str(error))

    def reports(self, sort: str | None, run: Run) -> Iterable[CubeReport]:
        """Return the states with their moves, or why there are none.

        Args:
            sort: one of `SORTS`; None for the order in which the states were found.
            run: the question under way.
        """
        return in_order(self._reports(run), sort)

    def _reports(self, run: Run) -> Iterator[CubeReport]:
        yield from self._solved
        reason = INTERRUPTED if run.stopped is Stop.INTERRUPT else TOO_LATE
        for report in self._found[len(self._solved) :]:
            yield replace(report, unsolved=reason)
