"""`reach`, `complete` and `repair` about cubes from the 4×4×4 up, against brute force and another engine."""

from __future__ import annotations

import itertools
import random

import pytest

from cubecsp import best, complete, find, reach, repair
from cubecsp.models.language.pattern_text import parse_pattern
from cubecsp.models.repair.completion import Completions
from cubecsp.models.repair.confusion import sticker_costs
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.moves import Moves, Turn
from cubecsp.puzzle.cube.turn_numbers import turn_number


def changed(cube: str, number: int, rng: random.Random) -> Facelets:
    """Return a cube of which some stickers show other colours, and a few are unknown."""
    shown = list(cube)
    for facelet in rng.sample(range(len(shown)), number):
        shown[facelet] = rng.choice("URFDLB")
    for facelet in rng.sample(range(len(shown)), 4):
        shown[facelet] = "."
    return Facelets("".join(shown))


def _sticker(size: int, facelet: int) -> str:
    face, number = divmod(facelet, size**2)
    return f"{'URFDLB'[face]}{number + 1}"


@pytest.mark.parametrize("size", [4, 5, 6])
def test_repairs_are_as_near_as_a_constraint_model_finds(size):
    rng = random.Random(size)
    for number in (1, 3, 8):
        shown = changed(cube_class(size).random(rng.randrange(99)).facelets, number, rng)
        exact = Completions(shown.puzzle, sticker_costs(shown))
        each = [f"{_sticker(size, f)}=={c}" for f, c in enumerate(shown.letters) if c != "."]
        repairs = repair(shown, limit=30)
        nearest = best(prefer=each, size=size, engine="cpsat", limit=1)
        assert len(each) - nearest.value == repairs.distance
        seen = {one.facelets for one in repairs.repairs}
        assert len(seen) == min(30, exact.count)
        for one in repairs.repairs:
            differing = (
                a not in (".", b) for a, b in zip(shown.letters, one.facelets, strict=True)
            )
            assert sum(differing) == repairs.distance
            assert cube_class(size).from_letters(one.facelets).is_reachable


@pytest.mark.parametrize("size", [4, 5])
def test_completions_are_what_an_engine_finds(size):
    rng = random.Random(size)
    for _ in range(4):
        letters = list(cube_class(size).random(rng.randrange(99)).facelets)
        for facelet in rng.sample(range(len(letters)), 4 * size):
            letters[facelet] = "."
        text = "".join(letters)
        answer = complete(text, limit=500)
        found = find(f"stickers={text}", limit=500, engine="native")
        assert len(answer) == len(found) == min(answer.count, 500)
        if answer.count <= 500:
            assert {one.facelets for one in answer} == {one.facelets for one in found}


def test_why_no_larger_cube_agrees():
    shown = list(cube_class(4)().facelets)
    shown[6 + 16 : 8 + 16] = "U."  # a fifth centre piece of face U
    answer = complete("".join(shown))
    assert answer.count == 0
    assert {5, 6, 9, 10, 22} == {*answer.conflict.facelets}
    assert "more than once" in answer.conflict.message


@pytest.mark.parametrize("size", [4, 5])
@pytest.mark.parametrize("rule", ["edges-paired", "solved=U-centres", "reduced"])
def test_few_moves_are_as_few_as_brute_force_finds(size, rule):
    rng = random.Random(f"{size} {rule}")
    blocks = [(face, depth) for face in range(6) for depth in range(1, size // 2 + 1)]
    every = [Moves((Turn(turn_number(f, by, (1, d))),)) for f, d in blocks for by in (1, 2, 3)]
    for _ in range(3):
        cube = cube_class(size)().apply(sum(rng.sample(every, 2), Moves()))
        answer = reach(cube, rule)
        (report,) = answer.cubes
        end = cube.apply(report.moves)
        assert report.optimal
        assert find([rule, f"stickers={end.facelets}"], size=size).count == 1
        fewer = [
            cube.apply(sum(some, Moves()))
            for n in range(len(report.moves))
            for some in itertools.product(every, repeat=n)
        ]
        (stated,) = parse_pattern([rule], cube.puzzle).rules
        assert all(stated.violations(one) for one in fewer)


@pytest.mark.slow
def test_moves_to_rules_that_are_far_away():
    cube = cube_class(4).random(5)
    for rule, nodes in (("reduced", 20_000), ("no-touching=side", 1_000)):
        (report,) = reach(cube, rule, max_nodes=nodes).cubes
        assert 2 < report.proven < len(report.moves)
        assert report.optimal is False
        assert find([rule, f"stickers={cube.apply(report.moves).facelets}"], size=4).count == 1


def test_what_no_cube_satisfies_is_reached_by_none():
    answer = reach(cube_class(4).from_moves("R"), "at-most=2")
    assert answer.status.value == "infeasible"


@pytest.mark.parametrize("size", [2, 3, 4])
def test_a_drawing_in_another_orientation_is_why_nothing_is_reached(size):
    drawing = "stickers=" + "".join(face * size**2 for face in "FRDBLU")
    assert find(drawing, size=size).count == 1
    reason = reach(cube_class(size).from_moves("U"), drawing).reason
    assert reason.endswith("in the orientation of the given cube, and the drawing shows another")
