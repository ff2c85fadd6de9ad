"""Whether cubes satisfy a rule: `holds`, `holds_in` and `violations` against each other and a plain filter.

Cubes of every size and rules of every kind are drawn. The filter of `oracle.py` knows primitives and
nothing else; `violations` knows none of them.
"""

from __future__ import annotations

import operator
import random
import warnings
from functools import cache

import numpy as np
import oracle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import every_rule, makes_sense, primitives_on, rules

from cubecsp import Cube, rule
from cubecsp.models.core.compose import AllOf, AnyOf, Not
from cubecsp.models.core.pattern import Pattern
from cubecsp.models.core.primitives import ColourCount, ColourTable, Linear
from cubecsp.models.language.pattern_text import parse_pattern, parse_rules
from cubecsp.models.rules import RULES
from cubecsp.models.rules.at_least import AtLeastOf
from cubecsp.models.rules.comparisons import comparison_of
from cubecsp.models.rules.order import Order, orders
from cubecsp.models.rules.terms import Term
from cubecsp.models.rules.whole_orientation import WholeOrientation
from cubecsp.puzzle.cube import batch
from cubecsp.puzzle.cube.cube_puzzle import CUBE, cube_puzzle
from cubecsp.puzzle.cube.cubes import cube_class

SIZES = [2, 3, 4, 5, 6, 7]
MIXED = ["", "U", "R2", "M2 E2 S2", "U2 D2 R2 L2 F2 B2", "R U R' U'", "L R F B R L F B R L F B"]


@cache
def some_cubes(size):
    """Return cubes of a size from nearly solved to well mixed."""
    kind = cube_class(size)
    rng = random.Random(size)
    few = MIXED if size == 3 else ["", "U", "R2", "R2 L2 F2 B2", "R U R' U'"]
    turns = [face + how for face in "URFDLB" for how in ("", "2", "'")]
    made = [kind.from_moves(text) for text in few]
    return made + [
        kind.from_moves(" ".join(rng.choices(turns, k=length)))
        for length in (1, 2, 3, 5, 9, 30) * 3
    ]


def in_batch(cubes):
    return batch.Batch(batch.to_array(cubes, cubes[0].puzzle), cubes[0].puzzle)


def agree(asked, cubes):
    """Make sure that all ways to ask give the same answers, and return these."""
    told = [asked.holds(cube) for cube in cubes]
    assert told == [not asked.violations(cube) for cube in cubes], str(asked)
    many = asked.holds_in(in_batch(cubes))
    assert (many.shape, many.dtype) == ((len(cubes),), np.bool_)
    assert many.tolist() == told, str(asked)
    puzzle = cubes[0].puzzle
    if not asked.is_filter_on(puzzle):
        rows = np.array([list(cube.placements) for cube in cubes], np.uint8)
        shown = oracle.colours(rows, puzzle)
        if puzzle.size <= 3:  # the filter does not know more kinds of pieces
            by_filter = np.ones(len(cubes), np.bool_)
            for primitive in asked.primitives(puzzle):
                by_filter &= oracle.holds(primitive, rows, shown, puzzle)
            assert by_filter.tolist() == told, str(asked)
    return told


@pytest.mark.ordinary(1)
@pytest.mark.parametrize(
    "size", [size if size < 5 else pytest.param(size, marks=pytest.mark.slow) for size in SIZES]
)
def test_every_rule_on_every_size(size):
    cubes = some_cubes(size)
    asked = every_rule(cube_puzzle(size))
    assert {one.name for one in asked} >= {"at-most", "faces-differ", "no-touching"}
    verdicts = {}
    for one in asked:
        verdicts.setdefault(one.name, set()).update(agree(one, cubes))
    both = [name for name, told in verdicts.items() if len(told) == 2]
    assert len(both) >= (len(verdicts) // 2 if size == 3 else 1)


@given(rules, st.randoms(use_true_random=False))
@settings(max_examples=8, deadline=None)
def test_whatever_is_made_of_rules(asked, rng):
    agree(asked, rng.sample(some_cubes(3), 12))


@pytest.mark.slow
@pytest.mark.parametrize("size", [2, 4, 5])
@given(data=st.data())
@settings(max_examples=15, deadline=None)
def test_what_is_made_of_rules_on_other_sizes(size, data):
    puzzle = cube_puzzle(size)
    simple = st.sampled_from(every_rule(puzzle))

    def composed(parts):
        some = st.lists(parts, min_size=1, max_size=4, unique=True)
        counted = some.flatmap(
            lambda listed: st.integers(1, len(listed)).map(lambda k: AtLeastOf(k, listed))
        )
        held = st.builds(WholeOrientation, simple, st.sampled_from(["some", "every"]))
        kinds = [some.map(AllOf), some.map(AnyOf), parts.map(Not), counted]
        return st.one_of(*kinds, *([held] if puzzle.centres else []))

    asked = data.draw(st.recursive(simple, composed, max_leaves=4))
    if makes_sense(asked, puzzle):
        agree(asked, some_cubes(size))


@pytest.mark.ordinary(1)
@pytest.mark.few(3)
@pytest.mark.parametrize("size", SIZES)
@given(data=st.data())
@settings(max_examples=10, deadline=None)
def test_primitives_of_one_cube_and_of_many(size, data):
    puzzle = cube_puzzle(size)
    primitive = data.draw(primitives_on(puzzle))
    cubes = some_cubes(size)
    one_by_one = [primitive.holds(cube.colours, puzzle) for cube in cubes]
    assert primitive.holds_in(in_batch(cubes)).tolist() == one_by_one
    assert primitive.negated().holds_in(in_batch(cubes)).tolist() == [not t for t in one_by_one]
    assert primitive.cost > 0 or not one_by_one


@pytest.mark.parametrize("size", SIZES)
def test_sums_with_weights_of_either_sign(size):
    puzzle, cubes, rng = cube_puzzle(size), some_cubes(size), random.Random(size)
    results = set()
    for _ in range(5):
        stickers = rng.sample(range(puzzle.facelet_count), 4)
        parts = [
            ColourCount(frozenset([place]), frozenset([rng.randrange(6)]), 1, 1)
            for place in stickers
        ]
        total = Linear(frozenset(zip(parts, (2, -1, 1, -3), strict=True)), 0)
        one_by_one = [total.holds(cube.colours, puzzle) for cube in cubes]
        assert total.holds_in(in_batch(cubes)).tolist() == one_by_one
        results |= set(one_by_one)
    assert results == {False, True}


def test_a_table_of_more_stickers_than_are_listed():
    cubes = some_cubes(3)
    where = tuple(range(12))
    rows = frozenset(cube.colours[:12] for cube in cubes[::2])
    for allowed in (True, False):
        table = ColourTable(where, rows, allowed)
        told = [table.holds(cube.colours, CUBE) for cube in cubes]
        assert table.holds_in(in_batch(cubes)).tolist() == told
        assert len(set(told)) == 2


def test_orders_of_many_cubes():
    cubes = [*some_cubes(3), *(Cube.random(seed) for seed in range(200))]
    many = in_batch(cubes)
    known = {cube.order() for cube in cubes}
    assert len(known) > 20
    for order in [*known, *sorted(orders())[:20]]:
        assert Order(order).holds_in(many).tolist() == [cube.order() == order for cube in cubes]


# ---------------------------------------------------------------- what is not looked at


class Watched:
    """Counts how often custom rules are asked."""

    def __init__(self):
        self.asked = 0

    def rule(self, name, answer, on="cube"):
        def function(_):
            self.asked += 1
            return answer

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return rule(on=on, name=name)(function)


@pytest.mark.parametrize(
    ("text", "holds"),
    [("all(every-colour, {})", False), ("any(at-most=9, {})", True),
     ("at-least(1, at-most=9, {})", True), ("at-least(2, every-colour, {})", False)],
)  # fmt: skip
def test_what_is_dear_is_asked_last_and_only_if_it_matters(text, holds):
    cheap, costly = text[text.index("(") + 1 :].removesuffix(", {})").split(", ")[-1], Watched()
    filtering = costly.rule("costly", True)
    cheap_rule = parse_pattern([cheap]).rules[0]
    kinds = {"all": AllOf, "any": AnyOf}
    name = text[: text.index("(")]
    make = kinds.get(name) or (lambda parts: AtLeastOf(int(text[9]), parts))
    for parts in ([filtering, cheap_rule], [cheap_rule, filtering]):
        asked = make(parts)
        assert asked.holds(Cube()) == holds
        assert asked.holds_in(in_batch([Cube()] * 40)).tolist() == [holds] * 40
    assert costly.asked == 0
    pattern = Pattern((filtering, parse_pattern(["every-colour"]).rules[0]))
    assert not pattern.holds(Cube())
    assert costly.asked == 0


def test_few_cubes_are_asked_where_the_others_are_decided():
    costly = Watched()
    filtering = costly.rule("costly", True)
    cubes = [Cube()] * 300 + [Cube.from_moves("R")] * 5
    asked = AllOf([filtering, parse_pattern(["not solved=all"]).rules[0]])
    assert asked.holds_in(in_batch(cubes)).tolist() == [False] * 300 + [True] * 5
    assert costly.asked <= 2 * 5


def test_each_rule_is_tried_by_some_value():
    assert {one.name for size in SIZES for one in every_rule(cube_puzzle(size))} == set(RULES)


def test_no_edge_is_turned_by_two():
    """An edge turned twice is not one that has stayed: there are two ways to turn it, and this is none of them."""
    for slots in ("UF", "edges", "UF+URF"):
        asked = parse_pattern([f"holds={slots}:{slots}:2"]).rules[0]
        assert not any(agree(asked, some_cubes(3)))


SIGNS = {
    "<": operator.lt,
    "<=": operator.le,
    "==": operator.eq,
    "!=": operator.ne,
    ">=": operator.ge,
    ">": operator.gt,
}


@pytest.mark.parametrize("sign", SIGNS)
def test_counts_are_compared_with_numbers_that_they_cannot_be(sign):
    """No count is below zero, nor above all stickers, which settles the comparison and not always to no."""
    cubes, term = some_cubes(3), Term.of(["U"], ["R"])
    counts = [cube.facelets[:9].count("R") for cube in cubes]
    for weight in (1, -1):
        for number in (-10, -2, -1, 0, 1, 10):
            asked = comparison_of({term: weight}, sign, number)
            expected = [SIGNS[sign](weight * count, number) for count in counts]
            assert agree(asked, cubes) == expected, number


@pytest.mark.parametrize("sizes", [(2, 3, 4), (4, 3, 2), (3, 2, 3)])
@pytest.mark.parametrize(
    "text",
    ["at-most=3", "no-touching=side", "any(U2==U, F4==R)", "count(F, U F)>=3", "not at-most=4"],
)
def test_a_rule_that_is_asked_about_one_size_after_another(text, sizes):
    """What it has worked out for one says nothing of the next."""
    (asked,) = parse_rules(text)
    said = set()
    for size in sizes:
        for moves in ("", "R", "U F'", "R U2 F", "L2 D B' R U"):
            cube = cube_class(size).from_moves(moves)
            said.add(asked.holds(cube))
            assert asked.holds(cube) == (not parse_rules(text)[0].violations(cube))
            assert asked.cost(cube.puzzle) == parse_rules(text)[0].cost(cube.puzzle)
    assert said == {True, False}
