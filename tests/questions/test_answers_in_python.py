"""Answers and values as people hold them in Python: `if`, indexes, `print`, reprs, completion."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest
from asking import ask
from defined import count_states
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import cubes, moves, turns

import cubecsp
from cubecsp import (
    Cube,
    Facelets,
    InputError,
    Moves,
    PocketCube,
    Status,
    check,
    describe,
    find,
    verify,
)
from cubecsp.models import Pattern, parse_pattern
from cubecsp.models.core.compose import AllOf, AnyOf, Not
from cubecsp.models.rules import RULES
from cubecsp.models.rules.at_least import AtLeastOf
from cubecsp.models.rules.whole_orientation import WholeOrientation
from cubecsp.puzzle.cube.cube_puzzle import CUBE, cube_puzzle
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.puzzle.cube.moves import parse_moves
from cubecsp.puzzle.cube.turn_numbers import turn_name
from cubecsp.puzzle.definitions.load import load_puzzle
from cubecsp.questions.answers.answer import Answer, CubeReport

SWAPPED = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBRB"
"""A cube with a wrong sticker."""


def answers() -> set[type[Answer]]:
    """Return the class of every answer."""
    import cubecsp.cli.parser  # which imports all commands, and they all questions

    for name in cubecsp.cli.commands.COMMANDS:
        assert cubecsp.cli.commands.COMMANDS[name]
    found, left = set(), [Answer]
    while left:
        kind = left.pop()
        found.add(kind)
        left += kind.__subclasses__()
    return found


@pytest.mark.parametrize("status", Status)
@pytest.mark.parametrize("about_all", [False, True])
def test_an_answer_is_true_false_or_neither(status, about_all, monkeypatch):
    monkeypatch.setattr(Answer, "about_all", about_all)
    answer = Answer(query={}, status=status, cubes=[CubeReport(Cube().facelets)])
    if status is Status.UNKNOWN or (status is Status.PARTIAL and about_all):
        with pytest.raises(ValueError, match="neither yes nor no"):
            bool(answer)
    else:
        assert bool(answer) is (status is not Status.INFEASIBLE)


@settings(max_examples=10)
@given(cubes, st.sampled_from(["", SWAPPED, "at-most=1"]))
def test_a_check_is_true_where_every_cube_is_sound(cube, fault):
    rules = [fault] if "=" in fault else None
    asked = [cube, fault] if fault == SWAPPED else [cube]
    answer = check(asked, rules)
    sound = all(not report.defects and not report.violations for report in answer)
    assert bool(answer) is sound is (fault == "")


def test_no_cube_is_false_and_some_are_true():
    assert find("every-colour", limit=1)
    assert not find("every-colour solved=all")


@given(st.integers(0, 5), st.data())
def test_an_index_or_a_slice_gives_reports(number, data):
    reports = [CubeReport(Cube.random(seed).facelets) for seed in range(number)]
    answer = Answer(query={}, status=Status.COMPLETE, cubes=reports)
    edges = st.none() | st.integers(-7, 7)
    part = slice(data.draw(edges), data.draw(edges), data.draw(st.sampled_from([None, 1, 2, -1])))
    assert answer[part] == reports[part] == [*answer][part]
    for index in range(-number, number):
        assert answer[index] is reports[index]
    with pytest.raises(IndexError):
        answer[number]


def test_every_answer_has_a_short_repr():
    kinds = answers()
    assert len(kinds) > 15
    for kind in kinds:
        assert kind.__repr__ is Answer.__repr__, f"{kind.__name__} needs @dataclass(repr=False)"
    assert repr(find("every-colour", limit=2)).startswith("<FindAnswer: Stopped at 2 cubes")


NAMES: dict[str, Any] = {
    "cube_class": cube_class,
    "cube_puzzle": cube_puzzle,
    **{kind.__name__: kind for kind in (Cube, Facelets, Moves, Pattern, PocketCube)},
    **{kind.__name__: kind for kind in (AllOf, AnyOf, AtLeastOf, WholeOrientation, Not)},
    **{kind.__name__: kind for kind in RULES.values()},
}
"""What reprs name."""


@given(
    moves
    | cubes
    | st.lists(st.integers(0, 60)).map(lambda numbers: Moves(tuple(numbers)))
    | st.integers(0, 2**63).map(PocketCube.random)
    | st.integers(0, 99).map(cube_class(4).random)
    | st.integers(2, 9).map(cube_puzzle)
    | cubes.map(Facelets.of)
    | cubes.map(lambda cube: Facelets(cube.facelets, "WRGYOB"))
)
def test_values_are_read_back_from_their_repr(value):
    written = repr(value)
    back = eval(written, dict(NAMES))  # as a person pastes it
    assert back == value
    assert getattr(back, "scheme", None) == getattr(value, "scheme", None)
    assert len(written) < 2 * len(str(value)) + 60


@pytest.mark.parametrize(
    "text", [*(rule.example for rule in RULES.values()), "not at-most=2", "any(at-most=2, order=3)"]
)
def test_patterns_are_read_back_from_their_repr(text):
    for pattern in (parse_pattern(text), parse_pattern(f"{text} at-most=5")):
        assert eval(repr(pattern), dict(NAMES)) == pattern


def test_a_text_by_itself_is_not_its_letters():
    skewb = load_puzzle("skewb")
    assert parse_pattern("every-colour") == parse_pattern(["every-colour"])
    assert find("solved=CORNERS", puzzle=skewb, limit=3).cubes
    assert (
        count_states(skewb, "solved=CORNERS").count == count_states(skewb, ["solved=CORNERS"]).count
    )
    with pytest.raises(InputError, match="drat"):
        verify(".", foreign="drat")  # and not "d"


@given(moves)
def test_moves_are_made_of_a_text(sequence):
    assert Moves(str(sequence)) == sequence == Moves(sequence.turns)


@given(st.lists(turns, max_size=8), st.integers(0, 8), st.integers(2, 9))
def test_texts_that_are_no_moves_are_refused_with_their_place(numbers, place, size):
    words = [turn_name(turn) for turn in numbers]
    words.insert(min(place, len(words)), "Q")
    with pytest.raises(InputError, match="Q"):
        Moves(" ".join(words), cube_puzzle(size))


@pytest.mark.parametrize(("text", "size"), [("Rw", 4), ("2R U", 5), ("M", 3), ("x R", 3)])
def test_moves_of_a_text_are_those_of_its_puzzle(text, size):
    puzzle = cube_puzzle(size)
    assert Moves(text, puzzle) == parse_moves(text, puzzle=puzzle)
    assert CUBE is cube_puzzle(3)


@pytest.mark.ordinary(1)
@pytest.mark.parametrize("cube", ["R U R' U'", "M2 E2 S2", SWAPPED.replace("RB", "BB")])
def test_a_description_prints_what_the_command_prints(cube):
    labels = ("order", "cycles", "symmetry", "parity", "distance", "make it", "solve it")
    printed = [line for line in ask("describe", cube).out.splitlines() if line.startswith(labels)]
    assert len(printed) == len(labels)
    assert {*printed} <= {*str(describe(cube)).splitlines()}


@pytest.mark.parametrize("rules", [[], ["at-most=2"], ["solved=edges"]])
@pytest.mark.parametrize("cube", ["R U R' U'", SWAPPED, f".{SWAPPED[1:-2]}BB"])
def test_a_check_prints_what_the_command_prints(cube, rules):
    starts = (
        "hint",
        "defect",
        "Breaks",
        "  ",
        "coset",
        "repair",
        "Solvable.",
        "Not solvable.",
        "Possibly ",
        "whether",
    )
    shown = ask("check", cube, *rules).out.partition("the cube given")[2].splitlines()[10:]
    printed = [line for line in shown if line.startswith(starts)]
    assert printed
    assert {*printed} <= {*str(check(cube, rules)).splitlines()}


def test_names_are_completed_with_what_is_public():
    assert {*dir(cubecsp)} == {*cubecsp.__all__, "models", "search"}
    for name in dir(cubecsp):
        assert getattr(cubecsp, name) is not None


@pytest.mark.ordinary(1)
@pytest.mark.parametrize("name", ["models.Solved", "search.METHODS", "find"])
def test_packages_need_no_import_of_their_own(name):
    subprocess.run([sys.executable, "-c", f"import cubecsp; cubecsp.{name}"], check=True)


def test_the_version_loads_no_command():
    script = (
        "import sys; from cubecsp.cli import main; main(['--version']);"
        "sys.exit(any(name.startswith(('cubecsp.cli.commands.', 'numpy')) for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
