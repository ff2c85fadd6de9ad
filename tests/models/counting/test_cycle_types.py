"""Counting by the cycles that pieces form: rules about the order of a cube, with pieces solved or not."""

from __future__ import annotations

import re

import pytest
from facts import FACTS

from cubecsp import InputError, count
from cubecsp.models import parse_pattern
from cubecsp.models.counting import COUNTERS
from cubecsp.models.counting.way import Question
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


@pytest.mark.parametrize(
    ("rules", "at_fault"),
    [
        ("at-most=3", "at-most=3"),
        ("order=2 at-most=3", "at-most=3"),
        ("order=2 oriented=corners", "oriented=corners"),
        ("order=2 any(order=4, at-most=3)", "any(order=4, at-most=3)"),
        ("some-orientation(order=4 solved=UF)", "some-orientation(all(order=4, solved=UF))"),
    ],
)
def test_what_is_not_counted_in_this_way_is_named(rules, at_fault):
    with pytest.raises(InputError, match=f": {re.escape(at_fault)} is about more"):
        count(rules, **BY_CYCLES)


def test_other_sizes_are_refused():
    counter = COUNTERS["cycle-types"]
    assert not counter.objection(Question(parse_pattern("order=2")))
    assert counter.objection(Question(parse_pattern("at-most=2", cube_puzzle(2))))
