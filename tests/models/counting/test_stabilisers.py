"""Counting by orders, symmetries and pieces at home: against lists, other ways to count, and published numbers."""

from __future__ import annotations

import math

import numpy as np
import pytest
from counting_questions import counted, question_of
from facts import FACTS
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from cubecsp import Cube, find
from cubecsp.models.counting.cycles import cube_of_order, kinds_of_blocks
from cubecsp.models.counting.equivariant import blocks_of, law_of
from cubecsp.models.counting.number_of_cubes import cubes_within
from cubecsp.models.counting.subgroups import TRIVIAL, coefficients, conjugate, group_of, subgroups
from cubecsp.models.rules.order import orders
from cubecsp.models.rules.symmetric import KINDS, conjugate_groups, kind_of
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.puzzle.cube.symmetry import SYMMETRIES

ALL = "any(solved=all, not solved=all)"
EVERYTHING = [(1 << orbit.placements) - 1 for orbit, _ in CUBE.slots]


def stabiliser(cube: Cube) -> frozenset[int]:
    return frozenset(s.index for s in SYMMETRIES if s.of(cube) == cube)


# Groups, blocks and laws


@pytest.mark.slow
def test_the_groups_are_all_that_there_are():
    """Whatever is added to one of them, the result is one of them: so all are reached from the smallest."""
    groups = {*subgroups()}
    assert len(groups) == 98
    assert TRIVIAL in groups
    table = [[(a * b).index for b in SYMMETRIES] for a in SYMMETRIES]
    for group in groups:
        for index in {*range(48)} - group:
            larger = group | {index}
            while (products := {table[a][b] for a in larger for b in larger}) != larger:
                larger = products
            assert larger in groups


@pytest.mark.parametrize("seed", range(5))
def test_a_conjugate_group_preserves_the_images(seed):
    cube = Cube.from_moves("U R") * Cube.from_moves("U' L'" if seed % 2 else "M2")
    for symmetry in SYMMETRIES[seed::5]:
        assert conjugate(stabiliser(cube), symmetry) == stabiliser(symmetry.of(cube))


@settings(max_examples=20)
@given(st.lists(st.integers(-5, 5), min_size=98, max_size=98))
def test_factors_add_up_to_the_weight_of_every_stabiliser(weights):
    weight = dict(zip(subgroups(), weights, strict=True))
    factors = coefficients(weight.__getitem__)
    for group in subgroups():
        assert sum(f for smaller, f in factors.items() if smaller <= group) == weight[group]


@pytest.mark.parametrize("orbit", [0, 1])
def test_blocks_are_orbits_of_slots(orbit):
    for group in subgroups():
        blocks = blocks_of(orbit, group)
        assert sorted(slot for block in blocks for slot in block) == [
            *range(len(CUBE.orbits[orbit].names))
        ]
        assert all(len(group) % len(block) == 0 for block in blocks)
        kinds = kinds_of_blocks(orbit, group)
        assert sorted(block for kind in kinds for block in kind.blocks) == sorted(blocks)


@given(st.integers(0, 2**32))
def test_the_law_of_an_arrangement_is_that_of_the_cube(seed):
    cube = Cube.random(seed)
    corners, edges = (
        law_of(orbit, dict(enumerate(row))) for orbit, row in enumerate((cube.corners, cube.edges))
    )
    assert corners.turned == edges.turned == 0
    assert corners.odd == edges.odd
    repeated, powers = cube, 1
    while repeated != Cube():
        repeated, powers = repeated * cube, powers + 1
    assert math.lcm(corners.order, edges.order) == powers


def test_there_is_an_example_of_each_order():
    assert all(cube_of_order(order).order() == order for order in orders())


# Symmetric cubes


@pytest.mark.ordinary(12)
@pytest.mark.parametrize("kind", KINDS)
def test_symmetric_cubes_are_counted_alike_by_blocks_and_by_cycles(kind):
    rules = f"symmetric={kind}"
    by_pieces = counted(rules, method="pieces", classes=True, whole=True)
    assert by_pieces == counted(rules, method="cycle-types", classes=True, whole=True)
    assert by_pieces.number >= by_pieces.classes > 0


SMALL = ["Oh", "O", "Td", "Th", "T", "D3d", "C3v", "D4h"]


@pytest.mark.ordinary(3)
@pytest.mark.parametrize("kind", SMALL)
def test_symmetric_cubes_are_those_that_are_listed(kind):
    rules = f"symmetric={kind}"
    cubes = [report.cube for report in find(rules, limit=None)]
    number = counted(rules, method="pieces", classes=True, whole=True)
    assert number.number == len({cube.seen for cube in cubes})
    assert number.classes == len({min(s.of(cube) for s in SYMMETRIES) for cube in cubes})
    exactly = sum(kind_of(SYMMETRIES[index] for index in stabiliser(c)) == kind for c in cubes)
    others = [other for other in KINDS if _is_below(kind, other)]
    beyond = f"any({', '.join(f'symmetric={other}' for other in others)})"
    asked = (rules, f"not {beyond}") if others else (rules,)
    assert counted(*asked, method="cycle-types") == exactly


def _is_below(kind: str, other: str) -> bool:
    """Return whether cubes of another kind have all symmetries of one of a kind, and more."""
    groups = [group_of(group) for group in conjugate_groups(kind)]
    larger = [group_of(group) for group in conjugate_groups(other)]
    return any(one < another for one in groups for another in larger)


def test_published_numbers_of_symmetric_cubes():
    facts = FACTS["symmetric-cubes"]
    minimal = (
        "symmetric=Ci symmetric=C2-a symmetric=C2-b symmetric=Cs-a symmetric=Cs-b symmetric=C3"
    )
    assert counted(f"any({', '.join(minimal.split())})") == facts["symmetric"]
    every = counted(ALL, method="cycle-types", classes=True, whole=True)
    assert every.classes == facts["classes"]


def test_cubes_that_a_group_preserves_within_domains():
    """By asking for a few domains at random, and filtering all cubes of the group."""
    rules = "symmetric=D2d-face"
    (group,) = {group_of(group) for group in conjugate_groups("D2d-face")[:1]}
    rows = [
        report.cube.seen for report in find(rules, limit=None) if group <= stabiliser(report.cube)
    ]
    assert cubes_within(EVERYTHING, CUBE, group) == len(rows)
    for slot in range(0, 20, 3):
        domains = list(EVERYTHING)
        domains[slot] = 0x555555
        domains[19 - slot] = 0x3C3C3C
        expected = sum(all(d >> v & 1 for d, v in zip(domains, row, strict=True)) for row in rows)
        assert cubes_within(domains, CUBE, group) == expected


# All together, with few pieces that move


LEFT = {
    "solved=edges solved=DFR+DLF+DBL+DRB": "URF UFL ULB UBR",
    "solved=F2L solved=UR": "UF UL UB URF UFL ULB UBR",
    "solved=corners solved=UR+UF+UL+UB+DR+DF+DL": "DB FR FL BL BR",
}


@pytest.fixture(scope="module", params=LEFT)
def few(request):
    cubes = [report.cube for report in find(request.param, limit=None)]
    return request.param, cubes, np.array([[*cube.seen] for cube in cubes], np.uint8)


def conditions(few: str) -> st.SearchStrategy[str]:
    slots = st.sampled_from(LEFT[few].split())
    atoms = st.one_of(
        st.sampled_from([1, 2, 3, 4, 6, 12]).map(lambda n: f"order={n}"),
        st.just("self-inverse"),
        st.sampled_from(["C4", "C2-a", "Cs-a", "Cs-b", "Ci", "y2", "mx", "C4v"]).map(
            lambda kind: f"symmetric={kind}"
        ),
        slots.map(lambda slot: f"solved={slot}"),
        slots.map(lambda slot: f"permuted={slot}"),
        st.tuples(st.integers(1, 3), st.lists(slots, min_size=3, max_size=4, unique=True)).map(
            lambda some: f"at-least({some[0]}, {', '.join(f'solved={s}' for s in some[1])})"
        ),
    )
    return st.recursive(
        atoms,
        lambda parts: st.one_of(
            parts.map(lambda part: f"not {part}"),
            st.tuples(st.sampled_from(["any", "all"]), st.lists(parts, min_size=2, max_size=3)).map(
                lambda some: f"{some[0]}({', '.join(some[1])})"
            ),
        ),
        max_leaves=5,
    )


@pytest.mark.ordinary(1)
@settings(max_examples=12)
@given(data=st.data())
def test_random_questions_about_few_cubes_are_counted_as_they_are_listed(few, data):
    solved, cubes, rows = few
    rule = data.draw(conditions(solved))
    classes = "order" not in rule and "inverse" not in rule  # whose symmetries take long to find
    question = question_of(solved, rule, classes=classes)
    kept = [cubes[index] for index in np.flatnonzero(question.passing(rows))]
    found = counted(solved, rule, method="cycle-types", classes=classes, whole=True)
    assert found.number == len(kept)
    if classes:
        assert found.symmetries == len(question.symmetries)
        assert found.classes == len({min(s.of(cube) for s in question.symmetries) for cube in kept})


@pytest.mark.ordinary(2)
@pytest.mark.parametrize(
    "rule",
    [
        "any(all(symmetric=mx*y, {0}solved=UFL), all(symmetric=mz*y, {0}solved=URF))",
        "any(all(symmetric=mx*y, {0}solved=URF), all(symmetric=mz*y, {0}solved=UFL))",
    ],
)
@pytest.mark.parametrize("negated", ["", "not "])
def test_classes_of_alternatives_that_a_symmetry_exchanges(rule, negated):
    """A symmetry of the question need not be one of what is asked of cubes with some stabiliser."""
    solved = next(iter(LEFT))
    asked = solved, rule.format(negated)
    question = question_of(*asked, classes=True)
    assert len(question.symmetries) == 2
    kept = [report.cube for report in find([*asked], limit=None)]
    found = counted(*asked, method="cycle-types", classes=True, whole=True)
    assert found.number == len(kept)
    assert found.classes == len({min(s.of(cube) for s in question.symmetries) for cube in kept})


@pytest.mark.exhaustive
@settings(max_examples=20)
@given(data=st.data())
def test_random_questions_about_all_cubes_are_counted_alike_in_two_ways(data):
    """A question and its negation add up to all cubes; without orders, pieces are counted block by block, too."""
    rule = data.draw(conditions("solved=F2L solved=UR"))
    found = counted(rule, method="cycle-types")
    assert found + counted(f"not {rule}", method="cycle-types") == counted(ALL)
    assume("order" not in rule and "inverse" not in rule)
    in_classes = counted(rule, method="cycle-types", classes=True, whole=True)
    assert in_classes.number == found
    assert counted(rule, method="pieces", classes=True, whole=True) == in_classes
