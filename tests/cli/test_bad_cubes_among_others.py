"""One bad cube among several is reported with its place, and the others are done."""

from __future__ import annotations

import json
import random
import re

import pytest
from asking import SOLVED, ask, cubes_of, piped, readers, untimed

from cubecsp import Cube

pytestmark = pytest.mark.usefixtures("folder")

TWISTED = "UUUFURRRFRFFDDDDLLLLBBBB"  # the corner URF of a 2×2×2

MANY = {
    "check": ["-"],
    "solve": ["-", "--method", "thistlethwaite"],
    "convert": ["-", "--to", "facelets"],
    "apply": ["()", "-"],
    "picture": ["-", "-o", "page.html"],
    "complete": ["-"],
    "repair": ["-"],
    "reach": ["-", "at-most=9"],
    "describe": ["-"],
    "rank": ["-"],
}
"""Commands about many cubes; each prints a line for each of them, but picture."""

BAD = {
    "check": ["R Q", SOLVED[:-1], "U R F)", "?" * 50],
    "solve": ["R Q", SOLVED[:-1] + "U", "FL" + SOLVED[2:], "[R,", TWISTED],
    "convert": ["R Q", SOLVED[:-1], '{"facelets": "UU"}', '{"CORNERS": 5}'],
    "apply": ["R Q", SOLVED[:-1] + "U", '{"cubes": [{"facelets": 1}]}'],
    "picture": ["R Q", SOLVED[:-1], '"XX"', '{"error": {"problem": "no"}}'],
    "complete": ["R Q", SOLVED[:-1]],
    "repair": ["R Q", SOLVED[:-1]],
    "reach": ["R Q", SOLVED[:-1] + "U", TWISTED],
    "describe": ["R Q", SOLVED[:-1] + "U"],
    "rank": ["R Q", SOLVED[:-1], SOLVED[:-1] + "U"],
}


def test_every_command_about_many_cubes_is_tried():
    several = set()
    for command in readers():
        told = ask(
            command,
            *MANY.get(command, ["-", "solved=all"][: 1 + (command == "reach")]),
            stdin="R\nU\n",
        )
        if "here are several" not in told.err:
            several.add(command)
    assert several == set(MANY) == set(BAD)


@pytest.mark.ordinary(4)
@pytest.mark.parametrize("command", MANY)
def test_a_bad_cube_is_reported_and_the_others_are_done(command):
    rng = random.Random(command)
    good = [Cube.from_moves(moves).facelets for moves in ("R U F2", "D B' L U2")]
    alone = piped(command, *MANY[command], stdin="\n".join(good))
    for bad in BAD[command]:
        at = rng.randrange(len(good) + 1)
        lines = [*good[:at], bad, *good[at:]]
        told = piped(command, *MANY[command], stdin="\n".join(lines), code=2)
        numbers = [n for n in range(1, len(lines) + 1) if n != at + 1]
        if command == "check":  # verdicts bear the numbers of the cubes
            assert told.out == "".join(f"{n}: solvable\n" for n in numbers)
        elif command == "describe":  # so do headings
            _, *cubes = re.split(r"^cube \d$", unsearched(alone.out), flags=re.M)
            pairs = zip(numbers, cubes, strict=True)
            assert unsearched(told.out) == "".join(f"cube {n}{text}" for n, text in pairs)
        else:
            assert untimed(told.out) == untimed(alone.out)
        errors = [line for line in told.err.splitlines() if line.startswith("cubecsp ")]
        assert len(errors) == 1
        assert errors[0].startswith(f"cubecsp {command}: standard input, line {at + 1}")
        answer = piped(command, *MANY[command], "--json", stdin="\n".join(lines), code=2).json
        (error,) = answer["errors"]
        assert error["where"].startswith(f"standard input, line {at + 1}")
        assert error["problem"] in errors[0]
        if command != "picture":
            assert cubes_of(answer) == good


def unsearched(text: str) -> str:
    """Return a description without bounds of the distance and moves, which depend on time."""
    return re.sub(r"^(distance|make it|solve it) .*", r"\1", text, flags=re.M)


def test_a_bad_cube_of_an_answer_is_reported_with_its_number():
    answer = piped("check", "R U", "--json").json
    (cube,) = answer["cubes"]
    answer["cubes"] = [cube, cube, cube | {"facelets": "UUU"}, cube]
    told = piped("convert", "-", "--to", "facelets", stdin=json.dumps(answer), code=2)
    assert told.out.split() == [cube["facelets"]] * 3
    assert told.err.startswith("cubecsp convert: standard input, line 1, cubes[2]: cube 'UUU': ")


def test_several_bad_cubes_are_all_reported():
    told = piped("solve", "R Q", "R U", "U" * 50, "F", code=2)
    assert told.out == "U' R'\nF'\n"
    assert [line[:20] for line in told.err.splitlines()] == [
        "cubecsp solve: moves",
        "cubecsp solve: cube ",
    ]
    told = piped("check", "-", stdin="R Q\nU Q\n", code=2)
    assert told.out == ""
    first, second, last = told.err.splitlines()
    assert ", line 1: " in first
    assert ", line 2: " in second
    assert "none of the 2 cubes" in last
    told = piped("solve", "no-such-file.txt", "R", code=2)
    assert told.out == "R'\n"
    assert "does not exist" in told.err


@pytest.mark.parametrize(
    "command",
    [
        ["check", "-", "solved=all"],
        ["describe", "-"],
        ["rank", "-", "solved=all"],
        ["reach", "-", "symmetric=Oh", "--turns", "U"],
    ],
    ids=lambda command: command[0],
)
def test_bad_cubes_count_where_others_are_called_by_number(command):
    told = piped(*command, stdin="R Q\nL\nU Q\nR\n", code=2)
    called = re.findall(r"^(?:cube )?(\d)(?=:| breaks|$)", told.out + told.err, re.MULTILINE)
    assert called == ["2", "4"], told


def test_a_broken_line_of_json_spoils_no_other():
    cubes = [Cube.random(seed).facelets for seed in range(4)]
    lines = [json.dumps({"facelets": cube}) for cube in cubes]
    for broken in ('{"facelets": "UUU', '{"facelets": ', "[", '{"cubes": [{"facelets": '):
        for at in range(5):
            text = "\n".join([*lines[:at], broken, *lines[at:]])
            told = piped("convert", "-", "--to", "facelets", stdin=text, code=2)
            assert told.out.split() == cubes, (broken, at)
            assert f"line {at + 1}: " in told.err
            assert len(told.err.splitlines()) == 1


def test_a_list_of_the_bad_does_not_hide_that_work_was_stopped():
    flip = Cube.from_placements(Cube().corners, [v ^ 1 for v in Cube().edges]).facelets
    told = piped(
        *("solve", flip, "R Q", "R", "--method", "breadth-first", "--max-length", "2"), code=3
    )
    assert told.out == "R'\n"


@pytest.mark.parametrize(
    "words",
    [("complete", "." * 24, "--fewest"), ("solve", "R", "--all", "--method", "breadth-first")],
)
def test_a_bad_cube_beside_the_only_good_one_of_a_question_about_one_is_reported(words):
    told = piped(words[0], words[1], "R Q", *words[2:], code=2)
    assert told.err.count("'Q' is not a move") == 1
    data = json.loads(piped(words[0], "R Q", words[1], *words[2:], "--json", code=2).out)
    (fault,) = data["errors"]
    assert "'Q' is not a move" in fault["problem"]
