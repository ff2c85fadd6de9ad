"""Rules that couple three edges and more: counts against listing, brute force and random cubes."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest
from counting_questions import counted, question_of

from cubecsp import Cube, find
from cubecsp.errors import OutOfReachError
from cubecsp.models.core.primitives import (
    ColourCount,
    ColourTable,
    Differ,
    Equal,
    SlotDomain,
    any_of,
    at_least_of,
    sum_of,
)
from cubecsp.models.counting import COUNTERS
from cubecsp.models.counting.corner_placements import corner_portions
from cubecsp.models.counting.corner_walk import mixed_order
from cubecsp.models.counting.coupled_edges import edge_sums, numbers, seen_by_edges
from cubecsp.models.counting.effort import cut_of
from cubecsp.models.counting.halves import RelatedSlots, halves
from cubecsp.models.counting.way import Question
from cubecsp.puzzle.cube.cube_puzzle import CUBE

EDGES = [f for frame in CUBE.edges.frames for f in frame]
CORNERS = [f for frame in CUBE.corners.frames for f in frame]


def nearly_given(rng: random.Random, corners: int, edges: int) -> list[SlotDomain]:
    """All slots as one cube has them, except for some."""
    base = Cube.random(rng.getrandbits(32))
    free = {*rng.sample(range(8), corners)}, {*rng.sample(range(12), edges)}
    return [
        SlotDomain(orbit, slot, frozenset({value}))
        for orbit, values in enumerate((base.corners, base.edges))
        for slot, value in enumerate(values)
        if slot not in free[orbit]
    ]


def random_rule(rng: random.Random):
    """What compares several edges, with corners or without."""
    face = [f for f in CUBE.face(rng.randrange(6)) if f not in CUBE.centres]
    some = rng.sample(EDGES, 3) + rng.sample(CORNERS, rng.randrange(3))
    colours = frozenset(rng.sample(range(6), rng.choice((1, 2, 3))))
    pairs = [
        rng.choice((Differ, Equal))(*rng.sample([*rng.sample(EDGES, 3), *some], 2))
        for _ in range(3)
    ]
    weighed = [
        (ColourCount(frozenset({f}), colours, 1, 1), rng.choice((-2, -1, 1, 2))) for f in some
    ]
    slots = rng.sample(range(12), 3)
    return rng.choice(
        [
            ColourCount(frozenset(face), colours, rng.randrange(2), rng.randrange(2, 6)),
            ColourCount(
                frozenset(rng.sample(EDGES, 6)), colours, rng.randrange(3), rng.randrange(3, 6)
            ),
            ColourTable(
                tuple(some[:3]),
                frozenset(itertools.islice(itertools.product(range(6), repeat=3), 7, 200)),
                allowed=rng.random() < 0.4,
            ),
            any_of(pairs),
            at_least_of(2, pairs),
            sum_of(weighed, rng.randrange(-2, 2)),
            at_least_of(1, [SlotDomain(1, s, frozenset(rng.sample(range(24), 12))) for s in slots]),
        ]
    )


@pytest.mark.few(2)
@pytest.mark.parametrize(
    "seed", [*range(8), *(pytest.param(s, marks=pytest.mark.exhaustive) for s in range(8, 60))]
)
def test_random_rules_about_several_edges_are_counted_as_they_are_listed(seed):
    rng = random.Random(seed)
    asked = nearly_given(rng, 4, 6) + [random_rule(rng) for _ in range(rng.choice((1, 3, 6)))]
    walked = counted(*asked, method="corner-walk")
    assert walked == counted(*asked, method="listing")
    assert walked == counted(*asked, method="corner-walk", threads=2)


REQUIRED = ("every-colour", "at-most=2", "no-touching=side", "no-touching=diagonal")


@pytest.mark.slow
@pytest.mark.few(1)
@pytest.mark.parametrize(
    "rules", [REQUIRED, REQUIRED[1:3], REQUIRED[2:], ("at-most=2", "at-most=3")]
)
def test_edges_under_random_corners_are_those_that_another_engine_finds(rules):
    """Corner placements that rules leave, and of the edges those that an engine lists one by one."""
    rng = random.Random(repr(rules))
    if rules[0] == "at-most=2" and rules[1] == "at-most=3":
        given = nearly_given(rng, 0, 8)  # there are too many to list with all edges free
        question = question_of(*given, *rules)
    else:
        given, question = [], question_of(*rules)
    rows = np.concatenate([p.rows for p in corner_portions(question) if p is not None])
    chosen = rows[[rng.randrange(len(rows)) for _ in range(6)]] if len(rows) > 6 else rows
    found = numbers(edge_sums(question), chosen).tolist()
    for row, number in zip(chosen.tolist(), found, strict=True):
        corners = [SlotDomain(0, slot, frozenset({value})) for slot, value in enumerate(row)]
        assert number == counted(*rules, *given, *corners, method="listing")
    assert rules == ("at-most=2", "at-most=3") or any(found)


@pytest.mark.slow
def test_parts_add_up_to_the_whole():
    question = question_of("at-most=2", "no-touching=side")
    rows = np.concatenate([p.rows for p in corner_portions(question) if p is not None])[
        1000:400_000:100_000
    ]
    sums = edge_sums(question)
    parts = np.sum([numbers(sums, rows, part, 4) for part in range(16)], axis=0)
    assert parts.tolist() == numbers(sums, rows).tolist()


@pytest.mark.slow
def test_the_five_requirements_are_those_that_are_listed():
    five = (*REQUIRED, "no-touching=across")
    walked = counted(*five, method="corner-walk", classes=True, whole=True)
    assert walked == counted(*five, method="listing", classes=True, whole=True)
    assert walked.number == 816


@pytest.mark.parametrize(
    "rules",
    [
        ("permuted=all", "oriented=corners", "at-most=6"),
        ("solved=corners", "permuted=edges", "at-most=7"),
    ],
)
def test_classes_of_coupled_edges_are_those_of_the_cubes_that_are_listed(rules):
    """Return the least image of each cube under the symmetries of the question, taken one by one."""
    question = question_of(*rules, classes=True)
    walked = counted(*rules, method="corner-walk", classes=True, whole=True)
    cubes = [report.cube for report in find(question.pattern, limit=None)]
    least = {min(s.of(cube) for s in question.symmetries) for cube in cubes}
    assert (walked.number, walked.classes) == (len(cubes), len(least))
    assert cubes


# What work is cut into


def face_scopes() -> list[RelatedSlots]:
    edges = CUBE.edges.frames
    return [
        RelatedSlots(
            frozenset(s for s, f in enumerate(CUBE.corners.frames) if {*f} & {*CUBE.face(face)}),
            {s: 6 for s, f in enumerate(edges) if {*f} & {*CUBE.face(face)}},
        )
        for face in range(6)
    ]


def test_halves_are_two_faces_and_what_is_left_where_rules_are_about_faces():
    found = halves(face_scopes())
    assert sorted(found.edges) == [*range(12)]
    front = {*found.edges[: found.front]}
    inside = [scope for scope in face_scopes() if scope.edges.keys() <= front]
    assert len(inside) == 2
    assert found.corners == 6  # sorted corner placements share the front half
    read = found.ordered(range(20))
    assert sorted(read) == [*range(20)]
    assert read[:6] == [*range(6)]
    assert read[13:15] == [6, 7]


def test_what_three_edges_have_to_do_with_each_other_is_not_cut():
    found = halves([RelatedSlots(frozenset(), {2: 6, 7: 6, 11: 6})])
    front = {2, 7, 11} & {*found.edges[: found.front]}
    assert front in (set(), {2, 7, 11})


@pytest.mark.parametrize("number", [0, 1, 2, 3, 8, 12, 144, 1000, 4181])
def test_mixed_orders_have_each_number_once(number):
    order = [*mixed_order(number)]
    assert sorted(order) == [*range(number)]
    if number >= 1000:  # any first ones are spread over all
        assert {at * 10 // number for at in order[:40]} == {*range(10)}


def test_edges_that_see_no_corners_are_counted_once_for_each_parity():
    question = question_of("no-touching=diagonal")
    seen = seen_by_edges(question)
    assert seen is not None
    assert not seen.any()
    assert seen_by_edges(question_of("at-most=2")) is None
    one_face = seen_by_edges(
        question_of(ColourCount(frozenset(CUBE.face(0)), frozenset({0}), 0, 5))
    )
    assert one_face is not None
    assert one_face.max() == 5


@pytest.mark.slow
def test_work_is_cut_the_same_everywhere_and_into_more_the_more_it_is():
    cuts = []
    for rules in (("no-touching=side",), REQUIRED, REQUIRED[1:3], ("no-touching=diagonal",)):
        question = Question(question_of(*rules).pattern)
        rows = np.concatenate([p.rows for p in corner_portions(question) if p is not None])[::7]
        coupled = len(rules) > 1 or rules[0] == "no-touching=diagonal"
        cuts.append(cut_of(edge_sums(question), rows, coupled=coupled))
        assert cuts[-1] == cut_of(edge_sums(question), rows, coupled=coupled)
    assert [cut.rows for cut in cuts] == sorted((cut.rows for cut in cuts), reverse=True)
    assert [cut.decided > 0 for cut in cuts] == [False, False, False, True]


def test_estimates_leave_alone_what_takes_long_for_each_corner_placement():
    COUNTERS["corner-samples"].prepare(question_of(*REQUIRED[2:]))
    with pytest.raises(OutOfReachError, match="takes too long for many placements"):
        COUNTERS["corner-samples"].prepare(question_of("no-touching=diagonal"))
