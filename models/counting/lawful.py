"""The number of arrangements that satisfy the invariants of a puzzle, if some slots hold given pieces or given turns.

If at least two pieces of an orbit are free, half of the ways to place them are even, and if a piece is free to
be turned, all sums of turns are equally frequent. So only the invariants link orbits, and their numbers
multiply.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence

from cubecsp.models.counting.fixings import Fixings, Summaries, Summary
from cubecsp.puzzle.core.invariants import Invariant
from cubecsp.puzzle.core.orbits import Orbit
from cubecsp.puzzle.core.permutation import permutation_parity

_Parities = Sequence[int]


def lawful_with(fixings: Fixings, orbits: Sequence[Orbit], laws: Sequence[Invariant]) -> int:
    """Return how many arrangements with given contents of some slots satisfy the invariants."""
    summaries, parities = [], []
    for number, orbit in enumerate(orbits):
        held = {slot: fixing for index, slot, fixing in fixings if index == number}
        placed = {s: one.piece for s, one in held.items() if one.piece is not None}
        turns = [one.turn for one in held.values() if one.turn is not None]
        summaries.append(Summary(len(placed), len(turns), sum(turns)))
        left = sorted({*range(len(orbit.names))} - {*placed.values()})
        slots = range(len(orbit.names))
        parities.append(
            permutation_parity([placed[s] if s in placed else left.pop() for s in slots])
        )
    return _lawful(tuple(summaries), parities, orbits, laws)


def lawful_by_summaries(
    summaries: Summaries, orbits: Sequence[Orbit], laws: Sequence[Invariant]
) -> int:
    """Return how many arrangements satisfy the invariants, given how many slots hold their own pieces or have given turns."""
    return _lawful(summaries, [0] * len(orbits), orbits, laws)


def _lawful(
    summaries: Summaries, parities: _Parities, orbits: Sequence[Orbit], laws: Sequence[Invariant]
) -> int:
    """Return how many arrangements satisfy the invariants.

    Args:
        summaries: what is given of each orbit.
        parities: those of the permutations of orbits in which fewer than two pieces are free.
        orbits: of the puzzle.
        laws: the invariants that have to be satisfied.
    """
    numbers = Counter({(0,) * len(laws): 1})  # by the sums that the invariants are about
    for number, (summary, parity, orbit) in enumerate(
        zip(summaries, parities, orbits, strict=True)
    ):
        following: Counter[tuple[int, ...]] = Counter()
        for ways, odd, turn in _ways(summary, parity, orbit):
            added = [_change(law, number, odd, turn) for law in laws]
            for sums, before in numbers.items():
                after = ((s + a) % law.modulus for s, a, law in zip(sums, added, laws, strict=True))
                following[tuple(after)] += before * ways
        numbers = following
    return numbers[(0,) * len(laws)]


def _ways(summary: Summary, parity: int, orbit: Orbit) -> Iterator[tuple[int, int, int]]:
    """Yield the number of ways to arrange an orbit with each parity and sum of turns."""
    free = len(orbit.names) - summary.pieces
    unturned = len(orbit.names) - summary.turned
    placed = math.factorial(free) // 2 if free > 1 else 1
    turned = orbit.turns ** max(unturned - 1, 0)
    for odd in (0, 1) if free > 1 else (parity,):
        for turn in range(orbit.turns) if unturned else (summary.turn % orbit.turns,):
            yield placed * turned, odd, turn


def _change(law: Invariant, orbit: int, odd: int, turn: int) -> int:
    """Return what an orbit adds to the sum that an invariant is about."""
    return sum(weight * turn for index, weight in law.turned if index == orbit) + odd * (
        orbit in law.permuted
    )
