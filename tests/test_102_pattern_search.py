"""The native search by itself: against brute force, on its rare paths, and with calls that are wrong."""

from __future__ import annotations

import itertools
import json
import random
import sys
import threading
import time

import native_calls
import pytest
from native_calls import KEPT, KINDS, Model, made, replay, rest, sequence, states, unpacked

from cubecsp._native import PatternSearch, WidePatternSearch

SEVEN = ((4, 2), (3, 1))  # seven slots, few enough states


class Twin:
    """A search, a wide one, and their model, told the same."""

    def __init__(self, orbits, parity=False, closed=True):
        self.search = made(orbits, parity, closed)
        self.wide = made(orbits, parity, closed, WidePatternSearch)
        self.model = Model(orbits, parity, closed)

    def __getattr__(self, name):
        def both(*args):
            answer = getattr(self.search, name)(*args)
            assert getattr(self.wide, name)(*args) == answer
            getattr(self.model, name)(*args)
            return answer

        return both

    def demand(self, name, *args):
        self.require(getattr(self, name)(*args))

    def check(self):
        found = rest(self.search.copy())
        assert len(found) == len(set(found))
        assert sorted(found) == self.model.answers()
        assert sorted(rest(self.wide.copy())) == sorted(found)
        return found


def test_random_calls():
    """Right and wrong calls in any order: what is accepted counts, what is refused changes nothing."""
    found = [len(replay(sequence(seed))) for seed in range(500)]
    assert sum(number > 0 for number in found) > 200  # it was about something


def test_random_questions():
    found = [len(replay(sequence(seed, spoil=0))) for seed in range(10**6, 10**6 + 300)]
    assert sum(number > 0 for number in found) > 90


@pytest.mark.exhaustive
@pytest.mark.parametrize("first", range(0, 100_000, 10_000))
def test_many_random_calls(first):
    assert native_calls.main(first, 10_000) == 0


@pytest.mark.parametrize("calls", json.loads(KEPT.read_text()), ids=lambda calls: calls[-1][0])
def test_calls_that_once_failed(calls):
    replay(calls)


def test_what_fails_is_shrunk(monkeypatch):
    calls = [[[[3, 1]], True, True], *(["shuffle", seed] for seed in range(6))]
    monkeypatch.setattr(native_calls, "_fails", lambda tried: ["shuffle", 4] in tried)
    assert native_calls.shrunk(calls) == [calls[0], ["shuffle", 4]]


@pytest.mark.parametrize("orbits", native_calls.ORBITS)
@pytest.mark.parametrize("parity", [False, True])
@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("kind", KINDS)
def test_nothing_demanded(orbits, parity, closed, kind):
    search = made(orbits, parity, closed, kind)
    if search.vars == 0:
        assert not search.done
        assert search.run(1, 1) == b""
        assert search.done
        return
    found = rest(search)
    assert len(found) == len(set(found))
    assert sorted(found) == states(orbits, parity, closed)


# More of a kind than a word has bits, or a group has lanes.


@pytest.mark.parametrize("size", [1, 63, 64, 65, 66, 80, 130])
def test_many_at_leasts_of_which_one_matters(size):
    everything = Twin(SEVEN).check()
    rng = random.Random(size)
    for place in {0, size - 1}:
        twin = Twin(SEVEN)
        for index in range(size):
            var, other = rng.sample(range(7), 2)
            if index == place:  # not both of two values in two slots, which says nothing at first
                parts = [twin.add_count([(slot, 1)], 0, 0) for slot in (1, 5)]
                twin.demand("add_at_least", 1, parts)
            else:  # a value or none in a slot
                parts = [twin.add_count([(slot, 2)], 0, 1) for slot in (var, other)]
                twin.demand("add_at_least", 1, parts)
        assert 0 < len(twin.check()) < len(everything)


@pytest.mark.parametrize("size", [63, 64, 65, 66, 100, 130])
def test_many_at_leasts_that_all_matter(size):
    """Each takes a few states out: not these values in these three slots."""
    rng = random.Random(size)
    twin = Twin(SEVEN)
    values = [8] * 4 + [3] * 3
    for _ in range(size):
        parts = [
            twin.add_count([(var, 1 << rng.randrange(values[var]))], 0, 0)
            for var in rng.sample(range(7), 3)
        ]
        twin.demand("add_at_least", 1, parts)
    assert twin.check()


SUBSETS = [list(some) for size in range(1, 8) for some in itertools.combinations(range(7), size)]


@pytest.mark.parametrize("size", [63, 64, 65, 66, 80, 127])
@pytest.mark.parametrize("lanes", [1, 9])
def test_many_groups_of_counts_of_which_the_last_matters(size, lanes):
    """Counts over so many different sets of slots, and `lanes` of them over the last set."""
    twin = Twin(SEVEN)
    for some in random.Random(size).sample(SUBSETS, size - 1):
        if some != [0, 1, 4, 6]:
            twin.demand("add_count", [(var, 1) for var in some], 0, len(some))
    for lane in range(lanes):
        limits = (1, 1) if lane == lanes - 1 else (0, 4)
        twin.demand("add_count", [(var, 2) for var in (0, 1, 4, 6)], *limits)
    assert 0 < len(twin.check()) < len(Twin(SEVEN).check())


@pytest.mark.parametrize("size", [1, 4, 5, 8, 9, 16, 17, 25])
def test_many_counts_of_the_same_slots(size):
    """Eight counts fill a group, four a vector; each place in them matters once."""
    for place in range(size):
        twin = Twin(SEVEN)
        for index in range(size):
            limits = (1, 2) if index == place else (0, 7)
            mask = 0b0101 if index == place else 1 << index % 8
            twin.demand("add_count", [(var, mask) for var in range(7)], *limits)
        assert 0 < len(twin.check()) < len(Twin(SEVEN).check())


@pytest.mark.parametrize("seed", range(40))
def test_counts_that_share_out_the_slots(seed):
    """Counts of colours of the same slots, each slot in one of them: together they must fit."""
    rng = random.Random(seed)
    twin = Twin(SEVEN)
    colours = [[rng.randrange(4) for _ in range(8)] for _ in range(7)]
    for colour in range(4):
        masks = [
            (var, sum(1 << value for value in range(8) if colours[var][value] == colour))
            for var in range(7)
        ]
        least = rng.randint(0, 2)
        twin.demand("add_count", masks, least, rng.randint(least, 4))
    twin.check()


@pytest.mark.parametrize("seed", range(40))
def test_counts_that_overlap(seed):
    """A slot may serve several counts of the same slots, so they may want more than there are."""
    rng = random.Random(seed)
    twin = Twin(SEVEN)
    for _ in range(rng.choice((2, 3, 5))):
        masks = [(var, rng.randrange(256) | rng.randrange(256)) for var in range(7)]
        twin.demand("add_count", masks, rng.randint(3, 5), 7)
    twin.check()


@pytest.mark.parametrize("rows", [1, 63, 64, 65, 127, 128, 129, 150])
@pytest.mark.parametrize("allowed", [False, True])
@pytest.mark.parametrize("nested", [False, True])
def test_tables_of_many_rows(rows, allowed, nested):
    """Each row names two values; the last row, and those next to ends of words, too."""
    rng = random.Random(rows)
    slots = [0, 3, 5]
    values = [8, 8, 3]
    twin = Twin(SEVEN)
    rows_of = [[[] for _ in range(size)] for size in values]
    for row in range(rows):
        for position, size in enumerate(values):
            for value in {rng.randrange(size), rng.randrange(size)}:
                rows_of[position][value].append(row)
    table = twin.add_table(slots, rows_of, rows, allowed)
    if nested:
        count = twin.add_count([(1, 0b11), (4, 1)], 1, 2)
        table = twin.add_at_least(1, [table, count])
    twin.require(table)
    twin.check()


@pytest.mark.parametrize("rows", [65, 128, 150])
def test_the_only_row_that_agrees_is_the_last(rows):
    rows_of = [[[rows - 1] if value == 2 else [0] for value in range(8)] for _ in range(2)]
    rows_of[1][0] = []
    twin = Twin(SEVEN)
    twin.restrict_domain(0, 0b100)
    twin.demand("add_table", [0, 1], rows_of, rows, True)
    assert len(twin.check()) == 0  # both slots would need the same piece
    twin = Twin(SEVEN)
    rows_of[1] = [[rows - 1] if value == 4 else [0] for value in range(8)]
    twin.restrict_domain(0, 0b100)
    twin.demand("add_table", [0, 1], rows_of, rows, True)
    assert {state[1] for state in twin.check()} == {4}


@pytest.mark.parametrize("seed", range(12))
def test_as_many_symmetries_as_there_is_room_for(seed):
    rng = random.Random(seed)
    twin = Twin(SEVEN)

    def symmetry():
        slots = [[source, rng.sample(range(8), 8)] for source in rng.sample(range(4), 4)]
        return slots + [[source, rng.sample(range(3), 3)] for source in rng.sample(range(4, 7), 3)]

    def late_symmetry():  # one that agrees with the state up to its last slots
        last = [[4, [0, 1, 2]], [6, [0, 1, 2]], [5, [0, 1, 2]]]
        return [[slot, list(range(8))] for slot in range(4)] + last

    count = (1, 2, 3, 64)[seed % 4]
    for number in range(count):
        twin.break_symmetry(late_symmetry() if number == count - 1 else symmetry())
    assert len(twin.check()) < len(Twin(SEVEN).check())
    if count == 64:
        with pytest.raises(ValueError, match="too many symmetries"):
            twin.search.break_symmetry(symmetry())


# How a search is gone through.


def random_search(seed, shuffled=None):
    """Return a search that has some answers, as many as a walk through it needs."""
    rng = random.Random(seed)
    while True:
        twin = Twin(rng.choice((SEVEN, ((3, 3), (3, 2)), ((5, 1), (3, 2)))), rng.random() < 0.5)
        size = twin.search.vars
        for _ in range(rng.randint(1, 4)):
            some = rng.sample(range(size), rng.randint(2, size))
            masks = [(var, rng.randrange(1, 8)) for var in some]
            twin.demand("add_count", masks, rng.randint(0, 1), rng.randint(1, len(some)))
        if shuffled is not None:
            twin.search.shuffle(shuffled)
        if len(twin.model.answers()) > 5:
            return twin


@pytest.mark.parametrize("seed", range(15))
@pytest.mark.parametrize("shuffled", [None, 5])
def test_stopped_and_gone_on_with(seed, shuffled):
    """Limits of nodes and of answers change neither the answers nor their order."""
    twin = random_search(seed, shuffled)
    whole = twin.check()
    for nodes, most in itertools.product((1, 2, 7, 50, 10**6), (1, 2, 5, 10**6)):
        search, found, progress = twin.search.copy(), [], 0
        while not search.done:
            before = search.nodes
            news = unpacked(search.run(nodes, most), search.vars)
            assert len(news) <= most
            # One more value of a slot, and what follows from it; before the first, what is so anyway.
            assert search.nodes - before < nodes + search.vars * (1 if before else 2)
            assert progress <= search.progress + 1e-12
            assert 0 <= search.progress <= 1
            progress = search.progress
            found += news
        assert found == whole
        assert search.progress == 1


@pytest.mark.parametrize("shuffled", [None, 5])
def test_no_answers_and_no_nodes_are_looked_for_where_none_are_wanted(shuffled):
    search = random_search(0, shuffled).search
    assert search.run(0, 10) == search.run(10, 0) == b""
    assert not search.done


@pytest.mark.parametrize("seed", range(15))
@pytest.mark.parametrize("shuffled", [None, 5])
def test_branches_cover_the_tree(seed, shuffled):
    """However deep the cut, the branches one after another are the whole search."""
    twin = random_search(seed, shuffled)
    whole = twin.check()
    above = 0
    for depth in range(9):
        search = twin.search.copy()
        paths = search.branches(depth)
        assert all(len(path) <= depth for path in paths)
        above += any(0 < len(path) < depth for path in paths)
        assert rest(search.copy()) == whole  # it is at its beginning
        found = []
        for path in paths:
            search.enter(path)
            part = rest(search)
            assert all(state[var] == value for state in part for var, value in path)
            found += part
        assert found == whole
    assert above


@pytest.mark.parametrize("seed", range(6))
def test_a_shuffled_search_depends_on_its_seed(seed):
    orders = [tuple(random_search(seed, shuffled).check()) for shuffled in (1, 1, 2, 2**64 - 1)]
    assert orders[0] == orders[1]
    assert len(set(orders)) > 1


def test_a_shuffled_search_may_begin_with_any_answer():
    """Of the 24 orders of four pieces each comes first for some seed."""
    first = set()
    for seed in range(400):
        search = made([(4, 1)])
        search.shuffle(seed)
        first |= set(unpacked(search.run(100, 1), 4))
    assert first == set(states(((4, 1),), False, True))


def test_branches_are_shuffled_apart():
    """What follows from one value is not in the order of what follows from another."""
    alike = 0
    for seed in range(20):
        search = made([(4, 1)])
        search.shuffle(seed)
        found = rest(search)
        orders = set()
        for value in range(4):
            left = [piece for piece in range(4) if piece != value]
            below = [state[1:] for state in found if state[0] == value]
            orders.add(tuple(tuple(map(left.index, state)) for state in below))
        alike += len(orders) == 1
    assert alike < 10


@pytest.mark.parametrize("first", [0, 1, 5, 40])
@pytest.mark.parametrize("most", [2**63, 2**64 - 41, 2**64 - 2, 2**64 - 1])
def test_no_number_of_nodes_is_too_large(first, most):
    search = random_search(2).search
    whole = rest(search.copy())
    found = unpacked(search.run(first, 2**64 - 1), search.vars)
    found += unpacked(search.run(most, 2**64 - 1), search.vars)
    assert search.done
    assert found == whole


def test_a_copy_goes_its_own_way():
    search = random_search(3).search
    first = unpacked(search.run(10**6, 2), search.vars)
    copy = search.copy()
    assert rest(copy) == rest(search) != []
    assert search.done
    assert len(first) == 2


# What is refused.

IDENTITY = [[slot, list(range(8))] for slot in range(4)] + [[s, [0, 1, 2]] for s in range(4, 7)]
CELL = [0, [0] * 8]
BIG = 2**31 - 1


def _changed(slot, entry):
    return [entry if i == slot else there for i, there in enumerate(IDENTITY)]


WRONG = {
    "restrict_domain": [(-1, 1), (7, 1), (BIG, 1)],
    "relate": [
        (0, 0, [1] * 8), (0, 7, [1] * 8), (-1, 0, [1] * 8), (7, 0, [1] * 8), (0, -1, [1] * 8),
        (0, 1, [1] * 7), (0, 1, [1] * 9), (4, 0, [1] * 8), (0, 1, []), (0, 1, [1] * 33),
    ],
    "add_count": [([(7, 1)], 0, 1), ([(-1, 1)], 0, 1), ([(0, 1), (BIG, 1)], 0, 1)],
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
    "add_at_least": [(1, [0]), (1, [-1]), (0, [BIG])],
    "add_linear": [
        ([(7, [0] * 8)], [], 0), ([(-1, [0] * 8)], [], 0), ([(BIG, [0] * 8)], [], 0),
        ([(0, [0] * 7)], [], 0), ([(0, [0] * 9)], [], 0), ([(0, [0] * 8)] * 2, [], 0),
        ([(0, [0] * 7 + [2**30 + 1])], [], 0), ([(0, [-(2**30) - 1] * 8)], [], 0),
        ([], [(0, 1)], 0), ([], [(-1, 1)], 0), ([], [(BIG, 1)], 0),
        ([], [(0, 2**30 + 1)], 0),
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
    "enter": [
        ([(-1, 0)],), ([(7, 0)],), ([(BIG, 0)],), ([(0, -1)],), ([(0, 8)],), ([(0, 32)],), ([(0, BIG)],),
        ([(0, 0), (0, 0)],), ([(0, 0), (0, 1)],), ([(0, 0)] * 300,), ([(0, 0), (1, 0)],),
        ([(4, 0), (5, 1), (4, 0)],), ([(4, 0), (5, 1), (6, 2)],),
    ],
}  # fmt: skip


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
RIGHT = {
    "restrict_domain": (0, 1),
    "relate": (0, 1, [1] * 8),
    "add_count": ([(0, 1)], 0, 1),
    "add_table": ([0], [[[0]] * 8], 1, True),
    "add_pattern": ([CELL], [CELL], [[0]], True),
    "add_at_least": (0, []),
    "add_linear": ([(0, [0] * 8)], [], 0),
    "require": (0,),
    "break_symmetry": (IDENTITY,),
    "shuffle": (1,),
    "branches": (1,),
    "enter": ([(0, 0)],),
    "run": (1, 1),
    "copy": (),
}


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
    methods = {n for n in dir(PatternSearch) if not n.startswith("_")}
    assert methods - {"done", "nodes", "progress", "vars"} == set(RIGHT)
    assert set(WRONG) == set(RIGHT) - {"copy", "run", "shuffle"}


@pytest.mark.parametrize(
    "orbits",
    [[(-1, 1)], [(21, 1)], [(20, 1), (1, 1)], [(BIG, 1)], [(2, 0)], [(2, -1)], [(2, 4)], [(11, 3)],
     [(17, 2)], [(10, 1), (BIG, 1)], [(-(2**31), 3)]],
)  # fmt: skip
def test_slots_that_there_is_no_room_for(orbits):
    with pytest.raises(ValueError, match="too many"):
        made(orbits)


@pytest.mark.parametrize("orbits", [[(32, 1)] * 16 + [(1, 1)], [(33, 1)], [(17, 2)], [(11, 3)]])
def test_slots_that_there_is_no_room_for_in_a_wide_search(orbits):
    with pytest.raises(ValueError, match="too many"):
        made(orbits, kind=WidePatternSearch)


@pytest.mark.parametrize(
    "orbits", [[(32, 1)] * 16, [(10, 3), (16, 2)] * 19 + [(18, 1)], [(10, 3), (16, 2)]]
)
def test_slots_that_there_is_just_room_for_in_a_wide_search(orbits):
    search = made(orbits, kind=WidePatternSearch)
    found = unpacked(search.run(10**5, 3), search.vars)
    assert len(found) == len(set(found)) == 3
    first = 0
    for size, turns in orbits:
        for state in found:
            values = state[first : first + size]
            assert sorted(value // turns for value in values) == list(range(size))
            assert sum(value % turns for value in values) % turns == 0
        first += size


@pytest.mark.parametrize("linked", [[-1], [2], [0, 0], [BIG]])
def test_orbits_that_there_are_not(linked):
    for kind in KINDS:
        with pytest.raises(ValueError, match="orbit"):
            kind(list(SEVEN), linked, True)
        with pytest.raises(ValueError, match="orbit"):
            kind(list(SEVEN), [], True, linked)
        with pytest.raises(ValueError, match="no parity"):
            kind(list(SEVEN), [0, 1], True, [1])


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("linked", [[], [0], [1], [2], [0, 1], [1, 2], [0, 1, 2]])
def test_parities_of_some_orbits(linked, kind):
    orbits = ((3, 2), (3, 1), (2, 3))
    search = kind(list(orbits), linked, True)

    def even(state):
        parts = state[:3], state[3:6], state[6:]
        pieces = [[v // t for v in part] for part, (_, t) in zip(parts, orbits, strict=True)]
        pairs = (p for i in linked for p in itertools.combinations(pieces[i], 2))
        return sum(a > b for a, b in pairs) % 2 == 0

    assert sorted(rest(search)) == [s for s in states(orbits, False, True) if even(s)]


@pytest.mark.parametrize("kind", KINDS)
def test_pieces_that_look_alike(kind):
    """Four slots of two looks, two of each, beside three pieces that differ."""
    search = kind([(3, 1), (4, 1)], [0], True, [1])
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
    thread = threading.Thread(target=lambda: found.extend(rest(search)))  # on a stack of its own
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


# Threads.


def endless():
    """Return a search that looks for what isn't there, for longer than anybody waits."""
    search = made([(8, 3), (12, 2)], parity=True)
    cells = [[var, [0] * 24] for var in range(4, 20)]
    search.require(search.add_pattern(cells, cells, [list(range(16))], False))
    return search


@pytest.fixture
def _no_switching():
    """Let a thread keep the interpreter until it gives it away."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(60)
    yield
    sys.setswitchinterval(interval)


@pytest.mark.usefixtures("_no_switching")
@pytest.mark.parametrize("work", [lambda s: s.run(300_000, 1), lambda s: s.branches(3)])
def test_other_threads_go_on_during_a_search(work):
    inside, seen, ended = threading.Event(), threading.Event(), threading.Event()
    running = False

    def search():
        nonlocal running
        for _ in range(200):
            if seen.is_set():
                break
            one = endless()
            inside.set()
            running = True
            work(one)
            running = False
        ended.set()

    thread = threading.Thread(target=search)
    thread.start()
    inside.wait()
    while not (seen.is_set() or ended.is_set()):
        if running:
            seen.set()
        time.sleep(0.001)
    thread.join()
    assert seen.is_set()


LOOKS = ("done", "nodes", "progress", "vars")


@pytest.mark.parametrize("name", [*RIGHT, *LOOKS])
def test_a_search_belongs_to_one_thread_at_a_time(name):
    """Another thread that comes while it is at work is told so, whatever it calls."""
    search, stop = endless(), threading.Event()

    def work():
        while not stop.is_set():
            try:
                search.run(200_000, 1)
            except RuntimeError:  # the other thread was quicker
                continue

    thread = threading.Thread(target=work)
    thread.start()
    said = ""
    try:
        for _ in range(100_000):
            try:
                if name in LOOKS:
                    getattr(search, name)
                else:
                    getattr(search, name)(*RIGHT[name])
            except RuntimeError as error:
                said = str(error)
                break
            except ValueError:  # the search has begun, but is not at work just now
                continue
    finally:
        stop.set()
        thread.join()
    assert "another thread" in said


def test_copies_may_be_used_at_the_same_time():
    twin = random_search(5)
    whole = twin.check()
    found = [[] for _ in range(4)]
    searches = [twin.search.copy() for _ in found]
    threads = [
        threading.Thread(target=lambda f=f, s=s: f.extend(rest(s)))
        for f, s in zip(found, searches, strict=True)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [whole] * 4
