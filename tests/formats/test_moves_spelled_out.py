"""Moves spelled out without groups: wide turns, slices and rotations stay, and the cube ends as it is held."""

from __future__ import annotations

from unittest.mock import Mock

import pytest

import cubecsp
from cubecsp.puzzle.cube.cube_puzzle import cube_puzzle
from cubecsp.puzzle.cube.moves import parse_moves
from cubecsp.puzzle.cube.written_turns import written_turns
from cubecsp.server.requests import REQUESTS

pytestmark = pytest.mark.quick

TEXTS = {
    "[R: U] M2 x": "R U R' M2 x",
    "[R: U]' y": "R U' R' y",
    "[r, U']2": "r U' r' U r U' r' U",
    "[F, [R: U]]'": "R U R' F R U' R' F'",
    "(r U')2' x3": "U r' U r' x'",
    "R4 (x)4 // nothing\nM'": "x x x x M'",
    "()": "",
}


@pytest.mark.parametrize(("text", "spelled"), TEXTS.items())
def test_groups_alone_are_rewritten(text, spelled):
    puzzle = cube_puzzle(3)
    assert written_turns(text, puzzle).spelled_out() == spelled
    assert parse_moves(spelled).simplified() == parse_moves(text).simplified()
    assert cubecsp.apply(text).spelled_out == spelled
    assert REQUESTS["apply"](moves=text).ask(Mock())["spelled_out"] == spelled


@pytest.mark.parametrize(
    ("text", "spelled"),
    [
        ("(2R 3L2)2 2-3Fw'", "2R 3L2 2R 3L2 2-3Fw'"),
        ("[2U: 3Rw2]' x2", "2U 3Rw2 2U' x2"),
        ("(2-3Bw2 2D')'", "2D 2-3Bw2"),
    ],
)
def test_layers_keep_their_numbers_however_far_they_turn(text, spelled):
    puzzle = cube_puzzle(7)
    assert written_turns(text, puzzle).spelled_out() == spelled
    again, moves = (parse_moves(each, puzzle=puzzle) for each in (spelled, text))
    assert again.simplified() == moves.simplified()
