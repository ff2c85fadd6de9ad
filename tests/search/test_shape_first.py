"""The Square-1 is solved from any state, moves being applied here by the definition of the puzzle; and its random states."""

from __future__ import annotations

import itertools
import json
import random
import re
from collections import Counter

import pytest
from facts import FACTS

from cubecsp import InputError, check, scramble, solve
from cubecsp._native import square1_moves
from cubecsp.puzzle import load_puzzle
from cubecsp.puzzle.definitions import square1 as definition
from cubecsp.puzzle.definitions.kpuzzle_json import as_kpuzzle
from cubecsp.puzzle.definitions.puzzle_data import read_data
from cubecsp.search.shape_first import is_nearer, solutions
from cubecsp.stopping.deadline import NEVER, Deadline
from cubecsp.stopping.signals import look

SQUARE1 = load_puzzle("square1")


def state_of(pieces, turned):
    return SQUARE1.pattern((*((piece, 0) for piece in pieces), (0, int(turned))))


def length(text):
    """Return the number of moves of a text as the WCA counts them."""
    return text.count("/") + text.count("(")


def drawn(seed):
    source = random.Random(seed)
    return definition.random_wedges(source), bool(source.randrange(2))


@pytest.mark.parametrize("part", range(4))
def test_random_states_are_solved(part):
    lengths = []
    for seed in range(50 * part, 50 * part + 50):
        pieces, turned = drawn(seed)
        first = next(solutions(pieces, turned, NEVER, 1))
        assert state_of(pieces, turned).apply(" ".join(first.names)).is_solved
        lengths.append(len(first.names))
    assert max(lengths) <= 33
    assert sorted(lengths)[25] <= 28


def test_each_solution_is_shorter_than_the_one_before():
    pieces, turned = drawn(1)
    found = [len(one.names) for one in solutions(pieces, turned, NEVER)]
    assert found == sorted(set(found), reverse=True)
    assert found[-1] <= 25


def near_states(most):
    """Return states that so many moves make, with how many are known to; a move is / or (x,y), some of these."""
    known, level = {SQUARE1.solved: 0}, [(SQUARE1.solved, "")]
    turns = [f"({x},{y})" for x, y in itertools.product((-5, -4, -1, 0, 1, 3), (0, 2, 3, 6))][1:]
    for depth in range(1, most + 1):
        level = [
            (state.apply(move), move[0])
            for state, last in level
            for move in (["/"] if last == "(" else turns if last == "/" else [*turns, "/"])
            if move != "/" or state.can("/")
        ]
        for state, _ in level:
            known.setdefault(state, depth)
    return known


def square1_state(rng, turns, twists):
    """Return a state that so many twists make, with some turns of the layers before each."""
    state = SQUARE1.solved
    while twists:
        move = f"({rng.choice(turns)},{rng.choice(turns)})"
        if state.apply(move).can("/"):
            state, twists = state.apply(f"{move} /"), twists - 1
    pieces, middle = state.by_orbit
    return pieces, bool(middle[0])


@pytest.mark.parametrize("turns", [(-3, 0, 3, 6), (-4, -1, 0, 1, 2, 3)])
@pytest.mark.parametrize("twists", range(2, 6))
def test_no_more_positions_are_looked_at_than_asked_for(twists, turns):
    """Each twist of a solution takes one, in the shape of a square and outside of it."""
    rng = random.Random(twists)
    for _ in range(10):
        pieces, turned = square1_state(rng, turns, twists)
        fewest = next(n for n in range(61) if square1_moves(pieces, turned, n, 0, look)[0])
        for most in range(1, fewest // 2):  # that many of its moves are twists
            assert square1_moves(pieces, turned, 60, most, look) == (None, False)


def test_near_states_take_no_more_moves_than_they_need():
    known = near_states(3)
    for state in random.Random(1).sample([*known], 60):
        (report,) = solve(state, puzzle="square1")
        assert report.optimal
        assert report.length <= known[state]
        pieces, turned = definition.wedges(state.slots), bool(state.slots[24][1])
        assert not is_nearer(pieces, turned, report.length)
        assert is_nearer(pieces, turned, report.length + 1)
    (report,) = solve("/ (3,3)/ (-3,0)/", puzzle="square1")
    assert report.length == 5


def test_what_is_optimal_is_not_beaten_by_a_search_from_both_ends():
    for text in ("(1,0)/ (-1,-1)/ (0,1)", "(0,-1)/ (1,-2)/ (3,0)", "/ (3,0)/"):
        ours = solve(text, puzzle="square1")[0]
        other = solve(text, puzzle="square1", method="breadth-first")[0]
        assert ours.optimal
        assert length(str(ours.solution)) == ours.length <= length(str(other.solution))


def test_limits_keep_what_was_found():
    pieces, turned = drawn(5)
    (report,) = solve(state_of(pieces, turned), puzzle="square1", time_limit=1.5)
    assert report.solution is not None
    assert (report.way, report.optimal) == ("shape-first", False)
    assert [*solutions(pieces, turned, Deadline(0))]


def test_random_states_have_every_shape():
    shapes = definition._shapes()
    assert len({*shapes}) == len(shapes)
    cut = [s for s in shapes if not {11, 5, 23, 17} & {*s}]  # no corner begins before a cut
    assert len(cut) == FACTS["puzzles"]["square1"]["cut"]
    eight = 40_320
    assert len(cut) * eight**2 * 2 == int(FACTS["puzzles"]["square1"]["positions"])
    assert len(shapes) * eight**2 * 2 == definition.STATES
    seen = Counter(drawn(seed)[0].index(0) for seed in range(2400))
    assert all(abs(seen[slot] - 100) < 50 for slot in range(24))


def test_official_scrambles():
    answer = scramble(puzzle="square1", n=3, seed=4)
    assert (answer.query["wca"], answer.method, answer.total) == (True, "shapes", definition.STATES)
    for report in answer:
        text = str(report.generator)
        assert re.fullmatch(r"(\(-?\d,-?\d\))?(/ ?(\(-?\d,-?\d\))?)+", text)
        assert SQUARE1.solved.apply(text) == report.cube
        assert 11 <= report.length == length(text) <= 27


def test_states_that_no_moves_solve_and_other_puzzles_are_refused():
    data = SQUARE1.solved.as_dict()
    pieces = data["WEDGES"]["pieces"]
    pieces[1], pieces[2] = pieces[2], pieces[1]
    with pytest.raises(InputError, match="no sequence of these moves solves"):
        solve(json.dumps(data), puzzle="square1")
    with pytest.raises(InputError, match="shape-first solves the built-in Square-1"):
        solve("R U", puzzle="skewb", method="shape-first")
    other = read_data(json.loads(as_kpuzzle(SQUARE1).replace('"U"', '"V"')), [], None)
    assert solve("V / D", puzzle=other).query["method"] == "breadth-first"
    assert check("/ (3,0)/", puzzle="square1")
