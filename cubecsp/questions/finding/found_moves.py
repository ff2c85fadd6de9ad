"""Moves for the cubes, or states of another puzzle, that a search has found."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from cubecsp.errors import InputError, LimitError, OutOfTimeError
from cubecsp.puzzle.cube.state import Cube, State
from cubecsp.puzzle.cube.symmetry import SYMMETRIES, Symmetry, canonical_by
from cubecsp.questions.answers.answer import CubeReport, Stop
from cubecsp.questions.answers.statistics import Statistics
from cubecsp.questions.asking.limits import Run
from cubecsp.questions.moving.moves import (
    INTERRUPTED,
    TOO_LATE,
    Failure,
    MoveSearch,
    improve_moves,
    quick,
)
from cubecsp.questions.moving.playing import with_link
from cubecsp.questions.moving.state_moves import StateSolver
from cubecsp.search.solution import Solution
from cubecsp.stopping.signals import look


class _InOrder(ABC):
    """Found cubes, or states, and the moves that solve them."""

    @abstractmethod
    def _reports(self, late: str) -> Iterator[CubeReport]:
        """Yield the reports in the order of discovery; `late` says why some have no moves yet."""

    def reports(self, sort: str | None, run: Run) -> Iterable[CubeReport]:
        """Return the cubes with their moves, or why there are none.

        Args:
            sort: one of `SORTS`; None for the order in which the cubes were found.
            run: the question under way.
        """
        reports = self._reports(INTERRUPTED if run.stopped is Stop.INTERRUPT else TOO_LATE)
        return reports if sort is None else sorted(reports, key=_shortest_first)


class FoundMoves(_InOrder):
    """Found cubes and their moves: one cube of each symmetry class is solved, and the others get conjugate moves."""

    def __init__(self, search: MoveSearch, player: str | None = None) -> None:
        self._search = search
        self._player = player
        self._found: list[tuple[CubeReport, State, Symmetry]] = []
        self._moves: dict[State, Solution | Failure | None] = {}

    def add(self, reports: Iterable[CubeReport], run: Run, statistics: Statistics) -> None:
        """Add some cubes, and find moves for them at once if there may be no time for better ones."""
        at_once = run.limits.time is not None or self._search.by.proves
        with statistics.measure("solving"):
            for report in reports:
                look()
                assert report.cube is not None  # `find` reports nothing else
                least, symmetry = _least(report.cube)
                self._found.append((report, least, symmetry))
                if least in self._moves:
                    continue
                self._moves[least] = None
                if isinstance(least, Cube) and at_once:
                    (self._moves[least],) = quick([least], self._search, run.deadline)

    def improve(self, run: Run, statistics: Statistics) -> None:
        """Improve the moves until they meet the demands, or the time is over."""
        if run.stopped not in (None, Stop.LIMIT):
            return
        cubes = list(self._moves)
        known = [moves if isinstance(moves, Solution) else None for moves in self._moves.values()]
        final = set()
        with run, statistics.measure("solving"):
            try:
                for i, moves, done in improve_moves(cubes, known, self._search, run.deadline):
                    before = self._moves[cubes[i]]
                    if done or isinstance(moves, Solution) or not isinstance(before, Solution):
                        self._moves[cubes[i]] = moves
                    if done:
                        final.add(i)
            except LimitError as error:  # no room for tables, perhaps: the cubes stay
                for cube in cubes:
                    self._moves[cube] = self._moves[cube] or error
                return
            if len(final) < len(cubes):
                run.stop(Stop.TIME)

    def _reports(self, late: str) -> Iterator[CubeReport]:
        for report, least, symmetry in self._found:
            result = self._moves.get(least)
            if isinstance(result, Solution):
                moves = symmetry.inverse.of_moves(result.moves)
                known = (result.metric, result.optimal, result.proven, result.seconds, result.nodes)
                yield with_link(report.solved_by(Solution(moves, *known)), self._player)
            else:
                is_late = result is None or isinstance(result, OutOfTimeError)
                yield replace(report, unsolved=late if is_late else str(result))


class FoundStateMoves(_InOrder):
    """Found states and moves that solve them; each is solved at once if there may be no time later.

    Args:
        query: the question, a `WithMoves`.
    """

    def __init__(self, query: Any) -> None:
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

    def _reports(self, late: str) -> Iterator[CubeReport]:
        yield from self._solved
        for report in self._found[len(self._solved) :]:
            yield replace(report, unsolved=late)


def _shortest_first(report: CubeReport) -> tuple[bool, int]:
    return report.length is None, report.length or 0


def _least(cube: State) -> tuple[State, Symmetry]:
    """Return the least conjugate of a cube, and a symmetry that leads to it; a 2×2×2 as it is."""
    return canonical_by(cube) if isinstance(cube, Cube) else (cube, SYMMETRIES[0])
