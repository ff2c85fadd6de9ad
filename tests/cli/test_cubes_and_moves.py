"""Cubes where moves are expected: refused, or read as cubes, by the command line, Python and HTTP alike."""

from __future__ import annotations

import json
from unittest.mock import Mock

import pytest
from asking import ask, piped

import cubecsp
from cubecsp import Cube, Facelets, InputError
from cubecsp.formats import FORMATS, is_cube, write
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.server.requests import REQUESTS

MOVES = (
    "R U R' U'",
    "URFDLB",
    "[r: U2]",
    "M2 E2 // the rest of them is to be done later",
    "(R U)3",
    "()",
)
REWRITERS = {"invert": [], "mirror": [], "rotate": ["--by", "y"]}
CYCLES = ("singmaster", 2)  # which do not say of which cube they are


def cubes():
    """Yield cubes of several sizes in all formats that write them, and in JSON as commands print it."""
    for size in (2, 3, 4, 5, 7):
        cube = cube_class(size).random(size)
        for name, kind in FORMATS.items():
            if kind.write is not None and kind.takes(cube.puzzle) and (name, size) != CYCLES:
                yield pytest.param(write(cube, name), cube, id=f"{name}-{size}")
        yield pytest.param(
            json.dumps({"cubes": [{"facelets": cube.facelets}]}), cube, id=f"answer-{size}"
        )


CUBES = [*cubes()]


@pytest.mark.ordinary(18)
@pytest.mark.parametrize(("text", "cube"), CUBES)
def test_a_cube_may_come_before_the_moves_or_behind(text, cube):
    turned = cube.apply("R U'").facelets
    for order in ((text, "R U'"), ("R U'", text)):
        (shown,) = piped("apply", *order, "--json").json["cubes"]
        assert shown["facelets"] == turned


def test_a_file_of_cubes_may_come_first(tmp_path):
    one, other = Cube.random(1), Cube.random(2)
    (tmp_path / "cubes").write_text(f"{one.facelets}\n{other.facelets}\n")
    answer = piped("apply", str(tmp_path / "cubes"), "F2 M")
    assert answer.out.split() == [Facelets.of(cube.apply("F2 M")).written for cube in (one, other)]


def test_a_file_that_is_called_like_a_move_is_not_taken_for_cubes(tmp_path, monkeypatch):
    (tmp_path / "R").write_text(Cube.random(1).facelets)
    monkeypatch.chdir(tmp_path)
    assert piped("apply", "R", "U").out.split() == [Cube.from_moves("U R").facelets]


@pytest.mark.ordinary(18)
@pytest.mark.parametrize(("text", "cube"), CUBES)
def test_a_cube_alone_is_never_taken_for_moves(text, cube):
    del cube
    asked = {name: ask(name, text, *more) for name, more in REWRITERS.items()}
    asked["apply"] = ask("apply", text)
    asked["apply, twice"] = ask("apply", text, text)
    for name, answer in asked.items():
        assert answer.code == 2, (name, answer)
        assert answer.out == "", name
    assert "no moves are given to apply to the cube" in asked["apply"].err
    if not is_cube(text):  # an answer in JSON
        return
    for refused in (
        lambda: cubecsp.apply(text),
        lambda: cubecsp.invert(text),
        lambda: cubecsp.mirror(text),
        lambda: cubecsp.rotate(text, "y"),
        lambda: REQUESTS["apply"](moves=text).ask(Mock()),
        lambda: REQUESTS["invert"](moves=text).ask(Mock()),
        lambda: REQUESTS["mirror"](moves=text).ask(Mock()),
        lambda: REQUESTS["rotate"](moves=text, by="y").ask(Mock()),
    ):
        with pytest.raises(InputError, match="is a cube .*, and moves are needed"):
            refused()


@pytest.mark.parametrize("moves", MOVES)
def test_moves_are_still_moves(moves):
    assert not is_cube(moves)
    made = Cube.from_moves(moves)
    assert piped("apply", moves).out.split() == [Facelets.of(made).written]
    assert cubecsp.apply(moves).cubes[0].facelets == made.facelets
    assert Cube.from_moves(cubecsp.invert(moves)) == ~made
    assert piped("apply", moves, "()").out == piped("apply", "()", moves.split(" //")[0]).out


@pytest.mark.parametrize("name", REWRITERS)
def test_a_function_rewrites_one_text_and_a_command_any_number(name):
    """The question in the answer names the text, or the number of texts."""
    more = [*REWRITERS[name]]
    ask_in_python = {
        "invert": cubecsp.invert,
        "mirror": cubecsp.mirror,
        "rotate": lambda moves: cubecsp.rotate(moves, "y"),
    }[name]
    with pytest.raises(InputError, match="2 texts are given to a question about one"):
        ask_in_python(["R", "U2"])
    alone, both = (
        ask(name, "R U2", *more, "--json").json,
        ask(name, "R F", "U2", *more, "--json").json,
    )
    assert (alone["query"]["moves"], both["query"]["moves"]) == ("R U2", 2)
    assert alone["texts"] == [{"moves": "R U2", "result": ask_in_python("R U2")}]
    assert both["texts"] == [
        {"moves": text, "result": ask_in_python(text)} for text in ("R F", "U2")
    ]


def test_states_of_other_puzzles_may_come_first():
    state = piped("apply", "--puzzle", "skewb", "R U").out.strip()
    behind = piped("apply", "--puzzle", "skewb", "L", state)
    assert piped("apply", "--puzzle", "skewb", state, "L") == behind


COMMENTS = (
    "first block of the corners",
    "cross",
    "red, white and blue",
    "URFDLB R U F",
    "it's done",
)


@pytest.mark.parametrize("comment", COMMENTS)
def test_comments_behind_moves_are_no_stickers(comment):
    text, cube = f"R U F // {comment}", Cube.from_moves("R U F")
    assert cubecsp.read(text).stickers.letters == cube.facelets
    assert piped("solve", text, "--json").json["cubes"][0]["facelets"] == cube.facelets
    two = piped("apply", "()", "-", stdin=f"{text}\nL2 // {comment}\n").out.split()
    assert two == [cube.facelets, Cube.from_moves("L2").facelets]
