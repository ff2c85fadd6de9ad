"""States of puzzles from definitions of which not all is known: completed and repaired, against lists of all states."""

from __future__ import annotations

import json
import random

import defined
import pytest
from test_defined_searches import plain, puzzles

from cubecsp import complete, repair
from cubecsp.errors import InputError
from cubecsp.puzzle import read_puzzle
from cubecsp.questions.answers.answer import Status, Stop

pytestmark = pytest.mark.quick

LISTS = ("pieces", "orientation")


def in_part(data, rng, share):
    """Return a random arrangement, which moves may not be able to make, with nulls for some of it."""
    shown = defined.shuffled(data, rng)
    return {
        name: {
            part: [None if rng.random() < share else value for value in held[part]]
            for part in LISTS
        }
        for name, held in shown.items()
    }


def differing(state, known):
    """Return the slots of which something is known that does not hold for a state of the oracle."""
    return {
        f"{name}[{slot}]"
        for name, held in known.items()
        for slot in range(len(held["pieces"]))
        if any(held[p][slot] not in (None, state[name][p][slot]) for p in LISTS)
    }


def keys(cubes):
    return {defined.key(report.cube.as_dict()) for report in cubes}


def random_cases(seeds):
    for seed, data, every, puzzle in puzzles(seeds, 300):
        if any(m for held in data["defaultPattern"].values() for m in held["orientationMod"]):
            continue  # where what is seen of orientations is not what is written
        rng = random.Random(seed)
        for share in (0.0, 0.3, 0.6, 0.9):
            yield in_part(data, rng, share), [*every], puzzle


def test_all_states_that_agree_are_given():
    counts = set()
    for known, every, puzzle in random_cases(range(0, 160, 3)):
        wanted = {k for k in every if not differing(plain(k), known)}
        answer = complete(json.dumps(known), puzzle=puzzle, limit=None)
        assert answer.count == len(wanted)
        assert keys(answer) == wanted
        assert answer.status is (Status.COMPLETE if wanted else Status.INFEASIBLE)
        counts.add(len(wanted))
    assert {0, 1} < counts
    assert len(counts) > 4


def test_the_nearest_states_are_given():
    distances = set()
    for known, every, puzzle in random_cases(range(1, 120, 3)):
        off = {k: differing(plain(k), known) for k in every}
        least = min(map(len, off.values()))
        answer = repair(json.dumps(known), puzzle=puzzle, limit=None)
        assert (answer.distance, answer.proven) == (least, least)
        assert keys(answer) == {k for k, slots in off.items() if len(slots) == least}
        for one in answer.repairs:
            assert set(one.changed) == off[defined.key(one.state.as_dict())]
        distances.add(least)
    assert len(distances) > 2


def test_turnings_that_cannot_be_seen_are_not_asked_for():
    told = 0
    for _, data, every, puzzle in puzzles(range(60), 300):
        kinds = {kind.name: kind.turns for kind in puzzle.kinds}
        for state in map(plain, [*every][:3]):
            written = json.loads(json.dumps(state))
            for name, held in written.items():
                modulos = data["defaultPattern"][name]["orientationMod"] or [0] * len(
                    held["pieces"]
                )
                of_piece = dict(zip(data["defaultPattern"][name]["pieces"], modulos, strict=True))
                for slot, piece in enumerate(held["pieces"]):
                    higher = held["orientation"][slot] + of_piece[piece]
                    if of_piece[piece] and higher < kinds[name]:
                        held["orientation"][slot] = higher
                        told += 1
            (report,) = complete(json.dumps(written), puzzle=puzzle)
            assert defined.key(report.cube.as_dict()) == defined.key(state)
    assert told


def test_limits():
    nothing = {"EDGES": 6, "AXIALS": 4, "TIPS": 4}
    known = {name: dict.fromkeys(LISTS, [None] * size) for name, size in nothing.items()}
    answer = complete(known, puzzle="pyraminx", limit=3)
    assert (answer.count, len(answer), answer.stopped) == (75_582_720, 3, Stop.LIMIT)
    assert len(complete(known, puzzle="pyraminx", list_cubes=False)) == 0
    assert complete(known, puzzle="pyraminx", turns="u,l", limit=None).count == 9
    for limit, stopped in ((8, Stop.LIMIT), (9, None)):  # all of them are no fewer than there are
        answer = complete(known, puzzle="pyraminx", turns="u,l", limit=limit)
        assert (answer.count, len(answer), answer.stopped) == (9, limit, stopped)
    answer = repair(known, puzzle="pyraminx", limit=2)
    assert (answer.distance, len(answer.repairs), answer.status) == (0, 2, Status.PARTIAL)
    answer = repair(known, puzzle="pyraminx", turns="u,l", limit=None)
    assert (answer.count, answer.status) == (9, Status.COMPLETE)


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ({"CORNERS": {"pieces": [None] * 7, "orientation": [0] * 8}}, "CENTERS"),
        ({"CORNERS": 5, "CENTERS": 5}, "CORNERS"),
        (
            {
                "CORNERS": {"pieces": [9] * 8, "orientation": [None] * 8},
                "CENTERS": dict.fromkeys(LISTS, [None] * 6),
            },
            r"CORNERS.pieces\[0\]",
        ),
    ],
)
def test_what_is_malformed_is_refused(pattern, message):
    with pytest.raises(InputError, match=message):
        complete(pattern, puzzle="skewb")


def test_of_pieces_that_look_alike_any_may_be_meant():
    """A swap and a cycle of five, two of which look alike: these are in a place in two of five turns of the cycle."""
    swap, cycle = [1, 0, 2, 3, 4, 5, 6], [0, 1, 3, 4, 5, 6, 2]
    data = {
        "name": "Two alike",
        "orbits": [{"orbitName": "P", "numPieces": 7, "numOrientations": 1}],
        "defaultPattern": {"P": {"pieces": [0, 1, 2, 2, 3, 4, 5], "orientation": [0] * 7}},
        "moves": {
            name: {"P": {"permutation": row, "orientationDelta": [0] * 7}}
            for name, row in (("S", swap), ("C", cycle))
        },
    }
    puzzle = read_puzzle(json.dumps(data))
    for slot, piece, count in ((2, 2, 4), (3, 2, 4), (2, 3, 2), (0, 1, 5), (0, 2, 0)):
        known = [piece if place == slot else None for place in range(7)]
        text = json.dumps({"P": {"pieces": known, "orientation": [0] * 7}})
        answer = complete(text, puzzle=puzzle)
        assert answer.count == len({str(report.cube) for report in answer}) == count
