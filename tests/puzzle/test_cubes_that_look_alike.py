"""Larger cubes, some of whose pieces look alike: equal, hashed, ordered and canonical by what is seen."""

from __future__ import annotations

import pickle
import random

import pytest

from cubecsp import SYMMETRIES, InputError
from cubecsp.puzzle.cube.cube_puzzle import cube_puzzle
from cubecsp.puzzle.cube.cubes import LargeCube, cube_class
from cubecsp.puzzle.cube.symmetry import canonical, class_size, conjugates

pytestmark = pytest.mark.quick

SIZES = (4, 5, 6, 7)


def exchanged(cube: LargeCube, rng: random.Random) -> LargeCube:
    """Return a cube that looks the same, with two centre pieces of one colour exchanged."""
    held = [bytearray(values) for values in cube.by_orbit]
    index = rng.choice([i for i, orbit in enumerate(cube.puzzle.orbits) if orbit.alike])
    slots = [slot for slot, piece in enumerate(held[index]) if piece in (0, 1)]
    a, b = slots
    held[index][a], held[index][b] = held[index][b], held[index][a]
    return type(cube).from_placements(*held)


@pytest.mark.ordinary(2)
@pytest.mark.parametrize("size", SIZES)
def test_what_looks_alike_is_one_cube(size):
    rng = random.Random(size)
    for seed in range(10):
        cube = cube_class(size).random(seed)
        twin = exchanged(cube, rng)
        assert twin.stickers != cube.stickers
        assert twin == cube
        assert hash(twin) == hash(cube)
        assert not twin < cube
        assert not cube < twin
        assert twin.facelets == cube.facelets
        assert canonical(twin) == canonical(cube)
        for symmetry in rng.sample(SYMMETRIES, 4):
            assert symmetry.of(twin) == symmetry.of(cube)
            assert canonical(symmetry.of(cube)) == canonical(cube)
        assert len({cube, twin, cube_class(size).from_facelets(cube.facelets)}) == 1


@pytest.mark.ordinary(2)
@pytest.mark.parametrize("size", SIZES)
def test_canonical_is_the_least_conjugate(size):
    """By brute force, over letters and the order of what slots can be seen to hold."""
    puzzle = cube_puzzle(size)
    for seed in range(4):
        cube = cube_class(size).random(seed)
        images = {}
        for symmetry in SYMMETRIES:
            to = symmetry.facelets_of(puzzle)
            names = dict(zip("URFDLB", ("URFDLB"[face] for face in symmetry.faces), strict=True))
            shown = [""] * puzzle.facelet_count
            for facelet, letter in enumerate(cube.facelets):
                shown[to[facelet]] = names[letter]
            images[symmetry] = cube_class(size).from_facelets("".join(shown))
            if size % 2:  # one of even size is held anew after it has been moved
                assert images[symmetry] == symmetry.of(cube)
        if size % 2:
            assert canonical(cube) == min(images.values())
        assert canonical(cube) == min(conjugates(cube))
        assert class_size(cube) == len(conjugates(cube)) == 48  # no random cube has a symmetry
    assert class_size(cube_class(size)()) == 1


@pytest.mark.parametrize("size", SIZES)
def test_what_needs_labels_says_so(size):
    made = cube_class(size).from_moves("R 2U' F2")
    seen = cube_class(size).from_facelets(made.facelets)
    assert seen == made
    assert (made.labelled, seen.labelled) == (True, False)
    for ask in (lambda: ~seen, lambda: made * seen, seen.order, lambda: seen**2):
        with pytest.raises(
            InputError, match="centre pieces that look alike is where; make it with moves"
        ):
            ask()
    assert not (seen * made).labelled
    assert not seen.apply("R").labelled
    assert (seen.apply("R 2F")) == made.apply("R 2F")
    for cube in (made, seen):
        again = pickle.loads(pickle.dumps(cube))
        assert (again, again.labelled) == (cube, cube.labelled)


@pytest.mark.parametrize("size", SIZES)
def test_orders_of_labelled_cubes_count_what_is_not_seen(size):
    """A cycle of three centres of one colour is seen to do nothing, and has the order 3."""
    kind = cube_class(size)
    solved = kind()
    held = [bytearray(values) for values in solved.by_orbit]
    index = next(i for i, orbit in enumerate(kind.puzzle.orbits) if orbit.alike)
    held[index][0], held[index][1], held[index][2] = 1, 2, 0
    turned = kind.from_placements(*held)
    assert turned == solved
    assert turned.order() == 3
    assert solved.order() == 1
