"""States of other puzzles that `find` and `best` give come with the fewest moves: as breadth-first lists have them."""

from __future__ import annotations

import json
from collections import deque

import defined
import pytest

from cubecsp import InputError, best, find
from cubecsp.puzzle import read_puzzle
from cubecsp.puzzle.core.permutation import identity
from cubecsp.questions.answers.answer import Status, Stop


def lengths_to_solved(puzzle, names):
    """Return for each state that moves of a puzzle make how many of the named ones solve it, worked out backwards."""
    undone = {name: puzzle.moves[name] for name in names}
    undone = {name: turn for name, turn in undone.items() if turn != identity(len(turn))}
    found, waiting = {str(puzzle.solved): 0}, deque([puzzle.solved])
    while waiting:
        state = waiting.popleft()
        for turn in undone.values():
            inverse = [0] * len(turn)
            for place, source in enumerate(turn):
                inverse[source] = place
            new = state.after(type(turn)(inverse))
            if str(new) not in found:
                found[str(new)] = found[str(state)] + 1
                waiting.append(new)
    return found


def small_puzzles():
    for seed in range(40):
        data = defined.random_definition(seed)
        every = defined.distances(data, 150)
        puzzle = read_puzzle(json.dumps(data))
        moving = any(turn != identity(len(turn)) for turn in puzzle.moves.values())
        if every and len(every) > 3 and moving and not puzzle.alike:
            yield data, puzzle


@pytest.mark.slow
def test_states_come_with_the_fewest_moves():
    seen = 0
    for data, puzzle in small_puzzles():
        names = [*data["moves"]]
        expected = lengths_to_solved(puzzle, names)
        turns = ",".join(names)
        answer = find(puzzle=puzzle, turns=turns, solve="breadth-first", limit=None, sort="length")
        assert {report.facelets for report in answer} == {*expected}
        assert [report.length for report in answer] == sorted(report.length for report in answer)
        for report in answer:
            assert not report.optimal  # nothing is claimed about moves that were not allowed
            assert report.length == expected[report.facelets]
            assert report.cube.apply(report.solution).is_solved
            assert {*report.solution.names} <= {*names}
        seen += len(answer)
    assert seen > 15


def test_the_best_comes_with_its_moves():
    answer = best(puzzle="skewb", minimise="how-many(solved=CENTERS[0])", solve="breadth-first")
    (report,) = answer
    assert (answer.value, answer.proven, report.optimal) == (0, True, True)
    assert report.cube.apply(report.solution).is_solved
    assert "1 state" in answer.sentence()


def test_a_limit_of_the_search_for_moves_is_reported():
    few = find("not solved=CORNERS", puzzle="skewb", limit=2, solve="breadth-first", max_nodes=40)
    assert (few.status, few.stopped, few.ended) == (Status.PARTIAL, Stop.NODES, Stop.LIMIT)
    assert "the node limit was reached for the moves of some" in few.sentence()
    assert all(report.solution is None and report.unsolved for report in few)
    rules = ["solved=CORNERS", "solved=CENTERS"]
    everything = find(rules, puzzle="skewb", solve="breadth-first", max_nodes=40)
    assert (everything.status, everything.cubes[0].length) == (Status.COMPLETE, 0)
    of_best = best(
        "not solved=CORNERS",
        puzzle="skewb",
        maximise="how-many(solved=CENTERS)",
        solve="breadth-first",
        max_nodes=9,
    )
    assert (of_best.proven, of_best.stopped) == (True, Stop.NODES)
    assert "others may reach it too" in of_best.sentence()


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (
            {"solve": "two-phase"},
            "two-phase solves cubes only; breadth-first, stabiliser-chain and shape-first",
        ),
        ({"metric": "qtm"}, "the parameter metric is for cubes"),
        ({"max_length": 9}, "the parameter max_length is for cubes"),
        ({"pruning_table": "small"}, "the parameter pruning_table is for cubes"),
        ({"sort": "length"}, "ask for them: solve='breadth-first'"),
    ],
)
def test_what_only_cubes_have_is_refused(wrong, why):
    with pytest.raises(InputError) as error:
        find("solved=CORNERS", puzzle="skewb", **wrong)
    assert why in str(error.value)
