"""The time limit of cubes that are solved in tasks: a task ends with it, and is not kept."""

from __future__ import annotations

import pytest
from checkpoints import lines
from patience import PATIENCE
from processor_time import limited

from cubecsp import Cube, Status, Stop, solve
from cubecsp.errors import OutOfTimeError
from cubecsp.questions.moving.moves import MoveSearch
from cubecsp.questions.moving.solving_tasks import solve_in_tasks
from cubecsp.stopping.deadline import Deadline
from cubecsp.work.executor import Executor

ENDLESS = {
    "optimal": MoveSearch("optimal", pruning_table="tiny"),
    "two-phase": MoveSearch("two-phase", max_length=1),
}
FAR = Cube.random(3)


def solved(cubes, search, path, deadline):
    with limited(20):
        return [*solve_in_tasks(cubes, search, Executor(checkpoint=path), deadline)]


@pytest.mark.parametrize("name", ENDLESS)
def test_a_task_ends_with_the_time_and_is_not_kept(name, tmp_path):
    search, path = ENDLESS[name], tmp_path / "solved.db"
    with pytest.raises(OutOfTimeError):
        solved([FAR], search, path, Deadline(0.1))
    assert lines(path) == []


@pytest.mark.parametrize("how", [{"method": "optimal", "pruning_table": "tiny"}, {"max_length": 1}])
def test_unfinished_cubes_have_the_moves_that_are_found_at_once(how, monkeypatch, tmp_path):
    def over(*_):
        raise OutOfTimeError

    monkeypatch.setattr("cubecsp.questions.solve.solve_in_tasks", over)
    answer = solve([FAR, "R U"], **how, time_limit=10 * PATIENCE, resume=tmp_path / "solved.db")
    assert (answer.stopped, answer.status) == (Stop.TIME, Status.PARTIAL)
    for report in answer:
        assert report.cube.apply(report.solution).is_solved
        assert not report.optimal


def test_few_of_many_cubes_have_moves_at_once(monkeypatch, tmp_path):
    """Else a run that is resumed would do nothing else in its time."""
    monkeypatch.setattr(
        "cubecsp.questions.solve.quick", lambda *given: left.append(given[2]) or [None]
    )
    left: list[Deadline] = []
    solve(["R U"], method="optimal", time_limit=1000, resume=tmp_path / "solved.db")
    assert left[0].seconds <= 100


def test_moves_that_time_would_make_better_are_those_of_the_usual_node_limit(tmp_path):
    """Else the file would keep what depends on the clock."""
    cubes, search = [FAR, Cube.random(4)], MoveSearch("two-phase")
    found = [
        [solution.moves for _, solution, _ in solved(cubes, search, tmp_path / name, deadline)]
        for name, deadline in (("a.db", Deadline(10**6)), ("b.db", Deadline()))
    ]
    assert found[0] == found[1]
