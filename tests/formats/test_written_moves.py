"""Texts of moves inverted, mirrored and turned, against what they make."""

from __future__ import annotations

import random

import pytest

from cubecsp import InputError, Moves, cube_class, invert, mirror, rotate
from cubecsp.models.rules.symmetric import named_symmetry
from cubecsp.puzzle.cube.cube_puzzle import cube_puzzle
from cubecsp.puzzle.cube.symmetry import SYMMETRIES, canonical
from cubecsp.puzzle.cube.written_turns import image_under, written_turns
from cubecsp.questions.mirror import PLANES

pytestmark = pytest.mark.quick


def moves_of(size: int, rng: random.Random, depth: int = 2) -> str:
    """Return a random text of moves, with all that the notation has."""
    words = []
    for _ in range(rng.randint(0 if depth < 2 else 1, 4)):
        kind = rng.randrange(6 if depth else 4)
        suffix = rng.choice(["", "2", "'", "2'", "3", "3'", "’"])
        if kind == 0 and size > 2:
            first = rng.randint(1, size - 1)
            word = f"{first}{rng.choice('URFDLB')}w"
            if first > 1 and rng.randrange(2):
                word = f"{first}-{rng.randint(first, size)}{word[-2:]}"
        elif kind == 1:
            word = rng.choice("xyz" + ("MES" if size % 2 else ""))
        elif kind == 2 and size > 2:
            word = rng.choice("urfdlb")
        elif kind < 4:
            word = rng.choice("URFDLB")
        elif kind == 4:
            word = f"({moves_of(size, rng, depth - 1)})"
        else:
            parts = [moves_of(size, rng, depth - 1) for _ in range(2)]
            word = f"[{parts[0]}{rng.choice(',:')} {parts[1]}]"
        words.append(word + suffix)
    return " ".join(words)


TEXTS = [(size, moves_of(size, random.Random(seed))) for size in (2, 3, 4, 5) for seed in range(20)]


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_what_is_written_is_read_again(size):
    for text in (text for n, text in TEXTS if n == size):
        puzzle = cube_puzzle(size)
        again = str(written_turns(text, puzzle))
        assert Moves(again, puzzle) == Moves(text, puzzle)
        assert again.replace(" ", "") == text.replace(" ", "").replace("’", "'")


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_the_inverse_undoes_the_moves(size):
    kind = cube_class(size)
    for text in (text for n, text in TEXTS if n == size):
        assert kind().apply(f"{text} {invert(text, size=size)}") == kind()
        assert kind().apply(f"{invert(text, size=size)} {text}") == kind()
        twice = invert(invert(text, size=size), size=size)
        assert Moves(twice, kind.puzzle) == Moves(text, kind.puzzle)


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_moves_after_a_symmetry_make_the_conjugate_cube(size):
    kind, rng = cube_class(size), random.Random(size)
    for text in (text for n, text in TEXTS if n == size):
        symmetry = rng.choice(SYMMETRIES)
        moved = str(written_turns(text, kind.puzzle).moved(image_under(symmetry)))
        assert same(kind.from_moves(moved), symmetry.of(kind.from_moves(text)))
        for plane, name in PLANES.items():
            seen = kind.from_moves(mirror(text, plane, size=size))
            assert same(seen, named_symmetry(name).of(kind.from_moves(text)))


def same(cube, conjugate):
    """Return whether two cubes are the same; of even size, whose conjugates are held in another way, up to that."""
    return cube == conjugate if cube.puzzle.size % 2 else canonical(cube) == canonical(conjugate)


@pytest.mark.parametrize("by", ["x", "y", "z", "y2", "x' y", "z2 x y'"])
def test_turned_moves_are_moves_of_a_turned_cube(by):
    for size, text in TEXTS[::7]:
        kind = cube_class(size)
        around = f"{invert(by, size=size)} {text} {by}"
        assert kind.from_moves(rotate(text, by, size=size)) == kind.from_moves(around)


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (lambda: invert("[R: U] F"), "F' [R: U']"),
        (lambda: invert("[R, U]2 (L M2)3'"), "(L M2)3 [U, R]2"),
        (lambda: mirror("R U R' M x"), "L' U' L M x"),
        (lambda: mirror("r 2-3Rw2", size=4), "l' 2-3Lw2"),
        (lambda: mirror("R U F E", "ud"), "R' D' F' E"),
        (lambda: rotate("R U", "y"), "F U"),
        (lambda: rotate("M E S x", "z"), "E' M S y'"),
        (lambda: invert(Moves("R U2")), "U2 R'"),
        (lambda: invert("R // right\nU"), "U' R'"),
        (lambda: invert(""), ""),
    ],
)
def test_the_notation_is_kept(made, expected):
    assert made() == expected


def test_what_makes_no_sense_is_refused():
    for ask, words in (
        (lambda: invert("R Q"), "'Q' is not a move"),
        (lambda: invert("3Rw"), "turns the whole 3×3×3"),
        (lambda: mirror("R", "up"), "expected LR, UD or FB"),
        (lambda: rotate("R", "R"), "is not a rotation"),
        (lambda: rotate("R", "x3"), "neither a kind nor a symmetry"),
        (lambda: rotate("R", ""), "is not a rotation"),
    ):
        with pytest.raises(InputError) as caught:
            ask()
        assert words in str(caught.value)
