"""The course of a search: its time, its cost, and the events of its engine, one after another."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from typing import Generic, TypeVar

from cubecsp.errors import OutOfTimeError
from cubecsp.models.engines import Problem, Progress, SolutionBlock, State
from cubecsp.questions.answers.answer import Stop
from cubecsp.questions.answers.statistics import Stage, Statistics
from cubecsp.questions.asking.progress import Show, searching
from cubecsp.stopping.closing import ClosingContext
from cubecsp.stopping.deadline import NEVER, Deadline

_Found = TypeVar("_Found", SolutionBlock, State)

_BETWEEN_REPORTS = 0.1  # seconds


class Course:
    """The course of a search.

    Args:
        show: called with the progress about ten times a second; None for no display.

    Attributes:
        deadline: when it has to end.
        stopped: the limit that has ended it, if one has.
        found: the number of cubes given so far; with classes, the number of classes.
        statistics: its cost so far.
        progress: the last report of progress.
    """

    def __init__(self, show: Show | None) -> None:
        self.deadline: Deadline = NEVER
        self.stopped: Stop | None = None
        self.found = 0
        self.statistics = Statistics()
        self.progress = Progress(0.0, 0)
        self._show = searching(show)
        self._shown = time.monotonic()

    @property
    def is_late(self) -> bool:
        """Whether the time limit has passed; remember it if so."""
        if self.deadline.is_over:
            self.stopped = Stop.TIME
        return self.stopped is Stop.TIME

    def show(self) -> None:
        """Show the progress if it is time to."""
        if self._show is None:
            return
        now = time.monotonic()
        if now - self._shown >= _BETWEEN_REPORTS:
            self._shown = now
            self._show(self.progress, self.found)


class SearchEvents(ClosingContext, Generic[_Found]):
    """The events of an engine's search; none if the problem obviously has no solution.

    Args:
        course: the search that this is a part of.
        ask: a method of the engine, such as `blocks`.
        problem: the problem to solve.
    """

    def __init__(
        self,
        course: Course,
        ask: Callable[[Problem], Generator[_Found | Progress, None, None]],
        problem: Problem,
    ) -> None:
        self._course = course
        self._ask: Callable[[Problem], Generator[_Found | Progress, None, None]] = ask
        self._problem = problem
        self._events: Generator[_Found | Progress, None, None] | None = None
        self._stage: Stage = "building"
        self._before = Progress(None, 0)
        self._over = False

    def event(self) -> _Found | Progress | None:
        """Return the next solution or report of progress; None at the end, or when the time is over."""
        course, event = self._course, None
        try:
            with course.deadline.enforce(), course.statistics.measure(self._stage):
                if self._events is None:
                    self._begin()
                if self._events is not None:
                    event = next(self._events, None)
        except OutOfTimeError:
            course.stopped = Stop.TIME
            return None
        if event is None or course.is_late:
            return None
        self._stage = "searching"
        if isinstance(event, Progress):
            self._note(event)
        course.show()
        return event

    def _begin(self) -> None:
        if not self._over and self._problem.contradiction is None:
            self._events = self._ask(self._problem)

    def _note(self, progress: Progress) -> None:
        """Record a report of progress."""
        statistics = self._course.statistics
        self._course.progress = progress
        statistics.nodes += progress.nodes - self._before.nodes
        if progress.conflicts is not None:
            more = progress.conflicts - (self._before.conflicts or 0)
            statistics.conflicts = (statistics.conflicts or 0) + more
        self._before = progress

    def close(self) -> None:
        """Stop the engine for good."""
        self._over = True
        if self._events is not None:
            self._events.close()
