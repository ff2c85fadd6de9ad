"""The cube as a group element, as stickers, and as a value."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from strategies import assemblies, cubes, moves

from cubecsp import Cube, InputError
from cubecsp.puzzle.core.permutation import permutation_parity
from cubecsp.puzzle.cube.moves import TURNS
from cubecsp.puzzle.cube.state import TURN_CUBES, PocketCube, State

pytestmark = pytest.mark.quick

SOLVED = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB"


def composed_by_definition(a: Cube, b: Cube) -> Cube:
    """First a, then b: slot i gets what slot p of a holds, where p is the piece that b puts there."""
    corners = [
        3 * a.corner_pieces[p] + (a.corner_twists[p] + o) % 3
        for p, o in zip(b.corner_pieces, b.corner_twists, strict=True)
    ]
    edges = [
        2 * a.edge_pieces[p] + (a.edge_flips[p] + o) % 2
        for p, o in zip(b.edge_pieces, b.edge_flips, strict=True)
    ]
    return Cube.from_placements(corners, edges)


def test_solved():
    assert Cube().facelets == SOLVED
    assert Cube(SOLVED) == Cube()
    assert Cube().order() == 1
    assert Cube().is_reachable


def test_turns_are_those_of_kociemba():
    # The table that H. Kociemba prints for F: permutations and orientations, slot by slot.
    f = TURN_CUBES[TURNS.index("F")]
    assert f.corner_pieces == (1, 5, 2, 3, 0, 4, 6, 7)
    assert f.corner_twists == (1, 2, 0, 0, 2, 1, 0, 0)
    assert f.edge_pieces == (0, 9, 2, 3, 4, 8, 6, 7, 1, 5, 10, 11)
    assert f.edge_flips == (0, 1, 0, 0, 0, 1, 0, 0, 1, 1, 0, 0)
    u = TURN_CUBES[TURNS.index("U")]
    assert u.corner_pieces == (3, 0, 1, 2, 4, 5, 6, 7)
    assert u.edge_pieces == (3, 0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11)
    assert set(u.corner_twists) == {0} == set(u.edge_flips)


@given(assemblies, assemblies)
def test_composition(a, b):
    assert a * b == composed_by_definition(a, b)
    assert (a * b).parity == a.parity ^ b.parity


@given(assemblies, assemblies, assemblies)
def test_group_laws(a, b, c):
    assert (a * b) * c == a * (b * c)
    assert a * ~a == Cube() == ~a * a
    assert ~(a * b) == ~b * ~a
    assert a * Cube() == a == Cube() * a


@given(assemblies)
def test_order_is_the_least_power_that_is_solved(cube):
    order = cube.order()
    assert cube**order == Cube()
    assert all(cube ** (order // p) != Cube() for p in (2, 3, 5, 7, 11) if order % p == 0)


@given(assemblies)
def test_powers(cube):
    assert cube**0 == Cube()
    assert cube**3 == cube * cube * cube
    assert cube**-2 == ~cube * ~cube


@given(assemblies)
def test_facelets_there_and_back(cube):
    assert Cube(cube.facelets) == cube
    assert sorted(cube.facelets) == sorted(SOLVED)


@given(moves)
def test_moves_keep_a_cube_reachable(m):
    cube = Cube.from_moves(m)
    assert cube.is_reachable
    assert cube.status() == []
    assert cube.parity == 0


@given(assemblies)
def test_reachable_iff_no_defect(cube):
    assert cube.is_reachable == (cube.status() == [])


@given(cubes)
def test_random_cubes_are_reachable(cube):
    assert cube.is_reachable


DRAWN_BY_LAWS = [State.random.__func__.__get__(kind) for kind in (Cube, PocketCube)]
"""Cubes of any size are drawn so: the ways of these two are quicker."""


def test_random_is_repeatable_and_varied():
    assert Cube.random(7) == Cube.random(7)
    assert len({Cube.random(seed) for seed in range(200)}) == 200


@pytest.mark.ordinary(2)
@pytest.mark.parametrize("draw", [Cube.random, PocketCube.random, *DRAWN_BY_LAWS], ids=str)
def test_random_cubes_have_each_piece_in_each_slot_equally_often(draw):
    """And each turn; what is counted is within six standard deviations."""
    count, kind = 1_200, draw.__self__
    drawn = [draw(seed) for seed in range(count)]
    assert all(type(cube) is kind and cube.is_reachable for cube in drawn)
    movable = set(range(8)) - ({6} if kind is PocketCube else set())  # DBL is held
    columns = [
        (movable, [cube.corner_pieces for cube in drawn]),
        (set(range(3)), [cube.corner_twists for cube in drawn]),
        (set(range(12)), [cube.edge_pieces for cube in drawn]),
        (set(range(2)), [cube.edge_flips for cube in drawn]),
        (set(range(2)), [(permutation_parity(cube.corner_pieces),) for cube in drawn]),
    ]
    for values, rows in columns:
        for slot, column in enumerate(zip(*rows, strict=True)):
            if kind is PocketCube and slot == 6:
                assert len(set(column)) == 1
                continue
            expected = count / len(values)
            assert set(column) == values
            for value in values:
                off = column.count(value) - expected
                assert off**2 < 36 * expected * (1 - 1 / len(values)), (slot, value)


def test_order_of_the_element_of_largest_order():
    assert Cube.from_moves("R U2 D' B D'").order() == 1260


@given(cubes)
def test_a_cube_is_a_value(cube):
    assert pickle.loads(pickle.dumps(cube)) == cube == copy.deepcopy(cube)
    assert hash(Cube(cube.facelets)) == hash(cube)
    assert eval(repr(cube), {"Cube": Cube}) == cube
    with pytest.raises(AttributeError):
        cube.corners = b""
    with pytest.raises(AttributeError):
        del cube.edges


def test_comparison_with_other_things():
    assert Cube() != 1
    assert Cube() < Cube.from_moves("R") or Cube.from_moves("R") < Cube()
    with pytest.raises(TypeError):
        _ = Cube() < 1
    with pytest.raises(TypeError):
        _ = Cube() * 2


@pytest.mark.parametrize(
    ("corners", "edges", "word"),
    [
        ([0] * 8, range(0, 24, 2), "corner"),
        (range(0, 24, 3), [0] * 12, "edge"),
        (range(0, 21, 3), range(0, 24, 2), "corner"),
        ([-3, *range(3, 24, 3)], range(0, 24, 2), "corner"),
    ],
)
def test_impossible_placements_are_refused(corners, edges, word):
    with pytest.raises(InputError, match=word):
        Cube.from_placements(corners, edges)


@given(assemblies)
def test_parity_counts_inversions(cube):
    for pieces in (cube.corner_pieces, cube.edge_pieces):
        inversions = sum(a > b for i, a in enumerate(pieces) for b in pieces[i + 1 :])
        assert permutation_parity(pieces) == inversions % 2


@pytest.mark.parametrize(
    ("shown", "told"),
    [
        ({"UF": "UR", "DR": "DF"}, "the edge U-R occurs twice: at UR and UF"),
        (
            {"UF": "UR", "UL": "UR", "DR": "DF", "BR": "BL"},
            "the edge U-R occurs 3 times: at UR, UF and UL",
        ),
    ],
)
def test_a_piece_that_occurs_several_times_is_told_with_all_places(shown, told):
    letters, edges = list(Cube().facelets), Cube().puzzle.edges
    for slot, piece in shown.items():
        for facelet, letter in zip(edges.frames[edges.names.index(slot)], piece, strict=True):
            letters[facelet] = letter
    with pytest.raises(InputError, match=told):
        Cube.from_facelets("".join(letters))
