"""Requirements of moves as files state them: definitions in JSON, and .tws."""

from __future__ import annotations

import copy
import json
import pickle
import random

import blocked
import defined
import pytest
from blocked_puzzles import HAND, depths_of, puzzles

from cubecsp.errors import InputError, LimitError
from cubecsp.puzzle import load_puzzle, read_puzzle
from cubecsp.puzzle.core.permutation import identity
from cubecsp.puzzle.definitions.kpuzzle_json import as_kpuzzle, read_kpuzzle
from cubecsp.puzzle.states.space import Space

pytestmark = pytest.mark.quick


# ------------------------------------------------------------ definitions


def test_definitions_are_written_as_they_are_read():
    for seed, data, puzzle, _, _ in puzzles(blocked.powers):
        again = read_kpuzzle(as_kpuzzle(puzzle))
        assert again.requires == puzzle.requires, seed
        assert again.moves == puzzle.moves
        assert pickle.loads(pickle.dumps(puzzle)).requires == puzzle.requires
        assert set(puzzle.requires) <= set(data["requires"])
    square1 = load_puzzle("square1")
    assert square1.requirement("/") == "WEDGES[0,6,12,18] without 1, 4, 7, 10, 14, 17, 20, 23"
    assert read_kpuzzle(as_kpuzzle(square1)).requires == square1.requires


def test_a_derived_move_can_be_done_where_its_moves_can():
    data = json.loads(as_kpuzzle(load_puzzle("square1")))
    puzzle = read_puzzle(
        json.dumps({**data, "derivedMoves": {"S": "/ U3 /", "Q": "U /", "T": "U2 /"}})
    )
    assert puzzle.solved.apply("S") == puzzle.solved.apply("/ U3 /")
    assert puzzle.solved.apply("Q Q'").is_solved
    assert not puzzle.solved.can("T")
    assert puzzle.solved.apply("D'").can("Q")
    with pytest.raises(InputError, match=r"^move Q is not possible after 'U'"):
        puzzle.solved.apply("U Q")


def test_orientations_that_a_requirement_asks_for_cannot_be_hidden():
    data = copy.deepcopy(HAND)
    data["requires"] = {
        "R": [{"orbitName": "A", "slots": [0], "holdsNot": [[1, 0], [1, 1], [1, 2]]}]
    }
    puzzle = read_puzzle(json.dumps(data)).ignoring(["A"])
    assert puzzle.requires == {"R": {0: frozenset({(1, 0)})}}
    assert puzzle.solved.can("R2")
    assert not puzzle.solved.can("R3")
    data["requires"]["R"][0]["holdsNot"] = [[1, 0]]
    with pytest.raises(InputError, match="depends on the orientation of piece 1 of A"):
        read_puzzle(json.dumps(data)).ignoring(["A"])


CONDITION = {"orbitName": "A", "slots": [0], "holdsNot": [1]}


@pytest.mark.parametrize(
    ("requires", "told"),
    [
        (7, "requires is 7"),
        ({"Q": []}, "requires.Q: unknown move 'Q'"),
        ({"RR": []}, "requires.RR: RR is a derived move"),
        ({"R": {}}, "requires.R is {}"),
        ({"R": [3]}, "requires.R[0] is 3"),
        ({"R": [{}]}, "requires.R[0] has no 'orbitName'"),
        (
            {"R": [CONDITION, {**CONDITION, "orbitName": "B"}]},
            "requires.R[1].orbitName: unknown orbit 'B'",
        ),
        ({"R": [{**CONDITION, "slots": 0}]}, "requires.R[0].slots is 0"),
        ({"R": [{**CONDITION, "slots": [0, 3]}]}, "requires.R[0].slots[1] is 3"),
        ({"R": [{**CONDITION, "slots": [True]}]}, "requires.R[0].slots[0] is true"),
        ({"R": [{**CONDITION, "holds": [1]}]}, "requires.R[0] has holds and holdsNot"),
        ({"R": [{"orbitName": "A", "slots": [0]}]}, "requires.R[0] has neither holds nor holdsNot"),
        ({"R": [{**CONDITION, "holdsNot": 1}]}, "requires.R[0].holdsNot is 1"),
        ({"R": [{**CONDITION, "holdsNot": [3]}]}, "requires.R[0].holdsNot[0] is 3"),
        ({"R": [{**CONDITION, "holdsNot": [True]}]}, "requires.R[0].holdsNot[0] is true"),
        ({"R": [{**CONDITION, "holdsNot": [1, 1]}]}, "requires.R[0].holdsNot[1] repeats 1"),
        (
            {"R": [{**CONDITION, "holdsNot": [1, [1, 2]]}]},
            "requires.R[0].holdsNot[1] repeats [1, 2]",
        ),
        ({"R": [{**CONDITION, "holdsNot": [[1]]}]}, "requires.R[0].holdsNot[0] has 1 numbers"),
        ({"R": [{**CONDITION, "holdsNot": [[5, 0]]}]}, "requires.R[0].holdsNot[0][0] is 5"),
        ({"R": [{**CONDITION, "holdsNot": [[1, 3]]}]}, "requires.R[0].holdsNot[0][1] is 3"),
        ({"R": [{**CONDITION, "holdsNot": [[1, "0"]]}]}, "requires.R[0].holdsNot[0][1] is '0'"),
        ({"R": [{**CONDITION, "why": 1}]}, "requires.R[0] has no key 'why'"),
    ],
)
def test_what_is_wrong_with_a_requirement_is_told_with_its_place(requires, told):
    with pytest.raises(InputError) as error:
        read_kpuzzle(json.dumps({**HAND, "requires": requires}))
    assert told in error.value.problem
    assert error.value.remedy


@pytest.mark.ordinary(1)
@pytest.mark.parametrize("slots", [[], list(range(5_000))])
@pytest.mark.parametrize("condition", [{"holds": [0]}, {"holdsNot": list(range(5_000))}])
def test_requirements_of_any_length_are_not_read(slots, condition):
    size = 5_000
    done = {"permutation": list(range(size)), "orientationDelta": [0] * size}
    data = {
        "name": "large",
        "orbits": [{"orbitName": "A", "numPieces": size, "numOrientations": 9}],
        "defaultPattern": {"A": {"pieces": list(range(size)), "orientation": [0] * size}},
        "moves": {"R": {"A": done}},
        "requires": {"R": [{"orbitName": "A", "slots": slots, **condition}] * 5},
    }
    with pytest.raises(InputError, match="more than 200,000 oriented pieces"):
        read_kpuzzle(json.dumps(data))


@pytest.mark.slow
def test_what_blocks_long_sequences_is_not_worked_out():
    """Each of 440 slots must not hold any of about half of the pieces."""
    size, rng = 440, random.Random(1)
    done = {"permutation": [size - 1, *range(size - 1)], "orientationDelta": [0] * size}
    conditions = [
        {"orbitName": "A", "slots": [slot], "holdsNot": rng.sample(range(size), size // 2)}
        for slot in range(size)
    ]
    data = {
        "name": "dense",
        "orbits": [{"orbitName": "A", "numPieces": size, "numOrientations": 1}],
        "defaultPattern": {"A": {"pieces": list(range(size)), "orientation": [0] * size}},
        "moves": {"R": {"A": done}},
        "requires": {"R": conditions},
    }
    puzzle = read_puzzle(json.dumps(data))
    assert not puzzle.solved.can("R R' " * 30_000)
    with pytest.raises(LimitError, match="too many conditions block the powers of the move R"):
        puzzle.with_powers()
    with pytest.raises(InputError, match="a sequence of 60,000 moves is too long"):
        read_puzzle(json.dumps({**data, "derivedMoves": {"S": "R R' " * 30_000}}))


# ------------------------------------------------------------ .tws


def test_illegal_states_of_a_tws_file():
    """Against a list of states, to which each power of a move leads at once."""
    smaller = 0
    for seed in range(60):
        data, rng = defined.random_definition(seed), random.Random(2000 + seed)
        for orbit in data["orbits"]:
            held = data["defaultPattern"][orbit["orbitName"]]
            held["orientationMod"] = [m if m == 1 else 0 for m in held["orientationMod"]]
            turned = zip(held["orientation"], held["orientationMod"], strict=True)
            held["orientation"] = [0 if m == 1 else o for o, m in turned]
        illegal = set()
        for _ in range(3):
            orbit = rng.choice(data["orbits"])
            slot, piece = rng.randrange(orbit["numPieces"]), rng.randrange(orbit["numPieces"])
            if data["defaultPattern"][orbit["orbitName"]]["pieces"][slot] != piece:
                illegal.add((orbit["orbitName"], slot, piece))

        def is_legal(state, illegal=illegal):
            return not any(state[name]["pieces"][slot] == piece for name, slot, piece in illegal)

        def edges(state, data=data, is_legal=is_legal):
            for move in data["moves"]:
                seen, here = {defined.key(state)}, defined.after(data, state, move)
                while defined.key(here) not in seen:
                    seen.add(defined.key(here))
                    if is_legal(here):
                        yield move, here
                    here = defined.after(data, here, move)

        found = blocked.distances(data["defaultPattern"], edges)
        text = defined.as_tws(data, rng.random() < 0.5)
        text += "".join(f"Illegal {name} {s + 1} {p + 1}\n" for name, s, p in sorted(illegal))
        puzzle = read_puzzle(text)
        moved = any(turn != identity(len(turn)) for turn in puzzle.moves.values())
        if found is None or not moved:
            continue
        space = Space(puzzle, puzzle.with_powers())
        assert space.is_closed
        assert space.depths(puzzle.solved, 10_000) == depths_of(found), seed
        smaller += len(found) < len(defined.distances(data, 10_000))
    assert smaller > 15


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("Illegal A 1", "line 9: Illegal with 2 words after it"),
        ("Illegal B 1 2", "line 9: 'B' is not a Set"),
        ("Illegal A 0 2", "line 9: '0' is not a number in range; write one from 1 to 3"),
        ("Illegal A 1 2 4", "line 9: '4' is not a number in range"),
        ("Illegal A 2 1 2", "line 9: the solved state would be illegal"),
    ],
)
def test_what_is_wrong_with_illegal_states_is_told_with_its_line(line, told):
    text = f"Set A 3 1\nSolved\nEnd\nMove R\nA\n2 3 1\nEnd\n\n{line}\n"
    with pytest.raises(InputError) as error:
        read_puzzle(text)
    assert told in str(error.value)


def test_illegal_states_before_the_solved_one():
    with pytest.raises(InputError, match="line 2: Illegal before the solved state"):
        read_puzzle("Set A 3 1\nIllegal A 1 2\nSolved\nEnd\nMove R\nA\n2 3 1\nEnd\n")
