"""Finding every cube, or one of each orbit: for rules that few cubes of any size satisfy."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Iterator
from dataclasses import replace

from cubecsp.errors import LimitError, OutOfReachError
from cubecsp.models.core.cube_classes import Classes
from cubecsp.models.core.orbits import Orbits
from cubecsp.models.core.sameness import Sameness
from cubecsp.models.counting.views import are_independent, count_views
from cubecsp.models.counting.way import ExactCount, ProgressSign, Question, Steps, Way, Work
from cubecsp.models.engines import (
    AutoEngine,
    Engine,
    Problem,
    Progress,
    events_of,
    load_engine,
    require_size,
    with_tasks,
)
from cubecsp.models.engines.native import NativeEngine
from cubecsp.models.sampling.sample_source import Numbering, RowNumbering
from cubecsp.puzzle.cube.batch import from_bytes

_MOST = 5_000_000  # cubes of a 3×3×3 that are kept: 100 MB
_NODES = 2_000_000  # nodes of a trial search: about half a second


class ListingWay(Way):
    """Has an engine find the cubes, with the symmetries of the question."""

    name = "listing"
    summary = "every cube found by an engine, one of each orbit"
    parallel = True
    in_tasks = True
    numbers = True
    limits = "it takes as long as finding all of them"
    other_puzzles = True

    def objection(self, question: Question) -> str | None:
        """Return None: it accepts every question."""
        del question
        return None

    def count(self, question: Question) -> Steps:
        """Add up the sizes of the orbits, or collect views."""
        if question.same is not None:
            return (yield from _count_classes(question, question.same))
        if are_independent(question):
            with contextlib.suppress(OutOfReachError):
                return (yield from count_views(question))
        orbits = Orbits(question.pattern, question.symmetries)
        executor = question.executor
        engine, problem = load_engine(AutoEngine.name), _problem(question)
        if executor.lasting:
            engine = with_tasks(engine)
            require_size(engine, problem.puzzle)
            problem = replace(problem, executor=executor, title=question.text)
        number, classes, pace = 0, 0, _Pace(executor.work_time)
        others: set[bytes] = set()
        for fraction, rows in _search(engine, problem, orbits):
            if question.projection:
                others |= {*orbits.views(rows, question.projection)}
                number = len(others)
                yield ProgressSign(least=number)  # who rules out views knows no share
                continue
            number += orbits.total(rows)
            if question.classes and orbits.whole:
                classes += len(rows) // orbits.width
            elif question.classes:
                others |= {*orbits.keys(rows)}
            left = None if fraction is None else pace.seconds_to_go(fraction, number)
            yield ProgressSign(fraction, number, left)
        return ExactCount(number, (classes or len(others)) if question.classes else None)

    def numbering(self, question: Question) -> Work[Numbering]:
        """Find them all.

        Raises:
            LimitError: there are too many to keep.
        """
        orbits = Orbits(question.pattern, question.symmetries)
        cubes = bytearray()
        for fraction, rows in _search(load_engine(AutoEngine.name), _problem(question), orbits):
            cubes += orbits.of(rows)
            if len(cubes) > _MOST * orbits.width:
                raise LimitError(
                    f"there are more than {_MOST:,} cubes, too many to list",
                    "add rules, or ask `find` with a seed for varied cubes, not all equally likely",
                )
            yield ProgressSign(fraction)
        return RowNumbering(from_bytes(bytes(cubes), question.pattern.puzzle))


WAY = ListingWay()


def _count_classes(question: Question, same: Sameness) -> Steps:
    """Count cubes, and the classes of those that are the same."""
    orbits, classes = Orbits(question.pattern, question.symmetries), Classes(same)
    engine, problem = load_engine(AutoEngine.name), _problem(question)
    for fraction, rows in _search(engine, problem, orbits):
        classes.add(orbits.of(rows))
        yield ProgressSign(fraction, classes.found)
    number = len(classes.result(complete=True))
    return ExactCount(classes.found, number, under=classes.under)


def is_short_search(question: Question) -> Work[bool]:
    """Look at a number of nodes, and return whether that was the whole search.

    The result is the same on every machine, however busy.
    """
    if question.pattern.listed is not None:
        return True
    problem = _problem(question)
    native = NativeEngine()
    if problem.contradiction is None and native.objection(problem.puzzle) is not None:
        return False
    with contextlib.closing(events_of(native.blocks, problem)) as events:
        nodes = 0
        for event in events:
            if isinstance(event, Progress):
                nodes = event.nodes
            else:
                nodes += len(event.rows) // len(problem.puzzle.slots)
            if nodes > _NODES:
                return False
            yield ProgressSign()
    return True


def _problem(question: Question) -> Problem:
    seen = question.projection
    return Problem(
        question.pattern.puzzle,
        question.primitives,
        question.symmetries,
        threads=question.threads,
        # A cube that a filter rejects says nothing about others that look like it.
        projection=() if question.pattern.filters or not seen else seen.told_by_stickers,
    )


def _search(
    engine: Engine, problem: Problem, orbits: Orbits
) -> Iterator[tuple[float | None, bytes]]:
    """Yield the share of the search that is done, if an engine says so, and one cube of each orbit found since then."""
    fraction: float | None = None
    problem = replace(problem, among=orbits.pattern.listed)
    with contextlib.closing(events_of(engine.blocks, problem)) as events:
        for event in events:
            if isinstance(event, Progress):
                fraction = fraction if event.fraction is None else event.fraction
                yield fraction, b""
            else:
                yield fraction, _satisfying(orbits.least(event.rows), orbits)


class _Pace:
    """The pace of the search through its tree, from the first cube on.

    Large branches near the root may come to nothing at once, which says nothing about those that have cubes. So
    the work before the first cube counts only as long as there is not as much work after it.

    Args:
        worked: for how many seconds each thread has worked, see `Executor.work_time`.
    """

    def __init__(self, worked: Callable[[], float]) -> None:
        self._worked = worked
        self._began = worked()
        self._first: tuple[float, float] | None = None  # work, and share of the tree by then

    def seconds_to_go(self, fraction: float, number: int) -> float | None:
        """Return for how many seconds each thread has to work on the rest.

        It is infinite if nothing gets done, and None if all of the time counts.

        Args:
            fraction: the share of the tree that is done.
            number: how many cubes there were in it.
        """
        work = self._worked() - self._began
        if self._first is None and number:
            self._first = work, fraction
        if self._first is None or work < 2 * self._first[0]:
            return None
        worked, before = self._first
        done = fraction - before
        return (1.0 - fraction) * (work - worked) / done if done > 0.0 else math.inf


def _satisfying(rows: bytes, orbits: Orbits) -> bytes:
    """Return those of the cubes that satisfy the filters too.

    If there are none, one cube of each block is checked by the rules themselves, whose two meanings are
    independent of the engine's: checking all of them would take longer than the search.
    """
    if not orbits.pattern.filters:
        orbits.satisfying(rows[: orbits.width])
        return rows
    return orbits.satisfying(rows)
