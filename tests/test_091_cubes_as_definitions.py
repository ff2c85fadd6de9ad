"""Cubes written down as definitions are the cubes that they are: states, laws and what can be reached."""

from __future__ import annotations

import json
import random
from collections import Counter

import pytest
from facts import FACTS

from cubecsp.definitions import MoveGroup, read_puzzle, read_state
from cubecsp.puzzle.cubes import cube_class
from cubecsp.puzzle.puzzle import cube_puzzle
from cubecsp.questions.defined.count import count_states

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


@pytest.mark.parametrize("size", STATES)
def test_as_many_states(size):
    assert MoveGroup(read_puzzle(defined_as(size))).states == STATES[size]


@pytest.mark.exhaustive
def test_the_graph_of_the_2x2x2():
    answer = count_states(read_puzzle(defined_as(2)), depths=True)
    assert answer.more["depths"] == FACTS["pocket"]["htm"]


@pytest.mark.parametrize("size", [3, 4])
def test_the_same_can_be_reached(size):
    cube, puzzle = cube_puzzle(size), read_puzzle(defined_as(size))
    group, rng, verdicts = MoveGroup(puzzle), random.Random(size), Counter()
    for _ in range(60):
        placements, pattern = [], {}
        for number, orbit in enumerate(cube.orbits):
            pieces = rng.sample(range(len(orbit.names)), len(orbit.names))
            if size == 4 and number == 0:  # its corner DBL is held
                held = orbit.names.index("DBL")
                at = pieces.index(held)
                pieces[at], pieces[held] = pieces[held], held
            turned = [rng.randrange(orbit.turns) for _ in pieces]
            if number == 0:
                turned[-2] = 0  # that of DBL
                turned[0] -= sum(turned) - rng.choice([0, 0, 1])
                turned[0] %= orbit.turns
            placements.append([p * orbit.turns + t for p, t in zip(pieces, turned, strict=True)])
            looks = [orbit.looks[piece] for piece in pieces]
            pattern[f"ORBIT{number}"] = {"pieces": looks, "orientation": turned}
        real = cube_class(size).from_placements(*placements).is_reachable
        verdict = group.check(read_state(json.dumps(pattern), puzzle))
        assert verdict.reachable == real, verdict
        verdicts[real] += 1
    assert min(verdicts.values()) > 5
