"""The HTTP API: every question is answered as on the command line, and what is wrong is told."""

from __future__ import annotations

import inspect
import json

import pytest
from asking import SOLVED, ask, timeless
from facts import FACTS
from serving import served

import cubecsp
from cubecsp.errors import InputError
from cubecsp.formats.forty_numbers import FortyNumbers
from cubecsp.puzzle.state import Cube
from cubecsp.server.questions import QUESTIONS
from cubecsp.server.questions.base import stated

HOLES = "..." + SOLVED[3:]
BROKEN = "R" + SOLVED[1:]

# What is asked of the server, and the command that asks the same.
ALIKE = [
    ("find", {"rules": "perfect-scramble"}, "find perfect-scramble"),
    (
        "find",
        {"rules": ["at-most=3", "not solved=cross"], "limit": 3, "seed": 5, "scheme": "WRGYOB"},
        ["find", "at-most=3", "not solved=cross", *"--limit 3 --seed 5 --scheme WRGYOB".split()],
    ),
    (
        "find",
        {"rules": "checkerboard", "solve": "two-phase", "sort": "length", "limit": 9},
        "find checkerboard --solve two-phase --sort length --limit 9",
    ),
    (
        "find",
        {"rules": "no-touching=side", "size": 2, "classes": True, "limit": None},
        "find no-touching=side --size 2 --classes --limit all",
    ),
    ("find", {"rules": "all(solved=all, not-home=URF)"}, ["find", "all(solved=all, not-home=URF)"]),
    ("count", {"rules": ["solved=F2L"], "classes": True}, "count solved=F2L --classes"),
    (
        "count",
        {"rules": "at-most=3", "estimate": True, "samples": 500, "seed": 3},
        "count at-most=3 --estimate --samples 500 --seed 3",
    ),
    (
        "best",
        {"rules": "solved=F2L", "maximise": "count(U, U)", "limit": 2},
        ["best", "solved=F2L", "--maximise", "count(U, U)", "--limit", "2"],
    ),
    (
        "best",
        {"rules": "solved=F2L", "prefer": {"oriented=last-layer": 3, "at-most=8": 1}},
        "best solved=F2L --prefer 3:oriented=last-layer --prefer at-most=8",
    ),
    (
        "explain",
        {"rules": ["solved=cross", "not-home=D-layer"]},
        "explain solved=cross not-home=D-layer",
    ),
    ("sample", {"rules": "solved=F2L", "n": 3, "seed": 1}, "sample solved=F2L -n 3 --seed 1"),
    ("scramble", {"n": 2, "seed": 1}, "scramble -n 2 --seed 1"),
    ("rank", {"cubes": ["R U", "U2"], "rules": []}, None),
    ("rank", {"cubes": "R U"}, ["rank", "R U"]),
    ("unrank", {"numbers": [3, 5], "rules": "solved=F2L"}, "rank --at 3 --at 5 solved=F2L"),
    ("check", {"cubes": "R U R' U'"}, ["check", "R U R' U'"]),
    ("check", {"cubes": BROKEN, "explain": True}, f"check {BROKEN} --explain"),
    (
        "check",
        {"cubes": "M2 E2 S2", "rules": ["no-touching=side", "at-most=2"]},
        ["check", "M2 E2 S2", "no-touching=side", "at-most=2"],
    ),
    ("check", {"cubes": HOLES, "scheme": "japanese"}, f"check {HOLES} --scheme japanese"),
    ("describe", {"cubes": "U2"}, "describe U2"),
    ("convert", {"cubes": "R U", "to": "kpattern"}, ["convert", "R U", "--to", "kpattern"]),
    (
        "convert",
        {"cubes": SOLVED, "to": "colours", "up": "yellow", "front": "green"},
        f"convert {SOLVED} --to colours --up yellow --front green",
    ),
    ("repair", {"cubes": BROKEN, "by": "piece"}, f"repair {BROKEN} --by piece"),
    ("repair", {"cubes": [BROKEN, SOLVED]}, f"repair {BROKEN} {SOLVED}"),
    ("complete", {"cubes": HOLES, "limit": 2}, f"complete {HOLES} --limit 2"),
    ("complete", {"cubes": HOLES, "list_cubes": False}, f"complete {HOLES} --count"),
    ("fewest", {"cubes": SOLVED[:24], "size": 2}, None),
    ("fewest", {"cubes": "U", "size": 2}, "complete U --size 2 --fewest"),
    ("apply", {"moves": "[r U r', M2]"}, ["apply", "[r U r', M2]"]),
    ("apply", {"moves": "3Rw 2U2", "size": 4}, ["apply", "3Rw 2U2", "--size", "4"]),
    ("apply", {"moves": "U", "cubes": ["R", "F"]}, None),
    ("invert", {"moves": "[R: U] F"}, ["invert", "[R: U] F"]),
    ("mirror", {"moves": "R U", "plane": "FB"}, ["mirror", "R U", "--plane", "FB"]),
    ("rotate", {"moves": "R 2U", "by": "y", "size": 5}, "rotate|R 2U|--by|y|--size|5"),
    ("solve", {"cubes": ["R U F'", "U2"]}, ["solve", "R U F'", "U2"]),
    (
        "solve",
        {"cubes": "R U F'", "method": "thistlethwaite"},
        ["solve", "R U F'", "--method", "thistlethwaite"],
    ),
    ("solve", {"cubes": HOLES}, f"solve {HOLES}"),
    ("solve_all", {"cubes": "U D", "turns": "U,D"}, ["solve", "U D", "--turns", "U,D", "--all"]),
    ("reach", {"cubes": "R U", "rules": "solved=cross"}, ["reach", "R U", "solved=cross"]),
    (
        "picture",
        {"cubes": "R U", "view": "cube", "back": "beside", "marked": ["U1"]},
        ["picture", "R U", *"--view cube --back beside --mark U1".split()],
    ),
    ("rules", {}, "rules"),
    ("rules", {"names": ["symmetric", "any"]}, "rules symmetric any"),
    ("meaning", {"rules": "any(solved=F2L, not faces-differ)"}, "rules|--explain|any(solved=F2L, not faces-differ)"),
]  # fmt: skip


@pytest.fixture(scope="module")
def server():
    with served("--workers", "1", "--time-limit", "50") as one:
        yield one


def arguments(command):
    return command if isinstance(command, list) else command.split("|" if "|" in command else None)


@pytest.mark.parametrize(
    ("question", "parameters", "command"),
    [case for case in ALIKE if case[2] is not None],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_answers_are_those_of_the_command_line(server, question, parameters, command):
    told = server.ask(question, parameters)
    shown = ask(*arguments(command), "--json")
    assert shown.code in (0, 1), shown
    assert timeless(told) == timeless(shown.json)


def test_every_question_is_compared():
    assert {question for question, _, command in ALIKE if command is not None} == set(QUESTIONS)
