"""Native sums over ways to fill slots, against all ways to fill a few."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cubecsp import SYMMETRIES, Cube
from cubecsp._native import EdgeSums, completions
from cubecsp.models.counting.automata import NO_STATE
from cubecsp.models.counting.halves import Halves
from cubecsp.puzzle.core.permutation import permutation_parity
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.puzzle.cube.images import slot_map

pytestmark = pytest.mark.native


def masks(slots: int, values: int) -> st.SearchStrategy[list[int]]:
    """Domains that have about three quarters of the placements."""
    two = st.tuples(*[st.integers(0, (1 << values) - 1)] * 2)
    return st.lists(two.map(lambda pair: pair[0] | pair[1]), min_size=slots, max_size=slots)


def whole(turns: int, domains: list[int]) -> list[int]:
    """Return in how many ways all slots can be filled, by parity and the sum of the turns."""
    return np.frombuffer(completions(turns, domains), np.uint64)[: 2 * turns].tolist()


@given(st.data())
def test_matchings_are_those_that_can_be_listed(data):
    turns, slots = data.draw(st.integers(1, 3)), data.draw(st.integers(0, 5))
    domains = data.draw(masks(slots, slots * turns))
    expected = [0] * (2 * turns)
    for pieces in itertools.permutations(range(slots)):
        odd = permutation_parity(pieces)
        for turned in itertools.product(range(turns), repeat=slots):
            if all(
                domain >> (piece * turns + turn) & 1
                for domain, piece, turn in zip(domains, pieces, turned, strict=True)
            ):
                expected[odd * turns + sum(turned) % turns] += 1
    assert whole(turns, domains) == expected


def test_matchings_of_whole_orbits():
    half = math.factorial(12) // 2 * 2**11
    assert whole(2, [(1 << 24) - 1] * 12) == [half] * 4
    assert whole(3, [(1 << 24) - 1] * 8) == [math.factorial(8) // 2 * 3**7] * 6


@pytest.mark.parametrize(
    ("turns", "domains"), [(0, []), (4, [1]), (1, [2]), (2, [1] * 13), (3, [1 << 63])]
)
def test_matchings_refuse_what_is_no_orbit(turns, domains):
    with pytest.raises(ValueError, match="slots|placement|turned"):
        completions(turns, domains)


def domains_of_edges(rng: random.Random, free: int) -> list[int]:
    """Domains that have one placement, except for `free` of them, so that there are few ways."""
    pieces = rng.sample(range(12), 12)
    open_slots = rng.sample(range(12), free)
    some = sum(3 << 2 * pieces[slot] for slot in open_slots)
    return [
        some & ~(1 << rng.randrange(24))
        if slot in open_slots
        else 1 << 2 * piece + rng.randrange(2)
        for slot, piece in enumerate(pieces)
    ]


def edges_within(domains: list[int], *, odd: bool) -> list[tuple[int, ...]]:
    """List the ways to place the edges, by brute force."""
    ways: list[tuple[int, ...]] = [()]
    for domain in domains:
        ways = [
            (*way, value)
            for way in ways
            for value in range(24)
            if domain >> value & 1 and value // 2 not in {v // 2 for v in way}
        ]
    return [
        way
        for way in ways
        if sum(way) % 2 == 0 and permutation_parity([v // 2 for v in way]) == odd
    ]


def random_automaton(rng: random.Random, slots: list[int], stops: float) -> list[list[int]]:
    """An automaton over slots that stops at a share of what each can hold."""
    steps, before = [], 1
    for place in range(len(slots)):
        after = 1 if place + 1 == len(slots) else rng.randrange(1, 6)
        reached = [*range(after)]  # each of them at least once
        others = range(24 * before - after)
        step = reached + [
            NO_STATE if rng.random() < stops else rng.randrange(after) for _ in others
        ]
        rng.shuffle(step)
        steps.append(step)
        before = after
    return steps


def accepts(slots: list[int], steps: list[list[int]], held: Sequence[int]) -> bool:
    state = 0
    for slot, step in zip(slots, steps, strict=True):
        state = step[24 * state + held[slot]]
        if state == NO_STATE:
            return False
    return True


@pytest.mark.ordinary(8)
@pytest.mark.parametrize("coupled", [0, 1, 3, 6])
@pytest.mark.parametrize("seed", range(12))
def test_edge_sums_under_many_corners_are_those_that_can_be_listed(seed, coupled):
    """Rows come in every order: whatever was kept of the one before has to be seen to be stale."""
    rng = random.Random(seed)
    domains = domains_of_edges(rng, 4)
    free = [slot for slot in range(12) if domains[slot].bit_count() > 1]
    sums, tables = EdgeSums(domains), []
    # Without couplings, early slots depend on corners, too: each change has to be seen by those after it.
    for number in range(4 if coupled else 11):
        edge = rng.randrange(12) if coupled else number
        corners = rng.sample(range(8), rng.choice((1, 1, 2)))
        table = [rng.getrandbits(24) | rng.getrandbits(24) for _ in range(24 ** len(corners))]
        sums.depend(edge, corners, table)
        tables.append((edge, corners, table))
    order = Halves(tuple(rng.sample(range(12), 12)), rng.choice((5, 6, 7)), rng.randrange(9))
    sums.arrange(order.edges, order.front, order.corners)
    automata = []
    for _ in range(coupled):
        # Mostly of slots that are open, so that not all is lost by chance.
        edges = {*rng.sample(free, rng.randrange(1, 4)), *rng.sample(range(12), rng.randrange(2))}
        slots = order.ordered({*rng.sample(range(8), rng.randrange(3)), *(8 + e for e in edges)})
        some = [slot for slot in slots if rng.random() < 0.7] or slots
        automata.append([(one, random_automaton(rng, one, 0.2 / coupled)) for one in (slots, some)])
        sums.couple(automata[-1])
    rows = [Cube.random(rng.randrange(3)).corners for _ in range(30)]
    rows += [Cube.random(rng.getrandbits(32)).corners for _ in range(30)]
    expected = []
    for row in rows:
        left = list(domains)
        for edge, corners, table in tables:
            at = 0
            for corner in corners:
                at = 24 * at + row[corner]
            left[edge] &= table[at]
        odd = permutation_parity([value // 3 for value in row])
        ways = edges_within(left, odd=odd)
        expected.append(
            sum(
                all(accepts(*one, (*row, *way)) for group in automata for one in group)
                for way in ways
            )
        )
    assert any(expected)
    found = np.frombuffer(sums.counts(b"".join(rows)), np.uint64)
    assert found.tolist() == expected
    again = np.frombuffer(sums.copy().counts(b"".join(reversed(rows))), np.uint64)
    assert again.tolist() == expected[::-1]
    parts = [np.frombuffer(sums.counts(b"".join(rows), i, 3), np.uint64) for i in range(8)]
    assert np.sum(parts, axis=0).tolist() == expected


@pytest.mark.parametrize("where", [8, 13, 14, 19])
def test_no_edges_are_left_after_what_nothing_can_follow(where):
    """The corners are no contradiction by themselves, but each content of an edge slot contradicts them."""
    sums = EdgeSums([(1 << 24) - 1] * 12)
    sums.arrange([*range(12)], 6, 3)
    free = sums.copy()
    first = [int(value >= 12) for value in range(24)]
    sums.couple([([0, where], [first, [0] * 24 + [NO_STATE] * 24])])
    corners = [Cube.random(seed).corners for seed in range(20)]
    found = np.frombuffer(sums.counts(b"".join(corners)), np.uint64)
    expected = np.frombuffer(free.counts(b"".join(corners)), np.uint64)
    assert found.tolist() == [
        0 if row[0] >= 12 else number
        for row, number in zip(corners, expected.tolist(), strict=True)
    ]


@pytest.mark.ordinary(4)
@pytest.mark.few(12)
@pytest.mark.parametrize("index", range(48))
def test_edges_that_a_symmetry_preserves_are_those_among_all(index):
    rng = random.Random(index)
    symmetry = SYMMETRIES[index]
    slots = slot_map(CUBE, symmetry)[8:]
    sources, values = [source - 8 for source, _ in slots], [list(v) for _, v in slots]
    domains = [0] * 12
    for turned in (0, 1):  # solved edges and superflip are preserved by all
        for slot in range(12):
            domains[slot] |= 1 << 2 * slot + turned
    for slot in rng.sample(range(12), 3):
        domains[slot] |= rng.getrandbits(24) & rng.getrandbits(24)
    row = Cube().corners
    expected = sum(
        all(values[i][way[sources[i]]] == value for i, value in enumerate(way))
        for way in edges_within(domains, odd=False)
    )
    assert expected >= 2
    assert EdgeSums(domains).preserved(row, sources, values) == expected


def arranged() -> EdgeSums:
    sums = EdgeSums([1] * 12)
    sums.arrange([*range(12)], 6, 3)
    return sums


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: EdgeSums([1] * 11),
        lambda: EdgeSums([1 << 24] * 12),
        lambda: EdgeSums([1] * 12).depend(12, [0], [1] * 24),
        lambda: EdgeSums([1] * 12).depend(0, [8], [1] * 24),
        lambda: EdgeSums([1] * 12).depend(0, [], [1]),
        lambda: EdgeSums([1] * 12).depend(0, [0, 1, 2, 3], [1] * 24**4),
        lambda: EdgeSums([1] * 12).depend(0, [0], [1] * 23),
        lambda: EdgeSums([1] * 12).arrange([*range(11)], 6, 0),
        lambda: EdgeSums([1] * 12).arrange([0] * 12, 6, 0),
        lambda: EdgeSums([1] * 12).arrange([*range(1, 13)], 6, 0),
        lambda: EdgeSums([1] * 12).arrange([*range(12)], 4, 0),
        lambda: EdgeSums([1] * 12).arrange([*range(12)], 8, 0),
        lambda: EdgeSums([1] * 12).arrange([*range(12)], 6, 9),
        lambda: EdgeSums([1] * 12).couple([([8, 9], [[0] * 24] * 2)]),
        lambda: arranged().couple([]),
        lambda: arranged().couple([([], [])]),
        lambda: arranged().couple([([8], [[0] * 23])]),
        lambda: arranged().couple([([8], [[0] * 23 + [1]])]),
        lambda: arranged().couple([([8, 9], [[0] * 23 + [1], [0] * 24])]),
        lambda: arranged().couple([([20], [[0] * 24])]),
        lambda: arranged().couple([([9, 8], [[0] * 24] * 2)]),
        lambda: arranged().couple([([8, 8], [[0] * 24] * 2)]),
        lambda: arranged().couple([([8, 2], [[0] * 24] * 2)]),
        lambda: arranged().counts(b"", 4, 2),
        lambda: arranged().counts(b"", 0, 13),
        lambda: EdgeSums([1] * 12).counts(b"\0" * 7),
        lambda: EdgeSums([1] * 12).counts(b"\x18" * 8),
        lambda: EdgeSums([1] * 12).preserved(bytes(16), [*range(12)], [[*range(24)]] * 12),
        lambda: EdgeSums([1] * 12).preserved(b"\xff" * 8, [*range(12)], [[*range(24)]] * 12),
        lambda: EdgeSums([1] * 12).preserved(bytes(8), [0] * 12, [[*range(24)]] * 12),
        lambda: EdgeSums([1] * 12).preserved(bytes(8), [*range(12)], [[24] * 24] * 12),
        lambda: EdgeSums([1] * 12).preserved(bytes(8), [*range(12)], [[0] * 23] * 12),
    ],
)
def test_edge_sums_refuse_what_makes_no_sense(wrong):
    with pytest.raises(
        ValueError, match="slot|placement|row|corner|image|entry|state|part|automaton"
    ):
        wrong()


def test_dependences_come_before_counting():
    sums = EdgeSums([1] * 12)
    sums.counts(b"")
    with pytest.raises(ValueError, match="started"):
        sums.depend(0, [0], [1] * 24)
