"""Counting by finding every cube, or one of each orbit: for rules that few cubes of any size satisfy."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable

from cubecsp.models.core.orbits import Orbits
from cubecsp.models.counting.base import Counted, Counter, Question, Step, Steps
from cubecsp.models.engines import (
    AutoEngine,
    Problem,
    Progress,
    events_of,
    load_engine,
    require_size,
    with_units,
)

__all__ = ["COUNTER", "ListingCounter", "checked"]


class ListingCounter(Counter):
    """Has an engine find the cubes, with the symmetries of the question."""

    name = "listing"
    summary = "every cube found by an engine, one of each orbit"
    parallel = True
    in_units = True
    limits = "it takes as long as finding all of them"
    other_puzzles = True

    def refusal(self, question: Question) -> str | None:
        """Return None: it can count whatever can be found."""
        del question
        return None

    def count(self, question: Question) -> Steps:
        """Add up the sizes of the orbits."""
        puzzle = question.pattern.puzzle
        orbits = Orbits(question.pattern, question.symmetries)
        place = question.workplace
        problem = Problem(
            puzzle,
            question.primitives,
            question.symmetries,
            threads=question.threads,
            workplace=place if place.lasting else None,
            title=question.text if place.lasting else "",
        )
        engine = load_engine(AutoEngine.name)
        if place.lasting:
            engine = with_units(engine)
            require_size(engine, puzzle)
        number, classes, pace = 0, 0, _Pace(place.worked)
        fraction: float | None = None  # some engines do not say how far they have come
        others: set[bytes] = set()
        with contextlib.closing(events_of(engine.blocks, problem)) as events:
            for event in events:
                if isinstance(event, Progress):
                    fraction = fraction if event.fraction is None else event.fraction
                else:
                    rows = checked(orbits.least(event.rows), orbits)
                    number += orbits.total(rows)
                    if question.classes and orbits.whole:
                        classes += len(rows) // orbits.width
                    elif question.classes:
                        others |= {*orbits.keys(rows)}
                left = None if fraction is None else pace.left(fraction, number)
                yield Step(fraction, number, left)
        return Counted(number, (classes or len(others)) if question.classes else None)


class _Pace:
    """How fast the search goes through its tree, from the first cube on.

    Large branches near the root may come to nothing at once, which says nothing about those that have cubes. So
    what was done before the first cube counts only as long as there is not as much work behind that.

    Args:
        worked: for how many seconds each thread has worked, see `Workplace.worked`.
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


COUNTER = ListingCounter()


def checked(rows: bytes, orbits: Orbits) -> bytes:
    """Return those of the cubes that satisfy the late rules too.

    If there are none, one cube of each block is checked by the rules themselves, whose two meanings are
    independent of the engine's: checking all of them would take longer than the search.
    """
    if not orbits.pattern.filters:
        orbits.satisfying(rows[: orbits.width])
        return rows
    return orbits.satisfying(rows)
