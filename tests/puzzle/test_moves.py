"""Moves: read, written, inverted, simplified, counted; and against turns of a cube drawn in space."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import assemblies, moves, symmetries

from cubecsp import Cube, InputError, Moves
from cubecsp.puzzle.core.sequences import MAX_TURNS
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.puzzle.cube.geometry import NORMALS, turned
from cubecsp.puzzle.cube.notation import held_before

pytestmark = pytest.mark.quick

LAYERS = {  # base: axis, and which layers along it turn (1 outer, 0 middle, -1 far side)
    **{face: (face, {1}) for face in "URFDLB"},
    **{face.lower(): (face, {1, 0}) for face in "URFDLB"},
    **{face + "w": (face, {1, 0}) for face in "URFDLB"},
    "M": ("L", {0}),
    "E": ("D", {0}),
    "S": ("F", {0}),
    "x": ("R", {1, 0, -1}),
    "y": ("U", {1, 0, -1}),
    "z": ("F", {1, 0, -1}),
}


def turned_in_space(tokens: list[tuple[str, int]]) -> str:
    """Return the stickers after turning layers of a cube in space, then held by its centres again."""
    colour = {location: "URFDLB"[i // 9] for i, location in enumerate(CUBE.locations)}
    for base, quarters in tokens:
        axis_face, layers = LAYERS[base]
        axis = NORMALS["URFDLB".index(axis_face)]
        for _ in range(quarters % 4):
            moved = {}
            for (centre, normal), letter in colour.items():
                depth = sum(a * b for a, b in zip(centre, axis, strict=True)) // 2
                if depth in layers:
                    moved[turned(centre, axis), turned(normal, axis)] = letter
                else:
                    moved[centre, normal] = letter
            colour = moved
    # Hold the cube so that its U centre is up and its F centre in front again.
    for _ in range(4):
        for _ in range(4):
            for _ in range(4):
                shown = "".join(colour[location] for location in CUBE.locations)
                if shown[4] == "U" and shown[22] == "F":
                    return shown
                colour = rotated(colour, "U")
            colour = rotated(colour, "R")
        colour = rotated(colour, "F")
    raise AssertionError("no holding has U up and F in front")


def rotated(colour, face):
    axis = NORMALS["URFDLB".index(face)]
    return {(turned(c, axis), turned(n, axis)): letter for (c, n), letter in colour.items()}


@given(st.lists(st.tuples(st.sampled_from(sorted(LAYERS)), st.integers(1, 3)), max_size=12))
def test_all_notation_means_what_hands_do(tokens):
    text = " ".join(base + {1: "", 2: "2", 3: "'"}[quarters] for base, quarters in tokens)
    cube = Cube.from_moves(text)
    assert cube.apply(Moves(holding=held_before(cube.holding))).facelets == turned_in_space(tokens)


@given(moves)
def test_written_and_read_back(m):
    assert Moves(str(m)) == m


@given(moves, assemblies)
def test_inverse_undoes(m, cube):
    assert cube.apply(m).apply(~m) == cube
    assert Cube.from_moves(~m) == ~Cube.from_moves(m)
    assert ~~m == m


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


@given(moves)
def test_a_sequence_and_its_inverse_vanish(m):
    assert (m + ~m).simplified() == Moves()


@given(moves, symmetries)
def test_renamed_moves_make_the_conjugate(m, s):
    assert Cube.from_moves(s.of_moves(m)) == s.of(Cube.from_moves(m))


def test_lengths():
    m = Moves("U F' L' U' R2 F' R2 B' U' R F' U F D' L2 F2 L2 U'")
    assert m.length() == m.length("htm") == len(m) == 18
    assert m.length("qtm") == 23


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("R3", "R'"),
        ("R2'", "R2"),
        ("R4", ""),
        ("R’ U′", "R' U'"),
        ("RUR'U'", "R U R' U'"),
        ("(R U)3", "R U R U R U"),
        ("(R U)'", "U' R'"),
        ("(R U)2'", "U' R' U' R'"),
        ("[R, U]", "R U R' U'"),
        ("[R: U]", "R U R'"),
        ("[R: [U, M']]", "R U M' U' M R'"),
        ("  R\n U // the rest is said, not done: F F F", "R U"),
        ("", ""),
    ],
)
def test_notation(text, same):
    assert Moves(text).simplified() == Moves(same).simplified()


@pytest.mark.parametrize(
    ("text", "position", "word"),
    [
        ("R U Q2", 4, "'Q'"),
        ("R U)", 3, "closes no bracket"),
        ("(R U", 4, "missing"),
        ("[R U]", 4, "missing"),
        ("[R, U", 5, "missing"),
        ("[R, U)", 5, "missing"),
        ("R 2", 2, "'2'"),
        ("'", 0, "not a move"),
        ("(" * 200 + "R" + ")" * 200, 100, "nested"),
        ("((((R)999)999)999)999", 13, "longer"),
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
    with pytest.raises(InputError, match="longer"):
        Moves("R U " * (MAX_TURNS // 2) + "R")


def test_turn_numbers_are_checked():
    with pytest.raises(InputError, match="18"):
        Moves.of([0, 18])
