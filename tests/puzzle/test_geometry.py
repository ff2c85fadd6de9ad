"""Where stickers sit, against what is known of a cube in the hand and of Kociemba's numbering."""

from __future__ import annotations

import pytest

from cubecsp.puzzle.cube.cube_puzzle import CUBE, cube_puzzle
from cubecsp.puzzle.cube.geometry import (
    FACES,
    ISOMETRIES,
    NORMALS,
    transformed,
    turned,
)

pytestmark = pytest.mark.quick

POCKET = cube_puzzle(2)

# H. Kociemba's cornerFacelet and edgeFacelet, 1-based per face as he prints them.
KOCIEMBA_CORNERS = "U9R1F3 U7F1L3 U1L1B3 U3B1R3 D3F9R7 D1L9F7 D7B9L7 D9R9B7"
KOCIEMBA_EDGES = "U6R2 U8F2 U4L2 U2B2 D6R8 D2F8 D4L8 D8B8 F6R4 F4L6 B6L4 B4R6"


@pytest.mark.parametrize(
    ("orbit", "printed"), [(CUBE.corners, KOCIEMBA_CORNERS), (CUBE.edges, KOCIEMBA_EDGES)]
)
def test_slots_have_the_facelets_of_kociemba(orbit, printed):
    ours = ["".join(CUBE.names[facelet] for facelet in slot) for slot in orbit.frames]
    assert " ".join(ours) == printed


@pytest.mark.parametrize("puzzle", [CUBE, POCKET])
def test_every_facelet_is_a_centre_or_in_one_slot(puzzle):
    in_slots = [f for orbit in puzzle.orbits for slot in orbit.frames for f in slot]
    assert sorted([*in_slots, *puzzle.centres]) == list(range(puzzle.facelet_count))


@pytest.mark.parametrize("puzzle", [CUBE, POCKET])
def test_corner_facelets_go_round_clockwise(puzzle):
    for name in puzzle.corners.names:
        a, b, c = (NORMALS[FACES.index(letter)] for letter in name)
        # Clockwise seen from outside: a third of a turn about the diagonal takes a to b to c.
        assert turned(b, a) == c


def test_numbers_of_pairs_that_touch():
    assert len(CUBE.side_pairs) == 6 * 12
    assert len(CUBE.diagonal_pairs) == 6 * 8
    assert len(CUBE.across_pairs) == 48
    assert len(POCKET.side_pairs) == 6 * 4
    assert len(POCKET.diagonal_pairs) == 6 * 2
    assert len(POCKET.across_pairs) == 12 * 2


def test_across_pairs_join_an_edge_and_a_corner_of_neighbouring_faces():
    edges = {f for slot in CUBE.edges.frames for f in slot}
    corners = {f for slot in CUBE.corners.frames for f in slot}
    for a, b in CUBE.across_pairs:
        assert CUBE.face_of(a) != CUBE.face_of(b)
        assert len({a, b} & edges) == 1
        assert len({a, b} & corners) == 1


@pytest.mark.parametrize("puzzle", [CUBE, POCKET])
@pytest.mark.parametrize("face", range(6))
def test_a_layer_turned_four_times_is_back(puzzle, face):
    turn = puzzle.layer_turn(face)
    here = list(range(puzzle.facelet_count))
    for _ in range(4):
        here = [turn[f] for f in here]
    assert here == list(range(puzzle.facelet_count))
    assert sum(a != b for a, b in enumerate(turn)) == 4 * puzzle.size + 4 * (puzzle.size**2 // 4)


def test_a_quarter_turn_of_u_takes_front_to_left():
    turn = CUBE.layer_turn(0)
    names = CUBE.names
    assert [names[turn[names.index(f"F{i}")]] for i in (1, 2, 3)] == ["L1", "L2", "L3"]
    assert [names[turn[names.index(f"U{i}")]] for i in (1, 2, 3)] == ["U3", "U6", "U9"]


@pytest.mark.parametrize("size", [2, 3, 6])
def test_symmetries_move_each_facelet_as_they_move_space(size):
    puzzle = cube_puzzle(size)
    numbers = {here: facelet for facelet, here in enumerate(puzzle.locations)}
    for image in ISOMETRIES:
        there = [tuple(transformed(part, image) for part in here) for here in puzzle.locations]
        assert puzzle.targets(image) == tuple(numbers[each] for each in there)
