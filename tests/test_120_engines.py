"""Engines: the same cubes from each, and the same as from plain filtering, on random questions."""

from __future__ import annotations

import itertools

import pytest
from facts import FACTS
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import primitives

from cubecsp import SYMMETRIES, Cube, InputError
from cubecsp.cube.geometry import CUBE, Puzzle
from cubecsp.models.engines import ENGINES, Problem, load_engine
from cubecsp.models.engines.native import _Lowering
from cubecsp.models.named import PERFECT_SCRAMBLE
from cubecsp.models.pattern import Pattern
from cubecsp.models.primitives import Count, Differ, Placed, any_of
from cubecsp.models.rules import AtMost, EveryColour, FacesDiffer, NoPieceHome, NoTouching, Stickers

PERFECT = FACTS["perfect-scramble"]
NO_SYMMETRY = SYMMETRIES[:1]


def answers(engine: str, asked, symmetries=NO_SYMMETRY) -> list[Cube]:
    problem = Problem(CUBE, tuple(asked), tuple(symmetries))
    return [e for e in load_engine(engine).solutions(problem) if isinstance(e, Cube)]


@st.composite
def neighbourhoods(draw):
    """A random cube with three corners and three edges let go, and all ways to put them back."""
    base = Cube.random(draw(st.integers(0, 2**32)))
    free = [
        sorted(draw(st.sets(st.integers(0, len(orbit.names) - 1), min_size=3, max_size=3)))
        for orbit in CUBE.orbits
    ]
    fixed = [
        Placed(index, slot, frozenset({value}))
        for index, values in enumerate((base.corners, base.edges))
        for slot, value in enumerate(values)
        if slot not in free[index]
    ]
    return fixed, [cube for cube in put_back(base, free) if cube.is_reachable]


def put_back(base, free):
    choices = []
    for values, slots, turns in ((base.corners, free[0], 3), (base.edges, free[1], 2)):
        options = []
        pieces = [values[slot] // turns for slot in slots]
        for order in itertools.permutations(pieces):
            for turned in itertools.product(range(turns), repeat=3):
                filled = list(values)
                for slot, piece, turn in zip(slots, order, turned, strict=True):
                    filled[slot] = turns * piece + turn
                options.append(filled)
        choices.append(options)
    for corners, edges in itertools.product(*choices):
        yield Cube.from_placements(corners, edges)


@pytest.mark.parametrize("engine", ENGINES)
@given(neighbourhoods(), st.lists(primitives, max_size=3))
@settings(max_examples=40)
def test_any_primitives_against_plain_filtering(engine, neighbourhood, asked):
    fixed, everything = neighbourhood
    expected = {c for c in everything if all(p.holds(c.colours, CUBE) for p in asked)}
    found = answers(engine, [*fixed, *asked])
    assert len(found) == len(set(found))
    assert set(found) == expected


@pytest.mark.parametrize("engine", ENGINES)
@given(neighbourhoods(), primitives)
@settings(max_examples=15)
def test_a_primitive_and_its_negation_partition(engine, neighbourhood, primitive):
    fixed, everything = neighbourhood
    yes = answers(engine, [*fixed, primitive])
    no = answers(engine, [*fixed, primitive.negated()])
    assert len(yes) + len(no) == len(everything)
    assert set(yes) | set(no) == set(everything)


rules = st.sampled_from(
    [
        EveryColour(),
        AtMost(2),
        AtMost(3),
        AtMost(4),
        NoTouching("side"),
        NoTouching("diagonal"),
        NoTouching("across"),
        FacesDiffer(),
        NoPieceHome(),
    ]
)


@given(
    st.sets(rules, min_size=1, max_size=5),
    st.integers(0, 2**32),
    st.sets(st.sampled_from(sorted(set(range(54)) - set(CUBE.centres))), min_size=30, max_size=38),
)
@settings(max_examples=40)
def test_random_rules_with_given_stickers(chosen, seed, known):
    """Half of the stickers of a random cube are given, which bounds the number of answers."""
    letters = Cube.random(seed).facelets
    given_ = Stickers("".join(c if i in known else "." for i, c in enumerate(letters)))
    question = Pattern((*sorted(chosen, key=str), given_))
    by_engine = {engine: answers(engine, question.primitives) for engine in ENGINES}
    first = by_engine.pop("native")
    assert len(first) == len(set(first))
    assert all(question.holds(cube) and cube.is_reachable for cube in first)
    for found in by_engine.values():
        assert sorted(found) == sorted(first)
    # What keeps the stickers and is no answer breaks another rule.
    without_rules = answers("native", Pattern((given_,)).primitives)
    broken = set(without_rules) - set(first)
    assert not any(question.holds(cube) for cube in broken)


@pytest.mark.parametrize(
    ("engine", "dropped"),
    [
        *(("native", dropped) for dropped in (None, *PERFECT_SCRAMBLE.rules)),
        ("cpsat", None),
        ("cpsat", FacesDiffer()),
    ],
    ids=str,
)
def test_symmetry_loses_no_class(engine, dropped):
    """With symmetry an engine gives at least the least cube of every class."""
    question = PERFECT_SCRAMBLE if dropped is None else PERFECT_SCRAMBLE.without(dropped)
    few = Stickers("." * 19 + Cube.from_moves(PERFECT["generator"]).facelets[19:26] + "." * 28)
    bounded = question if dropped in (None, FacesDiffer()) else question.including(few)
    group = bounded.symmetries
    everything = set(answers("native", bounded.primitives))
    found = answers(engine, bounded.primitives, group)
    assert {min(s.of(cube) for s in group) for cube in everything} <= set(found) <= everything


@pytest.mark.parametrize("engine", ENGINES)
def test_the_perfect_scrambles(engine):
    found = answers(engine, PERFECT_SCRAMBLE.primitives, PERFECT_SCRAMBLE.symmetries)
    everything = {s.of(cube) for cube in found for s in SYMMETRIES}
    assert len(everything) == PERFECT["cubes"]
    assert Cube.from_moves(PERFECT["generator"]) in everything
    assert all(PERFECT_SCRAMBLE.holds(cube) for cube in everything)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    "impossible",
    [
        [Differ(4, 13), Count(frozenset({4}), frozenset({1}), 1, 1)],  # the centre of U shows R
        [Placed(0, 0, frozenset({0})), Placed(0, 1, frozenset({1}))],  # one piece twice
        [any_of([])],
        [Placed(0, 0, frozenset())],
    ],
)
def test_impossible_questions_have_no_answers(engine, impossible):
    assert answers(engine, impossible) == []


@pytest.mark.parametrize("engine", ENGINES)
def test_two_swapped_corners_are_out_of_reach(engine):
    asked = [Placed(0, slot, frozenset({3 * p})) for slot, p in enumerate([1, 0, *range(2, 8)])] + [
        Placed(1, slot, frozenset({2 * slot})) for slot in range(12)
    ]
    assert answers(engine, asked) == []


def corner_search(symmetries):
    """Count placements of the corners alone that a perfect scramble could have."""
    puzzle = Puzzle(2)  # it has the corners of the 3×3×3 and nothing else
    asked = []
    for face in range(6):
        facelets = frozenset(puzzle.face(face))
        asked.append(Count(facelets, frozenset({face}), 0, 0))
        asked += [Count(facelets, frozenset({c}), 0, 2) for c in range(6) if c != face]
    search = _Lowering(puzzle).lower(Problem(puzzle, tuple(asked), tuple(symmetries)))
    count = 0
    while not search.done:
        count += len(search.run(1 << 20, 1 << 16)) // 8
    return count


def test_candidate_corner_placements():
    assert corner_search(NO_SYMMETRY) == PERFECT["candidate-corner-placements"]


def test_canonical_corner_placements():
    assert corner_search(SYMMETRIES) == PERFECT["canonical-corner-placements"]


@pytest.mark.exhaustive
def test_all_corner_placements():
    search = _Lowering(Puzzle(2)).lower(Problem(Puzzle(2), (), NO_SYMMETRY))
    count = 0
    while not search.done:
        count += len(search.run(1 << 24, 1 << 22)) // 8
    assert count == PERFECT["corner-placements"]


def test_native_progress_grows_to_one():
    problem = Problem(CUBE, PERFECT_SCRAMBLE.primitives, NO_SYMMETRY)
    search = _Lowering(CUBE).lower(problem)
    shares = []
    while not search.done:
        search.run(20_000, 10)
        shares.append(search.progress)
    assert len(shares) > 3
    assert shares == sorted(shares)
    assert shares[-1] == 1


@pytest.mark.parametrize("engine", ENGINES)
def test_an_engine_can_be_left_early(engine):
    problem = Problem(CUBE, (), NO_SYMMETRY)  # all 43 quintillion
    events = load_engine(engine).solutions(problem)
    cubes = [next(e for e in events if isinstance(e, Cube)) for _ in range(5)]
    events.close()
    assert len(set(cubes)) == 5


def test_unknown_engines_are_refused():
    with pytest.raises(InputError, match="known are"):
        load_engine("abacus")
