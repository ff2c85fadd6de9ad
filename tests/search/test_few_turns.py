"""Cubes of size 4 and up that a few turns solve, done on stickers in space, which share nothing with the package."""

from __future__ import annotations

import itertools
import random

import pytest
import stickers_in_space as space

from cubecsp import solve
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.moves import Moves
from cubecsp.search import few_turns
from cubecsp.search.few_turns import GOAL

pytestmark = pytest.mark.native

SIZES = (4, 5, 6, 7, 8, 10)


def blocks(size):
    """Return the names of all blocks of outer layers, up to half of the cube."""
    depths = range(1, size // 2 + 1)
    return [
        face if depth == 1 else f"{depth if depth > 2 else ''}{face}w"
        for face in FACES
        for depth in depths
    ]


def shuffled(size, turns, source):
    names = blocks(size)
    return " ".join(source.choice(names) + source.choice(["", "2", "'"]) for _ in range(turns))


def is_solved(stickers, size):
    each = size * size
    return all(len(set(stickers[i : i + each])) == 1 for i in range(0, len(stickers), each))


def check(scramble, size, most):
    """Solve what a scramble makes; return how many turns that took, at most so many."""
    cube = cube_class(size).from_moves(scramble)
    solution = few_turns.solve(cube)
    assert solution is not None
    assert is_solved(space.moved(cube.facelets, space.of_moves(str(solution.moves), size)), size)
    assert {str(turn) for turn in str(solution.moves).split()} <= {
        block + by for block in blocks(size) for by in ("", "2", "'")
    }
    assert [stage.goal for stage in solution.phases] == [GOAL]
    assert len(solution.moves) <= most
    return len(solution.moves)


@pytest.mark.exhaustive
@pytest.mark.few(8)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("turns", range(7))
def test_up_to_six_turns_are_undone_by_no_more(size, turns):
    source = random.Random(turns)
    for scramble in {shuffled(size, turns, source) for _ in range(5)}:  # of no turns, there is one
        check(scramble, size, turns)


@pytest.mark.ordinary(1)
@pytest.mark.parametrize("size", [11, 15, 21])
def test_four_turns_of_larger_cubes_are_undone_by_no_more(size):
    check(shuffled(size, 4, random.Random(size)), size, 4)


@pytest.mark.parametrize("scramble", ["Lw Fw U B'", "R L2 Uw' B R R2", "F R Fw' R2 D F'"])
def test_turns_after_two_that_turn_the_whole_cube_about_different_axes(scramble):
    """The search turns blocks of three layers of a 4×4×4 too, which are written as the opposite layer."""
    check(scramble, 4, 6)


@pytest.mark.ordinary(1)
@pytest.mark.parametrize("size", [4, 5])
def test_two_turns_are_undone_by_as_few_as_can_be(size):
    turns = ["".join(turn) for turn in itertools.product(blocks(size), ("", "2", "'"))]
    solved = "".join(face * size * size for face in FACES)
    after_one = {named_anew(space.moved(solved, space.of_moves(turn, size))) for turn in turns}
    source = random.Random(size)
    for _ in range(15):
        scramble = " ".join(source.sample(turns, 2))
        shown = space.moved(solved, space.of_moves(scramble, size))
        least = 0 if is_solved(shown, size) else 1 if named_anew(shown) in after_one else 2
        assert check(scramble, size, 2) == least


def named_anew(stickers):
    """Return stickers with colours named in the order in which they come, however the cube is held."""
    names = {}
    return "".join(names.setdefault(sticker, chr(65 + len(names))) for sticker in stickers)


def test_random_cubes_are_left_to_the_phases():
    for size in (4, 5, 6):
        assert few_turns.solve(cube_class(size).random(seed=3)) is None


def test_cubes_beyond_all_room_are_left_to_the_phases():
    assert few_turns.solve(cube_class(43)()) is None


@pytest.mark.ordinary(2)
@pytest.mark.parametrize("size", [4, 5, 6, 8])
def test_it_comes_before_the_phases_of_every_method(size):
    cube = cube_class(size).from_moves("Rw U 2F L'")
    (report,) = solve(cube.facelets)
    assert [phase.goal for phase in report.phases] == [GOAL]
    assert len(Moves(str(report.solution), cube.puzzle)) <= 5


@pytest.mark.parametrize(("metric", "length"), [("htm", 3), ("qtm", 4)])
def test_turns_are_counted_as_they_are_asked_for(metric, length):
    solution = few_turns.solve(cube_class(5).from_moves("Rw U2 F"), metric)
    assert (solution.metric, solution.length) == (metric, length)
