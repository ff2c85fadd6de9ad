"""Moves planned by clingo: the program says what it should, of any puzzle, and its plans are all there are."""

from __future__ import annotations

import itertools
import re

import pytest

from cubecsp import Cube, InputError, Moves, solve, solve_all
from cubecsp.errors import LimitError
from cubecsp.formats.cube_map import ROTATIONS
from cubecsp.puzzle.permutation import inverse
from cubecsp.puzzle.puzzle import cube_puzzle
from cubecsp.search import asp, breadth_first
from cubecsp.search.plan_program import PlanProblem, orders, write_plan

CLOCKWISE = "U,R,F,D,L,B"


def listed(method, cube, **more):
    return [str(found) for found in method.each_solution(cube, **more)]


@pytest.mark.parametrize(
    ("scramble", "turns"),
    [
        ("", "U,R"),
        ("F R", ROTATIONS),
        ("R L U", CLOCKWISE),
        ("U D' R", None),
        ("M U2 M", "M,M2,U,U2,x"),
        ("R U R' U' F", "R U R' U',F',F"),
        ("R U", "U,R,U2,R2"),
    ],
)
@pytest.mark.parametrize("merged", [False, True])
def test_plans_are_what_breadth_first_search_finds(scramble, turns, merged):
    cube = Cube.from_moves(scramble)
    more = {"turns": turns, "up_to_commuting": merged}
    assert listed(asp, cube, **more) == listed(breadth_first, cube, **more)


def test_the_prolog_programs_query_by_its_six_rotations():
    """Figure 1 of the paper: three operations are undone by nine."""
    answer = solve("F R U", method="asp", turns="U,R,F,D',L,B'")
    assert answer.cubes[0].sequence.names == ("U",) * 3 + ("R",) * 3 + ("F",) * 3


def test_the_program_can_be_read():
    text = write_plan(asp.plan_problem(Cube.from_moves("F R U"), CLOCKWISE))
    for line in (
        'turn("U").',
        "{ occurs(M,t) : turn(M) } = 1.",
        "shows(G,C,t) :- occurs(M,t), moves(M,F,G), shows(F,C,t-1).",
        ":- query(t), t \\ 2 != 1.",
    ):
        assert line in text.splitlines()
    besides_facts = [
        line
        for line in text.splitlines()
        if line and not re.fullmatch(r"(\w+\([\w\",']*\)\. ?)+", line)
    ]
    assert len(besides_facts) < 40
    assert max(map(len, text.splitlines())) <= 110


def undone(puzzle, faces, scramble):
    """Return the plans that undo turns, by these turns both ways."""
    moves = {}
    for name in faces:
        moves |= {name: inverse(puzzle.generators[name]), f"{name}'": puzzle.generators[name]}
    colours = puzzle.home_colours
    for name in scramble:
        colours = bytes(colours[source] for source in puzzle.generators[name])
    problem = PlanProblem(puzzle, colours, moves)
    return {order for plan in asp.Plans(problem) for order in orders(plan, problem)}, problem


@pytest.mark.parametrize(
    ("size", "faces", "scramble"),
    [(2, "URF", "RUF"), (4, ["U", "R", "2U", "2R"], ["R", "2U"]), (5, ["U", "2R", "F"], ["2R", "U"])],
)  # fmt: skip
def test_the_same_program_plans_for_other_puzzles(size, faces, scramble):
    """Against every sequence of as many turns, made one by one."""
    plans, problem = undone(cube_puzzle(size), faces, scramble)
    puzzle = problem.puzzle

    def solves(plan):
        colours = list(problem.colours)
        for name in plan:
            after = list(colours)
            for sticker, to in enumerate(problem.moves[name]):
                after[to] = colours[sticker]
            colours = after
        return all(len({colours[f] for f in puzzle.face(face)}) == 1 for face in range(6))

    for length in range(len(scramble) + 1):
        every = {p for p in itertools.product(problem.moves, repeat=length) if solves(p)}
        if every:
            break
    assert plans == every


@pytest.mark.parametrize("turns", [CLOCKWISE, "U,R2", "M,U", "x,U"])
def test_the_parity_of_plans_is_told_only_where_it_is_known(turns):
    for word in ("", "U", "U R2"):
        problem = asp.plan_problem(Cube.from_moves(word), turns)
        known = len(Moves.parse(word).turns) % 2 if turns == CLOCKWISE and "2" not in word else None
        if turns != CLOCKWISE:
            assert problem.parity is None
        elif known is not None:
            assert problem.parity == known


def test_limits_and_cubes_that_the_moves_do_not_solve():
    with pytest.raises(LimitError, match="no solution is of length 2 or less"):
        asp.solve(Cube.from_moves("R U F"), max_length=2)
    with pytest.raises(InputError, match="U and R alone generate a group"):
        asp.solve(Cube.from_moves("F"), turns="U,R")
    assert asp.solve(Cube.from_moves("R U F L' D B2 R U"), time_limit=0.2) is None
    assert solve_all("U D", method="asp").count == 2
    assert listed(asp, Cube.from_moves("U D")) == ["U' D'", "D' U'"]
