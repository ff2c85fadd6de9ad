"""All shortest solutions: the same ones by every method, and by writing down every sequence.

Sequences are different if they are written differently; in quarter turns where those are counted.
"""

from __future__ import annotations

import itertools
import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from words import swapped

from cubecsp import Cube, InputError, LimitError, Moves, PocketCube, Status, Stop, solve, solve_all
from cubecsp.cli import main
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.puzzle.cube.moves import TURNS
from cubecsp.puzzle.cube.state import TURN_CUBES
from cubecsp.questions.moving.moves import MoveSearch, quick
from cubecsp.questions.solve_all import SolveAll
from cubecsp.search import METHODS
from cubecsp.search.turn_orders import all_orders, first_orders
from cubecsp.stopping.deadline import NEVER

pytestmark = [pytest.mark.native, pytest.mark.usefixtures("terminal")]

# Planning by clingo takes seconds: tests/search/test_planned_moves.py compares it with breadth-first search.
LISTING = [name for name, method in METHODS.items() if method.lists_all]
METRICS = ["htm", "qtm"]
LONGEST = {"htm": 3, "qtm": 4}

KNOWN = [
    # Counted by hand: orders of two axes with two faces each, half turns either way in quarter turns.
    ("U D", "htm", 2, 1),
    ("U D", "qtm", 2, 1),
    ("D2", "htm", 1, 1),
    ("D2", "qtm", 2, 2),
    ("U2 D2", "qtm", 24, 4),
    ("U2 D", "qtm", 6, 2),
    ("M2 E2 S2", "htm", 48, 6),
    ("R L U2", "qtm", 4, 2),
    ("", "htm", 1, 1),
]


def turns_of(metric, names=TURNS):
    return [t for t, name in enumerate(TURNS) if name in names and (metric == "htm" or t % 3 != 1)]


def brute_force(cube, longest, turns):
    """Return every sequence of fewest turns that solves a cube, by writing down all of them."""
    for length in range(longest + 1):
        found = set()
        for words in itertools.product(turns, repeat=length):
            after = cube
            for turn in words:
                after = after.apply(Moves.of([turn]))
            if after == type(cube)():
                found.add(words)
        if found:
            return found
    raise AssertionError("it takes more turns than that")


def merged(words):
    """Return the first of each set of words that swaps of adjacent turns of one axis lead to."""
    found = swapped(words, lambda a, b: a // 3 % 3 == b // 3 % 3)
    assert set().union(*found) <= set(words)
    return set(map(min, found))


def listed(cube, method, metric, **options):
    table = {"pruning_table": "tiny"} if method == "optimal" else {}
    answer = solve_all(cube, method=method, metric=metric, **table, **options)
    found = [report.solution.turns for report in answer]
    assert len(set(found)) == len(found) == answer.count
    assert answer.status is Status.COMPLETE
    assert all(cube.apply(Moves(turns)) == type(cube)() for turns in found)
    return set(found)


@pytest.mark.ordinary(8)
@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("seed", range(8))
def test_every_method_lists_what_writing_down_all_finds(metric, seed):
    rng = random.Random(f"{metric} {seed}")
    # Every second one in turns of two axes, so that some commute.
    faces = "URFDLB" if seed % 2 else rng.choice(["UDR", "RLF", "FBU", "UD", "URDL"])
    turns = [t for t in turns_of(metric) if TURNS[t][0] in faces]
    cube = Cube.from_moves(Moves.of(rng.choices(turns, k=LONGEST[metric] - seed % 3 // 2)))
    expected = brute_force_in_halves(cube, metric)
    for method in LISTING:
        assert listed(cube, method, metric) == expected
        assert listed(cube, method, metric, up_to_commuting=True) == merged(expected)


def brute_force_in_halves(cube, metric):
    """Return what `brute_force` does, the last two turns looked up among all of one and two."""
    turns = turns_of(metric)
    ends = {}
    for length in range(3):
        for word in itertools.product(turns, repeat=length):
            made = Cube()
            for turn in word:
                made = made * TURN_CUBES[turn]
            ends.setdefault((length, ~made), []).append(word)
    for length in range(LONGEST[metric] + 1):
        found = set()
        for word in itertools.product(turns, repeat=max(0, length - 2)):
            after = cube
            for turn in word:
                after = after * TURN_CUBES[turn]
            found |= {word + end for end in ends.get((min(length, 2), after), [])}
        if found:
            return found
    raise AssertionError("it takes more turns than that")


@pytest.mark.ordinary(1)
@pytest.mark.parametrize("metric", METRICS)
@settings(max_examples=25)
@given(data=st.data())
def test_the_pocket_cube_too(metric, data):
    """All sequences of turns of U, R and F."""
    turns = [turn for turn in turns_of(metric) if turn < 9]
    scramble = data.draw(st.lists(st.sampled_from(turns), max_size=LONGEST[metric]))
    cube = PocketCube.from_moves(Moves.of(scramble))
    expected = brute_force(cube, LONGEST[metric], turns)
    assert listed(cube, None, metric) == expected
    assert listed(cube, None, metric, up_to_commuting=True) == merged(expected)


@pytest.mark.parametrize(("scramble", "metric", "number", "classes"), KNOWN)
@pytest.mark.parametrize("method", LISTING)
def test_known_numbers(scramble, metric, number, classes, method):
    cube = Cube.from_moves(scramble)
    every = listed(cube, method, metric)
    first = listed(cube, method, metric, up_to_commuting=True)
    assert (len(every), len(first)) == (number, classes)
    assert first == merged(every)


@pytest.mark.slow
@settings(max_examples=50)
@given(st.sampled_from(METRICS), st.data())
def test_orders_of_one_sequence(metric, data):
    """All words that swaps of adjacent commuting turns make of one, half turns spelt either way."""
    runs = data.draw(
        st.lists(
            st.tuples(st.integers(0, 2), st.integers(0, 15).filter(bool)), min_size=0, max_size=3
        ).filter(lambda runs: all(a[0] != b[0] for a, b in itertools.pairwise(runs)))
    )
    word = []
    for axis, amounts in runs:
        first, second = amounts % 4, amounts // 4
        word += [3 * axis + first - 1] * bool(first)
        word += [3 * (axis + 3) + second - 1] * bool(second)
    moves = Moves.of(word)
    words = [m.turns for m in all_orders(moves, metric)]
    assert len(set(words)) == len(words)
    assert {Moves(w).simplified() for w in words} == {moves.simplified()}
    assert {Moves(w).length(metric) for w in words} == {moves.length(metric)}
    assert metric == "htm" or not any(turn % 3 == 1 for w in words for turn in w)
    firsts = [m.turns for m in first_orders(moves, metric)]
    assert len(set(firsts)) == len(firsts)
    assert set(firsts) == merged(words)
    length = moves.length(metric)
    if length <= 3:
        letters = turns_of(metric)
        letters = [t for t in letters if t // 3 in {turn // 3 for turn in word}]
        made = Cube.from_moves(moves)
        same = {
            w
            for w in itertools.product(letters, repeat=length)
            if Cube.from_moves(Moves.of(w)) == made
            and Moves.of(w).simplified() == moves.simplified()
        }
        assert same == set(words)


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("method", LISTING)
@pytest.mark.parametrize("word", ["D R U", "L U R", "B D' F'", "L' U B R", "D U R", "B R L U"])
def test_turns_that_others_keep_apart_are_in_one_order_only(word, method, metric):
    """D R U has U after D, which it commutes with, but R, which it does not, between them."""
    cube = Cube.from_moves(~Moves(word))
    every = brute_force_in_halves(cube, "qtm") if metric == "qtm" else listed(cube, method, metric)
    assert Moves(word).turns in every
    assert listed(cube, method, metric, up_to_commuting=True) == merged(every)


@pytest.mark.parametrize("method", LISTING)
def test_the_answer_says_what_was_counted(method, capsys):
    table = ["--pruning-table", "tiny"] if method == "optimal" else []
    asked = ["solve", "U D", "--all", "--method", method, *table]
    for option, count, words in (
        ([], 2, "2 shortest solutions (2 turns each); there are no others"),
        (["--up-to-commuting"], 1, "1 shortest solution (2 turns, up to the order of commuting"),
    ):
        assert main([*asked, *option]) == 0
        assert words in capsys.readouterr().out
        assert main([*asked, *option, "--json"]) == 0
        answer = json.loads(capsys.readouterr().out)
        assert answer["count"] == count
        assert answer["query"]["question"] == "solve_all"
        assert answer["query"]["up_to_commuting"] is bool(option)


def test_reach_merges_too(capsys):
    for option, count in (([], 2), (["--up-to-commuting"], 1)):
        assert main(["reach", "U D", "solved=all", *option, "--json"]) == 0
        answer = json.loads(capsys.readouterr().out)
        assert answer["count"] == count
        assert answer["query"]["up_to_commuting"] is bool(option)
    assert main(["reach", "U D", "solved=all", "--up-to-commuting"]) == 0
    assert (
        "1 shortest sequence, up to the order of commuting moves; it is unique"
        in capsys.readouterr().out
    )


def test_up_to_commuting_is_about_all_solutions(capsys):
    assert main(["solve", "U D", "--up-to-commuting"]) == 2
    assert "give --all" in capsys.readouterr().err


@pytest.mark.parametrize("limit", [1, 5, 6, 7])
@pytest.mark.parametrize("method", LISTING)
def test_no_more_than_the_limit(method, limit):
    table = {"pruning_table": "tiny"} if method == "optimal" else {}
    answer = solve_all(
        Cube.from_moves("M2 E2 S2"), method=method, limit=limit, up_to_commuting=True, **table
    )
    assert len(answer) == min(limit, 6)
    assert answer.stopped is (Stop.LIMIT if limit < 6 else None)
    assert answer.status is (Status.PARTIAL if limit < 6 else Status.COMPLETE)


# Claims about lengths -------------------------------------------------------------------------


@pytest.mark.parametrize("scramble", ["R U F", "R U R' U'", "F2 L", "U D"])
def test_restricted_turns_prove_nothing_about_all_turns(scramble, capsys):
    cube = Cube.from_moves(scramble)
    turns = "U,R,F,D,L,B"
    for report in (
        solve(cube, method="breadth-first", turns=turns).cubes[0],
        *solve_all(cube, method="breadth-first", turns=turns),
    ):
        assert not report.optimal
        assert report.proven == 0
        assert report.length > len(Moves(scramble))
        assert not report.as_dict()["optimal"]
    assert main(["solve", scramble, "--turns", turns]) == 0
    assert "the shortest there is" not in capsys.readouterr().out


def test_of_larger_cubes_not_every_turn_is_tried():
    (report,) = solve_all(cube_class(4).from_moves("U"), method="breadth-first")
    assert (str(report.solution), report.optimal, report.proven) == ("U'", False, 0)


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("method", ["optimal", "breadth-first"])
def test_all_turns_prove_their_solutions(method, metric):
    table = {"pruning_table": "tiny"} if method == "optimal" else {}
    cube = Cube.from_moves("R U2 F'")
    length = 3 if metric == "htm" else 4
    reports = [
        *solve(cube, method=method, metric=metric, **table),
        *solve_all(cube, method=method, metric=metric, **table),
    ]
    assert {(r.length, r.optimal, r.proven) for r in reports} == {(length, True, length)}


@pytest.mark.parametrize("scramble", ["R U F D L B R2 U2", "R U R' U' F2 L D", "R", "F B' U2 D"])
def test_moves_that_are_short_enough_are_said_to_be_the_shortest_only_if_that_is_known(
    scramble, capsys
):
    """`--max-length` is met by moves that two phases find: an answer, with the proof that these give.

    On one thread, since which of several finds moves first differs from time to time.
    """
    cube = Cube.from_moves(scramble)
    answer = solve(cube, method="optimal", pruning_table="tiny", max_length=20, threads=1)
    (report,) = answer
    assert cube.apply(report.solution) == Cube()
    (shortest,) = solve(cube, method="optimal", pruning_table="tiny")
    assert report.proven <= shortest.length <= report.length
    assert report.optimal == (report.length == report.proven)
    assert (answer.stopped, answer.status) == (None, Status.COMPLETE)
    question = [
        "solve",
        scramble,
        "--method",
        "optimal",
        "--pruning-table",
        "tiny",
        "--max-length",
        "20",
    ]
    question += ["--threads", "1"]
    assert main(question) == 0
    printed = capsys.readouterr()
    assert ("the shortest there is" in printed.out) == report.optimal
    assert "interrupted" not in printed.err
    assert main([*question, "--json"]) == 0
    assert "stopped" not in json.loads(capsys.readouterr().out)


def test_no_turns_are_the_shortest_there_are():
    (report,) = solve(Cube(), method="optimal", pruning_table="tiny", max_length=20)
    assert (report.length, report.optimal) == (0, True)


def test_a_search_that_meets_its_length_late_is_no_interruption():
    """What a first, short look leaves too long is gone on with until every cube is as short as wanted."""
    hard = ["F2 B' L' B' L2 F' R2 L2 B' U2 B R' U", "L' U2 L B L F R D' U F2 R B U"]
    cubes = [Cube.from_moves(scramble) for scramble in ("R U F", *hard)]
    search = MoveSearch.choose("optimal", pruning_table="tiny", max_length=14)
    easy, *late = (found.length for found in quick(cubes, search, NEVER))
    assert easy <= 14 < min(late)
    answer = solve(cubes, method="optimal", pruning_table="tiny", max_length=14)
    assert (answer.stopped, answer.status) == (None, Status.COMPLETE)
    for report, cube in zip(answer, cubes, strict=True):
        assert cube.apply(report.solution) == Cube()
        assert report.length <= 14


def test_lengths_of_pocket_cubes_among_others():
    near, far = PocketCube.from_moves("R U"), PocketCube.from_moves("R U F")
    with pytest.raises(LimitError, match="no solution has length 2 or less"):
        solve(far, max_length=2)
    assert solve(near, max_length=2).cubes[0].length == 2
    answer = solve([near, Cube.from_moves("R U"), far], max_length=2, threads=1)
    assert [report.length for report in answer] == [2, 2, None]
    assert answer.cubes[2].unsolved.startswith("no solution has length 2 or less")


@pytest.mark.parametrize(("metric", "length"), [("htm", 3), ("qtm", 4)])
def test_solutions_as_long_as_may_be_are_given(metric, length):
    how = {"method": "optimal", "pruning_table": "tiny", "metric": metric}
    cube = Cube.from_moves("R U2 F")
    every = {str(report.solution) for report in solve_all(cube, **how)}
    assert {str(r.solution) for r in solve_all(cube, max_length=length, **how)} == every
    with pytest.raises(LimitError, match=f"no solution has length {length - 1} or less"):
        solve_all(cube, max_length=length - 1, **how)


def test_options_of_all_solutions_of_a_pocket_cube():
    cube = PocketCube.from_moves("R U F")
    with pytest.raises(InputError, match="no sequence of U, R solves the cube"):
        solve_all(cube, turns="U,R")
    with pytest.raises(LimitError, match="no solution has length 2 or less"):
        solve_all(cube, max_length=2)
    assert len(solve_all(cube, max_length=3)) == len(solve_all(cube))


@pytest.mark.parametrize("puzzle", ["2", "3", "4", "7", "skewb", "square1"])
def test_a_refused_method_is_told_only_of_ways_that_take_the_question(puzzle):
    whole = {"size": int(puzzle)} if puzzle.isdigit() else {"puzzle": puzzle}
    about = {"cubes": "/" if puzzle == "square1" else "R", **whole}
    for method in sorted({*METHODS} - {"breadth-first", "optimal"}):
        with pytest.raises(InputError) as refused:
            SolveAll(**about, method=method)
        named = [name for name in METHODS if name in refused.value.remedy]
        assert named or refused.value.remedy.startswith("leave out the method"), refused.value
        for other in named or [None]:
            SolveAll(**about, method=other)
