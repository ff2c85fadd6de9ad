"""Time limits, memory limits and Ctrl-C: what was found is printed, and why there is no more."""

from __future__ import annotations

import json

import pytest

from cubecsp import Cube, LimitError, Status, Stop, solve, solve_all
from cubecsp.cli import main
from cubecsp.questions.find import find
from cubecsp.search import Method, breadth_first

pytestmark = pytest.mark.usefixtures("terminal")

PERFECT = "perfect-scramble"
FAR = Cube.random(1)
NEAR = Cube.from_moves("R U")


@pytest.fixture
def breaking(monkeypatch):
    """Have a function of a module raise an error from its second call on."""

    def install(module, name, error, *, first=1):
        whole, calls = getattr(module, name), []

        def broken(*arguments, **options):
            calls.append(arguments)
            if len(calls) > first:
                raise error
            return whole(*arguments, **options)

        monkeypatch.setattr(module, name, broken)

    return install


@pytest.mark.parametrize("question", [["find", PERFECT, "--solve", "two-phase"], [PERFECT]])
def test_cubes_without_moves_are_printed(question, capsys, breaking):
    breaking(Method, "solve_many", LimitError("no room"), first=0)
    assert main(question) == 3
    printed = capsys.readouterr().out
    assert "no moves were found: no room" in printed
    assert "48 cubes" in printed
    assert main([*question, "--json"]) == 3
    cubes = json.loads(capsys.readouterr().out)["cubes"]
    assert [cube["unsolved"] for cube in cubes] == ["no room"] * 48


def test_moves_of_what_was_found_when_ctrl_c_came(breaking):
    breaking(Method, "solve", KeyboardInterrupt())
    answer = find(["any(solved=all, symmetric=Oh)"], solve="thistlethwaite")
    assert answer.stopped is Stop.INTERRUPT
    assert answer.status is Status.PARTIAL
    assert len(answer) == answer.count == 4
    assert [report.solution is None for report in answer].count(False) == 1
    assert {report.unsolved for report in answer} == {None, "interrupted"}
    assert "no others" in answer.sentence()
    assert "interrupted" in answer.sentence()


def test_one_cube_of_many_without_moves(capsys):
    arguments = [FAR.facelets, "R U", "--method", "breadth-first", "--max-length", "3"]
    assert main(["solve", *arguments]) == 3
    printed = capsys.readouterr().out
    assert "no moves were found: no solution has length 3 or less" in printed
    assert "solve it  U' R'" in printed
    answer = solve([FAR, NEAR], method="breadth-first", max_length=3)
    assert (answer.status, answer.stopped) == (Status.PARTIAL, None)
    with pytest.raises(LimitError):
        solve(FAR, method="breadth-first", max_length=3)


def test_ctrl_c_in_a_batch(capsys, breaking, tmp_path):
    file = tmp_path / "cubes.txt"
    file.write_text("R U\nF\nL\n")
    breaking(Method, "solve", KeyboardInterrupt())
    assert main(["solve", str(file), "--method", "breadth-first"]) == 3
    printed = capsys.readouterr()
    assert "solve it  U' R'" in printed.out
    assert "no moves" not in printed.out
    assert printed.err == "cubecsp solve: interrupted; 2 cubes not solved\n"


def test_ctrl_c_in_a_batch_with_a_time_limit_is_no_time_limit():
    def interrupt(_share, _note):
        raise KeyboardInterrupt

    answer = solve(
        [FAR, NEAR], method="optimal", pruning_table="tiny", time_limit=60, on_progress=interrupt
    )
    assert (answer.status, answer.stopped) == (Status.PARTIAL, Stop.INTERRUPT)
    assert all(report.cube.apply(report.solution) == Cube() for report in answer)


def test_solutions_are_printed_as_they_come(capsys, monkeypatch):
    seen = []
    whole = Method.solve

    def solved(method, cube, **options):
        seen.append(capsys.readouterr().out)
        return whole(method, cube, **options)

    monkeypatch.setattr(Method, "solve", solved)
    assert main(["solve", "R U", "F", "--method", "breadth-first"]) == 0
    assert seen[0] == ""
    assert "solve it  U' R'" in seen[1]


def test_ctrl_c_while_sequences_are_listed(capsys, monkeypatch):
    def interrupted(_self):
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr(breadth_first.Bidirectional, "__iter__", interrupted)
    assert main(["reach", "F R U", "solved=cross"]) == 3
    assert capsys.readouterr().out.startswith("Interrupted after 0 sequences; there may be more")
    assert main(["solve", "F R U", "--method", "breadth-first", "--all"]) == 3
    assert "Interrupted after 0 shortest solutions" in capsys.readouterr().out
    assert solve_all(NEAR, method="breadth-first").stopped is Stop.INTERRUPT


def test_ctrl_c_while_cubes_are_converted(capsys, breaking):
    breaking(Method, "solve_many", KeyboardInterrupt(), first=2)
    assert main(["convert", "R U", "F", "L", "--to", "moves"]) == 3
    printed = capsys.readouterr()
    assert printed.out.splitlines() == ["R U"]
    assert printed.err == "cubecsp convert: interrupted after 1 cube\n"
