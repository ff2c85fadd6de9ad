"""The moves after which rules hold, of cubes and of states of another puzzle.

The search depends on the number of cubes that satisfy the rules, which is determined first. If there are few,
and all turns may be used, the methods that solve cubes (`cubecsp.search.nearest_of_several`) find moves at
once and then look for the proof that none are shorter. In all other cases breadth-first search looks for
moves, backwards from the cubes if they can be listed, otherwise from the rules about single slots.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterator
from functools import cached_property
from typing import Any, cast

from cubecsp.errors import LimitError, OutOfTimeError
from cubecsp.formats.writing import turned_back
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.moves import Moves
from cubecsp.puzzle.cube.notation import held_before
from cubecsp.puzzle.cube.state import Cube, PocketCube
from cubecsp.questions.answers.answer import Answer, CubeReport, Status, Stop, status_of
from cubecsp.questions.asking.limits import Run
from cubecsp.questions.moving.target import MOST_ENDS, cubes_of, targets
from cubecsp.search.breadth_first import Bidirectional, Target, sequences
from cubecsp.search.goals import Ends, as_corners
from cubecsp.search.named_moves import Sequence, on_corners

_FEW = 200
"""The most cubes that are solved one by one: each takes milliseconds."""


class WaysRun(ABC):
    """A running `Reach`, of any kind."""

    _found = 0  # sequences, or states, that were reported

    @abstractmethod
    def _why_none(self) -> str | None:
        """Return why nothing is found, if that is certain."""

    def set_status(self, answer: Answer, run: Run) -> None:
        """Set the status of the answer."""
        answer.count = self._found if run.delivered is None else run.delivered.reports
        if run.stopped is not None or self._found:
            answer.status = status_of(answer.count, whole=run.stopped is None)
        elif (why := self._why_none()) is not None:
            answer.status, answer.reason = Status.INFEASIBLE, why


class ReachRun(WaysRun):
    """A running `Reach`: the fewest moves, or all sequences up to a number."""

    def __init__(
        self,
        query: Any,
        stickers: Facelets,
        start: Cube | PocketCube,
        linked: Callable[[CubeReport], CubeReport],
    ) -> None:
        self._query, self._scheme, self._linked = query, stickers.scheme, linked
        self._start = start
        self._search: Bidirectional | None = None
        self._contradicts_itself = False

    def reports(self, answer: Answer, run: Run) -> Generator[CubeReport, None, None]:
        """Yield a report for each sequence."""
        query = self._query
        cubes = self._cubes(run)
        if cubes is not None and len(cubes) <= _FEW and self._over_all_turns:
            self._contradicts_itself = not cubes
            if cubes:
                yield from self._shortest_ways(cast(list[Cube], cubes), run)
            return
        goals = self._goals if cubes is None else [Ends.of(cubes)] if cubes else []
        if not goals:
            self._contradicts_itself = True
            return
        self._search = sequences(
            as_corners(self._start) if isinstance(self._start, PocketCube) else self._start,
            {name: on_corners(move) for name, move in query.moves.items()},
            target=goals,
            shortest=query.up_to is None,
            at_most=query.up_to,
            up_to_commuting=query.up_to_commuting,
            time_limit=run.deadline.left_or_none,
            corners_only=self._is_pocket,
        )
        try:
            yield from self._reports_of(iter(self._search), run)
        except OutOfTimeError as error:
            answer.reason = None if self._found else error.problem
            raise
        except LimitError:
            if not self._found:
                raise
            run.stop(Stop.TIME)

    @property
    def _is_pocket(self) -> bool:
        return isinstance(self._start, PocketCube)

    @property
    def _over_all_turns(self) -> bool:
        """Whether the question is for the shortest way over all turns of a 3×3×3, which solvers find."""
        query = self._query
        return not self._is_pocket and query.turns is None and query.up_to is None

    @cached_property
    def _goals(self) -> list[Target]:
        """The goals that breadth-first search can look for without knowing any cubes."""
        pattern = self._query.pattern
        if self._is_pocket:
            return [lambda cube: pattern.holds(PocketCube(cube.corners))]
        return [*targets(pattern)]

    def _cubes(self, run: Run) -> list[Cube | PocketCube] | None:
        """Return the cubes that satisfy the rules, None if there are many or they do not help."""
        query = self._query
        if query.pattern.holds(self._start):
            return None
        if any(map(callable, self._goals)):
            most = MOST_ENDS // (24 if self._is_pocket else 1)  # in that many orientations
        elif self._goals and self._over_all_turns:
            most = _FEW
        else:
            return None
        return cast(list[Cube | PocketCube] | None, cubes_of(query.pattern, most, run))

    def _shortest_ways(self, cubes: list[Cube], run: Run) -> Iterator[CubeReport]:
        """Yield reports of the shortest ways to few cubes, or of the only known way."""
        from cubecsp.search.nearest_of_several import NearestSearch

        query = self._query
        assert isinstance(self._start, Cube)
        nearest = NearestSearch(
            self._start, cubes, max_nodes=query.positions, deadline=run.deadline
        )
        ways: list[Moves] | None = None
        with run:
            ways = nearest.shortest(up_to_commuting=query.up_to_commuting)
        if ways is not None:
            yield from self._reports_of(map(Sequence.of_turns, ways), run)
            return
        run.stop(run.stopped or (Stop.TIME if run.deadline.is_over else Stop.NODES))
        if nearest.best is not None:
            yield self._report(Sequence.of_turns(nearest.best), nearest.proven)

    def _reports_of(self, sequences: Iterator[Sequence], run: Run) -> Iterator[CubeReport]:
        """Yield reports of the shortest sequences, or of all that the user asks for."""
        for sequence in sequences:
            if self._found == run.limits.number:
                run.stop(Stop.LIMIT)
                return
            yield self._report(sequence)

    def _report(self, sequence: Sequence, proven: int | None = None) -> CubeReport:
        """Return the report of a sequence after testing it; `proven` is for one that may not be among the shortest."""
        query = self._query
        end, moves = self._end_of(sequence.moves)
        same = self._start.apply(sequence.written) == self._start.apply(sequence.moves)
        if not query.pattern.holds(end) or not same:
            raise AssertionError(f"{sequence} leads to {end!r}, which breaks {query.pattern}")
        self._found += 1
        optimal = query.up_to is None and proven in (None, len(sequence))
        report = CubeReport(
            end.facelets,
            end,
            optimal=optimal,
            proven=proven,
            moves=moves,
            sequence=sequence,
            after=None if query.after is None else query.made_before,
            scheme=self._scheme,
        )
        return self._linked(report)

    def _end_of(self, moves: Moves) -> tuple[Cube | PocketCube, Moves]:
        """Return the cube after moves, turned back, and the moves with their rotation of the whole cube."""
        turns = Moves(moves)
        if not isinstance(self._start, PocketCube):
            return self._start.apply(turns), moves
        end = PocketCube(as_corners(self._start).apply(turns).corners)
        back = turned_back(Facelets.of(self._start.apply(moves)))[1]
        return end, Moves(turns, holding=held_before(back))

    def _why_none(self) -> str | None:
        if self._search is None:
            return self._query.why_no_cube if self._contradicts_itself else None
        if self._search.exhausted:
            return f"these moves cannot lead there: {self._search.reason}"
        return f"no sequence of up to {self._query.up_to} of these moves leads there"
