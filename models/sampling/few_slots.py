"""Random cubes slot by slot: for rules that look at few slots.

`cubecsp.models.counting.few_slots` works out in how many ways one can go on after each slot. Each slot is filled with a
probability in proportion to that: corners first, and those that rules look at before the others.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from cubecsp.models.counting import COUNTERS
from cubecsp.models.counting.automata import NO_STATE
from cubecsp.models.counting.base import Question
from cubecsp.models.counting.cycles import Draw, Weighted
from cubecsp.models.counting.few_slots import OrbitWays, Ways, joined, sets_of, ways_of
from cubecsp.models.sampling.base import Block, Preparation, Sampler, Source, Trying, rows_drawn
from cubecsp.models.sampling.draws import Stream
from cubecsp.puzzle.cube.cube_puzzle import CUBE

__all__ = ["SAMPLER", "FewSlotsSampler"]


class FewSlotsSampler(Sampler):
    """Draws what one slot holds after the other."""

    name = "few-slots"
    summary = "slot by slot, by the number of ways to go on, for rules that look at few slots"
    sizes = COUNTERS[name].sizes
    limits = COUNTERS[name].limits

    def refusal(self, question: Question) -> str | None:
        """Return a reason if the rules couple too many slots, or cannot be read slot by slot."""
        return COUNTERS[self.name].refusal(question)

    def prepare(self, question: Question) -> None:
        """Read the rules slot by slot."""
        COUNTERS[self.name].prepare(question)

    def prepared(self, question: Question) -> Preparation[Source]:
        """Work out the ways to go on."""
        yield Trying()
        self.prepare(question)
        ways = ways_of(question)

        def drawn(first: int, number: int) -> Block:
            seed, stream = question.seed, Stream.SLOTS
            return Block(
                rows_drawn(seed, stream, first, number, lambda draws: _drawn(ways, draws.below))
            )

        return Source(drawn, ways.total)


SAMPLER = FewSlotsSampler()


def _drawn(ways: Ways, draw: Draw) -> list[int]:
    """Return the row of a cube: all are equally likely."""
    parity = Weighted((ways.of_parity(parity), parity) for parity in range(2)).drawn(draw)
    part = slice(2 * parity, 2 * parity + 2)
    corners = _Walk(ways.corners, 0, 0, parity, part)
    row = corners.walked(draw)
    return row + _Walk(ways.edges, 1, corners.state, parity, slice(1)).walked(draw)


class _Walk:
    """An orbit that is filled slot by slot.

    Args:
        ways: to fill it.
        orbit: its number.
        state: before its first slot.
        parity: of the permutation.
        part: which of the parts of weights count.

    Attributes:
        state: after the slots that are filled.
    """

    def __init__(self, ways: OrbitWays, orbit: int, state: int, parity: int, part: slice) -> None:
        self.state = state
        self._ways, self._part = ways, part
        self._turns = CUBE.orbits[orbit].turns
        # What is still to come: the parity of the inversions, and the sum of the turns.
        self._used, self._odd, self._turned = 0, parity ^ ways.reordered, 0

    def walked(self, draw: Draw) -> list[int]:
        """Return what the slots hold."""
        row = [0] * len(self._ways.order)
        for place, slot in enumerate(self._ways.order):
            coupled = place < len(self._ways.steps)
            weight = self._weight_of_coupled(place) if coupled else self._weight_of_free
            value = self._drawn(place, weight, draw)
            if coupled:
                self.state = int(self._ways.steps[place][self.state, value])
            self._used, self._odd, self._turned = self._after(value)
            row[slot] = value
        return row

    def _drawn(self, place: int, weight: Callable[[int], int], draw: Draw) -> int:
        """Return what a slot holds, in proportion to the number of ways to go on."""
        fitting = (
            value
            for value in range(len(self._ways.order) * self._turns)
            if self._ways.domains[place] >> value & 1 and not self._used >> value // self._turns & 1
        )
        return Weighted((weight(value), value) for value in fitting).drawn(draw)

    def _after(self, value: int) -> tuple[int, int, int]:
        """Return what is used, and what is still to come, once a slot holds a placement."""
        piece, turn = divmod(value, self._turns)
        odd = (self._odd + (self._used >> piece).bit_count()) % 2
        return self._used | 1 << piece, odd, (self._turned - turn) % self._turns

    def _weight_of_coupled(self, place: int) -> Callable[[int], int]:
        """Return what tells the number of ways to go on once a slot that rules look at holds a placement."""
        step, values = self._ways.steps[place][self.state], self._ways.values[place + 1]
        sets = sets_of(len(self._ways.order), place + 1)

        def weight(value: int) -> int:
            if step[value] == NO_STATE:
                return 0
            used, odd, turned = self._after(value)
            number = np.searchsorted(sets, used)
            return joined(values[step[value], number, odd, turned, self._part])

        return weight

    def _weight_of_free(self, value: int) -> int:
        """Return the number of ways to go on once a slot that no rule looks at holds a placement."""
        return int(self._ways.beyond[self._after(value)])
