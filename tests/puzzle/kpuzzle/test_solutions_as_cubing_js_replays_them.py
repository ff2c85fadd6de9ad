"""Random states of every built-in puzzle whose states form a group, solved, and the moves made by cubing.js.

20 states of each, or 4 where one takes a second or more; `make replay` takes 1,000, or 200 where one takes a second or more.
"""

from __future__ import annotations

import json
import os
import random
import re

import cubing_js
import pytest
from cubing_js import asked
from test_cubing_js import moved_by

from cubecsp.puzzle import MoveGroup, load_puzzle
from cubecsp.puzzle.definitions.kpuzzle_json import as_kpuzzle
from cubecsp.questions.solve import solve

pytestmark = [pytest.mark.npm, cubing_js.needed]

STATES = {
    **dict.fromkeys(("pyraminx", "skewb", "baby_fto", "dino_cube", "redi_cube", "clock"), 1000),
    **dict.fromkeys(("master_tetraminx", "kilominx"), 1000),
    **dict.fromkeys(("fto", "megaminx"), 200),
}
SHARE = 50  # one in so many without CUBECSP_REPLAY


@pytest.mark.parametrize("name", STATES)
def test_random_states_are_solved(name):
    puzzle = load_puzzle(name)
    group, source = MoveGroup(puzzle), random.Random(name)
    number = STATES[name] // (1 if "CUBECSP_REPLAY" in os.environ else SHARE)
    states = [group.random_state(source) for _ in range(number)]
    answer = solve(states, puzzle=puzzle, method="stabiliser-chain")
    # Names of moves that cubing.js reads, whatever the notation of the puzzle is.
    letters = {
        move: f"M{chr(65 + n // 26)}{chr(65 + n % 26)}_" for n, move in enumerate(puzzle.moves)
    }
    definition = json.loads(as_kpuzzle(puzzle)) | {"derivedMoves": {}}
    definition["moves"] = {letters[move]: done for move, done in moved_by(puzzle).items()}

    def renamed(moves):
        steps = (step for text in moves for step in puzzle.steps(text))
        return " ".join(
            f"{letters[s.name]}{abs(s.amount)}{chr(39) * (s.amount < 0)}" for s in steps
        )

    solutions = [
        {
            "state": json.loads(str(state)),
            "alg": renamed(report.solution.names),
            "held": renamed([report.held] if report.held else []),
        }
        for state, report in zip(states, answer, strict=True)
    ]
    told = asked([{"definition": definition, "solutions": solutions}])[0]["solutions"]
    assert told == [True] * number
    cut = [{**one, "alg": re.sub(r" ?\S+$", "", one["alg"])} for one in solutions]
    assert not any(asked([{"definition": definition, "solutions": cut}])[0]["solutions"])
