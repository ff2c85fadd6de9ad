"""Any state of a puzzle whose states form a group is solved; the moves are applied here by slots, not by the package."""

from __future__ import annotations

import json
import random
import re

import defined
import numpy as np
import pytest

from cubecsp import InputError, LimitError, find, scramble, solve
from cubecsp.errors import OutOfTimeError
from cubecsp.puzzle import MoveGroup, load_puzzle, read_puzzle
from cubecsp.puzzle.core.permutation import identity
from cubecsp.questions.answers.answer import Status, Stop
from cubecsp.search import stabiliser_chain
from cubecsp.search.point_moves import PointMoves
from cubecsp.search.stabiliser_chain import StabiliserChain
from cubecsp.stopping.deadline import NEVER

CHAIN = "stabiliser-chain"


def moved(puzzle, data, name):
    """Return the slots of each orbit after a move of a definition, done as often as its name says."""
    base, times, back = re.fullmatch(r"(.*?)(\d*)(['+-]?)", name).groups()
    if name in puzzle.base_moves:
        base, times, back = name, "", ""
    done = puzzle.slot_move(puzzle.moves[base])
    order = 1
    step = lambda held: [  # noqa: E731
        (held[s][0], held[s][1] + d) for s, d in zip(done.sources, done.deltas, strict=True)
    ]
    start = [(slot, 0) for slot in range(puzzle.slot_count)]
    now = step(start)
    turns = [puzzle.kind_of[slot].turns for slot in range(puzzle.slot_count)]
    reduced = lambda held: [(p, t % turns[p]) for p, t in held]  # noqa: E731
    while reduced(now) != start:
        now, order = step(now), order + 1
    amount = int(times or 1) % order
    for _ in range(order - amount if back in ("'", "-") else amount):
        data = step(data)
    return data


def is_solved(puzzle, slots):
    """Return whether slots look solved, or as after a rotation of the whole puzzle."""
    looks = [(n, t % m) for (n, t), (_, _, m) in zip(slots, _modulus(puzzle, slots), strict=True)]
    return any(
        looks
        == [(n, t % puzzle.modulus_of[puzzle.kind_of[i].name, n]) for i, (n, t) in enumerate(goal)]
        for goal in (puzzle.solved.after(turn).slots for turn in puzzle.rotations)
    )


def _modulus(puzzle, slots):
    return [(n, t, puzzle.modulus_of[puzzle.kind_of[i].name, n]) for i, (n, t) in enumerate(slots)]


def require_solved(report, puzzle):
    slots = report.cube.slots
    for name in report.solution.names:
        slots = moved(puzzle, slots, name)
    assert is_solved(puzzle, slots)
    assert not report.optimal or report.proven == len(report.solution)
    assert report.proven <= len(report.solution)


@pytest.mark.parametrize("name", ["pyraminx", "skewb", "baby_fto", "dino_cube", "redi_cube"])
def test_random_states_of_small_puzzles(name):
    puzzle = load_puzzle(name)
    group = MoveGroup(puzzle)
    states = [group.random_state(random.Random(seed)) for seed in range(4)]
    for report in solve(states, puzzle=puzzle, method=CHAIN):
        require_solved(report, puzzle)
        assert (report.optimal, report.proven, report.way) == (False, 0, CHAIN)
        assert report.as_dict()["method"] == CHAIN


@pytest.mark.slow
@pytest.mark.few(2)
@pytest.mark.parametrize("name", ["fto", "kilominx", "master_tetraminx", "clock", "megaminx"])
def test_random_states_of_large_puzzles(name):
    puzzle = load_puzzle(name)
    group = MoveGroup(puzzle)
    states = [group.random_state(random.Random(seed)) for seed in range(4)]
    answer = solve(states, puzzle=puzzle)
    assert answer.query["method"] == f"breadth-first, {CHAIN}"
    assert answer.status is Status.COMPLETE
    for report in answer:
        require_solved(report, puzzle)
        assert (report.optimal, report.way) == (False, CHAIN)


def test_random_definitions():
    """Pieces may look alike, turns be unseen; whether a state is solvable is known from a list of all of them."""
    seen = alike = 0
    for seed in range(120):
        data = defined.random_definition(seed)
        puzzle = read_puzzle(json.dumps(data))
        every = defined.distances(data, 60)
        if not every or all(turn == identity(len(turn)) for turn in puzzle.moves.values()):
            continue
        states = [puzzle.pattern(slots) for slots in _listed(puzzle)]
        for report in solve(states, puzzle=puzzle, method=CHAIN):
            require_solved(report, puzzle)
            seen += 1
            alike += puzzle.alike
    assert seen > 300
    assert alike > 100


def _listed(puzzle):
    """Return the slots of all states of a puzzle that moves make, with at most 30 of them."""
    found, waiting = {str(puzzle.solved): puzzle.solved.slots}, [puzzle.solved]
    for state in waiting:
        for turn in puzzle.chosen().values():
            new = state.after(turn)
            if str(new) not in found and len(found) < 30:
                found[str(new)] = new.slots
                waiting.append(new)
    return found.values()


def test_the_shortest_are_found_where_a_search_can():
    (report,) = solve("R U' L B", puzzle="skewb")
    assert (report.optimal, report.length, report.way) == (True, 4, None)
    (near,) = solve("R U F", puzzle="megaminx")
    assert (near.optimal, near.length) == (True, 3)


def test_moves_that_may_be_used_are_those_that_are_used():
    (report,) = solve("R U R U' R2", puzzle="skewb", turns="R,U", method=CHAIN)
    assert {*report.solution.names} <= {"R", "U"}
    require_solved(report, load_puzzle("skewb"))


def test_an_unsolvable_state_is_refused():
    twisted = load_puzzle("skewb").solved.as_dict()
    twisted["CORNERS"]["orientation"][0] = 1
    for method in (None, CHAIN):
        with pytest.raises(InputError, match="no moves solve the state"):
            solve(json.dumps(twisted), puzzle="skewb", method=method)


def test_a_puzzle_without_a_group_is_refused():
    with pytest.raises(LimitError, match="form no group"):
        solve("U / D", puzzle="square1", method=CHAIN)
    assert solve("U / D", puzzle="square1", turns="U,D,/").query["method"] == "breadth-first"


def test_cubes_are_refused():
    with pytest.raises(InputError, match="stabiliser-chain solves other puzzles only"):
        solve("R U", method=CHAIN)
    with pytest.raises(
        InputError, match="breadth-first, stabiliser-chain and shape-first solve other"
    ):
        solve("R U", puzzle="skewb", method="two-phase")


def test_a_limit_before_the_chain_is_complete_is_said(monkeypatch):
    stabiliser_chain._chain.cache_clear()

    def never(_):
        raise OutOfTimeError

    monkeypatch.setattr(StabiliserChain, "_fill", never)
    answer = solve("R U' L B R L U", puzzle="skewb", method=CHAIN)
    (report,) = answer
    assert (answer.status, answer.stopped) == (Status.UNKNOWN, Stop.TIME)
    assert report.unsolved == "the time limit passed before the stabiliser chain was complete"
    assert report.solution is None


def test_a_node_limit_leaves_the_chain():
    answer = find("not solved=CORNERS", puzzle="skewb", limit=3, max_nodes=5)
    assert answer.stopped is Stop.LIMIT
    for report in answer:
        require_solved(report, load_puzzle("skewb"))


@pytest.mark.slow
def test_scrambles_are_random_states():
    puzzle = load_puzzle("kilominx")
    answer = scramble(puzzle="kilominx", n=3, seed=1)
    assert answer.status is Status.COMPLETE
    for report in answer:
        require_solved(report, puzzle)
        assert puzzle.solved.apply(report.generator) == report.cube


@pytest.mark.parametrize("seed", range(8))
def test_words_are_undone_and_reduced(seed):
    rng = random.Random(seed)
    puzzle = load_puzzle(rng.choice(["skewb", "pyraminx", "baby_fto"]))
    group = MoveGroup(puzzle)
    every = puzzle.single_moves if seed % 2 else puzzle.chosen()
    moves = PointMoves({name: group.targets(turn) for name, turn in every.items()})
    word = tuple(rng.randrange(len(moves)) for _ in range(30))
    short, back = moves.reduced(word), moves.inverse(word)
    assert len(short) <= len(word)
    assert (moves.permutation(short) == moves.permutation(word)).all()
    assert (moves.permutation(word + back) == moves.permutation(())).all()
    assert moves.reduced(word + back) == () or seed % 2 == 0


def test_each_solution_is_shorter_than_the_one_before():
    puzzle = load_puzzle("redi_cube")
    group = MoveGroup(puzzle)
    chain = stabiliser_chain.chain_of(group, puzzle.single_moves)
    state = group.random_state(random.Random(3))
    lengths = [len(moves) for moves in chain.solutions([group.targets(state.stickers)], NEVER)]
    assert len(lengths) > 1
    assert lengths == sorted(set(lengths), reverse=True)


@pytest.mark.parametrize("name", ["skewb", "redi_cube", "dino_cube"])
def test_tables_of_blocks_say_how_many_moves_bring_points_home(name):
    """Against plain breadth-first search over what random moves of the block make of these points."""
    puzzle = load_puzzle(name)
    group = MoveGroup(puzzle)
    chain = stabiliser_chain.chain_of(group, puzzle.single_moves)
    rng = random.Random(1)
    for block in list(chain._blocks.values())[:4]:
        for table in block.tables:
            known, level = {(*table.points,): 0}, [(*table.points,)]
            for held in level:
                for row in block.rows:
                    after = (*(int((row == point).argmax()) for point in held),)
                    if after not in known:
                        known[after] = known[held] + 1
                        level.append(after)
            row = np.arange(chain._moves.points, dtype=np.uint8)
            for _ in range(40):
                row = rng.choice(block.rows)[row]
                assert table.distances(row[None])[0] == known[(*row[table.points].tolist(),)]


def test_a_chain_is_read_from_the_cache_as_it_was_made(tmp_path, monkeypatch):
    monkeypatch.setenv("CUBECSP_CACHE", str(tmp_path))
    puzzle = load_puzzle("redi_cube")
    group = MoveGroup(puzzle)
    stabiliser_chain._chain.cache_clear()
    made = stabiliser_chain.chain_of(group, puzzle.single_moves)
    stabiliser_chain._chain.cache_clear()
    monkeypatch.setattr(StabiliserChain, "make", None)
    read = stabiliser_chain.chain_of(group, puzzle.single_moves)
    assert read is not made
    assert read._words == made._words
    state = group.targets(group.random_state(random.Random(2)).stickers)
    assert [*read.solutions([state], NEVER)] == [*made.solutions([state], NEVER)]
    stabiliser_chain._chain.cache_clear()
