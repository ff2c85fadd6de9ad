"""Moves of an answer can be made right after those of the question, rotations of the whole puzzle included."""

from __future__ import annotations

import json
import random
from functools import cache

import pytest
from asking import ask
from defined import distinguished, key
from turned import Turned, look, with_rotations

from cubecsp import check, complete, describe, reach, repair, scramble, solve, solve_all
from cubecsp.errors import InputError
from cubecsp.puzzle import load_puzzle, read_puzzle
from cubecsp.puzzle.definitions.kpuzzle_json import as_kpuzzle


@cache
def built_in(name):
    data = json.loads(as_kpuzzle(load_puzzle(name)))
    for held in data["defaultPattern"].values():
        held.setdefault("orientationMod", [0] * len(held["pieces"]))
    return Turned(data)


@cache
def small():
    """Return small random puzzles with rotations, 120 at most, whose states can all be listed."""
    found = []
    for seed in range(100):
        turned = Turned(with_rotations(seed))
        whole = Turned(distinguished(turned.data))
        few = len(whole.spread([whole.solved], whole.rotations, 121)) <= 120
        every = turned.spread([turned.solved], turned.data["moves"], 200)
        moved = key(turned.done(turned.others[0])) != key(turned.solved)
        if few and moved and 4 < len(every) < 200:
            found.append((turned, read_puzzle(json.dumps(turned.data))))
    return found


@pytest.mark.parametrize(
    "name", ["skewb", "pyraminx", pytest.param("megaminx", marks=pytest.mark.slow)]
)
def test_answers_of_built_in_puzzles_follow_the_moves_of_the_question(name):
    turned, rng = built_in(name), random.Random(name)
    for number in (3,) if name == "megaminx" else (1, 3):
        moves = turned.sequence(rng, number)
        state = turned.done(moves)
        (report,) = solve(moves, puzzle=name)
        end = turned.done(str(report.solution), state)
        assert key(end) == key(turned.done(report.rotation)), moves
        assert key(end) in turned.holdings
        assert key(turned.done(str(report.generator))) == key(state)
        assert not turned.shortest(state, turned.powers, min(report.length, 2) - 1)
        told = ask("solve", "--puzzle", name, moves, "--json").json["cubes"][0]
        assert (told["solution"], told.get("rotation", "")) == (report.written, report.rotation)
        (described,) = describe(moves, puzzle=name)
        assert (described.length, described.rotation) == (report.length, report.rotation)
        assert check(moves, puzzle=name).cubes[0].verdict.reachable
        (repaired,) = repair(moves, puzzle=name).repairs
        assert (look(repaired.state.as_dict()), repaired.changed) == (look(state), ())
        (completed,) = complete(moves, puzzle=name)
        assert look(completed.cube.as_dict()) == look(state)


def test_small_puzzles_are_solved_in_the_fewest_moves_in_any_holding():
    rng, unsolvable, ended_turned = random.Random(1), 0, 0
    for turned, puzzle in rng.sample(small(), 20):
        moves = turned.sequence(rng, 6)
        state = turned.done(moves)
        for listed in ([*turned.data["moves"]], turned.others[:1], None):
            turns = listed and ",".join(listed)
            least = turned.shortest(state, listed or turned.powers)
            if not least:
                unsolvable += 1
                with pytest.raises(InputError, match="no moves solve|no sequence of these moves"):
                    solve(moves, puzzle=puzzle, turns=turns)
                continue
            (report,) = solve(moves, puzzle=puzzle, turns=turns)
            assert report.length == len(next(iter(least))), (turned.data, moves)
            end = key(turned.done(str(report.solution), state))
            assert end in turned.holdings
            assert end == key(turned.done(report.rotation))
            assert key(turned.done(str(report.generator))) == key(state)
            ended_turned += report.rotation != ""
            (described,) = describe(moves, puzzle=puzzle, turns=turns)
            assert (described.length, described.rotation) == (report.length, report.rotation)
    assert min(unsolvable, ended_turned) > 3


def test_whether_moves_make_a_state_in_some_holding():
    rng, verdicts = random.Random(2), []
    for turned, puzzle in rng.sample(small(), 20):
        moves, turns = turned.sequence(rng, 5), turned.others[:1]
        can = turned.spread(turned.holdings.values(), turns)
        verdict = check(moves, puzzle=puzzle, turns=turns[0]).cubes[0].verdict.reachable
        assert verdict == (key(turned.done(moves)) in can), (turned.data, moves)
        verdicts.append(verdict)
    assert min(verdicts.count(True), verdicts.count(False)) > 3


def test_all_shortest_solutions_in_any_holding():
    rng, several = random.Random(3), 0
    for turned, puzzle in rng.sample(small(), 8):
        moves = turned.sequence(rng, 4)
        least = turned.shortest(turned.done(moves), turned.others)
        if least:
            answer = solve_all(moves, puzzle=puzzle, turns=",".join(turned.others))
            assert {report.solution.names for report in answer} == least, (turned.data, moves)
            assert len(answer) == len(least)
            several += len(turned.holdings) > 1
    assert several > 2


def test_scrambles_are_as_short_as_solutions():
    """Also of puzzles that moves turn as a whole without being called rotations."""
    rng = random.Random(4)
    for turned, puzzle in rng.sample(small(), 8):
        (report,) = scramble(puzzle=puzzle, seed=1)
        state = turned.done(str(report.generator))
        assert look(state) == look(report.cube.as_dict())
        assert report.length == len(next(iter(turned.shortest(state, turned.powers))))


@pytest.mark.parametrize(("name", "orbit"), [("skewb", "CENTERS"), ("pyraminx", "EDGES")])
def test_rules_are_about_the_puzzle_as_it_is_held(name, orbit):
    turned, rng = built_in(name), random.Random(name)
    for number in (1, 3):
        moves = turned.sequence(rng, number)
        answer = reach(moves, f"solved={orbit}", puzzle=name)
        for report in answer.cubes[:3]:
            end = turned.done(str(report.moves), turned.done(moves))
            assert end[orbit]["pieces"] == turned.done(report.rotation)[orbit]["pieces"]
            assert look(report.cube.as_dict()) == look(end)
            (checked,) = check(report.cube, f"solved={orbit}", puzzle=name)
            assert (checked.violations, checked.rotation) == ({}, report.rotation)
