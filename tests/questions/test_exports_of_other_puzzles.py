"""Questions about other puzzles as files: solved by other solvers, and their solutions read back as states."""

from __future__ import annotations

import json
import random

import pytest
from asking import ask
from defined import key, plain, puzzles, random_rule
from test_export import (
    few_large,
    needs_clasp,
    needs_gecode,
    solved_by_clasp,
    solved_by_clingo,
    solved_by_gecode,
    solved_by_pysat,
)

from cubecsp import InputError, export, find, import_solution
from cubecsp.questions.answers.answer import Status


def questions(seeds):
    """Yield small puzzles with a rule and the states that satisfy it, as keys."""
    for seed, data, every, puzzle in puzzles(seeds, 300):
        rule, meaning = random_rule(data, random.Random(seed))
        yield puzzle, rule, {state for state in every if meaning(plain(state))}


def check(to, solve, seeds):
    asked = found = 0
    for puzzle, rule, expected in questions(seeds):
        text = export(rule, to, puzzle=puzzle)
        answer = import_solution(text, solve(text))
        assert {key(report.cube.as_dict()) for report in answer} == expected, rule
        assert answer.status is (Status.COMPLETE if expected else Status.INFEASIBLE)
        asked += 1
        found += len(expected)
    assert asked > 3
    assert found > 10


@pytest.mark.slow
def test_clauses_by_pysat():
    check("cnf", solved_by_pysat, range(60))


@pytest.mark.slow
def test_logic_programs_by_clingo(tmp_path):
    check("asp", lambda text: solved_by_clingo(text, tmp_path), range(25))


@pytest.mark.slow
@needs_gecode
def test_minizinc_by_gecode(tmp_path):
    check("mzn", lambda text: solved_by_gecode(text, tmp_path), range(16))


@needs_gecode
def test_minizinc_of_a_cube_with_pieces_that_look_alike(tmp_path):
    question = few_large(4)
    text = export(question, "mzn")
    answer = import_solution(text, solved_by_gecode(text, tmp_path))
    assert answer.status is Status.COMPLETE
    assert {report.cube for report in answer} == {report.cube for report in find(question)}


@needs_clasp
@pytest.mark.parametrize("to", ["cnf", "opb"])
def test_a_built_in_puzzle_by_clasp(to, tmp_path):
    text = export(["every-colour", "at-most=3"], to, puzzle="pyraminx")
    (report,) = import_solution(text, solved_by_clasp(text, tmp_path, "1"))
    shown = report.cube.faces
    places = report.cube.puzzle.places.places
    for face in {place.face for place in places}:
        colours = [c for c, place in zip(shown, places, strict=True) if place.face == face]
        assert {*colours} == {place.face for place in places}
        assert max(map(colours.count, colours)) <= 3


def test_files_know_the_moves_that_may_be_used():
    text = export("solved=EDGES", "cnf", puzzle="pyraminx", turns="u,l")
    answer = import_solution(text, solved_by_pysat(text))
    assert (answer.count, answer.status) == (9, Status.COMPLETE)
    assert (
        answer.sentence()
        == "9 states of pyraminx (moves u,l only); according to the solver, there are no others."
    )


@pytest.mark.slow
def test_solutions_that_moves_cannot_make_are_dropped():
    """The invariants allow three times as many states of a skewb as there are."""
    text = export(["solved=CENTERS", "permuted=CORNERS"], "cnf", puzzle="skewb")
    output = solved_by_pysat(text)
    answer = import_solution(text, output)
    assert answer.count == find(["solved=CENTERS", "permuted=CORNERS"], puzzle="skewb").count
    assert answer.query["solutions"] > answer.count
    assert "dropped for breaking reachable" in answer.sentence()


@pytest.mark.slow
def test_a_solution_that_breaks_the_rules_is_refused():
    others = ["solved=CENTERS", "permuted=CORNERS"]
    text = export(["solved=CORNERS[0]", *others], "cnf", puzzle="skewb")
    wrong = solved_by_pysat(export(["not solved=CORNERS[0]", *others], "cnf", puzzle="skewb"))
    with pytest.raises(InputError, match=r"breaks the rules solved=CORNERS\[0\]"):
        import_solution(text, wrong)


def test_damaged_headers_are_refused():
    text = export("solved=CORNERS", "cnf", puzzle="skewb")
    for wrong in ('"puzzle": 7', '"puzzle": "skweb"', '"puzzle": {"name": "x"}'):
        with pytest.raises(InputError, match="the header of the exported file"):
            import_solution(text.replace('"puzzle": "skewb"', wrong), "s UNSATISFIABLE")


def test_on_the_command_line(tmp_path):
    file, output = tmp_path / "question.cnf", tmp_path / "output"
    asked = ["export", "solved=AXIALS+TIPS+EDGES[0,1,2]", "--puzzle", "pyraminx", "--to", "cnf"]
    told = ask(*asked, "-o", file)
    assert (told.code, told.out) == (0, "")
    output.write_text(solved_by_pysat(file.read_text()))
    read = ask("import-solution", file, output, "--json")
    assert read.code == 0
    assert len(read.json["cubes"]) == 12
    assert read.json["query"]["puzzle"] == "pyraminx"
    states = tmp_path / "states"
    states.write_text("\n".join(json.dumps(cube["pattern"]) for cube in read.json["cubes"]))
    assert ask("check", states, "--puzzle", "pyraminx").code == 0
    wrong = ask("export", "--moves", "R", "--puzzle", "skewb", "--to", "asp")
    assert "`solve` finds them" in wrong.err
