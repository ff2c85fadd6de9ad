"""Cubes by number, in one order, and samples of them."""

from __future__ import annotations

import bisect
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from cubecsp._native import numbers_below
from cubecsp.frozen import frozen
from cubecsp.models.sampling.random_numbers import Draws, RandomStream
from cubecsp.puzzle.cube import batch
from cubecsp.stopping.deadline import looking

Rows = NDArray[np.uint8]
"""Shape (n, slots): one row per cube, as `cubecsp.puzzle.cube.batch` describes."""


@frozen
class SampleBlock:
    """Samples, in their order.

    Attributes:
        rows: one each.
        tries: for each of them how many cubes were tested until it was found; None if each try is a sample.
    """

    rows: Rows
    tries: NDArray[np.int64] | None = None


@frozen
class SampleSource:
    """A prepared source of samples, from which several threads may draw at once.

    Attributes:
        draw: returns a given number of samples from number `first` on, or the samples among that many tries;
            they depend only on the seed and their numbers.
        total: how many cubes satisfy the rules; None if it is not known.
    """

    draw: Callable[[int, int], SampleBlock]
    total: int | None = None


def draw_rows(
    seed: int, stream: RandomStream, first: int, number: int, row: Callable[[Draws], Iterable[int]]
) -> Rows:
    """Return a given number of samples, from number `first` on, each drawn by separate random numbers.

    Args:
        seed: of the random numbers.
        stream: of the random numbers.
        first: the number of the first sample.
        number: how many there are, at least 1.
        row: returns the placement of each slot.
    """
    samples = looking(range(first, first + number))
    rows = [bytes(row(Draws(seed, stream, sample))) for sample in samples]
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

    def draw(self, seed: int, stream: RandomStream, first: int, number: int) -> Rows:
        """Return a given number of samples, from number `first` on: each is the cube with a random number."""
        return draw_rows(
            seed, stream, first, number, lambda draws: self.at(draws.below(self.total))
        )


class RowNumbering(Numbering):
    """Cubes whose rows are kept.

    Args:
        rows: all of them, each once, in any order.
    """

    def __init__(self, rows: Rows) -> None:
        if rows.shape[1] == np.dtype(np.uint64).itemsize:  # as words they are quicker to sort
            self._rows = np.sort(rows.view(">u8").reshape(-1)).view(np.uint8).reshape(rows.shape)
        else:
            self._rows = batch.unique(rows)
        self.total = len(rows)

    def at(self, number: int) -> bytes:  # noqa: D102  # see `Numbering`
        row: bytes = self._rows[number].tobytes()
        return row

    def rank(self, row: bytes) -> int:  # noqa: D102  # see `Numbering`
        return bisect.bisect_left(range(self.total), row, key=self.at)

    def draw(self, seed: int, stream: RandomStream, first: int, number: int) -> Rows:  # noqa: D102
        drawn = numbers_below(self.total, seed, int(stream), first, number)
        return self._rows[np.frombuffer(drawn, np.uint64)]


class NumberedCubes(Protocol):
    """Cubes to draw from, all equally likely."""

    @property
    def total(self) -> int:
        """The number of cubes."""

    def draw(self, seed: int, stream: RandomStream, first: int, number: int) -> Rows:
        """Return a given number of samples, from number `first` on."""


def source_of(
    cubes: NumberedCubes, seed: int, stream: RandomStream = RandomStream.NUMBERS
) -> SampleSource:
    """Return a source that draws from some cubes."""
    return SampleSource(
        lambda first, number: SampleBlock(cubes.draw(seed, stream, first, number)), cubes.total
    )
