"""Many states looked up in a group at a time, against one by one and against lists of all states."""

from __future__ import annotations

import itertools
import json

import numpy as np
from defined import plain, puzzles

from cubecsp.models.core.membership import reachability
from cubecsp.puzzle import read_state
from cubecsp.puzzle.cube.batch import Batch
from cubecsp.puzzle.states.lookup import Lookup
from cubecsp.puzzle.states.reachable_states import MoveGroup


def arrangements(puzzle):
    """Return a row for every way to place the pieces of a puzzle."""
    ways = []
    for orbit in puzzle.orbits:
        size = len(orbit.names)
        turned = [*itertools.product(range(orbit.turns), repeat=size)]
        ways.append(
            [
                bytes(orbit.turns * piece + turn for piece, turn in zip(pieces, turns, strict=True))
                for pieces in itertools.permutations(range(size))
                for turns in turned
            ]
        )
    return [b"".join(row) for row in itertools.product(*ways)]


def as_array(rows):
    return np.frombuffer(b"".join(rows), np.uint8).reshape(len(rows), -1)


def test_exactly_the_states_that_moves_make_are_in_the_group():
    compared = excluded = 0
    for _, _, every, puzzle in puzzles(range(60), most=300):
        if MoveGroup(puzzle).parts.unseen > 1:
            continue
        made = {read_state(json.dumps(plain(k)), puzzle).seen for k in every}
        rows = arrangements(puzzle)
        if len(rows) > 20_000:
            continue
        passed = Lookup(MoveGroup(puzzle)).among(as_array(rows)).tolist()
        assert {row for row, is_made in zip(rows, passed, strict=True) if is_made} == made
        compared, excluded = compared + 1, excluded + len(rows) - len(made)
    assert min(compared, excluded) > 5


def test_states_of_pieces_that_look_alike_are_judged_one_by_one():
    compared = 0
    for _, _, every, puzzle in puzzles(range(60), most=300):
        rule = reachability(puzzle)
        if rule.group.parts.unseen == 1:
            continue
        rows = [read_state(json.dumps(plain(k)), puzzle).seen for k in every]
        assert rule.holds_in(Batch(as_array(rows), puzzle)).all()
        compared += 1
    assert compared > 5
