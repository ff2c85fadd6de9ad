"""Finding every cube, or one of each orbit: for rules that few cubes of any size satisfy."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Iterator
from dataclasses import replace

from cubecsp.errors import LimitError
from cubecsp.models.core.orbits import Orbits
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
from cubecsp.models.sampling.numbering import Numbering, RowNumbering
from cubecsp.puzzle.cube.batch import from_bytes

__all__ = ["WAY", "ListingWay", "soon_found"]

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
        """Add up the sizes of the orbits."""
        orbits = Orbits(question.pattern, question.symmetries)
        executor = question.executor
        engine, problem = load_engine(AutoEngine.name), _problem(question)
        if executor.lasting:
            engine = with_tasks(engine)
            require_size(engine, problem.puzzle)
            problem = replace(problem, executor=executor, title=question.text)
        number, classes, pace = 0, 0, _Pace(executor.worked)
        others: set[bytes] = set()
        for fraction, rows in _found(engine, problem, orbits):
            number += orbits.total(rows)
            if question.classes and orbits.whole:
                classes += len(rows) // orbits.width
            elif question.classes:
                others |= {*orbits.keys(rows)}
            left = None if fraction is None else pace.left(fraction, number)
            yield ProgressSign(fraction, number, left)
        return ExactCount(number, (classes or len(others)) if question.classes else None)

    def numbering(self, question: Question) -> Work[Numbering]:
        """Find them all.

        Raises:
            LimitError: there are too many to keep.
        """
        orbits = Orbits(question.pattern, question.symmetries)
        cubes = bytearray()
        for fraction, rows in _found(load_engine(AutoEngine.name), _problem(question), orbits):
            cubes += orbits.of(rows)
            if len(cubes) > _MOST * orbits.width:
                raise LimitError(
                    f"there are more than {_MOST:,} cubes, too many to list",
                    "add rules, or ask `find` with a seed for varied cubes, not all equally likely",
                )
            yield ProgressSign(fraction)
        return RowNumbering(from_bytes(bytes(cubes), question.pattern.puzzle))


WAY = ListingWay()


def soon_found(question: Question) -> Work[bool]:
    """Look at a number of nodes, and return whether that was the whole search.

    The result is the same on every machine, however busy.
    """
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
    return Problem(
        question.pattern.puzzle, question.primitives, question.symmetries, threads=question.threads
    )


def _found(
    engine: Engine, problem: Problem, orbits: Orbits
) -> Iterator[tuple[float | None, bytes]]:
    """Yield the share of the search that is done, if an engine says so, and one cube of each orbit found since then."""
    fraction: float | None = None
    with contextlib.closing(events_of(engine.blocks, problem)) as events:
        for event in events:
            if isinstance(event, Progress):
                fraction = fraction if event.fraction is None else event.fraction
                yield fraction, b""
            else:
                yield fraction, _checked(orbits.least(event.rows), orbits)


class _Pace:
    """The pace of the search through its tree, from the first cube on.

    Large branches near the root may come to nothing at once, which says nothing about those that have cubes. So
    the work before the first cube counts only as long as there is not as much work after it.

    Args:
        worked: for how many seconds each thread has worked, see `Executor.worked`.
    """

    def __init__(self, worked: Callable[[], float]) -> None:
        self._worked = worked
        self._began = worked()
        self._first: tuple[float, float] | None = None  # work, and share of the tree by then

    def left(self, fraction: float, number: int) -> float | None:
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


def _checked(rows: bytes, orbits: Orbits) -> bytes:
    """Return those of the cubes that satisfy the filters too.

    If there are none, one cube of each block is checked by the rules themselves, whose two meanings are
    independent of the engine's: checking all of them would take longer than the search.
    """
    if not orbits.pattern.filters:
        orbits.satisfying(rows[: orbits.width])
        return rows
    return orbits.satisfying(rows)
