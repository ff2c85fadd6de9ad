"""Contradictions that are cheap to see: none is claimed where a cube is, and each sort is seen."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import cubes, primitives, primitives_on

from cubecsp import Cube, Search, Status, best, count, find, sample, scramble, unrank
from cubecsp.models import AtMost, Order
from cubecsp.models.core.compose import AllOf, AnyOf, Not
from cubecsp.models.core.feasibility import contradiction
from cubecsp.models.core.primitives import (
    AtLeast,
    ColourCount,
    ColourTable,
    Differ,
    Equal,
    SlotDomain,
    all_of,
    any_of,
    sum_of,
)
from cubecsp.models.core.totals import _has_no_solution, totals_contradict
from cubecsp.models.engines import ENGINES, load_engine
from cubecsp.models.rules.at_least import AtLeastOf
from cubecsp.models.rules.comparisons import CountOf
from cubecsp.models.rules.expressions import StickerList, Sum
from cubecsp.models.rules.symmetric import EXAMPLES, Symmetric
from cubecsp.puzzle.cube.cube_puzzle import CUBE, POCKET
from cubecsp.puzzle.cube.state import PocketCube
from cubecsp.questions.asking.cubes_and_rules import pattern_of

pocket_cubes = st.integers(0, 2**32).map(PocketCube.random)
tame = st.sampled_from(["", "U", "M2 E2 S2", "R2 L2", "R U F"]).map(Cube.from_moves)


@st.composite
def true_of(draw, cube, some):
    """Draw relations that hold for a cube, some of them so that nothing may be added."""
    puzzle, shown = cube.puzzle, cube.colours
    facelets = st.integers(0, puzzle.facelet_count - 1)
    found = [p if p.holds(shown, puzzle) else p.negated() for p in draw(st.lists(some, max_size=3))]
    for face in draw(st.sets(st.integers(0, 5), max_size=2)):
        group = frozenset(puzzle.face(face))
        for colour in range(6):
            number = sum(shown[f] == colour for f in group)
            slack = draw(st.sampled_from([(0, 0), (0, 9), (9, 0)]))
            least, most = max(0, number - slack[0]), min(len(group), number + slack[1])
            found.append(ColourCount(group, frozenset({colour}), least, most))
    for f in draw(st.sets(facelets, max_size=4)):
        found.append(ColourCount(frozenset({f}), frozenset({shown[f]}), 1, 1))
        others = {*puzzle.centres, draw(facelets)} - {f}
        found += [(Equal if shown[f] == shown[other] else Differ)(f, other) for other in others]
    values = (cube.corners, getattr(cube, "edges", b""))
    for index, orbit in enumerate(puzzle.orbits):
        for slot in draw(st.sets(st.integers(0, 11), max_size=2)):
            if slot < len(orbit.names):
                for _ in range(2):
                    more = draw(st.frozensets(st.integers(0, 23), max_size=4))
                    found.append(SlotDomain(index, slot, more | {values[index][slot]}))
    for _ in range(
        draw(st.integers(0, 3))
    ):  # two numbers of stickers that differ by as much as here
        more, fewer = draw(st.tuples(st.frozensets(facelets), st.frozensets(facelets)))
        asked = frozenset({draw(st.integers(0, 5))})
        terms = [(ColourCount(frozenset({f}), asked, 1, 1), 1) for f in more]
        terms += [(ColourCount(frozenset({f}), asked, 1, 1), -1) for f in fewer]
        apart = sum(weight * part.holds(shown, puzzle) for part, weight in terms)
        found += [sum_of(terms, apart), sum_of([(part, -weight) for part, weight in terms], -apart)]
    found += [all_of([])] if draw(st.booleans()) else []
    return [all_of(found)] if draw(st.booleans()) else found


@given(st.data(), cubes | tame)
@settings(max_examples=25)
def test_what_holds_for_a_cube_is_no_contradiction(data, cube):
    assert contradiction(data.draw(true_of(cube, primitives)), CUBE) is None


@pytest.mark.slow
@given(st.data(), pocket_cubes)
@settings(max_examples=40)
def test_what_holds_for_a_small_cube_is_no_contradiction(data, cube):
    assert contradiction(data.draw(true_of(cube, primitives_on(POCKET))), POCKET) is None


def shows(facelet, *colours):
    return ColourCount(frozenset({facelet}), frozenset(colours), 1, 1)


def on_u(colour, least, most):
    return ColourCount(frozenset(range(9)), frozenset({colour}), least, most)


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ([ColourCount(frozenset({0, 1, 2}), frozenset({0}), 4, 9)], "4 of 3 stickers cannot show"),
        ([on_u(0, 3, 2)], "3 of 9 stickers cannot show"),
        ([on_u(0, 0, -1)], "cannot show"),
        ([ColourTable((0, 1), frozenset())], "no colours"),
        ([SlotDomain(0, 2, frozenset())], "hold nothing"),
        ([any_of([])], "none of its alternatives"),
        ([AtLeast(3, frozenset({shows(0, 1), shows(1, 1)}))], "none of its alternatives"),
        ([Differ(7, 7)], "differs from itself"),
        ([on_u(0, 5, 9), on_u(1, 5, 9)], "face U cannot show as many"),
        ([on_u(c, 0, 1) for c in range(5)] + [on_u(5, 0, 3)], "9 stickers of face U"),
        ([Equal(0, 4), Equal(0, 13)], "no colour is left for U1"),
        ([Differ(0, centre) for centre in CUBE.centres], "no colour is left for U1"),
        ([shows(0, 0, 1), Equal(0, 22)], "no colour is left for U1"),
        ([shows(4, 1)], "U5 would have to show R, but it is the centre of face U"),
        (
            [SlotDomain(0, 3, frozenset({0, 4})), SlotDomain(0, 3, frozenset({1, 5}))],
            "corner slot UBR",
        ),
        ([SlotDomain(1, 3, frozenset({0})), shows(CUBE.edges.frames[3][0], 2)], "edge slot UB"),
        ([Equal(8, 9)], "corner slot URF"),
        ([shows(8, 0), shows(9, 0, 3)], "corner slot URF"),
        ([shows(5, 0), Equal(10, 4)], "edge slot UR"),
    ],
    ids=range(19),
)
def test_each_sort_of_contradiction_is_seen_and_named(said, why):
    for asked in (said, said[::-1], [all_of(said)], [all_of([all_of(said), all_of([])])]):
        assert why in (contradiction(asked, CUBE) or "")
    if len(said) > 1:
        for left_out in range(len(said)):
            assert contradiction(said[:left_out] + said[left_out + 1 :], CUBE) is None


@pytest.mark.parametrize("weight", [-1, -5])
def test_what_is_subtracted_need_not_hold(weight):
    terms = [(shows(0, 0), 2), (SlotDomain(0, 3, frozenset({4})), weight)]
    assert contradiction([sum_of(terms, 2)], CUBE) is None
    assert contradiction([sum_of(terms, 3)], CUBE) == "a sum is 2 at most, and has to be 3"


POSSIBLE = [AtMost(n) for n in range(3, 7)]
IMPOSSIBLE = [AtMost(1), Order(13), Order(1000), CountOf(["U"], "R", ">=", 10)]


@given(
    st.sets(st.sampled_from(POSSIBLE), max_size=4),
    st.sets(st.sampled_from(IMPOSSIBLE), max_size=4),
    st.integers(1, 8),
)
@settings(max_examples=30)
def test_rules_of_rules_are_impossible_if_too_few_can_hold(some, others, needed):
    parts = [*sorted(some, key=str), *sorted(others, key=str)]
    assert not any(rule.impossible() for rule in some)
    assert all(rule.impossible() for rule in others)
    if parts:
        assert (AnyOf(parts).impossible() is None) == bool(some)
        assert (AllOf(parts).impossible() is None) == (not others)
    if needed <= len(parts):
        assert (AtLeastOf(needed, parts).impossible() is None) == (len(some) >= needed)
    for rule in some:
        assert Not(rule).impossible() is None


CONTRADICTORY = [
    *(([f"at-most={-(-size * size // 6) - 1}"], size) for size in (3, 4, 5, 6, 7)),
    (["at-most=4", "every-colour"], 5),
    (["every-colour", "any(at-most=3, all(at-most=4, no-touching=side))"], 5),
    (["order=13"], 3),
    (["count(U, R)>=10"], 3),
    (["not all()"], 2),
]
"""Rules that no cube satisfies, for the reason that sums are too small or too large."""


def asked_of_all(rules, size):
    """Yield the answers of questions that search."""
    limits = {"size": size, "time_limit": 100}
    for engine in ["auto", *ENGINES]:
        if size in load_engine(engine).sizes:
            yield engine, find(rules, engine=engine, limit=1, **limits)
            yield engine, find(rules, engine=engine, limit=2, seed=1, **limits)
            yield engine, best(rules, maximise="count(U, U)", engine=engine, **limits)
    for method in (None, "listing"):
        how = limits if method is None else {**limits, "method": method}
        yield "sample", sample(rules, n=2, seed=1, **how)
        yield "count", count(rules, **how)
    yield "count", count(rules, estimate=True, **limits)
    yield "scramble", scramble(rules, n=1, seed=1, **limits)
    yield "rank", unrank([0], rules, **limits)


@pytest.mark.few(3)
@pytest.mark.parametrize(("rules", "size"), CONTRADICTORY)
def test_what_can_never_hold_is_answered_with_none(rules, size):
    """By each question and engine: a note that a rule can never hold and `there may be more` do not go together."""
    assert pattern_of(rules, size).notes() or len(rules) > 1
    for who, answer in asked_of_all(rules, size):
        assert (answer.status, answer.stopped) == (Status.INFEASIBLE, None), (who, answer)
        assert "may be more" not in answer.sentence(), who


@pytest.mark.parametrize("seed", range(12))
def test_a_sum_that_a_cube_reaches_is_no_contradiction(seed):
    """Whichever colours are counted: of each sticker one counts at most."""
    rng, cube = random.Random(seed), Cube.random(seed)
    terms = Sum({}, 0)
    for _ in range(3):
        where = rng.sample([str(f) + str(n) for f in "URFDLB" for n in range(1, 10)], 4)
        terms += rng.choice([1, 2, 3]) * StickerList(where).count(
            *{cube.facelets[CUBE.names.index(name)] for name in where[:2]}
        )
    value = sum(weight * term.value(cube) for term, weight in terms.weights.items())
    for rule in (terms >= value, terms <= value, terms == value):
        assert rule.impossible() is None
        assert rule.holds(cube)
    most = sum(
        max(
            sum(w for t, w in terms.weights.items() if name in t.where and colour in t.colours)
            for colour in "URFDLB"
        )
        for name in CUBE.names
    )
    assert (terms >= most + 1).impossible()


@pytest.mark.parametrize(
    "texts",
    [
        ["order=1260", "self-inverse"],
        ["order=4", "all(order=9, every-colour)"],
        ["order=7", "symmetric=C2-a"],
        ["order=7", "no-piece-home"],
        ["order=1260", "solved=F2L"],
        ["all(f in faces: count({f}, R)==count(U, R))"],
        ["count(U D, R)==count(F B L R, R)"],
        ["count(U F, R)==2", "count(D B, R)==3", "count(L R, R)==5"],
    ],
)
def test_orders_and_numbers_that_do_not_fit_are_seen_without_a_search(texts):
    rules = pattern_of(texts)
    assert contradiction(rules.primitives, CUBE) is not None
    for rule in rules.rules if len(rules.rules) > 1 else ():
        assert contradiction(rules.without(rule).primitives, CUBE) is None


def test_orders_that_do_not_fit_are_named():
    answer = find(["every-colour", "order=1260", "self-inverse"])
    assert answer.status is Status.INFEASIBLE
    assert "order=1260 and self-inverse conflict" in answer.sentence()


@pytest.mark.parametrize("kind", ["C3", "C4v", "D2-face", "C2-a", "Cs-b", "Ci", "C1"])
def test_the_orders_that_symmetries_allow_include_those_of_symmetric_cubes(kind):
    allowed = Symmetric(kind).orders()
    varied = Search([f"symmetric={kind}"], limit=8, seed=3)
    for cube in (Cube.from_moves(EXAMPLES[kind]), *varied):
        assert cube.order() in allowed


@given(st.data())
@settings(max_examples=60)
def test_equations_are_refuted_only_if_whole_numbers_cannot_satisfy_them(data):
    whole = st.integers(-3, 3)
    rows, number = data.draw(st.integers(1, 4)), data.draw(st.integers(1, 5))
    columns = [data.draw(st.lists(whole, min_size=rows, max_size=rows)) for _ in range(number)]
    times = data.draw(st.lists(whole, min_size=number, max_size=number))
    right = [sum(t * c[row] for t, c in zip(times, columns, strict=True)) for row in range(rows)]
    assert not _has_no_solution([[*column] for column in columns], right)
    # Sums of columns that are all even are even.
    doubled = [[2 * value for value in column] for column in columns]
    assert _has_no_solution(doubled, [2 * right[0] + 1, *(2 * value for value in right[1:])])


@given(cubes, st.integers(0, 5), st.integers(0, 5), st.integers(-2, 2))
def test_numbers_on_all_faces_fit_only_if_they_add_up(cube, colour, first, more):
    shown = [
        frozenset(f for f in CUBE.face(face) if cube.colours[f] == colour) for face in range(6)
    ]
    asked = []
    for face in set(range(6)) - {first}:
        apart = len(shown[face]) - len(shown[first]) + more * (face == (first + 1) % 6)
        terms = [
            (ColourCount(frozenset({f}), frozenset({colour}), 1, 1), weight)
            for weight, on in ((1, face), (-1, first))
            for f in CUBE.face(on)
        ]
        asked += [sum_of(terms, apart), sum_of([(part, -weight) for part, weight in terms], -apart)]
    # Six times a number, and what the other faces have more, are nine.
    assert totals_contradict(asked, CUBE) == bool(more % 6)
