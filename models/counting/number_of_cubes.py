"""The number of cubes of a size, and of those whose slots are limited to some placements each."""

from __future__ import annotations

import math
from collections.abc import Sequence

from cubecsp.models.core.hold import holding_constraints
from cubecsp.models.counting.matchings import ways_of_orbit, ways_of_parity
from cubecsp.models.counting.structure import structure_of
from cubecsp.models.counting.subgroups import TRIVIAL, Group
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle


def cubes_within(domains: Sequence[int], puzzle: CubePuzzle, group: Group = TRIVIAL) -> int:
    """Return how many cubes hold in each slot one of the placements that its domain has.

    Args:
        domains: for each slot a bit mask of placements; of placements that look alike, either all or none.
        puzzle: the cube.
        group: of symmetries of the 3×3×3 that preserve the cubes.
    """
    ways = [
        ways_of_orbit(orbit, tuple(domains[row]), group)
        for orbit, row in zip(puzzle.orbits, puzzle.rows, strict=True)
    ]
    return sum(math.prod(map(ways_of_parity, ways, parities)) for parities in puzzle.parities)


def all_cubes(puzzle: CubePuzzle) -> int:
    """Return how many cubes of a size there are."""
    return cubes_within(structure_of(holding_constraints(puzzle), puzzle).domains, puzzle)
