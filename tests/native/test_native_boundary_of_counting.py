"""Counting, sampling and annealing in native code, called with what can't be right: refused, and never a crash."""

from __future__ import annotations

import random

import pytest
from native_odd import REFUSED, odd_arguments

from cubecsp import _native

pytestmark = pytest.mark.native

# Counting and sampling

WHOLE = (1 << 24) - 1
AT_HOME = [7 << 3 * slot for slot in range(8)]  # each corner in its slot, turned in any way
SAMPLING = {
    "Boxes": ([(1, [WHOLE] * 8, [WHOLE] * 12)],),
    "CornerTrials": (AT_HOME, [WHOLE] * 12),
    "EdgeSums": ([WHOLE] * 12,),
    "completions": (3, [WHOLE] * 8),
    "numbers_below": (10, 1, 0, 0, 5),
}


def use_sampling(made: object, rng: random.Random) -> None:
    """Call what is made with what may be odd."""
    row = bytes(range(0, 24, 3))
    calls = {
        "row": (0, 5),
        "drawn": (1, 0, 0, 3),
        "depend": (2, [0, 3], [WHOLE] * 576),
        "hits": (1, 0, 0, 3),
        "points": (),
        "bound": (row,),
        "counts": (row, 0, 0),
    }
    for name, args in calls.items():
        method = getattr(made, name, None)
        if method is None:
            continue
        for tried in (args, *(odd_arguments(args, rng, 6) if args else ())):
            try:
                method(*tried)
            except REFUSED:
                continue


@pytest.mark.parametrize("name", SAMPLING)
@pytest.mark.parametrize("seed", range(2))
def test_counting_and_sampling_refuse_what_is_odd(name, seed):
    rng, refused = random.Random(f"{name} {seed}"), 0
    for tried in odd_arguments(SAMPLING[name], rng, 40):
        try:
            made = getattr(_native, name)(*tried)
        except REFUSED:
            refused += 1
            continue
        use_sampling(made, rng)
    assert refused > 5
    use_sampling(getattr(_native, name)(*SAMPLING[name]), rng)


def test_trials_name_what_they_refuse():
    for corners, edges in (
        (AT_HOME[:7], [WHOLE] * 12),
        (AT_HOME, [WHOLE] * 11),
        (AT_HOME, [1 << 24] * 12),
    ):
        with pytest.raises(ValueError, match="domain|placement"):
            _native.CornerTrials(corners, edges)
    trials = _native.CornerTrials(AT_HOME, [WHOLE] * 12)
    for edge, corners, size in (
        (12, [0], 24),
        (0, [], 1),
        (0, [3, 0], 576),
        (0, [8], 24),
        (0, [0], 23),
    ):
        with pytest.raises(ValueError, match="slot|corners|domain"):
            trials.depend(edge, corners, [WHOLE] * size)
    for row in (b"", bytes(8), b"\xff" * 8, bytes(range(0, 27, 3))):
        with pytest.raises(ValueError, match="row|placement"):
            trials.bound(row)
    assert trials.bound(bytes(range(0, 24, 3))) >= 490_497_638_400
    with pytest.raises(ValueError, match="sampling has begun"):
        trials.depend(0, [0], [WHOLE] * 24)
    with pytest.raises(ValueError, match="too many"):
        trials.hits(1, 0, 0, 1 << 40)


def test_nothing_to_throw_at():
    """Two slots that may hold one corner alone."""
    trials = _native.CornerTrials([AT_HOME[0], *AT_HOME[:7]], [WHOLE] * 12)
    assert trials.points() == (0, 0)
    assert trials.hits(1, 0, 0, 100) == (b"", b"")


# Annealing

FRAMES = [[0, 1], [2, 3], [4, 5]]
COLOURS = [[0, 1], [1, 0], [2, 3], [3, 2], [4, 5], [5, 4]]
ANNEALING = (
    [(2, FRAMES, COLOURS)],
    [(6, 0)],
    [(2, [(0, 1)], [0])],
)
SCHEDULE = {"hot": 1.0, "cold": 0.1, "sweeps": 5, "most": 20, "seed": 1}
HOSTILE = (
    *(2**31, 2**31 - 1, -(2**31), 2**32 - 1, 2**32, 2**32 + 1, 2**63 - 1, 2**63, 2**64 - 1, -1, 46_341),
    *(float("nan"), float("inf"), -float("inf"), 5e-324, 1.7e308, 0.0, None, "x", []),
)  # fmt: skip


def spoiled_deeply(value: object, rng: random.Random) -> object:
    """Return a value with one hostile thing in it, however deep."""
    if isinstance(value, (list, tuple)) and value and rng.random() < 0.9:
        at = rng.randrange(len(value))
        return [spoiled_deeply(v, rng) if i == at else v for i, v in enumerate(value)]
    return rng.choice(HOSTILE)


def use_annealing(made: _native.Annealing, rng: random.Random) -> None:
    calls = {
        "relate": [0, 1, True],
        "bound": [[(0, 0, 1), (1, 1, -1)], 0, 1],
        "allow": [0, 5],
        "walk": [1.0, 50],
    }
    for name in rng.sample(sorted(calls), len(calls)):
        for args in (calls[name], spoiled_deeply(calls[name], rng)):
            if not isinstance(args, list) or not args:
                continue
            if name == "walk" and isinstance(args[1], int) and args[1] > 50:
                continue  # that is what was asked for
            try:
                getattr(made, name)(*args)
            except REFUSED:
                continue
    made.run(200)
    made.reheat()
    made.run(200)
    assert len(made.row) == len(FRAMES)
    assert made.cost >= 0


@pytest.mark.parametrize("seed", range(9))
def test_the_cost_of_annealing_is_that_of_what_slots_hold(seed):
    """Of pairs of stickers anywhere, on one piece too: each that is not as demanded costs the same."""
    rng = random.Random(seed)
    colours = [[0, 1], [1, 0], [1, 2], [2, 1], [2, 0], [0, 2]]  # which pieces have in common
    pairs = [(*rng.sample(range(6), 2), rng.random() < 0.5) for _ in range(1 + seed % 3)]
    made = _native.Annealing([(2, FRAMES, colours)], [], [], **SCHEDULE | {"seed": seed})
    for pair in pairs:
        made.relate(*pair)
    for _ in range(200):
        made.walk(1.0, 1)
        shown = [colour for value in made.row for colour in colours[value]]
        assert made.cost == 2 * sum((shown[a] == shown[b]) != equal for a, b, equal in pairs)


@pytest.mark.parametrize("seed", range(3))
def test_falls_of_one_sweep_are_at_the_last_temperature(seed):
    """Without end, since no fall may take more: moves are those of a walk at that temperature."""
    rows = []
    for fall in (True, False):
        how = SCHEDULE | {"hot": 2.0, "cold": 0.5, "sweeps": 1, "most": 1, "seed": seed}
        made = _native.Annealing([(2, FRAMES, [[i % 6, i // 2] for i in range(6)])], [], [], **how)
        for pair in ((0, 1), (1, 2), (2, 3), (3, 4), (4, 5)):
            for equal in (True, False):  # one of the two is always broken: it never ends
                made.relate(*pair, equal)
            made.relate(0, pair[1], True)
        shown = []
        for _ in range(200):
            made.run(1) if fall else made.walk(0.5, 1)
            shown.append(bytes(made.row))
        rows.append(shown)
    assert rows[0] == rows[1]
    assert len({*rows[0]}) > 3


@pytest.mark.parametrize("seed", range(3))
def test_annealing_refuses_what_is_out_of_range(seed):
    rng, refused = random.Random(seed), 0
    for _ in range(200):
        args, schedule = list(ANNEALING), dict(SCHEDULE)
        if rng.random() < 0.6:
            args = spoiled_deeply(args, rng)
        else:
            schedule[rng.choice(sorted(schedule))] = rng.choice(HOSTILE)
        try:
            made = _native.Annealing(*args, **schedule)
        except REFUSED:
            refused += 1
            continue
        use_annealing(made, rng)
    assert refused > 50
    use_annealing(_native.Annealing(*ANNEALING, **SCHEDULE), rng)


@pytest.mark.parametrize(
    ("laws", "more"),
    [
        ([(2**31 - 1, [(0, 2**31 - 1)], [])], {}),
        ([(3, [(0, 1), (0, 1)], [])], {}),
        ([], {"hot": float("inf")}),
        ([], {"cold": float("inf")}),
        ([], {"sweeps": 2**30}),
        ([], {"most": 2**31 - 1}),
    ],
)
def test_annealing_names_what_is_out_of_range(laws, more):
    with pytest.raises(ValueError, match="modulus|twice|temperatures|sweep"):
        _native.Annealing(ANNEALING[0], ANNEALING[1], laws, **SCHEDULE | more)
