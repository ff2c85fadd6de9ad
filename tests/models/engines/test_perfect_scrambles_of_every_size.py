"""Perfect scrambles of every size, by annealing: each is checked by a program that shares no code with ours."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from patience import PATIENCE, in_time
from perfect_in_space import faults, pieces_at_fault, requirements_broken, touching

from cubecsp.errors import InputError
from cubecsp.models.core.hold import holding_constraints
from cubecsp.models.engines import Problem, Progress, SolutionBlock, load_engine
from cubecsp.models.engines.annealing import AnnealingEngine
from cubecsp.models.patterns import PATTERNS, PERFECT_SCRAMBLE
from cubecsp.models.patterns.perfect_scramble import LEFT_OUT, perfect_scramble
from cubecsp.puzzle.cube.cube_puzzle import cube_puzzle
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.puzzle.cube.symmetry import SYMMETRIES
from cubecsp.questions.answers.answer import Status
from cubecsp.questions.asking.cubes_and_rules import pattern_of
from cubecsp.questions.best import best
from cubecsp.questions.find import find
from cubecsp.questions.perfect import perfect_rules, perfect_scrambles


@pytest.mark.ordinary(3)
@pytest.mark.parametrize("size", [2, 3, 4, 5, 6, 7, 20])
def test_there_is_nothing_to_note_about_its_own_rules(size):
    """The command line does not ask, unless rules are added."""
    assert perfect_rules((), (), size).notes() == []
    assert perfect_rules("at-most=0", (), size).notes() != []


def found(size, **how):
    answer = find(perfect_scramble(cube_puzzle(size)), limit=1, **how)
    (report,) = answer.cubes
    assert answer.status is Status.PARTIAL
    return report.facelets


@pytest.mark.ordinary(1)
@pytest.mark.parametrize(
    "size",
    [
        *(4, 5, 6),
        *(pytest.param(size, marks=pytest.mark.slow) for size in (7, 13)),
        *(
            pytest.param(size, marks=pytest.mark.exhaustive)
            for size in (*range(8, 13), *range(14, 22))
        ),
    ],
)
def test_the_first_one_is_perfect(size):
    letters = found(size)
    assert len(letters) == 6 * size**2
    assert faults(letters) == set()


@pytest.mark.ordinary(1)
@pytest.mark.parametrize("seed", range(1, 3))
def test_those_of_other_seeds_are_perfect(seed):
    assert faults(found(7, engine="annealing", seed=seed)) == set()


@pytest.mark.parametrize("size", [2, 3, 4, 5, 8])
def test_the_checker_accepts_what_turns_make(size):
    tokens = ["R", "U", "F'", "L2", "D", "B'"] + ["Rw", "Uw'", "Fw2"] * (size > 3)
    moves = " ".join(random.Random(size).choices(tokens, k=60))
    cube = cube_class(size).from_moves(moves)
    assert pieces_at_fault(cube.facelets, size) == set()
    assert requirements_broken(cube_class(size)().facelets, size) >= {"at-most", "side"}
    assert {way: len(pairs) for way, pairs in touching(size).items()} == {
        "side": 12 * size * (size - 1),
        "diagonal": 12 * (size - 1) ** 2,
        "across": 24 * (size - 1),
    }


def test_the_requirements_of_other_sizes():
    assert perfect_scramble() is not None
    assert pattern_of("perfect-scramble") == PERFECT_SCRAMBLE == perfect_scramble()
    texts = {n: str(pattern_of("perfect-scramble", n)) for n in range(2, 8)}
    limits = {n: text.split("at-most=")[1].split()[0] for n, text in texts.items()}
    assert limits == {2: "1", 3: "2", 4: "3", 5: "5", 6: "6", 7: "9"}
    assert "faces-differ" not in texts[2]
    assert "every-colour" not in texts[2]
    assert all("faces-differ" in texts[n] and "every-colour" in texts[n] for n in range(3, 8))
    for size, left_out in LEFT_OUT.items():
        for rule, _ in left_out:
            if size not in rule.sizes:
                with pytest.raises(InputError):
                    find(rule, size=size)
            else:
                assert (
                    find([*perfect_scramble(cube_puzzle(size)).rules, rule], size=size).count == 0
                )
    both = pattern_of(["perfect-scramble", "no-touching=side"], 5)
    assert set(both.rules) == set(perfect_scramble(cube_puzzle(5)).rules)
    assert pattern_of(PERFECT_SCRAMBLE, 6) == perfect_scramble(cube_puzzle(6))
    assert pattern_of(PATTERNS["checkerboard"], 3) == PATTERNS["checkerboard"]


def most_in_a_line(letters, size):
    """Return how often a colour comes in a row or column, at most: with numpy, face by face."""
    faces = np.array([*letters]).reshape(6, size, size)
    return max(
        (lines == c).sum(2).max() for lines in (faces, faces.swapaxes(1, 2)) for c in "URFDLB"
    )


@pytest.mark.few(3)
@pytest.mark.parametrize(
    ("size", "most"), [(3, 1), (4, 1), (5, 1), (6, 1), (7, 2), (8, 2), (13, 3)]
)
def test_rows_and_columns_as_even_as_can_be(size, most):
    (report,) = find("no-repeats", size=size, limit=1).cubes
    assert most_in_a_line(report.facelets, size) == most


@pytest.mark.slow
def test_perfect_scrambles_without_repeats():
    assert find(perfect_rules("no-repeats")).status is Status.INFEASIBLE
    alike = find(perfect_rules("no-repeats", "faces-differ"), limit=None)
    assert (alike.status, alike.count) == (Status.COMPLETE, 72)
    assert all(most_in_a_line(report.facelets, 3) == 1 for report in alike)


def test_a_file_about_a_larger_cube_names_the_model(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text('puzzle = 5\nrules = ["perfect-scramble"]\n', "utf-8")
    assert set(pattern_of(str(path)).rules) == set(perfect_scramble(cube_puzzle(5)).rules)


def test_all_of_a_pocket_cube():
    answer = perfect_scrambles(size=2)
    assert (answer.status, answer.count, answer.classes) == (Status.COMPLETE, 146, 10)
    for report in answer.cubes:
        assert faults(report.facelets) == set()
        assert cube_class(2).from_moves(report.generator).facelets == report.facelets
    differing = perfect_scrambles(
        size=2,
        added="faces-differ",
        dropped=["at-most=1", "no-touching=side", "no-touching=diagonal"],
    )
    assert (differing.count, differing.classes) == (96, 2)


# The engine


def problem(rules, size, **more):
    pattern = pattern_of(rules, size)
    primitives = (*holding_constraints(pattern.puzzle), *pattern.primitives)
    return Problem(pattern.puzzle, primitives, SYMMETRIES[:1], **more)


def first_cubes(asked, number, **how):
    cubes = []
    for event in AnnealingEngine(**how).solutions(asked):
        if not isinstance(event, Progress):
            cubes.append(event)
        if len(cubes) == number:
            return cubes
    raise AssertionError("it ended")


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_cubes_of_any_size_are_found_once_each_and_keep_the_invariants(size):
    cubes = first_cubes(problem(["no-touching=side"], size), 12)
    assert len(set(cubes)) == 12
    for cube in cubes:
        assert pieces_at_fault(cube.facelets, size) == set()
        assert "side" not in requirements_broken(cube.facelets, size)


def test_few_cubes_come_once_each():
    cubes = first_cubes(problem(["at-most=1", "no-touching=across"], 2), 60)  # of 146
    assert len(set(cubes)) == 60


def test_a_seed_settles_the_cubes():
    ones, others = (
        [first_cubes(problem(["no-touching=side"], 4, seed=seed), 2) for _ in range(2)]
        for seed in (5, 6)
    )
    assert ones[0] == ones[1] != others[0] == others[1]


def test_invariants_that_need_not_hold_are_violated():
    asked = problem(["no-touching=side"], 3)
    free = problem(["no-touching=side"], 3, without=asked.puzzle.invariants)
    told = Counter(bool(pieces_at_fault(cube.facelets, 3)) for cube in first_cubes(free, 30))
    assert told[True] > told[False]  # eleven in twelve, if they were drawn at random


def test_what_it_does_not_know_is_asked_of_the_cubes_that_it_finds():
    rules = ["no-touching=side", "any(U1==F1, U1==R1)"]
    for cube in first_cubes(problem(rules, 4), 5):
        assert cube.facelets[0] in (cube.facelets[2 * 16], cube.facelets[16])


def test_domains_equalities_counts_and_sums():
    rules = ["U1==R", "U2==F5", "count(U, R)>=7", "count(U, R F) - count(D, R F) >= 5"]
    for cube in first_cubes(problem(rules, 4), 3):
        letters = cube.facelets
        up, down = letters[:16], letters[48:64]
        assert letters[0] == "R"
        assert letters[1] == letters[32 + 4]
        assert up.count("R") >= 7
        assert sum(map(up.count, "RF")) - sum(map(down.count, "RF")) >= 5


def test_where_nothing_is_found_nothing_is_said():
    told = find("at-most=2", size=4, engine="annealing", time_limit=PATIENCE)
    assert told.status is Status.INFEASIBLE  # sixteen stickers of six colours: no search
    impossible = ["U1==U", "U4==U", "U13==U", "U16==U", "D1==U"]  # five corners that show U
    told = find(impossible, size=4, engine="annealing", time_limit=0.1)
    assert (told.status, told.count, told.ended.value) == (Status.UNKNOWN, 0, "time")
    assert find(impossible, size=4).status is Status.INFEASIBLE  # which others see at once


def test_auto_knows_when_all_are_found():
    letters = found(4)
    orbit = next(o for o in cube_puzzle(4).orbits if o.name == "centre")
    hidden = {facelet for frame in orbit.frames[:3] for facelet in frame}
    shown = "".join("." if i in hidden else letter for i, letter in enumerate(letters))
    answer = find(f"stickers={shown}", size=4)
    number = len(set(_arrangements([letters[f] for f in sorted(hidden)])))
    assert (answer.status, answer.count) == (Status.COMPLETE, number)
    engine = load_engine("auto")
    engine = replace(engine, alone=0.0, ahead=0.05)  # annealing at once, and not for long
    rows = [
        e.rows
        for e in engine.blocks(problem([f"stickers={shown}"], 4))
        if isinstance(e, SolutionBlock)
    ]
    width = len(cube_puzzle(4).slots)
    cubes = [row[i : i + width] for row in rows for i in range(0, len(row), width)]
    assert len(cubes) == len(set(cubes)) == number


@pytest.mark.slow
def test_the_best_of_a_larger_cube():
    asked = {"size": 4, "engine": "annealing", "limit": 1}
    answer = in_time(
        lambda limit: best("no-touching=side", maximise="count(U, R)", time_limit=limit, **asked),
        lambda answer: answer.value == 8,  # half of the squares of a chessboard
    )
    (report,) = answer.cubes
    assert report.facelets[:16].count("R") == 8


@pytest.mark.parametrize(
    "wrong", [{"hot": 0.0}, {"cold": -1.0}, {"sweeps": 0}, {"most": 0}, {"sweeps": 2.5}]
)
def test_schedules_that_make_no_sense(wrong):
    with pytest.raises(InputError, match="engine option"):
        AnnealingEngine(**wrong)


def _arrangements(letters):
    if not letters:
        yield ""
    for i, letter in enumerate(letters):
        for rest in _arrangements(letters[:i] + letters[i + 1 :]):
            yield letter + rest
