"""Random numbers that depend on nothing but a seed and what they are for.

The generator is Philox4x64-10 (J. Salmon, M. Moraes, R. Dror and D. Shaw, "Parallel random numbers: as easy
as 1, 2, 3", SC 2011): a keyed bijection of counters. The seed and the stream are its key; the counter is a
block's number and the sample's, lowest word first. So every sample has random numbers of its own, the same on
every machine, whatever is drawn before it. native/sampling/draws.hpp does the same in C++, for many samples at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

__all__ = ["Draws", "Stream"]

_Words = NDArray[np.uint64]

_WORD = (1 << 64) - 1
_ROUNDS = 10
_AT_ONCE = 1024  # samples
_HALF = np.uint64(32)
_LOW = np.uint64((1 << 32) - 1)
_MULTIPLIERS = (0xD2E7470EE14C6C93, 0xCA5A826395121157)
_STEPS = (0x9E3779B97F4A7C15, 0xBB67AE8584CAA73B)


class Stream(IntEnum):
    """The purposes of random numbers: those of different streams are independent."""

    NUMBERS = 0
    """The number of each sample, or of each cube that is tried."""
    CORNERS = 1
    """The corners that are tried."""
    PILOT = 2
    """Cubes that help to choose a way to draw."""
    MOVES = 3
    """The moves of a scramble."""
    CYCLES = 4
    """The cycles that pieces form."""
    SLOTS = 5
    """What slots hold, one after the other."""


class Draws:
    """The random numbers of one sample.

    Args:
        seed: of all samples, 0 to 2⁶⁴ − 1.
        stream: their purpose.
        number: which sample it is, 0 to 2⁶⁴ − 1.
        words: its first words, four of each block; left out, they are made as they are needed.
    """

    def __init__(self, seed: int, stream: Stream, number: int, words: Iterable[int] = ()) -> None:
        self._key = (seed, int(stream))
        self._number = number
        self._words = [*words][::-1]
        self._block = len(self._words) // 4

    @classmethod
    def of_many(
        cls, seed: int, stream: Stream, first: int, number: int, blocks: int
    ) -> Iterator[Draws]:
        """Yield the random numbers of so many samples, from number `first` on, with some blocks made all at once."""
        for begin in range(first, first + number, _AT_ONCE):
            some = min(_AT_ONCE, first + number - begin)
            samples = np.uint64(begin) + np.arange(some, dtype=np.uint64)
            words = np.concatenate(
                [_philox_of_many((seed, int(stream)), block, samples) for block in range(blocks)]
            )
            for sample, own in enumerate(words.T.tolist(), begin):
                yield cls(seed, stream, sample, own)

    def word(self) -> int:
        """Return 64 random bits."""
        if not self._words:
            self._words = [*reversed(_philox(self._key, (self._block, self._number, 0, 0)))]
            self._block += 1
        return self._words.pop()

    def below(self, limit: int) -> int:
        """Return a number from 0 to `limit` − 1, all equally likely.

        Limits up to one word use D. Lemire's method ("Fast random integer generation in an interval", ACM TOMACS 29
        (2019)); beyond that, as many bits are drawn as limit − 1 has, until they are less than the limit.

        Args:
            limit: at least 1.
        """
        if limit <= _WORD:
            scaled = self.word() * limit
            while scaled & _WORD < (1 << 64) % limit:
                scaled = self.word() * limit
            return scaled >> 64
        bits = (limit - 1).bit_length()
        while True:
            drawn = 0
            for _ in range(-(-bits // 64)):
                drawn = drawn << 64 | self.word()
            drawn &= (1 << bits) - 1
            if drawn < limit:
                return drawn


def _philox(key: tuple[int, int], counter: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """Return the four words that a counter gives under a key."""
    (one, other), (a, b, c, d) = key, counter
    for _ in range(_ROUNDS):
        first, second = a * _MULTIPLIERS[0], c * _MULTIPLIERS[1]
        a, b = second >> 64 ^ b ^ one, second & _WORD
        c, d = first >> 64 ^ d ^ other, first & _WORD
        one, other = one + _STEPS[0] & _WORD, other + _STEPS[1] & _WORD
    return a, b, c, d


def _philox_of_many(key: tuple[int, int], block: int, samples: _Words) -> _Words:
    """Return the four words of one block of each of some samples, shape (4, samples)."""
    one, other = key
    a, b = np.full_like(samples, block), samples
    c = d = np.zeros_like(samples)
    for _ in range(_ROUNDS):
        (first, low), (second, lower) = _product(a, _MULTIPLIERS[0]), _product(c, _MULTIPLIERS[1])
        a, b = second ^ b ^ np.uint64(one), lower
        c, d = first ^ d ^ np.uint64(other), low
        one, other = one + _STEPS[0] & _WORD, other + _STEPS[1] & _WORD
    return np.stack([a, b, c, d])


def _product(numbers: _Words, factor: int) -> tuple[_Words, _Words]:
    """Return the upper and the lower words of products, by halves of words."""
    low, high = np.uint64(factor & int(_LOW)), np.uint64(factor >> 32)
    lower, upper = numbers & _LOW, numbers >> _HALF
    middle = upper * low + (lower * low >> _HALF)
    other = lower * high + (middle & _LOW)
    return upper * high + (middle >> _HALF) + (other >> _HALF), numbers * np.uint64(factor)
