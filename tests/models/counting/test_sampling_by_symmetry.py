"""Random cubes by their orders, symmetries and pieces at home: all that are listed, and all equally likely."""

from __future__ import annotations

from collections import Counter

import pytest
from counting_questions import question_of
from sampling_checks import drawn, is_likely, listed, numbering_of

from cubecsp import Cube, InputError, sample
from cubecsp.models.language.pattern_text import parse_rules
from cubecsp.models.rules.symmetric import KINDS

SMALL = [
    ("symmetric=C3v",),
    ("symmetric=C3v", "not symmetric=D3d"),
    ("any(symmetric=D4h, symmetric=C3v)", "no-piece-home"),
    ("symmetric=D4h", "not solved=UF"),
    ("symmetric=mx", "solved=edges", "solved=DFR+DLF+DBL"),
]


@pytest.mark.slow
@pytest.mark.parametrize("rules", SMALL)
def test_symmetric_cubes_by_number_are_those_that_are_listed(rules):
    rows = listed(*rules)
    numbering = numbering_of(question_of(*rules), "pieces")
    assert numbering.total == len(rows) > 0
    assert [numbering.at(number) for number in range(len(rows))] == rows
    assert [numbering.rank(row) for row in rows] == [*range(len(rows))]


ABOUT_ORDER = [
    ("order=2", "solved=edges", "solved=DFR+DLF"),
    ("order=3", "solved=edges", "solved=DFR+DLF+DBL+DRB"),
    ("not self-inverse", "solved=corners", "solved=UR+UF+UL+UB+DR+DF+DL+DB", "not solved=FR"),
    ("order=2", "symmetric=D4h"),
    ("any(order=4, symmetric=C4v)", "symmetric=D4h", "not solved=URF"),
    (
        "self-inverse",
        "solved=edges",
        "at-least(2, permuted=URF, permuted=UFL, permuted=ULB)",
        "solved=DFR+DBL+DRB",
    ),
]


@pytest.mark.ordinary(2)
@pytest.mark.few(7)
@pytest.mark.parametrize("rules", [*SMALL, *ABOUT_ORDER])
def test_all_are_equally_likely_cycle_by_cycle(rules):
    rows = listed(*rules)
    found = drawn(question_of(*rules, seed=7), "cycle-types", 6 * len(rows))
    assert is_likely(map(bytes, found), Counter(rows))


@pytest.mark.parametrize(
    "rules",
    [
        ("symmetric=mx", "solved=edges", "solved=DFR+DLF+DBL+DRB+ULB"),
        ("not symmetric=mx", "solved=edges", "solved=DFR+DLF+DBL+DRB+ULB"),
        ("any(symmetric=mx, not solved=URF)", "solved=edges", "solved=DFR+DLF+DBL+DRB+ULB"),
    ],
)
def test_all_are_equally_likely_by_number(rules):
    rows = listed(*rules)
    found = drawn(question_of(*rules, seed=3), "pieces", 6 * len(rows))
    assert is_likely(map(bytes, found), Counter(rows))


@pytest.mark.parametrize("rules", ["order=1260", "order=2", "self-inverse no-piece-home"])
def test_many_cubes_of_an_order(rules):
    answer = sample(rules, n=5, seed=3)
    assert answer.method == "cycle-types"
    assert len({report.facelets for report in answer.cubes}) == 5
    again = sample(rules, n=5, seed=3)
    assert [report.facelets for report in again.cubes] == [r.facelets for r in answer.cubes]


def test_there_are_no_more_different_ones_than_there_are():
    rules, number = "symmetric=Th order=2", len(listed("symmetric=Th", "order=2"))
    every = sample(rules, n=number, distinct=True, seed=1, method="cycle-types")
    assert len(every.cubes) == every.total == number
    with pytest.raises(InputError, match="different cubes"):
        sample(rules, n=number + 1, distinct=True, method="cycle-types")


@pytest.mark.parametrize("kind", KINDS)
def test_symmetric_cubes_have_the_orders_that_orbits_allow(kind):
    (rule,) = parse_rules(f"symmetric={kind}")
    for report in sample(rule, n=20, seed=1):
        order, power = 1, (cube := report.cube)
        while power != Cube():
            order, power = order + 1, power * cube
        assert order in rule.orders()
