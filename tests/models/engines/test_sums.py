"""Sums: weights of stickers and of other relations, near the numbers that cubes show, on every engine."""

from __future__ import annotations

import itertools
import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import colours as shown
from oracle import kept, put_back
from test_agreement import answers, as_set, neighbourhoods

from cubecsp import SYMMETRIES, Cube
from cubecsp.models.core.primitives import (
    AtLeast,
    ColourCount,
    ColourTable,
    Differ,
    Equal,
    FacePatterns,
    Linear,
    SlotDomain,
    any_of,
    at_least_of,
    sum_of,
)
from cubecsp.models.engines import exhaustive_engines
from cubecsp.models.language.pattern_text import parse_rules
from cubecsp.puzzle.cube.batch import Batch, to_array
from cubecsp.puzzle.cube.cube_puzzle import CUBE

TEXTS = [
    "count(U, R)<=count(F, R)",
    "count(U F, R)>=count(R B, G)+2",
    "2*count(U, U)-3*count(F, F)!=4",
    "colours(U)==colours(D)",
    "colours(U)+count(U, U)<=8",
    "3*colours(U1 R1 F1)>2*colours(L B)-1",
    "colours(U5)==1",
    "count(U5 F5 U1, U F)-count(D5 R5 D1, U D)>=0",
]
CUBES = [
    Cube.from_moves(text)
    for text in ("", "U", "R U F", "M2 E2 S2", "[R, U]2", "F L F U' R U F2 L2 U' L' B D' B' L2 U")
] + [Cube.random(seed) for seed in range(12)]


@st.composite
def close_sums(draw, everything):
    """A sum of 4 to 14 stickers, with a bound that some of the cubes at hand just reach."""
    facelets = draw(st.lists(st.integers(0, 53), min_size=4, max_size=14, unique=True))
    terms = [
        (ColourCount(frozenset({f}), draw(st.frozensets(st.integers(0, 5), min_size=1, max_size=3)), 1, 1),
         draw(st.sampled_from([-3, -2, -1, 1, 2, 3])))
        for f in facelets
    ]  # fmt: skip
    seen = shown(everything, CUBE)
    totals = sum(w * np.isin(seen[min(p.facelets)], list(p.colours)) for p, w in terms)
    levels = sorted(set(totals.tolist()))
    return sum_of(terms, draw(st.sampled_from(levels)))


@pytest.mark.slow
@given(st.data(), neighbourhoods())
@settings(max_examples=10)
def test_engines_take_sums_to_mean_the_same(data, neighbourhood):
    """Alone, negated, as alternatives, as parts of sums."""
    fixed, everything = neighbourhood
    one, two = data.draw(close_sums(everything)), data.draw(close_sums(everything))
    part = ColourCount(frozenset(range(9)), frozenset({data.draw(st.integers(0, 5))}), 1, 2)
    asked = data.draw(
        st.sampled_from(
            [
                [one],
                [one.negated()],
                [one, two.negated()],
                [any_of([one.negated(), two.negated()])],
                [AtLeast(2, frozenset({one, two, part}))],
                [sum_of([(one, 2), (two, -1), (part, 1)], data.draw(st.integers(0, 2)))],
            ]
        )
    )
    expected = as_set(kept(asked, everything))
    for engine in exhaustive_engines():
        assert answers(engine, CUBE, [*fixed, *asked]) == expected, engine


@pytest.mark.ordinary(1)
@pytest.mark.parametrize("engine", exhaustive_engines())
def test_sums_over_centres_and_several_pieces(engine):
    """Three corners and two edges of the solved cube let go; of single stickers, and of many with separate bounds."""
    everything = put_back(Cube(), [[0, 1, 2], [0, 1]])
    fixed = [SlotDomain(0, slot, frozenset({3 * slot})) for slot in range(3, 8)]
    fixed += [SlotDomain(1, slot, frozenset({2 * slot})) for slot in range(2, 12)]
    weights = {(4, 0): 3, (8, 0): 2, (9, 1): -1, (6, 0): 1, (0, 2): -2, (5, 0): 1, (7, 2): 2}
    single = [
        (ColourCount(frozenset({f}), frozenset({c}), 1, 1), w) for (f, c), w in weights.items()
    ]
    several = [*single, (ColourCount(frozenset(range(9)), frozenset({0}), 6, 7), -2)]
    for least in (-1, 2, 3, 6):
        asked = [sum_of(single if least % 2 else several, least)]
        assert answers(engine, CUBE, [*fixed, *asked]) == as_set(kept(asked, everything))
    # Faces that show a U sticker: the heaviest can just be done without, or a light one.
    faces = [
        (ColourCount(frozenset(range(9 * f, 9 * f + 9)), frozenset({0}), 1, 6), w)
        for f, w in ((1, 2), (2, 1), (4, 1))
    ]
    for least in (2, 3):
        asked = [sum_of(faces, least)]
        assert answers(engine, CUBE, [*fixed, *asked]) == as_set(kept(asked, everything))


@pytest.mark.ordinary(2)
@pytest.mark.parametrize("engine", exhaustive_engines())
def test_what_is_asked_of_centres_alone_is_known_beforehand(engine):
    """Centres do not move, so each holds for every cube or for none, by itself and in a choice."""
    up, right, front = CUBE.centres[:3]
    fixed = [SlotDomain(orbit, slot, frozenset({held})) for orbit, slot, held in solved_slots()]
    about_centres = [
        ColourTable((up, right), frozenset(rows), allowed=allowed)
        for rows in ([(0, 1)], [(1, 0)], [(0, 1), (2, 3)], [(1, 0), (2, 3)], [(0, 0)], [])
        for allowed in (True, False)
        if rows or not allowed
    ]
    about_centres += [Differ(up, right), Equal(up, right), Differ(front, front + 9)]
    about_centres += [
        ColourCount(frozenset({up, right, front}), frozenset({0, 2}), least, most)
        for least, most in ((0, 1), (2, 3), (3, 3), (1, 2))
    ]
    home, never = Equal(0, 1), Differ(0, 1)  # of the solved cube
    asked = [
        how
        for one in about_centres
        for how in (one, any_of([one, never]), at_least_of(2, [one, home, never]), one.negated())
    ]
    for question in asked if engine == "native" else asked[::13]:  # 13 and 4 have no common divisor
        expected = as_set(kept([question], to_array([Cube()])))
        assert answers(engine, CUBE, [*fixed, question]) == expected, (engine, question)


def solved_slots():
    """Return the orbit, the number and the content of every slot of the solved cube."""
    return [(0, slot, 3 * slot) for slot in range(8)] + [(1, slot, 2 * slot) for slot in range(12)]


def test_what_is_made_of_weights_is_the_sum():
    """For all small weights and bounds, whatever relation they come down to."""
    parts = [
        ColourCount(frozenset({f}), frozenset(colours), 1, 1)
        for f, colours in ((0, {0}), (9, {1, 2}))
    ]
    parts.append(ColourCount(frozenset({18, 20}), frozenset({2}), 1, 2))
    solved = Cube().colours
    for choice in itertools.product((False, True), repeat=3):
        colours = list(solved)
        for holds, (facelet, colour) in zip(choice, ((0, 0), (9, 1), (18, 2)), strict=True):
            colours[facelet] = colour if holds else 5
        colours[20] = 5
        for weights in itertools.product((-2, -1, 0, 1, 2), repeat=3):
            total = sum(w for w, holds in zip(weights, choice, strict=True) if holds)
            for least in range(-6, 7):
                made = sum_of(zip(parts, weights, strict=True), least)
                assert made.holds(colours, CUBE) == (total >= least)
                assert made.negated().holds(colours, CUBE) == (total < least)


def test_sums_of_one_meaning_are_one():
    one, two = (ColourCount(frozenset({f}), frozenset({0}), 1, 1) for f in (0, 1))
    assert sum_of([(one, 2), (two, 4)], 3) == sum_of([(one, 1), (two, 2)], 2)
    assert sum_of([(one, 2), (two, 1), (one, -1)], 1) == ColourCount(
        frozenset({0, 1}), frozenset({0}), 1, 2
    )
    assert sum_of([(one, -1), (two, -1)], -1) == ColourCount(
        frozenset({0, 1}), frozenset({0}), 0, 1
    )
    assert isinstance(sum_of([(one, 1), (two, 2)], 2), Linear)
    (less,) = parse_rules("count(U, U)<=count(F, F)")[0].primitives()
    (more,) = parse_rules("count(F, F)>=count(U, U)")[0].primitives()
    assert less == more


def test_equal_counts_are_symmetric():
    """A turn of the cube that exchanges the faces and their colours keeps the rule."""
    (rule,) = parse_rules("count(U, U)==count(D, D)")
    assert len(rule.symmetries()) == 16
    (rule,) = parse_rules("count(U, U)<=count(D, D)")
    assert len(rule.symmetries()) == 8


@pytest.mark.parametrize("text", TEXTS)
def test_one_cube_many_cubes_and_relations_say_the_same(text):
    (rule,) = parse_rules(text)
    batch = rule.holds_in(Batch(to_array(CUBES)))
    for cube, in_batch in zip(CUBES, batch, strict=True):
        by_primitives = all(p.holds(cube.colours, CUBE) for p in rule.primitives())
        assert rule.holds(cube) == in_batch == by_primitives == by_hand(text, cube)


def by_hand(text, cube):
    """Return what Python's own arithmetic says of the text."""

    def places(words):
        areas = {face: range(9 * i, 9 * i + 9) for i, face in enumerate("URFDLB")}
        for word in words.split():
            yield from areas[word] if len(word) == 1 else [CUBE.names.index(word)]

    def count(where, colours):
        wanted = {"G": "F"}.get(colours, colours)
        return sum(cube.facelets[f] in wanted.split() for f in places(where))

    def colours(where):
        return len({cube.facelets[f] for f in places(where)})

    quoted = re.sub(r"\(([^)]*)\)", lambda m: "('" + m[1].replace(", ", "', '") + "')", text)
    return eval(quoted, {"count": count, "colours": colours})


@pytest.mark.parametrize("way", range(8))
def test_ways_to_lay_a_face_upon_another_move_along(way):
    """On isoglyphs, so that many ways fit, and for both orders of the faces."""
    for moves in ("F L F U' R U F2 L2 U' L' B D' B' L2 U", "U", "R2 L2", ""):
        cube = Cube.from_moves(moves)
        for a, b in itertools.permutations(range(6), 2):
            relation = FacePatterns(a, b, same=True, ways=frozenset({way}))
            for symmetry in SYMMETRIES[::5]:
                moved = relation.moved(symmetry, CUBE)
                image = symmetry.of(cube)
                assert moved.holds(image.colours, CUBE) == relation.holds(cube.colours, CUBE)
