"""The 5×5×5 in five phases, every solution done on stickers in space, which share nothing with the package."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
import stickers_in_space as space
from ticking import TickedError, ticking

from cubecsp import _native, solve
from cubecsp.deadline import Deadline
from cubecsp.errors import InputError, OutOfTimeError
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.turning import after_turns
from cubecsp.search import five_phase, method_for_size, two_phase
from cubecsp.search.reduced import EFFORT, LAST_STAGE, as_three

CUBE = cube_class(5)
OPPOSITE = {frozenset(pair) for pair in ("UD", "RL", "FB")}
TURNS = [face + wide + by for wide in ("", "w") for face in FACES for by in ("", "2", "'")]
# The middles of edges, of each the facelet on either face, after the numbers on a face row by row.
MIDDLES = {"top": 2, "left": 10, "right": 14, "bottom": 22}
BESIDE = {"top": (1, 3), "left": (5, 15), "right": (9, 19), "bottom": (21, 23)}


def face(stickers, number):
    return stickers[25 * number : 25 * number + 25]


def centre(stickers, number):
    """Return the colours of the nine centre stickers of a face."""
    return {face(stickers, number)[5 * row + column] for row in (1, 2, 3) for column in (1, 2, 3)}


def pairs_of_faces(stickers):
    """Return how many pairs of opposite faces have centre pieces of two opposite colours."""
    return sum(
        any(centre(stickers, f) | centre(stickers, f + 3) <= pair for pair in OPPOSITE)
        for f in range(3)
    )


def sides_alike(stickers):
    """Return how many of the 24 sides of faces show one colour between the corners."""
    return sum(
        len({face(stickers, f)[place] for place in (MIDDLES[side], *BESIDE[side])}) == 1
        for f in range(6)
        for side in MIDDLES
    )


def is_reduced(stickers):
    return sides_alike(stickers) == 24 and all(len(centre(stickers, f)) == 1 for f in range(6))


def is_solved(stickers):
    return all(len(set(face(stickers, f))) == 1 for f in range(6))


REACHED = {
    five_phase.STAGES[0]: lambda stickers: pairs_of_faces(stickers) >= 1,
    five_phase.STAGES[1]: lambda stickers: pairs_of_faces(stickers) == 3,
    five_phase.STAGES[2]: lambda stickers: pairs_of_faces(stickers) == 3,
    five_phase.STAGES[3]: lambda stickers: sides_alike(stickers) >= 8,
    five_phase.STAGES[4]: is_reduced,
    LAST_STAGE: is_solved,
}


def check_solution(cube):
    """Solve a cube, see what each stage reaches, and return how many turns the reduction takes."""
    solution = five_phase.solve(cube)
    assert [stage.goal for stage in solution.phases] == list(REACHED)
    stickers, moves = cube.facelets, []
    for stage in solution.phases:
        moves += str(stage.moves).split()
        stickers = space.moved(stickers, space.of_moves(str(stage.moves), 5))
        assert REACHED[stage.goal](stickers), stage.goal
    *reduction, last = solution.phases
    assert set(moves) <= set(TURNS)
    assert set(str(last.moves).split()) <= set(TURNS[:18])
    assert moves == str(solution.moves).split()
    assert solution.length == len(moves)
    return sum(len(stage.moves) for stage in reduction)


@cache
def _solver():
    return _native.FivePhase(five_phase.geometry_bytes())


@pytest.mark.slow
def test_random_cubes_in_few_turns():
    lengths = [check_solution(CUBE.random(seed)) for seed in range(2, 5)]
    assert max(lengths) <= 54


@pytest.mark.exhaustive
@pytest.mark.parametrize("chunk", range(5))
def test_a_hundred_random_cubes(chunk):
    lengths = [check_solution(CUBE.random(1_000 + 20 * chunk + i)) for i in range(20)]
    assert sum(lengths) / len(lengths) <= 51.5
    assert max(lengths) <= 54


@pytest.mark.exhaustive
@pytest.mark.usefixtures("by_phases")
def test_nearly_solved_cubes():
    for moves in ("", "R", "R U2 F'", "Rw", "Uw2 F Rw2", "2R U 2R'", "Rw2 U2 Rw2"):
        assert check_solution(CUBE.from_moves(moves)) <= 3 + len(moves.split())


@pytest.mark.slow
def test_one_edge_turned_over():
    flipped = "Rw2 B2 U2 Lw U2 Rw' U2 Rw U2 F2 Rw F2 Lw' B2 Rw2"  # found in every tutorial
    assert check_solution(CUBE.from_moves(f"R U F2 L' D {flipped} B U'")) <= 40


@pytest.mark.exhaustive
@pytest.mark.usefixtures("by_phases")
def test_a_cube_held_in_any_way():
    for rotation in ("x", "y2 z'", "x2 y"):
        stickers = "".join(face * 25 for face in FACES)
        stickers = space.moved(stickers, space.of_moves(f"Rw U Fw2 {rotation} Uw", 5))
        (report,) = solve(stickers)
        assert is_solved(space.moved(report.facelets, space.of_moves(str(report.solution), 5)))
        assert [phase.goal for phase in report.phases] == list(REACHED)


@pytest.mark.exhaustive
def test_reductions_are_equally_long_and_keep_to_two_layers():
    cube = CUBE.random(5)
    found = five_phase.reductions(cube)
    assert 1 <= len(found) <= 2
    assert len({sum(len(stage.moves) for stage in stages) for stages in found}) == 1
    for stages in found:
        moves = " ".join(str(stage.moves) for stage in stages)
        assert set(moves.split()) <= set(TURNS)
        assert is_reduced(space.moved(cube.facelets, space.of_moves(moves, 5)))
    with pytest.raises(OutOfTimeError):
        five_phase.reductions(cube, Deadline(1e-6))


@pytest.mark.few(1)
@pytest.mark.parametrize("seed", [0, 1])
def test_the_reduction_with_the_shorter_end_is_taken(seed, monkeypatch):
    cube = CUBE.random(seed)
    found, ends = five_phase.reductions(cube), []
    for stages in found:
        turns = [turn for stage in stages for turn in stage.moves]
        colours = after_turns(5, cube.puzzle.colours(cube.stickers), turns)
        ends.append(two_phase.solve(as_three(5, colours.tolist()), effort=EFFORT).length)
    assert len(set(ends)) == 2
    monkeypatch.setattr(five_phase, "reductions", lambda *_: found)
    assert len(five_phase.solve(cube).phases[-1].moves) == min(ends)


# How many states of each coordinate are 0, 1, 2 … turns from its goal, as S. Chen's cube555 counts them in its
# PruningValue.txt, as far as they are stored; and what else is in the table.
PUBLISHED = {
    "phase 1, both, by symmetry": [1, 1, 12, 169, 2_916, 55_768, 1_065_559],
    "phase 1, x": [1, 4, 82, 1_206, 14_116, 123_404, 422_508, 173_254, 896],
    "phase 1, t": [1, 4, 66, 900, 9_626, 80_202, 329_202, 302_146, 13_324],
    "phase 3, centres": [216, 432, 6_984, 69_392, 367_092, 996_732, 941_992, 124_804, 1_156],
    "phase 3, kinds": [1, 1, 5, 38, 308, 3_216, 34_162, 315_492, 2_416_258],
    "phase 4, rings": [1, 2, 10, 56, 337, 2_100, 12_525, 71_445, 385_107, 1_889_220, 7_564_378],
    "phase 4, with U and D": [
        6,
        12,
        78,
        516,
        3_047,
        20_246,
        129_232,
        792_151,
        4_459_706,
        20_441_854,
    ],
    "phase 5, centres": [1, 4, 42, 280, 1_691, 8_806, 36_264, 77_966, 46_518, 4_828],
    "phase 5, pairs": [
        1,
        1,
        7,
        41,
        225,
        1_343,
        7_956,
        47_388,
        270_792,
        1_383_928,
        5_354_156,
        11_247_225,
    ],
}


def stored_counts():
    """Return how often the table has each distance, part by part."""
    table = np.frombuffer(five_phase.table(), np.uint8)
    sizes = {
        "phase 1, both, by symmetry": 4 << 21,
        "phase 1, x": 735_471 + 1,
        "phase 1, t": 735_471 + 1,
        "phase 3, centres": 1_225 * 2_048,
        "phase 3, kinds": 86_048 * 2_048 // 2,
        "phase 4, centres": 432 * 4_900,
        "phase 4, rings": 29_616 * 1_680 // 2,
        "phase 4, with R and L": 29_616 * 432 // 2,
        "phase 4, with U and D": 29_616 * 4_900 // 2,
        "phase 5, centres": 36 * 4_900,
        "phase 5, pairs": 5_288 * 4_900 // 2,
    }
    assert sum(sizes.values()) == len(table)
    counts, start = {}, 0
    for name, size in sizes.items():
        part = table[start : start + size]
        start += size
        if size == 4 << 21:  # above the distance stands what it belongs to
            counts[name] = np.bincount(part.view(np.uint32) & 7)
        elif size == 735_472:
            assert part[-1] == 0
            counts[name] = np.bincount(part[:-1])
        elif "centres" in name:
            counts[name] = np.bincount(part)
        else:
            counts[name] = np.bincount(part & 15, minlength=16) + np.bincount(
                part >> 4, minlength=16
            )
    return counts


@pytest.mark.exhaustive
def test_as_many_states_are_so_far_as_published():
    counts = stored_counts()
    for name, published in PUBLISHED.items():
        found = counts[name].tolist()
        assert found[: len(published)] == published, name


@pytest.mark.slow
def test_what_is_no_cube_or_no_geometry_is_refused():
    geometry, cube = five_phase.geometry_bytes(), five_phase.packed(CUBE())
    table, effort = five_phase.table(), (5, 5, 5, 5, 5, 5, 5, 5, 1)
    with pytest.raises(ValueError, match="wrong size"):
        _native.FivePhase(geometry[:-1])
    with pytest.raises(ValueError, match="not a permutation"):
        _native.FivePhase(b"\x18" + geometry[1:])
    with pytest.raises(ValueError, match="0 to 35"):
        _native.FivePhase(geometry[:-1] + b"\x24")
    with pytest.raises(ValueError, match="two halves of an edge"):
        _native.FivePhase(geometry[:-14] + geometry[:14])
    with pytest.raises(ValueError, match="96 bytes"):
        _solver().reduce(table, cube[:-1], effort)
    with pytest.raises(ValueError, match="each piece must be there once"):
        _solver().reduce(table, b"\x01" + cube[1:], effort)
    with pytest.raises(ValueError, match="efforts are 1,000,000 at most"):
        _solver().reduce(table, cube, (1_000_001, *effort[1:]))
    with pytest.raises(ValueError, match="a table of the wrong size"):
        _solver().reduce(memoryview(bytes(10)), cube, effort)
    with pytest.raises(ValueError, match="not ready"):
        _solver().reduce(bytearray(len(table)), five_phase.packed(CUBE.random(1)), effort)


def test_limits_and_what_cannot_be_asked():
    cube = CUBE.random(seed=1)
    with pytest.raises(OutOfTimeError):
        five_phase.solve(cube, time_limit=1e-6)
    with pytest.raises(InputError, match="takes no max length"):
        solve(cube, max_length=20)
    assert method_for_size(5) is five_phase.METHOD
    assert [known.spec.name for known in five_phase.METHOD.tables()] == ["five-phase"]


@pytest.mark.slow
def test_making_the_table_can_be_ended():
    class EndedError(Exception):
        pass

    def end():
        raise EndedError

    with pytest.raises(EndedError):
        _solver().fill(bytearray(_native.FIVE_PHASE_SIZE), end)


def test_a_reduction_looks_again_and_again_whether_to_end():
    distances, pieces = five_phase.table(), five_phase.packed(CUBE.random(seed=1))
    with pytest.raises(TickedError), ticking(5):
        _solver().reduce(distances, pieces, five_phase._LOOKED_AT, None)
