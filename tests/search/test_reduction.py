"""Larger cubes solved by reduction, every solution done on stickers in space, which share nothing with the package."""

from __future__ import annotations

import re

import numpy as np
import pytest
import stickers_in_space as space

from cubecsp import InputError, _native, solve
from cubecsp.cli import main
from cubecsp.errors import OutOfTimeError
from cubecsp.puzzle.cube.cube_puzzle import cube_puzzle
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.moves import Moves
from cubecsp.puzzle.cube.sticker_paths import after_turns
from cubecsp.search import reduction
from cubecsp.search.finish_as_three import LAST_STAGE, as_three, whole_solution
from cubecsp.search.parity_repair import PARITY_STAGE
from cubecsp.search.solution import Stage
from cubecsp.stopping.deadline import NEVER

pytestmark = pytest.mark.native

SIZES = (4, 5, 6, 8)
OUTER_BLOCK = re.compile(r"(?:(\d+)(?=.w))?[URFDLB](w)?[2']?")


def faces(stickers, size):
    """Return the rows of each face."""
    rows = [stickers[i : i + size] for i in range(0, len(stickers), size)]
    return [rows[i : i + size] for i in range(0, len(rows), size)]


def is_solved(stickers, size):
    shown = [set("".join(face)) for face in faces(stickers, size)]
    return all(len(seen) == 1 for seen in shown) and len(set.union(*shown)) == len(FACES)


def has_centres(stickers, size):
    return all(
        len({colour for row in face[1:-1] for colour in row[1:-1]}) == 1
        for face in faces(stickers, size)
    )


def has_edges(stickers, size):
    """Return whether between two corners each face shows one colour, on each of the four sides."""
    return all(
        len(set(side[1:-1])) == 1
        for face in faces(stickers, size)
        for side in (face[0], face[-1], [row[0] for row in face], [row[-1] for row in face])
    )


def check_solution(cube, solution):
    """Do a solution on stickers in space, stage by stage, and see that each reaches what it says."""
    size, stickers = cube.puzzle.size, cube.facelets
    assert " ".join(str(stage.moves) for stage in solution.phases if stage.moves) == str(
        solution.moves
    )
    for token in str(solution.moves).split():
        layers, wide = OUTER_BLOCK.fullmatch(token).groups()
        assert int(layers or (2 if wide else 1)) <= size // 2
    reached = {
        reduction.STAGES[0]: [has_centres],
        reduction.STAGES[1]: [has_centres, has_edges],
        PARITY_STAGE: [has_centres, has_edges],
        LAST_STAGE: [is_solved],
    }
    for stage in solution.phases:
        stickers = space.moved(stickers, space.of_moves(str(stage.moves), size))
        for holds in reached[stage.goal]:
            assert holds(stickers, size), stage.goal
    assert is_solved(stickers, size)
    assert solution.length == len(str(solution.moves).split())


PAIRING = {4: 24, 5: 53, 6: 87, 8: 140}
"""By size the most turns that pairing the edges of one random cube may take: what it takes now."""


@pytest.mark.ordinary(1)
@pytest.mark.few(4)
@pytest.mark.parametrize("size", SIZES)
def test_random_cubes_of_each_size(size):
    cube = cube_class(size).random(seed=size)
    solution = reduction.solve(cube)
    check_solution(cube, solution)
    assert len(solution.phases[1].moves) <= PAIRING[size]


@pytest.mark.parametrize("error", [OutOfTimeError(), KeyboardInterrupt()], ids=["time", "ctrl-c"])
@pytest.mark.parametrize("last", [0, 1], ids=["centres", "wings"])
def test_what_was_reached_is_told_with_its_moves(monkeypatch, capsys, last, error):
    def stop(*_, **__):
        raise error

    native = _native.reduced
    if last == 0:  # before the wings are paired
        monkeypatch.setattr(
            _native, "reduced", lambda *a: native(*a[:4], lambda t: (a[4](t), stop()))
        )
    else:
        monkeypatch.setattr(reduction, "whole_solution", stop)
    cube, size = cube_class(8).random(seed=last), 8
    answer = solve(cube)
    (report,) = answer
    assert (report.solution, answer.stopped is None) == (None, False)
    stickers = cube.facelets
    for stage, holds in zip(report.phases, (has_centres, has_edges)[: last + 1], strict=True):
        stickers = space.moved(stickers, space.of_moves(str(stage.moves), size))
        assert has_centres(stickers, size)
        assert holds(stickers, size)
    assert [stage["goal"] for stage in report.as_dict()["phases"]] == [
        *reduction.STAGES[: last + 1]
    ]
    assert main(["solve", cube.facelets]) == 3
    told = capsys.readouterr().err
    number = sum(len(stage.moves) for stage in report.phases)
    assert f"; after {number} moves: {reduction.STAGES[last]}" in told
    assert str(report.phases[0].moves) in told


def test_each_cube_has_what_was_reached_of_it(monkeypatch):
    monkeypatch.setattr(reduction, "whole_solution", lambda *_: None)  # the time is over
    cubes = [cube_class(8).random(seed=seed) for seed in range(2)]
    answer = solve(["R U F", *(cube.facelets for cube in cubes)])
    assert [report.solution is None for report in answer] == [False, True, True]
    for cube, report in zip(cubes, answer.cubes[1:], strict=True):
        moves = space.of_moves(" ".join(str(stage.moves) for stage in report.phases), 8)
        assert has_edges(space.moved(cube.facelets, moves), 8)


@pytest.mark.slow
def test_a_large_cube():
    cube = cube_class(13).random(seed=1)
    check_solution(cube, reduction.solve(cube))


@pytest.mark.ordinary(1)
@pytest.mark.parametrize("size", SIZES[:2])
@pytest.mark.usefixtures("by_phases")
def test_nearly_solved_cubes(size):
    for moves in ("", "R U2 F'", f"{size // 2}Rw2 Uw'", "2R U 2R'"):
        cube = cube_class(size).from_moves(moves)
        solution = reduction.solve(cube)
        check_solution(cube, solution)
        if not moves:
            assert not solution.moves


def test_an_even_cube_held_in_any_way():
    for rotation in ("x", "y2 z'", "x2 y"):
        stickers = space.moved(
            "".join(f * 16 for f in FACES), space.of_moves(f"Rw {rotation} Uw", 4)
        )
        (report,) = solve(stickers)
        assert is_solved(space.moved(report.facelets, space.of_moves(str(report.solution), 4)), 4)


# The first turns over one edge of a reduced cube, the second exchanges two; both are found in every tutorial.
FLIP = "{0}Rw2 B2 U2 {0}Lw U2 {0}Rw' U2 {0}Rw U2 F2 {0}Rw F2 {0}Lw' B2 {0}Rw2"
SWAP = "{0}Rw2 R2 U2 {0}Rw2 R2 {0}Uw2 {0}Rw2 R2 {0}Uw2"


@pytest.mark.parametrize("size", [4, 6])
@pytest.mark.parametrize("parity", [FLIP, SWAP, f"{FLIP} F {SWAP}", f"{SWAP} R' {FLIP}"])
def test_parities_of_reduced_cubes_are_repaired(size, parity):
    puzzle = cube_puzzle(size)
    cube = cube_class(size).from_moves(f"R U F2 L' D {parity.format(size // 2)} B U'")
    assert not as_three(size, cube.puzzle.colours(cube.stickers)).is_reachable
    solution = whole_solution(cube, [], 0.0, NEVER)
    in_quarters = whole_solution(cube, [], 0.0, NEVER, "qtm")
    assert in_quarters.moves == solution.moves
    assert in_quarters.length == solution.length + str(solution.moves).count("2 ") + (
        str(solution.moves).endswith("2")
    )
    assert solution.phases[-1].goal == LAST_STAGE
    assert PARITY_STAGE in [stage.goal for stage in solution.phases]
    check_solution(cube, solution)
    with pytest.raises(AssertionError, match="is not reduced"):
        whole_solution(cube, [Stage(Moves("Rw", puzzle), "nothing")], 0.0, NEVER)


def test_cubes_that_turns_cannot_solve_are_refused():
    for size in (4, 5):
        cube = cube_class(size).random(seed=2)
        letters = list(cube.facelets)
        frame = cube.puzzle.corners.frames[0]
        shown = [letters[facelet] for facelet in frame]
        for facelet, letter in zip(frame, shown[1:] + shown[:1], strict=True):
            letters[facelet] = letter
        with pytest.raises(InputError, match="twist"):
            solve("".join(letters))
        letters = list(cube.facelets)
        middle = cube.puzzle.orbits[-1].frames
        one = next(f for (f,) in middle if letters[f] != letters[middle[0][0]])
        letters[one] = letters[middle[0][0]]
        with pytest.raises(InputError, match="check"):
            solve("".join(letters))


@pytest.mark.slow
def test_questions_that_the_method_cannot_answer_are_refused():
    cube = cube_class(4).random(seed=1)
    with pytest.raises(InputError, match="takes no max length"):
        solve(cube, max_length=20)
    with pytest.raises(OutOfTimeError):
        reduction.solve(cube_class(9).random(seed=1), time_limit=1e-6)


@pytest.mark.slow
def test_cubes_of_several_sizes_at_once():
    cubes = [cube_class(size).random(seed=1) for size in (2, 3, 4, 5)]
    answer = solve(cubes)
    assert [report.cube for report in answer] == cubes
    for report, cube in zip(answer, cubes, strict=True):
        assert cube.apply(report.solution) == type(cube)()
        assert Facelets.of(report.cube) == Facelets.of(cube)
    assert [phase.as_dict()["goal"] for phase in answer.cubes[3].phases][-1] == LAST_STAGE


@pytest.mark.parametrize("size", [3, 4, 7])
def test_turning_by_squares_is_turning_stickers_in_space(size):
    names = [f"{layers}{face}{wide}" for face in FACES for layers, wide in [("", ""), ("2", "")]]
    names += [f"{size // 2}{face}w2" for face in FACES if size > 3]
    text = " ".join([*names, *(name + "'" for name in names if name[-1] != "2")] * 2)
    moves = Moves(text, cube_puzzle(size))
    stickers = "".join(face * size**2 for face in FACES)
    after = after_turns(size, [FACES.index(letter) for letter in stickers], moves)
    assert isinstance(after, np.ndarray)
    cube = cube_class(size).from_moves(moves)
    shown = "".join(FACES[colour] for colour in after)
    assert shown == Facelets.of(cube).written
