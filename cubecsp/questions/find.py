"""Which cubes satisfy the rules: one, some, or all of them."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import replace
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar

from cubecsp.models.engines import (
    ENGINES,
    AutoEngine,
    Block,
    Engine,
    Problem,
    Progress,
    State,
    held,
    load_engine,
    require_threads,
)
from cubecsp.models.engines.shuffle import SplitMix
from cubecsp.models.pattern import Pattern
from cubecsp.models.rule import Rule
from cubecsp.puzzle.puzzle import CUBE
from cubecsp.puzzle.symmetry import SYMMETRIES
from cubecsp.questions.answer import Answer, CubeReport, Status, Stop, versions
from cubecsp.questions.limits import (
    MOST_THREADS,
    check_limit,
    check_seed,
    check_threads,
    check_time_limit,
)
from cubecsp.questions.orbits import Given, Orbits

if TYPE_CHECKING:
    from cubecsp.puzzle.batch import CubeArray

__all__ = ["MOST_THREADS", "Search", "find"]

_Found = TypeVar("_Found", Block, State)

_END = Given(b"")
_BETWEEN_REPORTS = 0.1  # seconds
_REPEATS = 8  # samples end when so many, and one in so many, have come before
_REJECTED = 1000  # or when so many in a row break the rules that engines cannot see
_MOST_WAITING = 100_000  # cubes that wait to be given in random order
_FIRST_PORTION = 64  # solutions that are worked on between two looks at the clock
_LEAST_PORTION = 32
_PORTION_TIME = 0.05  # seconds that this should take


class Search:
    """An enumeration under way: an iterator over the cubes that satisfy the rules, each once.

    The symmetries of the pattern are found and used: the engine is asked for little more than one
    cube of each orbit, the least is kept and checked by the rules' own `holds`, and its conjugates
    follow it.

    Use it in `with`, or call `close`, where it is not read to its end: an engine may be at work in
    threads, which then end at once.

        with Search(pattern) as search:
            for cube in search:
                ...

    Args:
        pattern: the rules, or one rule.
        engine: a name of `ENGINES`, or `auto`.
        limit: stop after so many cubes or, with `classes`, so many classes; None for all of them.
            Nothing is searched beyond that, so nothing is said about others.
        time_limit: stop after so many seconds; None for no limit.
        use_symmetry: False to have the engine find every cube by itself.
        classes: give one cube of each class under all 48 symmetries: the least of those in the
            class that satisfy the rules, whatever the engine, seed and symmetries.
        seed: give the cubes in random order, the same for the same seed whatever the machine and
            the number of threads (with engines other than native: and the same solver version);
            None for the order that is quickest. With a limit the cubes are varied too: each comes
            from a search that begins anew, until these find little but what is known, and what is
            left is enumerated. They are not uniformly random.
        threads: how many threads the native engine uses; the others use one.
        on_progress: called about ten times a second with the progress and the cubes so far.

    Attributes:
        found: how many cubes have been given: with `classes`, how many classes.
        count: how many cubes that stands for: with `classes`, those of the classes that satisfy
            the rules.
        exhausted: True once it is certain that there are no other cubes.
        stopped: the limit that ended it before that, if one did.
        group: the symmetries of the pattern that are used.
        satisfying: with `classes`, how many cubes of the class given last satisfy the rules.
        class_size: with `classes`, how many cubes are in that class.

    Raises:
        InputError: a limit makes no sense, there is no such engine, or it cannot use the threads.
    """

    def __init__(
        self,
        pattern: Pattern | Rule,
        *,
        engine: str = "auto",
        limit: int | None = None,
        time_limit: float | None = None,
        use_symmetry: bool = True,
        classes: bool = False,
        seed: int | None = None,
        threads: int = 1,
        on_progress: Callable[[Progress, int], None] | None = None,
    ) -> None:
        self.limit = check_limit(limit, "classes" if classes else "cubes")
        time_limit = check_time_limit(time_limit)
        self.seed, self.threads = check_seed(seed), check_threads(threads)
        self._engine = load_engine(engine)
        require_threads(self._engine, self.threads)
        self.pattern = pattern = Pattern.of(pattern)
        self.found = 0
        self.count = 0
        self.exhausted = False
        self.stopped: Stop | None = None
        self.satisfying = self.class_size = 1
        holding = held(pattern.puzzle)
        self.group = tuple(
            symmetry
            for symmetry in (pattern.symmetries if use_symmetry else SYMMETRIES[:1])
            if all(p.moved(symmetry, pattern.puzzle) == p for p in holding)
        )
        primitives = (*holding, *pattern.primitives)
        self._problem = Problem(pattern.puzzle, primitives, self.group, self.seed, self.threads)
        self._classes = classes
        self._deadline = None if time_limit is None else time.monotonic() + time_limit
        self._on_progress = on_progress
        self._progress = Progress(0.0, 0)
        self._reported = time.monotonic()
        self._orbits = Orbits(pattern, self.group)
        self._given: set[bytes] = set()  # what was given and could come again: cubes or classes
        self._ready, self._at = Given(b""), 0  # what is given next, from which cube on
        self._blocks = self._run()

    def __iter__(self) -> Iterator[State]:
        return self

    def __next__(self) -> State:
        taken = self._take(1)
        if not taken.rows:
            raise StopIteration
        if taken.satisfying:
            self.class_size, self.satisfying = taken.sizes[0], taken.satisfying[0]
        return self._orbits.kind.from_row(taken.rows)

    def arrays(self) -> Iterator[CubeArray]:
        """Yield the cubes that are still to be given in arrays, and count them as given.

        Each has the shape (n, slots) and the type uint8, a row a cube, as `cubecsp.puzzle.batch`
        describes; n is at least 1, and 200,000 at most. The cubes and their order, limits, progress and
        `close` are the same as one by one, and both ways can be mixed. An array is counted in `found`
        and `count` just before it is given.
        """
        from cubecsp.puzzle.batch import from_bytes

        while rows := self._take(None).rows:
            yield from_bytes(rows, self.pattern.puzzle)

    def _take(self, most: int | None) -> Given:
        """Return the cubes to give next, as many as there are or at most so many, and count them."""
        width = self._orbits.width
        if self._at * width < len(self._ready.rows):  # they have been waiting for a while
            self._report()
            if self._late():
                self.close()
        while self._at * width >= len(self._ready.rows):
            self._ready, self._at = next(self._blocks, _END), 0
            if self._ready is _END:
                return _END
        number = len(self._ready.rows) // width - self._at
        for limit in (most, self.limit and self.limit - self.found):
            number = number if limit is None else min(number, limit)
        taken = self._ready.part(self._at, self._at + number, width)
        self._at += number
        self.found += number
        self.count += sum(taken.satisfying) if taken.satisfying else number
        if self.found == self.limit:
            self.stopped = Stop.LIMIT
            self.close()
        return taken

    def __enter__(self) -> Search:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the search, and wait until its threads have ended; it gives no more cubes."""
        self._blocks.close()
        self._ready = _END

    @property
    def engine(self) -> str:
        """The name of the engine that works."""
        return self._working.name

    @property
    def distribution(self) -> str | None:
        """The package that the engine works with, None for our own code."""
        return self._working.distribution

    @property
    def reason(self) -> str:
        """Why `auto` takes it; empty if it was asked for."""
        return self._engine.reason if isinstance(self._engine, AutoEngine) else ""

    @property
    def _working(self) -> Engine:
        return ENGINES[self._engine.works] if isinstance(self._engine, AutoEngine) else self._engine

    def _run(self) -> Generator[Given, None, None]:
        """Yield what is to be given, and say at the end whether that is all there is."""
        ended = False
        if self._sampling:
            ended = yield from self._sampled()
        if not ended and self.stopped is None:
            yield from self._enumerated()
        self.exhausted = self.stopped is None

    @property
    def _sampling(self) -> bool:
        """Whether varied cubes are wanted."""
        return self.seed is not None and self.limit is not None

    def _sampled(self) -> Generator[Given, None, bool]:
        """Yield varied cubes for as long as that is worth while; return whether there are none at all."""
        seen: set[bytes] = set()
        repeats = rejected = 0
        problem = replace(self._problem, symmetries=SYMMETRIES[:1])
        with contextlib.closing(self._engine.samples(problem)) as events:
            for cube in self._in_time(events):
                row = cube.seen
                if row in seen:
                    repeats += 1
                elif not self._orbits.satisfying(row):
                    rejected += 1
                else:
                    rejected = 0
                    yield self._once(self._orbits.first(row) if self._classes else row)
                seen.add(row)
                if repeats > _REPEATS + len(seen) // _REPEATS or rejected > _REJECTED:
                    return False
        return self.stopped is None

    def _enumerated(self) -> Generator[Given, None, None]:
        """Yield all cubes that have not been given yet."""
        order = _Order(self.seed)
        most = _FIRST_PORTION
        with contextlib.closing(self._engine.blocks(self._problem)) as events:
            for block in self._in_time(events):
                left = block.rows
                while left and not self._late():
                    started = time.monotonic()
                    cut = most * self._orbits.width
                    found, left = left[:cut], left[cut:]
                    given = self._once(self._ordered(found, order))
                    spent = time.monotonic() - started
                    most = max(most // 2, _LEAST_PORTION) if spent > _PORTION_TIME else 2 * most
                    yield given
        if self.stopped is None:
            yield self._once(b"".join(order.rest()))

    def _ordered(self, found: bytes, order: _Order) -> bytes:
        """Return what is to be given now that an engine has found some cubes.

        That is the least cubes of orbits where classes are asked for, else all of these orbits; nothing
        of an orbit of which it was not the least that was found, for the least is found too.
        """
        rows = self._orbits.satisfying(self._orbits.least(found))
        if not self._classes and not order.random:
            return self._orbits.of(rows)
        if not order.random:
            return rows
        drawn: list[bytes] = []
        for row in self._orbits.split(rows):
            orbit = row if self._classes else self._orbits.of(row)
            drawn += order.next(self._orbits.split(orbit))
        return b"".join(drawn)

    def _in_time(self, events: Iterable[_Found | Progress]) -> Iterator[_Found]:
        """Yield the solutions among `events` until the time limit, and report the progress."""
        for event in events:
            if self._late():
                return
            if isinstance(event, Progress):
                self._progress = event
            self._report()
            if not isinstance(event, Progress):
                yield event

    def _late(self) -> bool:
        """Return whether the time limit has passed, and remember it."""
        if self._deadline is not None and time.monotonic() > self._deadline:
            self.stopped = Stop.TIME
        return self.stopped is Stop.TIME

    def _once(self, rows: bytes) -> Given:
        """Return those cubes that have not been given, or their classes.

        Args:
            rows: cubes that satisfy the rules; where classes are asked for, the least of orbits.
        """
        # Nothing else comes twice: the engine sees to that.
        if self._sampling or (self._classes and not self._orbits.whole):
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


class _Order:
    """The order in which the cubes of orbits are given: as they come or, with a seed, mixed.

    The engine gives a random cube of each orbit at once. The others wait, and are drawn from all
    that wait when these have become many, or when there is nothing else left.
    """

    def __init__(self, seed: int | None) -> None:
        self.random = None if seed is None else SplitMix(~seed)
        self._waiting: list[bytes] = []

    def next(self, orbit: list[bytes]) -> list[bytes]:
        """Return what is to be given now that an orbit was found."""
        if self.random is None or not orbit:
            return orbit
        first, *others = self.random.shuffled(orbit)
        self._waiting += others
        drawn = [self._draw(self.random) for _ in range(len(self._waiting) - _MOST_WAITING)]
        return [first, *drawn]

    def rest(self) -> list[bytes]:
        """Return what has been waiting, at the end."""
        return self._waiting if self.random is None else self.random.shuffled(self._waiting)

    def _draw(self, random: SplitMix) -> bytes:
        i = random.below(len(self._waiting))
        self._waiting[i], self._waiting[-1] = self._waiting[-1], self._waiting[i]
        return self._waiting.pop()


def find(
    pattern: Pattern | Rule,
    *,
    engine: str = "auto",
    limit: int | None = None,
    time_limit: float | None = None,
    use_symmetry: bool = True,
    classes: bool = False,
    seed: int | None = None,
    threads: int = 1,
    on_progress: Callable[[Progress, int], None] | None = None,
    on_found: Callable[[CubeReport], None] | None = None,
) -> Answer:
    """Return the cubes that satisfy the rules of `pattern`; see `Search` for the arguments.

    Ctrl-C ends the question and keeps what was found. `on_found` is called with every cube as soon
    as it is there.
    """
    started = time.perf_counter()
    pattern = Pattern.of(pattern)
    search = Search(
        pattern,
        engine=engine,
        limit=limit,
        time_limit=time_limit,
        use_symmetry=use_symmetry,
        classes=classes,
        seed=seed,
        threads=threads,
        on_progress=on_progress,
    )
    cubes: list[CubeReport] = []
    try:
        with search:
            for cube in search:
                report = CubeReport(
                    cube.facelets,
                    cube,
                    class_size=search.class_size if classes else None,
                    satisfying=search.satisfying if classes else None,
                )
                cubes.append(report)
                if on_found is not None:
                    on_found(report)
    except KeyboardInterrupt:
        search.stopped = Stop.INTERRUPT
    query: dict[str, Any] = {
        "question": "find",
        "rules": [str(rule) for rule in pattern.rules],
        "engine": search.engine,
        "symmetries": len(search.group),
        "seed": search.seed,
        "threads": search.threads,
        "limit": search.limit,
        "limit_counts": "classes" if classes else "cubes",
        "time_limit": time_limit,
        "versions": versions(*filter(None, [search.distribution])),
    }
    if search.reason:
        query["engine_reason"] = search.reason
    if pattern.name:
        query["model"] = pattern.name
    if pattern.puzzle.size != CUBE.size:
        query["size"] = pattern.puzzle.size
    return Answer(
        query=query,
        status=_status(search.exhausted, len(cubes)),
        cubes=cubes,
        count=search.count,
        classes=len(cubes) if classes else None,
        seconds=time.perf_counter() - started,
        stopped=search.stopped,
    )


def _status(exhausted: bool, found: int) -> Status:
    if exhausted:
        return Status.COMPLETE if found else Status.INFEASIBLE
    return Status.PARTIAL if found else Status.UNKNOWN
