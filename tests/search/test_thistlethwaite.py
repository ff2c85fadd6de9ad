"""Thistlethwaite's phases, against distances found with whole cubes and numpy, and stickers."""

import itertools
from collections.abc import Callable, Hashable, Iterator
from functools import cache

import numpy as np
import pytest
from facts import FACTS
from hypothesis import given
from hypothesis import strategies as st
from strategies import cubes

from cubecsp import Cube, InputError, Moves
from cubecsp._native import Thistlethwaite
from cubecsp.formats.forty_numbers import FortyNumbers
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.puzzle.cube.moves import TURNS
from cubecsp.puzzle.cube.state import TURN_CUBES
from cubecsp.search import thistlethwaite
from cubecsp.search.thistlethwaite import PHASES, solve

pytestmark = pytest.mark.native

EQUATOR, MIDDLE = {8, 9, 10, 11}, {1, 3, 5, 7}
ALLOWED = ("U D R L F B", "U D R L F2 B2", "U D R2 L2 F2 B2", "U2 D2 R2 L2 F2 B2")


@pytest.fixture(autouse=True, scope="module")
def nothing_known(new_tables: object) -> Iterator[None]:  # noqa: ARG001  # no tables either
    thistlethwaite._solvers.clear()
    yield
    thistlethwaite._solvers.clear()


def allowed(phase: int) -> list[int]:
    """Turn numbers, from the words in the document: a bare face stands for all its turns."""
    words = ALLOWED[phase].split()
    return [i for i, name in enumerate(TURNS) if name[0] in words or name in words]


def numbered(
    key: Callable[[Cube], Hashable], moves: list[int]
) -> tuple[dict[Hashable, int], np.ndarray]:
    """Return numbers for what `key` tells apart of cubes made by `moves`, and where each leads."""
    numbers, found, table = {key(Cube()): 0}, [Cube()], []
    for cube in found:
        row = []
        for move in moves:
            after = cube * TURN_CUBES[move]
            number = numbers.setdefault(key(after), len(numbers))
            if number == len(found):
                found.append(after)
            row.append(number)
        table.append(row)
    return numbers, np.array(table)


@cache
def half_turn_corners() -> list[tuple[int, ...]]:
    return list(numbered(lambda c: c.corner_pieces, allowed(3))[0])  # type: ignore[arg-type]


@cache
def corner_cosets() -> dict[tuple[int, ...], int]:
    """For each arrangement of the corners a number shared by those that half turns make equal."""
    cosets: dict[tuple[int, ...], int] = {}
    for pieces in itertools.permutations(range(8)):
        if pieces not in cosets:
            number = len(cosets)
            for half in half_turn_corners():
                cosets[tuple(half[piece] for piece in pieces)] = number
    return cosets


def keys(phase: int) -> tuple[Callable[[Cube], Hashable], Callable[[Cube], Hashable]]:
    return (
        (lambda c: c.edge_flips, lambda _: None),
        (lambda c: c.corner_twists, lambda c: tuple(p in EQUATOR for p in c.edge_pieces)),
        (
            lambda c: corner_cosets()[c.corner_pieces],
            lambda c: tuple(p in MIDDLE for p in c.edge_pieces),
        ),
        (lambda c: c.corner_pieces, lambda c: c.edge_pieces),
    )[phase]


@cache
def oracle(phase: int) -> Callable[[Cube], int]:
    """Distances of a phase by a frontier of index arrays, and how to look a cube up."""
    (first, first_table), (second, second_table) = (
        numbered(key, allowed(phase)) for key in keys(phase)
    )
    distances = np.full((len(first), len(second)), -1)
    distances[0, 0] = 0
    level, depth = (np.array([0]), np.array([0])), 0
    while level[0].size:
        depth += 1
        for column in range(first_table.shape[1]):
            rows, columns = first_table[level[0], column], second_table[level[1], column]
            new = distances[rows, columns] == -1
            distances[rows[new], columns[new]] = depth
        level = np.nonzero(distances == depth)
    a, b = keys(phase)

    def look_up(cube: Cube | None) -> int:
        return int(distances[first[a(cube)], second[b(cube)]]) if cube else distances

    return look_up  # type: ignore[return-value]


@pytest.mark.slow
@pytest.mark.few(2)
@pytest.mark.parametrize("phase", range(4))
def test_counts_by_distance(phase: int) -> None:
    distances = oracle(phase)(None)  # type: ignore[arg-type]
    counts = np.bincount(distances.ravel())  # type: ignore[attr-defined]
    before = sum(rule.states for rule in PHASES[:phase])
    stored = thistlethwaite._new_solver().distances()[before : before + PHASES[phase].states]
    assert np.bincount(stored).tolist() == counts.tolist()
    assert len(counts) - 1 == PHASES[phase].longest


def test_sizes_and_lengths_are_the_published_ones() -> None:
    assert [rule.states for rule in PHASES] == FACTS["thistlethwaite"]["states"]
    assert [rule.longest for rule in PHASES] == FACTS["thistlethwaite"]["longest"]
    assert sum(rule.longest for rule in PHASES) == 45
    assert [list(rule.turns) for rule in PHASES] == [allowed(phase) for phase in range(4)]


@pytest.mark.slow
@given(cubes, st.sampled_from((1, 16, 256)))
def test_every_phase_is_shortest_and_reaches_its_goal(cube: Cube, choices: int) -> None:
    solution = solve(cube, choices=choices)
    now = cube
    for number, phase in enumerate(solution.phases):
        assert phase.number == number + 1
        assert set(phase.moves) <= set(allowed(number))
        assert len(phase.moves) == oracle(number)(now)
        now = now.apply(phase.moves)
        assert phase.cube == now
        assert phase.state.to_cube() == now
    edges, corners, slices, solved = (phase.cube for phase in solution.phases)
    assert not any(edges.edge_flips)
    assert all(corners.facelets[f[0]] in "UD" for f in CUBE.corners.frames)
    assert {corners.edge_pieces[slot] for slot in EQUATOR} == EQUATOR
    for face, opposite in zip("URFDLB", "DLBURF", strict=True):
        shown = slices.facelets[9 * "URFDLB".index(face) :][:9]
        assert set(shown) <= {face, opposite}
    assert solved == Cube()


@given(cubes)
def test_solutions(cube: Cube) -> None:
    solution = solve(cube)
    assert cube.apply(solution.moves) == Cube()
    assert Cube.from_moves(solution.generator) == cube
    assert solution.proven <= solution.length <= 45
    assert solution.length <= sum(len(phase.moves) for phase in solution.phases)
    assert solve(FortyNumbers.of(cube)).moves == solution.moves
    assert [len(phase.moves) for phase in solution.phases] <= [7, 10, 13, 15]


def test_comparing_more_sequences_is_worth_it() -> None:
    lengths = {
        choices: [solve(Cube.random(seed), choices=choices).length for seed in range(200)]
        for choices in (1, 256)
    }
    assert sum(lengths[256]) / 200 < 27.5 < 30 < sum(lengths[1]) / 200 < 32


def test_turns_that_meet_between_phases_are_merged() -> None:
    for seed in range(300):
        solution = solve(Cube.random(seed), choices=1)
        whole = Moves(tuple(turn for phase in solution.phases for turn in phase.moves))
        assert len(solution.moves) == len(whole.simplified())


def test_solved_cube_needs_nothing() -> None:
    solution = solve(Cube())
    assert solution.moves == Moves()
    assert solution.optimal
    assert [str(phase).splitlines()[0] for phase in solution.phases] == [
        f"Phase {number}: (nothing to do) (0)" for number in (1, 2, 3, 4)
    ]


def test_optimal_is_claimed_only_where_proven() -> None:
    assert solve(Cube.from_moves("F")).optimal
    assert not solve(Cube.from_moves("U")).optimal
    assert solve(Cube.from_moves("U")).proven == 0


def test_the_cubes_of_the_document() -> None:
    """Its example at the start of each phase has passed those before, and no more."""
    oriented = (0,) * 12
    printed = {
        1: (
            *(5, 7, 1, 0, 3, 4, 6, 2, 2, 2, 2, 0, 0, 1, 0, 2),
            *(9, 11, 7, 10, 3, 4, 8, 0, 1, 6, 2, 5, 1, 0, 0, 0, 0, 0, 1, 0, 0, 1, 1, 0),
        ),
        2: (
            *(1, 4, 7, 6, 3, 5, 2, 0, 2, 2, 1, 0, 0, 2, 0, 2),
            *(7, 10, 6, 0, 3, 4, 2, 11, 1, 5, 9, 8, *oriented),
        ),
        3: (
            *(4, 6, 7, 2, 5, 1, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0),
            *(2, 0, 5, 7, 6, 1, 3, 4, 10, 11, 9, 8, *oriented),
        ),
        4: (
            *(2, 3, 0, 1, 6, 7, 4, 5, 0, 0, 0, 0, 0, 0, 0, 0),
            *(0, 7, 2, 1, 6, 3, 4, 5, 9, 8, 11, 10, *oriented),
        ),
    }
    for number, state in printed.items():
        phases = solve(FortyNumbers.from_numbers(state)).phases
        assert [bool(phase.moves) for phase in phases[:number]] == [False] * (number - 1) + [True]


@pytest.mark.parametrize("fault", ["flip", "twist", "swap"])
def test_cubes_out_of_reach(fault: str) -> None:
    corners, edges = bytearray(Cube.random(1).corners), bytearray(Cube.random(1).edges)
    if fault == "flip":
        edges[3] ^= 1
    elif fault == "twist":
        corners[2] = corners[2] - corners[2] % 3 + (corners[2] + 1) % 3
    else:
        edges[0], edges[1] = edges[1], edges[0]
    with pytest.raises(InputError, match="turns cannot solve cube"):
        solve(Cube.from_placements(corners, edges))
    with pytest.raises(ValueError, match="cannot solve this cube"):
        thistlethwaite._solver().solve(bytes(corners + edges), 1)


def test_a_length_to_be_content_with() -> None:
    improved = 0
    for seed in range(50):
        plain = solve(Cube.random(seed), choices=1)
        better = solve(Cube.random(seed), choices=1, max_length=25)
        improved += plain.length - better.length
        assert better.length <= plain.length
        assert Cube.random(seed).apply(better.moves) == Cube()
    assert improved > 100
    assert solve(Cube.random(3), choices=1, max_length=0, time_limit=0.0).moves == (
        solve(Cube.random(3), choices=1).moves
    )


def test_what_is_shorter_is_counted_in_the_metric_that_is_asked_for() -> None:
    """The fewest half turns are not always the fewest quarter turns."""
    differ = 0
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(thistlethwaite, "_MOST_CHOICES", 64)
        for seed in range(40):
            cube = Cube.random(seed)
            tried = [solve(cube, "qtm", choices=4**n) for n in range(4)]
            assert solve(cube, "qtm", choices=1, max_length=0).length == min(
                s.length for s in tried
            )
            differ += min(tried, key=lambda s: len(s.moves)).length > min(s.length for s in tried)
    assert differ


def test_arguments_are_checked() -> None:
    with pytest.raises(InputError, match="at least 1"):
        solve(Cube(), choices=0)
    turns = b"".join(turn.corners + turn.edges for turn in TURN_CUBES)
    moves = [bytes(allowed(phase)) for phase in range(4)]
    slices = thistlethwaite._slices()
    with pytest.raises(ValueError, match="18 turns"):
        Thistlethwaite(turns[:-1], moves, slices)
    with pytest.raises(ValueError, match="turns are 0 to 17"):
        Thistlethwaite(turns, [b"\x12", *moves[1:]], slices)
    with pytest.raises(ValueError, match="each edge slot"):
        Thistlethwaite(turns, moves, bytes(12))
    solver = Thistlethwaite(turns, moves, slices)
    with pytest.raises(RuntimeError, match="distances are missing"):
        solver.solve(Cube().corners + Cube().edges, 1)
    with pytest.raises(ValueError, match="one distance per state"):
        solver.use(b"\0")
    with pytest.raises(ValueError, match="each piece must be there once"):
        thistlethwaite._solver().solve(bytes(20), 1)
