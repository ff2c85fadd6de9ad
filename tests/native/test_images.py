"""Images of many rows at once: each way to ask for them agrees with the others."""

from __future__ import annotations

import pytest

from cubecsp import SYMMETRIES
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.puzzle.cube.images import images_under


@pytest.mark.threads
@pytest.mark.parametrize(("size", "number"), [(2, 0), (2, 255), (3, 600), (3, 2000), (4, 1000)])
def test_threads_work_out_the_same_orbits(size, number):
    """Of fewer rows than are worth a thread, and of more than threads can share evenly."""
    kind = cube_class(size)
    images = images_under(kind().puzzle, SYMMETRIES)
    rows = b"".join(kind.random(seed).seen for seed in range(number // 3)) * 3
    rows += kind().seen * (number % 3)
    alone = images.orbits(rows)
    assert len(alone) >= 48 * (number // 3) * len(kind().seen)
    for threads in (0, 2, 3, 100):
        assert images.orbits(rows, threads) == alone


@pytest.mark.parametrize("size", [2, 3, 4])
def test_sizes_of_orbits_are_those_of_their_least_rows(size):
    """Among them the solved cube, which all symmetries preserve."""
    group = tuple(s for s in SYMMETRIES if not s.mirrored)
    kind = cube_class(size)
    cubes = [kind(), kind.from_moves("U"), kind.from_moves("U R"), *map(kind.random, range(20))]
    images = images_under(kind().puzzle, group)
    rows = b"".join(images.orbits(cube.seen) for cube in cubes)
    whole, least = images.sizes(rows), images.are_least(rows)
    assert {0, 1} == {*least}
    assert len({*whole}) > 2
    sizes = images.sizes_if_least(rows)
    assert [*sizes] == [n if first else 0 for n, first in zip(whole, least, strict=True)]
