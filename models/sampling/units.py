"""Cubes drawn by number in units, wherever these are done: every worker numbers the cubes for itself.

Sample i depends on the seed and on i alone, so that a unit is a range of samples.
"""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from cubecsp.models.counting.base import Question
from cubecsp.models.identity import digest_of
from cubecsp.models.sampling.base import Block, NumberingSampler, Rows, Samples, Trying
from cubecsp.models.sampling.draws import Stream
from cubecsp.work.units import Job, Unit

__all__ = ["drawn_in_units"]

_VERSION = 1  # of what a unit is, and comes to
_FIRST_UNIT, _LARGEST_UNIT = 64, 16_384  # samples

_Range = tuple[int, int]


def drawn_in_units(sampler: NumberingSampler, question: Question, number: int) -> Samples:
    """Draw as `Sampler.samples` does, at the workplace of the question.

    Args:
        sampler: a way to draw, which `refusal` does not refuse.
        question: what is drawn.
        number: so many samples will do, as a rule; so many are drawn before any others are begun.
    """
    numbering = yield from sampler.numbering(question)
    yield Trying(1.0, total=numbering.total)
    if not numbering.total:
        return
    job = _Drawing(sampler, question)
    for first in itertools.count(0, number):
        work = question.workplace.results(job, _units(first, first + number), ordered=True)
        with contextlib.closing(work) as results:
            for done in results:
                yield Trying(1.0, total=numbering.total) if done is None else Block(done.result)


def _units(first: int, end: int) -> Iterator[Unit[_Range]]:
    """Yield ranges of the samples from number `first` to before `end`: where each begins, and how many."""
    size = _FIRST_UNIT
    while first < end:
        some = min(size, end - first)
        yield Unit(f"{first}+{some}", some, (first, some))
        first += some
        size = min(2 * size, _LARGEST_UNIT)


@dataclass(frozen=True)
class _Drawing(Job[_Range, Rows]):
    """Ranges of samples.

    Attributes:
        sampler: the way to draw.
        asked: what is drawn.
    """

    sampler: NumberingSampler
    asked: Question
    method = f"drawing {_VERSION}"

    @property
    def title(self) -> str:  # type: ignore[override]
        """The question in the words of the user."""
        return f"sample {self.asked.pattern} --seed {self.asked.seed}"

    def question(self) -> dict[str, Any]:
        """Return what is drawn."""
        return {"question": self.title, "primitives": digest_of(self.asked.primitives)}

    def worker(self, stopped: Callable[[], bool]) -> Callable[[_Range], Rows]:
        """Return what one thread draws with, once it has numbered the cubes."""
        del stopped
        preparation = self.sampler.numbering(self.asked)
        while True:
            try:
                next(preparation)
            except StopIteration as done:
                numbering = done.value
                break
        return lambda some: numbering.drawn(self.asked.seed, Stream.NUMBERS, *some)

    def pack(self, result: Rows) -> bytes:
        """Return the rows one after the other."""
        return result.tobytes()

    def unpack(self, packed: bytes) -> Rows:
        """Return the rows."""
        return np.frombuffer(packed, np.uint8).reshape(-1, len(self.asked.puzzle.slots))
