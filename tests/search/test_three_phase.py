"""The 4×4×4 in three phases, every solution done on stickers in space, which share nothing with the package."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache

import numpy as np
import pytest
import stickers_in_space as space
from ticking import TickedError, ticking

from cubecsp import _native, solve
from cubecsp.errors import InputError, OutOfTimeError
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.search import method_for_size, three_phase
from cubecsp.search.reduced import LAST_STAGE, as_three

CUBE = cube_class(4)
OPPOSITE = {frozenset(pair) for pair in ("UD", "RL", "FB")}
CENTRES = [16 * face + 4 * row + column for face in range(6) for row in (1, 2) for column in (1, 2)]
TURNS = [face + wide + by for wide in ("", "w") for face in FACES for by in ("", "2", "'")][:27]
# Turns of each phase that leave the corner alone by which the cube is held; 3Uw is D and a turn of the whole
# cube, which for later phases has to leave R and L on their axis.
HELD_TURNS = (
    "U U2 U' R R2 R' F F2 F' Uw Uw2 Uw' Rw Rw2 Rw' Fw Fw2 Fw' "
    "3Uw 3Uw2 3Uw' 3Rw 3Rw2 3Rw' 3Fw 3Fw2 3Fw'",
    "U U2 U' R R2 R' F F2 F' 3Uw2 3Rw 3Rw2 3Rw' 3Fw2 Uw2 Rw Rw2 Rw' Fw2",
    "U U2 U' R2 F F2 F' 3Uw2 3Rw2 3Fw2 Uw2 Rw2 Fw2",
)


def centre_colours(stickers):
    """Return the colours of the centre pieces of each face."""
    return [{stickers[c] for c in CENTRES[4 * face : 4 * face + 4]} for face in range(6)]


def pairs_of_faces(stickers):
    """Return how many pairs of opposite faces have centre pieces of two opposite colours."""
    shown = centre_colours(stickers)
    return sum(any(shown[face] | shown[face + 3] <= pair for pair in OPPOSITE) for face in range(3))


def is_reduced(stickers):
    """Return whether each face shows one colour in each corner, on each side and in the middle."""
    bands = [(0,), (1, 2), (3,)]
    areas = [
        {stickers[16 * face + 4 * row + column] for row in rows for column in columns}
        for face in range(6)
        for rows in bands
        for columns in bands
    ]
    return all(len(area) == 1 for area in areas)


def is_solved(stickers):
    return len({stickers[i : i + 16] for i in range(0, 96, 16)}) == 6 and all(
        len(set(stickers[i : i + 16])) == 1 for i in range(0, 96, 16)
    )


REACHED = {
    three_phase.STAGES[0]: lambda stickers: pairs_of_faces(stickers) >= 1,
    three_phase.STAGES[1]: lambda stickers: pairs_of_faces(stickers) == 3,
    three_phase.STAGES[2]: is_reduced,
    LAST_STAGE: is_solved,
}


def check_solution(cube):
    """Solve a cube, see what each stage reaches, and return how many turns all take."""
    solution = three_phase.solve(cube)
    assert [stage.goal for stage in solution.phases] == list(REACHED)
    stickers, moves = cube.facelets, []
    for stage in solution.phases:
        moves += str(stage.moves).split()
        stickers = space.moved(stickers, space.of_moves(str(stage.moves), 4))
        assert REACHED[stage.goal](stickers), stage.goal
    assert set(str(solution.phases[-1].moves).split()) <= set(TURNS[:18])
    assert moves == str(solution.moves).split()
    assert solution.length == len(moves)
    return len(moves)


def bounds(cube):
    return _solver().bounds(three_phase.table(), three_phase.packed(cube))


@cache
def _solver():
    return _native.ThreePhase(three_phase.geometry_bytes())


@pytest.mark.exhaustive
def test_random_cubes_in_few_turns():
    lengths = [check_solution(CUBE.random(seed)) for seed in range(8)]
    assert sum(lengths) / len(lengths) <= 46


@pytest.mark.exhaustive
@pytest.mark.parametrize("chunk", range(10))
def test_a_thousand_random_cubes(chunk):
    lengths = [check_solution(CUBE.random(1_000 + 100 * chunk + i)) for i in range(100)]
    assert sum(lengths) / len(lengths) <= 44
    assert max(lengths) <= 48


@pytest.mark.usefixtures("by_phases")
def test_nearly_solved_cubes():
    for moves in ("", "R U2 F'", "Rw", "2R U 2R'"):
        assert check_solution(CUBE.from_moves(moves)) <= 3 + len(moves.split())


# The first turns over one edge of a reduced cube, the second exchanges two; both are found in every tutorial.
@pytest.mark.parametrize(
    "parity",
    [
        "Rw2 B2 U2 Lw U2 Rw' U2 Rw U2 F2 Rw F2 Lw' B2 Rw2",
        "Rw2 R2 U2 Rw2 R2 Uw2 Rw2 R2 Uw2",
    ],
)
def test_reduced_cubes_that_no_3x3x3_can_be(parity):
    cube = CUBE.from_moves(f"R U F2 L' D {parity} B U'")
    assert not as_three(4, cube.puzzle.colours(cube.stickers)).is_reachable
    assert bounds(cube)[2] != 0
    check_solution(cube)


@pytest.mark.usefixtures("by_phases")
def test_a_cube_held_in_any_way():
    for rotation in ("x", "y2 z'", "x2 y"):
        stickers = "".join(face * 16 for face in FACES)
        stickers = space.moved(stickers, space.of_moves(f"Rw U Fw2 {rotation} Uw", 4))
        (report,) = solve(stickers)
        assert is_solved(space.moved(report.facelets, space.of_moves(str(report.solution), 4)))
        assert [phase.goal for phase in report.phases] == list(REACHED)


def centres_after(turn):
    """Return which of the 24 centre pieces comes to each place."""
    target = space.permutation(turn, 4)
    where = {CENTRES.index(target[c]): i for i, c in enumerate(CENTRES)}
    return [where[place] for place in range(24)]


@pytest.mark.exhaustive
def test_phase_1_has_the_distances_that_a_search_of_all_sets_finds():
    size = 735_471
    stored = Counter(bytes(three_phase.table()[:size]))
    sources = [centres_after(turn) for turn in TURNS]
    level = np.array([0xF00F << 4 * axis for axis in range(3)], np.uint32)
    seen = np.zeros(1 << 24, bool)
    counts = {}
    for distance in range(len(stored)):
        seen[level] = True
        counts[distance] = len(level)
        turned = [
            sum((level >> source & 1) << place for place, source in enumerate(come))
            for come in sources
        ]
        following = np.unique(np.concatenate(turned))
        level = following[~seen[following]]
    assert not len(level)
    assert stored == counts
    assert sum(counts.values()) == size


def turns_to_go(cube, phase):
    """Return what a phase takes at least; phase 1 by the pair of colours that takes least."""
    found = bounds(cube)[phase]
    return min(found) if phase == 0 else found


@pytest.mark.parametrize("phase", range(3))
def test_bounds_hold_on_random_walks_and_change_by_one_turn_at_most(phase):
    rng, turns = random.Random(phase), HELD_TURNS[phase].split()
    for _ in range(12):
        cube, before = CUBE(), 0
        for made in range(1, 26):
            cube = cube.apply(rng.choice(turns))
            now = turns_to_go(cube, phase)
            assert now <= made
            assert abs(now - before) <= 1
            before = now
        if phase == 0 and now:  # it is exact, and here are all turns
            assert min(turns_to_go(cube.apply(turn), phase) for turn in turns) == now - 1


@pytest.mark.exhaustive
def test_bounds_say_what_each_phase_reaches():
    for seed in range(40):
        cube = CUBE.random(seed)
        stages = three_phase.solve(cube).phases if seed < 4 else []
        for stage in [None, *stages]:
            cube = cube.apply(stage.moves) if stage else cube
            first, second, third = bounds(cube)
            assert (0 in first) == (pairs_of_faces(cube.facelets) > 0)
            right = centre_colours(cube.facelets)
            assert (second is not None) == (right[1] | right[4] == {"R", "L"})
            if third == 0:
                three = as_three(4, cube.puzzle.colours(cube.stickers))
                assert three.is_reachable


def test_what_is_no_cube_or_no_geometry_is_refused():
    geometry, cube = three_phase.geometry_bytes(), three_phase.packed(CUBE())
    table, effort = three_phase.table(), (10, 1, 1, 1)
    with pytest.raises(ValueError, match="wrong size"):
        _native.ThreePhase(geometry[:-1])
    with pytest.raises(ValueError, match="not a permutation"):
        _native.ThreePhase(b"\x18" + geometry[1:])
    with pytest.raises(ValueError, match="0 to 26"):
        _native.ThreePhase(geometry[:-1] + b"\x1b")
    with pytest.raises(ValueError, match="49 bytes"):
        _solver().reduce(table, cube[:-1], effort)
    with pytest.raises(ValueError, match="each wing must be there once"):
        _solver().reduce(table, b"\x01" + cube[1:], effort)
    with pytest.raises(ValueError, match="0 to 5"):
        _solver().reduce(table, cube[:24] + b"\x06" + cube[25:], effort)
    with pytest.raises(ValueError, match="efforts are 1,000,000 at most"):
        _solver().reduce(table, cube, (1_000_001, 1, 1, 1))
    with pytest.raises(ValueError, match="a table of the wrong size"):
        _solver().reduce(memoryview(bytes(10)), cube, effort)


def test_limits_and_what_cannot_be_asked():
    cube = CUBE.random(seed=1)
    with pytest.raises(OutOfTimeError):
        three_phase.solve(cube, time_limit=1e-6)
    with pytest.raises(InputError, match="takes no max length"):
        solve(cube, max_length=20)
    assert method_for_size(4) is three_phase.METHOD
    assert [spec.spec.name for spec in three_phase.METHOD.tables()] == ["three-phase"]


@pytest.mark.slow
def test_making_the_table_can_be_ended():
    class EndedError(Exception):
        pass

    def end():
        raise EndedError

    with pytest.raises(EndedError):
        _solver().fill(bytearray(_native.THREE_PHASE_SIZE), end)


def test_a_reduction_looks_again_and_again_whether_to_end():
    distances, pieces = three_phase.table(), three_phase.packed(CUBE.random(seed=1))
    with pytest.raises(TickedError), ticking(5):
        three_phase._solver().reduce(distances, pieces, three_phase._LOOKED_AT, None)


def test_reductions_that_are_compared_are_all_as_short_as_the_first():
    numbers = []
    for seed in range(6):
        pieces = three_phase.packed(CUBE.random(seed))
        found = three_phase._solver().reduce(three_phase.table(), pieces, (1_000, 50, 30, 4), None)
        assert len({sum(lengths) for lengths, _ in found}) == 1
        numbers.append(len(found))
    assert min(numbers) < 4  # though more were asked for
