"""What the native search refuses, and what there is just room for."""

from __future__ import annotations

import itertools
import random
import threading

import pytest
from native_calls import KINDS, closing, even, made, rest, states, unpacked
from native_twins import BIG, CELL, IDENTITY, NODE, RIGHT, SEVEN, Twin

from cubecsp._native import DeepPatternSearch, PatternSearch, WidePatternSearch

pytestmark = [pytest.mark.native, pytest.mark.quick]


def _changed(slot, entry):
    return [entry if i == slot else there for i, there in enumerate(IDENTITY)]


WRONG = {
    "restrict_domain": [(-1, 1), (7, 1), (BIG, 1), (0, 2**32)],
    "relate": [
        (0, 0, [1] * 8), (0, 7, [1] * 8), (-1, 0, [1] * 8), (7, 0, [1] * 8), (0, -1, [1] * 8),
        (0, 1, [1] * 7), (0, 1, [1] * 9), (4, 0, [1] * 8), (0, 1, []), (0, 1, [1] * 33),
        (0, 1, [1] * 7 + [2**32]),
    ],
    "add_count": [([(7, 1)], 0, 1), ([(-1, 1)], 0, 1), ([(0, 1), (BIG, 1)], 0, 1),
                  ([(0, 1), (1, 2**32)], 0, 1)],
    "add_table": [
        ([], [], 1, True),
        ([0], [], 1, True),
        ([0], [[[]] * 8, [[]] * 8], 1, True),
        ([7], [[[]] * 8], 1, True),
        ([-1], [[[]] * 8], 1, True),
        ([0, 0], [[[]] * 8] * 2, 1, True),
        ([0], [[[]] * 7], 1, True),
        ([0], [[[]] * 9], 1, True),
        ([0], [[[]] * 33], 1, True),
        ([0], [[[]] * 7 + [[1]]], 1, True),
        ([0], [[[0]] + [[]] * 7], 0, True),
        ([0, 1], [[[149]] * 8, [[149]] * 7 + [[150]]], 150, False),
        ([0, 1], [[[]] * 8, [[2**32 - 1]] * 8], 64, False),
        ([0], [[[]] * 8], 2**22 + 1, True),
        ([0], [[[]] * 8], 2**32 - 1, True),
    ],
    "add_pattern": [
        ([], [], [[]], True),
        ([CELL], [CELL, CELL], [[0]], True),
        ([CELL] * 17, [CELL] * 17, [], True),
        ([[-2, [0]]], [CELL], [[0]], True),
        ([[7, [0] * 8]], [CELL], [[0]], True),
        ([CELL], [[BIG, [0] * 8]], [[0]], True),
        ([[-1, []]], [CELL], [[0]], True),
        ([[-1, [0, 1]]], [CELL], [[0]], True),
        ([[0, [0] * 7]], [CELL], [[0]], True),
        ([[0, [0] * 9]], [CELL], [[0]], True),
        ([CELL], [[0, [0] * 33]], [[0]], True),
        ([[0, [0] * 7 + [255]]], [CELL], [[0]], True),
        ([[0, [0] * 7 + [-1]]], [CELL], [[0]], True),
        ([[-1, [256]]], [CELL], [[0]], True),
        ([CELL], [CELL], [[0, 0]], True),
        ([CELL], [CELL], [[]], True),
        ([CELL], [CELL], [[1]], True),
        ([CELL], [CELL], [[0], [-1]], True),
    ],
    "add_diagram": [
        ([], []),
        ([CELL], []),
        ([CELL], [[NODE], []]),
        ([CELL] * 17, [[NODE]] * 17),
        ([CELL], [[]]),
        ([CELL], [[NODE, NODE]]),
        ([CELL], [[[-3] * 6]]),
        ([CELL], [[[0] * 6]]),
        ([CELL, CELL], [[[1] * 6], [NODE]]),
        ([CELL, CELL], [[NODE], [[-1] * 5 + [0]]]),
        ([[7, [0] * 8]], [[NODE]]),
        ([[0, [0] * 7]], [[NODE]]),
        ([[0, [0] * 7 + [6]]], [[NODE]]),
        ([[-1, [6]]], [[NODE]]),
        ([[-1, []]], [[NODE]]),
    ],
    "add_at_least": [(1, [0]), (1, [-1]), (0, [BIG])],
    "add_linear": [
        ([(7, [0] * 8)], [], 0), ([(-1, [0] * 8)], [], 0), ([(BIG, [0] * 8)], [], 0),
        ([(0, [0] * 7)], [], 0), ([(0, [0] * 9)], [], 0), ([(0, [0] * 8)] * 2, [], 0),
        ([(0, [0] * 7 + [2**30 + 1])], [], 0), ([(0, [-(2**30) - 1] * 8)], [], 0),
        ([], [(0, 1)], 0), ([], [(-1, 1)], 0), ([], [(BIG, 1)], 0), ([], [(0, 2**30 + 1)], 0),
    ],
    "require": [(0,), (-1,), (BIG,)],
    "break_symmetry": [
        ([],),
        (IDENTITY[:6],),
        ([*IDENTITY, [0, list(range(8))]],),
        (_changed(0, [-1, list(range(8))]),),
        (_changed(0, [7, list(range(8))]),),
        (_changed(0, [20, list(range(8))]),),
        (_changed(0, [1, list(range(8))]),),
        (_changed(0, [4, [0, 1, 2]]),),
        (_changed(0, [0, list(range(7))]),),
        (_changed(0, [0, list(range(9))]),),
        (_changed(0, [0, [0, 0, 1, 2, 3, 4, 5, 6]]),),
        (_changed(0, [0, [0, 1, 2, 3, 4, 5, 6, 8]]),),
        (_changed(0, [0, [0, 1, 2, 3, 4, 5, 6, -1]]),),
        (_changed(0, [0, [0, 1, 2, 3, 4, 5, 6, 32]]),),
    ],
    "branches": [(-1,), (-BIG,)],
    "prefer": [([0] * 6,), ([0] * 8,), ([],), ([8] + [0] * 6,), ([0] * 6 + [3],), ([-1] + [0] * 6,)],
    "enter": [
        ([(-1, 0)],), ([(7, 0)],), ([(BIG, 0)],), ([(0, -1)],), ([(0, 8)],), ([(0, 32)],), ([(0, BIG)],),
        ([(0, 0), (0, 0)],), ([(0, 0), (0, 1)],), ([(0, 0)] * 300,), ([(0, 0), (1, 0)],),
        ([(4, 0), (5, 1), (4, 0)],), ([(4, 0), (5, 1), (6, 2)],),
    ],
}  # fmt: skip


@pytest.mark.ordinary(40)
@pytest.mark.parametrize(
    ("name", "args"), [(name, args) for name, several in WRONG.items() for args in several]
)
def test_a_wrong_call_is_refused_and_changes_nothing(name, args):
    search = made(SEVEN)
    whole = rest(search.copy())
    for _ in range(30):
        with pytest.raises(ValueError, match=r"^[a-z]"):
            getattr(search, name)(*args)
    assert rest(search.copy()) == whole
    if name not in ("branches", "enter"):
        search.require(search.add_count([(0, 1)], 1, 1))
        assert rest(search) == [state for state in whole if state[0] == 0]


ODD = [None, "1", b"1", 1.5, float("nan"), float("inf"), [], [None], 2**32, 2**64, -(2**63) - 1, {}]


@pytest.mark.parametrize("name", RIGHT)
def test_arguments_of_another_type_are_refused(name):
    right = RIGHT[name]
    for place, odd in itertools.product(range(len(right)), ODD):
        if odd == [] and isinstance(right[place], (list, tuple)):
            continue
        if odd == 2**32 and name in ("run", "shuffle"):
            continue
        args = [odd if i == place else right[i] for i in range(len(right))]
        with pytest.raises((TypeError, ValueError)):
            getattr(made(SEVEN), name)(*args)
    for args in (right[:-1], (*right, 1)):
        if len(args) != len(right):
            with pytest.raises(TypeError):
                getattr(made(SEVEN), name)(*args)


def test_every_method_is_tried():
    methods = {n for n in dir(PatternSearch) if n.islower() and not n.startswith("_")}
    assert methods - {"done", "nodes", "progress", "vars"} == set(RIGHT)
    assert set(WRONG) == set(RIGHT) - {"branch_on_parts", "copy", "run", "shuffle"}


@pytest.mark.parametrize(
    "orbits",
    [[(-1, 1)], [(21, 1)], [(20, 1), (1, 1)], [(BIG, 1)], [(2, 0)], [(2, -1)], [(2, 9)], [(11, 3)],
     [(17, 2)], [(10, 1), (BIG, 1)], [(-(2**31), 3)]],
)  # fmt: skip
def test_slots_that_there_is_no_room_for(orbits):
    with pytest.raises(ValueError, match="too many"):
        made(orbits)


@pytest.mark.parametrize(
    ("kind", "orbits"),
    [
        (WidePatternSearch, [(32, 1)] * 16 + [(1, 1)]),
        (WidePatternSearch, [(33, 1)]),
        (WidePatternSearch, [(17, 2)]),
        (WidePatternSearch, [(11, 3)]),
        (DeepPatternSearch, [(64, 1)] * 8 + [(1, 1)]),
        (DeepPatternSearch, [(65, 1)]),
        (DeepPatternSearch, [(22, 3)]),
        (DeepPatternSearch, [(1, 9)]),
    ],
)
def test_slots_that_there_is_no_room_for_in_larger_searches(kind, orbits):
    with pytest.raises(ValueError, match="too many"):
        made(orbits, kind=kind)


@pytest.mark.parametrize(
    ("kind", "orbits"),
    [
        (WidePatternSearch, [(32, 1)] * 16),
        (WidePatternSearch, [(10, 3), (16, 2)] * 19 + [(18, 1)]),
        (WidePatternSearch, [(10, 3), (16, 2)]),
        (DeepPatternSearch, [(64, 1)] * 8),
        (DeepPatternSearch, [(8, 8), (32, 2), (21, 3)] * 8),
    ],
)
def test_slots_that_there_is_just_room_for_in_larger_searches(kind, orbits):
    search = made(orbits, kind=kind)
    found = unpacked(search.run(10**5, 3), search.vars)
    assert len(found) == len(set(found)) == 3
    first = 0
    for size, turns in orbits:
        for state in found:
            values = state[first : first + size]
            assert sorted(value // turns for value in values) == list(range(size))
            assert sum(value % turns for value in values) % turns == 0
        first += size


@pytest.mark.parametrize("orbits", [[-1], [2], [0, 0], [BIG]])
def test_orbits_that_there_are_not(orbits):
    for kind in KINDS:
        with pytest.raises(ValueError, match="orbit"):
            kind(list(SEVEN), [even(orbits)])
        with pytest.raises(ValueError, match="orbit"):
            kind(list(SEVEN), [(2, [(orbit, 1) for orbit in orbits], [])])
        with pytest.raises(ValueError, match="orbit"):
            kind(list(SEVEN), [], orbits)
        with pytest.raises(ValueError, match="no parity"):
            kind(list(SEVEN), [even([0, 1])], [1])


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "law",
    [
        (2, [(0, 0)], []),
        (2, [(0, 2)], []),
        (2, [(0, -1)], []),
        (3, [(0, 1)], []),
        (2, [(1, 1)], []),
        (0, [(0, 1)], []),
        (1, [(0, 1)], []),
        (-2, [(0, 1)], []),
        (BIG, [(0, 1)], []),
        (3, [], [0]),
        (4, [(0, 1)], [0]),
    ],
)
def test_laws_that_make_no_sense(law, kind):
    with pytest.raises(ValueError, match=r"modul|weight"):
        kind([(4, 4 if law[0] == 4 else 2), (3, 3)], [law])


def test_more_laws_than_slots():
    for kind in KINDS:
        law = even([0])
        assert len(rest(kind([(3, 1)], [law] * kind.MOST_SLOTS))) == 3
        with pytest.raises(ValueError, match="too many laws"):
            kind([(3, 1)], [law] * (kind.MOST_SLOTS + 1))


@pytest.mark.ordinary(6)
@pytest.mark.few(16)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(40))
def test_random_laws(seed, kind):
    """Weighted sums of turns over several orbits, and of turns and parities, several of each."""
    rng = random.Random(seed)
    orbits = rng.choice((((2, 6), (3, 2)), ((3, 3), (2, 3), (1, 3)), ((2, 4), (3, 2), (3, 1))))
    laws = []
    for _ in range(rng.randint(1, 3)):
        modulus = rng.choice((2, 2, 3))
        some = [i for i, (_, turns) in enumerate(orbits) if turns % modulus == 0]
        turned = [(i, rng.randrange(1, modulus)) for i in some if rng.random() < 0.7]
        permuted = [i for i in range(len(orbits)) if modulus == 2 and rng.random() < 0.4]
        laws.append((modulus, turned, permuted))
    rows = list(itertools.accumulate((size for size, _ in orbits), initial=0))

    def total(state, law):
        held = [
            [divmod(v, turns) for v in state[rows[i] : rows[i + 1]]]
            for i, (_, turns) in enumerate(orbits)
        ]
        turned = sum(weight * turn for i, weight in law[1] for _, turn in held[i])
        pairs = (pair for i in law[2] for pair in itertools.combinations(held[i], 2))
        return (turned + sum(a > b for a, b in pairs)) % law[0]

    search = kind(list(orbits), laws)
    every = states(orbits, False, False)
    assert sorted(rest(search)) == [s for s in every if not any(total(s, law) for law in laws)]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("linked", [[], [0], [1], [2], [0, 1], [1, 2], [0, 1, 2]])
def test_parities_of_some_orbits(linked, kind):
    orbits = ((3, 2), (3, 1), (2, 3))
    closed = [closing(orbit, turns) for orbit, (_, turns) in enumerate(orbits) if turns > 1]
    search = kind(list(orbits), [even(linked), *closed])

    def is_even(state):
        parts = state[:3], state[3:6], state[6:]
        pieces = [[v // t for v in part] for part, (_, t) in zip(parts, orbits, strict=True)]
        pairs = (p for i in linked for p in itertools.combinations(pieces[i], 2))
        return sum(a > b for a, b in pairs) % 2 == 0

    assert sorted(rest(search)) == [s for s in states(orbits, False, True) if is_even(s)]


@pytest.mark.parametrize("kind", KINDS)
def test_pieces_that_look_alike(kind):
    """Four slots of two looks, two of each, beside three pieces that differ."""
    search = kind([(3, 1), (4, 1)], [even([0])], [1])
    for slot in range(3, 7):
        search.restrict_domain(slot, 0b101)
    for look in (0b001, 0b100):
        search.require(search.add_count([(slot, look) for slot in range(3, 7)], 2, 2))
    found = rest(search)
    looks = set(itertools.permutations((0, 0, 2, 2)))
    assert len(found) == len(set(found)) == 3 * len(looks)
    assert {state[3:] for state in found} == looks


@pytest.mark.parametrize("orbits", [[(20, 1)], [(10, 3), (10, 2)], [(16, 2)], [(0, 3)], []])
def test_slots_that_there_is_just_room_for(orbits):
    search = made(orbits)
    found = search.run(10**5, 3)
    assert len(unpacked(found, search.vars)) == (3 if search.vars else 0)


def test_nothing_can_be_demanded_of_a_search_that_has_begun():
    for begin in (("run", 1, 1), ("branches", 1), ("enter", [])):
        search = made(SEVEN)
        search.add_count([(0, 1)], 0, 1)
        getattr(search, begin[0])(*begin[1:])
        for name in set(RIGHT) - {"branches", "enter", "run", "copy"}:
            with pytest.raises(ValueError, match="the search has started"):
                getattr(search, name)(*RIGHT[name])
        with pytest.raises(ValueError, match="the search has started"):
            search.add_count([], 0, 0)


def test_limits_of_counts_may_be_any_numbers():
    extremes = (-(2**31), -1, 0, 1, 2, 3, 2**31 - 1)
    for least, most in itertools.product(extremes, extremes):
        for nested in (False, True):
            twin = Twin(SEVEN)
            count = twin.add_count([(0, 1), (1, 0b110)], least, most)
            twin.require(twin.add_at_least(1, [count]) if nested else count)
            twin.check()


@pytest.mark.parametrize("needed", [-(2**31), -1, 0, 1, 2, 3, 2**31 - 1])
def test_any_number_may_be_needed(needed):
    twin = Twin(SEVEN)
    parts = [twin.add_count([(0, 1)], 1, 1), twin.add_count([(1, 0b110)], 1, 1)]
    twin.demand("add_at_least", needed, parts)
    twin.check()


def nested(search, deeper):
    """Nest nodes until one is refused; return the last accepted, how many there were, and why."""
    last = search.add_count([(0, 1)], 1, 1)
    for accepted in range(300_000):
        try:
            last = deeper(last)
        except ValueError as error:
            return last, accepted, str(error)
    raise AssertionError("nothing was refused")


def test_nodes_nested_without_end_are_refused():
    """However deep they may be, what is accepted can be searched, and the rest is refused."""
    search = made(SEVEN)
    last, accepted, why = nested(search, lambda last: search.add_at_least(1, [last]))
    assert "nested too deeply" in why
    assert 400 <= accepted < 10_000
    search.require(last)
    found = []
    thread = threading.Thread(target=lambda: found.extend(rest(search)))  # on a separate stack
    thread.start()
    thread.join()
    assert found
    assert {state[0] for state in found} == {0}


def test_nodes_that_double_without_end_are_refused():
    search = made(SEVEN)
    last, accepted, why = nested(search, lambda last: search.add_at_least(2, [last, last]))
    assert "too many parts" in why
    assert 10 < accepted < 30
    search.require(last)
    assert search.run(1, 1) == b""
