"""The interface of ways to draw cubes, and of cubes by number, in one order."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from cubecsp.frozen import frozen
from cubecsp.models.counting.base import Question
from cubecsp.models.sampling.draws import Draws, Stream
from cubecsp.puzzle.cube.sizes import ANY_SIZE

__all__ = [
    "Block",
    "Numbering",
    "NumberingSampler",
    "Preparation",
    "Rows",
    "Sampler",
    "Samples",
    "Source",
    "Trying",
    "rows_drawn",
]

Rows = NDArray[np.uint8]
"""Shape (n, slots): one row per cube, as `cubecsp.puzzle.cube.batch` describes."""


@frozen
class Block:
    """Samples, in their order.

    Attributes:
        rows: one each.
        tries: for each of them how many cubes were tried until it was found; None if each try is a sample.
    """

    rows: Rows
    tries: NDArray[np.int64] | None = None


@frozen
class Trying:
    """A sign of progress.

    Attributes:
        fraction: the share of the preparations that is done, 0…1; None if it is not known.
        tries: how many cubes were tried so far.
        total: how many cubes satisfy the rules, once that is known.
    """

    fraction: float | None = None
    tries: int = 0
    total: int | None = None


Samples = Generator[Block | Trying, None, None]
"""Samples number 0, 1 and so on, without end; none at all if no cube satisfies the rules."""


@frozen
class Source:
    """A prepared source of samples, from which several threads may draw at once.

    Attributes:
        drawn: returns a given number of samples from number `first` on, or the samples among that many tries; they
            depend on the seed and their numbers alone.
        total: how many cubes satisfy the rules; None if it is not known.
    """

    drawn: Callable[[int, int], Block]
    total: int | None = None


def rows_drawn(
    seed: int,
    stream: Stream,
    first: int,
    number: int,
    row: Callable[[Draws], Iterable[int]],
    blocks: int = 1,
) -> Rows:
    """Return a given number of samples, from number `first` on, each drawn by random numbers of its own.

    Args:
        seed: of the random numbers.
        stream: of the random numbers.
        first: the number of the first sample.
        number: how many there are, at least 1.
        row: returns the placement of each slot.
        blocks: of four random words, about as many as each sample needs.
    """
    draws = Draws.of_many(seed, stream, first, number, blocks)
    rows = [bytes(row(some)) for some in draws]
    return np.frombuffer(b"".join(rows), np.uint8).reshape(number, -1)


class Numbering(ABC):
    """The cubes of a question by number.

    Cubes are in the order of their rows: ascending by what the slots hold, corners first, each in the order
    in which puzzles have their slots, placements by their numbers.

    Attributes:
        total: how many cubes there are.
    """

    total: int

    @abstractmethod
    def at(self, number: int) -> bytes:
        """Return the row of cube `number`, 0 to total − 1."""

    @abstractmethod
    def rank(self, row: bytes) -> int:
        """Return how many of the cubes come before a row, whether it is one of them or not."""

    def drawn(self, seed: int, stream: Stream, first: int, number: int) -> Rows:
        """Return a given number of samples, from number `first` on: each is the cube with a random number."""
        return rows_drawn(
            seed, stream, first, number, lambda draws: self.at(draws.below(self.total))
        )


Prepared = TypeVar("Prepared")

Preparation = Generator[Trying, None, Prepared]
"""Preparatory work, and its result."""


class Sampler(ABC):
    """A way to draw cubes such that all that satisfy the rules are equally likely."""

    name: str
    """As users write it."""
    summary: str
    """A clause that describes it, for help texts."""
    distribution: str | None = None
    """The package that it works with, as PyPI calls it; None for our own code."""
    immediate: bool = False
    """Whether it takes so little time that no other way need be tried."""
    rejects: bool = False
    """Whether cubes are tried, of which only some satisfy the rules."""
    sizes: Sequence[int] = ANY_SIZE
    """The sizes of the cubes that it takes."""
    limits: str = ""
    """A clause that says which questions it refuses."""
    other_puzzles: bool = False
    """Whether it draws states of puzzles that are not cubes."""

    @abstractmethod
    def refusal(self, question: Question) -> str | None:
        """Return why it cannot draw these, as a clause; None if it can, as far as that is seen at once."""

    def prepare(self, question: Question) -> None:
        """Do the work that shows whether it can draw for a question that `refusal` allows: a second or two at most.

        Raises:
            OutOfReachError: it cannot.
        """
        del question

    @abstractmethod
    def prepared(self, question: Question) -> Preparation[Source]:
        """Get ready to draw what `refusal` does not refuse, with the seed of the question.

        Raises:
            OutOfReachError: it takes too much work or room in this way, as `prepare` says or as it turns out.
        """


class NumberingSampler(Sampler):
    """A way to draw cubes by number: sample i is cube number k, a random number that belongs to i.

    So all these ways draw the same samples from the same seed.
    """

    @abstractmethod
    def numbering(self, question: Question) -> Preparation[Numbering]:
        """Give the cubes of a question that `refusal` does not refuse their numbers."""

    def prepared(self, question: Question) -> Preparation[Source]:
        """Give the cubes their numbers."""
        numbering = yield from self.numbering(question)

        def drawn(first: int, number: int) -> Block:
            return Block(numbering.drawn(question.seed, Stream.NUMBERS, first, number))

        return Source(drawn, numbering.total)
