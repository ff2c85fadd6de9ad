"""The nearest cubes: dynamic programming against a constraint model, and what was done."""

from __future__ import annotations

import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mutilations import KINDS, mutilate

from cubecsp import Cube, InputError, best
from cubecsp.models import Stickers
from cubecsp.models.repair.completion import Completions
from cubecsp.models.repair.confusion import (
    CAMERA,
    PLAIN,
    centre_cost,
    piece_costs,
    read_confusion,
    sticker_costs,
)
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.geometry import FACES

WHOLE = [kind for kind in KINDS if kind != "letters lost"]


def distance(shown: str, facelets: str) -> int:
    """Count the known stickers that differ, without any table."""
    return sum(a not in (".", b) for a, b in zip(shown, facelets, strict=True))


def pieces_changed(shown: str, facelets: str) -> int:
    slots = [slot for orbit in CUBE.orbits for slot in orbit.frames]
    slots += [(centre,) for centre in CUBE.centres]
    return sum(any(shown[f] not in (".", facelets[f]) for f in slot) for slot in slots)


@pytest.mark.slow
@pytest.mark.few(4)
@pytest.mark.parametrize("by", ["sticker", "piece"])
@pytest.mark.parametrize("kind", WHOLE)
def test_nearest_cubes_of_a_mutilated_one(kind, by):
    rng = random.Random(kind)
    for seed in range(2):
        done = mutilate(Cube.random(seed), rng, kind)
        shown = Facelets(done.letters)
        costs = sticker_costs(shown) if by == "sticker" else piece_costs(shown)
        exact = Completions(CUBE, costs)
        planted = done.stickers if by == "sticker" else done.pieces
        assert exact.least <= planted - centre_cost(shown)
        found = list(itertools.islice(exact, 300))
        assert len(set(found)) == len(found) == min(exact.count, 300)
        measure = distance if by == "sticker" else pieces_changed
        for corners, edges in found[:20]:
            cube = Cube.from_placements(corners, edges)
            assert cube.is_reachable
            assert measure(done.letters, cube.facelets) == exact.least + centre_cost(shown)


@pytest.mark.ordinary(5)
@pytest.mark.parametrize("seed", range(3))
def test_no_cube_is_nearer_by_a_constraint_model(seed):
    """The cube that agrees with most of the stickers, each stated as a rule, by CP-SAT."""
    rng = random.Random(seed)
    shown = Facelets(mutilate(Cube.random(seed), rng, "put together anyhow").letters)
    each = [Stickers("." * f + c + "." * (53 - f)) for f, c in enumerate(shown.letters)]
    answer = best(prefer=each, limit=1)
    assert answer.status != "unknown"
    assert answer.value == 54 - Completions(CUBE, sticker_costs(shown)).least - centre_cost(shown)


def test_confusions_weigh_the_stickers():
    # One corner sticker reads L where R is true, which costs 1; or three others are wrong.
    solved = Cube().facelets
    assert centre_cost(Facelets("." * 4 + "R" + "." * 49), CAMERA) == 3
    shown = Facelets(solved[:9] + "L" + solved[10:])
    assert Completions(CUBE, sticker_costs(shown, CAMERA)).least == 1
    assert Completions(CUBE, sticker_costs(shown, PLAIN)).least == 1
    shown = Facelets(solved[:9] + "B" + solved[10:])
    assert Completions(CUBE, sticker_costs(shown, CAMERA)).least == 3


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("default = 0", "default"),
        ("[shown.X]\nL = 1", "'X'"),
        ("[shown.R]\nL = true", "True"),
        ("[shown.R]\nR = 1", "itself"),
        ("shown = 3", "table"),
        ("cost = 3", "'cost'"),
        ("= 3", "TOML"),
    ],
)
def test_what_is_no_table_of_confusions_is_said(tmp_path, text, word):
    path = tmp_path / "table.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(InputError, match=word):
        read_confusion(str(path))


@given(st.text(FACES + ".", min_size=54, max_size=54), st.randoms(use_true_random=False))
@settings(max_examples=25)
def test_what_is_shown_is_confused_with_what_is_true_and_not_the_other_way_about(text, rng):
    """Tables need not be symmetric: red may pass for orange more readily than orange for red."""
    table = [[0 if a == b else rng.randrange(1, 50) for b in range(6)] for a in range(6)]
    shown = Facelets(text)

    def cost(facelet, true):
        return 0 if text[facelet] == "." else table[FACES.index(text[facelet])][true]

    costs = sticker_costs(shown, table)
    for orbit, slots in zip(CUBE.orbits, costs, strict=True):
        for facelets, row in zip(orbit.frames, slots, strict=True):
            for colours, found in zip(orbit.colours, row, strict=True):
                assert found == sum(map(cost, facelets, colours))
    assert centre_cost(shown, table) == sum(map(cost, CUBE.centres, range(6)))


def test_every_pair_of_a_table_costs_what_it_says(tmp_path):
    path = tmp_path / "table.toml"
    path.write_text("[shown.R]\nL = 7\n", "utf-8")
    table = read_confusion(str(path))  # what is not named costs one
    for a, b in itertools.product(range(6), repeat=2):
        assert PLAIN[a][b] == int(a != b)
        assert CAMERA[a][b] == (0 if a == b else 1 if {a, b} == {1, 4} else 3)
        assert table[a][b] == (7 if (a, b) == (1, 4) else int(a != b))
