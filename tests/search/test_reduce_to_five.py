"""The 6×6×6 and 7×7×7 by way of a 5×5×5: each stage done on stickers in space, which share nothing with the package."""

from __future__ import annotations

import itertools
import random
import re
from dataclasses import replace

import pytest
import stickers_in_space as space

from cubecsp import Moves, solve
from cubecsp._native import PhaseSearch, fill_distances
from cubecsp.errors import OutOfTimeError
from cubecsp.puzzle.cube.cube_puzzle import cube_puzzle
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.questions.answers.answer import Stop
from cubecsp.search import method_for_size, phase_search, reduce_to_five, reduction
from cubecsp.search.finish_as_three import LAST_STAGE
from cubecsp.search.reduce_to_five import STAGES
from cubecsp.search.solution import Stage
from cubecsp.stopping.deadline import NEVER

pytestmark = pytest.mark.native

SIZES = (6, 7)
OUTER_BLOCK = re.compile(r"(?:(\d+)(?=.w))?[URFDLB](w)?[2']?")
PAIRS = ("UD", "RL", "FB")  # opposite faces, and colours


def faces_of(stickers, size):
    """Return the rows of each face, by its letter."""
    rows = [stickers[i : i + size] for i in range(0, len(stickers), size)]
    return {face: rows[size * i : size * (i + 1)] for i, face in enumerate(FACES)}


def inner(face):
    return "".join(row[2:-2] for row in face[2:-2])


def centres(face):
    return "".join(row[1:-1] for row in face[1:-1])


def sides(face):
    """Return what lies between the corners of the outer square of centre pieces, side by side."""
    columns = ["".join(column) for column in zip(*face, strict=True)]
    return [line[2:-2] for line in (face[1], face[-2], columns[1], columns[-2])]


def edges_within(face):
    """Return what lies between the outer wings, on each edge of a face."""
    columns = ["".join(column) for column in zip(*face, strict=True)]
    return [line[2:-2] for line in (face[0], face[-1], columns[0], columns[-1])]


def pairs_where(faces, part):
    """Return the pairs of colours that have this part of two opposite faces to themselves."""
    return [
        colours
        for pair in PAIRS
        for colours in PAIRS
        if all(set(part(faces[face])) <= set(colours) for face in pair)
    ]


def together(faces, colours):
    """Return whether stickers of these colours are side by side with such ones only."""
    return all(
        len({sticker in colours for sticker in side}) == 1
        for face in faces.values()
        for side in sides(face)
    )


def holds(goal, faces):
    """Return whether a stage has reached what it says."""
    number = STAGES.index(goal)
    staged_inner = pairs_where(faces, inner)
    if number == 0:
        return bool(staged_inner)
    if number == 1:
        return any(together(faces, colours) for colours in staged_inner)
    if number == 2:
        return bool(pairs_where(faces, centres))
    if number in (3, 4):
        fine = len(staged_inner) == 3 and bool(pairs_where(faces, centres))
        return fine and (number == 3 or all(together(faces, colours) for colours in PAIRS))
    if number == 5:
        return len(pairs_where(faces, centres)) == 3
    solved = all(len(set(inner(face))) == 1 for face in faces.values())
    alike = all(len(set(side)) == 1 for face in faces.values() for side in sides(face))
    paired = all(len(set(edge)) == 1 for face in faces.values() for edge in edges_within(face))
    return solved and alike and (number == 6 or paired)


def check_solution(cube, solution):
    size, stickers, lengths = cube.puzzle.size, cube.facelets, []
    for token in str(solution.moves).split():
        layers, wide = OUTER_BLOCK.fullmatch(token).groups()
        assert int(layers or (2 if wide else 1)) <= size // 2
    for stage in solution.phases:
        stickers = space.moved(stickers, space.of_moves(str(stage.moves), size))
        lengths.append(len(stage.moves))
        if stage.goal in STAGES:
            assert holds(stage.goal, faces_of(stickers, size)), stage.goal
    assert all(len({*"".join(face)}) == 1 for face in faces_of(stickers, size).values())
    assert solution.length == len(str(solution.moves).split()) == sum(lengths)
    assert solution.phases[-1].goal == LAST_STAGE


@pytest.mark.exhaustive
@pytest.mark.few(1)
@pytest.mark.parametrize(("size", "seed", "most"), [(6, 1000, 80), (7, 1003, 150)])
def test_a_random_cube_turns_as_a_five_after_few_turns(size, seed, most):
    cube = cube_class(size).random(seed)
    solution = reduce_to_five.solve(cube)
    check_solution(cube, solution)
    goals = [stage.goal for stage in solution.phases]
    assert goals.index(STAGES[-1]) == {6: 5, 7: 7}[size]
    until_five = solution.phases[: goals.index(STAGES[-1]) + 1]
    assert sum(len(stage.moves) for stage in until_five) <= most


@pytest.mark.slow
@pytest.mark.usefixtures("by_phases")
def test_nearly_solved_cubes():
    for moves in ("", "2R U 2R'"):
        cube = cube_class(6).from_moves(moves)
        solution = reduce_to_five.solve(cube)
        check_solution(cube, solution)
        if not moves:
            assert not solution.moves


def test_it_is_the_method_for_these_sizes():
    assert [size for size in range(2, 12) if method_for_size(size) is reduce_to_five.METHOD] == [
        6,
        7,
    ]
    stickers = space.moved("".join(face * 36 for face in FACES), space.of_moves("3Rw x U Lw", 6))
    (report,) = solve(stickers)
    after = space.moved(report.facelets, space.of_moves(str(report.solution), 6))
    assert all(len({*"".join(face)}) == 1 for face in faces_of(after, 6).values())


@pytest.mark.slow
def test_a_time_limit_ends_it():
    with pytest.raises(OutOfTimeError):
        reduce_to_five.solve(cube_class(7).random(seed=1), time_limit=0.2)


def test_ctrl_c_leaves_the_best_solution_so_far(monkeypatch):
    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(reduce_to_five, "_by_phases", stop)
    answer = solve(cube_class(6).random(seed=2), time_limit=10**6)
    (report,) = answer
    assert answer.stopped is Stop.INTERRUPT
    after = space.moved(report.facelets, space.of_moves(str(report.solution), 6))
    assert all(len({*"".join(face)}) == 1 for face in faces_of(after, 6).values())


def test_no_tables_are_made_once_the_time_is_over(monkeypatch):
    made = []
    monkeypatch.setattr(reduce_to_five, "_phase_search", lambda *which: made.append(which))
    with pytest.raises(OutOfTimeError):
        reduce_to_five.solve(cube_class(7).random(seed=1), time_limit=1e-9)
    assert made == []


def test_without_an_end_of_the_phases_there_is_the_other_way(monkeypatch):
    monkeypatch.setattr(reduce_to_five, "_to_five", lambda *_: [])
    monkeypatch.setattr(reduction, "without_few_turns", lambda *_: "the other way")
    assert reduce_to_five.solve(cube_class(6).random(seed=1)) == "the other way"


@pytest.mark.slow
def test_where_the_phases_find_nothing_the_cube_is_reduced_in_the_other_way(monkeypatch):
    monkeypatch.setattr(reduce_to_five, "search", lambda *_: [])
    cube = cube_class(6).random(seed=1)
    solution = reduce_to_five.solve(cube)
    assert [stage.goal for stage in solution.phases[:2]] == list(reduction.STAGES)


@pytest.mark.parametrize(
    ("size", "layers", "inside"),
    [(6, (0, 2), 4), (7, (0, 2), 5), (6, (0, 1), 5), (7, (0, 1), 5), (8, (0, 1), 5)],
)
def test_the_cube_inside_turns_as_a_smaller_one(size, layers, inside):
    rng = random.Random(size)
    turns = [
        (layer, rng.choice("URF") + rng.choice(["", "2", "'"]))
        for layer in rng.choices((0, 1), k=30)
    ]
    large = " ".join(f"{layers[layer] + 1}{turn}" for layer, turn in turns)
    small = cube_class(inside).from_moves(" ".join(f"{layer + 1}{turn}" for layer, turn in turns))
    begun = [Stage(Moves(large, cube_puzzle(size)), "begun")]
    for cube, stages in ((cube_class(size).from_moves(large), []), (cube_class(size)(), begun)):
        found = reduce_to_five._inside(cube, stages, layers)
        assert found == [*small.puzzle.colours(small.stickers)]


def test_pieces_that_belong_side_by_side_have_slots_of_one_number():
    for size in SIZES:
        layout = phase_search.Layout(size)
        assert len(layout.sides) == size - 4
        solved = faces_of(range(6 * size * size), size)
        for face, letter in enumerate(FACES):
            for line in sides_as_facelets(solved[letter]):
                slots = {slot_of(layout, facelet) for facelet in line}
                assert len(slots) == 1
                assert next(iter(slots)) // 4 == face


def sides_as_facelets(face):
    columns = list(zip(*face, strict=True))
    return [line[2:-2] for line in (face[1], face[-2], columns[1], columns[-2])]


def slot_of(layout, facelet):
    for orbit in layout.sides:
        frames = layout.puzzle.orbits[layout._orbits[orbit]].frames
        if (facelet,) in frames:
            return layout._slots(orbit)[frames.index((facelet,))]
    raise AssertionError(facelet)


# CheckedCubes in the source of D. Walton's rubiks-cube-NxNxN-solver (2021), RubiksCube777.py, tables of phases 4 and 5.
PUBLISHED = {
    ("ahh", "-aa", "ahh"): {(2, 2): [1, 2, 29, 234, 1246, 4466, 6236, 656]},
    ("ahh", "-ah", "ahh"): {(1, 3): [1, 2, 25, 210, 722, 1752, 4033, 4014, 1977, 134]},
}


@pytest.mark.parametrize("turns", PUBLISHED)
def test_distances_are_those_that_are_published(turns):
    layout = phase_search.Layout(7)
    for ring, counts in PUBLISHED[turns].items():
        (orbit,) = (
            j
            for j, i in enumerate(layout._orbits)
            if layout.puzzle.orbits[i].name == "centre" and layout._ring(i) == ring
        )
        home = 0xF00F  # what is on U and D
        allowed = [i for i, turn in enumerate(layout.turns) if phase_search._allows(turns, *turn)]
        table = bytearray(735_471)
        rows = [[layout.rows[turn][orbit]] for turn in allowed]
        fill_distances(rows, [8], [[home]], table, NEVER.check)
        assert [table.count(distance) for distance in range(len(counts))] == counts
        assert table.count(255) == len(table) - sum(counts)


def test_distances_of_several_sets_are_those_of_a_walk_through_a_dictionary():
    rng = random.Random(5)
    rows = []
    for _ in range(3):
        row = list(range(24))
        for _ in range(2):
            a, b = rng.sample(range(6), 2)
            row[a], row[b] = row[b], row[a]
        rows.append(bytes(row))
    turns = [[row, rows[0]] for row in rows]
    values = [[1 << slot for slot in range(24)], [1 << slot for slot in range(6)]]
    goal = [1, 2]
    table = bytearray(24 * 6)
    fill_distances(turns, values, [goal], table, NEVER.check)

    def moved(bit, row):
        return 1 << row.index(bit.bit_length() - 1)

    known, frontier = {tuple(goal): 0}, [tuple(goal)]
    while frontier:
        here = frontier.pop(0)
        for turn in turns:
            there = tuple(map(moved, here, turn))
            if there not in known:
                known[there] = known[here] + 1
                frontier.append(there)
    for i, first in enumerate(values[0]):
        for j, second in enumerate(values[1]):
            assert table[i + 24 * j] == known.get((first, second), 255)


def test_native_code_refuses_what_makes_no_phase():
    row, table = bytes(range(24)), bytearray(10_626)
    with pytest.raises(ValueError, match="not a permutation"):
        fill_distances([[bytes(24)]], [4], [[15]], table, NEVER.check)
    with pytest.raises(ValueError, match="wrong size"):
        fill_distances([[row]], [4], [[15]], bytearray(5), NEVER.check)
    with pytest.raises(ValueError, match="not a value of its set"):
        fill_distances([[row]], [[15]], [[30]], bytearray(1), NEVER.check)
    with pytest.raises(ValueError, match="no such orbit"):
        PhaseSearch(1, [1], 1)
    search = PhaseSearch(1, [], 1)
    with pytest.raises(ValueError, match="needs turns"):
        search.search([([row], 0)], 1, 1, 0, 1, NEVER.check)
    search.add_turn(0, 0, 0, [row])
    with pytest.raises(ValueError, match="does not exist"):
        search.follow(1, 15)
    with pytest.raises(ValueError, match="not followed"):
        search.add_target([0], [4], table, [0, 1])
    search.follow(0, 15)
    for _ in range(15):
        search.add_match([0], [0, 1])
    with pytest.raises(ValueError, match="at most 15"):
        search.add_match([0], [0, 1])
    with pytest.raises(ValueError, match="effort"):
        search.search([([row], 0)], 0, 1, 0, 1, NEVER.check)


def test_a_phase_that_was_searched_does_not_change():
    row = bytes(range(24))
    search = PhaseSearch(1, [], 1)
    search.add_turn(0, 0, 0, [row])
    search.follow(0, 15)
    search.search([([row], 0)], 1, 1, 0, 1, NEVER.check)
    for change in (
        lambda: search.add_turn(0, 0, 0, [row]),
        lambda: search.follow(0, 15),
        lambda: search.add_target([0], [4], bytearray(10_626), [0, 1]),
        lambda: search.add_match([0], [0, 1]),
    ):
        with pytest.raises(ValueError, match="cannot change"):
            change()


def solved_pieces(layout):
    puzzle = layout.puzzle
    return layout.pieces(
        bytes(range(puzzle.facelet_count))
        if puzzle.size < 7
        else tuple(range(puzzle.facelet_count))
    )


def exchanged(row):
    """Return pieces of an orbit with one of R and one of U in each other's places."""
    there = bytearray(row)
    there[0], there[4] = there[4], there[0]
    return bytes(there)


def test_pieces_of_every_orbit_have_to_be_beside_those_of_the_others():
    layout, steps = reduce_to_five._plan(7)
    phase = replace(steps[1], limits=phase_search.BeamLimits(widths=(100,), patience=0))
    assert len(phase.beside) > 2
    native = phase_search.compile_phase(phase, layout, NEVER.check)
    pieces = solved_pieces(layout)
    (done,) = phase_search.search(phase, native, [phase_search.Position(pieces)], NEVER.check)
    assert done.length == 0
    for orbit in phase.beside:
        apart = [exchanged(row) if i == orbit else row for i, row in enumerate(pieces)]
        assert phase_search.search(phase, native, [phase_search.Position(apart)], NEVER.check) == []


@pytest.mark.ordinary(1)
@pytest.mark.parametrize("more", [0, 1, 2])
def test_sequences_are_a_few_turns_longer_at_most_and_come_in_one_order_of_turns_that_commute(more):
    layout, steps = reduce_to_five._plan(6)
    limits = phase_search.BeamLimits(widths=(4_000,), sequences=10**6, more=more, patience=8)
    phase = replace(steps[0], limits=limits)
    native = phase_search.compile_phase(phase, layout, NEVER.check)
    pieces = solved_pieces(layout)
    for name, last in (
        ("U", 2),
        ("U", 3),
        ("F", 3),
    ):  # the way back may end with two turns about one axis
        turn = layout.turns.index((FACES.index(name), last, 1))
        pieces = [
            bytes(row[s] for s in moved)
            for row, moved in zip(pieces, layout.rows[turn], strict=True)
        ]
    found = phase_search.search(phase, native, [phase_search.Position(pieces)], NEVER.check)
    lengths = [position.length for position in found]
    assert lengths == sorted(lengths)
    assert max(lengths) == min(lengths) + more
    written = set()
    for position in found:
        runs = itertools.groupby(position.turns[-1], key=lambda turn: layout.turns[turn][0] % 3)
        written.add(tuple(tuple(sorted(run)) for _, run in runs))
    assert len(written) == len(found)
