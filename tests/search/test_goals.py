"""Goals that have the inverse of each of their cubes."""

from __future__ import annotations

import random

import pytest

from cubecsp import Cube, sample
from cubecsp.models.language.pattern_text import parse_pattern
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.questions.moving.target import targets
from cubecsp.search.goals import PlacementGoal, anything, has_inverses


@pytest.mark.parametrize(
    ("text", "closed"),
    [
        *((text, True) for text in ("EO", "DR", "HTR", "cross", "F2L", "solved=all", "PLL", "FB")),
        *((text, False) for text in ("holds=UF:UR", "holds=URF+UFL:DFR+DLF", "colours(U)==1")),
        # A corner turned by a third, one way only.
        ("holds=URF:URF:1", False),
    ],
)
def test_groups_have_inverses_and_what_has_them_is_closed(text, closed):
    pattern = parse_pattern(text)
    (goal,) = targets(pattern)[:1]
    assert has_inverses(goal) == closed
    if closed:
        assert all(pattern.holds(~one.cube) for one in sample(text, n=50, seed=1))
    elif "colours" not in text:
        assert not all(pattern.holds(~one.cube) for one in sample(text, n=50, seed=1))


@pytest.mark.parametrize("seed", range(30))
def test_random_goals_are_never_said_to_have_what_they_lack(seed):
    rng = random.Random(seed)
    sets = [list(each) for each in anything()]
    moves = " ".join(rng.choices(["U", "R", "F2", "D", "L'", "B"], k=rng.randrange(4)))
    cube = Cube.from_moves(moves)
    for index, orbit in enumerate(CUBE.orbits):
        for slot in rng.sample(range(len(orbit.names)), rng.randrange(len(orbit.names))):
            some = rng.sample(range(orbit.placements), rng.randrange(6))
            sets[index][slot] = frozenset((*some, cube.by_orbit[index][slot]))
    goal = PlacementGoal(*map(tuple, sets))

    def meets(one):
        return all(
            held in allowed
            for placements, each in zip(one.by_orbit, goal, strict=True)
            for held, allowed in zip(placements, each, strict=True)
        )

    assert meets(cube)
    if has_inverses(goal):
        assert meets(~cube)
