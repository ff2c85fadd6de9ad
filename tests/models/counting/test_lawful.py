"""How many arrangements obey the laws: against all cubes with some pieces given, tried one by one."""

from __future__ import annotations

import itertools
import random

import pytest

from cubecsp import Cube
from cubecsp.models.counting.fixings import SlotContent, Summary
from cubecsp.models.counting.lawful import lawful_by_summaries, lawful_with
from cubecsp.puzzle.cube.cube_puzzle import CUBE

Given = list[tuple[int | None, int | None]]
"""For each slot of an orbit which piece it holds, and how that is turned; None if that is open."""

FREE = [(corners, edges) for corners in range(4) for edges in range(4) if corners + edges < 5]


def completions(given: Given, turns: int) -> list[list[int]]:
    """Return all ways to fill the slots of an orbit that agree with the given contents of some."""
    left = sorted({*range(len(given))} - {piece for piece, _ in given})
    results = []
    for placed in itertools.permutations(left):
        others = iter(placed)
        pieces = [next(others) if piece is None else piece for piece, _ in given]
        ways = [range(turns) if turn is None else [turn] for _, turn in given]
        results += [
            [turns * p + t for p, t in zip(pieces, turned, strict=True)]
            for turned in itertools.product(*ways)
        ]
    return results


def some_given(rng: random.Random, slots: int, turns: int, free: int, at_home: bool) -> Given:
    """Give the pieces of all slots but some: their own ones, or any; and most of the turns, which may be of any slot."""
    pieces = [*range(slots)] if at_home else rng.sample(range(slots), slots)
    open_ = rng.sample(range(slots), free)
    unturned = rng.sample(range(slots), rng.choice([0, 1, 2]))
    return [
        (None if s in open_ else pieces[s], None if s in unturned else rng.randrange(turns))
        for s in range(slots)
    ]


@pytest.mark.parametrize("at_home", [True, False])
@pytest.mark.parametrize(("corners", "edges"), FREE)
def test_as_many_as_turns_can_make(corners, edges, at_home):
    rng = random.Random(10 * corners + edges)
    orbits, laws = CUBE.orbits, CUBE.invariants
    for _ in range(4):
        given = [some_given(rng, 8, 3, corners, at_home), some_given(rng, 12, 2, edges, at_home)]
        every = itertools.product(completions(given[0], 3), completions(given[1], 2))
        number = sum(Cube.from_placements(*each).is_reachable for each in every)
        fixings = frozenset(
            (index, slot, SlotContent(*held))
            for index, orbit in enumerate(given)
            for slot, held in enumerate(orbit)
            if held != (None, None)
        )
        assert lawful_with(fixings, orbits, laws) == number
        if at_home:
            turns = [[turn for _, turn in orbit if turn is not None] for orbit in given]
            summaries = tuple(
                Summary(len(orbit) - free, len(some), sum(some))
                for orbit, free, some in zip(given, (corners, edges), turns, strict=True)
            )
            assert lawful_by_summaries(summaries, orbits, laws) == number
