"""The rare parts of the optimal search in small: kinds of cosets, limits, stops, tables that lie."""

from __future__ import annotations

import itertools
import random
import re
import threading
import time
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from patience import PATIENCE, in_time
from random_moves import random_moves
from table_examples import held

from cubecsp import Cube, InputError, Moves, TableError, _native
from cubecsp.puzzle.cube.state import TURN_CUBES
from cubecsp.search import optimal, optimal_tables, table_cache, two_phase
from cubecsp.search.cosets import AXIAL, CosetKind, moved_by, turned
from cubecsp.search.optimal import each_solution, solve
from cubecsp.search.optimal_tables import (
    TABLES,
    TableKind,
    automata,
    choose,
    engine,
    make,
    turns_of,
)
from cubecsp.stopping.deadline import NEVER

ROOT = Path(__file__).parents[2]

KINDS = {
    kind.name: kind
    for kind in (
        TableKind("none", CosetKind(twists=False), (4, 5)),
        TableKind("parity", CosetKind(twists=False, arrangements=2), (5, 6)),
        TableKind("three", CosetKind(twists=False, arrangements=3), (5, 6)),
        TableKind("six", CosetKind(twists=False, arrangements=6), (5, 6)),
        TableKind("all", CosetKind(twists=False, arrangements=24), (6, 7)),
        TableKind("halves", CosetKind(twists=False, layers=35, arrangements=3), (6, 7)),
    )
}
"""As the tables that are kept, but without the twists: a few MB each, made in a second."""


@pytest.fixture(scope="module", autouse=True)
def own_tables(new_tables):
    for kind in KINDS.values():
        new_tables.setitem(TABLES, kind.name, kind)
    optimal_tables._load_engine.cache_clear()
    yield
    optimal_tables._load_engine.cache_clear()


def rows(*cubes: Cube) -> tuple[np.ndarray, np.ndarray]:
    corners = np.array([list(cube.corners) for cube in cubes], np.uint8)
    return corners, np.array([list(cube.edges) for cube in cubes], np.uint8)


# Cosets and tables ----------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.few(2)
@pytest.mark.parametrize("kind", [*TABLES.values(), KINDS["parity"]], ids=lambda kind: kind.name)
def test_turns_and_symmetries_act_on_cosets(kind):
    """Where the maps of blocks and of rows lead is where cubes that are not the examples lead."""
    cosets = kind.cosets
    turns = turns_of("htm")
    targets, flips = cosets.block_turns(turns)
    to_rows = cosets.row_turns(turns)
    corners, edges = rows(*(Cube.random(seed) for seed in range(40)))
    blocks = cosets.block_coordinates(edges)
    unflipped = edges & ~np.uint8(1)
    for (i, turn), (j, symmetry) in itertools.product(enumerate(turns), enumerate(AXIAL)):
        moved = moved_by(symmetry, turned(turn, unflipped, 1), 1)
        assert (targets[i * 16 + j][blocks] == cosets.block_coordinates(moved)).all()
        bits = (moved[:, :11] & 1) @ (1 << np.arange(11))
        assert (flips[i * 16 + j][blocks] == bits).all()
    entries = cosets.entries[cosets.corner_coordinates(corners)]
    for symmetry_number in range(16):
        chosen = corners[entries & 15 == symmetry_number]
        if not len(chosen):
            continue
        representative = moved_by(AXIAL[symmetry_number], chosen, 0)
        at = entries[entries & 15 == symmetry_number] >> 4
        for i, turn in enumerate(turns):
            there = cosets.entries[cosets.corner_coordinates(turned(turn, representative, 0))]
            assert (there >> 4 == to_rows[at, i] >> 4).all()


@cache
def plain_distances(kind: CosetKind, turns: tuple[int, ...]) -> np.ndarray:
    """Return the distances of all cosets of one row, found without symmetry: (blocks, flips)."""
    targets, added = kind.block_turns(turns)
    flips = np.arange(2048)
    spread = (flips[:, None] >> np.arange(11) & 1).astype(np.uint8)
    spread = np.concatenate([spread, spread.sum(1, keepdims=True, dtype=np.uint8) & 1], 1)
    distance = np.full((kind.blocks, 2048), 99, np.uint8)
    home = np.frombuffer(Cube().edges, np.uint8)[None]
    distance[int(kind.block_coordinates(home)[0]), 0] = 0
    for depth in range(30):
        before = distance == depth
        if not before.any():
            break
        for i, turn in enumerate(turns):
            slots = np.frombuffer(TURN_CUBES[turn].edges, np.uint8) // 2
            moved = spread[:, slots][:, :11] @ (1 << np.arange(11))
            block, flip = np.nonzero(before)
            there = targets[i * 16][block], moved[flip] ^ added[i * 16][block]
            distance[there] = np.minimum(distance[there], depth + 1)
    return distance


@pytest.mark.ordinary(1)
@pytest.mark.parametrize(
    ("name", "metric"),
    [
        ("none", "htm"),
        ("parity", "qtm"),
        pytest.param("three", "htm", marks=pytest.mark.exhaustive),
        pytest.param("six", "htm", marks=pytest.mark.exhaustive),
        pytest.param("six", "qtm", marks=pytest.mark.exhaustive),
        pytest.param("all", "htm", marks=pytest.mark.exhaustive),
    ],
)
@pytest.mark.parametrize("threads", [1, 3])
def test_tables_are_right_entry_by_entry(name, metric, threads, monkeypatch):
    """Also where the work is cut into the smallest slices of time, which end in the middle of every part."""
    monkeypatch.setattr(optimal_tables, "_SLICE", 1e-4)
    kind = KINDS[name]
    base = kind.base(metric)
    payload, counts = make(kind, metric, threads)
    true = plain_distances(kind.cosets, turns_of(metric))
    assert counts == np.bincount(true.ravel())[: base + 3].tolist()
    entries = kind.cosets.blocks * 2048
    codes = (payload[: entries // 4, None] >> np.arange(0, 8, 2, dtype=np.uint8) & 3).ravel()
    assert (codes == np.clip(true.ravel().astype(int) - base, 0, 3)).all()
    least = np.minimum(true.reshape(-1, 256).min(1), base + 3)
    assert (payload[entries // 4 :] == least).all()


@pytest.mark.slow
@pytest.mark.few(2)
@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("portable", [False, True])
def test_bounds_are_one_more_than_the_least_beside_them(name, portable):
    """A turn changes a bound by at most one where the table tells distances, and some turn lessens it."""
    kind, metric = KINDS[name], "htm" if portable else "qtm"
    base = kind.base(metric)
    search = engine(kind, metric, 2, portable=portable)

    def bounds(cube: Cube) -> list[int]:
        corners, edges = rows(cube)
        return search.bounds(corners[0], edges[0])

    told = 0
    for seed in range(30):
        cube = Cube.random(seed)
        beside = np.array([bounds(cube * TURN_CUBES[turn]) for turn in turns_of(metric)])
        for axis, bound in enumerate(bounds(cube)[:3]):
            if bound in (base + 1, base + 2):
                told += 1
                near = beside[:, axis].clip(base)
                assert near.min() == bound - 1
                assert near.max() <= bound + 1
        assert bounds(~cube) == bounds(cube)[3:] + bounds(cube)[:3]
    assert told > 15


@pytest.mark.slow
@pytest.mark.few(2)
@pytest.mark.parametrize("name", KINDS)
def test_every_kind_finds_the_same_solutions(name):
    metric = random.Random(name).choice(["htm", "qtm"])
    for seed in range(4):
        cube = Cube.from_moves(random_moves(seed, 5 + seed % 2))
        expected = set(each_solution(cube, metric=metric, pruning_table="tiny"))
        assert set(each_solution(cube, metric=metric, pruning_table=name)) == expected


@pytest.mark.ordinary(1)
@pytest.mark.parametrize("plies", [1, 2, 3])
def test_cubes_that_symmetries_or_inversion_make_of_each_other_are_searched_once(plies):
    """Each way to undo a symmetric cube follows from those of few tasks, however far ahead these begin."""
    for scramble in ("R L' F B' U D' R L'", "F B' U2 F B' R2", "R2 U R2", "U R2 F2 R2 U'"):
        cube = Cube.from_moves(scramble)
        whole = optimal.OptimalSearch(cube, "htm", TABLES["tiny"], 1, NEVER, None)
        length = len(next(whole.every()))
        expected = set(whole.of_length(length))
        parts = optimal.OptimalSearch(cube, "htm", TABLES["tiny"], 1, NEVER, None)
        parts.base = length - 4 - min(plies, length - 1)  # for so many turns ahead
        assert set(parts.of_length(length)) == expected


@pytest.mark.few(1)
@pytest.mark.parametrize("name", ["none", "six", "halves"])  # others tell no more
def test_the_portable_search_makes_the_same_positions(name):
    """Register by register and byte by byte, with whatever the kind tells apart."""
    seen = []
    for portable in (False, True):
        search = engine(KINDS[name], "htm", 1, portable=portable)
        search.start(*rows(Cube.from_moves(random_moves(3, 7))), np.zeros(1, np.uint8), 8, 1000, 1)
        assert search.wait(PATIENCE)
        seen.append((search.nodes, search.take()))
    assert seen[0] == seen[1]
    assert seen[0][1]


# Limits and stops --------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("tasks", [1, 7])
def test_a_limit_is_kept_to_the_letter(threads, tasks):
    cube = Cube.from_moves("R2 L2 U2 D2 F2 B2")
    search = engine(TABLES["tiny"], "htm", 1)
    corners, edges = rows(*[cube] * tasks)
    states = np.zeros(tasks, np.uint8)
    search.start(corners, edges, states, 6, 10**6, threads)
    assert search.wait(PATIENCE)
    every = search.take()
    assert len(every) == len({(task, tuple(moves)) for task, moves in every})
    assert len(every) % tasks == 0
    assert {task for task, _ in every} == set(range(tasks))
    assert search.take() == []
    for limit in (1, 2, 3, len(every) - 1, len(every), len(every) + 1):
        search.start(corners, edges, states, 6, limit, threads)
        assert search.wait(PATIENCE)
        some = [(task, tuple(moves)) for task, moves in search.take()]
        assert len(set(some)) == len(some) == min(limit, len(every))
        assert set(some) <= {(task, tuple(moves)) for task, moves in every}


def test_positions_are_counted_from_the_start_of_each_search():
    """The tasks of one search make what it says it has made, however often it is begun."""
    search = engine(TABLES["tiny"], "htm", 1)
    for seed in (3, 4, 3, 5):
        cubes = [Cube.from_moves(random_moves(seed + i, 7)) for i in range(5)]
        search.start(*rows(*cubes), np.zeros(5, np.uint8), 7, 10**6, 2)
        assert search.wait(PATIENCE)
        assert search.nodes == sum(search.task_nodes) > 0


@pytest.mark.parametrize("metric", ["htm", "qtm"])
def test_a_solution_counts_the_positions_of_all_lengths(metric, monkeypatch):
    made = []
    run = optimal.OptimalSearch._run

    def noted(self, *args):
        found = run(self, *args)
        made.append(sum(self.engine.task_nodes))
        return found

    monkeypatch.setattr(optimal.OptimalSearch, "_run", noted)
    several = 0
    for seed in range(4):
        made.clear()
        found = solve(Cube.from_moves(random_moves(seed, 11)), metric=metric, pruning_table="tiny")
        assert found.nodes == sum(made)
        several += len(made) > 1
    assert several


def test_solutions_are_taken_once_while_the_search_goes_on():
    cube = Cube.from_moves("R2 L2 U2 D2 F2 B2")
    search = engine(TABLES["tiny"], "htm", 1)
    search.start(*rows(*[cube] * 300), np.zeros(300, np.uint8), 6, 10**6, 2)
    taken = []
    while not search.wait(0.001):
        taken += search.take()
    taken += search.take()
    assert len(taken) == len({(task, tuple(moves)) for task, moves in taken})
    assert len(taken) % 300 == 0


def test_one_task_is_stopped_in_the_middle():
    """A single task, stopped after longer and longer, until it has begun."""
    search = engine(TABLES["tiny"], "htm", 1)
    whole = 32_344_711  # a second's work

    def positions(seconds: float) -> int:
        search.start(*rows(Cube.random(5)), np.zeros(1, np.uint8), 14, 1, 1)
        search.wait(seconds)
        search.stop()
        assert search.wait(PATIENCE)
        return search.nodes

    assert in_time(positions, bool, seconds=0.001) < whole


@pytest.mark.slow
@pytest.mark.parametrize("what", ["making", "searching", "two-phase"])
def test_other_threads_go_on_meanwhile(what):
    """Native loops let go of Python: a thread that counts gets on while they run."""
    going = threading.Event()
    over = threading.Event()
    count = 0

    def counting() -> None:
        nonlocal count
        going.wait()
        while not over.is_set():
            count += 1
            time.sleep(0)

    if what == "making":

        def run() -> None:
            make(KINDS["three"], "htm", 1)

    elif what == "searching":
        search = engine(TABLES["tiny"], "htm", 1)
        search.start(*rows(Cube.random(5)), np.zeros(1, np.uint8), 16, 1, 1)

        def run() -> None:
            search.wait(0.3)
            search.stop()
    else:
        solver = two_phase.TwoPhase("small")
        solver.load()

        def run() -> None:
            solver.solve(Cube.random(1), max_length=1, time_limit=0.3, improve=0)

    thread = threading.Thread(target=counting)
    thread.start()
    going.set()
    before = count
    run()
    after = count
    over.set()
    thread.join()
    assert after - before > 20


# Tables that lie ---------------------------------------------------------------------------------


def lying(kind: TableKind, code: int, least: int) -> bytes:
    """Return a payload that says the same everywhere."""
    entries = kind.cosets.rows * kind.cosets.blocks * 2048
    return bytes([code * 0x55]) * (entries // 4) + bytes([least]) * (entries // 256)


@pytest.mark.ordinary(5)
@pytest.mark.parametrize(
    ("code", "least"), [(0, 255), (3, 255), (0, 9), (3, 8), (3, 9), (1, 0), (2, 3)]
)
@pytest.mark.parametrize("metric", ["htm", "qtm"])
def test_a_table_that_lies_ends_in_no_crash_and_no_endless_search(code, least, metric):
    """Its file is whole in itself; of the tables that are kept, it would not even be opened."""
    kind = KINDS["six"]
    table_cache.store(kind.spec(metric), lambda _poll: lying(kind, code, least))
    optimal_tables._load_engine.cache_clear()
    cube = Cube.from_moves("R U F'")
    try:
        with pytest.raises(TableError, match="table six is damaged"):
            solve(cube, metric=metric, pruning_table="six", threads=1)
        if least == 255:
            with pytest.raises(TableError, match="table six is damaged"):
                list(each_solution(cube, metric=metric, pruning_table="six", threads=1))
    finally:
        table_cache.remove(f"optimal-six-{metric}")
        optimal_tables._load_engine.cache_clear()
    assert solve(cube, metric=metric, pruning_table="six").length == 3


@pytest.mark.slow
def test_a_table_that_is_found_out_is_read_again(monkeypatch):
    """Memory may rot where the file is whole: that is noticed, and the file asked again."""
    kind = KINDS["six"]
    cube = Cube.from_moves("R U F'")
    engine(kind, "htm", 1)
    load = table_cache.load
    lies = [lying(kind, 0, 255), lying(kind, 3, 8), lying(kind, 3, 8)]

    def rotten(spec, *arguments, **options):
        payload = load(spec, *arguments, **options)
        return memoryview(lies.pop()) if lies and "six" in spec.name else payload

    forgotten = []
    monkeypatch.setattr(table_cache, "distrust", forgotten.append)
    monkeypatch.setattr(table_cache, "load", rotten)
    optimal_tables._load_engine.cache_clear()
    while lies:
        left = len(lies)
        solution = solve(cube, pruning_table="six")
        assert (solution.length, solution.optimal) == (3, True)
        assert len(lies) < left
        optimal_tables._load_engine.cache_clear()
    assert kind.spec("htm") in forgotten


def test_a_lock_that_is_held_counts_against_the_time_limit(monkeypatch):
    monkeypatch.setattr(table_cache, "_ANNOUNCED_FROM", 1)
    monkeypatch.setattr("cubecsp.search.optimal._glance", lambda *_: None)
    spec = KINDS["parity"].spec("htm")
    table_cache.remove(spec.name)
    with held(spec):
        solution = in_time(
            lambda limit: solve(Cube.random(1), pruning_table="parity", time_limit=limit),
            lambda found: found.moves,
        )
        assert not solution.optimal
        assert solution.proven < solution.length  # what two-phase search knows already
        assert Cube.random(1).apply(solution.moves) == Cube()
    assert not spec.path.exists()


# The boundary of the native code -----------------------------------------------------------------


def test_the_processor_is_asked_for_all_that_the_file_is_built_with():
    """Each -m option of search_x86.cpp against the questions of engine.cpp."""
    (options,) = re.findall(
        r"set\(x86_extensions \"([^\"]*)\"\)",
        (ROOT / "CMakeLists.txt").read_text("utf-8"),
    )
    built_with = {option.removeprefix("-m") for option in options.split(";")}
    source = (ROOT / "native" / "optimal" / "engine.cpp").read_text("utf-8")
    asked = re.findall(r"__builtin_cpu_supports\(\"(\w+)\"\)", source)
    assert built_with == set(asked)
    assert "avx2" in built_with
    (condition,) = re.findall(r"return (__builtin_cpu_supports[^;]*);", source)
    assert condition.count("&&") == len(asked) - 1
    assert "||" not in condition
    assert re.search(r"if \(!portable && has_x86_extensions\(\)\)", source)


def test_the_search_refuses_what_makes_no_sense():
    search = engine(TABLES["tiny"], "htm", 1)
    corners, edges = rows(Cube())
    states = np.zeros(1, np.uint8)
    good = {"length": 3, "limit": 1, "threads": 1}
    for change in ({"length": -1}, {"length": 40}, {"limit": 0}, {"threads": 0}, {"threads": 257}):
        with pytest.raises(ValueError, match=next(iter(change))):
            search.start(corners, edges, states, **{**good, **change})
    with pytest.raises(ValueError, match="state"):
        search.start(corners, edges, states + 32, **good)
    with pytest.raises(ValueError, match="fit"):
        search.start(corners, edges, np.zeros(2, np.uint8), **good)
    with pytest.raises(ValueError, match="8 corners"):
        search.start(edges, corners, states, **good)
    for bad in (corners + 24, corners * 0):
        with pytest.raises(ValueError, match=r"placements|once"):
            search.start(bad, edges, states, **good)
    for bad in (edges + 24, edges * 0):
        with pytest.raises(ValueError, match=r"placements|once"):
            search.start(corners, bad, states, **good)
    search.start(corners, edges, states, 0, 1, 1)
    assert search.wait(PATIENCE)
    assert search.take() == [(0, [])]


def test_making_refuses_what_makes_no_sense():
    cosets, turns = KINDS["none"].cosets, turns_of("htm")
    targets, flips = cosets.block_turns(turns)
    good = {
        "row_turns": cosets.row_turns(turns),
        "row_sizes": cosets.row_sizes,
        "block_turns": targets,
        "block_flips": flips,
        "flip_turns": optimal_tables.flip_turns(turns),
        "home_row": 0,
        "home_place": 0,
        "base": 4,
    }
    _native.OptimalTable(**good)
    for name, value in (
        ("row_turns", good["row_turns"] + 16),
        ("row_sizes", good["row_sizes"].repeat(2)),
        ("block_turns", targets + np.uint16(495)),
        ("block_turns", targets[1:].copy()),
        ("block_flips", flips + np.uint16(2048)),
        ("flip_turns", good["flip_turns"] + np.uint8(1)),
        ("flip_turns", good["flip_turns"] * np.uint8(0)),
        ("flip_turns", good["flip_turns"][:, :-1].copy()),
        ("home_row", 1),
        ("home_place", 495 * 2048),
        ("base", 0),
        ("base", 21),
    ):
        with pytest.raises(ValueError, match=r"outside|fit|base|slot"):
            _native.OptimalTable(**{**good, name: value})
    with pytest.raises(ValueError, match="threads"):
        _native.OptimalTable(**good).run(0.1, 0)


def test_automata_admit_each_sequence_in_one_order():
    """Sequences that are admitted are those in which opposite faces stand in order, none repeated."""
    for metric in ("htm", "qtm"):
        allowed, following = automata(metric)
        turns = turns_of(metric)
        for length in (1, 2):
            admitted = {}
            for sequence in itertools.product(turns, repeat=length):
                cube = Cube.from_moves(Moves.of(sequence))
                state, fine = 0, True
                for turn in sequence:
                    fine = fine and bool(allowed[0, state] >> turn & 1)
                    state = following[0, state, turn]
                back, fine_back = 0, True
                for turn in reversed(sequence):
                    undone = turn - turn % 3 + 2 - turn % 3
                    fine_back = fine_back and bool(allowed[1, back] >> undone & 1)
                    back = following[1, back, undone]
                assert fine == fine_back
                if fine:
                    admitted.setdefault(cube.corners + cube.edges, []).append(sequence)
            assert all(len(ways) == 1 for ways in admitted.values())


def test_the_largest_table_that_fits_is_chosen():
    sizes = sorted(kind.bytes for kind in TABLES.values())
    names = [name for name in TABLES if name not in KINDS]
    for name in names:
        kind = TABLES[name]
        assert choose(name, None) is kind
    assert choose(None, None) is TABLES["medium"]
    with pytest.raises(InputError, match="no pruning table fits"):
        choose(None, min(sizes) - 1)
