"""Which cubes keep the rules: one, some, or all of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any, Literal

from cubecsp.cube.state import Cube
from cubecsp.cube.symmetry import SYMMETRIES, canonical, class_size
from cubecsp.errors import InputError
from cubecsp.models.engines import ENGINES, Event, Problem, Progress, load_engine
from cubecsp.models.pattern import Pattern
from cubecsp.questions.answer import Answer, CubeReport, Status, Stop, versions

__all__ = ["EngineName", "Search", "find"]

EngineName = Literal["auto", "native", "cpsat"]

_BETWEEN_REPORTS = 0.1  # seconds
_DISTRIBUTIONS = {"cpsat": "ortools"}  # what else the answers of an engine depend on


class Search:
    """An enumeration under way: an iterator over the cubes that keep the rules, each once.

    The symmetries of the pattern are found and used: the engine is asked for little more than one
    cube of each orbit, the least is kept and checked by the rules' own `holds`, and its conjugates
    follow it.

    Args:
        pattern: the rules.
        engine: a name of `ENGINES`, or `auto`.
        limit: stop after so many cubes; None for all of them.
        time_limit: stop after so many seconds; None for no limit.
        use_symmetry: False to have the engine find every cube by itself.
        classes: give one cube, the least, of each class under all 48 symmetries.
        on_progress: called about ten times a second with the progress and the cubes so far.

    Attributes:
        engine: the name of the engine that works.
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
        pattern: Pattern,
        *,
        engine: str = "auto",
        limit: int | None = None,
        time_limit: float | None = None,
        use_symmetry: bool = True,
        classes: bool = False,
        on_progress: Callable[[Progress, int], None] | None = None,
    ) -> None:
        if limit is not None and limit < 1:
            raise InputError(f"a limit of {limit} cubes finds nothing", "give 1 or more")
        if time_limit is not None and not time_limit > 0:
            raise InputError(f"a time limit of {time_limit} seconds is over", "give more than 0")
        self.pattern = pattern
        self.engine = next(iter(ENGINES)) if engine == "auto" else engine
        self.limit = limit
        self.found = 0
        self.count = 0
        self.exhausted = False
        self.stopped: Stop | None = None
        self.group = pattern.symmetries if use_symmetry else SYMMETRIES[:1]
        self._classes = classes
        self._deadline = None if time_limit is None else time.monotonic() + time_limit
        self._on_progress = on_progress
        self._progress = Progress(0.0, 0)
        self._reported = time.monotonic()
        self._engine = load_engine(self.engine)
        self._cubes = self._run()

    def __iter__(self) -> Iterator[Cube]:
        return self

    def __next__(self) -> Cube:
        return next(self._cubes)

    def _run(self) -> Iterator[Cube]:
        problem = Problem(self.pattern.puzzle, self.pattern.primitives, self.group)
        events = self._engine.solutions(problem)
        seen: set[Cube] = set()
        for event in events:
            if self._deadline is not None and time.monotonic() > self._deadline:
                self.stopped = Stop.TIME
                return
            self._report(event)
            orbit = [] if isinstance(event, Progress) else self._orbit(event)
            for cube in self._chosen(orbit, seen):
                if self.found == self.limit:  # so there is one more than asked for
                    self.stopped = Stop.LIMIT
                    return
                self.found += 1
                self.count += 0 if self._classes else 1
                yield cube
            self.count += len(orbit) if self._classes else 0
        self.exhausted = True

    def _report(self, event: Event) -> None:
        """Call `on_progress` if it is time to, whatever the event."""
        if isinstance(event, Progress):
            self._progress = event
        now = time.monotonic()
        if self._on_progress is not None and now - self._reported >= _BETWEEN_REPORTS:
            self._reported = now
            self._on_progress(self._progress, self.found)

    def _orbit(self, found: Cube) -> list[Cube]:
        """Return the orbit of a cube if it is the least of it, else nothing: the least is found too."""
        orbit = sorted({symmetry.of(found) for symmetry in self.group})
        if orbit[0] != found:
            return []
        if not all(rule.holds(found) for rule in self.pattern.filters):
            return []
        if not self.pattern.holds(found):
            raise AssertionError(f"{self.engine} found {found!r}, which breaks {self.pattern}")
        return orbit

    def _chosen(self, orbit: list[Cube], seen: set[Cube]) -> list[Cube]:
        """Return the cubes of an orbit that are to be given."""
        if not self._classes or not orbit:
            return orbit
        # Two orbits of a small group can be of one class under all 48 symmetries.
        least = canonical(orbit[0])
        if least in seen:
            return []
        seen.add(least)
        return orbit[:1]


def find(
    pattern: Pattern,
    *,
    engine: str = "auto",
    limit: int | None = None,
    time_limit: float | None = None,
    use_symmetry: bool = True,
    classes: bool = False,
    on_progress: Callable[[Progress, int], None] | None = None,
) -> Answer:
    """Return the cubes that keep the rules of `pattern`; see `Search` for the arguments.

    Ctrl-C ends the question and keeps what was found.
    """
    started = time.perf_counter()
    search = Search(
        pattern,
        engine=engine,
        limit=limit,
        time_limit=time_limit,
        use_symmetry=use_symmetry,
        classes=classes,
        on_progress=on_progress,
    )
    cubes: list[CubeReport] = []
    try:
        for cube in search:
            size = class_size(cube) if classes else None
            cubes.append(CubeReport(cube.facelets, cube, class_size=size))
    except KeyboardInterrupt:
        search.stopped = Stop.INTERRUPT
    query: dict[str, Any] = {
        "question": "find",
        "rules": [str(rule) for rule in pattern.rules],
        "engine": search.engine,
        "symmetries": len(search.group),
        "limit": limit,
        "time_limit": time_limit,
        "versions": versions(*filter(None, [_DISTRIBUTIONS.get(search.engine)])),
    }
    if pattern.name:
        query["model"] = pattern.name
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
