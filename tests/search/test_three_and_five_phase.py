"""The 4×4×4 in three phases and the 5×5×5 in five, each solution done on stickers in space, which share nothing with it."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest
import stickers_in_space as space
from ticking import TickedError, ticking

from cubecsp import _native, solve
from cubecsp.errors import InputError, OutOfTimeError
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.sticker_paths import after_turns
from cubecsp.search import five_phase, method_for_size, three_phase, two_phase
from cubecsp.search.finish_as_three import LAST_STAGE, MAX_NODES, as_three
from cubecsp.stopping.deadline import Deadline

PHASES = {4: three_phase.PHASES, 5: five_phase.PHASES}
NATIVE = {4: _native.ThreePhase, 5: _native.FivePhase}
EFFORTS = {4: (10, 1, 1, 1), 5: (5, 5, 5, 5, 5, 5, 5, 5, 1)}
OPPOSITE = {frozenset(pair) for pair in ("UD", "RL", "FB")}
TURNS = [face + wide + by for wide in ("", "w") for face in FACES for by in ("", "2", "'")]
# Turns of each phase of the 4×4×4 that leave the corner alone by which the cube is held; 3Uw is D and a turn of
# the whole cube, which for later phases has to leave R and L on their axis.
HELD_TURNS = (
    "U U2 U' R R2 R' F F2 F' Uw Uw2 Uw' Rw Rw2 Rw' Fw Fw2 Fw' "
    "3Uw 3Uw2 3Uw' 3Rw 3Rw2 3Rw' 3Fw 3Fw2 3Fw'",
    "U U2 U' R R2 R' F F2 F' 3Uw2 3Rw 3Rw2 3Rw' 3Fw2 Uw2 Rw Rw2 Rw' Fw2",
    "U U2 U' R2 F F2 F' 3Uw2 3Rw2 3Fw2 Uw2 Rw2 Fw2",
)
FLIP = "Rw2 B2 U2 Lw U2 Rw' U2 Rw U2 F2 Rw F2 Lw' B2 Rw2"  # turns over one edge: in every tutorial
EXCHANGE = "Rw2 R2 U2 Rw2 R2 Uw2 Rw2 R2 Uw2"  # exchanges two edges
each_size = pytest.mark.parametrize("size", [4, pytest.param(5, marks=pytest.mark.slow)])


def rows(stickers, face):
    """Return the rows of stickers of a face."""
    size = 4 if len(stickers) == 96 else 5
    start = face * size * size
    return [stickers[start + size * row : start + size * (row + 1)] for row in range(size)]


def centre(stickers, face):
    """Return the colours of the centre pieces of a face."""
    return set("".join(row[1:-1] for row in rows(stickers, face)[1:-1]))


def pairs_of_faces(stickers):
    """Return how many pairs of opposite faces have centre pieces of two opposite colours."""
    return sum(
        any(centre(stickers, f) | centre(stickers, f + 3) <= pair for pair in OPPOSITE)
        for f in range(3)
    )


def sides_alike(stickers):
    """Return how many of the 24 sides of faces show one colour between the corners."""
    found = 0
    for face in range(6):
        shown = rows(stickers, face)
        sides = [shown[0], shown[-1], [row[0] for row in shown], [row[-1] for row in shown]]
        found += sum(len(set(side[1:-1])) == 1 for side in sides)
    return found


def is_reduced(stickers):
    return sides_alike(stickers) == 24 and all(len(centre(stickers, f)) == 1 for f in range(6))


def is_solved(stickers):
    shown = [set("".join(rows(stickers, face))) for face in range(6)]
    return all(len(colours) == 1 for colours in shown) and len(set.union(*shown)) == 6


REACHED = {
    4: [
        lambda stickers: pairs_of_faces(stickers) >= 1,
        lambda stickers: pairs_of_faces(stickers) == 3,
        is_reduced,
        is_solved,
    ],
    5: [
        lambda stickers: pairs_of_faces(stickers) >= 1,
        lambda stickers: pairs_of_faces(stickers) == 3,
        lambda stickers: pairs_of_faces(stickers) == 3,
        lambda stickers: sides_alike(stickers) >= 8,
        is_reduced,
        is_solved,
    ],
}


def check_solution(cube):
    """Solve a cube, see what each stage reaches, and return how many turns the reduction and all take."""
    size = cube.puzzle.size
    solution = PHASES[size].solve(cube)
    assert [stage.goal for stage in solution.phases] == [*PHASES[size].stages, LAST_STAGE]
    stickers, moves = cube.facelets, []
    for stage, reached in zip(solution.phases, REACHED[size], strict=True):
        moves += str(stage.moves).split()
        stickers = space.moved(stickers, space.of_moves(str(stage.moves), size))
        assert reached(stickers), stage.goal
    last = str(solution.phases[-1].moves).split()
    assert set(moves) <= set(TURNS)
    assert set(last) <= set(TURNS[:18])
    assert moves == str(solution.moves).split()
    assert solution.length == len(moves)
    return len(moves) - len(last), len(moves)


def random_cubes(size, seeds):
    return [cube_class(size).random(seed) for seed in seeds]


def bounds(cube):
    return PHASES[4].solver.bounds(PHASES[4].table(), three_phase.pack(cube))


@pytest.mark.slow
def test_random_cubes_in_few_turns():
    assert max(check_solution(cube)[1] for cube in random_cubes(4, range(2))) <= 48
    assert check_solution(*random_cubes(5, [2]))[0] <= 54


@pytest.mark.exhaustive
@pytest.mark.parametrize("chunk", range(5))
@pytest.mark.parametrize(("size", "average", "most"), [(4, 44, 48), (5, 71, 77)])
def test_many_random_cubes(size, average, most, chunk):
    number = 100 if size == 4 else 20
    seeds = range(1_000 + number * chunk, 1_000 + number * (chunk + 1))
    lengths = [check_solution(cube)[1] for cube in random_cubes(size, seeds)]
    assert sum(lengths) / number <= average
    assert max(lengths) <= most


@pytest.mark.ordinary(1)
@pytest.mark.usefixtures("by_phases")
@pytest.mark.parametrize("moves", ["", "R U2 F'", "2R U 2R'"])
def test_nearly_solved_cubes(moves):
    assert check_solution(cube_class(4).from_moves(moves))[1] <= 3 + len(moves.split())


@pytest.mark.exhaustive
@pytest.mark.usefixtures("by_phases")
@pytest.mark.parametrize("moves", ["", "R", "Rw", "Uw2 F Rw2", "2R U 2R'", "Rw2 U2 Rw2"])
def test_nearly_solved_larger_cubes(moves):
    assert check_solution(cube_class(5).from_moves(moves))[0] <= 3 + len(moves.split())


@pytest.mark.parametrize("parity", [FLIP, EXCHANGE])
def test_reduced_cubes_that_no_3x3x3_can_be(parity):
    cube = cube_class(4).from_moves(f"R U F2 L' D {parity} B U'")
    assert not as_three(4, cube.puzzle.colours(cube.stickers)).is_reachable
    assert bounds(cube)[2] != 0
    check_solution(cube)


@pytest.mark.usefixtures("by_phases")
@pytest.mark.parametrize("size", [4, pytest.param(5, marks=pytest.mark.exhaustive)])
def test_a_cube_held_in_any_way(size):
    for rotation in ("x", "y2 z'", "x2 y"):
        stickers = "".join(face * size * size for face in FACES)
        stickers = space.moved(stickers, space.of_moves(f"Rw U Fw2 {rotation} Uw", size))
        (report,) = solve(stickers)
        assert is_solved(space.moved(report.facelets, space.of_moves(str(report.solution), size)))
        assert [phase.goal for phase in report.phases] == [*PHASES[size].stages, LAST_STAGE]


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0])
def test_the_reduction_with_the_shorter_end_is_taken(seed, monkeypatch):
    cube = cube_class(5).random(seed)
    found, ends = PHASES[5].reductions(cube), []
    assert len({sum(len(stage.moves) for stage in stages) for stages in found}) == 1
    for stages in found:
        turns = [turn for stage in stages for turn in stage.moves]
        colours = after_turns(5, cube.puzzle.colours(cube.stickers), turns)
        ends.append(two_phase.solve(as_three(5, colours.tolist()), max_nodes=MAX_NODES).length)
    assert len(set(ends)) == 2
    monkeypatch.setattr(PHASES[5], "reductions", lambda *_: found)
    assert len(PHASES[5].solve(cube).phases[-1].moves) == min(ends)


def centres_after(turn):
    """Return which of the 24 centre pieces of a 4×4×4 comes to each place."""
    places = [16 * f + 4 * row + column for f in range(6) for row in (1, 2) for column in (1, 2)]
    target = space.permutation(turn, 4)
    where = {places.index(target[place]): i for i, place in enumerate(places)}
    return [where[place] for place in range(24)]


@pytest.mark.exhaustive
def test_phase_1_has_the_distances_that_a_search_of_all_sets_finds():
    size = 735_471
    stored = Counter(bytes(PHASES[4].table()[:size]))
    sources = [centres_after(turn) for turn in TURNS[:27]]
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
    for _ in range(6):
        cube, before = cube_class(4)(), 0
        for made in range(1, 26):
            cube = cube.apply(rng.choice(turns))
            now = turns_to_go(cube, phase)
            assert now <= made
            assert abs(now - before) <= 1
            before = now
        if phase == 0 and now:  # it is exact, and here are all turns
            assert min(turns_to_go(cube.apply(turn), phase) for turn in turns) == now - 1


# How many states of each coordinate are 0, 1, 2 … turns from its goal, as S. Chen's cube555 counts them in its
# PruningValue.txt, as far as they are stored; and what else is in the table.
PUBLISHED = {
    "phase 1, both, by symmetry": "1 1 12 169 2916 55768 1065559",
    "phase 1, x": "1 4 82 1206 14116 123404 422508 173254 896",
    "phase 1, t": "1 4 66 900 9626 80202 329202 302146 13324",
    "phase 3, centres": "216 432 6984 69392 367092 996732 941992 124804 1156",
    "phase 3, kinds": "1 1 5 38 308 3216 34162 315492 2416258",
    "phase 4, rings": "1 2 10 56 337 2100 12525 71445 385107 1889220 7564378",
    "phase 4, with U and D": "6 12 78 516 3047 20246 129232 792151 4459706 20441854",
    "phase 5, centres": "1 4 42 280 1691 8806 36264 77966 46518 4828",
    "phase 5, pairs": "1 1 7 41 225 1343 7956 47388 270792 1383928 5354156 11247225",
}
SIZES = {
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


@pytest.mark.exhaustive
def test_as_many_states_are_so_far_as_published():
    table = np.frombuffer(PHASES[5].table(), np.uint8)
    assert sum(SIZES.values()) == len(table)
    start = 0
    for name, size in SIZES.items():
        part = table[start : start + size]
        start += size
        if size == 4 << 21:  # above the distance stands what it belongs to
            part = part.view(np.uint32) & 7
        elif size == 735_472:
            assert part[-1] == 0
            part = part[:-1]
        elif "centres" not in name:
            part = np.concatenate([part & 15, part >> 4])
        published = [int(word) for word in PUBLISHED.get(name, "").split()]
        assert np.bincount(part)[: len(published)].tolist() == published, name


@each_size
def test_what_is_no_cube_or_no_geometry_is_refused(size):
    module = {4: three_phase, 5: five_phase}[size]
    geometry, cube = module.geometry_bytes(), module.pack(cube_class(size)())
    table, effort, native = PHASES[size].table(), EFFORTS[size], NATIVE[size]
    with pytest.raises(ValueError, match="wrong size"):
        native(geometry[:-1])
    with pytest.raises(ValueError, match="not a permutation"):
        native(b"\x18" + geometry[1:])
    with pytest.raises(ValueError, match="0 to 26" if size == 4 else "0 to 35"):
        native(geometry[:-1] + b"\x24")
    if size == 5:
        with pytest.raises(ValueError, match="two halves of an edge"):
            native(geometry[:-14] + geometry[:14])
    solver = PHASES[size].solver
    with pytest.raises(ValueError, match="49 bytes" if size == 4 else "96 bytes"):
        solver.reduce(table, cube[:-1], effort)
    with pytest.raises(ValueError, match="must be there once"):
        solver.reduce(table, b"\x01" + cube[1:], effort)
    with pytest.raises(ValueError, match="efforts are 1,000,000 at most"):
        solver.reduce(table, cube, (1_000_001, *effort[1:]))
    with pytest.raises(ValueError, match="a table of the wrong size"):
        solver.reduce(memoryview(bytes(10)), cube, effort)
    if size == 4:
        with pytest.raises(ValueError, match="0 to 5"):
            solver.reduce(table, cube[:24] + b"\x06" + cube[25:], effort)
    else:
        cube = module.pack(cube_class(size).random(1))
        with pytest.raises(ValueError, match="not ready"):
            solver.reduce(bytearray(len(table)), cube, effort)


@each_size
def test_limits_and_what_cannot_be_asked(size):
    cube = cube_class(size).random(seed=1)
    with pytest.raises(OutOfTimeError):
        PHASES[size].solve(cube, time_limit=1e-6)
    with pytest.raises(OutOfTimeError):
        PHASES[size].reductions(cube, Deadline(1e-6))
    with pytest.raises(InputError, match="takes no max length"):
        solve(cube, max_length=20)
    method = method_for_size(size)
    assert method.name == PHASES[size].spec.name
    assert [known.spec for known in method.tables()] == [PHASES[size].spec]


@pytest.mark.slow
@each_size
def test_making_the_table_can_be_ended(size):
    class EndedError(Exception):
        pass

    def end():
        raise EndedError

    with pytest.raises(EndedError):
        PHASES[size].solver.fill(bytearray(PHASES[size].spec.size), end)


@each_size
def test_a_reduction_looks_again_and_again_whether_to_end(size):
    phases, (cube,) = PHASES[size], random_cubes(size, [1])
    distances, pieces = phases.table(), phases.pack(cube)
    with pytest.raises(TickedError), ticking(5):
        phases.solver.reduce(distances, pieces, phases.looked_at, None)


@pytest.mark.slow
def test_distances_of_a_phase_that_is_over_are_not_read_again():
    phases, (cube,) = PHASES[5], random_cubes(5, [1])
    table, over = np.array(phases.table()), []

    def passed(start, size):
        over.append(size)
        table[start : start + size] = 0

    effort = (5, 50, 50, 50, 5, 50, 50, 50, 1)
    native = NATIVE[5](five_phase.geometry_bytes())
    whole = native.reduce(phases.table(), phases.pack(cube), effort)
    assert native.reduce(table, phases.pack(cube), effort, None, passed) == whole
    assert len(over) == 3  # of phases 1, 3 and 4; the last one's are needed to the end
    assert sum(over) > 0.9 * len(table)


@pytest.mark.slow
def test_reductions_that_are_compared_are_all_as_short_as_the_first():
    numbers = []
    for cube in random_cubes(4, range(6)):
        found = PHASES[4].solver.reduce(
            PHASES[4].table(), three_phase.pack(cube), (1_000, 50, 30, 4), None
        )
        assert len({sum(lengths) for lengths, _ in found}) == 1
        numbers.append(len(found))
    assert min(numbers) < 4  # though more were asked for
