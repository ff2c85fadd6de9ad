"""Shortest solutions: against plain breadth-first search, brute force, and published counts."""

from __future__ import annotations

import random

import numpy as np
import pytest
from patience import PATIENCE, in_time
from random_moves import random_moves

from cubecsp import SYMMETRIES, Cube, InputError, Moves
from cubecsp.puzzle.cube.state import TURN_CUBES
from cubecsp.search.optimal import StoppedError, each_solution, solve
from cubecsp.search.optimal_roots import split
from cubecsp.search.optimal_tables import TABLES, automata, engine, make, turns_of

pytestmark = pytest.mark.native

HTM = [1, 18, 243, 3240, 43239, 574908, 7618438, 100803036]
QTM = [1, 12, 114, 1068, 10011, 93840, 878880, 8221632]
"""Positions exactly n turns from solved (Rokicki and others, cube20.org)."""

PHASE_ONE = {
    "htm": [1, 4, 50, 592, 7156, 87236, 1043817, 12070278, 124946368, 821605960, 1199128738],
    "qtm": [
        1,
        4,
        34,
        312,
        2772,
        24996,
        225949,
        2017078,
        17554890,
        139132730,
        758147361,
        1182378518,
    ],
}
"""Cosets of <U, D, R2, F2, L2, B2> by distance (Reid, Kociemba)."""


# An oracle that shares nothing with the search: cubes as 20 bytes, layer after layer, each sorted.


def all_turned(cubes: np.ndarray, turns: tuple[int, ...]) -> np.ndarray:
    """Return the cubes (n, 20) after each of the turns: (turns · n, 20)."""
    found = []
    for turn in turns:
        corners = np.frombuffer(TURN_CUBES[turn].corners, np.uint8)
        edges = np.frombuffer(TURN_CUBES[turn].edges, np.uint8)
        c, e = cubes[:, corners // 3], cubes[:, 8 + edges // 2]
        found.append(np.concatenate([c // 3 * 3 + (c % 3 + corners % 3) % 3, e ^ edges & 1], 1))
    return np.concatenate(found).astype(np.uint8)


def packed(cubes: np.ndarray) -> np.ndarray:
    """Return each cube as two numbers: (n, 2)."""
    digits = cubes.astype(np.uint64)
    keys = np.zeros((len(cubes), 2), np.uint64)
    for i in range(20):
        keys[:, i // 10] = keys[:, i // 10] * np.uint64(24) + digits[:, i]
    return keys


def distinct(cubes: np.ndarray) -> np.ndarray:
    keys = packed(cubes)
    order = np.lexsort((keys[:, 1], keys[:, 0]))
    keys = keys[order]
    first = np.ones(len(keys), bool)
    first[1:] = (keys[1:] != keys[:-1]).any(1)
    return cubes[order[first]]


def layers(turns: tuple[int, ...], depth: int) -> list[np.ndarray]:
    """Return the cubes exactly 0, 1, … depth turns from solved."""
    home = np.frombuffer(Cube().corners + Cube().edges, np.uint8)[None]
    found = [home[:0], home]
    for _ in range(depth):
        new = distinct(all_turned(found[-1], turns))
        known = np.concatenate([found[-2], found[-1]])
        both = np.concatenate([known, new])
        keys = packed(both)
        order = np.lexsort((keys[:, 1], keys[:, 0]))
        same = (keys[order][1:] == keys[order][:-1]).all(1)
        twice = np.zeros(len(both), bool)
        twice[order[1:]] |= same
        twice[order[:-1]] |= same
        found.append(new[~twice[len(known) :]])
    return found[1:]


def as_cube(row: np.ndarray) -> Cube:
    return Cube.from_placements(row[:8].tolist(), row[8:].tolist())


@pytest.fixture(scope="module")
def near():
    """Cubes by distance in both metrics, as far as numpy is quick."""
    return {"htm": layers(turns_of("htm"), 4), "qtm": layers(turns_of("qtm"), 5)}


# Counts and distances -------------------------------------------------------------------------


@pytest.mark.slow
def test_oracle_finds_the_published_counts(near):
    assert [len(layer) for layer in near["htm"]] == HTM[:5]
    assert [len(layer) for layer in near["qtm"]] == QTM[:6]


@pytest.mark.slow
@pytest.mark.parametrize("metric", ["htm", "qtm"])
def test_lengths_agree_with_breadth_first_search(near, metric):
    rng = np.random.default_rng(5)
    for distance, layer in enumerate(near[metric]):
        for row in layer[rng.integers(len(layer), size=25)]:
            cube = as_cube(row)
            solution = solve(cube, metric=metric, pruning_table="tiny")
            assert cube.apply(solution.moves) == Cube()
            assert (solution.length, solution.proven, solution.optimal) == (
                distance,
                distance,
                True,
            )


@pytest.mark.few(3)
@pytest.mark.parametrize("metric", ["htm", "qtm"])
@pytest.mark.parametrize("seed", range(4))
def test_symmetric_and_inverse_cubes_are_as_far(metric, seed):
    cube = Cube.from_moves(random_moves(seed, 10))
    length = solve(cube, metric=metric, pruning_table="tiny").length
    for symmetry in random.Random(seed).sample(SYMMETRIES, 4):
        image = symmetry.of(cube)
        assert solve(image, metric=metric, pruning_table="tiny").length == length
        assert solve(~image, metric=metric, pruning_table="tiny").length == length


def test_quarter_turns_are_no_fewer_and_of_the_right_parity():
    for seed in range(10):
        cube = Cube.from_moves(random_moves(seed, 9))
        half = solve(cube, pruning_table="tiny")
        quarter = solve(cube, metric="qtm", pruning_table="tiny")
        assert half.length <= quarter.length <= half.moves.length("qtm")
        assert (quarter.length - half.moves.length("qtm")) % 2 == 0


def test_solved_cube_needs_no_turns():
    for metric in ("htm", "qtm"):
        solution = solve(Cube(), metric=metric, pruning_table="tiny")
        assert (solution.moves, solution.proven, solution.optimal) == (Moves(), 0, True)
        assert list(each_solution(Cube(), metric=metric, pruning_table="tiny")) == [Moves()]


class AskedError(Exception):
    """A table other than the tiny one is asked for."""


@pytest.fixture
def only_tiny(monkeypatch):
    def asked(kind, *arguments, **options):
        if kind is not TABLES["tiny"]:
            raise AskedError(kind.name)
        return engine(kind, *arguments, **options)

    monkeypatch.setattr("cubecsp.search.optimal.engine", asked)


@pytest.mark.slow
@pytest.mark.usefixtures("only_tiny")
@pytest.mark.parametrize("metric", ["htm", "qtm"])
def test_near_cubes_need_no_large_table(metric, near):
    rng = np.random.default_rng(6)
    for distance, layer in enumerate(near[metric]):
        cube = as_cube(layer[rng.integers(len(layer))])
        solution = solve(cube, metric=metric, pruning_table="huge")
        assert (solution.length, solution.optimal) == (distance, True)
        every = set(each_solution(cube, metric=metric, pruning_table="huge"))
        assert every == set(each_solution(cube, metric=metric, pruning_table="tiny"))
        assert len(every) > 0


@pytest.mark.slow
@pytest.mark.usefixtures("only_tiny")
def test_far_cubes_go_on_to_the_table_that_is_wanted():
    for question in (solve, each_solution):
        with pytest.raises(AskedError, match="huge"):
            question(Cube.random(3), pruning_table="huge", threads=1)


# Bounds ---------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("metric", ["htm", "qtm"])
def test_small_table_has_the_published_distribution(metric):
    _, counts = make(TABLES["small"], metric, 2)
    expected = PHASE_ONE[metric]
    assert counts == expected[: len(counts)]
    assert len(counts) >= 10


@pytest.mark.parametrize("metric", ["htm", "qtm"])
def test_bounds_never_exceed_the_distance(near, metric):
    search = engine(TABLES["tiny"], metric, 2)
    rng = np.random.default_rng(6)
    for distance, layer in enumerate(near[metric]):
        for row in layer[rng.integers(len(layer), size=60)]:
            assert max(search.bounds(row[:8].copy(), row[8:].copy())) <= distance
    for seed in range(400):
        moves = random_moves(seed, 5 + seed % 8)
        row = np.frombuffer(Cube.from_moves(moves).placements, np.uint8).copy()
        assert max(search.bounds(row[:8], row[8:])) <= moves.length(metric)


# All solutions --------------------------------------------------------------------------------


@pytest.mark.parametrize("metric", ["htm", "qtm"])
def test_all_solutions_meet_in_the_middle(near, metric):
    """Cubes with several shortest solutions, all of them also found from the oracle's layers."""
    distance_of = {}
    for distance, layer in enumerate(near[metric][:5]):
        distance_of.update({row.tobytes(): distance for row in layer})
    several = {
        "htm": ("R2 U2 R2 U2 R2 U2", "R L F2 B2 R L"),
        "qtm": ("U R U' R' U R", "R L F2 U D"),
    }
    for moves in several[metric]:
        cube = Cube.from_moves(moves)
        found = set(each_solution(cube, metric=metric, pruning_table="tiny"))
        length = next(iter(found)).length(metric)
        expected = {
            Moves.of(path) for path in descents(cube, length, distance_of, turns_of(metric))
        }
        assert found == expected


def descents(cube, length, distance_of, turns):
    """Yield every sequence of `length` turns that solves `cube`, pruned by known distances only."""
    if length <= 4 and distance_of.get(cube.corners + cube.edges, 99) > length:
        return
    if length == 0:
        yield ()
        return
    for turn in turns:
        for rest in descents(cube * TURN_CUBES[turn], length - 1, distance_of, turns):
            yield (turn, *rest)


def test_symmetric_starts_are_split_without_loss():
    """With the first turns reduced by symmetry, the same solutions as without."""
    cube = Cube.from_moves("R2 L2 U2 D2 F2 B2")
    whole = set(each_solution(cube, pruning_table="tiny", up_to_commuting=True))
    search = engine(TABLES["tiny"], "htm", 2)
    allowed, following = automata("htm")
    tasks = split(cube, 2, allowed[0], following[0])
    assert len(tasks) < 20
    search.start(tasks.corners, tasks.edges, tasks.states, 4, 10**6, 2)
    assert search.wait(PATIENCE)
    found = {
        origin.solution(moves) for task, moves in search.take() for origin in tasks.origins_of(task)
    }
    assert found == whole
    assert len(whole) == 6


# Limits and errors ----------------------------------------------------------------------------


@pytest.mark.slow
def test_time_limit_reports_what_was_proven():
    cube = Cube.from_moves("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2")  # the superflip
    stopped = in_time(
        lambda limit: solve(cube, pruning_table="tiny", time_limit=limit),
        lambda told: told.proven >= 8,
    )
    assert cube.apply(stopped.moves) == Cube()
    assert not stopped.optimal
    assert 8 <= stopped.proven < 20 <= stopped.length
    with pytest.raises(StoppedError) as raised:
        next(each_solution(cube, pruning_table="tiny", time_limit=0.2))
    assert raised.value.proven < 20
    known = ~Moves("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2")
    solution = solve(cube, pruning_table="tiny", time_limit=0.2, upper=known)
    assert (solution.moves, solution.optimal) == (known, False)
    assert solution.proven < 20


def test_length_to_be_content_with():
    cube = Cube.from_moves(random_moves(8, 30))
    content = solve(cube, pruning_table="tiny", max_length=20)
    assert cube.apply(content.moves) == Cube()
    assert content.length <= 20
    assert solve(Cube.from_moves("R U"), pruning_table="tiny", max_length=1).length == 2


@pytest.mark.parametrize("metric", ["htm", "qtm"])
def test_a_solution_that_is_longer_than_that_is_proven_shortest(metric):
    for text in ("R2 L2", "R U2"):
        least = Moves(text).length(metric)
        for content in (least - 1, least):
            solution = solve(
                Cube.from_moves(text), metric=metric, pruning_table="tiny", max_length=content
            )
            assert solution.length == least
            assert solution.optimal == (content < least)


def test_interrupt_stops_cleanly():
    def interrupt(progress):
        if progress.proven > 12:
            raise KeyboardInterrupt

    moves = random_moves(3, 40)
    kept = solve(Cube.from_moves(moves), pruning_table="tiny", progress=interrupt, upper=~moves)
    assert (kept.moves, kept.optimal) == (~moves, False)
    assert solve(Cube.from_moves("R U"), pruning_table="tiny").length == 2


def test_progress_tells_of_growing_bounds():
    seen = []
    solve(Cube.from_moves(random_moves(4, 12)), pruning_table="tiny", progress=seen.append)
    assert [p.proven for p in seen] == sorted(p.proven for p in seen)
    assert [p.nodes for p in seen] == sorted(p.nodes for p in seen)


def test_what_cannot_be_solved_is_said_at_once():
    placements = list(Cube().corners)
    placements[0] += 1
    with pytest.raises(InputError, match="twisted"):
        solve(Cube.from_placements(placements, Cube().edges))
    with pytest.raises(InputError, match="do not solve"):
        solve(Cube.from_moves("R"), pruning_table="tiny", upper=Moves("R"))
    with pytest.raises(InputError, match="tiny, small"):
        solve(Cube(), pruning_table="none")
    with pytest.raises(InputError, match="no pruning table fits"):
        solve(Cube(), table_bytes=1000)


# Slow -----------------------------------------------------------------------------------------


@pytest.mark.exhaustive
def test_superflip_takes_twenty():
    moves = Moves("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2")
    solution = solve(Cube.from_moves(moves), pruning_table="medium")
    assert (solution.length, solution.optimal) == (20, True)


@pytest.mark.exhaustive
def test_perfect_scramble_takes_eighteen():
    cube = Cube.from_moves("U F' L' U' R2 F' R2 B' U' R F' U F D' L2 F2 L2 U'")
    solution = solve(cube, pruning_table="medium")
    assert (solution.length, solution.optimal) == (18, True)
