"""The native search by itself, against brute force: what it finds, on its rare paths too."""

from __future__ import annotations

import contextlib
import itertools
import json
import random

import native_calls
import pytest
from native_calls import KEPT, KINDS, made, replay, rest, sequence, states
from native_twins import SEVEN, Twin

pytestmark = pytest.mark.native

BUILDING = ("restrict", "relate", "require", "add", "break")


def replayed_search(calls):
    search = made(*calls[0])
    for name, *args in calls[1:]:
        with contextlib.suppress(ValueError):
            getattr(search, name)(*args)
    return search


@pytest.mark.few(1)
@pytest.mark.parametrize("hundred", range(5))
def test_random_calls(hundred):
    """Right and wrong calls in any order: what is accepted counts, what is refused changes nothing."""
    found = [len(replay(sequence(seed))) for seed in range(100 * hundred, 100 * hundred + 100)]
    assert sum(number > 0 for number in found) > 40  # it was about something


@pytest.mark.ordinary(1)
@pytest.mark.parametrize("begin", range(10**6, 10**6 + 150, 50))
def test_random_questions(begin):
    found = [len(replay(sequence(seed, spoil=0))) for seed in range(begin, begin + 50)]
    assert sum(number > 0 for number in found) > 10


@pytest.mark.ordinary(1)
@pytest.mark.parametrize("begin", range(10**6, 10**6 + 500, 250))
def test_random_questions_by_the_parts_of_at_leasts(begin):
    """The same states are found, whatever is decided first; and often a part is."""
    by_parts = 0
    for seed in range(begin, begin + 250):
        calls = sequence(seed, spoil=0)
        built = [call for call in calls[1:] if call[0].startswith(BUILDING)]
        asked = [calls[0], *built, ["branch_on_parts"]]
        search = replayed_search(asked)
        if not any(var >= search.vars for path in search.branches(1) for var, _ in path):
            continue
        by_parts += 1
        replay([*asked, ["shuffle", seed]])
        replay([*asked, ["branches", seed % 4]])
    assert by_parts > 3


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


@pytest.mark.ordinary(2)
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


@pytest.mark.ordinary(2)
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


@pytest.mark.ordinary(2)
@pytest.mark.few(6)
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


@pytest.mark.ordinary(3)
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


@pytest.mark.ordinary(15)
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


@pytest.mark.ordinary(15)
@pytest.mark.parametrize("seed", range(40))
def test_counts_that_overlap(seed):
    """A slot may serve several counts of the same slots, so they may want more than there are."""
    rng = random.Random(seed)
    twin = Twin(SEVEN)
    for _ in range(rng.choice((2, 3, 5))):
        masks = [(var, rng.randrange(256) | rng.randrange(256)) for var in range(7)]
        twin.demand("add_count", masks, rng.randint(3, 5), 7)
    twin.check()


@pytest.mark.parametrize("seed", range(20))
def test_counts_over_several_orbits(seed):
    """What those of the orbits that are done add to a count depends on the branch."""
    rng = random.Random(seed)
    twin = Twin(((3, 2), (3, 1), (2, 1)))
    for _ in range(3):
        slots = rng.choices(range(8), k=rng.randint(4, 9))
        for _ in range(rng.randint(1, 3)):
            masks = [(slot, rng.randrange(1, 64)) for slot in slots]
            twin.demand("add_count", masks, rng.randint(1, 3), rng.randint(3, 5))
    assert len(twin.check()) < len(Twin(((3, 2), (3, 1), (2, 1))).check())


@pytest.mark.parametrize("kind", KINDS)
def test_the_first_orbit_comes_first(kind):
    """So it does if a slot of the next one, whose domain lies in the same vector, has fewer candidates."""
    search = made([[3, 2], [5, 1]], kind=kind)
    search.restrict_domain(3, 0b11)
    paths = search.branches(3)
    assert len(paths) == 6 * 4 * 2
    assert {(a < 3, b < 3, c) for (a, _), (b, _), (c, _) in paths} == {(True, True, 3)}


@pytest.mark.ordinary(12)
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


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("turns", [1, 2])
@pytest.mark.parametrize("fewer", range(2, 11))
def test_slots_that_are_confined_to_fewer_pieces_than_they_are(kind, turns, fewer):
    """The search sees that before any slot has a piece; if the numbers are equal, it also sees the pieces left."""
    search = made([[12, turns]], kind=kind)
    for slot in range(1, fewer + 2):
        search.restrict_domain(slot, (1 << fewer * turns) - 1)
    assert search.run(1000, 1) == b""
    assert search.done
    assert search.nodes == 0
    search = made([[12, turns]], kind=kind)
    for slot in range(1, fewer + 1):
        search.restrict_domain(slot, (1 << fewer * turns) - 1)
    search.restrict_domain(11, (1 << (fewer + 1) * turns) - 1)
    (found,) = native_calls.unpacked(search.run(10**6, 1), 12)
    assert sorted(piece // turns for piece in found[1 : fewer + 1]) == [*range(fewer)]
    assert found[11] // turns == fewer
