"""The cheapest ways to fill slots: against every way to fill them."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from cubecsp._native import likely_matchings

pytestmark = pytest.mark.native

ORBITS = [
    ([1] * 5, 2, True),
    ([1] * 4, 3, True),
    ([2, 2, 2], 1, False),
    ([1, 2, 1], 2, False),
    ([1] * 6, 1, True),
]


def every_matching(costs: np.ndarray, copies: list[int], parity: bool):
    """Return the cost and the placements of every matching, by its class, the cheapest first."""
    slots, _, turns = costs.shape
    pieces = [kind for kind, number in enumerate(copies) for _ in range(number)]
    found: dict[int, list[tuple[float, tuple[int, ...]]]] = {}
    for order in set(itertools.permutations(pieces)):
        odd = sum(a > b for a, b in itertools.combinations(order, 2)) % 2 if parity else 0
        for turned in itertools.product(range(turns), repeat=slots):
            cost = sum(costs[slot, order[slot], turned[slot]] for slot in range(slots))
            row = tuple(kind * turns + turn for kind, turn in zip(order, turned, strict=True))
            found.setdefault(odd * turns + sum(turned) % turns, []).append((cost, row))
    return {which: sorted(matchings) for which, matchings in found.items()}


@pytest.mark.ordinary(6)
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("copies", "turns", "parity"), ORBITS)
def test_every_matching_of_small_orbits(copies, turns, parity, seed):
    slots = sum(copies)
    costs = np.random.default_rng(seed).normal(scale=3, size=(slots, len(copies), turns))
    known = every_matching(costs, copies, parity)
    least, horizon, classes = likely_matchings(
        costs, copies, parity, horizon=math.inf, number=7, most=4096
    )
    assert horizon == math.inf
    assert least == pytest.approx(min(some[0][0] for some in known.values()))
    assert len(classes) == (2 if parity else 1) * turns
    for which, (cheapest, log_weight, listed, rows, shares) in enumerate(classes):
        matchings = known[which]
        weights = np.exp([-cost for cost, _ in matchings])
        assert cheapest == pytest.approx(matchings[0][0])
        assert log_weight == pytest.approx(math.log(weights.sum()))
        assert np.frombuffer(listed) == pytest.approx([cost for cost, _ in matchings[:7]])
        assert np.frombuffer(rows, np.uint8).reshape(-1, slots).tolist() == [
            list(row) for _, row in matchings[:7]
        ]
        expected = np.zeros((slots, len(copies) * turns))
        for weight, (_, row) in zip(weights, matchings, strict=True):
            expected[np.arange(slots), list(row)] += weight / weights.sum()
        assert np.frombuffer(shares).reshape(expected.shape) == pytest.approx(expected)


@pytest.mark.parametrize("horizon", [0.0, 0.5, 2.0, 5.0])
def test_everything_within_the_horizon_is_found(horizon):
    costs = np.random.default_rng(1).exponential(2, size=(5, 5, 2))
    known = every_matching(costs, [1] * 5, True)
    best = min(some[0][0] for some in known.values())
    least, _, classes = likely_matchings(costs, [1] * 5, True, horizon=horizon, number=999, most=99)
    assert least == pytest.approx(best)
    for which, (_, _, listed, _, _) in enumerate(classes):
        near = [cost for cost, _ in known[which] if cost <= best + horizon + 1e-6]
        assert np.frombuffer(listed)[: len(near)] == pytest.approx(near)


@pytest.mark.ordinary(1)
@pytest.mark.parametrize("most", [2, 5, 30])
def test_the_cheapest_matching_is_kept_however_few_states_are(most):
    costs = np.random.default_rng(most).random((8, 8, 1))
    least, horizon, ((cheapest, *_),) = likely_matchings(
        costs, [1] * 8, False, horizon=99.0, number=1, most=most
    )
    known = min(
        sum(costs[slot, piece, 0] for slot, piece in enumerate(order))
        for order in itertools.permutations(range(8))
    )
    assert (least, cheapest) == (pytest.approx(known), pytest.approx(known))
    assert horizon < 99


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"copies": [2, 2]}, "copies is needed for each kind"),
        ({"copies": [2, 2, 1]}, "as many pieces as slots"),
        ({"copies": [4, 1, 0]}, "one copy at least"),
        ({"parity": True}, "have no parity"),
        ({"costs": np.full((4, 3, 2), np.nan)}, "finite"),
        ({"costs": np.zeros((0, 3, 2))}, "nothing to fill"),
        ({"costs": np.zeros((4, 3, 99))}, "too many placements"),
        ({"horizon": -1.0}, "horizon"),
        ({"most": 1}, "states"),
        ({"number": 0}, "matchings"),
    ],
)
def test_what_makes_no_sense_is_refused(change, why):
    right = {"costs": np.zeros((4, 3, 2)), "copies": [1, 2, 1], "parity": False}
    right |= {"horizon": 1.0, "number": 1, "most": 9}
    likely_matchings(**right)
    with pytest.raises(ValueError, match=why):
        likely_matchings(**right | change)
