"""`rank` and `unrank` of puzzles that are not cubes, against lists of all states."""

from __future__ import annotations

import json
import random

import blocked
import pytest
from defined import key, plain, puzzles, random_rule, shuffled

from cubecsp import InputError, LimitError, Status, count, rank, sample, unrank
from cubecsp.models.counting import drawing_plans
from cubecsp.models.counting.elements import ElementNumbering
from cubecsp.puzzle import load_puzzle, read_puzzle, read_state
from cubecsp.puzzle.core.permutation import identity
from cubecsp.puzzle.states.reachable_states import MoveGroup


def in_order(puzzle, every, holds=lambda _: True):
    """Return the states that satisfy a rule, ascending by what their slots hold."""
    states = [read_state(json.dumps(plain(k)), puzzle) for k in every if holds(plain(k))]
    return sorted(states, key=lambda state: state.seen)


def compare(puzzle, expected, rules=(), **how):
    """Number all states that satisfy rules, and ask for the numbers of these."""
    answer = unrank(range(max(1, len(expected))), rules, puzzle=puzzle, **how)
    assert answer.total == len(expected)
    assert [report.cube for report in answer] == expected
    if not expected:
        assert answer.status is Status.INFEASIBLE
        return answer
    back = rank(expected, rules, puzzle=puzzle, **how)
    assert [report.rank for report in back] == [*range(len(expected))]
    assert (back.status, back.method) == (Status.COMPLETE, answer.method)
    return answer


@pytest.mark.slow
def test_states_of_random_puzzles_are_numbered():
    methods = set()
    for seed, data, every, puzzle in puzzles(range(40), most=300):
        methods.add(compare(puzzle, in_order(puzzle, every)).method)
        text, holds = random_rule(data, random.Random(seed))
        compare(puzzle, in_order(puzzle, every, holds), text)
    assert {"elements", "listing"} <= methods


def test_the_order_does_not_depend_on_the_way():
    compared = 0
    for seed, data, every, puzzle in puzzles(range(40), most=300):
        text, holds = random_rule(data, random.Random(seed))
        for method in ("listing", "visiting"):
            compare(puzzle, in_order(puzzle, every), method=method)
            compare(puzzle, in_order(puzzle, every, holds), text, method=method)
        if MoveGroup(puzzle).parts.unseen == 1:
            compared += 1
            compare(puzzle, in_order(puzzle, every), method="elements")
    assert compared > 5


def test_states_that_have_no_number():
    refused = broken = 0
    for seed, data, every, puzzle in puzzles(range(60), most=300):
        rng = random.Random(seed)
        state = shuffled(data, rng)
        if key(state) not in every:
            refused += 1
            with pytest.raises(InputError, match="unsolvable state"):
                rank(json.dumps(state), puzzle=puzzle)
        text, holds = random_rule(data, rng)
        for other in rng.sample(sorted(every), min(3, len(every))):
            if not holds(plain(other)):
                broken += 1
                answer = rank(json.dumps(plain(other)), text, puzzle=puzzle)
                assert answer.status is Status.INFEASIBLE
                assert answer.cubes[0].rank is None
                assert [str(rule) for rule in answer.cubes[0].violations]
    assert min(refused, broken) > 5


@pytest.mark.slow
def test_states_of_puzzles_with_blocked_moves_are_numbered():
    compared = 0
    for seed in range(20):
        data = blocked.random_definition(seed)
        puzzle = read_puzzle(json.dumps(data))
        every = blocked.distances(data["defaultPattern"], blocked.powers(data), most=300)
        if every and any(turn != identity(len(turn)) for turn in puzzle.moves.values()):
            compared += 1
            for method in ("listing", "visiting"):
                compare(puzzle, in_order(puzzle, every), method=method)
    assert compared > 5


@pytest.mark.slow
def test_what_is_too_much_to_list_is_visited(monkeypatch):
    monkeypatch.setattr(drawing_plans, "is_short_search", lambda _: iter(()))  # without success
    rule, of = "not holds=CENTERS[0]:CENTERS[5]", {"puzzle": "skewb", "turns": "R,U"}
    answer = unrank([0, 46_655], rule, **of)
    assert (answer.method, answer.total) == ("visiting", count(rule, **of).count)
    back = rank([report.cube for report in answer], rule, **of)
    assert [report.rank for report in back] == [0, 46_655]


def test_only_some_moves():
    puzzle = load_puzzle("skewb")
    answer = unrank([0, 58_319], puzzle=puzzle, turns="R,U")
    assert answer.total == MoveGroup(puzzle, puzzle.chosen("R,U")).order == 58_320
    back = rank([report.cube for report in answer], puzzle=puzzle, turns="R,U")
    assert [report.rank for report in back] == [0, 58_319]
    with pytest.raises(InputError, match="unsolvable state"):
        rank("L", puzzle=puzzle, turns="R,U")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["skewb", "pyraminx", "megaminx"])
def test_numbers_of_large_puzzles_lead_back(name):
    puzzle, rng = load_puzzle(name), random.Random(1)
    group = MoveGroup(puzzle)
    numbering = ElementNumbering(group)
    numbers = sorted(rng.randrange(numbering.total) for _ in range(20))
    rows = [numbering.at(number) for number in numbers]
    assert rows == sorted(rows)
    assert [numbering.rank(row) for row in rows] == numbers
    states = [puzzle.state_class.from_row(row) for row in rows]
    assert [r.rank for r in rank(states, puzzle=puzzle)] == numbers
    assert all(group.check(state).reachable for state in states)


@pytest.mark.slow
def test_how_many_there_are():
    with pytest.raises(InputError, match="3,149,280 is not a number of the 3,149,280 states"):
        unrank(3_149_280, puzzle="skewb")
    answer = unrank(0, ["solved=all", "not solved=all"], puzzle="skewb")
    assert answer.sentence().startswith("No state of skewb satisfies the rules")
    with pytest.raises(LimitError, match="the states cannot be numbered"):
        unrank(0, "not solved=all", puzzle="megaminx")


@pytest.mark.slow
def test_samples_are_states_with_random_numbers():
    (drawn,) = sample(puzzle="megaminx", seed=1)
    (numbered,) = rank(drawn.cube, puzzle="megaminx")
    assert unrank(numbered.rank, puzzle="megaminx").cubes[0].cube == drawn.cube
    assert sample(puzzle="megaminx", seed=1).method == "elements"
