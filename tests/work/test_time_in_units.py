"""The time limit of cubes that are solved in units: a unit ends with it, and is not kept."""

from __future__ import annotations

import pytest
from journals import lines
from processor_time import limited

from cubecsp import Cube
from cubecsp.deadline import Deadline
from cubecsp.errors import OutOfTimeError
from cubecsp.questions.moving.moves import MoveSearch
from cubecsp.questions.moving.solving_units import solved_in_units
from cubecsp.work.place import Workplace

ENDLESS = {
    "optimal": MoveSearch("optimal", table="tiny"),
    "two-phase": MoveSearch("two-phase", max_length=1),
}
FAR = Cube.random(3)


def solved(cubes, search, path, deadline):
    with limited(20):
        return [*solved_in_units(cubes, search, Workplace(journal=path), deadline)]


@pytest.mark.parametrize("name", ENDLESS)
def test_a_unit_ends_with_the_time_and_is_not_kept(name, tmp_path):
    search, path = ENDLESS[name], tmp_path / "solved.db"
    with pytest.raises(OutOfTimeError):
        solved([FAR], search, path, Deadline(0.1))
    assert lines(path) == []


def test_moves_that_time_would_make_better_are_those_of_the_usual_effort(tmp_path):
    """Else the file would keep what depends on the clock."""
    cubes, search = [FAR, Cube.random(4)], MoveSearch("two-phase")
    found = [
        [solution.moves for _, solution, _ in solved(cubes, search, tmp_path / name, deadline)]
        for name, deadline in (("a.db", Deadline(10**6)), ("b.db", Deadline()))
    ]
    assert found[0] == found[1]
