"""Moves of other puzzles inverted, in a mirror, and turned, in the notation of the writer, against what they make."""

from __future__ import annotations

import math
import random

import pytest

from cubecsp import InputError, convert, invert, mirror, rotate
from cubecsp.puzzle import load_puzzle, read_state
from cubecsp.puzzle.definitions import NAMES
from cubecsp.puzzle.kpuzzle.move_notation import is_rotation
from cubecsp.puzzle.kpuzzle.written_moves import written_moves

pytestmark = pytest.mark.quick

SOLIDS = sorted({*NAMES} - {"clock", "square1"})
WORDS = {"megaminx": ["R++", "R--", "D++", "D--"], "kilominx": ["R++", "D--"]}


def text_of(puzzle, rng, *, depth=2, words=True):
    """Return a random text of moves that are always possible, with all that the notation has."""
    items = []
    for _ in range(rng.randint(1, 4)):
        kind = rng.randrange(5)
        if kind == 0 and depth:
            inside = [text_of(puzzle, rng, depth=depth - 1, words=words) for _ in range(2)]
            mark = rng.choice(["(", ",", ":"])
            item = f"({inside[0]})" if mark == "(" else f"[{inside[0]}{mark} {inside[1]}]"
        elif kind == 1 and words and puzzle.name in WORDS:
            item = rng.choice(WORDS[puzzle.name])
        elif puzzle.name == "square1":
            item = f"({rng.randrange(-5, 7)},{rng.randrange(-5, 7)})" if kind < 4 else "U"
        else:
            item = rng.choice(list(puzzle.moves))
        signs = ["2+", "3-", "6+"] * (puzzle.name == "clock" and kind > 1)
        items.append(item + rng.choice(["", "", "2", "'", "2'", *signs]))
    return " ".join(items)


@pytest.mark.parametrize("name", NAMES)
def test_the_inverse_undoes_the_moves(name):
    puzzle, rng = load_puzzle(name), random.Random(name)
    for _ in range(25):
        text = text_of(puzzle, rng)
        state = puzzle.solved.apply(text)
        assert puzzle.solved.apply(str(written_moves(text, puzzle))) == state
        back = invert(text, puzzle=puzzle)
        assert state.apply(back) == puzzle.solved
        assert puzzle.solved.apply(invert(back, puzzle=puzzle)) == state
        assert back.count("[") == text.count("[")


@pytest.mark.parametrize("name", SOLIDS)
def test_stickers_are_those_in_the_mirror(name):
    puzzle, rng = load_puzzle(name), random.Random(name)
    places = puzzle.places
    middles = [
        [sum(axis) / len(points) for axis in zip(*points, strict=True)]
        for points in places.polygons
    ]
    skewb = name == "skewb"  # its corners at R and L have names only if R and F change places
    seen = [(z, y, x) if skewb else (-x, y, z) for x, y, z in middles]
    there = [min(range(len(seen)), key=lambda n: math.dist(middles[n], point)) for point in seen]
    faces = [place.face for place in places.places]
    to = {faces[n]: faces[m] for n, m in enumerate(there)}
    for _ in range(20):
        text = text_of(puzzle, rng)
        shown = puzzle.solved.apply(text).faces
        mirrored = puzzle.solved.apply(mirror(text, puzzle=puzzle, plane="RF" if skewb else None))
        assert mirrored.faces == [to[shown[m]] for m in there]
        twice = mirror(mirror(text, puzzle=puzzle), puzzle=puzzle)
        assert puzzle.solved.apply(twice) == puzzle.solved.apply(text)


def test_hours_of_a_clock_are_those_in_the_mirror():
    clock, rng = load_puzzle("clock"), random.Random(4)
    for _ in range(20):
        text = text_of(clock, rng)
        hours = [turned for _, turned in clock.solved.apply(text).slots]
        for plane, to in (("LR", lambda r, c: (r, 2 - c)), ("UD", lambda r, c: (2 - r, c))):
            expected = [
                -hours[9 * side + 3 * to(row, column)[0] + to(row, column)[1]] % 12
                for side in range(2)
                for row in range(3)
                for column in range(3)
            ]
            there = clock.solved.apply(mirror(text, plane, puzzle=clock))
            assert [turned for _, turned in there.slots] == expected


def test_pieces_of_a_square1_are_those_in_the_mirror():
    """The upper layer is the lower one read backwards, A is H and 1 is 8."""
    square1, rng = load_puzzle("square1"), random.Random(4)
    other = str.maketrans("ABCDEFGH12345678", "HGFEDCBA87654321")
    for _ in range(30):
        text, state = "", square1.solved
        for _ in range(rng.randrange(1, 8)):
            while not state.can(turn := f"({rng.randrange(-5, 7)},{rng.randrange(-5, 7)})/"):
                pass
            text, state = f"{text} {turn}", state.apply(turn)
        *pieces, sign = square1.notation.state(state.slots)
        seen = square1.solved.apply(mirror(text, puzzle=square1))
        assert square1.notation.state(seen.slots) == "".join(pieces[::-1]).translate(other) + sign
        assert state.apply(invert(text, puzzle=square1)) == square1.solved


@pytest.mark.parametrize(
    "name", [name for name in NAMES if name not in ("square1", "baby_fto", "skewb")]
)
def test_turned_moves_are_moves_of_a_turned_puzzle(name):
    puzzle, rng = load_puzzle(name), random.Random(name)
    rotations = [move for move in puzzle.moves if is_rotation(move)]
    for _ in range(20 if rotations else 0):
        text, by = text_of(puzzle, rng), " ".join(rng.choices(rotations, k=2))
        around = f"({by})' {text} {by}"
        assert puzzle.solved.apply(rotate(text, by, puzzle=puzzle)) == puzzle.solved.apply(around)


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (lambda: invert("[R: U] F2", puzzle="megaminx"), "F2' [R: U']"),
        (lambda: invert("R++ D-- U'", puzzle="megaminx"), "U D++ R--"),
        (lambda: invert("(1,0)/ 3,-3/", puzzle="sq1"), "/ (-3,3) / (-1,0)"),
        (lambda: invert("/1,0/(6,0)", puzzle="sq1"), "(6,0) / (-1,0) /"),
        (lambda: invert("UR2+ UL6- y2 ALL3-", puzzle="clock"), "ALL3+ y2 UL6+ UR2-"),
        (lambda: invert("UR2 DL'", puzzle="clock"), "DL UR2'"),
        (lambda: mirror("R U' l", puzzle="pyraminx"), "L' U r'"),
        (lambda: mirror("BR2 L U", puzzle="megaminx"), "BL2' R' U'"),
        (lambda: mirror("BR2 L U", "F, BR", puzzle="megaminx"), "F2' BL' U'"),
        (lambda: mirror("UR2+ R3-", puzzle="clock"), "UL2- L3+"),
        (lambda: mirror("(1,-5)/", "ud", puzzle="sq1"), "(5,-1) /"),
        (lambda: mirror("R U2'", puzzle="skewb"), "L' U2"),
        (lambda: rotate("R U", "Uv", puzzle="megaminx"), "F U"),
        (lambda: rotate("UR2+", "y2", puzzle="clock"), "bUR2+"),
        (lambda: invert("R U", puzzle="4x4x4"), "U' R'"),
        (lambda: invert("3Rw 2U", puzzle="4x4"), "2U' 3Rw'"),
    ],
)
def test_the_notation_is_kept(made, expected):
    assert made() == expected


def test_what_makes_no_sense_is_refused():
    for ask, words in (
        (lambda: invert("R Q", puzzle="skewb"), "'Q' is not a move"),
        (
            lambda: mirror("R", "XY", puzzle="skewb"),
            "no mirror of skewb exchanges 'XY'; choose",
        ),
        (
            lambda: mirror("U", "LR", puzzle="skewb"),
            "the move U of skewb becomes one that has no name",
        ),
        (lambda: mirror("/", "LR", puzzle="sq1"), "exchanges 'LR'; choose UD"),
        (
            lambda: rotate("/", "x2", puzzle="sq1"),
            "rotations of the whole puzzle square1 are not known",
        ),
        (lambda: rotate("R", "U", puzzle="megaminx"), "'U' is not a rotation"),
        (lambda: rotate("U", "y", puzzle="skewb"), "becomes one that has no name"),
        (lambda: invert("R", size=4, puzzle="skewb"), "are both given"),
        (lambda: invert("R", size=4, puzzle="5x5x5"), "are both given"),
    ):
        with pytest.raises(InputError) as caught:
            ask()
        assert words in str(caught.value)


@pytest.mark.parametrize("name", NAMES)
def test_converted_states_are_read_again(name):
    puzzle, rng = load_puzzle(name), random.Random(name)
    texts = [text_of(puzzle, rng, depth=0) for _ in range(4)]
    states = [puzzle.solved.apply(text) for text in texts]
    if name == "square1":  # a corner across the cut has no text
        states, texts = [puzzle.solved.apply("(1,0)/ (3,-3)/")], ["(1,0)/ (3,-3)/"]
        with pytest.raises(InputError, match="cannot express this state"):
            convert("(2,0)", to="facelets", puzzle=puzzle)
    for to in ("kpattern", "facelets"):
        for state, text in zip(states, convert(texts, to=to, puzzle=puzzle), strict=True):
            read = read_state(text, puzzle)
            assert read == state or (
                name == "clock" and read.held_before(puzzle.moves["y2"]) == state
            )
    near = puzzle.solved.apply(next(iter(puzzle.moves)))
    assert puzzle.solved.apply(convert(near, to="moves", puzzle=puzzle)) == near
    assert convert("()", to="moves", puzzle=puzzle) == "()"
    with pytest.raises(InputError, match="net is for cubes"):
        convert(states, to="net", puzzle=puzzle)
