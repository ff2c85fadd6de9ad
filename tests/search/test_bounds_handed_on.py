"""Bounds that one search hands on to another: every cube near solved, through every hand-over, in both metrics.

A bound is true from whichever search it comes; the search that receives it may ask for more, such as the parity that
quarter turns keep.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from cubecsp import Cube, Moves
from cubecsp import solve as ask
from cubecsp.puzzle.cube.moves import Metric
from cubecsp.search import METHODS, optimal, optimal_tables, two_phase
from cubecsp.search.nearest_of_several import NearestSearch
from cubecsp.search.optimal import OptimalSearch, StoppedError, solve
from cubecsp.search.optimal_tables import TABLES, turns_of

pytestmark = pytest.mark.native

METRICS: tuple[Metric, ...] = ("htm", "qtm")
TRUE = 1, 18, 243, 3240
"""Cubes that few half turns solve (see test_optimal.py)."""

FAR = "U D' R2 F R F", "D2 F' R U B2", "R2 L2 F U2 B' D", "F R2 U' L2 D2 R"
"""A few cubes farther away, with half turns, so that their quarter turns are more."""


@cache
def near(metric: Metric, most: int) -> dict[Cube, int]:
    """Return every cube up to some turns from solved, with how many turns it takes."""
    found = {Cube(): 0}
    turned = [Moves.of([turn]) for turn in turns_of(metric)]
    layer = [Cube()]
    for distance in range(1, most + 1):
        layer = [*dict.fromkeys(cube.apply(turn) for cube in layer for turn in turned)]
        layer = [cube for cube in layer if cube not in found]
        found |= dict.fromkeys(layer, distance)
    return found


NEAR = [("htm", 1), ("qtm", 2)]
"""Cases: the metric, and how far cubes are."""


def is_shortest(cube: Cube, solution: object, length: int) -> bool:
    """Return whether a solution is one of so many turns, with the proof."""
    assert isinstance(solution, optimal.Solution)
    known = (solution.length, solution.proven, solution.optimal)
    return cube.apply(solution.moves) == Cube() and known == (length, length, True)


def test_the_cubes_near_solved_are_all():
    lengths = [*near("htm", 3).values()]
    assert tuple(map(lengths.count, range(4))) == TRUE


# Into the search for the shortest ------------------------------------------------------------


@pytest.mark.ordinary(1)
@pytest.mark.parametrize(("metric", "most"), NEAR)
def test_any_bound_that_is_true_leads_to_the_shortest(metric, most, monkeypatch):
    """It counts where the table knows less; near solved, even the tiny one knows all, and so is not asked."""
    monkeypatch.setattr(OptimalSearch, "_first_bound", lambda _: 0)
    for cube, length in near(metric, most).items():
        for lower in range(length + 1):
            found = solve(cube, metric=metric, pruning_table="tiny", lower=lower, threads=1)
            assert is_shortest(cube, found, length), (cube, lower, found)


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("moves", FAR)
def test_bounds_from_half_turns_are_bounds_on_quarter_turns(metric, moves):
    cube = Cube.from_moves(moves)
    half = solve(cube, pruning_table="tiny", threads=1).length
    length = solve(cube, metric=metric, pruning_table="tiny", threads=1).length
    for lower in range(half + 1):
        found = solve(cube, metric=metric, pruning_table="tiny", lower=lower, threads=1)
        assert is_shortest(cube, found, length)


@pytest.mark.parametrize(("metric", "most"), NEAR)
def test_many_cubes_are_solved_by_two_phases_first(metric, most):
    """No cube of a batch takes more than it has to, and none takes the others with it."""
    cubes = near(metric, most)
    answer = ask(
        list(cubes),
        method="optimal",
        metric=metric,
        pruning_table="tiny",
        threads=1,
        time_limit=600,
    )
    assert answer.status == "complete"
    for cube, report in zip(cubes, answer, strict=True):
        assert (report.length, report.proven, report.optimal) == (cubes[cube], cubes[cube], True)


@pytest.mark.parametrize(("metric", "most"), NEAR)
def test_the_tiny_table_hands_on_to_the_one_that_is_wanted(metric, most, monkeypatch):
    """It finds only a bound, and is then asked again as if it were the other one."""
    looks: list[OptimalSearch] = []

    def glance(cube, metric, kind, threads, deadline):
        looks.append(OptimalSearch(cube, metric, kind, threads, deadline, None, patience=1.0))
        return looks[-1]

    def first(search, length):
        if search is looks[-1]:
            raise StoppedError(search.proven, search.nodes)
        return found(search, length)

    found = OptimalSearch.first
    monkeypatch.setattr(optimal, "_glance", glance)
    monkeypatch.setattr(OptimalSearch, "first", first)
    for cube, length in near(metric, most).items():
        assert is_shortest(
            cube, solve(cube, metric=metric, pruning_table="tiny", threads=1), length
        )
    assert len(looks) == len(near(metric, most)) - 1  # the solved one needs no search


@pytest.mark.parametrize("metric", METRICS)
def test_a_bound_above_a_solution_is_refused(metric):
    """It is wrong, and no table is to blame."""
    for moves in ("R", "R U F"):
        cube = Cube.from_moves(moves)
        with pytest.raises(optimal.InputError, match="turns solve the cube, and `lower` is 4"):
            solve(cube, metric=metric, pruning_table="tiny", upper=~Moves(moves), lower=4)


# Out of every other search ---------------------------------------------------------------------


def methods() -> Iterator[object]:
    """Yield each method with each metric that it takes."""
    for name, method in METHODS.items():
        if not method.sizes:
            continue
        for metric in METRICS if "metric" in method.options else METRICS[:1]:
            yield pytest.param(name, metric, id=f"{name}-{metric}")


@pytest.mark.ordinary(3)
@pytest.mark.parametrize(("name", "metric"), [*methods()])
def test_what_a_method_proves_is_true(name, metric):
    """It may be handed on; and moves are the shortest where, and only where, the bound is their length."""
    method = METHODS[name]
    options = {"metric": metric, "pruning_table": "tiny", "max_nodes": 1_000, "threads": 1}
    options = {key: value for key, value in options.items() if key in method.options}
    for cube, length in near(metric, 2).items():
        found = method.solve(cube, **options)
        assert found is not None
        assert found.metric == metric
        assert found.proven <= length <= found.length
        assert found.optimal == (found.proven == found.length)
        assert not method.proves or found.optimal


@pytest.mark.parametrize("max_nodes", [1, 100_000])
def test_the_way_to_the_nearest_end_begins_with_the_bound_of_any_search(max_nodes, monkeypatch):
    """One of two ends is as near as the cube, and searches of both pass on what they have ruled out."""
    monkeypatch.setattr(optimal_tables, "choose", lambda *_: TABLES["tiny"])
    monkeypatch.setattr(two_phase, "MAX_NODES", max_nodes)
    far = Cube.from_moves("R L F B U D")
    for cube, length in near("htm", 1).items():
        nearest = NearestSearch(cube, [far, Cube()])
        ways = nearest.shortest()
        assert ways is not None
        assert {len(way) for way in ways} == {length}
        assert nearest.proven == length
