"""The second derivation of how many cubes have no two equal colours side by side, against the first.

`results/two_tetrahedra.py` shares nothing with the package; here both count the cubes with four corners given.
"""

from __future__ import annotations

import random
from itertools import permutations

import numpy as np
import pytest
import two_tetrahedra as tetrahedra

from cubecsp import count
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.puzzle.cube.geometry import UNKNOWN

FACES = "RLBFUD"  # in the directions x, −x, y, −y, z, −z
ALL_CUBES = 43_252_003_274_489_856_000
ANSWER = 234_173_555_841_235


def stickers(row) -> str:
    """Return the facelets of the first tetrahedron's corners, others unknown."""
    letters = [UNKNOWN] * CUBE.facelet_count
    for slot, content in enumerate(row):
        shown = {FACES[f]: FACES[c] for f, c in tetrahedra.corner_colours(slot, content).items()}
        (number,) = (i for i, name in enumerate(CUBE.corners.names) if {*name} == {*shown})
        for letter, facelet in zip(
            CUBE.corners.names[number], CUBE.corners.frames[number], strict=True
        ):
            letters[facelet] = shown[letter]
    return "".join(letters)


def test_the_two_tetrahedra():
    assert len(tetrahedra.EDGES) == 12
    assert {first for first, _, _ in tetrahedra.EDGES} == {0, 1, 2, 3}
    assert len({(first, second) for first, second, _ in tetrahedra.EDGES}) == 12


def test_one_placement_of_each_orbit_is_enough():
    assert len(tetrahedra.first_placements()) == 8 * 7 * 6 * 5 * 81
    assert len(tetrahedra.symmetries()) == 24
    rows, sizes = tetrahedra.orbits()
    assert sizes.sum() == 136_080
    assert set(sizes.tolist()) <= {1, 2, 3, 4, 6, 8, 12, 24}
    assert len(np.unique(rows, axis=0)) == len(rows)


def test_without_the_rule_all_cubes_are_counted():
    """Both invariants of parity, and that of twists, leave a twelfth."""
    free = np.zeros((12, 24, 24, 2, 12))
    free[:, :, :, 0] = 2
    rows = tetrahedra.first_placements()[[0, 77, 77_777]]
    assert tetrahedra.cubes_with(rows, free) == [ALL_CUBES // 136_080] * 3


def some_rows(number: int, seed: int) -> np.ndarray:
    rows, _ = tetrahedra.orbits()
    return rows[random.Random(seed).sample(range(len(rows)), number)]


@pytest.mark.slow
def test_both_count_the_same_cubes_with_four_corners_given():
    rows = some_rows(2, seed=5)
    numbers = tetrahedra.cubes_with(rows)
    assert len(set(numbers)) == 2
    for row, number in zip(rows.tolist(), numbers, strict=True):
        answer = count(["no-touching=side", f"stickers={stickers(row)}"])
        assert (answer.count, answer.method) == (number, "corner-walk")


@pytest.mark.slow
def test_images_under_the_symmetries_have_as_many_cubes():
    (row,) = some_rows(1, seed=6)
    images = []
    for slots, become in tetrahedra.symmetries()[::7]:
        image = np.empty_like(row)
        image[slots] = [become[slot, content] for slot, content in enumerate(row)]
        images.append(image)
    assert len(set(tetrahedra.cubes_with(np.array(images)))) == 1
    assert len({tuple(image) for image in images}) > 1


def test_signs_of_permutations():
    for order in permutations(range(4)):
        matrix = np.eye(4)[list(order)]
        assert tetrahedra._sign([*order]) == round(np.linalg.det(matrix))


@pytest.mark.exhaustive
def test_both_derivations_give_the_same_number():
    """Four minutes."""
    assert tetrahedra.cubes() == count("no-touching=side").count == ANSWER
