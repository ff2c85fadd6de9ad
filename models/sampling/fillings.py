"""In how many ways an orbit can be filled from some slot on, followed slot by slot.

These are counted as in `cubecsp.models.counting.fillings`: orbits of up to twelve slots over the sets of pieces
that are used (native/sampling/fillings.cpp), those of 24 by how many pieces of each kind are left.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

import numpy as np

from cubecsp._native import completions
from cubecsp.models.counting.fillings import MOST_SLOTS, kinds_of
from cubecsp.puzzle.core.orbits import Orbit
from cubecsp.puzzle.core.quotient import quotient

__all__ = ["Filling", "filling_of"]


class Filling(ABC):
    """The ways to fill the slots of an orbit, each with one of the placements that its domain has."""

    start: Any
    """The state before the first slot."""

    @abstractmethod
    def after(self, state: Any, slot: int, value: int) -> Any | None:
        """Return the state once the next slot holds a placement; None if it cannot."""

    @abstractmethod
    def beyond(self, state: Any) -> tuple[int, int]:
        """Return in how many distinguishable ways the slots that are left can be filled.

        All turns then add up to whole ones, and the whole permutation is even, or odd; if that cannot be
        seen, all count as even.
        """

    @abstractmethod
    def parity(self, state: Any) -> int:
        """Return whether the whole permutation is odd, once all slots are filled."""


def filling_of(orbit: Orbit, domains: Sequence[int]) -> Filling:
    """Return the ways to fill an orbit within domains: bit masks, with all or none of what looks alike."""
    if len(orbit.names) <= MOST_SLOTS:
        return _BySets(orbit, domains)
    return _ByKinds(orbit, domains)


class _BySets(Filling):
    """States are the pieces that are used, whether their inversions are odd, and the sum of their turns."""

    def __init__(self, orbit: Orbit, domains: Sequence[int]) -> None:
        self.start = (0, 0, 0)
        self._turns, self._domains = orbit.turns, domains
        result = completions(orbit.turns, list(domains))
        self._ways = np.frombuffer(result, np.uint64).reshape(-1, 2, orbit.turns)

    def after(self, state: tuple[int, int, int], slot: int, value: int) -> Any | None:
        used, odd, total = state
        piece, turn = divmod(value, self._turns)
        if used >> piece & 1 or not self._domains[slot] >> value & 1:
            return None
        inversions = (used >> piece).bit_count()
        return used | 1 << piece, (odd + inversions) % 2, (total + turn) % self._turns

    def beyond(self, state: tuple[int, int, int]) -> tuple[int, int]:
        used, odd, total = state
        ways = self._ways[used, :, -total % self._turns]
        return int(ways[odd]), int(ways[1 - odd])

    def parity(self, state: tuple[int, int, int]) -> int:
        return state[1]


class _ByKinds(Filling):
    """States are the slot that is next, how many pieces of each kind are left, and of each look used."""

    def __init__(self, orbit: Orbit, domains: Sequence[int]) -> None:
        self._domains, self._looks, self._copies = domains, orbit.looks, orbit.copies
        kinds = kinds_of(orbit, domains)
        numbers = {kind: number for number, kind in enumerate(dict.fromkeys(kinds))}
        self._kind = [numbers[kind] for kind in kinds]
        self._fits = list(numbers)
        left = tuple(self._kind.count(number) for number in range(len(numbers)))
        self.start = (0, left, (0,) * len(kinds))
        self._known: dict[tuple[int, tuple[int, ...]], int] = {}
        self._all = math.prod(map(math.factorial, orbit.copies))

    def after(self, state: tuple[int, Any, Any], slot: int, value: int) -> Any | None:
        _, left, used = state
        look, kind = self._looks[value], self._kind[value]
        if not self._domains[slot] >> value & 1 or used[look] == self._copies[look]:
            return None
        fewer = (*left[:kind], left[kind] - 1, *left[kind + 1 :])
        return slot + 1, fewer, (*used[:look], used[look] + 1, *used[look + 1 :])

    def beyond(self, state: tuple[int, Any, Any]) -> tuple[int, int]:
        slot, left, used = state
        # Each visible arrangement is several arrangements of numbered pieces.
        labels = math.prod(map(math.perm, self._copies, used))
        return quotient(labels * self._labelled(slot, left), self._all), 0

    def parity(self, state: tuple[int, Any, Any]) -> int:
        del state
        return 0

    def _labelled(self, slot: int, left: tuple[int, ...]) -> int:
        """Return in how many ways the slots from one on can be filled, all pieces being distinct."""
        if slot == len(self._domains):
            return 1
        result = self._known.get((slot, left))
        if result is None:
            result = self._known[slot, left] = sum(
                number * self._labelled(slot + 1, (*left[:kind], number - 1, *left[kind + 1 :]))
                for kind, number in enumerate(left)
                if number and self._fits[kind][slot]
            )
        return result
