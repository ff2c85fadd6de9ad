"""A search for cubes under way: an iterator over the cubes that satisfy some rules."""

from __future__ import annotations

import contextlib
import itertools
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Generic, TypeVar, Unpack

from cubecsp.closing import Closing
from cubecsp.errors import OutOfTimeError
from cubecsp.models.engines import (
    Block,
    Engine,
    Problem,
    Progress,
    State,
    events_of,
    held,
    load_engine,
    preserving_hold,
    why,
    with_units,
    working,
)
from cubecsp.models.orbits import Given, Orbits
from cubecsp.puzzle.symmetry import SYMMETRIES
from cubecsp.questions.answer import CubeReport, Stop
from cubecsp.questions.given import PatternLike
from cubecsp.questions.keywords import taking
from cubecsp.questions.limits import Run
from cubecsp.questions.mixing import Order
from cubecsp.questions.statistics import Stage, Statistics
from cubecsp.questions.wanted import SearchOptions, Wanted

if TYPE_CHECKING:
    from cubecsp.puzzle.batch import CubeArray
    from cubecsp.work.units import Tally

__all__ = ["OnProgress", "Search"]

OnProgress = Callable[[Progress, int], None]
"""Called with the progress of the engine and the number of cubes so far."""

_Found = TypeVar("_Found", Block, State)


@dataclass
class _Events(Generic[_Found]):
    """What an engine says, one event after another.

    Attributes:
        reader: the events to come.
        stage: what the engine does before the next one.
        told: the last sign of life.
    """

    reader: Iterator[_Found | Progress]
    stage: Stage = "building"
    told: Progress = field(default_factory=lambda: Progress(None, 0))


_BETWEEN_REPORTS = 0.1  # seconds
_REPEATS = 8  # samples end when so many, and one in so many, have come before
_REJECTED = 1000  # or when so many in a row break the rules that engines cannot see
_TRIED = 2000  # random cubes end when so many in a row break some rule, or are known
_PER_SAMPLE = 16  # cubes that an engine finds one after another in about the time of a varied one
_FIRST_PORTION = 64  # solutions that are worked on between two looks at the clock
_LEAST_PORTION = 32
_PORTION_TIME = 0.05  # seconds that this should take


class Search(Closing, Iterator[State]):
    """An enumeration under way: an iterator over the cubes that satisfy the rules, each once.

    The symmetries of the pattern are found and used: the engine is asked for little more than one
    cube of each orbit; the least one is kept and checked by the rules' own `holds`, and its conjugates
    follow it.

    Use it in `with`, or call `close`, if it is not read to its end: an engine may be at work in
    threads, which then end at once.

        with Search(pattern) as search:
            for cube in search:
                ...

    Args:
        pattern: rules, patterns, or texts that state them; one or several.
        on_progress: called about ten times a second with the progress and the cubes so far.
        how: see `SearchOptions`.

    Attributes:
        found: how many cubes have been given: with `classes`, how many classes.
        count: how many cubes these represent: with `classes`, those of the classes that satisfy
            the rules.
        exhausted: True once it is certain that there are no other cubes.
        stopped: the limit that ended it before that, if one did.
        group: the symmetries of the pattern that are used.
        satisfying: with `classes`, how many cubes of the class given last satisfy the rules.
        class_size: with `classes`, how many cubes are in that class.
        statistics: what it took so far.

    Raises:
        InputError: a limit makes no sense, a rule makes no sense on the puzzle, there is no such engine,
            it takes no cubes of that size, or it cannot use the threads.
    """

    @taking(SearchOptions, Wanted)
    def __init__(
        self,
        pattern: PatternLike | Iterable[PatternLike],
        *,
        on_progress: OnProgress | None = None,
        **how: Unpack[SearchOptions],
    ) -> None:
        query = Wanted.of(pattern, how)
        self._begin(query, query.limits.begin(), on_progress)

    @classmethod
    def of(cls, query: Wanted, run: Run, on_progress: OnProgress | None = None) -> Search:
        """Return the enumeration that a query asks for, as a part of a question under way."""
        search = cls.__new__(cls)
        search._begin(query, run, on_progress)
        return search

    def _begin(self, query: Wanted, run: Run, on_progress: OnProgress | None) -> None:
        started = time.monotonic()
        self.limit = query.limits.number
        self.seed, self.threads = query.seed, query.threads
        self._engine = load_engine(query.engine, puzzle=query.pattern.puzzle)
        if query.workplace is not None:
            self._engine = with_units(self._engine)
        self.pattern = pattern = query.pattern
        self.found = 0
        self.count = 0
        self.exhausted = False
        self.stopped: Stop | None = None
        self.satisfying = self.class_size = 1
        group = pattern.symmetries if query.use_symmetry else SYMMETRIES[:1]
        self.group = preserving_hold(group, pattern.puzzle)
        primitives = (*held(pattern.puzzle), *pattern.with_programs)
        self._classes = query.classes
        self._deadline = run.deadline
        self._on_progress = on_progress
        self._progress = Progress(0.0, 0)
        self.statistics = Statistics(building=time.monotonic() - started)
        self._reported = time.monotonic()
        self._orbits = Orbits(pattern, self.group)
        self._hint = None if query.hint is None else query.hint.seen
        self._problem = Problem(
            pattern.puzzle,
            primitives,
            self.group,
            self.seed,
            self.threads,
            self._near(),
            workplace=query.workplace,
            title=f"find {pattern}",
            awaiting=lambda: not self.found,
        )
        self._twice = False  # whether cubes were tried that the engine finds once more
        self._given: set[bytes] = set()  # what was given and could come again: cubes or classes
        self._ready = Given(b"")  # what is given next: cubes _at to _end of it
        self._at = self._end = 0
        self._blocks = self._run()

    def __next__(self) -> State:
        if not self._refilled():
            raise StopIteration
        ready, at, self._at = self._ready, self._at, self._at + 1
        if self._classes:
            self.class_size, self.satisfying = ready.sizes[at], ready.satisfying[at]
        self._counted(1, self.satisfying)
        width = self._orbits.width
        return self._orbits.kind.from_row(ready.rows[at * width : (at + 1) * width])

    def arrays(self) -> Iterator[CubeArray]:
        """Yield the cubes that are still to be given in arrays, and count them as given.

        Each has the shape (n, slots) and the type uint8, one row for each cube, as `cubecsp.puzzle.batch`
        describes; n is at least 1, and at most 200,000. The cubes and their order, limits, progress and
        `close` are the same as one by one, and both ways can be mixed. An array is counted in `found`
        and `count` just before it is given.
        """
        from cubecsp.puzzle.batch import from_bytes

        for given in self._portions():
            yield from_bytes(given.rows, self.pattern.puzzle)

    def reports(self) -> Iterator[CubeReport]:
        """Yield the reports of the cubes that are still to be given, and count them as `arrays` does."""
        for rows, sizes, satisfying in self._portions():
            cubes = map(self._orbits.kind.from_row, self._orbits.split(rows))
            letters = self._orbits.letters(rows)
            if not self._classes:
                yield from map(CubeReport, letters, cubes)
                continue
            for shown, cube, size, number in zip(letters, cubes, sizes, satisfying, strict=True):
                yield CubeReport(shown, cube, class_size=size, satisfying=number)

    def _portions(self) -> Iterator[Given]:
        """Yield the cubes that are still to be given, many at a time, and count them as given."""
        width = self._orbits.width
        while self._refilled():
            ready, at, end = self._ready, self._at, self._end
            if self.limit is not None:
                end = min(end, at + self.limit - self.found)
            self._at = end
            given = Given(
                ready.rows[at * width : end * width],
                ready.sizes[at:end],
                ready.satisfying[at:end],
            )
            self._counted(end - at, sum(given.satisfying) if self._classes else end - at)
            yield given

    def _refilled(self) -> bool:
        """Return whether there is a cube to give, which is then ready."""
        if self._at < self._end:  # it has been waiting for a while
            self._report()
            if self._late():
                self.close()
        while self._at >= self._end:
            ready = next(self._blocks, None)
            if ready is None:
                return False
            self._ready, self._at, self._end = ready, 0, len(ready.rows) // self._orbits.width
        return True

    def _counted(self, number: int, count: int) -> None:
        """Count what is given now, and end the search with the last cube of a limit."""
        self.found += number
        self.count += count
        if self.found == self.limit:
            self.stopped = Stop.LIMIT
            self.close()

    def close(self) -> None:
        """End the search, and wait until its threads have ended; it gives no more cubes."""
        self._blocks.close()
        self._end = 0

    @property
    def units(self) -> Tally | None:
        """How much was read from the file in which the search is kept; None without one."""
        place = self._problem.workplace
        return None if place is None or place.journal is None else place.tally

    @property
    def engine(self) -> str:
        """The name of the engine that is used."""
        return self._working.name

    @property
    def distribution(self) -> str | None:
        """The package that the engine uses, None for our own code."""
        return self._working.distribution

    @property
    def reason(self) -> str:
        """Why `auto` chose it; empty if it was asked for."""
        return why(self._engine)

    @property
    def _working(self) -> Engine:
        return working(self._engine)

    def _near(self) -> State | None:
        """Return where the engine is to begin: it finds no others than the least of orbits."""
        if self._hint is None:
            return None
        return self._orbits.kind.from_row(self._orbits.first(self._hint))

    def _run(self) -> Generator[Given, None, None]:
        """Yield what is to be given, and say at the end whether that is all there is."""
        ended = False
        with (
            contextlib.closing(events_of(self._engine.samples, self._varied)) as samples,
            contextlib.closing(events_of(self._engine.blocks, self._problem)) as blocks,
        ):
            varied = _Events(samples)
            if self._sampling:
                ended = yield from self._sampled(varied)
            if not ended and self.stopped is None:
                yield from self._enumerated(_Events(blocks), varied)
        self.exhausted = self.stopped is None

    @property
    def _sampling(self) -> bool:
        """Whether varied cubes are wanted."""
        return self.seed is not None and self.limit is not None

    def _sampled(self, varied: _Events[State]) -> Generator[Given, None, bool]:
        """Yield varied cubes for as long as that is worth while; return whether there are none at all."""
        seen: set[bytes] = set()
        repeats = rejected = 0
        for cube in self._in_time(varied):
            row = cube.seen
            if row in seen:
                repeats += 1
            else:
                given = self._kept(row)
                rejected = 0 if given.rows else rejected + 1
                yield given
            seen.add(row)
            if repeats > _REPEATS + len(seen) // _REPEATS or rejected > _REJECTED:
                return False
        return self.stopped is None

    def _enumerated(
        self, blocks: _Events[Block], varied: _Events[State]
    ) -> Generator[Given, None, None]:
        """Yield all cubes that have not been given yet.

        Cubes that an engine finds one after another are alike, so that late rules may reject all of them
        for ages, though many others satisfy them: one cube in ten has order 60. So when many in a row
        are rejected and a limit says that some are enough, random cubes are tried, and then, time and
        again, varied ones.
        """
        order = Order(self.seed)
        patience, barren = _REJECTED, 0
        for found in self._cut(self._in_time(blocks)):
            with self.statistics.timed("checking"):
                given = self._once(self._hint_first(self._ordered(found, order)))
            yield given
            barren = 0 if given.rows else barren + len(found) // self._orbits.width
            if barren > patience and self.limit is not None:
                if patience == _REJECTED:
                    yield from self._drawn()
                yield from self._tried(varied, patience // _PER_SAMPLE)
                patience, barren = 2 * patience, 0
        if self.stopped is None:
            yield self._once(b"".join(order.rest()))

    def _cut(self, blocks: Iterable[Block]) -> Iterator[bytes]:
        """Yield the rows of blocks in portions that take little time to check."""
        most = min(_FIRST_PORTION, self.limit or _FIRST_PORTION)
        for block in blocks:
            left = block.rows
            while left and not self._late():
                before = self.statistics.checking
                cut = most * self._orbits.width
                found, left = left[:cut], left[cut:]
                yield found
                spent = self.statistics.checking - before
                most = max(most // 2, _LEAST_PORTION) if spent > _PORTION_TIME else 2 * most

    def _drawn(self) -> Generator[Given, None, None]:
        """Yield random cubes for as long as many of them are new and satisfy the rules."""
        self._twice, missed = True, 0
        for number in itertools.count():
            cube = self._orbits.kind.random(number)
            missed += 1
            if self.pattern.holds(cube):
                row = cube.seen
                given = self._once(self._orbits.first(row) if self._classes else row)
                missed = 0 if given.rows else missed
                yield given
            if missed > _TRIED or self._late():
                return
            self._report()

    def _tried(self, varied: _Events[State], tries: int) -> Generator[Given, None, None]:
        """Yield varied cubes for as long as many of them are new and satisfy the rules.

        Signs of life count as tries, and an engine that finds none is asked no more.
        """
        self._twice, fresh = True, True
        while fresh and not self._late():
            rows = b"".join(cube.seen for cube in self._in_time(varied, tries))
            if not rows:
                varied.reader = iter(())
            fresh = False
            for found in self._cut([Block(rows)]):
                given = self._kept(found)
                fresh = fresh or bool(given.rows)
                yield given

    @property
    def _varied(self) -> Problem:
        """The problem of which varied cubes are solutions."""
        return replace(self._problem, symmetries=SYMMETRIES[:1], seed=self.seed or 0, hint=None)

    def _ordered(self, found: bytes, order: Order) -> bytes:
        """Return what is to be given now that an engine has found some cubes.

        That is the least cubes of orbits where classes are asked for, else all of these orbits; nothing
        of an orbit of which it was not the least that was found, for the least is found too.
        """
        rows = self._satisfying(self._orbits.least(found))
        if not self._classes and not order.random:
            return self._orbits.of(rows)
        if not order.random:
            return rows
        drawn: list[bytes] = []
        for row in self._orbits.split(rows):
            orbit = row if self._classes else self._orbits.of(row)
            drawn += order.next(self._orbits.split(orbit))
        return b"".join(drawn)

    def _kept(self, rows: bytes) -> Given:
        """Return those of some varied cubes, or their classes, that are new and satisfy the rules."""
        with self.statistics.timed("checking"):
            kept = self._satisfying(rows)
            if self._classes:
                kept = b"".join(map(self._orbits.first, self._orbits.split(kept)))
            return self._once(kept)

    def _satisfying(self, rows: bytes) -> bytes:
        """Return those of the candidates that satisfy the rules which engines do not see, too."""
        kept = self._orbits.satisfying(rows)
        self.statistics.candidates += len(rows) // self._orbits.width
        self.statistics.rejected += (len(rows) - len(kept)) // self._orbits.width
        return kept

    def _hint_first(self, rows: bytes) -> bytes:
        """Return the rows with the hint in front, if it is among the first that are found."""
        hint, width, at = self._hint, self._orbits.width, -1
        if hint is None or not rows:
            return rows
        self._hint = None
        while (at := rows.find(hint, at + 1)) % width:
            if at < 0:
                return rows
        return hint + rows[:at] + rows[at + width :]

    def _in_time(self, events: _Events[_Found], most: int | None = None) -> Iterator[_Found]:
        """Yield the solutions among `most` events until the time limit, and report the progress."""
        for _ in itertools.count() if most is None else range(most):
            try:
                with self._deadline.obeyed(), self.statistics.timed(events.stage):
                    event = next(events.reader, None)
            except OutOfTimeError:
                self.stopped = Stop.TIME
                return
            if event is None or self._late():
                return
            events.stage = "searching"
            if isinstance(event, Progress):
                self._progress = event
                self.statistics.nodes += event.nodes - events.told.nodes
                if event.conflicts is not None:
                    more = event.conflicts - (events.told.conflicts or 0)
                    self.statistics.conflicts = (self.statistics.conflicts or 0) + more
                events.told = event
            self._report()
            if not isinstance(event, Progress):
                yield event

    def _late(self) -> bool:
        """Return whether the time limit has passed, and remember it."""
        if self._deadline.is_over:
            self.stopped = Stop.TIME
        return self.stopped is Stop.TIME

    def _once(self, rows: bytes) -> Given:
        """Return those cubes that have not been given, or their classes.

        Args:
            rows: cubes that satisfy the rules; where classes are asked for, the least of orbits.
        """
        # Nothing else comes twice: the engine sees to that.
        if self._sampling or self._twice or (self._classes and not self._orbits.whole):
            fresh = []
            cubes = self._orbits.split(rows)
            for row, key in zip(
                cubes, self._orbits.keys(rows) if self._classes else cubes, strict=True
            ):
                if key not in self._given:
                    self._given.add(key)
                    fresh.append(row)
            rows = b"".join(fresh)
        return self._orbits.classes(rows) if self._classes else Given(rows)

    def _report(self) -> None:
        """Call `on_progress` if it is time to."""
        if self._on_progress is None:
            return
        now = time.monotonic()
        if now - self._reported >= _BETWEEN_REPORTS:
            self._reported = now
            self._on_progress(self._progress, self.found)
