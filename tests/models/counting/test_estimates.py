"""Estimates of how many cubes there are: random cubes, exact intervals, and how often these are right."""

from __future__ import annotations

import itertools
import math
import random
from fractions import Fraction
from functools import partial

import numpy as np
import pytest
from counting_questions import counted, question_of
from hypothesis import given
from hypothesis import strategies as st

from cubecsp.errors import OutOfReachError
from cubecsp.models.counting import (
    CONFIDENCE,
    COUNTERS,
    Estimate,
    ExactCount,
    corner_samples,
    rejection,
    shares,
)
from cubecsp.models.counting.intervals import estimate_of_weights, interval_of_share
from cubecsp.models.counting.number_of_cubes import all_cubes
from cubecsp.models.counting.random_cubes import random_cubes
from cubecsp.models.counting.shares import Share
from cubecsp.models.counting.way import PRECISE
from cubecsp.puzzle.cube.batch import is_reachable, to_array
from cubecsp.puzzle.cube.cube_puzzle import CUBE, cube_puzzle
from cubecsp.puzzle.cube.cubes import cube_class


def test_random_cubes_are_cubes_and_differ():
    for size in (2, 3, 4):
        puzzle = cube_puzzle(size)
        rows = random_cubes(puzzle, 300, np.random.Generator(np.random.PCG64(1)))
        assert is_reachable(rows, puzzle).all()
        assert len({row.tobytes() for row in rows}) == 300
        again = random_cubes(puzzle, 300, np.random.Generator(np.random.PCG64(1)))
        assert (rows == again).all()


def test_random_cubes_have_every_placement_everywhere_about_as_often():
    rows = random_cubes(CUBE, 24_000, np.random.Generator(np.random.PCG64(2)))
    for column in rows.T:
        often = np.bincount(column, minlength=24)
        assert ((often - 1000) ** 2 / 1000).sum() < 60  # of a chi-square with 23 degrees, p < 1e-5


def binomial_above(hits: int, samples: int, share: Fraction) -> Fraction:
    return sum(
        math.comb(samples, k) * share**k * (1 - share) ** (samples - k)
        for k in range(hits, samples + 1)
    )


@pytest.mark.parametrize("usual", [0, 7])
def test_what_nearly_all_samples_say_is_not_taken_for_all(usual):
    """Placements of the corners that differ may have been missed: the interval has room for some."""
    for others in (0, 3, 29):
        counts = np.array([usual] * (1_000 - others) + [40] * others, float)
        estimate = corner_samples._estimate(counts, largest=100)
        placements = math.factorial(8) * 3**7
        share = interval_of_share(others, 1_000)[1]
        assert estimate.most == math.ceil(
            ((1 - Fraction(share)) * usual + Fraction(share) * 100) * placements
        )
        assert estimate.least <= estimate.number < estimate.most


@pytest.mark.parametrize(("hits", "samples"), [(0, 10), (1, 1), (3, 20), (20, 20), (50, 120)])
def test_intervals_of_shares_leave_a_fortieth_on_either_side(hits, samples):
    least, most = interval_of_share(hits, samples)
    assert least < hits / samples or hits == 0
    assert most > hits / samples or hits == samples
    if hits:
        assert float(binomial_above(hits, samples, Fraction(least))) == pytest.approx(0.025)
    if hits < samples:
        below = 1 - float(binomial_above(hits + 1, samples, Fraction(most)))
        assert below == pytest.approx(0.025)


@pytest.mark.slow
@pytest.mark.few(4)
@pytest.mark.parametrize("method", ["rejection", "corner-samples", "hit-or-miss"])
@pytest.mark.parametrize(
    "rules",
    [
        ("oriented=URF+UF",),
        ("not-home=corners",),
        ("any(not-home=UF, not-home=URF)",),
        ("solved=DLF+DBL+DRB+DL+DB+FL", "no-touching=across"),
    ],
)
def test_estimates_have_known_numbers_in_their_intervals(method, rules):
    """The seed is the same each time, so that this holds always or never."""
    question = question_of(*rules, samples=1000)
    if COUNTERS[method].objection(question):
        assert method == "hit-or-miss" or rules[0].startswith("any")
        return
    truth = counted(*rules)
    inside, tries = 0, 12 if method == "hit-or-miss" else 30
    for seed in range(tries):
        found = counted(*rules, method=method, samples=1000, seed=seed, whole=True)
        assert isinstance(found, Estimate)
        assert found.least <= found.number <= found.most
        inside += found.least <= truth <= found.most
    assert inside >= 26 * tries // 30  # where 28.5 of 30 are expected


def ends(share: Share, flips: tuple[bool, ...]) -> tuple[Share, int]:
    """Draw points until the end, all at once if that is possible, and return how many there were."""
    while left := share.left:
        share.add(np.array(flips[share.drawn : share.drawn + left]))
    return share, share.drawn


@pytest.mark.ordinary(1)
@pytest.mark.parametrize(
    "chance", [Fraction(1, 10), Fraction(1, 3), Fraction(1, 2), Fraction(9, 10)]
)
@pytest.mark.few(2)
def test_shares_are_unbiased_and_their_intervals_contain_the_truth_often_enough(
    chance, monkeypatch
):
    """All sequences of nine points, of which three are drawn at least, and others up to the third hit."""
    monkeypatch.setattr(shares, "_HITS", 3)
    monkeypatch.setattr(shares, "_LONGER", 3)
    monkeypatch.setattr(Share, "_is_hopeless", False)
    mean, inside = Fraction(0), Fraction(0)
    points = 10**12
    for flips in itertools.product((False, True), repeat=9):
        share, drawn = ends(Share(points, 3, None), flips)
        assert drawn in (3, 9) or flips[drawn - 1]
        found = share.estimate()
        weight = math.prod(chance if flip else 1 - chance for flip in flips)
        mean += weight * found.number
        if found.least <= chance * points <= found.most:
            inside += weight
    assert float(mean) == pytest.approx(float(chance * points), rel=1e-9)
    assert inside >= Fraction(95, 100)


def test_a_pilot_ends_what_is_hopeless_and_nothing_else():
    few, many = np.zeros(200, bool), np.zeros(200, bool)
    few[0] = True
    many[:10] = True
    with pytest.raises(OutOfReachError, match="1 of 200 samples satisfy the rules"):
        Share(10**6, 1000, None, pilot=True).add(few)
    Share(10**6, 1000, None, pilot=True).add(many)
    Share(10**6, 1000, 500, pilot=True).add(few)


@pytest.mark.parametrize("method", ["rejection", "corner-samples"])
def test_no_hits_are_an_upper_bound_and_never_none(method):
    found = counted("solved=corners", method=method, samples=500, whole=True)
    assert (found.number, found.hits, found.least) == (0, 0, 0)
    assert found.most > counted("solved=corners")


@pytest.mark.parametrize(
    ("least", "most", "error", "longest"),
    [
        (90, 110, 0.1, None),  # as good as is asked for
        (90, 120, 0.2, 4),
        (80, 100, 0.2, 4),
        (79, 101, 0.21, 5),
        (100, 130, 0.3, 9),
    ],
)
def test_more_samples_are_worth_drawing_where_as_many_may_be_drawn(least, most, error, longest):
    """Four times as many make an error half as large."""
    estimate = Estimate(100, least, most, 50, 10)
    assert estimate.error == pytest.approx(error)
    worth = [longer for longer in range(1, 20) if estimate.is_worth_more(longer)]
    assert worth == ([] if longest is None else [*range(longest, 20)])
    assert Estimate(0, 0, 10, 50, 0).error == math.inf
    assert not Estimate(0, 0, 10, 50, 0).is_worth_more(1_000)


@pytest.mark.parametrize("usual", [40, 150, 400])
def test_placements_are_drawn_again_and_again_until_they_are_enough(usual, monkeypatch):
    """Twice as many each time, eight times as many at most, and none where even these would be too few."""
    monkeypatch.setattr("cubecsp.models.counting.corner_samples._usual_samples", lambda _: usual)
    ask = partial(counted, "no-touching=side", method="corner-samples", seed=1, whole=True)
    found, first = ask(), ask(samples=usual)
    assert found.samples in (usual, 2 * usual, 4 * usual, 8 * usual)
    assert (found.samples == usual) == (
        first.error <= PRECISE or first.error > PRECISE * math.sqrt(8)
    )
    if found.samples > usual:
        assert ask(samples=found.samples // 2).error > PRECISE
    if usual < found.samples < 8 * usual:
        assert found.error <= PRECISE
    assert found == ask(samples=found.samples)


@pytest.mark.exhaustive
def test_trials_try_what_edges_cannot_be_counted_with():
    """They hit fewer cubes, as many fewer as there are."""
    asked = ("no-touching=side", "solved=DLF")
    every, some = (
        counted(*asked, *more, method="hit-or-miss", samples=6_000, whole=True)
        for more in ([], ["any(order=4, not order=4)", "not at-most=2"])
    )
    assert every.least <= counted(*asked) <= every.most
    assert 0 < some.hits <= every.hits


@pytest.mark.slow
def test_the_same_seed_gives_the_same_estimate():
    for method in ("rejection", "corner-samples", "hit-or-miss"):
        first, again, other = (
            counted("no-touching=side", method=method, samples=3000, seed=seed, whole=True)
            for seed in (5, 5, 6)
        )
        assert first == again
        if method != "rejection":
            assert first != other


WALKED = [
    ("no-touching=across", 2, 67_868, 40),
    ("no-touching=side", 3, 234_173_555_841_235, 60),  # as `count` counts it exactly
]


@pytest.mark.exhaustive
@pytest.mark.parametrize(("rule", "size", "truth", "walks"), WALKED)
def test_annealed_walks_have_known_numbers_in_their_intervals(rule, size, truth, walks):
    """Of larger cubes no numbers are known; so these are of cubes that the planner has better ways for."""
    found = [walked(question_of(rule, size=size, samples=walks, seed=seed)) for seed in range(3)]
    assert all(one.least <= one.number <= one.most for one in found)
    assert sum(one.least <= truth <= one.most for one in found) >= 2
    assert all(one.most < 2 * truth for one in found)
    assert np.mean([one.number for one in found]) == pytest.approx(truth, rel=0.2)


@pytest.mark.ordinary(1)
@pytest.mark.parametrize(
    ("rule", "truth"), [("no-touching=side", 155_414), ("no-touching=across", 67_868)]
)
def test_weights_make_up_for_a_hasty_cooling(rule, truth, monkeypatch):
    """The hastier, the more differs what walks come from and what they lead to."""
    monkeypatch.setattr("cubecsp.models.counting.annealed_importance_sampling._TEMPERATURES", 50)
    found = [walked(question_of(rule, size=2, samples=100, seed=seed)) for seed in range(3)]
    assert sum(one.least <= truth <= one.most for one in found) >= 2
    assert np.mean([one.number for one in found]) == pytest.approx(truth, rel=0.25)


def walked(question):
    steps = COUNTERS["annealed-importance-sampling"].count(question)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


def test_walks_that_tell_little_say_so():
    rules = "every-colour", "at-most=3", "no-touching=side", "no-touching=diagonal"
    few = walked(question_of(*rules, size=4, samples=3, seed=1))
    assert few.least == few.number // 20
    assert few.most == all_cubes(cube_puzzle(4))
    assert estimate_of_weights([-math.inf] * 5, 1000, 100) == Estimate(0, 0, 100, 5, 0)
    one = estimate_of_weights([0.0] + [-math.inf] * 999, 10**6, 10**5)
    assert (one.number, one.least, one.most, one.hits) == (1000, 50, 10**5, 1)
    alike = estimate_of_weights([math.log(0.25)] * 50, 10**400, 10**400)
    assert alike.least == alike.number == alike.most
    assert abs(alike.number - 25 * 10**398) < 10**388


def test_intervals_of_weights_hold_the_mean_as_often_as_they_claim():
    draw, points = random.Random(1), 10**12
    estimates = [
        estimate_of_weights([math.log(draw.random()) for _ in range(100)], points, points)
        for _ in range(3000)
    ]
    held = sum(one.least <= points / 2 <= one.most for one in estimates)
    assert held / len(estimates) == pytest.approx(CONFIDENCE, abs=0.015)


def test_walks_are_for_larger_cubes_and_for_what_can_be_annealed():
    objection = COUNTERS["annealed-importance-sampling"].objection
    assert objection(question_of("no-touching=side", size=4)) is None
    assert "small cubes" in objection(question_of("no-touching=side"))
    assert "no rule is about pairs" in objection(question_of("faces-differ", size=4))
    solved = cube_class(4)().facelets
    drawing = question_of(f"stickers={solved[:48]}{'.' * 48}", "no-touching=side", size=4)
    assert "one piece" in objection(drawing)


@pytest.mark.parametrize(
    ("told", "shown"),
    [
        (
            (8_939_800_119_082, 7_348_771_849_095, 10_875_290_158_719),
            (89 * 10**11, 73 * 10**11, 109 * 10**11),
        ),
        ((1_000_499, 990_001, 1_010_001), (1_000_000, 990_000, 1_011_000)),
        ((17, 3, 40), (17, 3, 40)),
        ((5, 5, 5), (5, 5, 5)),
        ((0, 0, 63_211), (0, 0, 64_000)),
    ],
)
def test_as_many_digits_as_the_interval_is_worth(told, shown):
    assert Estimate(*told, samples=100, hits=1).rounded == shown


@given(st.integers(0, 10**30), st.integers(0, 10**30), st.integers(0, 10**30))
def test_rounded_intervals_are_hardly_wider(one, other, third):
    least, number, most = sorted((one, other, third))
    about, lower, upper = Estimate(number, least, most, 100, 1).rounded
    assert lower <= least <= most <= upper
    assert lower <= about <= upper
    assert 10 * (upper - lower) <= 11 * (most - least) + 20


def test_an_estimate_draws_from_the_cubes_of_an_order_if_these_are_far_fewer():
    """With the first two layers solved, 991 cubes are their own inverse and not solved; 40 show two colours on top."""
    asked = ["order=2", "solved=F2L", "colours(U)==2"]
    estimate = counted(*asked, method="rejection", whole=True, samples=400, seed=1)
    assert estimate.samples == 400
    assert estimate.least <= 40 <= estimate.most < 991 / 10


def test_an_estimate_draws_from_all_cubes_if_those_of_an_order_are_not_far_fewer():
    estimate = counted("not order=2", "at-most=2", method="rejection", whole=True, samples=50)
    assert estimate.hits == 0
    assert estimate.most == pytest.approx(all_cubes(CUBE) * interval_of_share(0, 50)[1])


@pytest.mark.parametrize(
    ("way", "asked"),
    [
        ("rejection", ["order=2", "order=3"]),
        ("hit-or-miss", ["no-touching=side", "solved=URF", "no-piece-home"]),
    ],
)
def test_where_there_is_nothing_to_draw_from_there_is_no_cube(way, asked):
    assert counted(*asked, method=way, whole=True) == ExactCount(0)


def test_no_interval_of_weights_goes_beyond_what_is_known_to_be_the_most():
    """Here the deviation alone would go to 800."""
    told = estimate_of_weights([0.0, math.log(0.5)] * 50, points=1000, within=760)
    assert told.number == 750
    assert 700 < told.least < told.number < told.most == 760


@pytest.mark.ordinary(1)
@pytest.mark.parametrize(("size", "most"), [(4, 100), (7, 47), (50, 1)])
def test_a_step_draws_few_large_cubes(size, most, monkeypatch):
    """One of size 50 takes a twentieth of a second; each sample is the same in a batch of any size."""
    drawn = []

    def solved(puzzle, number, _generator):
        drawn.append(number)
        return np.repeat(to_array([cube_class(size)()], puzzle), number, axis=0)

    monkeypatch.setattr(rejection, "random_cubes", solved)
    steps = COUNTERS["rejection"].count(question_of("at-most=9", size=size, samples=150))
    for _ in range(2):
        next(steps)
    assert drawn == [most]
