"""Which cubes satisfy the rules: one, some, or all of them."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import replace
from types import TracebackType
from typing import Any, Literal

from cubecsp.models.engines import (
    AutoEngine,
    Event,
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
from cubecsp.models.rule import Rule
from cubecsp.puzzle.puzzle import CUBE
from cubecsp.puzzle.symmetry import SYMMETRIES, canonical, class_size
from cubecsp.questions.answer import Answer, CubeReport, Status, Stop, versions
from cubecsp.questions.limits import (
    MOST_THREADS,
    check_limit,
    check_seed,
    check_threads,
    check_time_limit,
)

__all__ = ["MOST_THREADS", "EngineName", "Search", "find"]

EngineName = Literal["auto", "native", "cpsat", "cnf", "constraint"]

_Given = tuple[State, int]  # a cube, and how many it stands for: more than itself with classes

_BETWEEN_REPORTS = 0.1  # seconds
_REPEATS = 8  # samples end when so many, and one in so many, have come before
_REJECTED = 1000  # or when so many in a row break the rules that engines cannot see
_MOST_WAITING = 100_000  # cubes that wait to be given in random order
_DISTRIBUTIONS = {
    "cpsat": "ortools",
    "cnf": "python-sat",
    "constraint": "python-constraint2",
}  # what else the answers of an engine depend on


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

    Raises:
        InputError: a limit makes no sense, a rule makes no sense on the puzzle, there is no such engine,
            it takes no cubes of that size, or it cannot use the threads.
        EngineError: the engine is not installed.
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
        require_threads(engine, self.threads)
        self.pattern = pattern = Pattern.of(pattern)
        require_size(engine, pattern.puzzle)
        self.found = 0
        self.count = 0
        self.exhausted = False
        self.stopped: Stop | None = None
        self.satisfying = 1
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
        self._given: set[State] = set()  # what samples gave: cubes or, by their least, classes
        self._cubes = self._run()

    def __iter__(self) -> Iterator[State]:
        return self

    def __next__(self) -> State:
        cube, self.satisfying = next(self._cubes)
        self.found += 1
        self.count += self.satisfying
        if self.found == self.limit:
            self.stopped = Stop.LIMIT
            self.close()
        return cube

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
        self._cubes.close()

    @property
    def engine(self) -> str:
        """The name of the engine that works."""
        return self._engine.name

    @property
    def reason(self) -> str:
        """Why `auto` takes it; empty if it was asked for."""
        return self._engine.reason if isinstance(self._engine, AutoEngine) else ""

    def _run(self) -> Generator[_Given, None, None]:
        """Yield what is to be given, and say at the end whether that is all there is."""
        ended = False
        if self.seed is not None and self.limit is not None:
            ended = yield from self._sampled()
        if not ended and self.stopped is None:
            yield from self._enumerated()
        self.exhausted = self.stopped is None

    def _sampled(self) -> Generator[_Given, None, bool]:
        """Yield varied cubes for as long as that is worth while; return whether there are none at all."""
        seen: set[State] = set()
        repeats = rejected = 0
        problem = replace(self._problem, symmetries=SYMMETRIES[:1])
        with contextlib.closing(self._engine.samples(problem)) as events:
            for cube in self._in_time(events):
                if cube in seen:
                    repeats += 1
                elif not self._satisfies(cube):
                    rejected += 1
                else:
                    rejected = 0
                    yield from self._once([cube])
                seen.add(cube)
                if repeats > _REPEATS + len(seen) // _REPEATS or rejected > _REJECTED:
                    return False
        return self.stopped is None

    def _enumerated(self) -> Generator[_Given, None, None]:
        """Yield all cubes that have not been given yet."""
        order = _Order(self.seed)
        with contextlib.closing(self._engine.solutions(self._problem)) as events:
            for cube in self._in_time(events):
                orbit = self._orbit(cube)
                yield from self._once(order.next(orbit[:1] if self._classes else orbit))
        if self.stopped is None:
            yield from self._once(order.rest())

    def _in_time(self, events: Iterable[Event]) -> Iterator[State]:
        """Yield the cubes among `events` until the time limit, and report the progress."""
        for event in events:
            if self._deadline is not None and time.monotonic() > self._deadline:
                self.stopped = Stop.TIME
                return
            self._report(event)
            if not isinstance(event, Progress):
                yield event

    def _once(self, cubes: Iterable[State]) -> Iterator[_Given]:
        """Yield of `cubes`, which satisfy the rules, those that have not been given, or their classes."""
        sampled = self.seed is not None and self.limit is not None
        for cube in cubes:
            key = canonical(cube) if self._classes else cube
            if key in self._given:
                continue
            if self._classes or sampled:  # else the engine sees to it that none comes twice
                self._given.add(key)
            yield self._of_class(cube) if self._classes else (cube, 1)

    def _of_class(self, cube: State) -> _Given:
        """Return the least cube of a class that satisfies the rules, and how many of it do."""
        left = {symmetry.of(cube) for symmetry in SYMMETRIES}
        least, number = cube, 0
        while left:
            orbit = self._conjugates(min(left))
            left.difference_update(orbit)
            if self.pattern.holds(orbit[0]):
                least = min(least, orbit[0])
                number += len(orbit)
        return least, number

    def _report(self, event: Event) -> None:
        """Call `on_progress` if it is time to, whatever the event."""
        if isinstance(event, Progress):
            self._progress = event
        now = time.monotonic()
        if self._on_progress is not None and now - self._reported >= _BETWEEN_REPORTS:
            self._reported = now
            self._on_progress(self._progress, self.found)

    def _orbit(self, found: State) -> list[State]:
        """Return the orbit of a cube if it is the least of it, else nothing: the least is found too."""
        orbit = self._conjugates(found)
        return orbit if orbit[0] == found and self._satisfies(found) else []

    def _satisfies(self, found: State) -> bool:
        """Return whether a cube that the engine has found satisfies the late rules too."""
        if not all(rule.holds(found) for rule in self.pattern.filters):
            return False
        if not self.pattern.holds(found):
            raise AssertionError(f"{self.engine} found {found!r}, which breaks {self.pattern}")
        return True

    def _conjugates(self, cube: State) -> list[State]:
        """Return the orbit of a cube under the symmetries that are used, in order."""
        return sorted({symmetry.of(cube) for symmetry in self.group})


class _Order:
    """The order in which the cubes of orbits are given: as they come or, with a seed, mixed.

    The engine gives a random cube of each orbit at once. The others wait, and are drawn from all
    that wait when these have become many, or when there is nothing else left.
    """

    def __init__(self, seed: int | None) -> None:
        self._random = None if seed is None else SplitMix(~seed)
        self._waiting: list[State] = []

    def next(self, orbit: list[State]) -> Iterable[State]:
        """Return what is to be given now that an orbit was found."""
        if self._random is None or not orbit:
            return orbit
        first, *others = self._random.shuffled(orbit)
        self._waiting += others
        drawn = [self._draw(self._random) for _ in range(len(self._waiting) - _MOST_WAITING)]
        return [first, *drawn]

    def rest(self) -> Iterable[State]:
        """Return what has been waiting, at the end."""
        return self._waiting if self._random is None else self._random.shuffled(self._waiting)

    def _draw(self, random: SplitMix) -> State:
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
                report = CubeReport(cube.facelets, cube)
                if classes:
                    size = class_size(cube)
                    report = replace(report, class_size=size, satisfying=search.satisfying)
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
        "versions": versions(*filter(None, [_DISTRIBUTIONS.get(search.engine)])),
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
