"""Moves: read, written, inverted, simplified, counted; and against turns of a cube drawn in space."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from strategies import moves

from cubecsp import Cube, InputError, Moves
from cubecsp.puzzle.core.sequences import MAX_TURNS

pytestmark = pytest.mark.quick


@given(moves, moves)
def test_concatenation_is_composition(a, b):
    assert Cube.from_moves(a + b) == Cube.from_moves(a) * Cube.from_moves(b)


@given(moves)
def test_simplified_is_the_same_and_no_longer(m):
    simple = m.simplified()
    assert Cube.from_moves(simple) == Cube.from_moves(m)
    assert len(simple) <= len(m)
    assert simple.simplified() == simple
    faces = [turn // 3 for turn in simple]
    assert all(a != b for a, b in itertools.pairwise(faces))
    triples = zip(faces, faces[1:], faces[2:], strict=False)
    assert all(len({a % 3, b % 3, c % 3}) > 1 for a, b, c in triples)


def test_lengths():
    m = Moves("U F' L' U' R2 F' R2 B' U' R F' U F D' L2 F2 L2 U'")
    assert m.length() == m.length("htm") == len(m) == 18
    assert m.length("qtm") == 23


@pytest.mark.parametrize(
    ("text", "position", "word"),
    [
        ("R U Q2", 4, "'Q'"),
        ("R U)", 3, "unexpected"),
        ("(R U", 4, "missing"),
        ("[R U]", 4, "expected"),
        ("[R, U", 5, "missing"),
        ("[R, U)", 5, "expected"),
        ("R 2", 2, "'2'"),
        ("'", 0, "not a move"),
        ("(" * 200 + "R" + ")" * 200, 100, "nested"),
        ("((((R)999)999)999)999", 13, "more than"),
        ("ü", 0, "not a move"),
    ],
)
def test_errors_name_the_place(text, position, word):
    with pytest.raises(InputError, match=word) as caught:
        Moves(text)
    assert caught.value.position == position
    assert f"character {position + 1}" in str(caught.value)


@pytest.mark.slow
def test_longest_sequence_is_read_and_a_longer_one_is_refused():
    assert len(Moves("R U " * (MAX_TURNS // 2))) == MAX_TURNS
    with pytest.raises(InputError, match="more than"):
        Moves("R U " * (MAX_TURNS // 2) + "R")


def test_turn_numbers_are_checked():
    with pytest.raises(InputError, match="18"):
        Moves.of([0, 18])
