"""The fewest stickers that tell a cube from all others, against brute force."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

from cubecsp.errors import EngineError
from cubecsp.models.repair.completion import Completions, agreement
from cubecsp.models.repair.fewest import SmallestSets
from cubecsp.puzzle.cube.cube_puzzle import CUBE, POCKET
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.state import Cube
from cubecsp.puzzle.cube.symmetry import SYMMETRIES


def smallest(masks: np.ndarray, stickers: int) -> int:
    """Return the size of the smallest set that hits every mask, by trying all sets of stickers."""
    missed = np.zeros(1 << stickers, np.bool_)  # whether a set contains one of the masks
    missed[masks[masks > 0]] = True
    for bit in range(stickers):
        halves = missed.reshape(-1, 2, 1 << bit)
        halves[:, 1] |= halves[:, 0]
    sizes = np.zeros(1 << stickers, np.uint8)
    for bit in range(stickers):
        sizes.reshape(-1, 2, 1 << bit)[:, 1] += 1
    # The other stickers must contain none.
    return stickers - int(sizes[~missed].max())


def differing(slots: list[int], stickers: list[int], *, parities: tuple[int, ...]) -> np.ndarray:
    """Return, as bits over `stickers`, where each matching of some corner slots differs from solved."""
    orbit = CUBE.corners
    bits = np.zeros((8, 24), np.uint32)
    for slot, value in itertools.product(slots, range(24)):
        pairs = zip(orbit.frames[slot], orbit.colours[3 * slot], orbit.colours[value], strict=True)
        bits[slot, value] = sum(1 << stickers.index(f) for f, a, b in pairs if a != b)
    turns = np.array([t for t in itertools.product(range(3), repeat=len(slots)) if sum(t) % 3 == 0])
    found = []
    for order in itertools.permutations(slots):
        if sum(a > b for a, b in itertools.combinations(order, 2)) % 2 in parities:
            masks = np.zeros(len(turns), np.uint32)
            for column, (slot, piece) in enumerate(zip(slots, order, strict=True)):
                masks |= bits[slot, 3 * piece + turns[:, column]]
            found.append(np.unique(masks))
    return np.unique(np.concatenate(found))


@pytest.mark.slow
def test_the_fewest_stickers_of_a_pocket_cube():
    # Its corners are those of the 3×3×3; all 3,674,160 are compared.
    slots = [0, 1, 2, 3, 4, 5, 7]
    stickers = [f for slot in slots for f in CUBE.corners.frames[slot]]
    expected = smallest(differing(slots, stickers, parities=(0, 1)), len(stickers))
    everything = frozenset(f for slot in POCKET.corners.frames for f in slot)
    problem = SmallestSets(POCKET, everything, held=(6,))
    assert problem.solve()
    assert problem.bound == len(problem.best) == expected == 9
    sets = list(itertools.islice(problem, 5))
    assert len(set(sets)) == 5
    assert {len(stickers) for stickers in sets} == {9}


@pytest.mark.exhaustive
@pytest.mark.parametrize(("parities", "expected"), [((0,), 10), ((0, 1), 11)])
def test_the_fewest_stickers_of_the_corners(parities, expected):
    """All 88,179,840 matchings of the corners; the model's parts are 10 + 18 and 11 + 17."""
    stickers = [f for slot in CUBE.corners.frames for f in slot]
    masks = differing(list(range(8)), stickers, parities=parities)
    assert smallest(masks, 24) == expected
    edges = frozenset(f for slot in CUBE.edges.frames for f in slot)
    problem = SmallestSets(CUBE, edges | frozenset(stickers))
    assert problem.solve()
    assert [part.bound for part in problem._options[0]] == [11, 17]
    assert [part.bound for part in problem._options[1]] == [10, 18]


@pytest.mark.exhaustive
def test_the_fewest_stickers_of_a_cube():
    everything = frozenset(range(54)) - frozenset(CUBE.centres)
    problem = SmallestSets(CUBE, everything)
    assert problem.solve()
    assert problem.bound == 28
    # The sets that it has found prove the bounds, also to those who try all sets of stickers.
    for part in (part for option in problem._options for part in option):
        names = sorted(part._known)
        bits = [sum(1 << names.index(f) for f in found) for found in part._sets]
        assert smallest(np.array(bits, np.uint32), 24) == part.bound
    for stickers in itertools.islice(problem, 2):
        assert len(stickers) == 28
        assert tells(stickers)
        assert not any(tells(stickers - {facelet}) for facelet in stickers)


@pytest.mark.exhaustive
def test_no_smallest_set_is_one_for_both_parities():
    """Of edge stickers that tell all matchings apart, one can be left out for the even ones: every such set."""
    everything = frozenset(range(54)) - frozenset(CUBE.centres)
    even, every = (option[1] for option in SmallestSets(CUBE, everything)._options)
    assert (even._parities, every._parities) == ((0,), (0, 1))
    images = [symmetry.facelets_of(CUBE) for symmetry in SYMMETRIES]

    def least(stickers: frozenset[int]) -> tuple[int, ...]:
        return min(tuple(sorted(to[facelet] for facelet in stickers)) for to in images)

    tell, level = 0, {least(every._known)}
    while level:  # sets of one size, one of each class under symmetries
        smaller = [{least(frozenset(one) - {f}) for f in one} for one in level]
        assert all(any(even._tells(frozenset(s)) for s in each) for each in smaller)
        tell += len(level)
        level = {one for one in set().union(*smaller) if every._tells(frozenset(one))}
    assert tell == 330


def tells(stickers: frozenset[int]) -> bool:
    """Return whether only the solved cube shows these."""
    letters = "".join(c if f in stickers else "." for f, c in enumerate(Cube().facelets))
    return Completions(CUBE, agreement(Facelets(letters))).count == 1


def shrunk(stickers: frozenset[int], rng: random.Random, suffice) -> frozenset[int]:
    """Return a part of a set that suffices, and of which no sticker can be left out."""
    for facelet in rng.sample(sorted(stickers), len(stickers)):
        if suffice(stickers - {facelet}):
            stickers -= {facelet}
    return stickers


@pytest.mark.slow
@pytest.mark.parametrize("spare", [0, 1])
def test_each_smallest_set_of_some_stickers_is_listed_once(spare):
    """Of few more than are needed, against all their sets; without spare ones, for both parities of corners and edges."""
    rng = random.Random(0)
    everything = frozenset(range(54)) - frozenset(CUBE.centres)
    known: frozenset[int] = frozenset()
    for part in (part for option in SmallestSets(CUBE, everything)._options for part in option):
        if spare or part._parities == (0, 1):
            known |= shrunk(part._known, rng, part._tells)
    if spare:
        known = shrunk(known, rng, tells)
        known |= {*rng.sample(sorted(everything - known), spare)}
    needed = frozenset(facelet for facelet in known if not tells(known - {facelet}))
    sizes = (itertools.combinations(sorted(known - needed), n) for n in range(len(known)))
    smallest_sets = next(
        sets for each in sizes if (sets := [s for more in each if tells(s := needed.union(more))])
    )
    problem = SmallestSets(CUBE, known)
    assert problem.solve()
    listed = [*problem]
    assert len(listed) == len(smallest_sets)
    assert {*listed} == {*smallest_sets}


def test_no_time_gives_a_set_and_a_bound():
    everything = frozenset(range(54)) - frozenset(CUBE.centres)
    problem = SmallestSets(CUBE, everything, deadline=0.0)
    assert not problem.solve()
    assert 18 <= problem.bound < 28 <= len(problem.best)
    with pytest.raises(TimeoutError):
        next(iter(problem))


def test_an_invalid_model_is_no_time_limit():
    part = SmallestSets(CUBE, frozenset(range(54)) - frozenset(CUBE.centres))._options[0][0]
    part._model.new_int_var(2, 1, "")
    with pytest.raises(EngineError, match="MODEL_INVALID"):
        part._hitting(part._model, 1)
