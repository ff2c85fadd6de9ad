"""Options stand anywhere between arguments, and dashes may begin cubes and values."""

from __future__ import annotations

import itertools
import random
import re

import pytest
from asking import PERFECT, SOLVED, WITHOUT_JSON, ask, piped, timeless

from cubecsp.cli.commands import COMMANDS

pytestmark = pytest.mark.usefixtures("folder")

PERMUTED = {
    "perfect-scramble": [[], ["--with", f"stickers={PERFECT}"], ["--without=faces-differ"]],
    "best": [["solved=all"], ["--limit", "2"], ["--maximise", "at-most=9"], ["--size", "2"]],
    "find": [["solved=all"], ["--limit", "2"], ["--seed=1"], ["--size", "2"]],
    "count": [["solved=F2L", "oriented=all"], ["--size", "3"], ["--method=pieces"]],
    "prove": [["solved=all"], ["--size", "2"], ["-o", "proven"], ["--symmetry"]],
    "verify": [["certificate"], ["--engine=python"], ["--seed", "3"]],
    "sample": [["solved=F2L", "oriented=all"], ["-n", "3"], ["--seed=7"]],
    "scramble": [["solved=F2L", "oriented=all"], ["-n", "2"], ["--seed=7"]],
    "rank": [["R U"], ["--method", "pieces"], ["--size", "3"]],
    "explain": [["solved=cross", "not-home=D-layer"], ["--size=3"], ["--engine", "native"]],
    "check": [["R U", "at-most=8", "at-most=9"], ["--size", "3"], ["--explain"]],
    "repair": [["R U"], ["--by", "piece"], ["--limit=3"]],
    "recognise": [["scan.json"], ["--faces=given"], ["--limit", "3"], ["--confirm", "U5=white"]],
    "describe": [["R U", "F"], ["--prove"], ["--size", "2"]],
    "invert": [["R U", "F"], ["--size", "4"]],
    "mirror": [["R U", "F"], ["--size", "4"], ["--plane=UD"]],
    "rotate": [["R U", "F"], ["--size", "4"], ["--by", "x y"]],
    "complete": [["-" + SOLVED[1:]], ["--limit", "3"], ["--from", "facelets"]],
    "solve": [["R U", "F2 D"], ["--max-length", "20"], ["--method", "two-phase"]],
    "reach": [["R U", "solved=all", "solved=cross"], ["--turns", "R',U',F"], ["--limit=all"]],
    "apply": [
        [
            "R U",
            "--" + SOLVED[2:],
        ],
        ["--from=facelets"],
    ],
    "convert": [["R U", "F"], ["--to", "colours"], ["--up", "yellow", "--front", "green"]],
    "picture": [["R U", "F"], ["--back"], ["-o", "-page.html"], ["--title", "-x-"], ["--letters"]],
    "rules": [[], ["--explain", "at-most=3", "every-colour"]],
    "export": [["at-most=3", "at-most=2"], ["--to", "mzn"], ["--size=2"]],
    "import-solution": [["question.cnf", "solution.txt"]],
    "tables": [[], ["--verify"]],
    "about": [["engines", "views"]],
    "serve": [[], ["--port=0"], ["--workers", "2"], ["--allow-host", "cubes.example"]],
}
"""For each command its arguments, and options each with its value."""


MOVES = ("generator", "solution", "length", "proven")
"""What an answer says of moves, which depends on how much time there was to shorten them."""


def interleaved(rng: random.Random, arguments: list[str], options: list[list[str]]) -> list[str]:
    """Return options in any order between arguments in theirs."""
    parts = [[argument] for argument in arguments]
    for option in rng.sample(options, len(options)):
        parts.insert(rng.randrange(len(parts) + 1), option)
    return [word for part in parts for word in part]


def portless(text: str) -> str:
    """Return the output of a command, without the number of the free port."""
    return re.sub(r":\d+/$", ":0/", text)


@pytest.mark.parametrize("command", COMMANDS)
def test_options_stand_anywhere(command):
    arguments, *options = PERMUTED[command]
    if command not in WITHOUT_JSON:
        options = [*options, ["--json"]]
    usual = ask(command, *arguments, *itertools.chain(*options))
    assert usual.code == 0, usual
    rng = random.Random(command)
    for _ in range(2):
        words = interleaved(rng, arguments, options)
        told = ask(command, *words)
        assert (told.code, told.err) == (usual.code, usual.err), words
        if command in WITHOUT_JSON:
            assert portless(told.out) == portless(usual.out), words
        else:
            assert timeless(told.json, *MOVES) == timeless(usual.json, *MOVES), words


@pytest.mark.parametrize("cube", ["-" * 3 + SOLVED[3:], "--" + SOLVED[2:], "-" + SOLVED[1:]])
def test_a_cube_may_begin_with_an_unknown_sticker(cube):
    for words in ([cube], ["--limit", "1", cube], [cube, "--limit=1"], ["--", cube]):
        assert piped("complete", *words).out == SOLVED + "\n"


def test_a_value_may_begin_with_a_dash(folder):
    assert "-x" in piped("picture", "R", "--title", "-x").out
    assert piped("picture", "R", "-o", "-x.html").code == 0
    assert (folder / "-x.html").exists()
    for words in (["--title", "--json"], ["--title"], ["R", "--title", "--back", "-o"]):
        assert "needs a value" in piped("picture", "R", *words, code=2).err
