"""Moves after which a cube from the 4×4×4 up satisfies some rules.

Breadth-first search over turns of outer blocks finds the fewest, if they are some four or five. Otherwise the answer is the
shortest beginning of a solution after which the rules hold or, if solved cubes break them, the way to one cube that
satisfies them; the search then says how many turns are needed at least.
"""

from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from typing import Any

from cubecsp.errors import OutOfTimeError
from cubecsp.puzzle.cube.batch import Batch
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.moves import Moves
from cubecsp.puzzle.cube.state import State
from cubecsp.puzzle.cube.symmetry import SYMMETRIES
from cubecsp.questions.answers.answer import Answer, CubeReport, Stop
from cubecsp.questions.asking.limits import Run
from cubecsp.questions.finding.search_iterator import Search
from cubecsp.questions.moving.reaching import WaysRun
from cubecsp.search import method_for_size, reduction
from cubecsp.search.named_moves import Sequence
from cubecsp.search.short_ways import shortest_ways

_AT_ONCE = 3  # turns that are tried before a cube is solved
_GLANCE = 20.0  # seconds to look for a cube that satisfies the rules


class LargerReachRun(WaysRun):
    """A running `Reach` from a larger cube.

    Args:
        query: the `Reach`.
        stickers: the start, as it was given.
        start: the same as a cube.
        linked: adds a link to a report, if one is asked for.
    """

    def __init__(
        self,
        query: Any,
        stickers: Facelets,
        start: State,
        linked: Callable[[CubeReport], CubeReport],
    ) -> None:
        self._query, self._scheme, self._linked = query, stickers.scheme, linked
        self._start = start
        self._impossible = False
        self._best: Moves | None = None
        self._proven = 0  # no fewer turns suffice

    def reports(self, answer: Answer, run: Run) -> Generator[CubeReport, None, None]:
        """Yield the best moves that were found before a limit."""
        del answer
        pattern = self._query.pattern
        if pattern.impossible():
            self._impossible = True
            return
        if pattern.holds(self._start):
            self._best = Moves()
        else:
            with run:
                self._search(run)
        if self._best is not None:
            if self._proven < len(self._best):
                run.stop(run.stopped or Stop.NODES)
            elif self._best:
                run.stop(run.stopped or Stop.LIMIT)  # others may be as short
            self._found = 1
            yield self._linked(self._report(self._best))

    def _search(self, run: Run) -> None:
        query, puzzle = self._query, self._start.puzzle
        rules = query.pattern.rules

        def holds_in(rows: Any) -> Any:
            batch = Batch(rows, puzzle)
            return batch.passing([rule.holds_in for rule in rules])

        self._proven = 1
        ways = shortest_ways(self._start, holds_in, query.positions, run.deadline.check)
        for way in ways:
            if way is not None:
                self._best = way
                return
            self._proven += 1
            if self._proven == _AT_ONCE + 1:
                self._best = self._by_solving(run)
            if self._impossible or (self._best is not None and self._proven >= len(self._best)):
                return
        if self._proven <= _AT_ONCE:
            self._best = self._by_solving(run)
        if not self._impossible:
            run.stop(Stop.NODES)

    def _by_solving(self, run: Run) -> Moves | None:
        return min(self._ways_by_solving(run), key=len, default=None)

    def _ways_by_solving(self, run: Run) -> Iterator[Moves]:
        """Yield the shortest beginnings of solutions after which the rules hold, or ways to one cube."""
        start, pattern = self._start, self._query.pattern
        target = type(start)()
        if not pattern.holds(target):
            within = run.deadline.within(_GLANCE).left_or_none
            with Search(pattern, limit=1, time_limit=within) as search:
                found = next(iter(search), None)
                self._impossible = found is None and search.exhausted
            if found is None:
                return
            target = found
        for method in filter(None, {method_for_size(start.puzzle.size), reduction.METHOD}):
            ways = []
            for cube in (start, target):
                with suppress(OutOfTimeError):
                    solution = method.solve(cube, time_limit=run.deadline.left_or_none)
                    ways += [] if solution is None else [solution.moves]
            if len(ways) == 2:
                yield self._beginning(*ways)

    def _beginning(self, to: Moves, back: Moves) -> Moves:
        """Return as many turns of a way by the solved cube as it takes until the rules hold.

        Args:
            to: solves the start, perhaps in another orientation.
            back: solves the target likewise.
        """
        held = self._query.pattern.holds
        ways = (to + symmetry.of_moves(~back) for symmetry in SYMMETRIES[:24])
        way = next(way for way in ways if held(self._start.apply(way)))
        cube = self._start
        for number, turn in enumerate(way):
            cube = cube.apply(Moves((turn,)))
            if held(cube):
                return Moves(tuple(way)[: number + 1])
        return way

    def _report(self, moves: Moves) -> CubeReport:
        end = self._start.apply(moves)
        if not self._query.pattern.holds(end):
            raise AssertionError(f"{moves} leads to {end!r}, which breaks {self._query.pattern}")
        return CubeReport(
            end.facelets,
            end,
            optimal=self._proven >= len(moves),
            proven=self._proven if moves else None,
            moves=moves,
            sequence=Sequence(tuple(str(moves).split()), moves, str(moves)),
            after=None if self._query.after is None else self._query.made_before,
            scheme=self._scheme,
        )

    def set_status(self, answer: Answer, run: Run) -> None:
        """Set the status of the answer, and why there are no moves."""
        super().set_status(answer, run)
        if answer.reason is None and not self._found and self._proven > 1:
            answer.reason = f"no moves were found; fewer than {self._proven} do not suffice"

    def _why_none(self) -> str | None:
        return self._query.why_no_cube if self._impossible else None
