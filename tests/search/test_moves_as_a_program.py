"""The logic program of moves says what it should: clingo's plans are the shortest sequences that other search finds."""

from __future__ import annotations

import re
import time

import pytest
from asking import ask
from clingo_plans import plans_of

from cubecsp import Cube
from cubecsp.formats.cube_map import ROTATIONS
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.puzzle.cube.state import PocketCube
from cubecsp.search import breadth_first, breadth_first_by_stickers, plan_program
from cubecsp.search.named_moves import named_turns
from cubecsp.search.plan_program import PlanProblem, plan_problem, write_plan

pytestmark = pytest.mark.native

CLOCKWISE = "U,R,F,D,L,B"


def orders(plan: tuple[str, ...], problem: PlanProblem) -> list[tuple[str, ...]]:
    """Return a plan in every order of commuting moves, in the order of the list of moves."""
    free = {frozenset(pair) for pair in problem.commuting}
    results = {tuple(plan)}
    waiting = [tuple(plan)]
    for order in waiting:  # grows while it is walked
        for at in range(len(order) - 1):
            if frozenset(order[at : at + 2]) in free:
                other = (*order[:at], order[at + 1], order[at], *order[at + 2 :])
                if other not in results:
                    results.add(other)
                    waiting.append(other)
    numbers = {name: number for number, name in enumerate(problem.moves)}
    return sorted(results, key=lambda order: [numbers[name] for name in order])


def problem_of(cube, turns=None):
    return plan_problem(cube, named_turns(cube, turns, "htm"))


def planned(cube, turns=None, program=write_plan):
    """Return clingo's plans, in every order of commuting moves, in the order of the list of moves."""
    problem = problem_of(cube, turns)
    results = {order for plan in plans_of(program(problem)) for order in orders(plan, problem)}
    return sorted(results, key=lambda names: [[*problem.moves].index(name) for name in names])


def searched(cube, turns=None):
    method = breadth_first if isinstance(cube, Cube) else breadth_first_by_stickers
    return [found.names for found in method.each_solution(cube, turns=turns)]


@pytest.mark.ordinary(3)
@pytest.mark.few(6)
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
def test_plans_are_what_breadth_first_search_finds(scramble, turns):
    cube = Cube.from_moves(scramble)
    assert planned(cube, turns) == searched(cube, turns)


@pytest.mark.parametrize(
    ("size", "scramble", "turns"),
    [(2, "R U F", None), (4, "R 2U", "U,R,2U,2R,U',R',2U',2R'"), (5, "2R U", "U',2R',F")],
)
def test_the_same_program_plans_for_cubes_of_other_sizes(size, scramble, turns):
    cube = cube_class(size).from_moves(scramble)
    assert planned(cube, turns) == searched(cube, turns)


def test_the_program_can_be_read():
    text = write_plan(problem_of(Cube.from_moves("F R U"), CLOCKWISE))
    program, known = text.split("% ---- From both ends")
    for line in (
        'turn("U").',
        "{ occurs(M,t) : turn(M) } = 1.",
        "shows(G,C,t) :- occurs(M,t), moves(M,F,G), shows(F,C,t-1).",
        ":- query(t), goal(F,C), not shows(F,C,t).",
    ):
        assert line in program.splitlines()
    besides_facts = [
        line
        for line in program.splitlines()
        if line and not re.fullmatch(r"(\w+\([\w\",']*\)\. ?)+", line)
    ]
    assert len(besides_facts) < 40
    assert max(map(len, program.splitlines())) <= 110
    assert known.count("state(Urf,Ufl,Ulb,Ubr,") > 2 * 6


def without_ends(problem):
    """Return the program without what it says of both ends."""
    return (
        write_plan(problem).split("% ---- From both ends")[0] + "#program base.\n#show occurs/2.\n"
    )


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("scramble", "turns"), [("R L U", CLOCKWISE), ("M U2", "M,U2,x"), ("F R2 U'", None)]
)
def test_what_both_ends_say_changes_no_answer(scramble, turns):
    cube = Cube.from_moves(scramble)
    assert planned(cube, turns, without_ends) == planned(cube, turns)


@pytest.mark.slow
@pytest.mark.parametrize("most", [2, 40])
def test_plans_are_searched_for_where_there_are_too_many_states(most, monkeypatch):
    cube = Cube.from_moves("F R2 U' L")
    expected = searched(cube)
    monkeypatch.setattr(plan_program, "_WIDE", most * 18)
    assert planned(cube) == expected


@pytest.mark.slow
@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("words", "most"), [("front right up left", 12), ("down back down left", 12), ("up up", 2)]
)
def test_four_operations_of_the_prolog_program_are_undone_in_two_seconds(words, most):
    cube = Cube()
    for word in words.split():
        cube = cube.apply(ROTATIONS[word])
    started = time.process_time()
    plans = planned(cube, ROTATIONS)
    assert time.process_time() - started < 6  # one second, where nothing else is done
    assert plans == searched(cube, ROTATIONS)
    assert len(plans[0]) == most


def test_a_program_is_about_a_cube_of_the_size_that_is_asked_for():
    told = ask("export", "--moves", "R U", "--to", "asp", "--size", "2")
    assert f'"cube": "{PocketCube.from_moves("R U").facelets}"' in told.out
    told = ask("export", "--moves", "R U", "--to", "asp")
    assert f'"cube": "{Cube.from_moves("R U").facelets}"' in told.out
