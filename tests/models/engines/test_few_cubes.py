"""Questions about few cubes, all of which are checked: the same answers as by search, and plain filtering."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import kept
from strategies import primitives
from test_agreement import answers, as_set, neighbourhoods

from cubecsp import SYMMETRIES, Cube, find
from cubecsp.models.core.primitives import AtLeast, SlotDomain
from cubecsp.models.engines import Problem
from cubecsp.models.engines.cpsat import CpSatEngine
from cubecsp.models.engines.few_cubes import few_cubes, solutions_among
from cubecsp.models.language.pattern_text import parse_pattern
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.puzzle.cube.images import split


def about(*texts):
    pattern = parse_pattern(texts)
    return Problem(CUBE, pattern.primitives, SYMMETRIES[:1])


def solutions(problem):
    return solutions_among(few_cubes(problem), problem)


@given(neighbourhoods(), st.lists(primitives, min_size=1, max_size=4), st.integers(1, 2))
@settings(max_examples=20)
def test_few_cubes_are_filtered_plainly(around, parts, needed):
    fixed, every = around
    asked = AtLeast(min(needed, len({*parts})), frozenset(parts))
    expected = as_set(kept([asked], every))
    rows = solutions(Problem(CUBE, (*fixed, asked), SYMMETRIES[:1]))
    assert len(rows) == len(expected) * len(CUBE.slots)
    assert {*split(rows, len(CUBE.slots))} == expected


@pytest.mark.parametrize(
    "texts",
    [
        ["solved=F2L+edges", "not solved=all"],
        [
            "stickers="
            + "".join(c if i % 9 < 6 else "." for i, c in enumerate(Cube.random(4).facelets))
        ],
        ["solved=corners+cross+E-slice", "no-piece-home"],
    ],
)
def test_few_cubes_are_those_that_native_finds(texts):
    problem = about(*texts)
    rows = solutions(problem)
    found = answers("native", CUBE, problem.primitives)
    assert {*split(rows, len(CUBE.slots))} == found


def test_without_an_invariant_there_are_more():
    corners = (SlotDomain(0, slot, frozenset({3 * slot})) for slot in range(8))
    edges = (SlotDomain(1, slot, frozenset({2 * slot})) for slot in range(2, 12))
    problem = Problem(CUBE, (*corners, *edges), SYMMETRIES[:1])
    numbers = [
        len(solutions(Problem(CUBE, problem.primitives, SYMMETRIES[:1], without=without)))
        for without in ((), problem.invariants)
    ]
    assert numbers == [2 * 20, 8 * 20]


@pytest.mark.parametrize(
    "texts", [["solved=cross"], ["at-most=2"], ["solved=corners"], ["solved=F2L"]]
)
def test_many_cubes_are_left_to_engines(texts):
    assert few_cubes(about(*texts)) is None


def test_auto_says_that_it_does_not_search():
    for rules, few in (("solved=F2L+edges", 324), ("symmetric=Oh", None)):
        answer = find(rules, limit=None)
        assert answer.checked == few
        assert ("were checked (324)" in answer.sentence()) == bool(few)
        assert ("native engine searched" in answer.sentence()) == (not few)
        assert ("all of them were checked" in answer.query["engine_reason"]) == bool(few)


@pytest.mark.parametrize(
    ("texts", "level"),
    [
        (["all(f in faces: count({f}, R)<=count(U, R))"], 1),
        (["count(U D, R)>=8"], 1),
        (["any(c in colours: count(U D, {c})>=10)"], 0),
        (["perfect-scramble"], 0),
        (["all(f in faces: count({f}, R)<=2)"], 0),
    ],
)
def test_linear_programs_are_for_sums_over_faces_that_have_to_hold(texts, level):
    problem = about(*texts)
    assert CpSatEngine()._level(problem) == level
    assert CpSatEngine(linearization="2")._level(problem) == 2
    assert CpSatEngine(linearization="0")._level(problem) == 0
