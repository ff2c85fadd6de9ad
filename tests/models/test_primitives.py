"""Primitive relations: what they mean, negated, and moved by symmetries."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from strategies import assemblies, primitives, symmetries

from cubecsp import SYMMETRIES, Cube
from cubecsp.models.core.identity import digest_of
from cubecsp.models.core.invariance import generated_group, symmetries_of
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
)
from cubecsp.models.core.squares import renamed_in_all_ways, same_but_for_colours, square_maps
from cubecsp.puzzle.cube.cube_puzzle import CUBE


@given(primitives, assemblies)
def test_a_negation_holds_exactly_where_the_primitive_does_not(primitive, cube):
    assert primitive.negated().holds(cube.colours, CUBE) != primitive.holds(cube.colours, CUBE)


@pytest.mark.parametrize("weights", [(1, 1, 1), (2, -3, 5), (-1, -1), (7,)])
@pytest.mark.parametrize("beside", [-1, 0, 1])
def test_a_sum_at_its_bound(weights, beside):
    """Where a sum is just what is asked for, one less or one more, it holds or its negation does, never both."""
    cube = Cube.from_moves("R U F2 L' D")
    terms = frozenset((Equal(9 * i, 9 * i + 1), weight) for i, weight in enumerate(weights))
    value = sum(weight for part, weight in terms if part.holds(cube.colours, CUBE))
    asked = Linear(terms, value + beside)
    holds = asked.holds(cube.colours, CUBE)
    assert holds == (beside <= 0)
    assert asked.negated().holds(cube.colours, CUBE) != holds


@given(primitives, assemblies)
def test_a_double_negation_means_the_same(primitive, cube):
    twice = primitive.negated().negated()
    assert twice.holds(cube.colours, CUBE) == primitive.holds(cube.colours, CUBE)


@given(primitives, symmetries, assemblies)
def test_moved_along_with_the_cube(primitive, s, cube):
    moved = primitive.moved(s, CUBE)
    assert moved.holds(s.of(cube).colours, CUBE) == primitive.holds(cube.colours, CUBE)


@given(primitives, symmetries)
def test_moved_there_and_back_is_equal(primitive, s):
    assert primitive.moved(s, CUBE).moved(s.inverse, CUBE) == primitive


@given(st.lists(symmetries, max_size=3), st.lists(primitives, max_size=2))
@example(
    [SYMMETRIES[1]], [Differ(0, 10)]
)  # a half turn, the square of a quarter turn that is none of them
def test_the_symmetries_of_a_set_are_all_that_map_it_onto_itself(generators, some):
    group = generated_group(generators)
    relations = {primitive.moved(s, CUBE) for primitive in some for s in group}
    found = symmetries_of(relations, CUBE)
    assert set(group) <= set(found)
    assert found == tuple(
        s for s in SYMMETRIES if {p.moved(s, CUBE) for p in relations} == relations
    )


def test_normal_forms():
    assert Differ(3, 1) == Differ(1, 3) != Equal(1, 3)
    assert ColourTable((5, 2), frozenset({(0, 1)})) == ColourTable((2, 5), frozenset({(1, 0)}))
    assert FacePatterns(4, 2, same=True) == FacePatterns(2, 4, same=True)


@given(st.integers(0, 7), st.booleans(), st.integers(0, 2**32))
def test_faces_are_compared_in_a_way_or_back(way, same, seed):
    """The second face drawn from the first through a map of the square: they agree in that way, whichever is named first."""
    rng, maps = random.Random(seed), square_maps(3)
    first = [rng.randrange(3) for _ in range(9)]
    second = [0] * 9
    for cell, other in enumerate(maps[way]):
        second[other] = (first[cell] + 1) % 3
    colours = [*first, *second, *[0] * 36]
    back = next(i for i, m in enumerate(maps) if [m[c] for c in maps[way]] == [*range(9)])
    for one in (
        FacePatterns(0, 1, same, frozenset({way})),
        FacePatterns(1, 0, same, frozenset({back})),
    ):
        assert one.holds(colours, CUBE) == same
    assert FacePatterns(0, 1, same, frozenset({way})) == FacePatterns(1, 0, same, frozenset({back}))


@given(st.lists(primitives, min_size=2, max_size=4, unique=True))
def test_checksums_tell_primitives_apart(some):
    """For each by itself and for lists of them; equal sets have the same, in any order of construction."""
    assert len({digest_of([one]) for one in some}) == len(some)
    assert digest_of(some) != digest_of(some[1:])
    pair = [Differ(3, 4), Equal(3, 4)]
    assert (
        len(
            {digest_of([one]) for one in [*pair, ColourCount(frozenset({3}), frozenset({4}), 0, 1)]}
        )
        == 3
    )
    assert digest_of([any_of(some)]) == digest_of([any_of(some[::-1])])


def test_meaning_on_the_solved_cube():
    solved = Cube().colours
    assert Equal(0, 8).holds(solved, CUBE)
    assert ColourCount(frozenset(range(9)), frozenset({0}), 9, 9).holds(solved, CUBE)
    assert ColourTable((0, 9), frozenset({(0, 1)})).holds(solved, CUBE)
    assert SlotDomain(0, 3, frozenset({9})).holds(solved, CUBE)
    assert not SlotDomain(0, 3, frozenset({10, 11})).holds(solved, CUBE)
    assert FacePatterns(0, 5, same=True).holds(solved, CUBE)
    assert all_of([]).holds(solved, CUBE)
    assert not any_of([]).holds(solved, CUBE)


@given(st.integers(2, 5), st.sets(st.integers(0, 7), min_size=1), st.integers(0, 2**32))
def test_many_faces_are_compared_as_single_ones(size, ways, seed):
    """Pairs of few colours; the second is drawn anew, or from the first, with a sticker changed or not."""
    rng, maps = random.Random(seed), [square_maps(size)[way] for way in sorted(ways)]
    pairs = []
    for _ in range(20):
        first = [rng.randrange(3) for _ in range(size**2)]
        renamed = rng.sample(range(6), 3)
        second = [renamed[c] for c in rng.sample(first, len(first))]
        for cell, other in enumerate(square_maps(size)[rng.randrange(8)]):
            second[other] = renamed[first[cell]]
        second[rng.randrange(size**2)] = rng.choice([*range(6), *second])
        pairs.append((first, second))
    found = same_but_for_colours(
        *(np.array(side, np.uint8).T for side in zip(*pairs, strict=True)), maps
    )
    assert found.tolist() == [
        any(
            renamed_in_all_ways(tuple(first))[0]
            == renamed_in_all_ways(tuple(second[c] for c in cells))[0]
            for cells in maps
        )
        for first, second in pairs
    ]
