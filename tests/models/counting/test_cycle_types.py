"""Counting by the cycles that pieces form: rules about the order of a cube, with pieces solved or not."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from facts import FACTS
from hypothesis import given, settings
from hypothesis import strategies as st

from cubecsp import Cube, InputError, count, find
from cubecsp.models import AnyOf, Not, Order, SelfInverse, parse_pattern
from cubecsp.models.counting import COUNTERS
from cubecsp.models.counting.base import Question
from cubecsp.models.rules.order import orders
from cubecsp.puzzle.cube.cube_puzzle import cube_puzzle

GROUP = 43_252_003_274_489_856_000
BY_CYCLES = {"method": "cycle-types"}


@pytest.mark.slow
def test_cubes_of_all_orders_are_all_cubes():
    numbers = {order: count(f"order={order}", **BY_CYCLES).count for order in orders()}
    assert len(numbers) == 73
    assert all(numbers.values())
    assert sum(numbers.values()) == GROUP


@pytest.mark.parametrize("fact", FACTS["cubes-of-order"]["counts"])
def test_published_numbers(fact):
    order, number = fact
    assert count(f"order={order}").count == number


def test_orders_that_no_cube_has():
    assert count("order=13", **BY_CYCLES).count == 0


# Few pieces move, so that all cubes can be listed, and the order of each be looked at.
@pytest.mark.slow
@pytest.mark.parametrize(
    "solved",
    [
        "solved=F2L solved=UR",
        "solved=edges solved=URF+UFL+ULB",
        "solved=corners solved=UR+UF+UL+UB+DR+DF",
        "solved=URF+UFL+ULB+UBR+DFR solved=UR+UF+UL+UB+DR+DF+DL+DB",
    ],
)
def test_numbers_with_solved_pieces_are_those_of_a_list(solved):
    listed = Counter(report.cube.order() for report in find(solved, limit=None))
    for order in sorted(orders())[:20]:
        assert count(f"{solved} order={order}", **BY_CYCLES).count == listed[order], order
    involutions = listed[1] + listed[2]
    assert count(f"{solved} self-inverse", **BY_CYCLES).count == involutions
    assert count(f"{solved} not self-inverse", **BY_CYCLES).count == listed.total() - involutions


ABOUT_ORDER = st.recursive(
    st.sampled_from([1, 2, 3, 4, 5, 6, 12, 36, 1260]).map(Order) | st.just(SelfInverse()),
    lambda rules: rules.map(Not) | st.lists(rules, min_size=1, max_size=3).map(AnyOf),
    max_leaves=5,
)


@pytest.mark.slow
@settings(max_examples=10)
@given(ABOUT_ORDER)
def test_a_choice_of_orders_is_the_sum_over_orders(rule):
    """The other way: the rule is asked on powers of one cube, which have all divisors of 1,260 for orders."""
    largest = Cube.from_moves("R U2 D' B D'")
    assert largest.order() == 1260
    asked = (1, 2, 3, 4, 5, 6, 12, 36, 1260)
    examples = {order: largest ** (1260 // order) for order in asked}
    holding = [order for order in asked if rule.holds(examples[order])]
    for order in asked:
        both = count([rule, Order(order)], **BY_CYCLES).count
        assert both == (count(Order(order), **BY_CYCLES).count if order in holding else 0)


@pytest.mark.parametrize(
    ("rules", "at_fault"),
    [
        ("at-most=3", "at-most=3"),
        ("order=2 at-most=3", "at-most=3"),
        ("order=2 oriented=corners", "oriented=corners"),
        ("order=2 any(order=4, at-most=3)", "any(order=4, at-most=3)"),
        ("some-holding(order=4 solved=UF)", "some-holding(all(order=4, solved=UF))"),
    ],
)
def test_what_is_not_counted_in_this_way_is_named(rules, at_fault):
    with pytest.raises(InputError, match=f": {re.escape(at_fault)} is about more"):
        count(rules, **BY_CYCLES)


def test_other_sizes_are_refused():
    counter = COUNTERS["cycle-types"]
    assert not counter.refusal(Question(parse_pattern("order=2")))
    assert counter.refusal(Question(parse_pattern("at-most=2", cube_puzzle(2))))
