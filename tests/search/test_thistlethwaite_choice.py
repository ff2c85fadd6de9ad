"""Which of the shortest sequences of a phase Thistlethwaite's method takes, told by plain listing."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import cache

import pytest

from cubecsp.puzzle.cube.state import TURN_CUBES, Cube
from cubecsp.search.thistlethwaite import PHASES, solve

pytestmark = pytest.mark.native


@cache
def distance(phase: int, cube: Cube) -> int:
    """Return how far a cube that has passed the phases before is from passing this one."""
    return len(solve(cube, choices=1).phases[phase].moves) if phase < len(PHASES) else 0


def shortest(phase: int, cube: Cube) -> Iterator[tuple[tuple[int, ...], Cube]]:
    """Yield every shortest sequence for a phase, and the cube after it, in the order of the turns."""
    length = distance(phase, cube)
    if length == 0:
        yield (), cube
        return
    for turn in PHASES[phase].turns:
        after = cube * TURN_CUBES[turn]
        if distance(phase, after) == length - 1:
            for rest, end in shortest(phase, after):
                yield (int(turn), *rest), end


@pytest.mark.parametrize("choices", [1, 2, 3, 5, 8])
def test_the_first_of_the_best_among_so_many_is_taken(choices: int) -> None:
    """`choices` counts every sequence that is looked at; of equally good ones the first is taken."""
    ties = 0
    for seed in range(3):
        cube = Cube.random(seed)
        for phase, found in enumerate(solve(cube, choices=choices).phases):
            looked_at = list(itertools.islice(shortest(phase, cube), choices))
            left = [distance(phase + 1, after) for _, after in looked_at]
            best = left.index(min(left))
            ties += left.count(min(left)) > 1
            assert tuple(map(int, found.moves.turns)) == looked_at[best][0]
            assert found.cube == looked_at[best][1]
            cube = found.cube
        assert cube == Cube()
    assert ties or choices == 1
