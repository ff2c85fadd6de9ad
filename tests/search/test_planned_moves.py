"""Moves planned by clingo: the program says what it should, of any puzzle, and its plans are all there are."""

from __future__ import annotations

import itertools
import re
import time

import pytest
from asking import ask

from cubecsp import Cube, InputError, Moves, solve, solve_all
from cubecsp.errors import LimitError
from cubecsp.formats.cube_map import ROTATIONS
from cubecsp.puzzle import load_puzzle, read_puzzle
from cubecsp.puzzle.core.permutation import inverse
from cubecsp.puzzle.cube.cube_puzzle import cube_puzzle
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.puzzle.cube.state import PocketCube
from cubecsp.questions.answers.answer import Status, Stop
from cubecsp.questions.other_puzzles.plan import each_plan
from cubecsp.search import asp, breadth_first, plan_program
from cubecsp.search.plan_program import cube_plan, orders, write_plan

pytestmark = pytest.mark.native

CLOCKWISE = "U,R,F,D,L,B"


def listed(method, cube, **more):
    return [str(found) for found in method.each_solution(cube, **more)]


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
@pytest.mark.parametrize("merged", [False, True])
def test_plans_are_what_breadth_first_search_finds(scramble, turns, merged):
    cube = Cube.from_moves(scramble)
    more = {"turns": turns, "up_to_commuting": merged}
    assert listed(asp, cube, **more) == listed(breadth_first, cube, **more)


@pytest.mark.slow
def test_the_prolog_programs_query_by_its_six_rotations():
    """Figure 1 of the paper: three operations are undone by nine."""
    answer = solve("F R U", method="asp", turns="U,R,F,D',L,B'")
    assert answer.cubes[0].sequence.names == ("U",) * 3 + ("R",) * 3 + ("F",) * 3


def test_the_program_can_be_read():
    text = write_plan(asp.plan_problem(Cube.from_moves("F R U"), CLOCKWISE))
    planned, known = text.split("% ---- From both ends")
    for line in (
        'turn("U").',
        "{ occurs(M,t) : turn(M) } = 1.",
        "shows(G,C,t) :- occurs(M,t), moves(M,F,G), shows(F,C,t-1).",
        ":- query(t), goal(F,C), not shows(F,C,t).",
    ):
        assert line in planned.splitlines()
    besides_facts = [
        line
        for line in planned.splitlines()
        if line and not re.fullmatch(r"(\w+\([\w\",']*\)\. ?)+", line)
    ]
    assert len(besides_facts) < 40
    assert max(map(len, planned.splitlines())) <= 110
    assert known.count("state(Urf,Ufl,Ulb,Ubr,") > 2 * 6


def without_ends(text):
    """Return the program without what it says of both ends."""
    return text.split("% ---- From both ends")[0] + "#program base.\n#show occurs/2.\n"


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("scramble", "turns"), [("R L U", CLOCKWISE), ("M U2", "M,U2,x"), ("F R2 U'", None)]
)
def test_what_both_ends_say_changes_no_answer(scramble, turns, monkeypatch):
    cube = Cube.from_moves(scramble)
    expected = listed(asp, cube, turns=turns)
    monkeypatch.setattr(asp, "write_plan", lambda problem: without_ends(write_plan(problem)))
    monkeypatch.setattr(asp, "_STATES", ("query",))  # nothing says that there is no state more
    assert listed(asp, cube, turns=turns) == expected


@pytest.mark.slow
@pytest.mark.parametrize("most", [2, 40])
def test_plans_are_searched_for_where_there_are_too_many_states(most, monkeypatch):
    cube = Cube.from_moves("F R2 U' L")
    expected = listed(breadth_first, cube)
    monkeypatch.setattr(plan_program, "_WIDE", most * 18)
    assert listed(asp, cube) == expected


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
    plans = listed(asp, cube, turns=ROTATIONS)
    assert time.process_time() - started < 6  # one second, where nothing else is done
    assert plans == listed(breadth_first, cube, turns=ROTATIONS)
    assert len(plans[0].split()) == most


def undone(puzzle, faces, scramble):
    """Return the plans that undo turns, by these turns both ways."""
    moves = {}
    for name in faces:
        moves |= {name: inverse(puzzle.generators[name]), f"{name}'": puzzle.generators[name]}
    colours = puzzle.home_colours
    for name in scramble:
        colours = bytes(colours[source] for source in puzzle.generators[name])
    problem = cube_plan(puzzle, colours, moves)
    return {order for plan in asp.Plans(problem) for order in orders(plan, problem)}, problem


@pytest.mark.parametrize(
    ("size", "faces", "scramble"),
    [(2, "URF", "RUF"), (4, ["U", "R", "2U", "2R"], ["R", "2U"]), (5, ["U", "2R", "F"], ["2R", "U"])],
)  # fmt: skip
def test_the_same_program_plans_for_other_puzzles(size, faces, scramble):
    """Against every sequence of as many turns, made one by one."""
    puzzle = cube_puzzle(size)
    plans, problem = undone(puzzle, faces, scramble)

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


@pytest.mark.parametrize(
    ("size", "scramble", "turns"),
    [
        (2, "F R", None),
        (2, "F R U2 R", None),
        (4, "2R U", "2R,U,2R',U'"),
        (4, "Rw F", "Rw,F,Rw',F'"),
        (5, "2R F", "2R,F,2R',F'"),
    ],
)
def test_cubes_of_other_sizes_are_solved_on_request(size, scramble, turns):
    puzzle = cube_puzzle(size)
    cube = cube_class(size).from_moves(Moves(scramble, puzzle))
    answer = solve_all(cube, method="asp", turns=turns)
    assert answer.count == len(set(map(str, (r.written for r in answer)))) > 0
    for report in answer:
        assert all(len({*face}) == 1 for face in faces(cube.apply(report.solution), puzzle))
    if size == 2:
        least = solve_all(cube)
        assert {r.written for r in answer} == {r.written for r in least}
    one = solve(cube, method="asp", turns=turns).cubes[0]
    assert one.length == answer.cubes[0].length
    with pytest.raises(InputError, match=r"no sequence of U2 solves the cube|U2"):
        solve(cube, method="asp", turns="U2")


def faces(cube, puzzle):
    letters = cube.facelets
    return ([letters[f] for f in puzzle.face(face)] for face in range(6))


def test_that_there_is_no_plan_is_known_when_there_are_no_states_more():
    """Two corners exchanged: each sticker is on a face where a turn of U could have brought it."""
    pocket = PocketCube.from_moves("R U R' F' R U R' U' R' F R2 U' R'")
    assert not asp.plan_problem(pocket, "U").hopeless
    with pytest.raises(InputError, match="no sequence of U solves the cube"):
        asp.solve(pocket, turns="U")
    with pytest.raises(InputError, match="takes no turns"):
        solve(pocket, turns="U,R")
    with pytest.raises(InputError, match="turns nothing"):
        solve(pocket, method="asp", turns="U4,R")


@pytest.mark.slow
@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("name", "scramble"),
    [("pyraminx", "R U' L b"), ("skewb", "R U' L B"), ("megaminx", "BR2"), ("skewb", "R")],
)
def test_puzzles_that_are_not_cubes_are_planned_by_the_same_program(name, scramble):
    puzzle = load_puzzle(name)
    state = puzzle.solved.apply(scramble)
    least = solve([state], puzzle=puzzle).cubes[0]
    answer = solve([state], puzzle=puzzle, method="asp")
    assert answer.status is Status.COMPLETE
    assert answer.cubes[0].length == least.length
    plans = [*each_plan(state, [puzzle.solved], None, None)]
    assert len({*plans}) == len(plans)
    assert all(state.apply(" ".join(plan)).is_solved for plan in plans)
    moves = [*puzzle.with_powers()]
    if len(moves) ** least.length < 20_000:
        every = itertools.product(moves, repeat=least.length)
        assert {*plans} == {p for p in every if state.apply(" ".join(p)).is_solved}


def test_pieces_that_look_alike_may_change_places_in_plans():
    ring = read_puzzle(
        "Name ring\nSet BEADS 4 1\nSolved\nBEADS\n1 1 2 2\nEnd\nMove R\nBEADS\n2 3 4 1\nEnd\n"
        "Move S\nBEADS\n2 1 3 4\nEnd\n"
    )
    plans = {*each_plan(ring.solved.apply("R R"), [ring.solved], None, None)}
    assert plans == {("R2",)}
    assert [*each_plan(ring.solved.apply("S"), [ring.solved], None, None)] == [()]


def test_a_method_for_other_puzzles_says_what_it_takes():
    skewb = load_puzzle("skewb")
    with pytest.raises(InputError, match="takes no effort"):
        solve([skewb.solved], puzzle=skewb, method="asp", effort=3)
    with pytest.raises(InputError, match="there is no method 'apl'"):
        solve([skewb.solved], puzzle=skewb, method="apl")
    far = load_puzzle("megaminx")
    state = far.solved.apply("U R F L BL BR2 FL DR")
    answer = solve([state], puzzle=far, method="asp", time_limit=0.1)
    assert answer.cubes[0].unsolved
    assert answer.stopped is Stop.TIME


@pytest.mark.slow
def test_limits_and_cubes_that_the_moves_do_not_solve():
    with pytest.raises(LimitError, match="no solution has length 2 or less"):
        asp.solve(Cube.from_moves("R U F"), max_length=2)
    with pytest.raises(InputError, match="U and R alone generate a group"):
        asp.solve(Cube.from_moves("F"), turns="U,R")
    assert asp.solve(Cube.from_moves("R U F L' D B2 R U"), time_limit=0.2) is None
    assert solve_all("U D", method="asp").count == 2
    assert listed(asp, Cube.from_moves("U D")) == ["U' D'", "D' U'"]


def test_a_program_is_about_a_cube_of_the_size_that_is_asked_for():
    told = ask("export", "--moves", "R U", "--to", "asp", "--size", "2")
    assert f'"cube": "{PocketCube.from_moves("R U").facelets}"' in told.out
    told = ask("export", "--moves", "R U", "--to", "asp")
    assert f'"cube": "{Cube.from_moves("R U").facelets}"' in told.out


def test_more_rules_than_clingo_writes_out_in_a_moment_are_refused():
    """It cannot be stopped meanwhile: of a cube of size 28, every turn takes a minute for each move of a plan."""
    with pytest.raises(InputError, match=r"65,340 rules for each move.*name fewer turns"):
        solve("R", size=11, method="asp")
    answer = solve("2R U", size=28, method="asp", turns="2R',U'")
    assert [str(report.solution) for report in answer] == ["U' 2R'"]
