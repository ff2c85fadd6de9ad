"""Minimal conflicts and corrections, against all subsets of the demands and against CPMpy's MARCO."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable

import numpy as np
import pytest
from counting_questions import Stated
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import colours, holds
from strategies import primitives_on, registered_rules

from cubecsp import find
from cubecsp.errors import OutOfTimeError
from cubecsp.models.conflicts import witnesses as searching
from cubecsp.models.conflicts.demands import Demands, invariant_name
from cubecsp.models.conflicts.minimal_conflicts import (
    ConflictSet,
    CorrectionSet,
    minimal_sets,
)
from cubecsp.models.conflicts.one_conflict import one_conflict
from cubecsp.models.conflicts.shrinking import shrink
from cubecsp.models.conflicts.witnesses import Witnesses
from cubecsp.models.core.primitives import SlotDomain
from cubecsp.models.engines import ENGINES, Problem, Progress, exhaustive_engines
from cubecsp.models.language.pattern_text import parse_pattern
from cubecsp.puzzle.cube.cube_puzzle import CUBE, FREE_SLOTS, HELD_SLOT, POCKET, cube_puzzle
from cubecsp.puzzle.cube.state import Cube
from cubecsp.puzzle.cube.symmetry import SYMMETRIES
from cubecsp.stopping.deadline import Deadline

Sets = set[frozenset[int]]


def by_subsets(number: int, possible: Callable[[frozenset[int]], bool]) -> tuple[Sets, Sets]:
    """Return the minimal conflicts and corrections, every subset being looked at."""
    every = frozenset(range(number))
    subsets = [
        frozenset(some) for n in range(number + 1) for some in itertools.combinations(every, n)
    ]
    conflicting = {some for some in subsets if not possible(some)}
    correcting = {every - some for some in subsets if some not in conflicting}
    return minimal(conflicting), minimal(correcting)


def minimal(sets: Sets) -> Sets:
    return {one for one in sets if not any(other < one for other in sets)}


def enumerated(number: int, satisfied) -> tuple[Sets, Sets]:
    """Return what `minimal_sets` finds, nothing of it twice."""
    found = [*minimal_sets(number, satisfied)]
    conflicts = [one.demands for one in found if isinstance(one, ConflictSet)]
    corrections = [one.dropped for one in found if isinstance(one, CorrectionSet)]
    assert len(set(conflicts)) + len(set(corrections)) == len(found)
    return set(conflicts), set(corrections)


# The method alone


@given(st.integers(1, 6), st.data())
def test_all_minimal_sets_of_any_demands(number, data):
    """What holds together is what is within one of some examples."""
    places = st.sets(st.integers(0, number - 1))
    examples = [frozenset(), *map(frozenset, data.draw(st.lists(places, max_size=6)))]

    def satisfied(kept):
        return next((one for one in examples if kept <= one), None)

    expected = by_subsets(number, lambda some: satisfied(some) is not None)
    assert enumerated(number, satisfied) == expected
    every = frozenset(range(number))
    if satisfied(every) is None:  # then demands are kept that come as early as can be
        assert shrink(every, satisfied) == min(expected[0], key=lambda c: sorted(c, reverse=True))


# Questions about the 2×2×2, of which three slots are given, twisted ones among them


def arrangements(given_ones: Iterable[SlotDomain]) -> np.ndarray:
    """Return all ways to fill the slots that are not given, whatever the twists add up to."""
    fixed = {one.slot: min(one.placements) for one in given_ones} | {HELD_SLOT: 3 * HELD_SLOT}
    slots = [slot for slot in range(8) if slot not in fixed]
    pieces = [piece for piece in range(8) if piece not in {v // 3 for v in fixed.values()}]
    rows = []
    for order in itertools.permutations(pieces):
        for twists in itertools.product(range(3), repeat=len(slots)):
            row = [fixed.get(slot, 0) for slot in range(8)]
            for slot, piece, twist in zip(slots, order, twists, strict=True):
                row[slot] = 3 * piece + twist
            rows.append(row)
    return np.array(rows, np.uint8)


@st.composite
def pocket_questions(draw: st.DrawFn, least: int = 2, most: int = 4):
    """Rules which all say what three slots hold, and for each demand which arrangements satisfy it."""
    slots = draw(st.lists(st.sampled_from(FREE_SLOTS), min_size=3, max_size=3, unique=True))
    pieces = draw(st.lists(st.sampled_from(FREE_SLOTS), min_size=3, max_size=3, unique=True))
    twists = draw(st.lists(st.integers(0, 2), min_size=3, max_size=3))
    given_ones = [
        SlotDomain(0, slot, frozenset({3 * piece + twist}))
        for slot, piece, twist in zip(slots, pieces, twists, strict=True)
    ]
    rows = arrangements(given_ones)
    shown = colours(rows, POCKET)
    stated = primitives_on(POCKET).map(lambda one: (one,))
    registered = registered_rules(POCKET).map(lambda rule: tuple(rule.primitives(POCKET)))
    rules, flags = [], []
    for asked in draw(st.lists(stated | registered, min_size=least, max_size=most)):
        rules.append(Stated([*given_ones, *asked]))
        flags.append(np.all([holds(p, rows, shown, POCKET) for p in asked] or [rows[:, 0] >= 0], 0))
    flags.append(rows.astype(int).sum(axis=1) % 3 == 0)
    return Demands(POCKET, tuple(rules)), flags


def together(flags: list[np.ndarray], kept: Iterable[int]) -> bool:
    """Return whether some arrangement satisfies the demands; without a rule, the invariant alone is satisfied."""
    kept = [*kept]
    if not any(place < len(flags) - 1 for place in kept):
        return True
    return bool(np.all([flags[place] for place in kept], axis=0).any())


def satisfied_by(witnesses: Witnesses):
    def satisfied(kept):
        witness = witnesses.example(kept)
        if witness is None:
            return None
        assert witness.satisfied == witnesses.demands.satisfied_by(witness.cube)
        return witness.satisfied

    return satisfied


def check_pocket(question) -> None:
    demands, flags = question
    expected = by_subsets(len(flags), lambda kept: together(flags, kept))
    for engine in ("native", "cnf"):
        assert enumerated(len(flags), satisfied_by(Witnesses(demands, engine))) == expected


@pytest.mark.exhaustive
@settings(max_examples=500)
@given(
    pocket_questions(least=3, most=6).filter(
        lambda question: not together(question[1], range(len(question[1])))
    )
)
def test_conflicts_in_500_questions(question):
    check_pocket(question)
    check_by_cpmpy(question)


def check_by_cpmpy(question):
    """Ask its MARCO which sets of arrangements have one in common."""
    cpmpy = pytest.importorskip("cpmpy")
    from cpmpy.expressions.globalconstraints import InDomain
    from cpmpy.tools.explain import marco

    demands, flags = question
    # Arrangements that satisfy the same are one. Without a rule there is any, and so one without them.
    alike = np.unique(np.array(flags), axis=1)
    alike = np.column_stack([alike, [False] * (len(flags) - 1) + [True]])
    arrangement = cpmpy.intvar(0, alike.shape[1] - 1)
    soft = [InDomain(arrangement, np.flatnonzero(flag).tolist()) for flag in alike]
    places = {id(one): place for place, one in enumerate(soft)}
    found: dict[str, Sets] = {"MUS": set(), "MCS": set()}
    for kind, some in marco(soft=soft, hard=[], do_solution_hint=False):
        found[kind].add(frozenset(places[id(one)] for one in some))
    conflicts, corrections = enumerated(len(flags), satisfied_by(Witnesses(demands)))
    assert (conflicts, corrections) == (found["MUS"], found["MCS"])


# The 3×3×3, against another engine on every subset


@pytest.mark.slow
@pytest.mark.few(1)
@pytest.mark.parametrize(
    "asked",
    [
        "solved=edges permuted=corners oriented=UFL+ULB+UBR+DFR+DLF+DBL+DRB not (oriented=URF)",
        "solved=corners permuted=edges oriented=F2L+UF+UR+UL not (oriented=edges)",
        "solved=corners+F2L+UF+UR oriented=edges not (permuted=edges)",
    ],
)
def test_conflicts_on_the_cube(asked):
    demands = Demands(CUBE, parse_pattern([asked]).rules)
    number, reference = len(demands.all), Witnesses(demands, "cnf")

    def possible(kept: frozenset[int]) -> bool:
        return reference.example(kept) is not None

    expected = by_subsets(number, possible)
    assert enumerated(number, satisfied_by(Witnesses(demands, "auto"))) == expected
    assert not possible(frozenset(range(number)))


# Invariants that need not hold


@pytest.mark.few(4)
@pytest.mark.parametrize("engine", exhaustive_engines())
@pytest.mark.parametrize(
    "dropped", [c for n in range(4) for c in itertools.combinations(range(3), n)]
)
def test_every_engine_can_do_without_invariants(engine, dropped):
    """Three corners and two edges are free: 3! 3³ ways, 2! 2² ways, an invariant leaves one in 3, 2 and 2."""
    without = tuple(CUBE.invariants[place] for place in dropped)
    solved = [SlotDomain(0, slot, frozenset({3 * slot})) for slot in range(3, 8)]
    solved += [SlotDomain(1, slot, frozenset({2 * slot})) for slot in range(2, 12)]
    asked = Problem(CUBE, (*solved,), SYMMETRIES[:1], without=without)
    rows = set()
    for event in ENGINES[engine].solutions(asked):
        if not isinstance(event, Progress):
            rows.add(event.seen)
    kept = {invariant_name(invariant) for invariant in asked.invariants}
    divided = math.prod({"twist": 3, "flip": 2, "parity": 2}[name] for name in kept)
    assert len(rows) == math.factorial(3) * 3**3 * 2 * 2**2 // divided
    broken = [
        invariant
        for invariant in without
        if any(invariant.sum(Cube.from_row(r).by_orbit, CUBE.orbits) for r in rows)
    ]
    assert broken == [*without]


# Filters


@pytest.mark.parametrize("drawn", [2000, 0])
def test_a_filter_that_the_cubes_of_an_engine_fail_for_long(drawn, monkeypatch):
    """Random cubes satisfy it, or varied ones if none is drawn; the powers of the cube show its order."""
    monkeypatch.setattr(searching, "DRAWN", drawn)
    demands = Demands(CUBE, parse_pattern(["order=1260", "self-inverse"]).rules)
    witnesses = Witnesses(demands, deadline=Deadline(30))
    conflicts, corrections = enumerated(5, satisfied_by(witnesses))
    assert conflicts == {frozenset({0, 1})}
    assert corrections == {frozenset({0}), frozenset({1})}
    found = witnesses.example([0, 2, 3, 4])
    assert found is not None
    power, order = found.cube, 1
    while power != Cube():
        power, order = power * found.cube, order + 1
    assert order == 1260


# Time, and cubes that do not count


def test_no_time():
    demands = Demands(CUBE, parse_pattern(["perfect-scramble"]).rules)
    with pytest.raises(OutOfTimeError):
        Witnesses(demands, deadline=Deadline(0)).example(range(len(demands.all)))
    assert one_conflict(parse_pattern(["solved=cross", "no-piece-home"]), Deadline(0)) is None


def test_cubes_that_do_not_count():
    demands = Demands(CUBE, parse_pattern(["solved=F2L", "solved=last-layer"]).rules)
    every = range(len(demands.all))
    found = Witnesses(demands).example(every)
    assert found is not None
    assert found.cube == Cube()
    assert Witnesses(demands, besides=[Cube()]).example(every) is None


@pytest.mark.parametrize(
    ("rules", "size"),
    [
        (["six-spot"], 3),
        (["symmetric=C4v", "permuted=corners,edges"], 3),
        (["oriented=corners", "at-most=2", "no-touching=side"], 2),
    ],
)
def test_of_a_class_every_cube_but_those_known_counts(rules, size):
    """Engines find one cube of each orbit, and its conjugates are as good."""
    answer = find(rules, size=size, limit=None)
    demands = Demands(cube_puzzle(size), answer.query.pattern.rules)
    cubes, every = [report.cube for report in answer], range(len(demands.all))
    assert len(cubes) > 1
    for left in cubes[:: len(cubes) // 6 + 1]:
        known = [cube for cube in cubes if cube != left]
        found = Witnesses(demands, "native", besides=known).example(every)
        assert found is not None
        assert found.cube == left
    assert Witnesses(demands, "native", besides=cubes).example(every) is None


def test_one_conflict():
    found = one_conflict(
        parse_pattern(["faces-differ", "solved=cross", "not-home=D-layer"]), Deadline()
    )
    assert found is not None
    assert [*map(str, found[0])] == ["solved=cross", "not-home=D-layer"]
    assert one_conflict(parse_pattern(["solved=cross", "no-touching=across"]), Deadline()) is None


def test_no_conflict_is_sought_where_native_gets_lost(monkeypatch):
    monkeypatch.delattr(Witnesses, "extension")
    assert one_conflict(parse_pattern(["connected=UD", "every-colour"]), Deadline()) is None
