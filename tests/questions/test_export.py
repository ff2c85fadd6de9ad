"""Questions as files: solved by other solvers, and their solutions read back as cubes."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from asking import ask
from facts import FACTS
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import as_rows, kept
from patience import PATIENCE
from pysat.formula import CNF
from pysat.solvers import Solver
from strategies import primitives_on
from test_agreement import as_set, pocket_neighbourhoods, rules_on

from cubecsp import SYMMETRIES, Cube, InputError, Status, export, find, import_solution
from cubecsp.models import AtMost, NoTouching, Stickers
from cubecsp.models.core.diagram import Diagram
from cubecsp.models.core.hold import holding_constraints
from cubecsp.models.core.pattern import Pattern
from cubecsp.models.core.primitives import ColourTable, Differ, all_of, any_of
from cubecsp.models.engines import Problem
from cubecsp.models.engines.exports import (
    _WRITTEN_ONLY,
    ALIASES,
    EXPORTS,
    read_header,
    read_solutions,
    write,
)
from cubecsp.models.language.pattern_text import parse_pattern
from cubecsp.models.patterns import PERFECT_SCRAMBLE
from cubecsp.puzzle.cube.cube_puzzle import POCKET, cube_puzzle
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.questions.finding.rules_as_data import read_statement

PERFECT = FACTS["perfect-scramble"]

needs_clasp = pytest.mark.skipif(not shutil.which("clasp"), reason="clasp is not installed")
needs_gecode = pytest.mark.skipif(
    not (shutil.which("minizinc") and shutil.which("fzn-gecode")),
    reason="MiniZinc with Gecode is not installed",
)

ACE = next(
    Path((find_spec("pycsp3") or find_spec("pytest")).origin).parent.glob("solvers/ace/ACE*.jar"),
    None,
)
needs_ace = pytest.mark.skipif(
    not (ACE and shutil.which("java")), reason="pycsp3, which has ACE, or Java is not installed"
)
READABLE = [
    pytest.param("mzn", marks=needs_gecode),
    pytest.param("cpmpy"),
    pytest.param("xcsp", marks=needs_ace),
]

POCKET_QUESTION = Pattern((NoTouching("side"), NoTouching("across")), puzzle=POCKET)
POCKET_ANSWERS = 872  # all states filtered by hand in tests/models/engines/test_agreement.py say the same of such questions


def solved_by_pysat(text: str) -> str:
    """Print all solutions of a DIMACS file, then that there are no others."""
    formula = CNF(from_string=text)
    lines = []
    with Solver("cadical195", bootstrap_with=formula) as solver:
        while solver.solve():
            model = solver.get_model()
            lines.append(f"v {' '.join(map(str, model))} 0")
            solver.add_clause([-literal for literal in model])
    return "\n".join([*lines, "s UNSATISFIABLE"])


def solved_by(command, text, path, *options):
    path.write_text(text, encoding="utf-8")
    command = [*command, str(path), *options]
    result = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert "rror" not in result.stderr, result.stderr
    return result.stdout


def solved_by_clasp(text, folder, number="0"):
    kind = "opb" if text.startswith("* #variable") else "cnf"
    return solved_by(["clasp", number], text, folder / f"question.{kind}")


def solved_by_gecode(text, folder):
    return solved_by(["minizinc", "-a", "--solver", "gecode"], text, folder / "question.mzn")


def solved_by_ace(text, folder):
    return solved_by(["java", "-jar", str(ACE)], text, folder / "question.xml", "-s=all", "-xe")


def solved_by_cpmpy(text, folder):
    return solved_by([sys.executable], text, folder / "question.py")


SOLVED_BY = {"mzn": solved_by_gecode, "cpmpy": solved_by_cpmpy, "xcsp": solved_by_ace}


def solved_by_clingo(text, folder):
    command = [sys.executable, "-m", "clingo", "0", "--heuristic=Domain"]
    path = folder / "question.lp"
    path.write_text(text, encoding="utf-8")
    result = subprocess.run([*command, str(path)], capture_output=True, text=True, timeout=PATIENCE)
    assert result.stderr == ""  # no warnings either
    return result.stdout


def solutions(problem, text, output):
    return read_solutions(problem, read_header(text.splitlines()), output.splitlines())


@pytest.mark.slow
@given(pocket_neighbourhoods(), primitives_on(POCKET) | rules_on(POCKET))
@settings(max_examples=40)
def test_every_cube_is_one_solution_of_the_clauses(neighbourhood, primitive):
    """Blocking whole assignments, one by one: the cube determines the auxiliary variables."""
    fixed, everything = neighbourhood
    problem = Problem(POCKET, (*fixed, primitive), SYMMETRIES[:1])
    text = write(problem, "cnf", "{}")
    output = solved_by_pysat(text)
    cubes, complete = solutions(problem, text, output)
    assert complete
    assert as_rows(cubes) == as_set(kept([primitive], everything, POCKET))
    assert output.count("v ") == len(cubes)


@pytest.mark.slow
def test_dimacs_by_pysat():
    text = export(POCKET_QUESTION, "cnf")
    answer = import_solution(text, solved_by_pysat(text))
    assert answer.count == POCKET_ANSWERS
    assert {r.cube for r in answer} == {r.cube for r in find(POCKET_QUESTION)}


def few_large(size: int) -> Pattern:
    """Return rules that some cubes of this size satisfy: a turned cube whose face U may be anything."""
    turned = cube_class(size).from_moves("Rw U' F2").facelets
    known = Stickers("." * size**2 + turned[size**2 :])
    return Pattern((known, *parse_pattern(["U1!=U6"]).rules), puzzle=cube_puzzle(size))


@pytest.mark.ordinary(1)
@pytest.mark.parametrize("size", [4, 5])
def test_larger_cubes_by_pysat(size):
    question = few_large(size)
    text = export(question, "cnf")
    answer = import_solution(text, solved_by_pysat(text))
    assert answer.status is Status.COMPLETE
    assert answer.count > 1
    assert {r.cube for r in answer} == {r.cube for r in find(question)}


@pytest.mark.ordinary(2)
@needs_clasp
@pytest.mark.parametrize("to", ["cnf", "opb"])
@pytest.mark.parametrize("size", [4, 5])
def test_larger_cubes_by_clasp(size, to, tmp_path):
    question = few_large(size)
    text = export(question, to)
    (report,) = import_solution(text, solved_by_clasp(text, tmp_path, "1"))
    assert question.holds(report.cube)


@needs_clasp
def test_opb_has_as_many_solutions_as_there_are_cubes(tmp_path):
    """Clasp prints the last solution of an OPB file only, but counts them all."""
    output = solved_by_clasp(export(POCKET_QUESTION, "opb"), tmp_path)
    assert f"Models         : {POCKET_ANSWERS}" in output
    assert import_solution(export(POCKET_QUESTION, "opb"), output).count == 1


@pytest.mark.ordinary(2)
@pytest.mark.parametrize("to", READABLE)
def test_readable_models(to, tmp_path):
    text = export(POCKET_QUESTION, to)
    answer = import_solution(text, SOLVED_BY[to](text, tmp_path))
    assert answer.status is Status.COMPLETE
    assert {r.cube for r in answer} == {r.cube for r in find(POCKET_QUESTION)}


@pytest.mark.slow
@pytest.mark.few(3)
@pytest.mark.parametrize("to", READABLE)
@pytest.mark.parametrize("size", [4, 5])
def test_readable_models_of_larger_cubes(to, size, tmp_path):
    question = few_large(size)
    text = export(question, to)
    answer = import_solution(text, SOLVED_BY[to](text, tmp_path))
    assert answer.status is Status.COMPLETE
    assert {r.cube for r in answer} == {r.cube for r in find(question)}


@pytest.mark.ordinary(1)
@pytest.mark.parametrize("to", READABLE)
def test_readable_models_of_other_puzzles(to, tmp_path):
    rules = ["solved=CORNERS", "not solved=CENTERS"]
    text = export(rules, to, puzzle="skewb")
    answer = import_solution(text, SOLVED_BY[to](text, tmp_path))
    assert answer.status is Status.COMPLETE
    assert answer.count == find(rules, puzzle="skewb").count > 1


@pytest.mark.slow
@pytest.mark.parametrize("to", READABLE)
@given(data=st.data())
@settings(max_examples=5)
def test_readable_models_of_any_primitive(to, tmp_path_factory, data):
    fixed, everything = data.draw(pocket_neighbourhoods())
    primitive = data.draw(primitives_on(POCKET) | rules_on(POCKET))
    problem = Problem(POCKET, (*fixed, primitive), SYMMETRIES[:1])
    text = write(problem, to, "{}")
    output = SOLVED_BY[to](text, tmp_path_factory.mktemp(to))
    cubes, complete = solutions(problem, text, output)
    assert complete
    assert as_rows(cubes) == as_set(kept([primitive], everything, POCKET))


@pytest.mark.ordinary(2)
@pytest.mark.parametrize("to", READABLE)
def test_readable_models_of_tables_and_diagrams(to, tmp_path):
    """A table that is demanded, the same within another rule, a diagram, and a constant."""
    no, yes = Diagram.NO, Diagram.YES
    layers = (((0, 1, no, yes, 0, 1),), ((yes, no, yes, no, yes, no), (no, no, yes, yes, yes, no)))
    table = ColourTable((1, 7), frozenset([(0, 1), (2, 3), (4, 4)]), allowed=True)
    diagram = Diagram((0, 5), layers)
    constant = any_of([all_of([]), Differ(0, 1)])
    rules = (*POCKET_QUESTION.primitives, constant, table, any_of([diagram, table.negated()]))
    problem = Problem(POCKET, (*holding_constraints(POCKET), *rules), SYMMETRIES[:1])
    text, clauses = write(problem, to, "{}"), write(problem, "cnf", "{}")
    cubes, complete = solutions(problem, text, SOLVED_BY[to](text, tmp_path))
    assert complete
    assert set(cubes) == set(solutions(problem, clauses, solved_by_pysat(clauses)).cubes)
    assert 0 < len(cubes) < POCKET_ANSWERS


def test_a_perfect_scramble_by_clingo(tmp_path):
    """docs/tutorial-asp.md has all 48."""
    letters = Cube.from_moves(PERFECT["generator"]).facelets
    question = PERFECT_SCRAMBLE.including(Stickers(letters[:9] + "." * 45))
    text = export(question, "asp")
    answer = import_solution(text, solved_by_clingo(text, tmp_path))
    assert answer.status is Status.COMPLETE
    assert {r.cube for r in answer} == {r.cube for r in find(question)}
    assert letters in {r.facelets for r in answer}


@pytest.mark.ordinary(1)
@pytest.mark.parametrize("size", [2, 4, 5])
def test_other_cubes_by_clingo(size, tmp_path):
    question = POCKET_QUESTION if size == 2 else few_large(size)
    text = export(question, "asp")
    answer = import_solution(text, solved_by_clingo(text, tmp_path))
    assert answer.status is Status.COMPLETE
    assert {r.cube for r in answer} == {r.cube for r in find(question)}


@pytest.mark.parametrize("to", [to for to in EXPORTS if to not in _WRITTEN_ONLY])
def test_contradictions_are_refuted(to, tmp_path):
    question = Pattern((NoTouching("side"), AtMost(0)), puzzle=POCKET)
    text = export(question, to)
    if to == "cnf":
        output = solved_by_pysat(text)
    elif to == "opb" and shutil.which("clasp"):
        output = solved_by_clasp(text, tmp_path)
    elif to == "asp":
        output = solved_by_clingo(text, tmp_path)
    elif to == "cpmpy" or (to == "mzn" and shutil.which("fzn-gecode")) or (to == "xcsp" and ACE):
        output = SOLVED_BY[to](text, tmp_path)
    else:
        pytest.skip(f"no solver for {to} is installed")
    answer = import_solution(text, output)
    assert (answer.status, answer.count) == (Status.INFEASIBLE, 0)


@pytest.mark.parametrize(
    ("output", "word"),
    [
        ("", "no solution"),
        ("s SATISFIABLE\n", "no solution"),
        ("v 2 0\n", "what slot"),
        ("v cat\n", "'cat'"),
    ],
)
def test_senseless_output_is_refused(output, word):
    with pytest.raises(InputError, match=word):
        import_solution(export(POCKET_QUESTION, "cnf"), output)


def test_a_wrong_solution_is_refused():
    """Cubes that break the rules, or are none, do not pass for answers."""
    text = export(POCKET_QUESTION, "mzn")
    solved = "WRG, WGO, WOB, WBR, YGR, YOG, YBO, YRB"
    with pytest.raises(InputError, match="breaks the rules"):
        import_solution(text, f"corners = [{solved}];\n----------\n")
    twisted = solved.replace("WRG", "GWR")
    with pytest.raises(InputError, match="is not solvable"):
        import_solution(text, f"corners = [{twisted}];\n----------\n")
    with pytest.raises(InputError, match="is not a cube"):
        import_solution(text, f"corners = [{', '.join(['WRG'] * 8)}];\n----------\n")


def test_files_of_others_are_refused():
    with pytest.raises(InputError, match="not written by export"):
        import_solution("p cnf 1 1\n1 0\n", "v 1 0\n")
    with pytest.raises(InputError, match="damaged"):
        import_solution("c cubecsp {\np cnf 1 1\n", "v 1 0\n")
    with pytest.raises(InputError, match="expected "):
        export(POCKET_QUESTION, "tex")


@pytest.mark.ordinary(4)
@pytest.mark.parametrize(("alias", "name"), [*ALIASES.items(), *((name, name) for name in EXPORTS)])
def test_formats_have_the_names_that_people_give_them(alias, name):
    expected = export("at-most=3", name, size=2)
    for written in (alias, alias.upper()):
        assert export("at-most=3", written, size=2) == expected
        assert ask("export", "at-most=3", "--size", "2", "--to", written).out == expected


@pytest.mark.parametrize(
    ("wrong", "near"), [("dimax", "dimacs"), ("mizinc", "minizinc"), ("cnff", "cnf"), ("?", "")]
)
def test_unknown_formats_are_refused_with_the_nearest(wrong, near):
    with pytest.raises(
        InputError, match=f"did you mean {near}" if near else "expected cnf"
    ) as told:
        export("at-most=3", wrong)
    asked = ask("export", "at-most=3", "--to", wrong)
    assert asked.code == 2
    assert str(told.value) in asked.err


@pytest.mark.parametrize("size", [2, 3, 50])
def test_the_header_may_name_any_size_that_there_is(size):
    read = {"rules": ["at-most=5"], "size": size}
    assert read_statement(read, "it", "export again").puzzle.size == size


@pytest.mark.parametrize("size", [-2, 0, 1, 51, 10**30, True, 3.0, "3", None, [3]])
def test_a_header_with_another_size_is_damaged(size):
    with pytest.raises(InputError, match="it is damaged"):
        read_statement({"rules": ["at-most=5"], "size": size}, "it", "export again")


@pytest.mark.parametrize("size", [2, 3, 4])
@pytest.mark.parametrize(
    "text", ["faces-same=upright", "faces-same=turned", "faces-same=mirrored", "faces-differ"]
)
def test_the_ways_to_compare_faces_in_minizinc(text, size):
    """The rows are the maps of the square through which the second face is seen."""
    pattern = parse_pattern([text]).about(cube_puzzle(size))
    problem = Problem(pattern.puzzle, pattern.primitives, SYMMETRIES[:1])
    written = write(problem, "mzn", "{}")
    asked = re.findall(
        r"constraint (\(not )?alike\(\[s\[(.).*?, \[s\[(.).*?, \[\| ([\d, |]*) \|\]\)", written
    )
    named = {
        (*sorted(map(FACES.index, (a, b))), not no, frozenset(rows.split(" | ")))
        for no, a, b, rows in asked
    }
    assert named == {
        (
            one.a,
            one.b,
            one.same,
            frozenset(", ".join(map(str, m)) for m in one.maps(pattern.puzzle)),
        )
        for one in pattern.primitives
    }
    assert len(named) == 15


@pytest.mark.parametrize(
    ("size", "text", "words"),
    [
        (6, "all(f in faces, c in colours: count({f}, {c})==6)", "exactly 6 times"),
        (3, "all(f in faces, c in colours: count({f}, {c})==1)", "exactly once"),
        (3, "all(f in faces, c in colours: count({f}, {c})>=1)", "at least once"),
        (3, "at-most=2", "at most 2 times"),
        (3, "all(f in faces, c in colours: count({f}, {c})<=1)", "at most once"),
    ],
)
def test_how_often_colours_occur_is_told_in_logic_programs(size, text, words):
    written = export(text, "asp", size=size)
    assert f"% On every face every colour occurs {words}.\n" in written
