"""Random order that is the same on every machine and in every version of Python.

The generator is SplitMix64 (G. L. Steele, D. Lea and C. H. Flood, OOPSLA 2014), which the native engine
uses too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

_T = TypeVar("_T")
_WORD = (1 << 64) - 1


class SplitMix:
    """A stream of random numbers.

    Args:
        seed: any integer; its lowest 64 bits count.
    """

    def __init__(self, seed: int) -> None:
        self._state = seed & _WORD

    def below(self, limit: int) -> int:
        """Return a number from 0 to `limit` − 1; the bias is below limit / 2⁶⁴."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _WORD
        z = self._state
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & _WORD
        z = (z ^ z >> 27) * 0x94D049BB133111EB & _WORD
        return ((z ^ z >> 31) * limit) >> 64

    def shuffled(self, items: Sequence[_T]) -> list[_T]:
        """Return the items in random order (Fisher and Yates)."""
        result = list(items)
        for i in range(len(result) - 1, 0, -1):
            j = self.below(i + 1)
            result[i], result[j] = result[j], result[i]
        return result
