"""Counting over few slots: against lists, other ways to count, and random cubes."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from counting_questions import counted, question_of
from sampling_checks import drawn, is_likely, listed

from cubecsp import Cube, sample
from cubecsp.models.core.primitives import (
    ColourCount,
    ColourTable,
    Differ,
    Equal,
    SlotDomain,
    any_of,
    at_least_of,
)
from cubecsp.models.counting import COUNTERS
from cubecsp.models.counting.few_slots import ways_of
from cubecsp.models.counting.planner import plan_to_count
from cubecsp.puzzle.cube.cube_puzzle import CUBE

GROUP = 43_252_003_274_489_856_000


def few(rng: random.Random) -> list[object]:
    """Relations between stickers of any slots, in a cube with all but a few slots given."""
    base = Cube.random(rng.getrandbits(32))
    corners = rng.sample(range(8), rng.choice((2, 4)))
    edges = rng.sample(range(12), rng.choice((3, 5)))
    asked: list[object] = [
        SlotDomain(orbit, slot, frozenset({value}))
        for orbit, (row, free) in enumerate(((base.corners, corners), (base.edges, edges)))
        for slot, value in enumerate(row)
        if slot not in free
    ]
    stickers = [f for s in corners for f in CUBE.corners.frames[s]]
    stickers += [f for s in edges for f in CUBE.edges.frames[s]]
    for _ in range(rng.choice((1, 2))):
        a, b, c, d = rng.sample(stickers, 4)
        rows = frozenset(tuple(rng.choices(range(6), k=3)) for _ in range(30))
        asked.append(
            rng.choice(
                [
                    Differ(a, b),
                    Equal(a, b),
                    ColourCount(frozenset({a, b, c, d}), frozenset(rng.sample(range(6), 2)), 1, 2),
                    ColourTable((a, b, c), rows, allowed=rng.random() < 0.5),
                    any_of([Equal(a, b), Equal(c, d)]),
                    at_least_of(2, [Differ(a, b), Equal(b, c), Equal(c, d)]),
                    at_least_of(1, [SlotDomain(1, s, frozenset(range(0, 24, 2))) for s in edges]),
                ]
            )
        )
    return asked


@pytest.mark.ordinary(5)
@pytest.mark.few(12)
@pytest.mark.parametrize("seed", range(40))
def test_what_is_counted_is_what_is_listed(seed):
    asked = few(random.Random(seed))
    assert counted(*asked, method="few-slots") == counted(*asked, method="listing")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rule", "numbers"),
    [
        ("colours(U)=={}", range(1, 7)),
        ("count(U, R F)=={}", range(10)),
        ("count(D, D)=={}", range(10)),
    ],
)
def test_all_numbers_together_are_all_cubes(rule, numbers):
    assert sum(counted(rule.format(number), method="few-slots") for number in numbers) == GROUP


def test_a_number_beyond_64_bits():
    assert ways_of(question_of("any(F4==U1, F4!=U1)")).total == GROUP


@pytest.mark.parametrize(
    ("rules", "why"),
    [
        ("order=4 U1==F3", "cube by cube"),
        ("at-most=2", "too many stickers"),
        ("faces-differ", "patterns of faces"),
    ],
)
def test_what_is_refused(rules, why):
    assert why in COUNTERS["few-slots"].objection(question_of(rules))
    assert plan_to_count(question_of(rules)).way.name != "few-slots"


@pytest.mark.slow
@pytest.mark.parametrize(
    "rules",
    [
        ("U1!=F3", "solved=edges", "solved=DFR+DLF+DBL+DRB"),
        ("count(U, U)<=6", "solved=corners", "solved=UR+DR+DF+DL+DB+FR+FL+BL"),
        (
            "any(F4==U1, U2!=U4)",
            "solved=DFR+DLF+DBL+DRB+UFL+URF",
            "solved=UR+DR+DF+DL+DB+FR+FL+BL+BR",
        ),
    ],
)
def test_all_are_equally_likely_slot_by_slot(rules):
    rows = listed(*rules)
    found = drawn(question_of(*rules, seed=3), "few-slots", 8 * len(rows))
    assert is_likely(map(bytes, found), Counter(rows))


def test_cubes_that_are_too_rare_to_be_tried():
    answer = sample("colours(U)==1", n=20, seed=2)
    assert (answer.method, answer.total) == ("few-slots", 963_158_999_040)
    assert len({report.facelets for report in answer.cubes}) == 20
    assert not sample("count(U, R)==9", n=1, method="few-slots").cubes
