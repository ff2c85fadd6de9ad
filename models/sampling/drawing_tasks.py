"""Samples drawn in tasks by any executor: in threads, or on a cluster.

Sample number i, or try number i, depends only on the seed and on i, so a task is a range of them. Tasks are given
in their order, whichever is done first: the samples depend neither on the number of threads nor on the ranges.
"""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Callable, Generator, Iterator
from dataclasses import field
from typing import Any

import numpy as np

from cubecsp.frozen import frozen
from cubecsp.models.core.identity import digest_of
from cubecsp.models.counting.way import ProgressSign, Question, Way
from cubecsp.models.sampling.sample_source import SampleBlock, SampleSource
from cubecsp.work.tasks import FinishedTask, Task, TaskJob

_VERSION = 2  # of the form of tasks, and of their results
_FIRST_UNIT, _LARGEST_UNIT = 16, 16_384  # samples, or tries
_SHORT = 0.05  # seconds: tasks that take less are made larger

_Range = tuple[int, int]


def draw_in_tasks(
    way: Way, question: Question, number: int | None = None
) -> Generator[SampleBlock | ProgressSign, None, None]:
    """Yield samples number 0, 1 and so on without end, drawn by the executor of the question; none if there are no cubes.

    Args:
        way: one to draw that does not refuse.
        question: what is drawn, with a seed.
        number: how many samples are usually enough: if every try is a sample, this many are drawn before any
            others are begun.
    """
    source = yield from way.source(question)
    if source.total is not None:
        yield ProgressSign(1.0, total=source.total)
    if source.total == 0:
        return
    job, sizes = _DrawJob(way, question, source), _Sizes()
    step = None if way.rejects else number
    for first in itertools.count(0, step or 0):
        work = question.executor.results(job, sizes.tasks(first, step), ordered=True)
        with contextlib.closing(work) as results:
            for done in results:
                if done is None:
                    yield ProgressSign(
                        None if way.rejects else 1.0, tries=sizes.done, total=source.total
                    )
                    continue
                sizes.learn(done)
                if len(done.result.rows):
                    yield done.result
                if way.rejects:
                    yield ProgressSign(tries=sizes.done)


class _Sizes:
    """The number of samples, or tries, of the next task: as many as take some hundredths of a second.

    Attributes:
        done: how many are done.
    """

    def __init__(self) -> None:
        self._size = _FIRST_UNIT
        self.done = 0

    def tasks(self, first: int, number: int | None) -> Iterator[Task[_Range]]:
        """Yield ranges of samples from number `first` on, for a number or without end: beginning and length of each."""
        end = None if number is None else first + number
        while end is None or first < end:
            some = self._size if end is None else min(self._size, end - first)
            yield Task(f"{first}+{some}", some, (first, some))
            first += some

    def learn(self, done: FinishedTask[_Range, SampleBlock]) -> None:
        """Note how long a task took."""
        _, number = done.task.payload
        self.done += number
        if done.seconds < _SHORT and number == self._size:
            self._size = min(2 * self._size, _LARGEST_UNIT)


@frozen
class _DrawJob(TaskJob[_Range, SampleBlock]):
    """Ranges of samples, or tries.

    Attributes:
        way: to draw.
        asked: what is drawn.
        source: the source of samples in this process; other processes prepare their own.
    """

    way: Way
    asked: Question
    source: SampleSource | None = field(default=None, compare=False)
    method = f"drawing {_VERSION}"

    def __reduce__(self) -> tuple[Any, ...]:
        return _DrawJob, (self.way, self.asked)

    @property
    def title(self) -> str:  # type: ignore[override]
        """The question in the words of the user."""
        return f"sample {self.asked.pattern} --seed {self.asked.seed}"

    def question(self) -> dict[str, Any]:
        """Return the question as data, which identifies it in the checkpoint."""
        return {"question": self.title, "primitives": digest_of(self.asked.primitives)}

    def worker(self, stopped: Callable[[], bool]) -> Callable[[_Range], SampleBlock]:
        """Return the function with which one thread draws."""
        del stopped
        source = self.source or _prepare(self.way, self.asked)
        return lambda some: source.draw(*some)

    def pack(self, result: SampleBlock) -> bytes:
        """Return the rows one after the other, and then the tries, if any."""
        return result.rows.tobytes() + (b"" if result.tries is None else result.tries.tobytes())

    def unpack(self, packed: bytes, payload: _Range) -> SampleBlock:
        """Return the rows, and the tries."""
        del payload  # no file remembers samples
        slots, tried = len(self.asked.puzzle.slots), self.way.rejects
        end = len(packed) // (slots + tried * np.dtype(np.int64).itemsize) * slots
        rows = np.frombuffer(packed[:end], np.uint8).reshape(-1, slots)
        return SampleBlock(rows, np.frombuffer(packed[end:], np.int64) if tried else None)


def _prepare(way: Way, question: Question) -> SampleSource:
    preparation = way.source(question)
    while True:
        try:
            next(preparation)
        except StopIteration as done:
            source: SampleSource = done.value
            return source
