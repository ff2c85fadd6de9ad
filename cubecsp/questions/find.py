"""Which cubes keep the rules: one, some, or all of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Literal

from cubecsp.cube import pocket
from cubecsp.cube.geometry import CUBE
from cubecsp.cube.pocket import PocketCube
from cubecsp.cube.symmetry import SYMMETRIES, Symmetry, canonical, class_size
from cubecsp.errors import InputError
from cubecsp.models.engines import (
    AnyCube,
    AutoEngine,
    Event,
    Problem,
    Progress,
    held,
    load_engine,
)
from cubecsp.models.engines.shuffle import SplitMix
from cubecsp.models.pattern import Pattern
from cubecsp.models.rule import Rule
from cubecsp.questions.answer import Answer, CubeReport, Status, Stop, versions

__all__ = ["MOST_THREADS", "EngineName", "Search", "find"]

EngineName = Literal["auto", "native", "cpsat", "cnf", "constraint"]

MOST_THREADS = 64
"""More threads than this cannot be asked for."""

_BETWEEN_REPORTS = 0.1  # seconds
_MOST_WAITING = 100_000  # cubes that wait to be given in random order
_DISTRIBUTIONS = {
    "cpsat": "ortools",
    "cnf": "python-sat",
    "constraint": "python-constraint2",
}  # what else the answers of an engine depend on


class Search:
    """An enumeration under way: an iterator over the cubes that keep the rules, each once.

    The symmetries of the pattern are found and used: the engine is asked for little more than one
    cube of each orbit, the least is kept and checked by the rules' own `holds`, and its conjugates
    follow it.

    Args:
        pattern: the rules, or one rule.
        engine: a name of `ENGINES`, or `auto`.
        limit: stop after so many cubes; None for all of them.
        time_limit: stop after so many seconds; None for no limit.
        use_symmetry: False to have the engine find every cube by itself.
        classes: give one cube, the least, of each class under all 48 symmetries.
        seed: give the cubes in random order, the same for the same seed whatever the machine and
            the number of threads (with engines other than native: and the same solver version);
            None for the order that is quickest.
        threads: how many threads the native engine uses.
        on_progress: called about ten times a second with the progress and the cubes so far.

    Attributes:
        found: how many cubes have been given: with `classes`, how many classes.
        count: how many cubes that stands for.
        exhausted: True once it is certain that there are no other cubes.
        stopped: the limit that ended it before that, if one did.
        group: the symmetries of the pattern that are used.

    Raises:
        InputError: a limit makes no sense, or there is no such engine.
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
        if limit is not None and limit < 1:
            raise InputError(f"a limit of {limit} cubes finds nothing", "give 1 or more")
        if time_limit is not None and not time_limit > 0:
            raise InputError(f"a time limit of {time_limit} seconds is over", "give more than 0")
        if not 1 <= threads <= MOST_THREADS:
            raise InputError(f"{threads} threads make no sense", f"give 1 to {MOST_THREADS}")
        self.pattern = pattern = Pattern.of(pattern)
        self.limit = limit
        self.found = 0
        self.count = 0
        self.exhausted = False
        self.stopped: Stop | None = None
        holding = held(pattern.puzzle)
        self.group = tuple(
            symmetry
            for symmetry in (pattern.symmetries if use_symmetry else SYMMETRIES[:1])
            if all(p.moved(symmetry, pattern.puzzle) == p for p in holding)
        )
        primitives = (*holding, *pattern.primitives)
        self._problem = Problem(pattern.puzzle, primitives, self.group, seed, threads)
        self._classes = classes
        self._deadline = None if time_limit is None else time.monotonic() + time_limit
        self._on_progress = on_progress
        self._progress = Progress(0.0, 0)
        self._reported = time.monotonic()
        self._engine = load_engine(engine)
        self._cubes = self._run()

    def __iter__(self) -> Iterator[AnyCube]:
        return self

    def __next__(self) -> AnyCube:
        return next(self._cubes)

    @property
    def engine(self) -> str:
        """The name of the engine that works."""
        return self._engine.name

    @property
    def reason(self) -> str:
        """Why `auto` takes it; empty if it was asked for."""
        return self._engine.reason if isinstance(self._engine, AutoEngine) else ""

    def _run(self) -> Iterator[AnyCube]:
        seen: set[AnyCube] = set()
        order = _Order(self._problem.seed)
        for event in self._engine.solutions(self._problem):
            if self._deadline is not None and time.monotonic() > self._deadline:
                self.stopped = Stop.TIME
                return
            self._report(event)
            orbit = [] if isinstance(event, Progress) else self._orbit(event)
            yield from self._given(order.next(self._chosen(orbit, seen)))
            if self.stopped is not None:
                return
            self.count += len(orbit) if self._classes else 0
        yield from self._given(order.rest())
        self.exhausted = self.stopped is None

    def _given(self, cubes: Iterable[AnyCube]) -> Iterator[AnyCube]:
        """Yield cubes up to the limit."""
        for cube in cubes:
            if self.found == self.limit:  # so there is one more than asked for
                self.stopped = Stop.LIMIT
                return
            self.found += 1
            self.count += 0 if self._classes else 1
            yield cube

    def _report(self, event: Event) -> None:
        """Call `on_progress` if it is time to, whatever the event."""
        if isinstance(event, Progress):
            self._progress = event
        now = time.monotonic()
        if self._on_progress is not None and now - self._reported >= _BETWEEN_REPORTS:
            self._reported = now
            self._on_progress(self._progress, self.found)

    def _orbit(self, found: AnyCube) -> list[AnyCube]:
        """Return the orbit of a cube if it is the least of it, else nothing: the least is found too."""
        orbit = sorted({_moved(found, symmetry) for symmetry in self.group})
        if orbit[0] != found:
            return []
        if not all(rule.holds(found) for rule in self.pattern.filters):
            return []
        if not self.pattern.holds(found):
            raise AssertionError(f"{self.engine} found {found!r}, which breaks {self.pattern}")
        return orbit

    def _chosen(self, orbit: list[AnyCube], seen: set[AnyCube]) -> list[AnyCube]:
        """Return the cubes of an orbit that are to be given."""
        if not self._classes or not orbit:
            return orbit
        # Two orbits of a small group can be of one class under all 48 symmetries.
        least = _canonical(orbit[0])
        if least in seen:
            return []
        seen.add(least)
        return orbit[:1]


class _Order:
    """The order in which the cubes of orbits are given: as they come or, with a seed, mixed.

    The engine gives a random cube of each orbit at once. The others wait, and are drawn from all
    that wait when these have become many, or when there is nothing else left.
    """

    def __init__(self, seed: int | None) -> None:
        self._random = None if seed is None else SplitMix(~seed)
        self._waiting: list[AnyCube] = []

    def next(self, orbit: list[AnyCube]) -> Iterable[AnyCube]:
        """Return what is to be given now that an orbit was found."""
        if self._random is None or not orbit:
            return orbit
        first, *others = self._random.shuffled(orbit)
        self._waiting += others
        drawn = [self._draw(self._random) for _ in range(len(self._waiting) - _MOST_WAITING)]
        return [first, *drawn]

    def rest(self) -> Iterable[AnyCube]:
        """Return what has been waiting, at the end."""
        return self._waiting if self._random is None else self._random.shuffled(self._waiting)

    def _draw(self, random: SplitMix) -> AnyCube:
        i = random.below(len(self._waiting))
        self._waiting[i], self._waiting[-1] = self._waiting[-1], self._waiting[i]
        return self._waiting.pop()


def _moved(cube: AnyCube, symmetry: Symmetry) -> AnyCube:
    if isinstance(cube, PocketCube):
        return pocket.conjugated(cube, symmetry)
    return symmetry.of(cube)


def _canonical(cube: AnyCube) -> AnyCube:
    return pocket.canonical(cube) if isinstance(cube, PocketCube) else canonical(cube)


def _class_size(cube: AnyCube) -> int:
    return pocket.class_size(cube) if isinstance(cube, PocketCube) else class_size(cube)


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
    """Return the cubes that keep the rules of `pattern`; see `Search` for the arguments.

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
        for cube in search:
            size = _class_size(cube) if classes else None
            cubes.append(CubeReport(cube.facelets, cube, class_size=size))
            if on_found is not None:
                on_found(cubes[-1])
    except KeyboardInterrupt:
        search.stopped = Stop.INTERRUPT
    query: dict[str, Any] = {
        "question": "find",
        "rules": [str(rule) for rule in pattern.rules],
        "engine": search.engine,
        "symmetries": len(search.group),
        "seed": seed,
        "threads": threads,
        "limit": limit,
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
