"""The enumeration of the cubes that satisfy some rules, by an engine.

It finds the symmetries of the rules and uses them: the engine has to find little more than one cube of each
orbit. The least one is kept and checked by the rules' own `holds`, and its conjugates follow it.
"""

from __future__ import annotations

import itertools
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from cubecsp.models.core.hold import holding_constraints, preserving_hold
from cubecsp.models.core.orbits import DRAWN, PER_SAMPLE, REJECTED, CheckedCubes
from cubecsp.models.engines import (
    Engine,
    Problem,
    Progress,
    SolutionBlock,
    State,
    load_engine,
    why,
    with_tasks,
    working,
)
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.puzzle.cube.symmetry import SYMMETRIES, Symmetry
from cubecsp.questions.answers.answer import Stop
from cubecsp.questions.answers.report_block import ReportBlock, blocks_of
from cubecsp.questions.answers.statistics import Statistics
from cubecsp.questions.asking.limits import Run
from cubecsp.questions.asking.search_run import Course, SearchEvents
from cubecsp.questions.finding.search_parameters import SearchQuery
from cubecsp.questions.finding.sieve import Sieve

if TYPE_CHECKING:
    from cubecsp.work.tasks import TaskCounter

_REPEATS = 8  # samples end when this many, and one in this many, have come before
_FIRST_PORTION = 64  # solutions processed between two checks of the deadline
_LEAST_PORTION = 32
_PORTION_TIME = 0.05  # seconds that this should take
_LARGEST_BLOCK = 200_000  # cubes given between two checks of the deadline


class Enumeration:
    """The cubes that a query asks for, in blocks.

    Args:
        query: the question.

    Attributes:
        course: the time, and the results so far.
        count: the number of cubes that those given stand for: with classes, those of the classes that satisfy
            the rules.
        exhausted: True once it is certain that there are no other cubes.
        blocks: the cubes that are still to be given; a reader that takes some reports it by `take`.
    """

    def __init__(self, query: SearchQuery[Any]) -> None:
        self.query = query
        self.pattern = query.pattern
        self.limit = query.limit
        self.course = Course(query.on_progress)
        self.count = 0
        self.exhausted = False
        self.blocks = self._blocks()

    @property
    def found(self) -> int:
        """The number of cubes given so far; with classes, the number of classes."""
        return self.course.found

    @property
    def stopped(self) -> Stop | None:
        """The limit that ended it early, if one did."""
        return self.course.stopped

    @property
    def statistics(self) -> Statistics:
        """Its statistics so far."""
        return self.course.statistics

    @cached_property
    def group(self) -> tuple[Symmetry, ...]:
        """The symmetries of the pattern that are used."""
        symmetric = self.query.use_symmetry and not self.query.projection
        group = self.pattern.symmetries if symmetric else SYMMETRIES[:1]
        return preserving_hold(group, self.pattern.puzzle)

    @property
    def tasks(self) -> TaskCounter | None:
        """The share of the work that came from the file of the search; None without one."""
        executor = self.problem.executor
        return None if executor is None or executor.checkpoint is None else executor.counter

    @property
    def engine(self) -> str:
        """The name of the engine."""
        return working(self.asked_engine).name

    @property
    def distribution(self) -> str | None:
        """The package that the engine uses, None for our own code."""
        return working(self.asked_engine).distribution

    @property
    def reason(self) -> str:
        """The reason why `auto` chose it; empty if the user named it."""
        return why(self.asked_engine)

    @cached_property
    def asked_engine(self) -> Engine:
        """The engine of the question: `auto`, or the one at work."""
        engine = load_engine(self.query.chosen, puzzle=self.pattern.puzzle)
        return engine if self.query.executor is None else with_tasks(engine)

    @property
    def begun(self) -> bool:
        """Whether the symmetries are known, and with them all facts that are known before there are cubes."""
        return "group" in vars(self)

    @contextmanager
    def under(self, run: Run) -> Iterator[None]:
        """Make it a part of a running question: it ends with the context, and remembers what has ended it."""
        self.course.deadline = run.deadline
        try:
            yield
        except KeyboardInterrupt:
            self.course.stopped = Stop.INTERRUPT
            raise
        finally:
            self.close()
        if self.stopped is not None:
            run.stop(self.stopped)

    def close(self) -> None:
        """End the search, and wait until its threads have ended; it gives no more cubes."""
        self.blocks.close()

    def take(self, checked: CheckedCubes) -> CheckedCubes:
        """Return the cubes of a block that the limit still allows, and count them."""
        if self.limit is not None:
            checked = self.sieve.orbits.cut(checked, 0, self.limit - self.found)
        number = len(checked.rows) // self.sieve.orbits.width
        self.record(number, sum(checked.satisfying) if self.query.classes else number)
        return checked

    def record(self, number: int, count: int) -> None:
        """Count the cubes given now, and end the search with the last cube of the limit."""
        self.course.found += number
        self.count += count
        if self.found == self.limit:
            self.course.stopped = Stop.LIMIT
            self.close()

    def reports_of(self, checked: CheckedCubes) -> Iterator[ReportBlock]:
        """Yield the reports of the cubes of a block."""
        return blocks_of(self.sieve.orbits, checked, self.query.letters)

    # ------------------------------------------------------------ what engines are asked

    @cached_property
    def sieve(self) -> Sieve:
        """The sieve for the cubes that an engine has found."""
        query = self.query
        return Sieve(
            self.pattern,
            self.group,
            classes=query.classes,
            repeats=self._sampling or self._trying_others,
            seed=query.seed,
            hint=None if query.near is None else query.near.seen,
            statistics=self.statistics,
            threads=query.threads,
            projection=query.projection,
        )

    @cached_property
    def problem(self) -> Problem:
        """The problem for the engine."""
        query, puzzle, seen = self.query, self.pattern.puzzle, self.query.projection
        return Problem(
            puzzle,
            (*holding_constraints(puzzle), *self.pattern.with_programs),
            self.group,
            query.seed,
            query.threads,
            self._near(),
            executor=query.executor,
            title=f"find {self.pattern}",
            among=self.pattern.listed,
            awaiting=lambda: not self.found,
            # A cube that a filter rejects says nothing about others that look like it.
            projection=() if self.pattern.filters or not seen else seen.told_by_stickers,
        )

    @property
    def _sampling(self) -> bool:
        """Whether the user asks for varied cubes."""
        return self.query.seed is not None and self.limit is not None

    @property
    def _trying_others(self) -> bool:
        """Whether other cubes may come before the next ones, which filters may reject for a long time."""
        of_cubes = isinstance(self.pattern.puzzle, CubePuzzle)
        return of_cubes and self.limit is not None and bool(self.pattern.filters)

    def _near(self) -> State | None:
        """Return the cube near which the engine begins: it finds only the least of orbits."""
        if self.query.near is None:
            return None
        orbits = self.sieve.orbits
        return orbits.kind.from_row(orbits.first(self.query.near.seen))

    def _varied_problem(self) -> Problem:
        """Return the problem whose solutions are varied cubes."""
        seed = self.query.seed or 0
        return replace(self.problem, symmetries=SYMMETRIES[:1], seed=seed, hint=None)

    # ------------------------------------------------------------ all of them, or varied ones first

    def _blocks(self) -> Generator[CheckedCubes, None, None]:
        """Yield the cubes, block by block, and record at the end whether these are all."""
        course, ended = self.course, False
        with course.statistics.measure("building"):
            blocks = SearchEvents[SolutionBlock](course, self.asked_engine.blocks, self.problem)
            varied = SearchEvents[State](course, self.asked_engine.samples, self._varied_problem())
        with closing(varied), closing(blocks):
            if self._sampling:
                ended = yield from self._sample(varied)
            if not ended and self.stopped is None:
                yield from self._enumerate(blocks, varied)
        self.exhausted = self.stopped is None

    def _enumerate(
        self, blocks: SearchEvents[SolutionBlock], varied: SearchEvents[State]
    ) -> Generator[CheckedCubes, None, None]:
        """Yield all cubes that have not been given yet.

        Cubes that an engine finds one after another are alike, so filters may reject all of them for a long
        time, though many others satisfy them: one cube in ten has order 60. So after many rejections in a
        row, if a limit says that some cubes are enough, the search draws random cubes, and then, from time to
        time, varied ones.
        """
        portions = _Portions(self.course, self.sieve.orbits.width, self.limit)
        patience, barren = REJECTED, 0
        while (block := blocks.event()) is not None:
            for portion in () if isinstance(block, Progress) else portions.of(block.rows):
                accepted = self.sieve.accept(portion)
                yield from self.sieve.orbits.in_blocks(accepted, _LARGEST_BLOCK)
                barren = 0 if accepted.rows else barren + len(portion) // self.sieve.orbits.width
                if barren > patience and self._trying_others:
                    if patience == REJECTED:
                        yield from self._draw()
                    yield from self._try_varied(varied, patience // PER_SAMPLE)
                    patience, barren = 2 * patience, 0
        if self.stopped is None:
            yield self.sieve.rest()

    def _sample(self, varied: SearchEvents[State]) -> Generator[CheckedCubes, None, bool]:
        """Yield varied cubes as long as that is worthwhile; return whether there are none at all."""
        seen: set[bytes] = set()
        repeats = rejected = 0
        while (cube := varied.event()) is not None:
            if isinstance(cube, Progress):
                continue
            row = cube.seen
            if row in seen:
                repeats += 1
            else:
                accepted = self.sieve.accept_varied(row)
                rejected = 0 if accepted.rows else rejected + 1
                yield accepted
            seen.add(row)
            if repeats > _REPEATS + len(seen) // _REPEATS or rejected > REJECTED:
                return False
        return self.stopped is None

    def _draw(self) -> Generator[CheckedCubes, None, None]:
        """Yield random cubes as long as many of them are new and satisfy the rules."""
        missed = 0
        for number in itertools.count():
            cube = self.sieve.orbits.kind.random(number)
            missed += 1
            if self.pattern.holds(cube):
                row = cube.seen
                accepted = self.sieve.once(
                    self.sieve.orbits.first(row) if self.query.classes else row
                )
                missed = 0 if accepted.rows else missed
                yield accepted
            if missed > DRAWN or self.course.is_late:
                return
            self.course.show()

    def _try_varied(
        self, varied: SearchEvents[State], tries: int
    ) -> Generator[CheckedCubes, None, None]:
        """Yield varied cubes as long as many of them are new and satisfy the rules.

        Reports of progress count as tries, and an engine that finds none is stopped.
        """
        fresh = True
        portions = _Portions(self.course, self.sieve.orbits.width, self.limit)
        while fresh and not self.course.is_late:
            rows = bytearray()
            for _ in range(tries):
                event = varied.event()
                if event is None:
                    break
                rows += b"" if isinstance(event, Progress) else event.seen
            if not rows:
                varied.close()
            fresh = False
            for portion in portions.of(bytes(rows)):
                accepted = self.sieve.accept_varied(portion)
                fresh = fresh or bool(accepted.rows)
                yield accepted


class _Portions:
    """Cuts solutions into portions that take little time to check.

    Args:
        course: the search.
        width: the number of bytes of each solution.
        limit: the most solutions to give.
    """

    def __init__(self, course: Course, width: int, limit: int | None) -> None:
        self._course, self._width = course, width
        self._most = min(_FIRST_PORTION, limit or _FIRST_PORTION)

    def of(self, rows: bytes) -> Iterable[bytes]:
        """Yield the rows in portions, as long as there is time."""
        while rows and not self._course.is_late:
            before = self._course.statistics.checking
            cut = self._most * self._width
            portion, rows = rows[:cut], rows[cut:]
            yield portion
            spent = self._course.statistics.checking - before
            long = spent > _PORTION_TIME
            self._most = max(self._most // 2, _LEAST_PORTION) if long else 2 * self._most
