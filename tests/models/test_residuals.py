"""Residuals of a primitive once some stickers are known, and automata that read slots one after another."""

from __future__ import annotations

import itertools
import random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import assemblies, primitives

from cubecsp import Cube, LimitError
from cubecsp.models.core.diagram import Diagram
from cubecsp.models.core.primitives import (
    ColourCount,
    ColourTable,
    Differ,
    Equal,
    FacePatterns,
    Linear,
    SlotDomain,
    all_of,
    any_of,
    at_least_of,
    sum_of,
)
from cubecsp.models.core.residual import ALWAYS, NEVER, residual
from cubecsp.models.core.sticker_scope import stickers_of
from cubecsp.models.counting.automata import NO_STATE, automaton
from cubecsp.models.counting.structure import slots_of
from cubecsp.puzzle.cube.cube_puzzle import CUBE

FACES = FacePatterns(0, 1, same=True)


def without_faces(primitive) -> bool:
    """Whether it compares no patterns of faces, of which nothing simpler is left."""
    try:
        residual(primitive, {}, CUBE)
    except LimitError:
        return False
    return True


def shown_by(cube: Cube, slots) -> dict[int, int]:
    """The colours of the centres and of what is in some slots."""
    facelets = [*CUBE.centres]
    for slot in slots:
        orbit, index = CUBE.slots[slot]
        facelets += orbit.frames[index]
    return {facelet: cube.colours[facelet] for facelet in facelets}


@given(primitives, assemblies, st.lists(st.frozensets(st.integers(0, 19)), max_size=3))
def test_what_is_left_holds_for_a_cube_exactly_where_the_primitive_does(primitive, cube, steps):
    assume(without_faces(primitive))
    left = primitive
    for slots in steps:
        known = shown_by(cube, slots)
        left = residual(left, known, CUBE)
        assert not stickers_of(left, CUBE) & known.keys()
    assert left.holds(cube.colours, CUBE) == primitive.holds(cube.colours, CUBE)


@pytest.mark.slow
@given(primitives, assemblies)
def test_nothing_is_left_where_all_is_known(primitive, cube):
    assume(without_faces(primitive))
    left = residual(primitive, shown_by(cube, range(20)), CUBE)
    assert left == (ALWAYS if primitive.holds(cube.colours, CUBE) else NEVER)


def test_parts_that_come_to_the_same_count_each():
    """Once the colour of sticker 0 is known, the first two say the same as others."""
    parts = [Equal(0, 9), Differ(0, 18)]
    parts += [ColourCount(frozenset({f}), frozenset({c}), 1, 1) for f in (9, 18) for c in (0, 1)]
    for number, needed in ((3, 2), (4, 2), (4, 3)):
        for some in itertools.combinations(parts, number):
            counted = at_least_of(needed, some)
            for colours in itertools.product((0, 1), repeat=3):
                shown = [0] * 54
                shown[0], shown[9], shown[18] = colours
                left = residual(counted, {0: shown[0]}, CUBE)
                assert left.holds(shown, CUBE) == counted.holds(shown, CUBE)


def test_needs_that_are_met_and_bounds_that_cannot_be_passed_go():
    face = frozenset(range(4))
    assert residual(ColourCount(face, frozenset({0}), 1, 4), {0: 0}, CUBE) == ALWAYS
    assert residual(ColourCount(face, frozenset({0}), 0, 3), {0: 1}, CUBE) == ALWAYS
    assert residual(ColourCount(face, frozenset({0}), 2, 3), {0: 0, 1: 0}, CUBE) == ColourCount(
        frozenset({2, 3}), frozenset({0}), 0, 1
    )
    assert residual(ColourCount(face, frozenset({0}), 0, 1), {0: 0, 1: 0}, CUBE) == NEVER
    assert residual(ColourCount(face, frozenset({0}), 4, 4), {0: 1}, CUBE) == NEVER
    assert residual(Differ(0, 9), {0: 3}, CUBE) == ColourCount(frozenset({9}), frozenset({3}), 0, 0)
    assert residual(Equal(0, 9), {9: 3}, CUBE) == ColourCount(frozenset({0}), frozenset({3}), 1, 1)
    table = ColourTable((0, 1, 2), frozenset({(0, 1, 2), (0, 2, 1), (1, 1, 1)}))
    assert residual(table, {0: 0, 1: 2}, CUBE) == ColourTable((2,), frozenset({(1,)}))
    assert residual(table, {0: 3}, CUBE) == NEVER
    assert residual(table.negated(), {0: 3}, CUBE) == ALWAYS
    some = any_of([Differ(0, 9), Differ(0, 18)])
    assert residual(some, {0: 1, 9: 1}, CUBE) == ColourCount(frozenset({18}), frozenset({1}), 0, 0)
    assert residual(at_least_of(2, some.parts), {0: 1, 9: 1}, CUBE) == NEVER
    total = sum_of(
        [(ColourCount(frozenset({f}), frozenset({0}), 1, 1), f + 1) for f in range(3)], 5
    )
    assert isinstance(total, Linear)
    assert residual(total, {2: 0}, CUBE) == Linear(
        frozenset((ColourCount(frozenset({f}), frozenset({0}), 1, 1), f + 1) for f in range(2)), 2
    )
    assert residual(total, {2: 0, 1: 0}, CUBE) == ALWAYS
    assert residual(total, {2: 1, 1: 1}, CUBE) == NEVER


def test_what_is_left_of_diagrams_is_equal_where_it_says_the_same():
    same = Diagram(
        (0, 1), (((0, 1, 1, 1, 1, 1),), ((-2, -1, -1, -1, -1, -1), (-1, -2, -1, -1, -1, -1)))
    )
    assert residual(same, {0: 2}, CUBE) == residual(same, {0: 5}, CUBE)
    assert residual(same, {0: 0}, CUBE) != residual(same, {0: 5}, CUBE)
    assert residual(same, {1: 0}, CUBE).holds([0] * 54, CUBE)
    assert residual(same, {1: 3}, CUBE) == NEVER


@pytest.mark.slow
@given(primitives, st.integers(0, 2**32), st.lists(assemblies, min_size=5, max_size=5))
def test_automata_accept_what_primitives_hold_for(primitive, seed, cubes):
    assume(without_faces(primitive))
    slots = [*slots_of(primitive, CUBE)]
    assume(slots)
    random.Random(seed).shuffle(slots)
    try:
        steps = automaton(primitive, slots, CUBE)
    except LimitError:
        assume(False)
    for cube in cubes:
        held = (*cube.corners, *cube.edges)
        state = 0
        for slot, step in zip(slots, steps, strict=True):
            state = step[24 * state + held[slot]] if state != NO_STATE else state
        assert state in (0, NO_STATE)
        assert (state == 0) == primitive.holds(cube.colours, CUBE)


@pytest.mark.slow
def test_what_leaves_too_much_is_refused():
    with pytest.raises(LimitError, match="patterns of faces"):
        residual(all_of([FACES, SlotDomain(0, 0, frozenset({1}))]), {}, CUBE)
    rng = random.Random(0)
    facelets = tuple(frame[0] for frame in CUBE.edges.frames)
    rows = frozenset(tuple(rng.choices(range(6), k=12)) for _ in range(30_000))
    with pytest.raises(LimitError, match="distinguish too many states"):
        automaton(ColourTable(facelets, rows), range(8, 20), CUBE)
