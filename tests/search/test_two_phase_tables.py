"""The tables of the two-phase search byte by byte, small and large, and searches in damaged ones."""

from __future__ import annotations

import hashlib
import mmap
import random
import re
import signal
import subprocess
import sys
from types import SimpleNamespace

import pytest

from cubecsp import _native
from cubecsp.errors import TableError
from cubecsp.puzzle.cube.moves import Moves
from cubecsp.puzzle.cube.state import Cube
from cubecsp.search import geometry, table_cache, two_phase

pytestmark = [pytest.mark.native, pytest.mark.usefixtures("new_tables")]


@pytest.fixture(scope="module")
def small() -> memoryview:
    return two_phase.TwoPhase("small").load()[0]


@pytest.fixture(scope="module")
def large(small: memoryview) -> memoryview:
    return memoryview(two_phase._make_large(small, lambda: None)).toreadonly()


def solver_of(small: memoryview, large: memoryview | None) -> two_phase.TwoPhase:
    """Return a solver that has these tables already."""
    solver = two_phase.TwoPhase("small" if large is None else "large")
    solver._loaded = small, large
    return solver


@pytest.mark.skipif(sys.byteorder != "little", reason="known for the usual order of bytes")
@pytest.mark.parametrize("name", ["small", pytest.param("large", marks=pytest.mark.slow)])
def test_tables_are_what_they_always_were(name: str, request: pytest.FixtureRequest) -> None:
    """Every byte; that they are right is what the other tests see, here and in tests/search/test_two_phase.py."""
    digest = {"small": two_phase.SMALL, "large": two_phase.LARGE}[name].digest
    assert hashlib.sha256(request.getfixturevalue(name)).hexdigest() == digest


@pytest.mark.slow
def test_large_tables_find_what_small_ones_find(small: memoryview, large: memoryview) -> None:
    """The same shortest lengths near solved, and 20 turns with fewer positions far from it."""
    rng = random.Random(7)
    near = [Cube.from_moves(Moves.of(rng.choices(range(18), k=4 + n % 7))) for n in range(40)]
    by_small, by_large = (
        solver_of(small, by).solve_many(near, improve=two_phase.MAX_LENGTH) for by in (None, large)
    )
    assert [s and (s.length, s.proven) for s in by_small] == [
        s and (s.length, s.proven) for s in by_large
    ]
    far = [Cube.random(seed) for seed in range(30)]
    by_small, by_large = (solver_of(small, by).solve_many(far) for by in (None, large))
    for cube, few, many in zip(far, by_small, by_large, strict=True):
        assert few is not None
        assert many is not None
        assert cube.apply(many.moves) == Cube()
        assert many.length <= 20
        assert many.nodes <= few.nodes


@pytest.mark.slow
def test_large_tables_are_used_once_they_are_made(
    small: memoryview, large: memoryview, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the search itself, in huge pages too, and by solvers that come later."""
    used = []

    def solve(by_small: memoryview, by_large: memoryview | None, *arguments: object) -> object:
        used.append((by_small, by_large))
        return _native.two_phase_solve(by_small, by_large, *arguments)  # type: ignore[arg-type]

    names = {name: getattr(_native, name) for name in dir(_native) if "two_phase" in name}
    monkeypatch.setattr(
        two_phase, "_native", SimpleNamespace(**{**names, "two_phase_solve": solve})
    )
    monkeypatch.setattr(two_phase, "_make_large", lambda *_: large)
    monkeypatch.setattr(two_phase, "_WORTH_COPYING", 1e-9)
    growing = two_phase.TwoPhase()
    growing.solve(Cube.random(1))
    growing.solve(Cube.random(1))
    assert used[-1][1] is None
    assert used[-1][0] is used[-2][0]  # copied once
    growing.enlarge()
    making = growing._making
    assert making is not None
    growing.enlarge()
    assert growing._making is making
    making.join()
    solution = growing.solve(Cube.random(1))
    assert used[-1] == (small, large)
    assert solution is not None
    assert Cube.random(1).apply(solution.moves) == Cube()
    assert table_cache.stored_payload(two_phase.LARGE)
    two_phase.TwoPhase().solve(Cube.random(1))
    assert used[-1] == (small, large)
    two_phase.TwoPhase("small").solve(Cube.random(1))
    assert used[-1] == (small, None)
    table_cache.remove(two_phase.LARGE.name)


def test_signals_are_looked_at_between_the_cubes_of_a_batch(small: memoryview) -> None:
    """Each cube is done in microseconds, and the whole batch lets a handler run again and again."""
    rung = 0

    def ring(*_: object) -> None:
        nonlocal rung
        rung += 1

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0.005, 0.005)
    try:
        for threads in (1, 2):
            count = 1 << 14
            while count < 1 << 22:
                packed = geometry.pack([Cube()]) * count
                rung = 0
                _native.two_phase_solve(small, None, packed, 20, 0, 1e9, threads)
                if rung > 5:
                    break
                count *= 4
            assert rung > 5
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def copied(payload: memoryview) -> mmap.mmap:
    """Return a copy that may be damaged, aligned as files are."""
    copy = mmap.mmap(-1, len(payload))
    copy[:] = payload
    return copy


# Damage ------------------------------------------------------------------------------------------


def members() -> dict[str, tuple[int, int]]:
    """Return where the arrays of indices begin in the small tables, and the bytes of a number."""
    places = [int(offset) for offset in _native.TWO_PHASE_SMALL_LAYOUT.split()]
    names = (
        *("inverse", "allowed", "twist_move", "flip_slice_class", "class_move", "near1"),
        *("fringe1", "corner_move", "slice_move", "corner_class", "edge_image", "corner_slice"),
    )
    at = dict(zip(names, places, strict=False))
    twist_image = at["twist_move"] + 2187 * 18 * 2
    slice_image = twist_image + 2187 * 16 * 2
    flip_shift = slice_image + 495 * 16 * 2
    return {
        "turns of the geometry": (0, 1),
        "edges of the geometry": (18 * 8, 1),
        "products of the geometry": (_native.TWO_PHASE_GEOMETRY_SIZE - 256, 1),
        "inverse": (at["inverse"], 1),
        "allowed": (at["allowed"], 4),
        "twist_move": (at["twist_move"], 2),
        "twist_image": (twist_image, 2),
        "slice_image": (slice_image, 2),
        "flip_shift": (flip_shift, 2),
        "flip_image": (flip_shift + 495 * 16 * 2, 2),
        "flip_slice_class": (at["flip_slice_class"], 4),
        "class_move index": (at["class_move"], 2),
        "class_move symmetry": (at["class_move"] + 36, 1),
        "last class_move index": (at["near1"] - 64, 2),
        "last class_move symmetry": (at["near1"] - 64 + 36 + 17, 1),
        "corner_move": (at["corner_move"], 2),
        "edge_move": (at["corner_move"] + 40320 * 10 * 2, 2),
        "slice_move": (at["slice_move"], 1),
        "last slice_move": (at["slice_move"] + 239, 1),
        "corner_class": (at["corner_class"], 2),
        "corner_representative": (at["corner_class"] + 40320 * 2, 2),
        "edge_image": (at["edge_image"], 2),
        "last edge_image": (at["corner_slice"] - 2, 2),
    }


@pytest.mark.ordinary(2)
@pytest.mark.parametrize("image", ["slots", "pieces"])
@pytest.mark.parametrize("symmetry", [0, 5, 15])
def test_symmetries_that_take_edges_out_of_u_and_d_are_refused(
    small: memoryview, image: str, symmetry: int
) -> None:
    """An edge of U and one of the layer between change places, so that there still is one image of each."""
    _native.two_phase_check(small)
    at = 18 * (8 + 12) + symmetry * (8 * 25 + 12 * 25 + 18) + 8 * 25
    part, turns = (slice(at, at + 12), 1) if image == "slots" else (slice(at + 12, at + 300), 2)
    exchanged = {value: value for value in range(12 * turns)}
    for turn in range(turns):
        up, between = turn, 8 * turns + turn
        exchanged |= {up: between, between: up}
    damaged = copied(small)
    damaged[part] = bytes(exchanged[value] for value in bytes(small[part]))
    with pytest.raises(ValueError, match="out of range"):
        _native.two_phase_check(damaged)


@pytest.mark.ordinary(6)
@pytest.mark.parametrize("member", members())
def test_indices_that_lead_outside_are_refused(small: memoryview, member: str) -> None:
    _native.two_phase_check(small)
    at, size = members()[member]
    damaged = copied(small)
    damaged[at : at + size] = b"\xff" * size
    with pytest.raises(ValueError, match="out of range"):
        _native.two_phase_check(damaged)


FUZZ = """
import mmap
import random
from cubecsp import _native
from cubecsp.puzzle.cube.state import Cube
from cubecsp.search import geometry, two_phase

small = two_phase.TwoPhase("small").load()[0]
cubes = [Cube.from_moves("R U F"), *map(Cube.random, range(3))]
packed = geometry.pack(cubes)
refused = tried = 0
for seed in range(24):
    rng = random.Random(seed)
    damaged = mmap.mmap(-1, len(small))
    damaged[:] = small
    for _ in range(4 ** rng.randrange(1, 7)):
        damaged[rng.randrange(len(damaged))] = rng.randrange(256)
    if seed % 4 == 0:  # in what holds no indices only, so that it passes
        damaged[:] = small
        for start, end in HOLDS_NO_INDICES:
            damaged[start:end] = rng.randbytes(end - start)
    try:
        _native.two_phase_check(damaged)
    except ValueError:
        refused += 1
        continue
    tried += 1
    _native.two_phase_distances(damaged, packed)
    for turns, proven, seconds, nodes, sound in _native.two_phase_solve(
        damaged, None, packed, 22, 3, 0.02, 2
    ):
        cube = cubes.pop(0)
        cubes.append(cube)
        if turns is not None:
            solved = cube.apply(two_phase.Moves.of(turns)) == Cube()
            assert solved == sound, seed
print(refused, tried)
"""


@pytest.mark.slow
def test_a_search_in_damaged_tables_crashes_and_hangs_never() -> None:
    """Tables that pass the check never lead outside; their solutions are checked on the cube."""
    places = [int(offset) for offset in _native.TWO_PHASE_SMALL_LAYOUT.split()]
    sets = f"[({places[5]}, {places[7]}), ({places[11]}, {_native.TWO_PHASE_SMALL_SIZE})]"
    code = FUZZ.replace("HOLDS_NO_INDICES", sets)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    refused, tried = map(int, re.findall(r"\d+", done.stdout))
    assert tried >= 6
    assert refused > 0


@pytest.mark.parametrize("outcome", [(b"\0\1", 0, 0.0, 0, False), (None, 0, 0.0, 0, True)])
@pytest.mark.parametrize("times", [1, 2])
def test_moves_that_do_not_solve_are_not_given_out(
    monkeypatch: pytest.MonkeyPatch, outcome: tuple[object, ...], times: int
) -> None:
    """The tables are read again; if that does not help, that is said."""
    wrong = [outcome] * times
    loaded = []

    def solve(by_small: memoryview, *arguments: object) -> object:
        loaded.append(by_small)
        good = _native.two_phase_solve(by_small, *arguments)  # type: ignore[arg-type]
        return [good[0], wrong.pop()] if wrong else good

    names = {name: getattr(_native, name) for name in dir(_native) if "two_phase" in name}
    monkeypatch.setattr(
        two_phase, "_native", SimpleNamespace(**{**names, "two_phase_solve": solve})
    )
    solver = two_phase.TwoPhase("small")
    cubes = [Cube.from_moves("R2 U"), Cube.random(3)]
    if times == 2:
        with pytest.raises(TableError, match="two-phase tables are damaged"):
            solver.solve_many(cubes)
        return
    for cube, solution in zip(cubes, solver.solve_many(cubes), strict=True):
        assert solution is not None
        assert cube.apply(solution.moves) == Cube()
    assert loaded[0] is not loaded[1]
    if outcome[0] is None:  # as it may be when the time is up
        wrong.append(outcome)
        assert solver.solve_many(cubes, time_limit=1.0)[1] is None
