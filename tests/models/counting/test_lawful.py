"""How many arrangements obey the laws: against all cubes with some pieces given, tried one by one."""

from __future__ import annotations

import itertools
import random

import pytest

from cubecsp import Cube
from cubecsp.models.counting.fixings import Fixing, Summary
from cubecsp.models.counting.lawful import lawful_as_summarised, lawful_with
from cubecsp.puzzle.cube.cube_puzzle import CUBE

FREE = [(corners, edges) for corners in range(4) for edges in range(4) if corners + edges < 5]


def completions(given: dict[int, int], slots: int, turns: int) -> list[list[int]]:
    """Return all placements in the slots of an orbit, of which some hold what is given."""
    free = [slot for slot in range(slots) if slot not in given]
    left = sorted({*range(slots)} - {value // turns for value in given.values()})
    found = []
    for pieces in itertools.permutations(left):
        for turned in itertools.product(range(turns), repeat=len(free)):
            held = dict(given)
            held |= {s: turns * p + t for s, p, t in zip(free, pieces, turned, strict=True)}
            found.append([held[slot] for slot in range(slots)])
    return found


def given_pieces(
    rng: random.Random, slots: int, turns: int, free: int, at_home: bool
) -> dict[int, int]:
    """Return what all slots but some hold: their own pieces, or any, turned somehow."""
    pieces = [*range(slots)] if at_home else rng.sample(range(slots), slots)
    kept = rng.sample(range(slots), slots - free)
    return {slot: turns * pieces[slot] + rng.randrange(turns) for slot in kept}


@pytest.mark.parametrize("at_home", [True, False])
@pytest.mark.parametrize(("corners", "edges"), FREE)
def test_as_many_as_turns_can_make(corners, edges, at_home):
    rng = random.Random(10 * corners + edges)
    for _ in range(3):
        given = [
            given_pieces(rng, 8, 3, corners, at_home),
            given_pieces(rng, 12, 2, edges, at_home),
        ]
        every = itertools.product(completions(given[0], 8, 3), completions(given[1], 12, 2))
        number = sum(Cube.from_placements(*each).is_reachable for each in every)
        orbits, laws = CUBE.orbits, CUBE.laws
        fixings = frozenset(
            (index, slot, Fixing(*divmod(value, orbits[index].turns)))
            for index, held in enumerate(given)
            for slot, value in held.items()
        )
        assert lawful_with(fixings, orbits, laws) == number
        if at_home:
            turns = [
                [value % o.turns for value in held.values()]
                for held, o in zip(given, orbits, strict=True)
            ]
            summaries = tuple(Summary(len(some), len(some), sum(some)) for some in turns)
            assert lawful_as_summarised(summaries, orbits, laws) == number
