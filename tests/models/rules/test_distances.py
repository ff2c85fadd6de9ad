"""How far from solved: rules about the distance, against solutions, published numbers and searches of our own."""

from __future__ import annotations

import itertools
import operator
import random
from collections import Counter

import pytest
from asking import ask
from defined import puzzles
from facts import FACTS

from cubecsp import (
    Cube,
    InputError,
    LimitError,
    PocketCube,
    check,
    count,
    explain,
    find,
    rank,
    sample,
    solve,
)
from cubecsp.models import Distance, Pattern, parse_pattern
from cubecsp.puzzle import load_puzzle
from cubecsp.puzzle.cube import batch
from cubecsp.puzzle.cube.cube_puzzle import CUBE, POCKET
from cubecsp.puzzle.states.distances import FAR, distances, tips_and_moves
from cubecsp.search import pocket

COMPARED = {
    "<": operator.lt,
    "<=": operator.le,
    "==": operator.eq,
    "!=": operator.ne,
    ">=": operator.ge,
    ">": operator.gt,
}
MIRRORED = {"<": ">", "<=": ">=", "==": "==", "!=": "!=", ">=": "<=", ">": "<"}
NUMBERS = [1, 9, 54, 321, 1847, 9992, 50136, 227536, 870072, 1887748, 623800, 2644]
"""Positions of the 2×2×2 at 0, 1, 2, … half turns (https://www.jaapsch.net/puzzles/cube2.htm)."""
PYRAMINX = [1, 8, 48, 288, 1728, 9896, 51808, 220111, 480467, 166276, 2457, 32]
"""Positions of the pyraminx without tips (https://www.jaapsch.net/puzzles/pyraminx.htm)."""


def levels(start, neighbours):
    """Return the distance of each state from one, by a search that knows nothing but neighbours."""
    found, level = {start: 0}, [start]
    for depth in itertools.count(1):
        level = [*dict.fromkeys(n for s in level for n in neighbours(s) if n not in found)]
        found |= dict.fromkeys(level, depth)
        if not level:
            return found
    raise AssertionError


@pytest.mark.parametrize("sign", COMPARED)
def test_a_comparison_says_the_same_from_both_sides(sign):
    rng = random.Random(sign)
    for number in rng.sample(range(1, 99), 9):
        (rule,) = parse_pattern([f"distance{sign}{number}"]).rules
        assert rule == parse_pattern([f"{number} {MIRRORED[sign]} distance"]).rules[0]
        assert eval(repr(rule), {"Distance": Distance}) == rule
        assert parse_pattern([str(rule)]).rules == (rule,)
        for distance in (0, number - 1, number, number + 1, FAR):
            assert rule.allows(distance) == COMPARED[sign](distance, number)


@pytest.mark.parametrize(
    "text", ["distance", "distance>=100", "distance+1>=4", "distance>=count(U, R)", "distance==U1"]
)
def test_what_is_no_comparison_with_a_number_is_refused(text):
    with pytest.raises(InputError):
        parse_pattern([text])
    with pytest.raises(InputError):
        Distance("=", 3)


def test_values_of_names_can_be_distances():
    assert count("any(n in 1..3: distance=={n})", size=2).count == sum(NUMBERS[1:4])


def test_numbers_of_the_2x2x2_are_the_published_ones():
    assert [*count(size=2, depths=True).depths] == NUMBERS
    for distance, number in enumerate(NUMBERS):
        assert count(f"distance=={distance}", size=2).count == number
    assert count("distance>=4", size=2).count == 3_674_160 - 385
    assert count("distance!=0 distance<4", size=2).count == 384


def test_numbers_of_the_3x3x3_are_the_published_ones():
    known = FACTS["positions"]["htm"]
    answer = count(depths=True)
    assert [*answer.depths[: len(known)]] == known
    assert (answer.status, answer.count) == ("partial", None)
    assert answer.at_least == sum(answer.depths)
    for distance, number in enumerate(known):
        assert count(f"distance=={distance}").count == number
    assert count("distance>=3").count == 43_252_003_274_489_856_000 - 262
    assert count("distance>20").count == 0
    assert count("distance>=16").count == count("distance!=3").count - sum(answer.depths) + known[3]
    for unknown in ("distance==20", "distance>=17", "distance<=16"):
        with pytest.raises(LimitError):
            count(unknown)


def test_listed_cubes_are_as_many_as_published():
    rows = distances(CUBE).within(5)
    assert rows is not None
    assert len(rows) == len(batch.unique(rows)) == sum(FACTS["positions"]["htm"][:6])


@pytest.mark.parametrize("seed", range(3))
def test_distances_of_the_2x2x2_are_lengths_of_shortest_solutions(seed):
    rng = random.Random(seed)
    cubes = [PocketCube.random(rng.randrange(10**6)) for _ in range(100)]
    found = distances(POCKET).of(batch.to_array(cubes, POCKET), FAR)
    assert found.tolist() == [pocket.distance(cube) for cube in cubes]
    for cube, distance in zip(cubes[:5], found.tolist(), strict=False):
        assert len(solve(cube)[0].solution) == distance
        assert Distance("==", distance).holds(cube)
        assert not Distance("!=", distance).holds(cube)


@pytest.mark.parametrize("turns", range(1, 10))
def test_distances_of_the_3x3x3_are_lengths_of_shortest_solutions(turns):
    rng = random.Random(turns)
    cube = Cube.from_moves(
        " ".join(rng.choice("URFDLB") + rng.choice(["", "2", "'"]) for _ in range(turns))
    )
    shortest = len(solve(cube, method="optimal")[0].solution)
    for sign, number in itertools.product(COMPARED, range(1, 10)):
        expected = COMPARED[sign](shortest, number)
        assert Distance(sign, number).holds(cube) == expected
        assert (check(cube, f"distance{sign}{number}").status == "complete") == expected


def test_an_unsolvable_cube_is_farther_than_any_number():
    twisted = Cube().facelets[:8] + "RF" + Cube().facelets[10:20] + "U" + Cube().facelets[21:]
    (report,) = check(twisted, ["distance<=3", "distance<=15"])
    assert [len(places) for places in report.violations.values()] == [1, 1]
    (report,) = check(twisted, ["distance>=3", "distance>=15", "not distance<=15"])
    assert not report.violations


def test_a_limit_is_no_answer():
    far = Cube.from_moves("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2")
    answer = check([far], "distance<=19", time_limit=0.3)
    assert (answer.status, answer.stopped) == ("unknown", "time")
    assert check([far], "distance<=20").status == "complete"  # which holds for every cube


@pytest.mark.parametrize("sign", COMPARED)
@pytest.mark.parametrize("number", range(3, 9))
def test_what_the_distances_up_to_five_decide_is_decided(sign, number):
    rule = parse_pattern([f"distance{sign}{number}"]).rules[0]
    if len({COMPARED[sign](distance, number) for distance in range(6, 12)}) == 1:
        assert not list(rule.primitives(CUBE))
        assert rule.holds(Cube()) == COMPARED[sign](0, number)
    else:
        with pytest.raises(LimitError, match="only those up to 5 turns"):
            rule.primitives(CUBE)


def test_questions_beyond_the_bound_are_refused():
    for question in (find, sample, rank_of_solved, explain):
        with pytest.raises(LimitError, match="only those up to 5 turns"):
            question("distance<=9")
    with pytest.raises(LimitError):
        count("distance==9 solved=cross")
    with pytest.raises(InputError, match="does not apply to the 4×4×4"):
        count("distance<=9", size=4)
    with pytest.raises(InputError, match="4×4×4 cannot be counted"):
        count(size=4, depths=True)
    with pytest.raises(InputError, match="only for all states"):
        count("solved=F2L", depths=True)
    with pytest.raises(LimitError, match="too many states"):
        check("/", "distance>=11", puzzle="square1")


def rank_of_solved(rules):
    return rank(Cube(), rules)


def near_cubes(most):
    """Return the cubes up to a number of turns, with their distances."""
    turns = [Cube.from_moves(face + by) for face in "URFDLB" for by in ("", "2", "'")]
    found, level = {Cube(): 0}, [Cube()]
    for depth in range(1, most + 1):
        level = [*dict.fromkeys(n for c in level for t in turns if (n := c * t) not in found)]
        found |= dict.fromkeys(level, depth)
    return found


RULES = [
    "solved=cross",
    "not solved=F2L",
    "colours(U)<=2",
    "any(no-piece-home, self-inverse)",
    "order=4",
    "at-most=5",
]


@pytest.mark.parametrize("seed", range(6))
def test_cubes_of_the_3x3x3_beside_other_rules_are_those_of_a_search(seed):
    rng = random.Random(seed)
    sign, number, rule = rng.choice(["<=", "=="]), rng.randint(1, 3), rng.choice(RULES)
    pattern = parse_pattern([f"distance{sign}{number}", rule])
    others = Pattern(pattern.rules[1:])
    expected = {
        cube.facelets
        for cube, distance in near_cubes(3).items()
        if COMPARED[sign](distance, number) and others.holds(cube)
    }
    answer = find(pattern, limit=None)
    assert {report.facelets for report in answer} == expected
    assert answer.status == ("complete" if expected else "infeasible")
    assert count(pattern).count == len(expected)
    if expected:
        assert {report.facelets for report in sample(pattern, n=5, seed=seed)} <= expected
        chosen = rng.choice(sorted(expected))
        assert rank(chosen, pattern)[0].rank == sorted(
            expected, key=lambda text: Cube.from_facelets(text)
        ).index(chosen)


POCKET_RULES = [
    "colours(U)<=2",
    "not U1==U2",
    "solved=URF",
    "no-touching=side",
    "any(solved=UFL, count(F, R)>=2)",
]


@pytest.mark.parametrize("seed", range(4))
def test_cubes_of_the_2x2x2_beside_other_rules_are_those_of_the_table(seed):
    rng = random.Random(seed)
    sign, number, rule = rng.choice([*COMPARED]), rng.randint(1, 4), rng.choice(POCKET_RULES)
    negated = rng.choice(["", "not "])
    texts = [f"{negated}distance{sign}{number}", rule]
    others = parse_pattern([rule], POCKET)
    table = pocket.distances()
    chosen = [i for i in range(len(table)) if table[i] <= 4]
    near = [(int(table[i]), pocket.unrank(i)) for i in chosen]
    here = {
        cube.facelets
        for distance, cube in near
        if COMPARED[sign](distance, number) != bool(negated) and others.holds(cube)
    }
    assert count([*texts, "distance<=4"], size=2).count == len(here)
    found = {report.facelets for report in find([*texts, "distance<=4"], size=2, limit=20)}
    assert found <= here
    assert len(found) == min(20, len(here))


@pytest.mark.parametrize("seed", range(40))
def test_distances_of_small_puzzles_are_those_of_a_search(seed):
    for _, _, _, puzzle in puzzles([seed], most=400):

        def neighbours(state, puzzle=puzzle):
            for name in puzzle.single_moves:
                yield state.apply(name)

        found = levels(puzzle.solved, neighbours)
        if len(found) > 400:
            return
        known = distances(puzzle)
        assert known.numbers == [n for _, n in sorted(Counter(found.values()).items())]
        for state, distance in found.items():
            rows = batch.from_bytes(state.seen, puzzle)
            assert known.of(rows, FAR).tolist() == [distance]
        most = random.Random(seed).randrange(len(known.numbers))
        expected = {str(state) for state, distance in found.items() if distance <= most}
        answer = find(f"distance<={most}", puzzle=puzzle, limit=None)
        assert {str(report.cube) for report in answer} == expected
        assert count(f"distance<={most}", puzzle=puzzle).count == len(expected)
        assert count([f"distance<={most}", "any(distance>=0)"], puzzle=puzzle).count == len(
            expected
        )


def test_tips_of_the_pyraminx_take_a_move_each():
    puzzle = load_puzzle("pyraminx")
    assert len(tips_and_moves(puzzle)[0]) == 4
    known = distances(puzzle)
    assert sum(known.numbers) == 75_582_720
    assert len(known.numbers) == 16
    assert [len(rows) for rows, _ in known._each_level()] == PYRAMINX
    rng = random.Random(1)
    for length in range(1, 6):
        names = [rng.choice([*puzzle.single_moves]) for _ in range(length)]
        state = puzzle.solved.apply(" ".join(names))
        shortest = len(solve(state, puzzle=puzzle)[0].solution)
        assert known.of(batch.from_bytes(state.seen, puzzle), FAR).tolist() == [shortest]
    assert [*count(puzzle="pyraminx", depths=True).depths] == known.numbers
    assert count("distance>=6", puzzle="pyraminx").count == sum(known.numbers[6:])
    near = find("distance<=2", puzzle="pyraminx", limit=None)
    assert len({str(report.cube) for report in near}) == len(near) == sum(known.numbers[:3])


def test_scrambles_and_samples_of_the_2x2x2_are_far_enough():
    drawn = sample("distance>=10", size=2, n=200, seed=3)
    assert min(pocket.distance(report.cube) for report in drawn) == 10
    share = sum(
        pocket.distance(report.cube) == 11
        for report in sample("distance>=10", size=2, n=4000, seed=1)
    )
    assert abs(share - 4000 * 2644 / 626444) < 16  # four standard deviations


def test_the_command_line_counts_cubes_that_are_not_listed():
    assert f"{FACTS['positions']['htm'][6]:,} cubes" in ask("count", "distance==6").out
