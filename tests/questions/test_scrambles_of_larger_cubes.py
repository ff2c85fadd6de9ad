"""Scrambles of larger cubes: states of the 4×4×4, random moves from the 5×5×5 on, states again with rules."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from cubecsp import InputError, Status, scramble, solve
from cubecsp.models.sampling.random_numbers import Draws, RandomStream
from cubecsp.puzzle.cube.cube_puzzle import cube_puzzle
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.puzzle.cube.holding import after_moves
from cubecsp.puzzle.cube.moves import Moves
from cubecsp.puzzle.cube.turn_numbers import block_of
from cubecsp.questions import scramble as scrambling
from cubecsp.questions.asking.limits import Limits
from cubecsp.questions.moving.random_moves import number_of_turns, random_moves
from cubecsp.search import few_turns
from cubecsp.search.finish_as_three import whole_solution
from cubecsp.stopping.deadline import NEVER


def made(report, size):
    assert report.text == str(report.generator)
    cube = cube_class(size).from_moves(report.text)
    assert cube.apply(report.solution) == type(cube)()
    return cube.facelets == report.facelets


@pytest.mark.parametrize(("size", "turns"), [(5, 60), (6, 80), (7, 100)])
def test_random_moves_are_as_many_as_the_regulations_ask_for(size, turns):
    answer = scramble(size=size, n=3, seed=1)
    assert (answer.status, answer.drawn, answer.method) == (Status.COMPLETE, 3, "random-moves")
    assert answer.query["wca"] is True
    assert [report.length for report in answer] == [turns] * 3
    assert all(made(report, size) for report in answer)
    again = scramble(size=size, n=2, seed=1)
    assert [report.text for report in again] == [report.text for report in answer][:2]
    assert len({report.facelets for report in scramble(size=size, n=3, seed=2, distinct=True)}) == 3


@pytest.mark.parametrize("size", range(5, 12))
def test_random_moves_do_not_cancel(size):
    puzzle = cube_puzzle(size)
    counts: Counter[tuple[int, int]] = Counter()
    for number in range(30):
        moves = random_moves(puzzle, Draws(7, RandomStream.MOVES, number))
        assert len(moves) == number_of_turns(size)
        for _, run in itertools.groupby(moves, lambda turn: turn // 3 % 3):
            blocks = [(turn // 3 % 6, block_of(turn)) for turn in run]
            assert len(set(blocks)) == len(blocks)
        for turn in moves:
            first, last = block_of(turn)
            assert first == 1
            assert 2 * last <= size
            assert 2 * last < size or turn // 3 % 6 < 3
            counts[turn // 3 % 6, last] += 1
        assert moves.simplified().length("htm") <= len(moves)
    assert len(counts) == 6 * (size // 2) - (0 if size % 2 else 3)
    assert max(counts.values()) < 2 * min(counts.values())


def test_what_makes_no_sense_is_refused():
    with pytest.raises(InputError, match="random moves"):
        scramble(size=5, method="pieces")
    assert scramble(size=8, seed=1).query["wca"] is False


@pytest.mark.slow
@pytest.mark.parametrize("size", [2, 4])
def test_moves_and_the_rotation_behind_them_end_in_the_holding_that_is_shown(size):
    """Done on a solved cube as they are written, they show the stickers of the answer, not only the same cube."""
    solved = cube_class(size)()
    turned = 0
    for seed in range(2):
        for report in (
            scramble(size=size, seed=seed).cubes[0],
            solve(cube_class(size).random(seed)).cubes[0],
        ):
            moves = report.as_dict()["generator"]
            assert "".join(after_moves(solved.facelets, moves, solved.puzzle)) == report.facelets
            assert len(report.generator) == report.length
            turned += bool(report.generator.rotation)
    assert bool(turned) == (size == 4)


@pytest.mark.parametrize("size", [2, 4, 6])
@pytest.mark.parametrize("moves", ["R U", "Lw D", "Bw Lw' F2"])
def test_the_rotation_behind_a_solution_is_reported(size, moves):
    """Undone, it leads from the end of the solution to a cube held as usual; the generator makes the cube as it is held."""
    cube = cube_class(size).from_moves(moves if size > 2 else moves.replace("w", ""))
    report = solve(cube).cubes[0]
    done = after_moves(report.facelets, f"{report.written}", cube.puzzle)
    home = cube_class(size)().facelets
    assert "".join(after_moves(home, report.rotation, cube.puzzle)) == "".join(done)
    assert report.as_dict().get("rotation", "") == report.rotation
    made = "".join(after_moves(home, str(report.generator), cube.puzzle))
    assert made == "".join(
        after_moves(home, moves if size > 2 else moves.replace("w", ""), cube.puzzle)
    )
    assert bool(report.rotation) == bool(report.turned_note)


@pytest.mark.ordinary(1)
@pytest.mark.parametrize(("size", "moves"), [(4, "R F2"), (5, "U")])
def test_nearly_solved_cubes_are_scrambled_too(size, moves, monkeypatch):
    """Few turns behind a way to where they lead there would be undone by the way, whatever they are."""

    def by_outer_turns(cube, _):
        near = few_turns.solve(cube)
        return ~(near or whole_solution(cube, [], 0.0, NEVER)).moves

    monkeypatch.setattr(scrambling, "_way", by_outer_turns)  # no other turns are needed here
    cube = cube_class(size).from_moves(moves)
    (report,) = scramble(f"stickers={cube.facelets}", size=size, n=1, seed=1)
    assert report.cube == cube
    assert made(report, size)
    assert len(report.generator) == len(report.generator.simplified()) > 20


@pytest.mark.ordinary(2)
@pytest.mark.parametrize("number", range(6))
def test_random_turns_at_the_end_are_about_another_axis_than_the_turn_before(number, monkeypatch):
    def ending_in_d(cube, _):
        solution = few_turns.solve(cube)
        return ~solution.moves + Moves("D D'")

    monkeypatch.setattr(scrambling, "_way", ending_in_d)
    cube, draws = cube_class(4).from_moves("F Rw"), Draws(1, RandomStream.MOVES, number)
    moves = scrambling._by_detour(cube, draws, Limits().begin())
    words = str(moves).split()
    joint = next(i for i, pair in enumerate(itertools.pairwise(words)) if pair == ("D", "D'"))
    assert type(cube).from_moves(moves) == cube
    assert words[joint + 2][0] not in "UD"


@pytest.mark.parametrize("made", [{"size": 7}, {"puzzle": "megaminx"}, {"turns": "R,U"}], ids=str)
def test_no_cluster_is_left_idle(made):
    with pytest.raises(InputError, match="without rules are .*leave out the cluster"):
        scramble(cluster="local:1", **made)
