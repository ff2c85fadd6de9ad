"""What all questions about cubes have in common: how cubes come, one or several, and what is read once."""

from __future__ import annotations

import inspect
import re
import sys
from pathlib import Path

import pytest
from asking import SOLVED, ask
from hypothesis import given, settings
from hypothesis import strategies as st

import cubecsp
from cubecsp import (
    Cube,
    InputError,
    Moves,
    check,
    convert,
    fewest,
    read,
)
from cubecsp.cli.commands import COMMANDS
from cubecsp.cli.parser import parser_of
from cubecsp.questions import QUESTIONS
from cubecsp.questions.asking.parameter import parameters
from cubecsp.questions.check import Check
from cubecsp.server.request_models import model_of

CUBES = st.lists(st.integers(0, 10_000).map(Cube.random), min_size=1, max_size=4)


@given(CUBES, st.sampled_from(["facelets", "kpattern", "singmaster", "words"]))
@settings(max_examples=25)
def test_several_cubes_are_converted_like_one(cubes, to):
    texts = convert(iter(cubes), to)
    assert texts == [convert(cube, to) for cube in cubes]
    assert [read(text).stickers.to_cube() for text in texts] == cubes


def test_a_question_about_one_cube_takes_one():
    with pytest.raises(InputError, match="2 cubes are given to a question about one"):
        fewest(["R", "U"])
    with pytest.raises(InputError, match="no cube is given"):
        fewest([])
    with pytest.raises(InputError, match="not a cube"):
        fewest(7)
    refused = ask("complete", "R U", "U", "--fewest")
    assert refused.code == 2
    assert "2 cubes are given to a question about one" in refused.err


@pytest.mark.parametrize("cube", [SOLVED, Moves("R U"), Cube.from_moves("R U"), read("R U")])
def test_a_cube_is_one_in_whatever_form(cube):
    assert len(check(cube)) == 1
    assert convert(cube, "facelets") == Cube.from_moves("" if cube == SOLVED else "R U").facelets


def test_rules_are_read_once_for_all_cubes(tmp_path):
    """A file of rules is run when the question is made, and not again when its cubes are known."""
    log = tmp_path / "log"
    rules = tmp_path / "mine.py"
    rules.write_text(
        f"from pathlib import Path\nwith Path({str(log)!r}).open('a') as log:\n    log.write('x')\n"
        "from cubecsp import rule\n\n@rule(on='face')\ndef mine(face):\n    return face[0] == face[0]\n"
    )
    found = ask("check", "-", str(rules), stdin="R\nU\nF\n")
    assert found.code == 0, found
    assert log.read_text() == "x"


def test_what_is_taken_is_not_taken_again():
    class Counting(Check):
        taken_so_far = 0

        def take(self, cube):
            Counting.taken_so_far += 1
            return super().take(cube)

    cubes = ["R", "U", "F"]
    template = Counting(())
    query = template.about(cubes, [template.take(template.read(cube)) for cube in cubes])
    assert len(query.answer()) == Counting.taken_so_far == 3
    assert query["cubes"] == 3


# ------------------------------------------------------------ the reference pages


@pytest.fixture
def section(monkeypatch):
    """The code that makes the section of a page on a question."""
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "docs"))
    yield lambda name: __import__("question_sections").question(name)
    sys.modules.pop("question_sections", None)


@pytest.mark.parametrize(
    "name", ["count", "check", "describe", "convert", "complete", "fewest", "repair", "prove"]
)
def test_pages_have_a_line_for_each_parameter(name, section):
    rows = re.findall(r"^\| `(\w+)` \| (.*) \| (.*) \| (.*) \| (.*) \|$", section(name), re.M)
    known = parameters(QUESTIONS[name])
    assert [row[0] for row in rows] == list(known)
    command = next(c for c in COMMANDS.values() if QUESTIONS[name] in c.questions)
    parser = parser_of(command)
    actions = {action.dest: action for action in parser._actions}
    arguments = inspect.signature(getattr(cubecsp, name)).parameters
    fields = model_of(QUESTIONS[name]).model_fields
    for parameter, default, what, option, sent in rows:
        assert what.startswith(known[parameter].help()[0].upper())
        assert (default == "required") == (arguments[parameter].default is inspect.Parameter.empty)
        assert (option != "-") == (parameter in actions)
        if parameter in actions:
            shown = re.match("`(.*?)`", option)[1]
            assert shown in (*actions[parameter].option_strings, actions[parameter].metavar)
        assert (sent != "-") == (parameter in fields)
