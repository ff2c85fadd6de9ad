"""Sequences that meet in the middle, beside all sequences of the moves of small puzzles, and the search for 3×3×3."""

from __future__ import annotations

import itertools
import random

import pytest
from defined import after, key, puzzles
from test_cubes_as_definitions import defined_as
from test_defined_searches import pattern_of, state_of

from cubecsp.puzzle import load_puzzle, read_puzzle
from cubecsp.puzzle.core.permutation import compose, identity
from cubecsp.puzzle.states.node_limit import NodeLimitError
from cubecsp.puzzle.states.space import Space
from cubecsp.questions.answers.answer import Status, Stop
from cubecsp.questions.reach import reach
from cubecsp.questions.solve_all import solve_all
from cubecsp.search import meeting
from cubecsp.search.meeting import SequencesByLength
from cubecsp.stopping.deadline import NEVER

LONGEST = 5


def orders(word, moves):
    """Return all orders that exchanges of neighbours that commute make of a sequence."""
    found, waiting = {word}, [word]
    for one in waiting:
        for at, (a, b) in enumerate(itertools.pairwise(one)):
            new = (*one[:at], b, a, *one[at + 2 :])
            if compose(moves[a], moves[b]) == compose(moves[b], moves[a]) and new not in found:
                found.add(new)
                waiting.append(new)
    return found


def is_direct(word, moves):
    """Return whether in no order two neighbours are together a move, or nothing."""
    ones = {*moves.values(), identity(len(next(iter(moves.values()))))}
    pairs = (pair for order in orders(word, moves) for pair in itertools.pairwise(order))
    return not any(compose(moves[a], moves[b]) in ones for a, b in pairs)


@pytest.mark.parametrize("way", ["as it is", "no piece is passed over", "in parts"])
def test_sequences_are_those_among_all(way, monkeypatch):
    if way == "no piece is passed over":
        monkeypatch.setattr(meeting, "_MOST_ALIKE", -1)
    if way == "in parts":
        monkeypatch.setattr(meeting, "_KEPT", 4)
    total = 0
    for seed, data, every, puzzle in puzzles(range(90)):
        rng = random.Random(seed)
        start, *goals = rng.sample(sorted(every), min(len(every), rng.randint(2, 4)))
        space = Space(puzzle, {name: puzzle.moves[name] for name in data["moves"]})
        reached = {(): pattern_of(data, start)}
        expected = set()
        for length in range(LONGEST + 1):
            for word in itertools.product(space.turns, repeat=length):
                if word:
                    reached[word] = after(data, reached[word[:-1]], word[-1])
                if key(reached[word]) in goals and is_direct(word, space.turns):
                    expected.add(min(orders(word, space.turns)))
        ends = [state_of(puzzle, goal) for goal in goals]
        try:
            found = [
                path.names
                for path in SequencesByLength.of_each(
                    *(space, state_of(puzzle, start), ends),
                    longest=LONGEST,
                    number=None,
                    deadline=NEVER,
                )
            ]
        except NodeLimitError:  # more than four halves lead to one state
            assert way == "in parts"
            continue
        assert [*map(len, found)] == sorted(map(len, found))
        assert sorted(min(orders(word, space.turns)) for word in found) == sorted(expected), seed
        total += len(found)

    assert total > 200


@pytest.mark.slow
def test_three_edges_of_a_cube_beside_the_search_for_cubes():
    cube = read_puzzle(defined_as(3))
    for slots, names, least in (
        ("UR+UF+UB", "ORBIT1[0,1,3]", 9),
        ("URF+UFL+ULB", "ORBIT0[0,1,2]", 8),
    ):
        theirs = reach("()", f"changes={slots}", up_to=least, up_to_commuting=True, limit=None)
        ours = reach("()", f"changes={names}", up_to=least, puzzle=cube, limit=None)
        assert ours.status is theirs.status is Status.COMPLETE
        assert len(ours) == len(theirs) > 3
        fewest = reach("()", f"changes={names}", puzzle=cube)
        assert {len(one.moves) for one in (*fewest, *ours)} == {least}


def test_effects_on_puzzles_replayed_by_the_oracle():
    for name, rule, length in (
        ("fto", "changes=EDGES[0,1,2]", 8),
        ("skewb", "changes=CENTERS[0,1,2]", None),
    ):
        puzzle = load_puzzle(name)
        answer = reach("()", rule, puzzle=puzzle)
        assert answer.status is Status.COMPLETE
        for report in answer:
            assert length in (None, len(report.moves))
            held, home = puzzle.solved.apply(str(report.moves)), puzzle.solved
            orbit, numbers = rule.removeprefix("changes=").removesuffix("]").split("[")
            wrong = [s for s in range(puzzle.slot_count) if held.holds(s) != home.holds(s)]
            assert [*map(puzzle.place, wrong)] == [f"{orbit}[{n}]" for n in numbers.split(",")]


def test_limits_are_not_reported_as_none():
    asked = {"puzzle": "fto", "rules": "changes=CORNERS[0,1]"}
    answer = reach("()", **asked, max_nodes=100_000)
    assert (answer.status, answer.stopped) == (Status.UNKNOWN, Stop.NODES)
    assert "node limit" in answer.reason
    assert reach("()", **asked, up_to=6).status is Status.INFEASIBLE
    some = reach("()", "changes=EDGES[0,1,2]", puzzle="fto", up_to=9, limit=3)
    assert (len(some), some.stopped) == (3, Stop.LIMIT)


@pytest.mark.parametrize("more", [0, 1])
def test_more_moves_than_are_searched_for_are_not_said_to_be_all(more):
    answer = solve_all("U", puzzle="pyraminx", turns="U,U'", up_to=meeting.LONGEST + more)
    assert [str(one.solution) for one in answer] == ["U'"]
    assert answer.status is (Status.PARTIAL if more else Status.COMPLETE)


def test_every_way_up_to_a_length_to_solve_a_state():
    shortest = solve_all("U R L", puzzle="skewb")
    every = solve_all("U R L", puzzle="skewb", up_to=8)
    texts = [str(one.solution) for one in every]
    assert texts[: len(shortest)] == [str(one.solution) for one in shortest]
    assert len(texts) == len({*texts}) > len(shortest)
    skewb = load_puzzle("skewb")
    assert all(skewb.solved.apply(f"U R L {text}").is_solved for text in texts)
