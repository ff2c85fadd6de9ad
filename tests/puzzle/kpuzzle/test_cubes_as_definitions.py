"""Cubes written down as definitions are the cubes that they are: states, invariants and what can be reached."""

from __future__ import annotations

import json
import math

import pytest
from defined import count_states
from facts import FACTS

from cubecsp import InputError, LimitError
from cubecsp.puzzle import MoveGroup, read_puzzle, read_state
from cubecsp.puzzle.cube.cube_puzzle import cube_puzzle
from cubecsp.questions.check import check
from cubecsp.questions.describe import describe

pytestmark = pytest.mark.quick

# Of even sizes one corner is held; centres of one colour look alike.
STATES = {2: FACTS["pocket"]["positions"]} | {
    size: int(FACTS["puzzles"]["positions"][str(size)]) for size in (3, 4, 5)
}


def defined_as(size):
    """Return the n×n×n as KPuzzle JSON; turns of DBL's layers are left out for even sizes, as rotations are."""
    puzzle = cube_puzzle(size)
    rows = [
        (f"ORBIT{i}", orbit, row)
        for i, (orbit, row) in enumerate(zip(puzzle.orbits, puzzle.rows, strict=True))
    ]
    moves = {}
    for name, stickers in puzzle.generators.items():
        if size % 2 == 0 and name in ("D", "B", "L"):
            continue
        held = puzzle.placements(stickers)
        moves[name] = {
            kind: {
                "permutation": [value // orbit.turns for value in held[row]],
                "orientationDelta": [value % orbit.turns for value in held[row]],
            }
            for kind, orbit, row in rows
        }
    return json.dumps(
        {
            "name": puzzle.name,
            "orbits": [
                {"orbitName": kind, "numPieces": len(orbit.names), "numOrientations": orbit.turns}
                for kind, orbit, _ in rows
            ],
            "defaultPattern": {
                kind: {"pieces": list(orbit.looks), "orientation": [0] * len(orbit.names)}
                for kind, orbit, _ in rows
            },
            "moves": moves,
        }
    )


@pytest.mark.ordinary(2)
@pytest.mark.parametrize("size", STATES)
def test_as_many_states(size):
    assert MoveGroup(read_puzzle(defined_as(size))).states == STATES[size]


@pytest.mark.exhaustive
def test_the_graph_of_the_2x2x2():
    answer = count_states(read_puzzle(defined_as(2)), depths=True)
    assert [*answer.depths] == FACTS["pocket"]["htm"]


CORNERS = cube_puzzle(3).corners


def corners_alone():
    """Return the corners of a cube and its six turns; on these, turning opposite faces turns the whole cube."""
    moves = {
        face: {
            "CORNERS": {
                "permutation": [*CORNERS.pieces(held)],
                "orientationDelta": [*CORNERS.turns_of(held)],
            }
        }
        for face, turn in cube_puzzle(3).generators.items()
        for held in [CORNERS.placements_of(turn)]
    }
    return {
        "name": "corners",
        "orbits": [{"orbitName": "CORNERS", "numPieces": 8, "numOrientations": 3}],
        "defaultPattern": {"CORNERS": {"pieces": [*range(8)], "orientation": [0] * 8}},
        "moves": moves,
        "derivedMoves": {"x": "R L'", "Uv": "U D'"},
    }


def test_positions_are_counted_however_the_puzzle_is_held():
    text = json.dumps(corners_alone())
    assert count_states(text).count == 24 * FACTS["pocket"]["positions"]
    assert count_states(text, up_to_rotation=True).count == FACTS["pocket"]["positions"]
    told = describe(puzzle=text).puzzle
    assert (told["states"], told["positions"]) == (88_179_840, 3_674_160)
    # Turns of three faces never move one corner, and no rotation is made of them.
    assert (
        count_states(text, turns="U,R,F", up_to_rotation=True).count == FACTS["pocket"]["positions"]
    )


def test_positions_are_not_guessed_where_rotations_lead_to_what_moves_cannot_make():
    data = corners_alone()
    data["defaultPattern"]["CORNERS"]["pieces"] = [0] * 8
    text = json.dumps(data)
    told = count_states(text, turns="U,R,F", up_to_rotation=True)
    assert (told.count, told.status) == (None, "unknown")
    assert "Pieces look alike" in told.reason
    assert describe(puzzle=text, turns="U,R,F").puzzle["positions"] is None
    assert (
        count_states(text, up_to_rotation=True).count == 102
    )  # of 3⁷, as a list of all of them says


def test_moves_that_are_named_like_rotations_and_are_none():
    data = corners_alone()
    data["derivedMoves"] = {"x": "R U", "y": "U F"}
    with pytest.raises(LimitError, match="named like rotations generate more than 120 states"):
        count_states(json.dumps(data), up_to_rotation=True)


def test_orientations_that_cannot_be_seen():
    text = json.dumps(corners_alone())
    hidden = count_states(text, ignore_orientation="CORNERS")
    assert hidden.count == math.factorial(8)
    assert hidden.query["ignore_orientation"] == ["CORNERS"]
    twisted = read_state("R U R' U'", read_puzzle(text))
    assert (
        check([twisted, str(twisted)], puzzle=text, ignore_orientation=["CORNERS"]).status
        == "complete"
    )
    once = {"CORNERS": {"pieces": [*range(8)], "orientation": [1] + [0] * 7}}
    assert check(once, puzzle=text).status == "infeasible"
    assert check(once, puzzle=text, ignore_orientation=["CORNERS"]).status == "complete"
    with pytest.raises(InputError, match="no orbit 'CORNER'; did you mean CORNERS"):
        count_states(text, ignore_orientation=["CORNER"])


def test_only_all_states_are_counted_however_they_are_held():
    with pytest.raises(InputError, match="leave out the rules, depths=, or up_to_rotation="):
        count_states(json.dumps(corners_alone()), "solved=all", up_to_rotation=True)
