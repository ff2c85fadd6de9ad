"""How many cubes turns can make if each slot by itself is limited to some placements.

Orbits of up to twelve slots are counted over the sets of pieces that are used, with the parity of the
permutation and the sum of the turns (native/counting/fillings.cpp). In the orbits of 24 slots of larger cubes,
pieces are not turned in their slots, and their parity cannot be seen: pieces that fit the same slots are taken
together, which leaves few states as long as there are few kinds of pieces.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from cubecsp._native import count_fillings
from cubecsp.deadline import looking
from cubecsp.models.core.hold import holding_constraints
from cubecsp.models.counting.structure import structure_of
from cubecsp.puzzle.core.orbits import Orbit
from cubecsp.puzzle.core.quotient import quotient
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle

__all__ = [
    "MOST_KINDS",
    "MOST_SLOTS",
    "all_cubes",
    "cubes_within",
    "kinds_of",
    "kinds_of_pieces",
    "ways_of_parity",
]

MOST_SLOTS = 12
"""Of an orbit that native code has room for."""

MOST_KINDS = 100_000
"""States of pieces taken together, beyond which that takes too long."""

_FEW_KINDS = 10_000  # of which a look takes a tenth of a second


def cubes_within(domains: Sequence[int], puzzle: CubePuzzle) -> int:
    """Return how many cubes hold in each slot one of the placements that its domain has.

    Args:
        domains: for each slot a bit mask of placements; of placements that look alike, either all or none.
        puzzle: the cube.
    """
    ways = [
        _ways(orbit, tuple(domains[row]))
        for orbit, row in zip(puzzle.orbits, puzzle.rows, strict=True)
    ]
    return sum(math.prod(map(ways_of_parity, ways, parities)) for parities in puzzle.parities)


def ways_of_parity(ways: tuple[int, int], parity: int | None) -> int:
    """Return how many of the ways to fill an orbit, by parity, have this one; None for either."""
    return sum(ways) if parity is None else ways[parity]


def all_cubes(puzzle: CubePuzzle) -> int:
    """Return how many cubes of a size there are."""
    return cubes_within(structure_of(holding_constraints(puzzle), puzzle).domains, puzzle)


@lru_cache(maxsize=4096)
def kinds_of_pieces(orbit: Orbit, domains: tuple[int, ...]) -> int:
    """Return at most how many states `cubes_within` visits for an orbit of many slots; exactly, if few where many could be."""
    kinds = Counter(kinds_of(orbit, domains))
    most = math.prod(number + 1 for number in kinds.values())
    if most <= MOST_KINDS:
        return most
    visited = 0
    for states in _layers(kinds):
        visited += len(states)
        if visited > _FEW_KINDS:
            return most
    return visited


@lru_cache(maxsize=4096)
def _ways(orbit: Orbit, domains: tuple[int, ...]) -> tuple[int, int]:
    """Return in how many ways an orbit can be filled with turns that add up to whole ones, by parity.

    If the parity cannot be seen, all of them count as even.
    """
    if len(orbit.names) > MOST_SLOTS:
        return _by_kinds(orbit, domains), 0
    numbers = count_fillings(orbit.turns, list(domains))
    return numbers[0], numbers[orbit.turns]


def kinds_of(orbit: Orbit, domains: Sequence[int]) -> list[tuple[bool, ...]]:
    """Return, for each piece of an orbit without turns, which slots it fits: pieces of one kind fit the same."""
    return [
        tuple(bool(domain >> piece & 1) for domain in domains) for piece in range(len(orbit.names))
    ]


def _by_kinds(orbit: Orbit, domains: Sequence[int]) -> int:
    """Return in how many ways pieces without turns can be placed, those that look alike counted as one."""
    *_, left = _layers(Counter(kinds_of(orbit, domains)))
    return quotient(sum(left.values()), math.prod(map(math.factorial, orbit.copies)))


def _layers(kinds: Counter[tuple[bool, ...]]) -> Iterator[dict[tuple[int, ...], int]]:
    """Yield, before the first slot is filled and after each, how many pieces of each kind are left, and in how many ways."""
    left = {tuple(kinds.values()): 1}
    yield left
    for slot in range(kinds.total()):
        fitting = [number for number, fits in enumerate(kinds) if fits[slot]]
        following: Counter[tuple[int, ...]] = Counter()
        for state, ways in looking(left.items()):
            for kind in fitting:
                if state[kind]:
                    after = (*state[:kind], state[kind] - 1, *state[kind + 1 :])
                    following[after] += ways * state[kind]
        left = dict(following)
        yield left
