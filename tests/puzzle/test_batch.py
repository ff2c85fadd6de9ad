"""Arrays of cubes against single cubes, and the number of positions per depth."""

from __future__ import annotations

import random

import numpy as np
import pytest
from distances import positions_by_class
from facts import FACTS
from hypothesis import given
from hypothesis import strategies as st
from strategies import assemblies

from cubecsp import (
    SYMMETRIES,
    Cube,
    InputError,
    PocketCube,
    canonical,
    class_size,
    conjugates,
)
from cubecsp._native import ask_to_stop
from cubecsp.puzzle.core.permutation import compose
from cubecsp.puzzle.cube import batch, symmetry
from cubecsp.puzzle.cube.cube_puzzle import POCKET, cube_puzzle
from cubecsp.puzzle.cube.cubes import cube_class

pytestmark = pytest.mark.quick

many = st.lists(assemblies, min_size=1, max_size=5)


@given(many)
def test_canonical_reachable_and_colours(cubes):
    rows = batch.to_array(cubes)
    assert batch.from_array(batch.canonical(rows)) == [symmetry.canonical(c) for c in cubes]
    assert batch.is_reachable(rows).tolist() == [c.is_reachable for c in cubes]
    assert [tuple(row) for row in batch.colours(rows).tolist()] == [c.colours for c in cubes]


@given(many)
def test_unique_sorts_and_drops_duplicates(cubes):
    rows = batch.to_array([*cubes, *cubes])
    assert batch.from_array(batch.unique(rows)) == sorted(set(cubes))


@pytest.mark.ordinary(3)
@pytest.mark.parametrize("size", [2, 3, 4, 5, 6, 7])
def test_cubes_of_every_size(size):
    """Every function on cubes of one size, symmetric ones among them, against one cube at a time."""
    kind, puzzle = cube_class(size), cube_puzzle(size)
    cubes = [kind.random(seed) for seed in range(4)]
    cubes += [kind.from_moves(moves) for moves in ("", "R U", "R2 L2", "U D' F2 B2")]
    rows = batch.to_array(cubes, puzzle)
    texts = [cube.facelets for cube in cubes]

    assert rows.shape == (len(cubes), len(puzzle.slots))
    assert batch.from_array(rows, puzzle) == cubes
    assert batch.from_array(batch.canonical(rows, puzzle), puzzle) == [*map(canonical, cubes)]
    assert batch.class_sizes(rows, puzzle).tolist() == [*map(class_size, cubes)]
    orbits = [image for cube in cubes for image in conjugates(cube)]
    assert batch.from_array(batch.orbits(rows, puzzle=puzzle), puzzle) == orbits
    for s in SYMMETRIES[1::11]:
        moved = batch.from_array(batch.moved(rows, s, puzzle), puzzle)
        assert moved == [s.of(cube) for cube in cubes]
    assert batch.is_reachable(rows, puzzle).all()
    assert [tuple(row) for row in batch.colours(rows, puzzle).tolist()] == [
        c.colours for c in cubes
    ]
    read, sound = batch.from_facelets([*texts, texts[0][::-1], "U" * len(texts[0])], puzzle)
    assert sound.tolist() == [True] * len(cubes) + [False] * 2
    assert (read[:-2] == rows).all()
    turned = batch.multiplied(rows, kind.from_moves("F R'"))
    assert batch.from_array(turned, puzzle) == [cube.apply("F R'") for cube in cubes]


@pytest.mark.parametrize("number", [1, 255, 256, 257])
def test_numbers_are_counted_beyond_a_byte(number):
    cubes = [cube_class(7).random(seed) for seed in range(3)]
    some = batch.Batch(batch.to_array(cubes, cube_puzzle(7)), cube_puzzle(7))
    facelets = frozenset(range(number))
    assert some.counts(facelets, frozenset(range(6))).tolist() == [number] * 3
    for colours in (frozenset({0, 4}), frozenset({1})):
        expected = [sum(cube.colours[f] in colours for f in facelets) for cube in cubes]
        assert some.counts(facelets, colours).tolist() == expected

    def yes(left):
        return ~left.none()

    no = batch.Batch.none
    assert some.passing([yes] * number).all()
    assert not some.passing([yes] * (number - 1) + [no]).any()
    assert some.at_least(number, [no, *[yes] * number]).all()
    assert not some.at_least(number, [no, no, *[yes] * (number - 1)]).any()


@pytest.mark.parametrize("seed", range(8))
def test_checks_see_only_cubes_on_which_the_answer_depends(seed):
    """Of random flags, some of them nearly always true, for each number that may be needed."""
    rng = np.random.default_rng(seed)
    rows = batch.to_array([Cube.random(number) for number in range(60)])
    number_of = {row.tobytes(): number for number, row in enumerate(rows)}
    flags = rng.random((6, 60)) < rng.choice([0.1, 0.5, 0.95], (6, 1))
    looked = []

    def check(which):
        def looks(left):
            numbers = [number_of[row.tobytes()] for row in left.rows]
            looked.append(len(numbers))
            return flags[which][numbers]

        return looks

    checks = [check(which) for which in range(6)]
    for needed in range(8):
        expected = flags.sum(axis=0) >= needed
        assert (batch.Batch(rows).at_least(needed, checks) == expected).all()
    looked.clear()
    assert (batch.Batch(rows).passing(checks) == flags.all(axis=0)).all()
    left = [60, *np.logical_and.accumulate(flags).sum(axis=1).tolist()]
    assert all(seen <= max(2 * passed, 1) for seen, passed in zip(looked, left, strict=False))


def test_facelet_strings_held_in_any_way():
    cubes = [PocketCube.random(seed) for seed in range(9)]
    other = next(rotation for rotation in POCKET.holdings[1:] if rotation)
    turned = [compose(cube.stickers, other) for cube in cubes]
    rows, sound = batch.from_facelets([POCKET.facelets_of(stickers) for stickers in turned], POCKET)
    assert sound.all()
    assert batch.from_array(rows, POCKET) == cubes


def test_unlabelled_cubes_are_not_done_after_others():
    kind = cube_class(4)
    with pytest.raises(InputError, match="alike"):
        batch.multiplied(batch.to_array([kind()], kind.puzzle), kind.from_facelets(kind().facelets))


def test_cubes_of_other_sizes_are_refused():
    with pytest.raises(InputError, match="2×2×2"):
        batch.to_array([Cube(), PocketCube()])


def test_other_shapes_are_refused():
    with pytest.raises(InputError, match="shape"):
        batch.from_array(np.zeros((3, 19), np.uint8))


def test_a_row_that_is_no_cube_is_refused_wherever_it_is():
    rng = np.random.default_rng(1)
    for _ in range(60):
        rows = batch.to_array([Cube.random(int(seed)) for seed in rng.integers(10**6, size=4)])
        row, column = rng.integers(4), rng.integers(20)
        orbit, turns = ("corner", 3) if column < 8 else ("edge", 2)
        low, high = (0, 8) if column < 8 else (8, 20)
        other = rng.choice([c for c in range(low, high) if c != column])
        rows[row, column] = rows[row, other] // turns * turns + rng.integers(turns)
        with pytest.raises(InputError, match=f"place each of the {high - low} {orbit} pieces once"):
            batch.from_array(rows)
        rows[row, column] = 3 * 8 if orbit == "corner" else 2 * 12
        with pytest.raises(InputError, match=f"place each of the {high - low} {orbit} pieces once"):
            batch.from_array(rows)


def test_classes_are_those_of_single_cubes():
    rng = random.Random(1)
    cubes = [
        Cube.from_placements(
            [3 * piece + rng.randrange(3) for piece in rng.sample(range(8), 8)],
            [2 * piece + rng.randrange(2) for piece in rng.sample(range(12), 12)],
        )
        for _ in range(300)
    ]
    found = batch.classes(batch.to_array(cubes)).tolist()
    assert found == [[c.parity, sum(c.corner_twists) % 3, sum(c.edge_flips) % 2] for c in cubes]


@pytest.mark.parametrize(("metric", "depth"), [("htm", 5), ("qtm", 6)])
def test_positions_by_class(metric, depth):
    assert positions_by_class(metric, depth) == FACTS["positions"][metric][: depth + 1]


@pytest.mark.exhaustive
@pytest.mark.parametrize(("metric", "depth"), [("htm", 7), ("qtm", 8)])
def test_positions_by_greater_depth(metric, depth):
    assert positions_by_class(metric, depth) == FACTS["positions"][metric][: depth + 1]


@pytest.mark.parametrize("needed", [2, 3])
def test_before_each_check_a_stop_is_looked_for(needed):
    """A cube of size 50 has thousands of checks, which take seconds for some tens of cubes."""
    rows, checked = batch.to_array([Cube.random(number) for number in range(3)]), []

    def stopped(left):
        checked.append(len(left.rows))
        ask_to_stop(True)
        return ~left.none()

    try:
        with pytest.raises(KeyboardInterrupt):
            batch.Batch(rows).at_least(needed, [stopped] * 3)
    finally:
        ask_to_stop(False)
    assert checked == [3]
