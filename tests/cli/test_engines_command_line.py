"""The command line: engines, random order, threads, the 2×2×2, and files for other solvers."""

from __future__ import annotations

import itertools
import json
import subprocess
import sys

import pytest

from cubecsp.cli import main
from cubecsp.models.engines import exhaustive_engines
from cubecsp.puzzle.cube.state import PocketCube

pytestmark = pytest.mark.usefixtures("terminal")

TOUCHING = ["no-touching=side", "no-touching=across"]


def printed(capsys, *arguments, code=0):
    assert main(list(arguments)) == code
    return capsys.readouterr().out


def found(capsys, *arguments):
    return json.loads(printed(capsys, "find", *arguments, "--json"))


@pytest.mark.ordinary(2)
@pytest.mark.parametrize("engine", exhaustive_engines())
def test_every_engine_answers(engine, capsys):
    answer = found(capsys, *TOUCHING, "--size", "2", "--limit", "all", "--engine", engine)
    assert answer["status"] == "complete"
    assert answer["count"] == len({c["facelets"] for c in answer["cubes"]}) == 872
    assert answer["query"]["engine"] == engine
    assert answer["query"]["size"] == 2
    assert "engine_reason" not in answer["query"]


def test_auto_says_why_it_chose(capsys):
    assert main(["find", "at-most=3", "--limit", "1", "--verbose"]) == 0
    assert capsys.readouterr().err.startswith("native engine: ")


def test_a_seed_gives_the_same_cubes_again_and_others_another(capsys):
    def cubes(*options):
        return [
            c["facelets"] for c in found(capsys, "at-most=3", "--limit", "9", *options)["cubes"]
        ]

    one = cubes("--seed", "1")
    assert one == cubes("--seed", "1") == cubes("--seed", "1", "--threads", "2")
    assert len({*one, *cubes("--seed", "2"), *cubes()}) == 27


def test_a_seed_mixes_whole_answers(capsys):
    """The cubes of an orbit do not follow each other, and none is lost."""
    plain = found(capsys, *TOUCHING, "--size", "2", "--limit", "all")["cubes"]
    mixed = found(capsys, *TOUCHING, "--size", "2", "--limit", "all", "--seed", "3")["cubes"]
    order = {c["facelets"]: i for i, c in enumerate(plain)}
    places = [order[c["facelets"]] for c in mixed]
    assert sorted(places) == list(range(872))
    assert sum(abs(a - b) == 1 for a, b in itertools.pairwise(places)) < 40


def test_classes_of_the_pocket_cube(capsys):
    answer = found(capsys, *TOUCHING, "--size", "2", "--limit", "all", "--classes")
    assert answer["count"] == sum(c["class_size"] for c in answer["cubes"]) == 872
    for shown in answer["cubes"]:
        assert PocketCube.from_facelets(shown["facelets"]).facelets == shown["facelets"]


def test_cubes_are_printed_as_they_are_found():
    command = [sys.executable, "-m", "cubecsp", "find", "no-piece-home", "--limit", "all"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        first = process.stdout.readline()
        process.kill()
    assert len(first.strip()) == 54


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["find", "at-most=3", "--threads", "1000"], "1 to 64"),
        (["find", "at-most=3", "--seed", "-1"], "an integer"),
        (["find", "at-most=3", "--size", "1"], "an integer from 2 to 50"),
        (["export", "at-most=3"], "--to"),
        (["export", "at-most=3", "--to", "pdf"], "unknown format 'pdf'"),
        (["export", "at-most=3", "--to", "cnf", "-o", "/nowhere/at/all"], "cannot be written"),
        (["import-solution", "/nowhere", "-"], "cannot be read"),
    ],
)
def test_errors(arguments, word, capsys):
    assert main(arguments) == 2
    error = capsys.readouterr().err
    assert word in error
    assert "Traceback" not in error


def test_export_goes_to_standard_output_or_a_file(tmp_path, capsys):
    file = tmp_path / "question.mzn"
    printed(capsys, "export", *TOUCHING, "--to", "mzn", "-o", str(file))
    assert file.read_text("utf-8") == printed(capsys, "export", *TOUCHING, "--to", "mzn")


def test_a_solution_comes_back_as_a_cube(tmp_path, capsys):
    from pysat.formula import CNF
    from pysat.solvers import Solver

    file, solution = tmp_path / "question.cnf", tmp_path / "solution.txt"
    printed(capsys, "export", "perfect-scramble", "--to", "cnf", "-o", str(file))
    with Solver("cadical195", bootstrap_with=CNF(from_file=str(file))) as solver:
        assert solver.solve()
        values = " ".join(map(str, solver.get_model()))
    solution.write_text(f"s SATISFIABLE\nv {values} 0\n")
    shown = printed(capsys, "import-solution", str(file), str(solution))
    cube = shown.split()[0]
    assert "1 cube, checked; there may be more." in shown
    assert "Satisfies all rules" in printed(capsys, "check", cube, "perfect-scramble")
    solution.write_text("s UNSATISFIABLE\n")
    shown = printed(capsys, "import-solution", str(file), str(solution), code=1)
    assert "no cube satisfies these rules" in shown
