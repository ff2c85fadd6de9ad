"""Random cubes, many at once, all equally likely."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from cubecsp.puzzle.core.orbits import Orbit
from cubecsp.puzzle.cube.batch import from_bytes
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle
from cubecsp.puzzle.cube.cubes import cube_class

_Rows = NDArray[np.uint8]


def random_cubes(puzzle: CubePuzzle, number: int, generator: Generator) -> _Rows:
    """Return random cubes of a size as rows of placements, shape (number, slots)."""
    if puzzle is CUBE:
        corners, odd = random_placements(CUBE.corners, number, generator)
        edges, odd_too = random_placements(CUBE.edges, number, generator)
        swapped = odd != odd_too
        edges[swapped, :2] = edges[swapped, 1::-1]
        return np.concatenate([corners, edges], axis=1)
    kind = cube_class(puzzle.size)
    seeds = generator.integers(1 << 63, size=number).tolist()
    return from_bytes(b"".join(kind.random(seed).seen for seed in seeds), puzzle)


def random_placements(
    orbit: Orbit, number: int, generator: Generator
) -> tuple[_Rows, NDArray[np.bool_]]:
    """Return random ways to fill an orbit, and whether the permutation is odd.

    All ways whose orientations turns of the puzzle can bring about are equally likely.

    Args:
        orbit: of pieces that can be distinguished.
        number: how many ways.
        generator: of random numbers.
    """
    slots, turns = len(orbit.names), orbit.turns
    pieces = generator.permuted(np.tile(np.arange(slots, dtype=np.uint8), (number, 1)), axis=1)
    turned = generator.integers(turns, size=(number, slots), dtype=np.uint8)
    turned[:, -1] = (turns - turned[:, :-1].sum(axis=1) % turns) % turns
    inversions = sum(
        (pieces[:, a] > pieces[:, b]).astype(np.uint8) for b in range(slots) for a in range(b)
    )
    return turns * pieces + turned, np.asarray(inversions % 2, np.bool_)
