"""The twelve classes of assemblies, and the smallest repairs, against brute force."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest
from hypothesis import given
from mutilations import of_class
from strategies import assemblies

from cubecsp import Cube, Facelets
from cubecsp.diagnosis.assembly import COSETS, Assembly, Coset, piece_repairs
from cubecsp.puzzle.cube import batch
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.puzzle.cube.state import TURN_CUBES

pytestmark = pytest.mark.quick


def random_rows(count: int, seed: int) -> np.ndarray:
    """Return assemblies drawn uniformly from all 519 quintillion."""
    rng = np.random.default_rng(seed)
    corners = np.argsort(rng.random((count, 8)), axis=1) * 3 + rng.integers(0, 3, (count, 8))
    edges = np.argsort(rng.random((count, 12)), axis=1) * 2 + rng.integers(0, 2, (count, 12))
    return np.concatenate([corners, edges], axis=1).astype(np.uint8)


@given(assemblies)
def test_turns_never_change_the_class(cube):
    has = Coset.of(Assembly.of(cube))
    assert all(Coset.of(Assembly.of(cube * turn)) == has for turn in TURN_CUBES)
    assert has.is_reachable == cube.is_reachable
    assert tuple(batch.classes(batch.to_array([cube]))[0]) == (has.parity, has.twist, has.flip)


def put_back(cube: Cube, count: int):
    """Yield every cube that results from taking out `count` pieces and putting them back in any way."""
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


@pytest.mark.ordinary(1)
@pytest.mark.parametrize("has", [has for has in COSETS if has.pieces == 3], ids=str)
def test_no_mend_is_smaller_or_nearer_home(has):
    """Of three pieces; `test_piece_repairs.py` has those of fewer."""
    cube = of_class(has, Cube.from_moves("R U F2"), random.Random(0))
    found = piece_repairs(Assembly.of(cube))
    for repair in found:
        assert repair.cube.is_reachable
        assert Facelets(repair.letters).to_cube() == repair.cube
        taken = [name for action in repair.actions for name in action.as_dict()["slots"]]
        assert len(set(taken)) == repair.pieces == 3
    assert not any(other.is_reachable for other in put_back(cube, 2))
    nearest = min(away(other) for other in put_back(cube, 3) if other.is_reachable)
    assert {away(repair.cube) for repair in found} == {nearest}
    assert {repair.result.away for repair in found} == {nearest}


def test_facelet_strings_are_read_at_once():
    rows = random_rows(200, seed=2)
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
    for seed in range(300):
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
