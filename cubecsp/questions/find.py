"""Which cubes satisfy the rules: one, some, or all of them."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, field, replace
from types import TracebackType
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from cubecsp.errors import InputError, LimitError, OutOfTimeError
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
    require_size,
    require_threads,
)
from cubecsp.models.engines.shuffle import SplitMix
from cubecsp.models.pattern import Pattern
from cubecsp.puzzle.puzzle import CUBE
from cubecsp.puzzle.state import Cube
from cubecsp.puzzle.symmetry import SYMMETRIES, Symmetry
from cubecsp.questions.answer import Answer, CubeReport, Status, Stop, versions
from cubecsp.questions.given import PatternLike, pattern_of
from cubecsp.questions.limits import MOST_THREADS, Limits, Run, check_seed, check_threads
from cubecsp.questions.moves import (
    INTERRUPTED,
    MOST_TURNS,
    TOO_LATE,
    MoveSearch,
    improved,
    quick,
)
from cubecsp.questions.orbits import Given, Orbits
from cubecsp.questions.query import Query, Stream
from cubecsp.questions.solve import reported
from cubecsp.questions.wording import plural, seconds_taken
from cubecsp.search.solution import Solution

if TYPE_CHECKING:
    from cubecsp.puzzle.batch import CubeArray

__all__ = ["MOST_THREADS", "Find", "FindAnswer", "Search", "find"]

_Found = TypeVar("_Found", Block, State)

_BETWEEN_REPORTS = 0.1  # seconds
_REPEATS = 8  # samples end when so many, and one in so many, have come before
_REJECTED = 1000  # or when so many in a row break the rules that engines cannot see
_SOLVED_SIZES = (2, 3)  # of the cubes whose moves can be found
_MOST_WAITING = 100_000  # cubes that wait to be given in random order
_FIRST_PORTION = 64  # solutions that are worked on between two looks at the clock
_LEAST_PORTION = 32
_PORTION_TIME = 0.05  # seconds that this should take


@dataclass(frozen=True)
class Find(Query):
    """What `find` is asked.

    Attributes:
        pattern: the rules.
        engine: the name of the engine; once the search is under way, of the one that works.
        limits: what may end it.
        use_symmetry: whether the symmetries of the pattern are used.
        classes: whether one cube of each class is wanted.
        seed: of the order of the cubes, None for the quickest order.
        threads: how many threads the native engine uses.
        solve: how the moves of each cube are looked for, None if they are not.
        symmetries: how many symmetries are used, once that is known.
        engine_reason: why `auto` took the engine, once that is known.
        distribution: the package that the engine works with, once that is known; None for our own code.
    """

    question: ClassVar[str] = "find"

    pattern: Pattern
    engine: str = "auto"
    limits: Limits = field(default_factory=Limits)
    use_symmetry: bool = True
    classes: bool = False
    seed: int | None = None
    threads: int = 1
    solve: MoveSearch | None = None
    symmetries: int | None = None
    engine_reason: str = ""
    distribution: str | None = None

    @classmethod
    def asked(
        cls,
        pattern: PatternLike | Iterable[PatternLike],
        *,
        size: int | None = None,
        engine: str = "auto",
        limit: int | None = None,
        time_limit: float | None = None,
        use_symmetry: bool = True,
        classes: bool = False,
        seed: int | None = None,
        threads: int = 1,
        solve: str | MoveSearch | None = None,
    ) -> Find:
        """Return the query for these arguments of `find`, checked.

        Raises:
            InputError: one makes no sense, or the engine takes no cubes of that size, or cannot use
                the threads.
            EngineError: the engine is not installed.
        """
        limits = Limits.of(limit, time_limit, "classes" if classes else "cubes")
        seed, threads = check_seed(seed), check_threads(threads)
        require_threads(load_engine(engine), threads)
        given = pattern_of(pattern, size)
        require_size(load_engine(engine), given.puzzle)
        how = _moves_search(solve) if isinstance(solve, str) else solve
        if how is not None and given.puzzle.size not in _SOLVED_SIZES:
            raise InputError(
                f"a {given.puzzle.name} cannot be solved into moves yet", "a 3×3×3 or 2×2×2 can"
            )
        return cls(given, engine, limits, use_symmetry, classes, seed, threads, how)

    def as_dict(self) -> dict[str, Any]:
        """Return what `--json` prints."""
        shown: dict[str, Any] = {
            "question": self.question,
            "rules": [str(rule) for rule in self.pattern.rules],
            "engine": self.engine,
            "symmetries": self.symmetries,
            "seed": self.seed,
            "threads": self.threads,
            "limit": self.limits.number,
            "limit_counts": "classes" if self.classes else "cubes",
            "time_limit": self.limits.time,
            "versions": versions(*filter(None, [self.distribution])),
        }
        if self.solve is not None:
            shown["solve"] = {"method": self.solve.method, **self.solve.options}
        if self.engine_reason:
            shown["engine_reason"] = self.engine_reason
        if self.pattern.name:
            shown["model"] = self.pattern.name
        if self.pattern.puzzle.size != CUBE.size:
            shown["size"] = self.pattern.puzzle.size
        return shown

    def stream(
        self, *, on_progress: Callable[[Progress, int], None] | None = None
    ) -> Stream[FindAnswer]:
        """Return the question under way: a report for each cube, as soon as it is there.

        With moves, cubes come once theirs are as asked for, or the question is over.
        """
        work = _Finding(self, on_progress)
        answer = FindAnswer(query=self, status=Status.UNKNOWN, count=0)
        return Stream(answer, self.limits, work.reports, work.settle)


def _moves_search(method: str) -> MoveSearch:
    """Return how moves of found cubes are looked for: the shortest, or what is good enough."""
    search = MoveSearch.chosen(method)
    return search if search.by.proves else replace(search, max_length=MOST_TURNS)


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
        pattern: rules, patterns, or texts that state them; one or several.
        size: of the cube that it is about; left out, what the pattern says, 3 otherwise.
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
        InputError: a limit makes no sense, a rule makes no sense on the puzzle, there is no such engine,
            it takes no cubes of that size, or it cannot use the threads.
    """

    def __init__(
        self,
        pattern: PatternLike | Iterable[PatternLike],
        *,
        size: int | None = None,
        engine: str = "auto",
        limit: int | None = None,
        time_limit: float | None = None,
        use_symmetry: bool = True,
        classes: bool = False,
        seed: int | None = None,
        threads: int = 1,
        on_progress: Callable[[Progress, int], None] | None = None,
    ) -> None:
        query = Find.asked(
            pattern,
            size=size,
            engine=engine,
            limit=limit,
            time_limit=time_limit,
            use_symmetry=use_symmetry,
            classes=classes,
            seed=seed,
            threads=threads,
        )
        self._begin(query, query.limits.begin(), on_progress)

    @classmethod
    def of(
        cls, query: Find, run: Run, on_progress: Callable[[Progress, int], None] | None = None
    ) -> Search:
        """Return the enumeration that a query asks for, as a part of a question under way."""
        search = cls.__new__(cls)
        search._begin(query, run, on_progress)
        return search

    def _begin(
        self, query: Find, run: Run, on_progress: Callable[[Progress, int], None] | None
    ) -> None:
        self.limit = query.limits.number
        self.seed, self.threads = query.seed, query.threads
        self._engine = load_engine(query.engine)
        self.pattern = pattern = query.pattern
        self.found = 0
        self.count = 0
        self.exhausted = False
        self.stopped: Stop | None = None
        self.satisfying = self.class_size = 1
        holding = held(pattern.puzzle)
        self.group = tuple(
            symmetry
            for symmetry in (pattern.symmetries if query.use_symmetry else SYMMETRIES[:1])
            if all(p.moved(symmetry, pattern.puzzle) == p for p in holding)
        )
        primitives = (*holding, *pattern.primitives)
        self._problem = Problem(pattern.puzzle, primitives, self.group, self.seed, self.threads)
        self._classes = query.classes
        self._deadline = run.deadline
        self._on_progress = on_progress
        self._progress = Progress(0.0, 0)
        self._reported = time.monotonic()
        self._orbits = Orbits(pattern, self.group)
        self._given: set[bytes] = set()  # what was given and could come again: cubes or classes
        self._ready = Given(b"")  # what is given next: cubes _at to _end of it
        self._at = self._end = 0
        self._blocks = self._run()

    def __iter__(self) -> Iterator[State]:
        return self

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

        Each has the shape (n, slots) and the type uint8, a row a cube, as `cubecsp.puzzle.batch`
        describes; n is at least 1, and 200,000 at most. The cubes and their order, limits, progress and
        `close` are the same as one by one, and both ways can be mixed. An array is counted in `found`
        and `count` just before it is given.
        """
        from cubecsp.puzzle.batch import from_bytes

        while self._refilled():
            ready, at, end = self._ready, self._at, self._end
            if self.limit is not None:
                end = min(end, at + self.limit - self.found)
            self._at = end
            self._counted(end - at, sum(ready.satisfying[at:end]) if self._classes else end - at)
            width = self._orbits.width
            yield from_bytes(ready.rows[at * width : end * width], self.pattern.puzzle)

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
        self._end = 0

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
        if self._deadline.is_over:
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
    pattern: PatternLike | Iterable[PatternLike],
    *,
    size: int | None = None,
    engine: str = "auto",
    limit: int | None = None,
    time_limit: float | None = None,
    use_symmetry: bool = True,
    classes: bool = False,
    seed: int | None = None,
    threads: int = 1,
    solve: str | MoveSearch | None = None,
    on_progress: Callable[[Progress, int], None] | None = None,
    on_found: Callable[[CubeReport], None] | None = None,
) -> FindAnswer:
    """Return the cubes that satisfy the rules; for one cube after another see `Search`.

    Ctrl-C and the time limit end the question and keep what was found, moves included.

    Args:
        pattern: rules, patterns, or texts that state them; one or several.
        size: of the cube that it is about; left out, what the pattern says, 3 otherwise.
        engine: see `Search`.
        limit: see `Search`.
        time_limit: in seconds, for the moves too; None for no limit.
        use_symmetry: see `Search`.
        classes: see `Search`.
        seed: see `Search`.
        threads: see `Search`.
        solve: a method of `cubecsp.search.METHODS` by which to find the moves that solve each cube,
            and so make it. One cube of each class is solved, its conjugates by the conjugate moves.
        on_progress: see `Search`.
        on_found: called with every cube as soon as it is there, its moves included.

    Raises:
        InputError: an argument makes no sense, or the engine cannot use the threads.
        EngineError: the engine is not installed.
    """
    query = Find.asked(
        pattern,
        size=size,
        engine=engine,
        limit=limit,
        time_limit=time_limit,
        use_symmetry=use_symmetry,
        classes=classes,
        seed=seed,
        threads=threads,
        solve=solve,
    )
    return query.stream(on_progress=on_progress).collect(on_found)


@dataclass
class FindAnswer(Answer):
    """The answer to `find`.

    Attributes:
        ended: what ended the search for cubes, None if there are no others; `stopped` also says what
            ended the search for their moves.
    """

    ended: Stop | None = None

    def sentence(self) -> str:
        """Return the sentence that says how many cubes were found, and how that is known."""
        found = self._counted()
        engine, taken = self.query["engine"], seconds_taken(self.seconds)
        if self.status is Status.INFEASIBLE:
            return (
                f"No cube satisfies these rules: the {engine} engine searched all cubes in {taken}."
            )
        if self.ended is None:
            moves = self._moves_ended()
            return (
                f"{found}. There are no others: the {engine} engine searched all cubes"
                f"{f'; {moves} ({taken})' if moves else f' in {taken}'}."
            )
        reason = {
            Stop.LIMIT: f"Stopped at {self._wanted()}, as asked; there may be more",
            Stop.TIME: f"The time limit ended the search after {found}; there may be more",
            Stop.INTERRUPT: f"Interrupted after {found}; there may be more",
        }[self.ended]
        moves = self._moves_ended() if self.ended is Stop.LIMIT else ""
        return f"{reason}{f'; {moves}' if moves else ''} ({engine} engine, {taken})."

    def _moves_ended(self) -> str:
        """Return what ended the search for moves, a clause, "" if nothing did."""
        return {
            Stop.TIME: "the time limit ended the search for moves",
            Stop.INTERRUPT: "interrupted in the search for moves",
        }.get(self.stopped or Stop.LIMIT, "")

    def _wanted(self) -> str:
        """Return how many were asked for, of what the limit counts."""
        cubes = plural(self.count or 0, "cube")
        if self.query["limit_counts"] == "classes":
            return f"{plural(self.classes or 0, 'class')} ({cubes})"
        return cubes

    def _counted(self) -> str:
        """Return how many cubes, or classes, there are."""
        cubes = plural(self.count or 0, "cube")
        return cubes if self.classes is None else f"{cubes} in {plural(self.classes, 'class')}"


class _Finding:
    """A `Find` under way."""

    def __init__(
        self, query: Find, on_progress: Callable[[Progress, int], None] | None = None
    ) -> None:
        self._query = query
        self._on_progress = on_progress
        self._search: Search | None = None
        self._given = 0

    def reports(self, _answer: FindAnswer, run: Run) -> Generator[CubeReport, None, None]:
        """Yield the cubes, with their moves if these are asked for."""
        if self._query.solve is None:
            with run:
                yield from self._found(run)
            return
        solved = _Solved(self._query.solve)
        with run:
            for report in self._found(run):
                solved.add(report, run)
        if run.stopped in (None, Stop.LIMIT):
            with run:
                solved.improve(run)
        yield from solved.reports(run)

    def _found(self, run: Run) -> Iterator[CubeReport]:
        search = self._search = Search.of(self._query, run, self._on_progress)
        try:
            with search:
                for cube in search:
                    classes = self._query.classes
                    report = CubeReport(
                        cube.facelets,
                        cube,
                        class_size=search.class_size if classes else None,
                        satisfying=search.satisfying if classes else None,
                    )
                    self._given += 1
                    yield report
        except KeyboardInterrupt:
            search.stopped = Stop.INTERRUPT
            raise
        if search.stopped is not None:
            run.stop(search.stopped)

    def settle(self, answer: FindAnswer, run: Run) -> None:
        """Say how much of the truth the answer is."""
        search = self._search
        if search is None:  # interrupted before it began
            answer.ended = run.stopped
            return
        answer.query = replace(
            self._query,
            engine=search.engine,
            engine_reason=search.reason,
            distribution=search.distribution,
            symmetries=len(search.group),
        )
        answer.count = search.count
        answer.classes = self._given if self._query.classes else None
        answer.ended = None if search.exhausted else search.stopped or run.stopped
        if search.exhausted and not self._given:
            answer.status = Status.INFEASIBLE
        elif search.exhausted and run.stopped is None:
            answer.status = Status.COMPLETE
        else:
            answer.status = Status.PARTIAL if self._given else Status.UNKNOWN


class _Solved:
    """Found cubes and their moves: one cube of each class is solved, its conjugates by conjugate moves."""

    def __init__(self, search: MoveSearch) -> None:
        self._search = search
        self._found: list[tuple[CubeReport, State, Symmetry]] = []
        self._moves: dict[State, Solution | LimitError | None] = {}

    def add(self, report: CubeReport, run: Run) -> None:
        """Take a cube, and have moves of it at once where the time may not suffice for better ones."""
        assert report.cube is not None  # `find` reports nothing else
        least, symmetry = _least(report.cube)
        self._found.append((report, least, symmetry))
        if least in self._moves:
            return
        self._moves[least] = None
        if isinstance(least, Cube) and (run.limits.time is not None or self._search.by.proves):
            (self._moves[least],) = quick([least], self._search, run.deadline)

    def improve(self, run: Run) -> None:
        """Make the moves as good as is asked for, as far as there is time."""
        cubes = list(self._moves)
        known = [found if isinstance(found, Solution) else None for found in self._moves.values()]
        final = set()
        for i, found, done in improved(cubes, known, self._search, run.deadline):
            if isinstance(found, Solution) or not isinstance(self._moves[cubes[i]], Solution):
                self._moves[cubes[i]] = found
            if done:
                final.add(i)
        if len(final) < len(cubes):
            run.stop(Stop.TIME)

    def reports(self, run: Run) -> Iterator[CubeReport]:
        """Yield the cubes with their moves, or why there are none."""
        reason = INTERRUPTED if run.stopped is Stop.INTERRUPT else TOO_LATE
        for report, least, symmetry in self._found:
            found = self._moves.get(least)
            if isinstance(found, Solution):
                moves = symmetry.inverse.of_moves(found.moves)
                known = (found.metric, found.optimal, found.proven, found.seconds, found.nodes)
                yield reported(report, Solution(moves, *known))
            else:
                late = found is None or isinstance(found, OutOfTimeError)
                yield replace(report, unsolved=reason if late else str(found))


def _least(cube: State) -> tuple[State, Symmetry]:
    """Return the least conjugate of a cube, and a symmetry that leads to it; a 2×2×2 as it is."""
    if not isinstance(cube, Cube):
        return cube, SYMMETRIES[0]
    images = ((symmetry.of(cube), symmetry) for symmetry in SYMMETRIES)
    return min(images, key=lambda image: (image[0], image[1].index))
