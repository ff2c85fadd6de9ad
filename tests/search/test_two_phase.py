"""The two-phase search: what it answers solves the cube, and its tables agree with plain search."""

from __future__ import annotations

import mmap
import random
from collections.abc import Callable, Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from patience import in_time
from ticking import TickedError, ticking

from cubecsp import _native
from cubecsp.errors import InputError
from cubecsp.puzzle.cube.moves import Moves
from cubecsp.puzzle.cube.state import TURN_CUBES, Cube
from cubecsp.puzzle.cube.symmetry import SYMMETRIES
from cubecsp.search import geometry, two_phase

pytestmark = [pytest.mark.native, pytest.mark.usefixtures("new_tables")]

# Cosets of <U, D, R2, L2, F2, B2> by distance: H. Kociemba, kociemba.org/math/twophase.htm.
PHASE1_COUNTS = [1, 4, 50, 592, 7156]

PHASE2_TURNS = [0, 1, 2, 9, 10, 11, 4, 7, 13, 16]


@pytest.fixture(scope="module")
def solver() -> two_phase.TwoPhase:
    return two_phase.TwoPhase("small")


def distances(solver: two_phase.TwoPhase, cubes: list[Cube]) -> list[int]:
    return list(_native.two_phase_distances(solver.load()[0], geometry.pack(cubes)))


def coset(cube: Cube) -> tuple[object, ...]:
    """All that phase 1 sees of a cube."""
    return cube.corner_twists, cube.edge_flips, tuple(piece >= 8 for piece in cube.edge_pieces)


def levels(
    depth: int, seen_as: Callable[[Cube], object], turns: Iterable[int] = range(18)
) -> list[list[Cube]]:
    """Return one cube for each way to look, by distance, found by plain breadth-first search."""
    seen = {seen_as(Cube())}
    found = [[Cube()]]
    for _ in range(depth):
        level = []
        for cube in found[-1]:
            for turn in turns:
                turned = cube * TURN_CUBES[turn]
                if seen_as(turned) not in seen:
                    seen.add(seen_as(turned))
                    level.append(turned)
        found.append(level)
    return found


@pytest.mark.ordinary(2)
@pytest.mark.parametrize("max_length", [20, 21, 25])
def test_solutions_solve(solver: two_phase.TwoPhase, max_length: int) -> None:
    joined = (84, 384)  # where turns of one face meet with one of the opposite face between them
    cubes = [Cube.random(seed) for seed in (*range(40), *joined)] + [Cube()]
    for cube, solution in zip(cubes, solver.solve_many(cubes, max_length=max_length), strict=True):
        assert solution is not None
        assert cube.apply(solution.moves) == Cube()
        assert Cube().apply(solution.generator) == cube
        assert len(solution.moves) <= max_length
        assert solution.proven <= len(solution.moves)
        assert solution.moves.simplified().length() == len(solution.moves)


def test_what_is_proven_is_proven_of_the_inverse_and_of_all_conjugates(
    solver: two_phase.TwoPhase,
) -> None:
    """The best of six bounds: about three axes, for a cube and its inverse."""
    quarters = [TURN_CUBES[turn] for turn in range(18) if turn % 3 != 1]
    assert {solution and solution.proven for solution in solver.solve_many(quarters)} == {1}
    for cube in map(Cube.random, range(4)):
        alike = [s.of(some) for some in (cube, ~cube) for s in SYMMETRIES[::5]]
        solved = solver.solve_many(alike, max_length=25)
        assert len({solution and solution.proven for solution in solved}) == 1


@given(st.lists(st.integers(0, 17), max_size=6))
@settings(max_examples=100, deadline=None)
def test_cubes_near_solved(turns: list[int]) -> None:
    moves = Moves.of(turns).simplified()
    cube = Cube.from_moves(moves)
    solution = two_phase.solve(cube, max_length=len(moves))
    assert solution is not None
    assert cube.apply(solution.moves) == Cube()
    assert solution.proven <= len(solution.moves) <= len(moves)


@pytest.mark.parametrize("length", [8, 10, 12])
def test_nothing_is_left_out(solver: two_phase.TwoPhase, length: int) -> None:
    """Turns that are known to exist are found, or as few, by phases 1 of up to so many turns."""
    rng = random.Random(length)
    scrambles = [Moves.of(rng.randrange(18) for _ in range(length)) for _ in range(40)]
    cubes = [Cube.from_moves(moves) for moves in scrambles]
    solutions = solver.solve_many(cubes, improve=None, max_nodes=1_000_000)
    for moves, solution in zip(scrambles, solutions, strict=True):
        assert solution is not None
        assert len(solution.moves) <= len(moves.simplified())


def test_unreachable_cubes_are_told_why(solver: two_phase.TwoPhase) -> None:
    corners, edges = bytearray(Cube().corners), bytearray(Cube().edges)
    corners[0], corners[1] = corners[1], corners[0]
    with pytest.raises(InputError, match="two pieces have been exchanged"):
        solver.solve(Cube.from_placements(corners, edges))
    edges[0] ^= 1
    with pytest.raises(InputError, match="an edge has been flipped"):
        solver.solve_many([Cube(), Cube.from_placements(Cube().corners, edges)])


def test_same_answer_every_time(solver: two_phase.TwoPhase) -> None:
    cubes = [Cube.random(seed) for seed in range(20)]
    alone = [solver.solve(cube) for cube in cubes]
    together = solver.solve_many(cubes, threads=2)
    assert [s and s.moves for s in alone] == [s and s.moves for s in together]


@pytest.mark.threads
def test_threads_on_one_cube(solver: two_phase.TwoPhase) -> None:
    for seed in range(20):
        cube = Cube.random(seed)
        solution = solver.solve(cube, threads=3)
        assert solution is not None
        assert cube.apply(solution.moves) == Cube()
        assert len(solution.moves) <= 20


def test_improving_shortens(solver: two_phase.TwoPhase) -> None:
    cube = Cube.random(5)
    first = solver.solve(cube, max_length=22)
    assert first is not None
    for often in range(3):
        better = solver.solve(cube, max_length=22, improve=often)
        assert better is not None
        assert cube.apply(better.moves) == Cube()
        assert len(better.moves) <= len(first.moves) - often
        assert often or better.moves == first.moves


@pytest.mark.slow
def test_a_time_limit_ends_the_search(solver: two_phase.TwoPhase) -> None:
    cube = Cube.random(5)
    solution = in_time(lambda limit: solver.solve(cube, max_length=10, time_limit=limit), bool)
    assert solution is not None  # the best so far
    assert cube.apply(solution.moves) == Cube()
    assert len(solution.moves) > 10
    assert not solution.optimal
    assert solver.solve(cube, time_limit=1e-9) is None


@pytest.mark.parametrize(
    "options",
    [
        {"max_length": -1},
        {"max_length": 256},
        {"threads": 0},
        {"time_limit": 0.0},
        {"time_limit": float("nan")},
        {"improve": None},
        {"improve": -1},
    ],
)
def test_senseless_options_are_refused(
    solver: two_phase.TwoPhase, options: dict[str, float]
) -> None:
    with pytest.raises(InputError):
        solver.solve(Cube(), **options)  # type: ignore[arg-type]


def test_distances_of_phase_1(solver: two_phase.TwoPhase) -> None:
    by_distance = levels(4, coset)
    assert [len(level) for level in by_distance] == PHASE1_COUNTS
    for distance, level in enumerate(by_distance):
        assert set(distances(solver, level)) == {distance}


def test_distances_of_phase_1_are_those_of_symmetric_cubes(solver: two_phase.TwoPhase) -> None:
    rng = random.Random(2)
    for _ in range(100):
        cube = Cube.from_moves(Moves.of(rng.randrange(18) for _ in range(6)))
        images = [symmetry.of(cube) for symmetry in geometry.AXIS_KEEPING]
        assert len(set(distances(solver, images))) == 1


def test_bounds_of_phase_2(solver: two_phase.TwoPhase) -> None:
    slice_levels = levels(4, lambda cube: (cube.corners, cube.edges[8:]), PHASE2_TURNS)
    edge_levels = levels(4, lambda cube: (cube.corners, cube.edges[:8]), PHASE2_TURNS)
    for distance in range(5):
        bounds = _native.two_phase_bounds(*solver.load(), geometry.pack(slice_levels[distance]))
        assert {by_slice for by_slice, _ in bounds} == {distance}
        bounds = _native.two_phase_bounds(*solver.load(), geometry.pack(edge_levels[distance]))
        assert {by_edges for _, by_edges in bounds} == {distance}


def test_native_code_checks_what_it_is_given(solver: two_phase.TwoPhase) -> None:
    payload, _ = solver.load()
    good = geometry.pack([Cube()])
    with pytest.raises(ValueError, match="wrong size"):
        _native.two_phase_distances(payload[:-8], good)
    with pytest.raises(ValueError, match="20 bytes"):
        _native.two_phase_distances(payload, good[:-1])
    with pytest.raises(ValueError, match="out of reach"):
        _native.two_phase_distances(payload, bytes(20))
    with pytest.raises(ValueError, match="out of reach"):
        _native.two_phase_distances(payload, b"\xff" * 20)
    with pytest.raises(ValueError, match="max_length"):
        _native.two_phase_solve(payload, None, good, 41, 0, 1.0, 1)
    shifted = memoryview(mmap.mmap(-1, len(payload) + 8))
    shifted[1 : 1 + len(payload)] = payload
    with pytest.raises(ValueError, match="not aligned"):
        _native.two_phase_distances(shifted[1 : 1 + len(payload)], good)
    home = Cube().corners + Cube().edges
    for (
        changes
    ) in (  # one invariant of phase 2 each: no twists, no flips, the slice edges in their slice
        {0: home[0] + 1, 7: home[7] + 2},
        {8: home[8] ^ 1, 19: home[19] ^ 1},
        {8: home[9], 9: home[16], 16: home[8]},
    ):
        outside = bytearray(home)
        for slot, value in changes.items():
            outside[slot] = value
        with pytest.raises(ValueError, match="outside G1"):
            _native.two_phase_bounds(payload, None, bytes(outside))


@pytest.mark.parametrize("seed", range(20))
def test_native_code_refuses_just_what_turns_cannot_reach(
    solver: two_phase.TwoPhase, seed: int
) -> None:
    """Each invariant of the cube by itself: twists, flips, parities, every piece once."""
    rng = random.Random(seed)
    payload, _ = solver.load()
    corners, edges = bytearray(Cube.random(seed).corners), bytearray(Cube.random(seed).edges)
    _native.two_phase_distances(payload, bytes(corners + edges))
    i, j = rng.sample(range(8), 2)
    k, n = rng.sample(range(12), 2)
    for changes in (
        {i: corners[i] - corners[i] % 3 + (corners[i] + rng.choice((1, 2))) % 3},
        {8 + k: edges[k] ^ 1},
        {i: corners[j], j: corners[i]},
        {8 + k: edges[n], 8 + n: edges[k]},
        {i: corners[j]},
        {8 + k: edges[n]},
    ):
        cube = corners + edges
        for slot, value in changes.items():
            cube[slot] = value
        with pytest.raises(ValueError, match="cube 0 is out of reach"):
            _native.two_phase_distances(payload, bytes(cube))
    corners[i], corners[j] = corners[j], corners[i]
    edges[k], edges[n] = edges[n], edges[k]
    _native.two_phase_distances(payload, bytes(corners + edges))
    with pytest.raises(RuntimeError, match="geometry"):
        _native.two_phase_make_small(b"", mmap.mmap(-1, _native.TWO_PHASE_SMALL_SIZE), lambda: None)


def test_large_tables_are_not_made_unasked() -> None:
    assert two_phase.TwoPhase().load()[1] is None
    with pytest.raises(InputError, match="huge"):
        two_phase.TwoPhase("huge")  # type: ignore[arg-type]


@pytest.mark.parametrize("threads", [1, 3])
def test_a_batch_is_answered_in_order(monkeypatch: pytest.MonkeyPatch, threads: int) -> None:
    """Cube by cube as `solve` answers, whatever the threads and the size of the slices."""
    monkeypatch.setattr(two_phase, "_TOGETHER", 0.003)
    cubes = [Cube.random(seed) for seed in range(30)]
    batch = list(two_phase.solve_many(cubes, max_length=21, threads=threads))
    single = [two_phase.solve(cube, max_length=21) for cube in cubes]
    assert [s and s.moves for s in batch] == [s and s.moves for s in single]


@pytest.mark.parametrize("length", [7, 9, 11])
def test_a_batch_is_as_short_as_is_asked(length: int) -> None:
    """Without a limit of time, moves that are too long are never an answer."""
    rng = random.Random(length)
    scrambles = [Moves.of(rng.randrange(18) for _ in range(length)) for _ in range(8)]
    cubes = [Cube.from_moves(scramble) for scramble in scrambles]
    found = list(two_phase.solve_many(cubes, max_length=length, threads=1))
    assert all(s is not None and len(s.moves) <= length for s in found)
    loose = list(two_phase.solve_many(cubes, max_length=20, threads=1))
    assert any(s is not None and len(s.moves) > length for s in loose)


def test_a_batch_refuses_what_turns_cannot_solve() -> None:
    edges = bytes([Cube().edges[0] ^ 1, *Cube().edges[1:]])
    flipped = Cube.from_placements(Cube().corners, edges)
    with pytest.raises(InputError, match="an edge has been flipped"):
        next(two_phase.solve_many([Cube(), flipped]))


def test_a_long_batch_asks_for_the_large_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(two_phase.TwoPhase, "enlarge", lambda self: asked.append(self))
    cubes = [Cube.random(seed) for seed in range(4)]
    list(two_phase.solve_many(cubes, time_limit=0.01))
    assert not asked
    monkeypatch.setattr(two_phase, "_LONG", 0.01)
    list(two_phase.solve_many(cubes, time_limit=0.01))
    assert len(asked) == 1


@pytest.mark.slow
def test_signals_interrupt_the_search(solver: two_phase.TwoPhase) -> None:
    for threads in (1, 2):
        with pytest.raises(TickedError), ticking(10):
            solver.solve(Cube.random(1), max_length=5, threads=threads)
        with pytest.raises(TickedError), ticking(10):
            solver.solve_many(map(Cube.random, range(4)), max_length=5, threads=threads)
