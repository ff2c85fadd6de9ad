"""The cost that an answer reports, and the order of its cubes."""

from __future__ import annotations

import json

import pytest

from cubecsp import Cube, InputError, Search, Stop, find, rule
from cubecsp.cli import main
from cubecsp.errors import FilterWarning
from cubecsp.models.engines import exhaustive_engines
from cubecsp.questions.answers.statistics import Statistics

BOARDS = "checkerboard"


@pytest.mark.ordinary(2)
@pytest.mark.parametrize("engine", ["auto", *exhaustive_engines()])
def test_candidates_that_filters_reject_are_counted(engine):
    """Every checkerboard is a candidate, and what engines do not see keeps some."""
    with pytest.warns(FilterWarning):

        @rule(on="cube")
        def twice_is_solved(cube):
            return cube * cube == Cube()

    everything = find("checkerboard", engine=engine, use_symmetry=False)
    some = find(["checkerboard", twice_is_solved], engine=engine, use_symmetry=False)
    assert everything.statistics.candidates == len(everything) == 17
    assert everything.statistics.rejected == 0
    assert some.statistics.candidates == 17
    assert some.statistics.rejected == 17 - len(some) > 0


def test_more_work_is_more_nodes():
    with Search("perfect-scramble") as search:
        assert (search.statistics.nodes, search.statistics.searching) == (0, 0.0)
        next(search)
        first = search.statistics.nodes
        assert len(list(search)) == 47
        assert search.statistics.nodes >= first > 0
    free = find("perfect-scramble", use_symmetry=False).statistics
    assert free.nodes > 5 * search.statistics.nodes
    assert (free.candidates, search.statistics.candidates) == (48, 1)


def test_moves_are_counted_apart():
    answer = find(BOARDS, solve="two-phase")
    assert answer.statistics.solving > 0


def test_statistics_in_json_and_in_words(capsys):
    assert main(["find", BOARDS, "--verbose", "--solve", "two-phase", "--json"]) == 0
    printed = capsys.readouterr()
    told = json.loads(printed.out)["statistics"]
    assert set(told) == {"nodes", "candidates", "rejected", "seconds"}
    assert set(told["seconds"]) == {"building", "searching", "checking", "solving"}
    assert f"{told['nodes']} nodes" in printed.err.replace(",", "")
    assert main(["find", BOARDS]) == 0
    assert "nodes" not in capsys.readouterr().err
    some = Statistics(1, 2345, 6, 7, 0.1, 0.2, 0.3)
    assert some.sentence() == (
        "1 node, 2,345 conflicts, 6 candidates, 7 rejected; "
        "0.10 s building, 0.20 s searching, 0.30 s checking"
    )


def test_every_look_at_a_stage_counts_for_it(monkeypatch):
    """Also one that ends with an error; the clock is ours."""
    moments = iter([10.0, 10.5, 20.0, 22.0, 30.0, 30.25])
    monkeypatch.setattr("cubecsp.questions.answers.statistics.time.perf_counter", moments.__next__)
    taken = Statistics()
    with taken.measure("solving"):
        pass
    with pytest.raises(InputError), taken.measure("solving"):
        raise InputError("a cube", "another")
    with taken.measure("checking"):
        pass
    assert (taken.solving, taken.checking, taken.searching) == (2.5, 0.25, 0.0)


def test_what_two_searches_took_is_added_up():
    """What only one of them tells counts from none."""
    one = Statistics(1, None, 3, 4, 0.5, 0.25, 0.125)
    other = Statistics(10, 20, 30, 40, 1.5, 1.25, 1.125, 1.0)
    both = Statistics(11, 20, 33, 44, 2.0, 1.5, 1.25, 1.0)
    assert one + other == other + one == both
    assert (other + other).conflicts == 40
    assert one + one == Statistics(2, None, 6, 8, 1.0, 0.5, 0.25)


@pytest.mark.parametrize("more", [{}, {"classes": True}, {"use_symmetry": False}])
def test_cubes_in_the_order_of_their_lengths(more):
    found = find(BOARDS, solve="two-phase", **more)
    ordered = find(BOARDS, solve="two-phase", sort="length", **more)
    assert {report.cube for report in ordered} == {report.cube for report in found}
    lengths = [report.length for report in ordered]
    assert lengths == sorted(lengths)
    assert len(set(lengths)) > 1
    for report in ordered:
        assert report.cube.apply(report.solution) == Cube()


def test_those_without_moves_come_last():
    """As many as one position is looked at for have none of a turn, but the solved one."""
    answer = find(BOARDS, solve="thistlethwaite", sort="length", time_limit=1e-4)
    without = [report.length is None for report in answer]
    assert without == sorted(without)
    assert answer.stopped is Stop.TIME


def test_orders_that_make_no_sense_are_refused():
    with pytest.raises(InputError, match="ask for them"):
        find(BOARDS, sort="length")
    with pytest.raises(InputError, match="expected length"):
        find(BOARDS, sort="beauty", solve="two-phase")


def test_how_moves_are_looked_for_can_be_said_in_full():
    how = {"metric": "qtm", "pruning_table": "tiny", "max_length": 30}
    (report,) = answer = find(f"stickers={Cube.from_moves('R U2').facelets}", **how)
    assert answer.query["solve"] == "optimal"
    assert {name: answer.query[name] for name in how} == how
    assert (report.metric, report.length) == ("qtm", 3)
    solved = find("solved=all", solve="two-phase")
    assert (solved.query["max_length"], solved.query["max_nodes"]) == (20, None)
    tried = find("solved=all", solve="two-phase", max_nodes=1000)
    assert (tried.query["max_length"], tried.query["max_nodes"]) == (None, 1000)
