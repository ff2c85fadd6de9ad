"""Tests of the option `--puzzle`; what the commands do with it is in test_435_puzzles_on_the_command_line."""

from __future__ import annotations

import json

from asking import ask
from options_registered import option

from cubecsp.cli.puzzles import PUZZLE_COMMANDS

QUESTIONS = {
    "find": ["solved=all"],
    "count": [],
    "scramble": [],
    "check": ["R"],
    "describe": [],
    "solve": ["R"],
    "reach": ["R", "solved=all"],
    "apply": ["R"],
    "picture": ["R"],
}
"""For each command about puzzles a question, without the puzzle."""


@option("--puzzle", *PUZZLE_COMMANDS)
def test_puzzle(command):
    told = ask(command, *QUESTIONS[command], "--puzzle", "skewb", "--json")
    assert told.code == 0, told
    assert json.loads(told.out)["query"]["puzzle"] == "skewb"
