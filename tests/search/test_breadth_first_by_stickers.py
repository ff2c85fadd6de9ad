"""Shortest sequences for cubes of any size and for other puzzles: all of them, and no others."""

from __future__ import annotations

import itertools

import pytest

from cubecsp import Cube, InputError, Moves, solve, solve_all
from cubecsp.errors import LimitError
from cubecsp.puzzle import load_puzzle, read_puzzle
from cubecsp.puzzle.cube.cube_puzzle import cube_puzzle
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.puzzle.cube.state import PocketCube
from cubecsp.questions.answers.answer import Status, Stop
from cubecsp.search import breadth_first
from cubecsp.search import breadth_first_by_stickers as by_stickers
from cubecsp.search.named_moves import named_turns
from cubecsp.search.plan_program import plan_problem

pytestmark = pytest.mark.native


def listed(method, cube, **more):
    return [str(found) for found in method.each_solution(cube, **more)]


@pytest.mark.ordinary(5)
@pytest.mark.parametrize(
    ("scramble", "turns"),
    [
        ("", "U,R"),
        ("R L U", "U,R,F,D,L,B"),
        ("U D' R F2", None),
        ("M U2 M", "M,M2,U,U2,x"),
        ("R U R' U' F", "R U R' U',F',F"),
        ("R U D R2 L", "U',R2,R',L,L',D,D'"),
    ],
)
@pytest.mark.parametrize("merged", [False, True])
def test_stickers_of_a_cube_lead_to_what_its_pieces_lead_to(scramble, turns, merged):
    """Against the search of the 3×3×3 in C++, which looks at pieces among the centres."""
    cube = Cube.from_moves(scramble)
    more = {"turns": turns, "up_to_commuting": merged}
    assert listed(by_stickers, cube, **more) == listed(breadth_first, cube, **more)
    first = listed(by_stickers, cube, turns=turns)[0]
    found = by_stickers.solve(cube, turns=turns)
    assert str(found.moves if found.sequence is None else found.sequence) == first


@pytest.mark.ordinary(4)
@pytest.mark.parametrize(
    ("size", "scramble", "turns"),
    [
        (2, "F R", None),
        (2, "F R U2 R", None),
        (4, "2R U", "2R,U,2R',U'"),
        (4, "R 2U", "R',2U',2R2,U"),
        (4, "Rw F", "Rw,F,Rw',F'"),
        (5, "2R F", "2R,F,2R',F'"),
        (28, "2R U", "2R',U'"),
    ],
)
def test_all_shortest_solutions_of_cubes_of_other_sizes(size, scramble, turns):
    """Against every sequence of as many turns, made one by one; of a 2×2×2, against its graph."""
    puzzle = cube_puzzle(size)
    cube = cube_class(size).from_moves(Moves(scramble, puzzle))
    answer = solve_all(cube, method="breadth-first", turns=turns)
    assert answer.status is Status.COMPLETE
    if turns is None:
        assert {r.written for r in answer} == {r.written for r in solve_all(cube)}
    else:
        length = len(answer.cubes[0].sequence)
        every = itertools.product(turns.split(","), repeat=length)
        shorter = itertools.product(turns.split(","), repeat=length - 1)
        assert not any(is_solved(cube, plan) for plan in shorter)
        assert [r.sequence.names for r in answer] == [p for p in every if is_solved(cube, p)]
    one = solve(cube, method="breadth-first", turns=turns).cubes[0]
    assert one.length == answer.cubes[0].length
    with pytest.raises(InputError, match=r"no sequence of U2 solves the cube"):
        solve(cube, turns="U2")


def is_solved(cube, plan):
    puzzle = cube.puzzle
    letters = cube.apply(Moves(" ".join(plan), puzzle)).facelets
    return all(len({letters[f] for f in puzzle.face(face)}) == 1 for face in range(6))


def test_every_size_takes_turns_and_lists_all():
    """Where no method is named, too."""
    cube = cube_class(4).from_moves(Moves("2R U", cube_puzzle(4)))
    for turns in ("2R',U'", None):
        answer = solve_all(cube, turns=turns)
        assert [str(r.solution) for r in answer] == ["U' 2R'"]
        assert answer.query["method"] == "breadth-first"
    assert solve("R U", size=2, turns="R',U'").cubes[0].length == 2


def test_what_no_turns_solve():
    """The first has two corners exchanged, and each sticker is on a face to which a turn of U could have brought it."""
    pocket = PocketCube.from_moves("R U R' F' R U R' U' R' F R2 U' R'")
    assert not plan_problem(pocket, named_turns(pocket, "U", "htm")).hopeless
    for turns in ("U", "R2"):
        with pytest.raises(InputError, match=f"no sequence of {turns} solves the cube"):
            by_stickers.solve(pocket, turns=turns)
    with pytest.raises(InputError, match="turns nothing"):
        solve(pocket, turns="U4,R")
    four = cube_class(4).from_moves("R U F")
    with pytest.raises(LimitError, match="no solution has length 2 or less"):
        by_stickers.solve(four, max_length=2)
    assert by_stickers.solve(four, time_limit=1e-9) is None


@pytest.mark.ordinary(2)
@pytest.mark.few(4)
@pytest.mark.parametrize(
    ("name", "scramble"),
    [("pyraminx", "R U' L b"), ("skewb", "R U' L B"), ("megaminx", "BR2"), ("skewb", "R"), ("skewb", ""), ("square1", "U D")],
)  # fmt: skip
def test_all_shortest_solutions_of_other_puzzles(name, scramble):
    """Against every sequence of as many moves, made one by one."""
    puzzle = load_puzzle(name)
    state = puzzle.solved.apply(scramble)
    least = solve([state], puzzle=puzzle).cubes[0]
    answer = solve_all(state, puzzle=puzzle)
    assert answer.status is Status.COMPLETE
    plans = [str(report.solution) for report in answer]
    assert len({*plans}) == len(plans)
    moves = [*puzzle.single_moves]
    if len(moves) ** least.length < 20_000:
        every = map(" ".join, itertools.product(moves, repeat=least.length))
        assert plans == [
            p for p in every if state.can(p) and state.apply(p).solved_after is not None
        ]
    else:
        assert all(len(report.solution) == least.length for report in answer)


def test_pieces_that_look_alike_may_change_places():
    ring = read_puzzle(
        "Name ring\nSet BEADS 4 1\nSolved\nBEADS\n1 1 2 2\nEnd\nMove R\nBEADS\n2 3 4 1\nEnd\n"
        "Move S\nBEADS\n2 1 3 4\nEnd\n"
    )
    for scramble, expected in (("R R", ["R2"]), ("S", [""])):
        answer = solve_all(ring.solved.apply(scramble), puzzle=ring)
        assert [str(report.solution) for report in answer] == expected


def test_limits_of_listing_for_other_puzzles():
    skewb, far = load_puzzle("skewb"), load_puzzle("megaminx")
    with pytest.raises(
        InputError, match="two-phase does not list all shortest solutions .*; breadth-first does"
    ):
        solve_all(skewb.solved, puzzle=skewb, method="two-phase")
    state = far.solved.apply("U R F L BL BR2 FL DR")
    answer = solve_all(state, puzzle=far, time_limit=0.1)
    assert (answer.count, answer.stopped) == (0, Stop.TIME)
    with pytest.raises(LimitError, match="the node limit of 1,000 states was reached"):
        solve_all(state, puzzle=far, max_nodes=1000)
