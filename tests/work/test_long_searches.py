"""Searches for all cubes, and for the moves of many, in tasks: the same answers in the same order."""

from __future__ import annotations

import contextlib
import sqlite3

import pytest

from cubecsp import Cube, InputError, PocketCube, find, solve
from cubecsp.questions.answers.answer import Stop

FEW = ["solved=F2L+UF", "not-home=URF"]
FILTERED = ["order=6", "solved=F2L+edges"]
SCRAMBLES = ["perfect-scramble"]


def found(rules, **options):
    answer = find(rules, limit=None, **options)
    return answer, [report.facelets for report in answer]


def tasks_in(file):
    with contextlib.closing(sqlite3.connect(file)) as opened:
        return [key.decode() for (key,) in opened.execute("SELECT key FROM task")]


@pytest.mark.slow
@pytest.mark.few(2)
@pytest.mark.parametrize("rules", [FEW, FILTERED, SCRAMBLES])
@pytest.mark.parametrize("threads", [1, 3])
def test_cubes_and_their_order_are_those_of_one_thread(tmp_path, rules, threads):
    plain, cubes = found(rules, engine="native")
    for _ in range(2):
        answer, again = found(rules, threads=threads, resume=tmp_path / "found.db")
        assert again == cubes
        assert (answer.count, answer.status) == (plain.count, plain.status)
        assert answer.query["engine"] == "native"


@pytest.mark.slow
def test_a_search_that_is_left_goes_on(tmp_path):
    file, cubes = tmp_path / "found.db", found(SCRAMBLES)[1]
    seen = []

    def leave(report):
        seen.append(report)
        if len(seen) == 20:
            raise KeyboardInterrupt

    ended, _ = found(SCRAMBLES, resume=file, on_found=leave)
    assert ended.stopped is Stop.INTERRUPT
    before = set(tasks_in(file))
    assert before
    assert found(SCRAMBLES, resume=file)[1] == cubes
    assert before < set(tasks_in(file)) or before == set(tasks_in(file))


def test_shares_of_tasks_add_up_to_the_whole_tree():
    from cubecsp.models.engines import Problem
    from cubecsp.models.engines.native import search_of
    from cubecsp.models.engines.native_tasks import tasks_of
    from cubecsp.puzzle.cube.cube_puzzle import CUBE

    tasks = [*tasks_of(search_of(Problem(CUBE, (), ())))]
    assert sum(task.cost for task in tasks) == pytest.approx(1)
    assert len({task.key for task in tasks}) == len(tasks) > 200


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"limit": 5}, "can be resumed or sent to a cluster; give limit=None"),
        ({"limit": None, "seed": 1}, "no seed or hint"),
        ({"limit": None, "hint": "R U"}, "no seed or hint"),
        (
            {"limit": None, "engine": "cpsat"},
            "cpsat engine cannot be resumed .* use the engine native",
        ),
        ({"limit": None, "size": 11}, "native engine takes"),
    ],
)
def test_searches_that_have_no_tasks_are_refused(tmp_path, options, problem):
    with pytest.raises(InputError, match=problem):
        find("at-most=3", resume=tmp_path / "found.db", **options)


@pytest.mark.ordinary(2)
@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("rules", [FILTERED, SCRAMBLES])
def test_a_checkpoint_of_other_symmetries_is_refused(tmp_path, rules, first):
    """Tasks with symmetries leave out cubes that those without them have."""
    file = tmp_path / "found.db"
    found(rules, resume=file, use_symmetry=first)
    with pytest.raises(InputError, match="another question"):
        found(rules, resume=file, use_symmetry=not first)


# Moves

CUBES = [Cube.random(seed) for seed in range(40)]


def moves(cubes=CUBES, **options):
    return [str(report.solution) for report in solve(cubes, max_nodes=500, **options)]


def test_moves_are_those_of_one_thread(tmp_path):
    plain = moves(threads=1)
    for threads in (None, 1, 3):
        assert moves(threads=threads, resume=tmp_path / "solved.db") == plain
    assert len(tasks_in(tmp_path / "solved.db")) == 3
    for cube, written in zip(CUBES, plain, strict=True):
        assert cube.apply(written) == Cube()


def test_more_cubes_go_on_from_what_is_there(tmp_path):
    file = tmp_path / "solved.db"
    first = moves(CUBES[:32], resume=file)
    assert moves(CUBES, resume=file)[:32] == first
    assert len(tasks_in(file)) == 3


def test_what_is_known_of_moves_is_remembered(tmp_path):
    cubes = [Cube.from_moves("R U F"), Cube(), Cube.from_moves("L2 D")]
    plain = solve(cubes, method="optimal", pruning_table="small", metric="qtm")
    for _ in range(2):
        kept = solve(
            cubes,
            method="optimal",
            pruning_table="small",
            metric="qtm",
            resume=tmp_path / "solved.db",
        )
        assert [(r.length, r.optimal, r.proven, r.metric) for r in kept] == [
            (r.length, r.optimal, r.proven, r.metric) for r in plain
        ]
        assert kept.status == plain.status


def test_cubes_of_both_sizes_and_those_without_moves(tmp_path):
    cubes = [Cube.from_moves("R U F D L"), PocketCube.random(1), Cube.from_moves("R")]
    how = {"method": "optimal", "pruning_table": "small", "max_length": 3}
    plain = solve(cubes, **how)
    assert "no solution has length 3 or less" in plain.cubes[1].unsolved
    for _ in range(2):
        kept = solve(cubes, **how, resume=tmp_path / "solved.db")
        assert [(r.solution, r.unsolved) for r in kept] == [(r.solution, r.unsolved) for r in plain]
        assert kept.status == plain.status


@pytest.mark.parametrize("method", ["thistlethwaite", "breadth-first"])
def test_methods_that_give_more_than_moves_are_refused(tmp_path, method):
    with pytest.raises(
        InputError, match=f"method {method} cannot be resumed .* use two-phase or optim"
    ):
        solve(CUBES, method=method, resume=tmp_path / "solved.db")


def test_other_options_are_another_question(tmp_path):
    file = tmp_path / "solved.db"
    solve(CUBES[:1], max_nodes=500, resume=file)
    with pytest.raises(InputError, match="--max-nodes 500, not of solve --method two-phase --max"):
        solve(CUBES[:1], max_nodes=600, resume=file)
