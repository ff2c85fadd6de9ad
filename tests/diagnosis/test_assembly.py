"""The twelve classes of assemblies, and the smallest repairs, against brute force."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest
from hypothesis import given, settings
from mutilations import of_class
from strategies import assemblies

from cubecsp import Cube, Facelets
from cubecsp.diagnosis.assembly import COSETS, Assembly, Coset, piece_repairs
from cubecsp.diagnosis.centres import assembly_of
from cubecsp.puzzle.cube import batch
from cubecsp.puzzle.cube.cube_puzzle import CUBE, POCKET
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.state import TURN_CUBES
from cubecsp.puzzle.cube.symmetry import SYMMETRIES

pytestmark = pytest.mark.quick


def random_rows(count: int, seed: int) -> np.ndarray:
    """Return assemblies drawn uniformly from all 519 quintillion."""
    rng = np.random.default_rng(seed)
    corners = np.argsort(rng.random((count, 8)), axis=1) * 3 + rng.integers(0, 3, (count, 8))
    edges = np.argsort(rng.random((count, 12)), axis=1) * 2 + rng.integers(0, 2, (count, 12))
    return np.concatenate([corners, edges], axis=1).astype(np.uint8)


@pytest.mark.slow
def test_one_assembly_in_twelve_is_accepted_and_the_classes_are_equally_often():
    count = 120_000
    classes = batch.classes(random_rows(count, seed=1)).astype(int)
    found = np.bincount(classes @ [6, 2, 1], minlength=12)
    expected = count / 12
    chi_square = float(((found - expected) ** 2 / expected).sum())
    assert chi_square < 31.26  # 11 degrees of freedom: surpassed once in 1000 seeds
    assert abs(found[0] - expected) < 4 * (expected * 11 / 12) ** 0.5


@given(assemblies)
def test_turns_never_change_the_class(cube):
    has = Coset.of(Assembly.of(cube))
    assert all(Coset.of(Assembly.of(cube * turn)) == has for turn in TURN_CUBES)
    assert has.is_reachable == cube.is_reachable
    assert tuple(batch.classes(batch.to_array([cube]))[0]) == (has.parity, has.twist, has.flip)


def test_the_classes_have_different_names():
    assert len({has.name for has in COSETS}) == len(COSETS) == 12
    assert [has for has in COSETS if has.is_reachable] == [COSETS[0]]
    assert Coset(1, 2, 1).name == (
        "two pieces exchanged, a corner twisted counter-clockwise and an edge flipped"
    )


def put_back(cube: Cube, count: int):
    """Yield every cube that can be had by taking out `count` pieces, and putting them back anyhow."""
    for taken in itertools.combinations(range(20), count):
        slots = [[slot for slot in taken if slot < 8], [slot - 8 for slot in taken if slot >= 8]]
        choices = []
        for orbit, held, places in zip(CUBE.orbits, (cube.corners, cube.edges), slots, strict=True):
            ways = []
            for order in itertools.permutations([held[slot] // orbit.turns for slot in places]):
                for turned in itertools.product(range(orbit.turns), repeat=len(places)):
                    result = bytearray(held)
                    for slot, piece, turn in zip(places, order, turned, strict=True):
                        result[slot] = piece * orbit.turns + turn
                    ways.append(bytes(result))
            choices.append(ways)
        yield from (Cube._with(b"".join(both)) for both in itertools.product(*choices))


def away(cube: Cube) -> int:
    """Return how many stickers are not at home."""
    corners = sum(value != 3 * slot for slot, value in enumerate(cube.corners))
    return 3 * corners + 2 * sum(value != 2 * slot for slot, value in enumerate(cube.edges))


@pytest.mark.parametrize("has", COSETS, ids=str)
@pytest.mark.parametrize("seed", range(4))
def test_no_mend_is_smaller_or_nearer_home(has, seed):
    base = Cube.random(seed) if seed % 2 else Cube.from_moves("R U F2")
    cube = of_class(has, base, random.Random(seed))
    assembly = Assembly.of(cube)
    assert Coset.of(assembly) == has
    found = piece_repairs(assembly)
    if has.is_reachable:
        assert found == ()
        return
    for repair in found:
        assert repair.cube.is_reachable
        assert repair.pieces == has.pieces
        assert Facelets(repair.letters).to_cube() == repair.cube
        taken = [name for action in repair.actions for name in action.as_dict()["slots"]]
        assert len(set(taken)) == has.pieces
        untouched = [
            (slot, before, after)
            for slot, (before, after) in enumerate(
                zip(cube.corners + cube.edges, repair.cube.corners + repair.cube.edges, strict=True)
            )
            if before != after
        ]
        assert len(untouched) <= has.pieces
    for count in range(1, has.pieces):
        assert not any(other.is_reachable for other in put_back(cube, count))
    if has.pieces < 3 or seed == 0:
        nearest = min(away(other) for other in put_back(cube, has.pieces) if other.is_reachable)
        assert {away(repair.cube) for repair in found} == {nearest}
        assert {repair.result.away for repair in found} == {nearest}


@given(assemblies)
@settings(max_examples=50)
def test_mends_are_distinguished(cube):
    found = piece_repairs(Assembly.of(cube))
    assert len({repair.letters for repair in found}) == len(found)
    assert found == piece_repairs(Assembly.of(cube))


def mend_of(cube: Cube) -> str:
    return piece_repairs(Assembly.of(cube))[0].sentence("WRGYOB")


def test_sentences():
    corners, edges = Cube().corners, Cube().edges
    twisted = Cube.from_placements([*corners[:7], corners[7] + 2], edges)
    assert mend_of(twisted) == "twist the corner yellow-red-blue at DRB clockwise"
    flipped = Cube.from_placements(corners, [edges[0] ^ 1, *edges[1:]])
    assert mend_of(flipped) == "flip the edge white-red at UR"
    swapped = Cube.from_placements(corners, [edges[1] ^ 1, edges[0], *edges[2:]])
    assert mend_of(swapped) == (
        "exchange the edges at UR and UF: white-red goes to UR with white on face U and white-green goes to UF with white "
        "on face U"
    )
    worst = Cube.from_placements(
        [*corners[:7], corners[7] + 1], [edges[1], edges[0] ^ 1, *edges[2:]]
    )
    assert mend_of(worst).startswith(
        "twist the corner yellow-red-blue at DRB counter-clockwise; then exchange"
    )


ROTATIONS = [symmetry for symmetry in SYMMETRIES if not symmetry.mirrored]


@pytest.mark.parametrize("rotation", ROTATIONS, ids=lambda rotation: str(rotation.index))
def test_a_small_cube_is_nearest_home_however_it_is_held(rotation):
    """What is away is counted against a solved cube held in each of the 24 ways."""
    solved = ["".join(face * 4 for face in FACES)]
    for other in ROTATIONS:
        shown = dict(zip(other.facelets_of(POCKET), solved[0], strict=True))
        solved.append("".join(shown[facelet] for facelet in range(24)))

    def away_from_home(letters: str) -> int:
        return min(
            sum(3 for slot in POCKET.corners.frames if any(letters[f] != home[f] for f in slot))
            for home in solved
        )

    rng = random.Random(rotation.index)
    for _ in range(4):
        letters = list(solved[1 + ROTATIONS.index(rotation)])
        for slot in rng.sample(POCKET.corners.frames, rng.choice([1, 1, 2])):
            a, b, c = slot
            letters[a], letters[b], letters[c] = letters[c], letters[a], letters[b]
        assembly = assembly_of(POCKET, Facelets("".join(letters)).colours)
        found = piece_repairs(assembly)
        choices = []
        for slot in POCKET.corners.frames:
            for turn in (1, 2):
                other = list(letters)
                for i, facelet in enumerate(slot):
                    other[slot[(i + turn) % 3]] = letters[facelet]
                if (
                    sum(
                        assembly_of(POCKET, Facelets("".join(other)).colours).placements[0][i] % 3
                        for i in range(8)
                    )
                    % 3
                    == 0
                ):
                    choices.append(away_from_home("".join(other)))
        assert {repair.result.away for repair in found} == {min(choices)}
        for repair in found:
            assert away_from_home(repair.letters) == repair.result.away


def test_facelet_strings_are_read_at_once():
    rows = random_rows(2000, seed=2)
    texts = [cube.facelets for cube in batch.from_array(rows)]
    read, sound = batch.from_facelets(texts)
    assert sound.all()
    assert (read == rows).all()
    bad = ["", "é" * 54, "." * 54, texts[0].lower(), texts[0] + "U", texts[0][1:]]
    bad += [texts[0][:8] + "X" + texts[0][9:], texts[0][:4] + "R" + texts[0][5:], "U" * 54]
    bad += [Cube().facelets.replace("U", "u")]
    _, sound = batch.from_facelets([texts[0], *bad, texts[1]])
    assert sound.tolist() == [True, *[False] * len(bad), True]


def test_reading_at_once_agrees_with_reading_one_by_one():
    rng = random.Random(3)
    texts = []
    for seed in range(3000):
        letters = list(Cube.random(seed).facelets)
        for _ in range(rng.randrange(3)):
            a, b = rng.randrange(54), rng.randrange(54)
            letters[a], letters[b] = letters[b], letters[a]
        texts.append("".join(letters))
    rows, sound = batch.from_facelets(texts)
    assert 0 < sound.sum() < len(texts)
    for text, row, real in zip(texts, rows, sound, strict=True):
        placements = Facelets(text).placements
        assert real == (placements is not None)
        if placements is not None:
            assert placements[0] + placements[1] == row.tobytes()
