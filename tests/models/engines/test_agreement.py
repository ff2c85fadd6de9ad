"""Random questions on both cubes: every engine gives exactly what plain filtering gives."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import as_rows, colours, holds, kept, pocket_states, put_back
from strategies import primitives, primitives_on, registered_rules, rules

from cubecsp import SYMMETRIES, Cube
from cubecsp.models.core.hold import holding_constraints
from cubecsp.models.core.primitives import ColourCount, ColourTable, SlotDomain, all_of, any_of
from cubecsp.models.engines import Problem, Progress, exhaustive_engines, load_engine
from cubecsp.models.engines.native import search_of
from cubecsp.models.language.pattern_text import parse_pattern
from cubecsp.puzzle.cube.cube_puzzle import CUBE, HELD_SLOT, POCKET
from cubecsp.questions.find import find

NO_SYMMETRY = SYMMETRIES[:1]


def rules_on(puzzle):
    """Whole rules, as primitives, so that they can be denied and combined further."""
    some = rules if puzzle == CUBE else registered_rules(POCKET)
    return some.map(lambda rule: all_of(rule.primitives(puzzle)))


def questions_on(puzzle, simple):
    return st.lists(simple | rules_on(puzzle), min_size=1, max_size=3)


def answers(engine, puzzle, asked):
    problem = Problem(puzzle, tuple(asked), NO_SYMMETRY)
    found = [e for e in load_engine(engine).solutions(problem) if not isinstance(e, Progress)]
    rows = as_rows(found)
    assert len(rows) == len(found), "a cube came twice"
    return rows


def as_set(rows):
    return {row.tobytes() for row in rows}


@st.composite
def neighbourhoods(draw):
    """A random cube with three corners and two edges let go, and all ways to put them back."""
    base = Cube.random(draw(st.integers(0, 2**32)))
    free = [
        sorted(draw(st.sets(st.integers(0, len(orbit.names) - 1), min_size=n, max_size=n)))
        for orbit, n in zip(CUBE.orbits, (3, 2), strict=True)
    ]
    fixed = [
        SlotDomain(index, slot, frozenset({value}))
        for index, values in enumerate((base.corners, base.edges))
        for slot, value in enumerate(values)
        if slot not in free[index]
    ]
    return fixed, put_back(base, free)


@st.composite
def pocket_neighbourhoods(draw):
    """Four slots of the 2×2×2 given, and the 54 states that are left."""
    states = pocket_states()
    base = states[draw(st.integers(0, len(states) - 1))]
    free = [slot for slot in range(8) if slot != HELD_SLOT]
    chosen = draw(st.sets(st.sampled_from(free), min_size=4, max_size=4))
    fixed = [SlotDomain(0, slot, frozenset({int(base[slot])})) for slot in sorted(chosen)]
    rows = states
    for slot in chosen:
        rows = rows[rows[:, slot] == base[slot]]
    return [*holding_constraints(POCKET), *fixed], rows


def check_all_engines(puzzle, neighbourhood, asked):
    fixed, everything = neighbourhood
    expected = as_set(kept(asked, everything, puzzle))
    for engine in exhaustive_engines():
        assert answers(engine, puzzle, [*fixed, *asked]) == expected, engine


def check_partition(puzzle, neighbourhood, primitive):
    fixed, everything = neighbourhood
    for engine in exhaustive_engines():
        yes = answers(engine, puzzle, [*fixed, primitive])
        no = answers(engine, puzzle, [*fixed, primitive.negated()])
        assert len(yes) + len(no) == len(everything), engine
        assert yes | no == as_set(everything), engine


def check_holds(puzzle, rows, primitive):
    """What a primitive says of single cubes is what filtering says."""
    shown = colours(rows, puzzle)
    expected = holds(primitive, rows, shown, puzzle)
    for row in range(0, len(rows), 1 + len(rows) // 50):
        assert primitive.holds(shown[:, row].tolist(), puzzle) == expected[row]


def check_states(states, asked, fixed=()):
    """The native engine against all of `states` of the 2×2×2 at once, those that keep `fixed`."""
    problem = Problem(POCKET, (*holding_constraints(POCKET), *fixed, *asked), NO_SYMMETRY)
    search = search_of(problem)
    found = []
    while not search.done:
        found.append(search.run(1 << 22, 1 << 20))
    rows = np.frombuffer(b"".join(found), np.uint8).reshape(-1, 8)
    assert np.array_equal(in_order(rows), in_order(kept(asked, states, POCKET)))


def in_order(rows):
    return np.sort((rows + np.uint8(1)).view("S8").ravel())


cube_questions = questions_on(CUBE, primitives)
pocket_primitives = primitives_on(POCKET)
pocket_questions = questions_on(POCKET, pocket_primitives)


@pytest.mark.exhaustive
@given(neighbourhoods(), primitives | rules_on(CUBE))
@settings(max_examples=6)
def test_a_question_and_its_denial_partition_the_cubes(neighbourhood, primitive):
    check_partition(CUBE, neighbourhood, primitive)


@pytest.mark.slow
@given(pocket_neighbourhoods(), pocket_questions)
@settings(max_examples=5)
def test_engines_agree_with_filtering_on_the_pocket_cube(neighbourhood, asked):
    check_all_engines(POCKET, neighbourhood, asked)


@pytest.mark.exhaustive
@given(pocket_neighbourhoods(), pocket_primitives | rules_on(POCKET))
@settings(max_examples=8)
def test_a_question_and_its_denial_partition_the_pocket_cubes(neighbourhood, primitive):
    check_partition(POCKET, neighbourhood, primitive)


@pytest.mark.slow
@given(pocket_questions)
@settings(max_examples=12)
def test_a_slice_of_all_states_of_the_pocket_cube(asked):
    """The 174,960 states with one slot given: too many for the engines that build a model."""
    states = pocket_states()
    check_states(states[states[:, 0] == 5], asked, [SlotDomain(0, 0, frozenset({5}))])


@pytest.mark.slow
@given(neighbourhoods(), primitives | rules_on(CUBE))
@settings(max_examples=40)
def test_single_cubes_are_judged_as_filtering_does(neighbourhood, primitive):
    check_holds(CUBE, neighbourhood[1], primitive)


@pytest.mark.exhaustive
@given(neighbourhoods(), cube_questions)
@settings(max_examples=1000)
def test_many_questions_on_the_cube(neighbourhood, asked):
    check_all_engines(CUBE, neighbourhood, asked)
    check_holds(CUBE, neighbourhood[1], asked[0])


@pytest.mark.exhaustive
@given(pocket_neighbourhoods(), pocket_questions)
@settings(max_examples=3500)
def test_many_questions_on_the_pocket_cube(neighbourhood, asked):
    check_all_engines(POCKET, neighbourhood, asked)
    check_holds(POCKET, neighbourhood[1], asked[0])


@pytest.mark.exhaustive
@given(pocket_questions)
@settings(max_examples=500)
def test_many_questions_on_all_states_of_the_pocket_cube(asked):
    check_states(pocket_states(), asked)


@pytest.mark.slow
def test_the_pocket_cube_has_all_its_states():
    assert len(pocket_states()) == 3_674_160
    check_states(pocket_states(), [])


CORNER = CUBE.corners.frames[0]
UNSEEN = {
    "one colour twice on a piece": [ColourTable(CORNER[:2], frozenset({(0, 0)}))],
    "another colour at a centre": [ColourTable((4, CORNER[0]), frozenset({(1, 0), (2, 3)}))],
    "a mirrored piece": [ColourTable(CORNER, frozenset({(0, 2, 1)}))],
    "none of what cannot be": [ColourTable(CORNER[:2], frozenset({(0, 0)}), allowed=False)],
    "that or what can be": [ColourTable(CORNER[:2], frozenset({(0, 0), (0, 1), (2, 0)}))],
    "that or another": [
        any_of([ColourTable((4, 8), frozenset({(1, 0)})), SlotDomain(0, 0, frozenset({1, 4}))])
    ],
    "not that, and another": [
        any_of(
            [ColourTable(CORNER[:2], frozenset({(3, 3)})), ColourTable((4, 8), frozenset({(1, 0)}))]
        ).negated(),
        SlotDomain(0, 1, frozenset({3, 4})),
    ],
}


ONE, EDGE = CORNER[0], CUBE.edges.frames[0][0]
LITERALS = {
    "not one colour": [ColourCount(frozenset({ONE}), frozenset({0}), 0, 0)],
    "neither of two": [ColourCount(frozenset({ONE}), frozenset({0, 2}), 0, 0)],
    "one of two": [ColourCount(frozenset({ONE}), frozenset({1, 2}), 1, 1)],
    "anything": [ColourCount(frozenset({ONE}), frozenset({0}), 0, 1)],
    "nothing": [ColourCount(frozenset({ONE}), frozenset({0}), 1, 0)],
    "not the colour of a centre": [ColourCount(frozenset({4}), frozenset({0}), 0, 0)],
    "its colour": [ColourCount(frozenset({4}), frozenset({0, 3}), 1, 1)],
    "not one or another": [
        any_of(
            [
                ColourCount(frozenset({ONE}), frozenset({1}), 0, 0),
                ColourCount(frozenset({EDGE}), frozenset({0}), 0, 0),
            ]
        )
    ],
    "all of some, or none": [
        any_of(ColourCount(frozenset(CORNER), frozenset({0, 1, 2}), n, n) for n in (0, 3))
    ],
}
"""Of single stickers, and of few."""


@cache
def narrowed():
    """Return rules that leave few cubes, and these."""
    narrow = parse_pattern(["solved=F2L+edges+UBR"])
    cubes = [report.cube for report in find(narrow, limit=None)]
    assert len(cubes) == 27
    return narrow, cubes


@pytest.mark.ordinary(25)
@pytest.mark.parametrize("engine", exhaustive_engines())
@pytest.mark.parametrize("asked", [*UNSEEN.values(), *LITERALS.values()], ids=[*UNSEEN, *LITERALS])
def test_what_little_is_said_of_few_stickers_is_what_cubes_are_like(engine, asked):
    """Rows that no cube shows are neither demanded nor forbidden, and counts of one sticker mean what they say."""
    narrow, cubes = narrowed()
    expected = {cube.facelets for cube in cubes if all(p.holds(cube.colours, CUBE) for p in asked)}
    problem = Problem(CUBE, (*narrow.primitives, *asked), SYMMETRIES[:1])
    found = [e for e in load_engine(engine).solutions(problem) if not isinstance(e, Progress)]
    assert len(found) == len(expected)
    assert {cube.facelets for cube in found} == expected
