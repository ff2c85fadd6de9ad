"""How the native search is gone through: stopped and gone on with, cut into branches, shuffled, copied."""

from __future__ import annotations

import itertools

import pytest
from native_calls import made, rest, states, unpacked
from native_twins import random_search

pytestmark = pytest.mark.native


@pytest.mark.ordinary(10)
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


@pytest.mark.ordinary(10)
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
    """Each of the 24 orders of four pieces comes first for some seed."""
    first = set()
    for seed in range(400):
        search = made([(4, 1)])
        search.shuffle(seed)
        first |= set(unpacked(search.run(100, 1), 4))
    assert first == set(states(((4, 1),), False, True))


@pytest.mark.few(1)
@pytest.mark.parametrize("shuffled", [None, 5])
@pytest.mark.parametrize("seed", range(6))
def test_what_is_preferred_comes_first_if_it_is_an_answer(seed, shuffled):
    """And all that there is follows, whatever was preferred."""
    for answer in [*random_search(seed).model.answers()[::15], (0,) * 7]:
        twin = random_search(seed, shuffled)
        if len(answer) != twin.search.vars:
            continue
        twin.search.prefer(answer)
        for other in twin.others:
            other.prefer(answer)
        found = twin.check()
        assert (found[0] == answer) == (answer in found)


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
