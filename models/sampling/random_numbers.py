"""Random numbers that depend only on a seed and their purpose.

The generator is Philox4x64-10 (J. Salmon, M. Moraes, R. Dror and D. Shaw, "Parallel random numbers: as easy
as 1, 2, 3", SC 2011): a keyed bijection of counters. The seed and the stream are its key; the counter is a
block's number and the sample's, lowest word first. So every sample has separate random numbers, the same on
every machine, after any other samples. Here it is numpy's; native/sampling/draws.hpp has the same in C++.
"""

from __future__ import annotations

from enum import IntEnum

from numpy.random import Philox

_WORD = (1 << 64) - 1
_AT_ONCE = 48  # words, as many as most samples need


class RandomStream(IntEnum):
    """The purposes of random numbers: those of different streams are independent."""

    NUMBERS = 0
    """The number of each sample, or of each cube that is tested."""
    CORNERS = 1
    """The corners that are tested."""
    PILOT = 2
    """Cubes that help to choose a way to draw."""
    MOVES = 3
    """The moves of a scramble."""
    CYCLES = 4
    """The cycles that pieces form."""
    SLOTS = 5
    """The contents of slots, one after the other."""


class Draws:
    """The random numbers of one sample.

    Args:
        seed: of all samples, 0 to 2⁶⁴ − 1.
        stream: their purpose.
        number: which sample it is, 0 to 2⁶⁴ − 1.
    """

    def __init__(self, seed: int, stream: RandomStream, number: int) -> None:
        before = ((number << 64) - 1) % (1 << 256)  # numpy counts up before it begins
        self._generator = Philox(counter=before, key=seed | int(stream) << 64)
        self._words: list[int] = []

    def word(self) -> int:
        """Return 64 random bits."""
        if not self._words:
            self._words = self._generator.random_raw(_AT_ONCE).tolist()[::-1]
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
