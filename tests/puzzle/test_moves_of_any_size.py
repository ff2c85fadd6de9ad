"""Moves of cubes of every size: against stickers in space, written, read back, inverted and simplified."""

from __future__ import annotations

import itertools

import pytest
import stickers_in_space as space
from hypothesis import given
from hypothesis import strategies as st
from move_texts import bases
from strategies import symmetries

from cubecsp import InputError, Moves
from cubecsp.puzzle.cube.cube_puzzle import cube_puzzle
from cubecsp.puzzle.cube.cubes import LargeCube, cube_class
from cubecsp.puzzle.cube.holding import LONGEST, after_moves
from cubecsp.puzzle.cube.moves import METRICS, parse_moves
from cubecsp.puzzle.cube.notation import rotation
from cubecsp.puzzle.cube.symmetry import canonical
from cubecsp.puzzle.cube.turn_numbers import block_of, turn_name, turn_number

SIZES = (2, 3, 4, 5, 6, 7)
SUFFIXES = ("", "2", "'", "2'", "3")


BASES = {size: tuple(bases(size)) for size in SIZES}


@st.composite
def tokens_of_a_size(draw, longest=12):
    size = draw(st.sampled_from(SIZES))
    token = st.tuples(st.sampled_from(BASES[size]), st.sampled_from(SUFFIXES)).map("".join)
    return size, draw(st.lists(token, max_size=longest))


@pytest.mark.ordinary(2)
@pytest.mark.parametrize("size", [3, 4, 5, pytest.param(7, marks=pytest.mark.slow)])
def test_each_move_means_what_hands_do(size):
    for base, one in zip(BASES[size], itertools.cycle(range(5))):
        for suffix in (SUFFIXES[one], SUFFIXES[one - 2]):  # each after two fifths of them
            made = cube_class(size).from_moves(base + suffix)
            assert list(made.stickers) == space.after(base + suffix, size), base + suffix


@given(tokens_of_a_size())
def test_sequences_mean_what_hands_do(case):
    size, tokens = case
    text = " ".join(tokens)
    shown = space.placed(range(6 * size**2), space.of_moves(text, size))
    assert after_moves(range(6 * size**2), text, cube_puzzle(size)) == shown
    made = cube_class(size).from_moves(text)
    assert whole(made) == shown
    assert list(turned_back(made)) == space.after(text, size)


def whole(cube):
    """Return whose sticker is at each facelet: the cube is first turned as a whole, and then its pieces are moved."""
    size = cube.puzzle.size
    turned = space.placed(range(6 * size**2), space.of_moves(rotation(cube.holding), size))
    return [turned[sticker] for sticker in cube.stickers]


def turned_back(cube):
    """Return the same with the centres, or the piece DBL, brought home by turning the whole cube."""
    return space.held(whole(cube), cube.puzzle.size)


@given(tokens_of_a_size())
def test_what_is_printed_is_read_as_the_same(case):
    size, tokens = case
    puzzle = cube_puzzle(size)
    moves = Moves(" ".join(tokens), puzzle)
    assert Moves(str(moves), puzzle) == moves
    assert Moves.of(moves.turns, puzzle).turns == moves.turns
    joined = str(moves).replace(" ", "\n// and then\n")
    assert Moves(joined, puzzle) == moves


@given(tokens_of_a_size(), symmetries)
def test_inverse_conjugate_and_simplified(case, symmetry):
    size, tokens = case
    puzzle, kind = cube_puzzle(size), cube_class(size)
    moves = Moves(" ".join(tokens), puzzle)
    cube = kind.from_moves(moves)
    assert kind.from_moves(moves + ~moves) == kind()
    assert kind.from_moves(~moves) == ~cube
    assert kind.from_moves(~moves).holding == (~cube).holding
    simple = moves.simplified()
    assert kind.from_moves(simple).stickers == cube.stickers
    assert simple == simple.simplified()
    assert all(simple.length(metric) <= moves.length(metric) for metric in METRICS)
    assert (moves + ~moves).simplified() == Moves()
    conjugate = kind.from_moves(symmetry.of_moves(moves))
    if size % 2:
        assert conjugate.stickers == cube.conjugated(symmetry).stickers
    else:  # its pieces are named after the one in DBL, and a conjugate is turned back
        assert canonical(conjugate) == canonical(cube)


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_the_numbers_of_turns(size):
    """Numbers go on from those of the eighteen, and mean the same on cubes of every size."""
    puzzle = cube_puzzle(size)
    numbers = [
        turn_number(face, quarters, (first, last))
        for last in range(1, size + 2)
        for first in range(1, last + 1)
        for face in range(6)
        for quarters in (1, 2, 3)
    ]
    assert numbers == list(range(len(numbers)))
    for number in numbers:
        first, last = block_of(number)
        centres = size % 2 and first <= (size + 1) / 2 <= last
        if last > size or centres or (first, last) == (1, size):
            with pytest.raises(InputError, match=f"no turn {number} "):
                Moves.of([number], puzzle)
        else:
            name = turn_name(number)
            where = space.of_moves(name, size)
            shown = space.placed(range(6 * size**2), where)
            assert list(puzzle.turn(number)) == shown
    with pytest.raises(InputError):
        Moves.of([-1], puzzle)


@pytest.mark.parametrize(
    ("size", "text", "written", "lengths"),
    [
        (4, "Rw", "Rw", (1, 1)),
        (4, "r2", "Rw2", (1, 2)),
        (4, "2R", "2R", (1, 1)),
        (4, "3R", "2L'", (1, 1)),
        (4, "3Rw", "3Rw", (1, 1)),
        (4, "2-3Rw2", "2-3Rw2", (1, 2)),
        (4, "3-4Rw", "Lw'", (1, 1)),
        (5, "M2", "Lw2 Rw2 x2", (2, 4)),
        (5, "3Rw", "Lw x", (1, 1)),
        (5, "2-4Rw", "R' L x", (2, 2)),
        (5, "M 2U", "Rw Lw' 2B x'", (3, 3)),
        (3, "2R", "R' L x", (2, 2)),
        (2, "2R", "L'", (1, 1)),
        (6, "2-3Rw 3U'", "2-3Rw 3U'", (2, 2)),
    ],
)
def test_how_moves_are_written(size, text, written, lengths):
    puzzle = cube_puzzle(size)
    moves = Moves(text, puzzle)
    wanted = Moves(written, puzzle)
    assert moves.simplified() == wanted.simplified()
    assert str(moves.simplified()) == str(wanted.simplified())
    assert tuple(moves.length(metric) for metric in ("htm", "qtm")) == lengths


@pytest.mark.parametrize(
    ("size", "text", "position", "words"),
    [
        (4, "R M", 2, "'M' turns a middle layer, and a 4×4×4 has none"),
        (4, "U 5R", 2, "'5R' turns layer 5 .* a 4×4×4 has layers 1 to 4"),
        (4, "4Rw", 0, "'4Rw' turns the whole 4×4×4 .* write a rotation x y z"),
        (4, "1-4u", 0, "the whole 4×4×4"),
        (5, "2-6Fw", 0, "'2-6Fw' turns layers 2 to 6 .* a 5×5×5 has layers 1 to 5"),
        (5, "3-2Rw", 0, "'3-2Rw' turns layers 3 to 2"),
        (5, "0R", 0, "'0R' turns layer 0"),
        (5, "2-3R", 0, "with a w .* write 2-3Rw"),
        (5, "2M", 0, "'2' is not a move"),
        (5, "R -3Rw", 2, "'-' is not a move"),
        (5, "2x", 0, "'2' is not a move"),
        (3, "3Rw", 0, "the whole 3×3×3"),
        (3, "4R", 0, "layer 4"),
    ],
)
def test_moves_that_a_cube_does_not_have(size, text, position, words):
    with pytest.raises(InputError, match=words) as caught:
        parse_moves(text, LONGEST, cube_puzzle(size))
    assert caught.value.position == position
    assert f"character {position + 1}" in str(caught.value)


@given(tokens_of_a_size(), tokens_of_a_size())
def test_products_inverses_and_orders_of_labelled_cubes(case, other):
    """Against permutations of stickers; a cube counts as solved however it is held."""
    size, tokens = case
    tokens_b = [token for token in other[1] if token in BASES[size]]
    kind = cube_class(size)
    a, b = kind.from_moves(" ".join(tokens)), kind.from_moves(" ".join(tokens_b))
    shown = whole(a)
    assert whole(a * b) == [shown[sticker] for sticker in whole(b)]
    assert [shown[sticker] for sticker in whole(~a)] == list(range(6 * size**2))
    solved = {tuple(space.placed(range(6 * size**2), turned)) for turned in space.rotations(size)}
    power, steps = shown, 1
    while tuple(power) not in solved and steps < 500:
        power, steps = [power[sticker] for sticker in shown], steps + 1
    if steps < 500:
        assert a.order() == steps
    else:
        assert a.order() >= 500
    if isinstance(a, LargeCube):
        assert all(cube.labelled for cube in (a, a * b, ~a))
