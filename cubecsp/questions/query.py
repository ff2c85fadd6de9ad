"""What was asked, as a value; and a question under way, as an iterator over the reports of its answer.

Every question has a query: a frozen dataclass with everything that decides the answer, checked. It reads
like the dictionary that `--json` prints, is asked with `stream` or `answer`, and is part of the answer.
The functions `find`, `solve` and so on make one and collect what its stream yields.
"""

from __future__ import annotations

import contextlib
from abc import abstractmethod
from collections.abc import Callable, Generator, Iterator, Mapping
from functools import cached_property
from typing import Any, ClassVar, Generic, Self, TypeVar

from cubecsp.closing import Closing
from cubecsp.deadline import Deadline, current
from cubecsp.interrupts import look
from cubecsp.questions.answer import Answer, CubeReport, Stop
from cubecsp.questions.limits import Limits, Run, Told

__all__ = ["Query", "Stream"]

A_co = TypeVar("A_co", bound=Answer, covariant=True)


class Query(Mapping[str, Any]):
    """What was asked: a mapping with the entries that `--json` prints under `query`.

    Attributes:
        question: the name of the question.
    """

    question: ClassVar[str]

    @abstractmethod
    def as_dict(self) -> dict[str, Any]:
        """Return what `--json` prints, the name of the question first."""

    @abstractmethod
    def stream(self) -> Stream[Any]:
        """Return the question under way."""

    @cached_property
    def _entries(self) -> dict[str, Any]:
        return self.as_dict()

    def __getitem__(self, key: str) -> Any:
        return self._entries[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)


class Stream(Closing, Iterator[CubeReport], Generic[A_co]):
    """A question under way: an iterator over the reports of its answer, each as soon as it is known.

    Ctrl-C and the time limit end the iteration; `answer` then says what ended it. Use it in `with`, or
    call `close`, if it is not read to its end.

    Attributes:
        answer: what is known so far. Its `cubes` stay empty: they are the reader's.
    """

    def __init__(
        self,
        answer: A_co,
        limits: Limits,
        work: Callable[[A_co, Run], Generator[CubeReport, None, None]],
        settle: Callable[[A_co, Run], None],
    ) -> None:
        """Begin.

        Args:
            answer: without cubes.
            limits: what may end it.
            work: yields the reports, and puts into the answer what else there is.
            settle: sets the status of the answer at the end.
        """
        self.answer = answer
        self._run = limits.begin()
        self._settle = settle
        self._reports = self._worked(work)

    def _worked(
        self, work: Callable[[A_co, Run], Generator[CubeReport, None, None]]
    ) -> Generator[CubeReport, None, None]:
        try:
            with self._run, contextlib.closing(work(self.answer, self._run)) as reports:
                for report in reports:
                    yield report
                    look()  # many may be ready that took no time
        finally:
            self._end()

    def _end(self, told: Told | None = None) -> None:
        """Put into the answer what is known at the end, and how much of it was told if that may be less."""
        self._run.told = told
        self.answer.stopped = self._run.stopped
        self._settle(self.answer, self._run)
        self.answer.seconds = self._run.seconds

    def __next__(self) -> CubeReport:
        deadline = self._run.deadline
        if current() is deadline:  # as for most: nothing has to be entered for each of many reports
            return next(self._reports)
        with deadline.obeyed():
            return next(self._reports)

    def close(self) -> None:
        """End the question, and whatever is at work for it."""
        self._reports.close()

    def within(self, deadline: Deadline) -> Self:
        """Make it end together with the question that it is a part of, and return it."""
        self._run.deadline = deadline
        return self

    def collect(self, on_found: Callable[[CubeReport], None] | None = None) -> A_co:
        """Return the answer with all its cubes; Ctrl-C ends the question and keeps what was found.

        Args:
            on_found: called with each report as soon as it is known.
        """
        found: list[CubeReport] = []

        def keep(report: CubeReport) -> None:
            found.append(report)
            if on_found is not None:
                on_found(report)

        answer = self.read(keep)
        answer.cubes = found
        if self._run.stopped is Stop.INTERRUPT:
            self._end(Told(len(found), sum(report.cubes for report in found)))
        return answer

    def read(self, on_found: Callable[[CubeReport], None]) -> A_co:
        """Return the answer without its cubes, however many there are; Ctrl-C as in `collect`.

        Args:
            on_found: called with each report as soon as it is known.
        """
        reports = cubes = 0
        try:
            with self:
                for report in self:
                    on_found(report)
                    reports += 1
                    cubes += report.cubes
        except KeyboardInterrupt:
            self._run.stop(Stop.INTERRUPT)
        if self._run.stopped is Stop.INTERRUPT:
            self._end(Told(reports, cubes))
        return self.answer
