"""Every question says what it does for puzzles that are not cubes: it answers for all of them, or takes cubes only."""

from __future__ import annotations

import inspect
import json
import tempfile
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from test_cubes_as_definitions import defined_as
from test_export import solved_by_pysat

import cubecsp
from cubecsp import InputError
from cubecsp.puzzle import load_puzzle, read_puzzle
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.puzzle.definitions.cut_solids import Solid, Turn, unit
from cubecsp.puzzle.definitions.partial import read_partial
from cubecsp.questions import QUESTIONS
from cubecsp.questions.answers.answer import Status
from cubecsp.questions.asking.parameter import parameters


def fto():
    """Return the face-turning octahedron."""
    faces = {
        "".join("+-"[side < 0] for side in sides): unit(*sides)
        for sides in product((1, -1), repeat=3)
    }
    turns = {
        name: Turn(axis, 1 / 3, 3) for name, axis in zip("ABCDEFGH", faces.values(), strict=True)
    }
    kinds = {(4, n): "CORNERS" for n in range(9)} | {(2, n): "EDGES" for n in range(9)}
    kinds |= {(1, n): "CENTERS" for n in range(9)}
    return Solid("fto", faces, turns, kinds).puzzle()


@cache
def puzzle_called(name):
    if name == "fto":
        return fto()
    return read_puzzle(defined_as(4)) if name == "4x4x4 as a definition" else load_puzzle(name)


NAMES = ("skewb", "pyraminx", "megaminx", "fto", "4x4x4 as a definition")


def near(puzzle):
    """Return two moves."""
    return " ".join([*puzzle.base_moves][:2])


def find(puzzle):
    (report,) = cubecsp.find("solved=all", puzzle=puzzle, solve="breadth-first")
    assert (report.cube.is_solved, report.length) == (True, 0)


def count(puzzle):
    assert cubecsp.count("solved=all", puzzle=puzzle).count == 1


def sample(puzzle):
    (report,) = cubecsp.sample(puzzle=puzzle, seed=1)
    assert cubecsp.check(report.cube, puzzle=puzzle).status is Status.COMPLETE


def scramble(puzzle):
    (report,) = cubecsp.scramble(puzzle=puzzle, random_moves=5, seed=1)
    assert puzzle.solved.apply(report.generator) == report.cube


def best(puzzle):
    answer = cubecsp.best("solved=all", puzzle=puzzle, maximise="how-many(solved=all)")
    assert (answer.value, answer.proven) == (1, True)


def explain(puzzle):
    answer = cubecsp.explain(["solved=all", "not solved=all"], puzzle=puzzle)
    assert (answer.satisfiable, len(answer.conflicts)) == (False, 1)


def check(puzzle):
    answer = cubecsp.check(near(puzzle), "solved=all", puzzle=puzzle)
    assert (answer.cubes[0].verdict.reachable, answer.status) == (True, Status.INFEASIBLE)


def describe(puzzle):
    (report,) = cubecsp.describe(near(puzzle), puzzle=puzzle)
    assert report.length == 2


def repair(puzzle):
    (report,) = cubecsp.repair(near(puzzle), puzzle=puzzle)
    assert report.cube == puzzle.solved.apply(near(puzzle))


def complete(puzzle):
    """The unknown part of one piece among many follows from the others."""
    shown = puzzle.solved.as_dict()
    name = puzzle.kinds[0].name
    shown[name]["pieces"][0] = shown[name]["orientation"][0] = None
    known = read_partial(json.dumps(shown), puzzle)
    answer = cubecsp.complete(known, puzzle=puzzle)
    assert (answer.count, answer.cubes[0].cube.is_solved) == (1, True)


def solve(puzzle):
    (report,) = cubecsp.solve(near(puzzle), puzzle=puzzle)
    assert (report.length, report.optimal) == (2, True)


def solve_all(puzzle):
    a, b = near(puzzle).split()
    turns = ",".join((a, b, f"{a}'", f"{b}'"))
    state = puzzle.solved.apply(f"{a} {b}")
    answer = cubecsp.solve_all(state, puzzle=puzzle, turns=turns)
    assert (answer.status, {report.length for report in answer}) == (Status.COMPLETE, {2})
    assert all(state.apply(report.solution).is_solved for report in answer)


def reach(puzzle):
    (report,) = cubecsp.reach(near(puzzle), "solved=all", puzzle=puzzle)
    assert (len(report.moves), report.cube.is_solved) == (2, True)


def apply(puzzle):
    (report,) = cubecsp.apply(near(puzzle), puzzle=puzzle)
    assert report.cube == puzzle.solved.apply(near(puzzle))


def invert(puzzle):
    back = cubecsp.invert(near(puzzle), puzzle=puzzle)
    assert puzzle.solved.apply(f"{near(puzzle)} {back}").is_solved


def mirror(puzzle):
    """A definition without stickers says nothing of its shape."""
    if puzzle.places is None:
        with pytest.raises(InputError, match="takes the shapes of its stickers"):
            cubecsp.mirror(near(puzzle), puzzle=puzzle)
        return
    twice = cubecsp.mirror(cubecsp.mirror(near(puzzle), puzzle=puzzle), puzzle=puzzle)
    assert puzzle.solved.apply(twice) == puzzle.solved.apply(near(puzzle))


def rotate(puzzle):
    """Of a skewb, only four corners have names."""
    by = next((name for name in puzzle.rotations.values() if name), "")
    if not by or puzzle.name == "skewb":
        with pytest.raises(InputError, match="are not known" if not by else "has no name"):
            cubecsp.rotate(near(puzzle), by or "x", puzzle=puzzle)
        return
    turned = cubecsp.rotate(near(puzzle), by, puzzle=puzzle)
    around = f"({by})' {near(puzzle)} {by}"
    assert puzzle.solved.apply(turned) == puzzle.solved.apply(around)


def convert(puzzle):
    text = cubecsp.convert(near(puzzle), to="kpattern", puzzle=puzzle)
    assert json.loads(text) == puzzle.solved.apply(near(puzzle)).as_dict()


def rank(puzzle):
    (report,) = cubecsp.rank("()", "solved=all", puzzle=puzzle)
    assert report.rank == 0


def unrank(puzzle):
    answer = cubecsp.unrank(0, "solved=all", puzzle=puzzle)
    assert (answer.total, answer.cubes[0].cube.is_solved) == (1, True)


def picture(puzzle):
    """A definition without stickers cannot be drawn."""
    state = puzzle.solved.apply(near(puzzle))
    if puzzle.places is not None:
        assert cubecsp.picture(state).svg().count("<path") >= len(puzzle.places.places)
        return
    with pytest.raises(InputError, match="does not say what shape its stickers have"):
        cubecsp.picture(state)


def export(puzzle):
    """A definition with stickers that does not come with cubecsp cannot be kept in a file."""
    if puzzle.name == "fto":
        with pytest.raises(InputError, match="which a KPuzzle cannot express"):
            cubecsp.export("solved=all", "cnf", puzzle=puzzle)
        return
    text = cubecsp.export("solved=all", "cnf", puzzle=puzzle)
    (report,) = cubecsp.import_solution(text, solved_by_pysat(text))
    assert report.cube.is_solved


def prove(puzzle):
    """As for `export`; the pieces of most orbits are too many for clauses that say which states there are."""
    with tempfile.TemporaryDirectory() as folder:
        if puzzle.name == "fto":
            with pytest.raises(InputError, match="which a KPuzzle cannot express"):
                cubecsp.prove("solved=all", folder, puzzle=puzzle)
            return
        answer = cubecsp.prove("solved=all", Path(folder) / "certificate", puzzle=puzzle)
        assert (answer.status, answer.count) == (Status.COMPLETE, 1)
        assert cubecsp.verify(Path(folder) / "certificate").status is Status.COMPLETE


ASKED = {
    "find": find,
    "count": count,
    "sample": sample,
    "scramble": scramble,
    "best": best,
    "explain": explain,
    "check": check,
    "describe": describe,
    "repair": repair,
    "complete": complete,
    "solve": solve,
    "solve_all": solve_all,
    "reach": reach,
    "apply": apply,
    "invert": invert,
    "mirror": mirror,
    "rotate": rotate,
    "convert": convert,
    "rank": rank,
    "unrank": unrank,
    "picture": picture,
    "prove": prove,
    "verify": prove,
    "export": export,
    "import_solution": export,
}
"""For each question about any puzzle, a function that asks it about one."""

STATED = {"import_solution", "verify"}
"""Those that read the puzzle from a file that another one writes, and are asked with it."""

OF_CUBES = {
    "fewest": "how many stickers have to be known of a cube",
    "recognise": "colours that were measured on cubes",
    "rules": "about no puzzle",
    "meaning": "how rules about cubes are read",
}
"""The questions that are not about other puzzles, and why."""


def test_every_question_is_here():
    assert {*ASKED} | {*OF_CUBES} == {*QUESTIONS}
    assert not {*ASKED} & {*OF_CUBES}
    taking = {name for name, query in QUESTIONS.items() if "puzzle" in parameters(query)}
    assert taking == {*ASKED} - STATED


@pytest.mark.parametrize("question", OF_CUBES)
def test_the_others_take_no_puzzle(question):
    ask = getattr(cubecsp, question, None)
    assert ask is None or "puzzle" not in inspect.signature(ask).parameters


@pytest.mark.slow
@pytest.mark.few(32)
@pytest.mark.parametrize("question", [name for name in ASKED if name not in STATED])
@pytest.mark.parametrize("name", NAMES)
def test_every_question_is_answered(name, question):
    ASKED[question](puzzle_called(name))


def test_the_octahedron_is_the_real_one():
    """It has 6 corners, 12 edges and 24 centres, which look alike in threes (jaapsch.net/puzzles/octaface.htm)."""
    puzzle = puzzle_called("fto")
    assert {kind.name: kind.size for kind in puzzle.kinds} == {
        "CORNERS": 6,
        "EDGES": 12,
        "CENTERS": 24,
    }


@pytest.mark.slow
def test_a_cube_and_its_definition_have_the_same_answers():
    puzzle, cube = puzzle_called("4x4x4 as a definition"), cube_class(4)
    assert cubecsp.count(puzzle=puzzle).count == cubecsp.count(size=4).count
    for moves in ("R", "R U", "R U R' U'", "R2 U F"):
        described = cubecsp.describe(moves, puzzle=puzzle).cubes[0].description
        assert described is not None
        assert described.order == cube.from_moves(moves).order()
    slots = "ORBIT0[4,5,6,7]+ORBIT1+ORBIT2"
    known = list(cube().facelets)
    for frame in cube.puzzle.orbits[0].frames[:4]:  # the corners of the upper face
        for facelet in frame:
            known[facelet] = "."
    answers = cubecsp.find(f"solved={slots}", puzzle=puzzle)
    assert len(answers) == 24 * 27
    assert cubecsp.count(f"stickers={''.join(known)}", size=4).count == len(answers)
