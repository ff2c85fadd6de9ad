"""The 48 symmetries: a group, acting on cubes as on the stickers of a cube in space."""

from __future__ import annotations

import pickle
import random

import pytest
from hypothesis import given
from strategies import assemblies, symmetries

from cubecsp import SYMMETRIES, Cube, Facelets, canonical, class_size, conjugates
from cubecsp.puzzle.cube.cube_puzzle import CUBE, POCKET
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.state import PocketCube

pytestmark = pytest.mark.quick

PERFECT = "U F' L' U' R2 F' R2 B' U' R F' U F D' L2 F2 L2 U'"


def moved_as_stickers(symmetry, cube):
    """The definition: every sticker goes where the symmetry takes it, its colour renamed along."""
    letters = [""] * 54
    for facelet, letter in enumerate(cube.facelets):
        letters[symmetry.facelets[facelet]] = FACES[symmetry.faces[FACES.index(letter)]]
    return Cube("".join(letters))


@given(symmetries, assemblies)
def test_action_on_cubes_is_the_action_on_stickers(s, cube):
    assert s.of(cube) == moved_as_stickers(s, cube)


@given(symmetries, assemblies, assemblies)
def test_conjugation_is_a_homomorphism(s, a, b):
    assert s.of(a * b) == s.of(a) * s.of(b)
    assert s.of(Cube()) == Cube()


@given(symmetries, symmetries, assemblies)
def test_products_and_inverses(s, t, cube):
    assert (s * t).of(cube) == t.of(s.of(cube))
    assert s.inverse.of(s.of(cube)) == cube
    assert s * s.inverse is SYMMETRIES[0]


def test_the_group():
    assert len(SYMMETRIES) == len({s.facelets for s in SYMMETRIES}) == 48
    assert [s.index for s in SYMMETRIES] == list(range(48))
    assert SYMMETRIES[0].facelets == tuple(range(54))
    assert [s.mirrored for s in SYMMETRIES] == [False] * 24 + [True] * 24
    assert all(
        (s * t).mirrored == (s.mirrored != t.mirrored) for s in SYMMETRIES for t in SYMMETRIES
    )
    assert pickle.loads(pickle.dumps(SYMMETRIES[5])) is SYMMETRIES[5]


@given(symmetries)
def test_slots_keep_their_kind(s):
    for index, orbit in enumerate(CUBE.orbits):
        images = s.slot_images(CUBE, index)
        assert sorted(target for target, _ in images) == list(range(len(orbit.names)))
        assert all(sorted(values) == list(range(24)) for _, values in images)


@given(symmetries, assemblies)
def test_canonical_is_the_least_conjugate(s, cube):
    everything = [moved_as_stickers(t, cube) for t in SYMMETRIES]
    assert canonical(cube) == min(everything) == canonical(s.of(cube))
    assert conjugates(cube) == sorted(set(everything))
    assert class_size(cube) == len(set(everything))
    assert 48 % class_size(cube) == 0


def pocket_moved_as_stickers(symmetry, cube):
    """The same of a 2×2×2, which is held anew."""
    letters = [""] * 24
    for facelet, letter in enumerate(cube.facelets):
        to = symmetry.facelets_of(POCKET)[facelet]
        letters[to] = FACES[symmetry.faces[FACES.index(letter)]]
    return Facelets("".join(letters)).to_state()


def test_small_cubes_are_moved_as_their_stickers_are():
    rng = random.Random(1)
    some = [PocketCube(), *map(PocketCube.from_moves, ("U", "U2", "R2 F2 R2", "R U R' U'"))]
    for _ in range(25):
        pieces = rng.sample(range(8), 8)
        some.append(PocketCube(bytes(3 * piece + rng.randrange(3) for piece in pieces)))
    for cube in some:
        everything = [pocket_moved_as_stickers(s, cube) for s in SYMMETRIES]
        assert [s.of(cube) for s in SYMMETRIES] == everything
        assert canonical(cube) == min(everything)
        assert class_size(cube) == len(set(everything))


def test_class_of_the_perfect_scramble():
    assert class_size(Cube.from_moves(PERFECT)) == 48


def test_classes_of_symmetric_cubes():
    superflip = Cube.from_placements(Cube().corners, [v ^ 1 for v in Cube().edges])
    assert superflip.is_reachable
    assert class_size(superflip) == class_size(Cube()) == 1
    assert class_size(Cube.from_moves("U2")) == 6
    assert class_size(Cube.from_moves("U")) == 12  # six faces, and mirrored to U'
