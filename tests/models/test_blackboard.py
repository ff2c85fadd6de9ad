"""The models of the blackboard: they find the cubes that the engines find, and say when they were stopped."""

from __future__ import annotations

import itertools
import os
import random
import shutil
from functools import cache, partial

import pytest

from cubecsp import find
from cubecsp.errors import EngineError, InputError
from cubecsp.models.blackboard import clingo, cpmpy, cpsat, face, minizinc, python_constraint
from cubecsp.models.blackboard.board import APART, board_of, face_patterns
from cubecsp.models.core.squares import renamed_in_all_ways
from cubecsp.models.engines import Problem, load_engine
from cubecsp.models.patterns import PERFECT_SCRAMBLE
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.puzzle.cube.state import Cube, State
from cubecsp.puzzle.cube.symmetry import SYMMETRIES

PARITIES = ("linear", "filter")
MODELS = {
    **{way: partial(cpsat.solve, channel=way) for way in cpsat.CHANNELS},
    **{way: partial(cpsat.solve, parity=way) for way in PARITIES},
    "defaults": partial(cpsat.solve, defaults=True),
    "cpmpy": cpmpy.solve,
    "clingo": clingo.solve,
    "minizinc": minizinc.solve,
    "python-constraint": python_constraint.solve,
}
LANGUAGES = ("sums", "cpmpy", "clingo", "minizinc", "python-constraint")
SLOW = ("defaults", "python-constraint")
"""Models that take minutes."""
DROPPED = {str(rule): rule for rule in PERFECT_SCRAMBLE.rules}
CENTRE = "LBFRUDBFRBLUFRDDLULUDRFLDBRLUFBDBRURBFDRLUUDFLRUFBDBLF"
"""Breaks the requirements only at B5, a centre, and B7."""


def model(name):
    """Return a model, if its solver is installed."""
    if name in ("cpmpy", "clingo"):
        pytest.importorskip(name)
    if name == "minizinc" and shutil.which(name) is None:
        pytest.skip("MiniZinc is not installed")
    return MODELS[name]


@cache
def examples(broken: str) -> list[State]:
    """Return assemblies that break only this: nothing, the parity, or a requirement."""
    if broken == "centre":
        return [Cube.from_letters(CENTRE)]
    if broken in DROPPED:
        found = find(PERFECT_SCRAMBLE.without(DROPPED[broken]), limit=20, seed=1)
        return [one.cube for one in found if not PERFECT_SCRAMBLE.holds(one.cube)]
    (parity,) = [one for one in CUBE.invariants if one.permuted]
    problem = Problem(CUBE, PERFECT_SCRAMBLE.primitives, SYMMETRIES[:1], without=(parity,))
    cubes = [one for one in load_engine("native").solutions(problem) if isinstance(one, State)]
    return [one for one in cubes if one.is_reachable == (broken == "nothing")]


def veiled(cube: State, source: random.Random, number: int) -> str:
    """Return a facelet string with this many stickers hidden."""
    hidden = set(source.sample(range(len(cube.facelets)), number))
    return "".join("." if i in hidden else letter for i, letter in enumerate(cube.facelets))


@cache
def expected(pattern):
    return {report.cube for report in find(pattern, engine="native", limit=None)}


@pytest.mark.parametrize("name", [name for name in MODELS if name not in PARITIES])
def test_every_model_finds_the_cubes_of_the_2x2x2(name):
    board = board_of(2)
    found = model(name)(board)
    assert found.complete
    assert set(found.cubes) == expected(board.pattern)
    assert len(found.cubes) == 146


@pytest.mark.ordinary(12)
@pytest.mark.parametrize(
    ("name", "broken"),
    [
        *((name, "nothing") for name in MODELS if name not in PARITIES),
        *((name, "parity") for name in (*LANGUAGES, "linear", "filter")),
        *((name, broken) for name in LANGUAGES for broken in (*DROPPED, "centre")),
    ],
)
def test_every_model_completes_a_cube_of_which_some_stickers_are_given(name, broken):
    source = random.Random(name + broken)
    cube = source.choice(examples(broken))
    board = board_of(3, veiled(cube, source, 24))
    found = model(name)(board)
    assert found.complete
    assert set(found.cubes) == expected(board.pattern)
    assert (cube in found.cubes) == (broken == "nothing")


@pytest.mark.slow
@pytest.mark.few(4)
@pytest.mark.parametrize("symmetry", [True, False])
@pytest.mark.parametrize("name", [name for name in MODELS if name not in SLOW])
def test_every_model_finds_all_48(name, symmetry):
    found = model(name)(board_of(), symmetry=symmetry, time_limit=500)
    assert found.complete
    assert set(found.cubes) == expected(PERFECT_SCRAMBLE)


def test_patterns_of_a_face_are_those_that_its_rules_leave():
    faces = [(0,)]
    for _ in range(8):  # colours in the order in which they appear
        faces = [(*one, c) for one in faces for c in range(min(max(one) + 2, 6))]
    touching = [pair for pair in itertools.combinations(range(9), 2) if pair not in APART]
    kept = [
        one
        for one in faces
        if {*one} == {*range(6)} and max(map(one.count, one)) == 2
        if all(one[a] != one[b] for a, b in touching)
    ]
    numbers = dict(face_patterns())
    assert len(kept) == len(numbers) == 80
    classes = {
        (numbers[tuple(int(one[a] == one[b]) for a, b in APART)], min(renamed_in_all_ways(one)))
        for one in kept
    }
    assert len(classes) == len({number for number, _ in classes}) == 16
    assert face.solve() == (kept, True)


def test_some_but_not_all_cubes_of_an_orbit_have_the_first_corner_that_breaks_symmetry():
    bounds = [(slot, {*pairs}) for slot, pairs in board_of().least_first()]
    kept = 0
    for seed in range(20):
        images = {symmetry.of(Cube.random(seed)) for symmetry in SYMMETRIES}
        least = [
            one
            for one in images
            if all((one.corners[0], one.corners[slot]) in pairs for slot, pairs in bounds)
        ]
        assert least
        kept += len(least)
    assert kept < 20 * 12


@pytest.mark.parametrize("name", LANGUAGES)
def test_a_model_that_is_stopped_says_so(name):
    assert not model(name)(board_of(), symmetry=False, time_limit=0.1).complete


def test_a_model_that_is_wrong_is_noticed():
    board = board_of()
    odd = examples("parity")[0].placements
    for row in (Cube().placements, odd):
        with pytest.raises(EngineError, match="the model is wrong"):
            board.result([row], complete=True, symmetry=False)
    assert not board.result([odd], complete=True, symmetry=False, solvable=False).cubes


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (partial(board_of, 4), "expected 2 or 3"),
        (partial(board_of, 3, "U" * 24), "3×3×3"),
        (partial(board_of, 3, "." * 4 + "R" + "." * 49), "turn it so that U5 is U"),
        (partial(cpsat.solve, board_of(2), channel="wires"), "clauses"),
    ],
)
def test_what_there_is_no_model_for_is_refused(asked, said):
    with pytest.raises(InputError, match=said):
        asked()


def test_a_solver_that_fails_is_told(tmp_path, monkeypatch):
    program = tmp_path / "minizinc"
    program.write_text("#!/bin/sh\necho first >&2\necho no such solver >&2\nexit 3\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    with pytest.raises(EngineError, match="MiniZinc failed.*no such solver"):
        minizinc.solve(board_of())
