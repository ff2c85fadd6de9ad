"""Every engine that takes other puzzles finds the states that a list of all of them has."""

from __future__ import annotations

import random

import pytest
from defined import key, plain, puzzles, random_rule

from cubecsp import find
from cubecsp.models.engines import ENGINES
from cubecsp.puzzle import MoveGroup
from cubecsp.questions.answers.answer import Status

ABLE = [name for name, engine in ENGINES.items() if engine.other_puzzles and engine.exhaustive]


@pytest.mark.few(1)
@pytest.mark.parametrize("engine", ABLE)
def test_states_of_random_puzzles_that_satisfy_random_rules(engine):
    """The puzzles have pieces that look alike, turnings only partly seen, and invariants over several orbits."""
    asked = solutions = mixed = 0
    for seed, data, every, puzzle in puzzles(range(70)):
        rng = random.Random(seed)
        text, meaning = random_rule(data, rng)
        expected = {state for state in every if meaning(plain(state))}
        answer = find(text, puzzle=puzzle, engine=engine)
        assert {key(report.cube.as_dict()) for report in answer} == expected, (seed, text)
        assert len(answer) == len(expected)
        assert answer.status is (Status.COMPLETE if expected else Status.INFEASIBLE)
        asked += 1
        solutions += len(expected)
        mixed += any(len(law.turned) + len(law.permuted) > 1 for law in puzzle.invariants)
    assert asked > 20
    assert solutions > 200
    assert mixed > 3


@pytest.mark.few(1)
@pytest.mark.parametrize("engine", ABLE)
def test_all_states_of_a_built_in_puzzle(engine):
    rules = ["solved=AXIALS+TIPS+EDGES[0]"]
    answer = find(rules, puzzle="pyraminx", engine=engine)
    assert answer.status is Status.COMPLETE
    assert len(answer) == 960
    group = MoveGroup(answer.cubes[0].cube.puzzle)
    assert all(group.check(report.cube).reachable for report in answer.cubes[::97])
