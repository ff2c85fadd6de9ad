"""Random cubes: generators, numbers, and that all cubes are equally likely, way by way."""

from __future__ import annotations

import itertools
import time
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from sampling_checks import (
    chi_square_beyond,
    drawn,
    is_likely,
    listed,
    numbering_of,
    question,
)

from cubecsp import Cube, LimitError, _native, count, sample
from cubecsp.models.counting import SAMPLERS, ProgressSign, Way, listing
from cubecsp.models.counting.corner_rejection import Trials
from cubecsp.models.counting.coupled_edges import (
    CORNERS,
    about_corners,
    edge_sums,
    numbers,
    with_edges_home,
)
from cubecsp.models.counting.drawing_plans import NUMBERING, plan_to_draw, plan_to_number
from cubecsp.models.counting.random_cubes import random_placements
from cubecsp.models.counting.way import Question
from cubecsp.models.sampling import drawing_tasks as tasks
from cubecsp.models.sampling.drawing_tasks import draw_in_tasks
from cubecsp.models.sampling.random_numbers import Draws, RandomStream
from cubecsp.models.sampling.sample_source import SampleBlock, SampleSource
from cubecsp.puzzle.cube import batch
from cubecsp.puzzle.cube.cube_puzzle import CUBE, cube_puzzle
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.puzzle.definitions.load import load_puzzle
from cubecsp.questions.asking.cubes_and_rules import pattern_of
from cubecsp.questions.asking.steps import follow
from cubecsp.work.executor import Executor
from cubecsp.work.tasks import FinishedTask

# The generator


def philox(key: tuple[int, int], counter: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """Return the four words that a counter gives under a key."""
    (one, other), (a, b, c, d), word = key, counter, (1 << 64) - 1
    for _ in range(10):
        first, second = a * 0xD2E7470EE14C6C93, c * 0xCA5A826395121157
        a, b = second >> 64 ^ b ^ one, second & word
        c, d = first >> 64 ^ d ^ other, first & word
        one, other = one + 0x9E3779B97F4A7C15 & word, other + 0xBB67AE8584CAA73B & word
    return a, b, c, d


@pytest.mark.parametrize("seed", [0, 1, 2**64 - 1])
@pytest.mark.parametrize("number", [0, 5, 10**15])
@pytest.mark.parametrize("stream", list(RandomStream))
def test_the_generator_is_philox(seed, stream, number):
    draws = Draws(seed, stream, number)
    for block in range(15):  # numpy makes 48 words at once
        words = philox((seed, stream), (block, number, 0, 0))
        assert tuple(draws.word() for _ in range(4)) == words


def test_the_generator_has_the_published_words():
    """Those of the authors' known-answer file: key and counter all 0."""
    assert Draws(0, RandomStream.NUMBERS, 0).word() == 0x16554D9ECA36314C


@pytest.mark.parametrize(
    "limit", [1, 2, 3, 10, 2**32 - 1, 2**63 + 1, 2**64 - 1, 2**64, 2**64 + 1, 3**50, 24**56]
)
def test_numbers_are_below_their_limit(limit):
    found = [Draws(7, RandomStream.CORNERS, number).below(limit) for number in range(50)]
    assert all(0 <= number < limit for number in found)
    assert limit < 10 or len(set(found)) > 8
    if limit < 1 << 64:
        told = np.frombuffer(
            _native.numbers_below(limit, 7, RandomStream.CORNERS, 0, 50), np.uint64
        )
        assert told.tolist() == found


@pytest.mark.parametrize("limit", [6, 7, 100])
def test_small_numbers_are_equally_likely(limit):
    told = np.frombuffer(_native.numbers_below(limit, 3, 0, 0, 100_000), np.uint64)
    assert is_likely(told.tolist(), dict.fromkeys(range(limit), 1))


def test_numbers_that_would_be_biased_are_drawn_again():
    """Of 3 · 2⁶² numbers a quarter of all words is rejected, and all thirds are equally likely."""
    limit, third = 3 << 62, 1 << 62
    found = [
        Draws(1, RandomStream.NUMBERS, number).below(limit) // third for number in range(6_000)
    ]
    assert is_likely(found, dict.fromkeys(range(3), 1))


def test_chi_square():
    """Values of the tables in every textbook."""
    for freedom, at_5_percent in ((1, 3.841), (2, 5.991), (10, 18.307), (100, 124.342)):
        assert chi_square_beyond(at_5_percent, freedom) == pytest.approx(0.05, rel=1e-3)
    assert not is_likely([0] * 60 + [1] * 40, {0: 1, 1: 3})


# Numbers of cubes

SMALL = [
    (["solved=F2L+URF+UFL"], 3),
    (["solved=F2L", "oriented=all"], 3),
    (["permuted=corners", "solved=edges"], 3),
    (["solved=F2L", "any(solved=URF, oriented=UF)", "permuted=corners"], 3),
    (["solved=F2L", "at-least(2, solved=URF, oriented=UF, permuted=UB)", "oriented=corners"], 3),
    (["not solved=UF", "solved=F2L+URF", "permuted=corners"], 3),
    (["U2!=U4", "solved=corners+UR+UF+DR+DF+DL+DB+FR+FL"], 3),
    (["solved=URF+UFL+ULB"], 2),
    (["oriented=all", "not solved=URF"], 2),
    (["no-touching=across", "solved=corners", "permuted=M-slice+E-slice"], 3),
    (["no-touching=side", "no-touching=across", "solved=URF"], 2),
]


def ways_to_number(asked) -> list[str]:
    return [name for name in NUMBERING if SAMPLERS[name].refusal_to_draw(asked) is None]


@pytest.mark.exhaustive
@pytest.mark.few(3)
@pytest.mark.parametrize(("rules", "size"), SMALL)
def test_numbers_are_the_places_in_the_sorted_list_whatever_the_way(rules, size):
    expected = listed(*rules, size=size)
    asked = question(*rules, size=size)
    ways = ways_to_number(asked)
    assert len(ways) >= 2
    for way in ways:
        numbering = numbering_of(asked, way)
        assert numbering.total == len(expected)
        some = range(0, len(expected), 1 + len(expected) // 200)
        assert [numbering.at(number) for number in some] == [expected[n] for n in some]
        assert [numbering.rank(expected[number]) for number in some] == [*some]


def test_numbers_of_a_4x4x4_of_which_one_of_two_rules_holds():
    """No law ties its wings to its centre pieces: 3! ways for the first rule, 3! · 3 for the second, one for both."""

    def but_for(slots):
        stickers = [*cube_class(4)().facelets]
        for orbit in cube_puzzle(4).orbits[1:]:
            for facelet in itertools.chain(*orbit.frames[slots]):
                stickers[facelet] = "."
        return "".join(stickers)

    rule = f"any(stickers={but_for(slice(0, 3))}, stickers={but_for(slice(2, 5))})"
    expected = listed(rule, size=4)
    numbering = numbering_of(question(rule, size=4), "pieces")
    assert numbering.total == len(expected) == 6 + 18 - 1
    assert [numbering.at(number) for number in range(23)] == expected
    assert [numbering.rank(row) for row in expected] == [*range(23)]


@pytest.mark.ordinary(2)
@pytest.mark.parametrize(
    "rules",
    [
        [],
        ["no-piece-home"],
        ["not solved=F2L"],
        ["any(solved=cross, oriented=corners)"],
        ["at-least(2, solved=URF, solved=UF, oriented=edges)"],
    ],
)
def test_native_code_numbers_as_python_does(rules):
    """Also where cases are taken away from others, and numbers leave 64 bits."""
    asked = question(*rules, seed=2)
    numbering = numbering_of(asked, "pieces")
    rows = numbering.draw(2, RandomStream.NUMBERS, 100, 60)
    assert batch.is_reachable(rows).all()
    for place, row in enumerate(rows, 100):
        number = Draws(2, RandomStream.NUMBERS, place).below(numbering.total)
        assert numbering.at(number) == row.tobytes()
        assert numbering.rank(row.tobytes()) == number


def test_the_first_and_the_last_cube():
    numbering = numbering_of(question(), "pieces")
    assert numbering.total == 43_252_003_274_489_856_000
    assert numbering.at(0) == Cube().placements
    last = numbering.at(numbering.total - 1)
    assert last[:CORNERS] == bytes([23, 20, 17, 14, 11, 8, 5, 1])
    assert numbering.rank(last) == numbering.total - 1


@pytest.mark.parametrize("size", [4, 5])
def test_numbers_of_larger_cubes_lead_back(size):
    numbering = numbering_of(question(size=size), "pieces")
    expected = {
        4: 7_401_196_841_564_901_869_874_093_974_498_574_336_000_000_000,
        5: 282_870_942_277_741_856_536_180_333_107_150_328_293_127_731_985_672_134_721_536_000_000_000_000_000,
    }
    assert numbering.total == expected[size]
    rows = [numbering.at(numbering.total * part // 7) for part in range(7)]
    assert rows == sorted(set(rows))
    assert (
        batch.Batch(np.array([[*row] for row in rows], np.uint8), cube_puzzle(size)).sound().all()
    )
    assert [numbering.rank(row) for row in rows] == [numbering.total * n // 7 for n in range(7)]


@pytest.mark.slow
def test_the_rank_of_what_breaks_the_rules_is_how_many_come_before():
    rules = ["solved=F2L", "any(solved=URF, oriented=UF)"]
    expected = listed(*rules)
    for way in ("pieces", "listing"):
        numbering = numbering_of(question(*rules), way)
        for moves in ("R", "U", "F2 D", "R U R' U'", ""):
            row = Cube.from_moves(moves).placements
            assert numbering.rank(row) == sum(other < row for other in expected)


# All are equally likely


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "size", "way"),
    [
        (["permuted=corners", "solved=edges", "not solved=URF"], 3, "rejection"),
        (["oriented=all", "solved=URF", "at-most=2"], 2, "rejection"),
        pytest.param(
            ["self-inverse", "solved=edges+DFR+DLF", "colours(U)==1"],
            3,
            "rejection",
            marks=pytest.mark.slow,
        ),
        (
            ["no-touching=across", "solved=corners", "permuted=M-slice+E-slice"],
            3,
            "corner-rejection",
        ),
    ],
)
def test_cubes_that_are_tried_until_they_satisfy_the_rules_are_equally_likely(rules, size, way):
    expected = listed(*rules, size=size)
    rows = drawn(question(*rules, size=size, seed=3), way, 12 * len(expected))
    assert is_likely(map(bytes, rows), dict.fromkeys(expected, 1))


def test_cubes_of_an_order_are_tried_if_they_are_far_fewer():
    """Of random cubes, one in 250 million is its own inverse."""
    answer = sample(["self-inverse", "colours(U)==6", "colours(F)==6"], seed=1, method="rejection")
    (found,) = answer.cubes
    assert found.cube * found.cube == Cube()
    assert len(set(found.facelets[:9])) == len(set(found.facelets[18:27])) == 6
    assert answer.tries < 1_000


def test_corners_are_as_frequent_as_there_are_ways_to_place_the_edges():
    """Random corners against the exact number of cubes with each piece and twist in a slot."""
    rules = ["no-touching=side", "solved=ULB+UBR+DFR+DLF+DBL+DRB"]
    asked = question(*rules, seed=9)
    rows = drawn(asked, "corner-rejection", 3_000)
    corners = sorted({tuple(row[:2]) for row in rows.tolist()})
    home = np.frombuffer(Cube().corners, np.uint8)
    every = [
        (3 * p + a, 3 * (1 - p) + b)
        for p, a, b in itertools.product(range(2), range(3), range(3))
        if (a + b) % 3 == 0
    ]
    whole = np.array([[*pair, *home[2:]] for pair in every], np.uint8)
    ways = numbers(edge_sums(asked), whole).tolist()
    weights = {pair: here for pair, here in zip(every, ways, strict=True) if here}
    assert set(corners) == set(weights)
    assert is_likely([tuple(row[:2]) for row in rows.tolist()], weights)


def test_bounds_are_never_below_the_ways_to_place_the_edges():
    generator = np.random.Generator(np.random.PCG64(4))
    rows, _ = random_placements(CUBE.corners, 3_000, generator)
    for rules in (
        ["no-touching=side"],
        ["no-touching=across"],
        ["no-touching=side", "no-piece-home"],
    ):
        asked = question(*rules)
        allowed = [primitive.holds_in for primitive in about_corners(asked)]
        some = rows[batch.Batch(with_edges_home(rows), CUBE).passing(allowed)]
        trials, ways = Trials(asked)._trials, numbers(edge_sums(asked), some).tolist()
        bounds = [trials.bound(row.tobytes()) for row in some]
        assert all(here <= bound for here, bound in zip(ways, bounds, strict=True))
        assert sum(ways) < sum(bounds) < 12 * sum(ways)


def test_what_is_tried_does_not_depend_on_where_blocks_are_cut():
    asked = question("at-most=3", seed=4)
    whole = drawn(asked, "rejection", 300)
    assert (drawn(asked, "rejection", 7) == whole[:7]).all()
    trials = Trials(question("no-touching=side", seed=1))
    both = trials.hits(1, RandomStream.CORNERS, 0, 3_000)
    parts = [trials.hits(1, RandomStream.CORNERS, first, 1_000) for first in (0, 1_000, 2_000)]
    assert len(both[0]) > 10
    for whole, *several in zip(both, *parts, strict=True):
        assert np.concatenate(several).tolist() == whole.tolist()


class SlowToBegin(Way):
    """Draws rows that contain the number of their sample; the first ones take longest."""

    name = "slow to begin"

    def objection(self, question):
        del question

    def source(self, question):
        del question
        yield ProgressSign()

        def draw(first, number):
            time.sleep(0.2 if first == 0 else 0.0)
            return SampleBlock(np.tile(np.arange(first, first + number, dtype=np.uint8), (20, 1)).T)

        return SampleSource(draw)


def test_samples_come_in_their_order_whichever_are_drawn_first():
    """Else those that are quick to draw would come too often."""
    asked = replace(question(), executor=Executor(threads=3))
    found: list[int] = []
    for block in draw_in_tasks(SlowToBegin(), asked, 200):
        if isinstance(block, SampleBlock):
            found += block.rows[:, 0].tolist()
        if len(found) >= 200:
            break
    assert found == list(range(200))


# Plans


@pytest.mark.ordinary(2)
@pytest.mark.few(4)
@pytest.mark.parametrize(
    ("rules", "size", "way"),
    [
        ([], 3, "pieces"),
        (["not solved=F2L"], 3, "pieces"),
        (["no-touching=side"], 2, "filtering"),
        (["at-most=3"], 3, "rejection"),
        (["order=60"], 3, "cycle-types"),
        (["at-most=5"], 4, "rejection"),
        (["no-touching=side"], 3, "corner-rejection"),
        (["no-touching=side", "order=60"], 3, "corner-rejection"),
        (["no-touching=side", "no-touching=diagonal"], 3, "corner-rejection"),
        (["every-colour", "no-touching=side", "no-touching=diagonal"], 3, "corner-walk"),
        (["perfect-scramble"], 3, "listing"),
        (["order=4", "solved=F2L"], 3, "cycle-types"),
        (["self-inverse", "colours(U)==6"], 3, "rejection"),
    ],
)
def test_plans(rules, size, way):
    plan = follow(plan_to_draw(question(*rules, size=size)), lambda _step: None)
    assert plan.way.name == way
    assert way not in plan.refused


@pytest.mark.parametrize(
    ("rules", "size", "way"),
    [
        (["no-piece-home"], 3, "pieces"),
        (["no-touching=side"], 2, "filtering"),
        (["no-touching=side"], 3, "corner-walk"),
        (["perfect-scramble"], 3, "listing"),
    ],
)
def test_plans_to_number(rules, size, way):
    plan = follow(plan_to_number(question(*rules, size=size)), lambda _step: None)
    assert plan.way.name == way


def test_as_many_cubes_are_listed_as_the_limit_says(monkeypatch):
    rules = "solved=URF+UFL+ULB+UBR+edges"  # of three corners, turned or exchanged
    number = count(rules).count
    monkeypatch.setattr(listing, "_MOST", number)
    assert sample(rules, method="listing", seed=1).total == number
    monkeypatch.setattr(listing, "_MOST", number - 1)
    with pytest.raises(LimitError, match=f"there are more than {number - 1:,} cubes"):
        sample(rules, method="listing", seed=1)


@pytest.mark.parametrize(
    ("method", "asked"),
    [
        ("rejection", question("at-most=4", seed=3)),
        ("corner-rejection", question("no-touching=side", seed=3)),
        ("group", Question(pattern_of(["not solved=CENTERS[0]"], load_puzzle("skewb")), seed=3)),
        (
            "group",
            Question(
                pattern_of(["solved=CORNERS[0]", "not solved=CENTERS[0]"], load_puzzle("skewb")),
                seed=3,
            ),
        ),
    ],
)
def test_tries_are_numbered_from_one_wherever_ranges_are_cut(method, asked):
    source = follow(SAMPLERS[method].source(asked), lambda _: None)
    whole = source.draw(0, 60)
    assert 0 < len(whole.rows) == len(whole.tries) < 60
    assert asked.passing(whole.rows).all()
    ranges = [*pairwise([0, 1, 7, 8, 31, 60])]
    parts = [source.draw(a, b - a) for a, b in ranges]
    assert np.array_equal(np.concatenate([part.rows for part in parts]), whole.rows)
    assert np.array_equal(np.concatenate([part.tries for part in parts]), whole.tries)
    for (a, b), part in zip(ranges, parts, strict=True):
        assert all(a < number <= b for number in part.tries)


@pytest.mark.parametrize(
    ("method", "asked", "total"),
    [
        ("rejection", question("solved=URF", "no-piece-home"), 0),
        ("rejection", question("no-piece-home"), None),
        (
            "group",
            Question(pattern_of("at-most=0", load_puzzle("skewb"))),
            0,
        ),
        ("group", Question(pattern_of("not solved=CORNERS", load_puzzle("skewb"))), None),
    ],
)
def test_what_is_seen_to_have_no_cubes_is_not_tried(method, asked, total):
    """For it would be tried for ever."""
    source = follow(SAMPLERS[method].source(asked), lambda _: None)
    assert source.total == total


def test_tasks_grow_while_they_are_short():
    """Twice as many samples each time, up to a most; the last of some samples may be smaller, and says nothing."""
    sizes = tasks._Sizes()

    def ranges(first: int, number: int | None, *seconds: float) -> list[tuple[int, int]]:
        taken = []
        for task, spent in zip(sizes.tasks(first, number), [*seconds, 9.0], strict=False):
            taken.append(task.payload)
            assert (task.key, task.cost) == ("{}+{}".format(*task.payload), task.payload[1])
            if spent < 9.0:
                sizes.learn(FinishedTask(task, SampleBlock(np.zeros((0, 20), np.uint8)), spent))
        return taken

    assert ranges(0, None, 0.01, 0.05, 0.04) == [(0, 16), (16, 32), (48, 32), (80, 64)]
    assert sizes.done == 16 + 32 + 32
    assert ranges(100, 70, 0.06, 0.01) == [(100, 64), (164, 6)]
    assert ranges(0, 64, 0.01) == [(0, 64)]
    assert ranges(0, 1) == [(0, 1)]
    assert [n for _, n in ranges(0, None, *[0.01] * 9)] == [
        *(128 * 2**doubled for doubled in range(8)),
        16_384,
        16_384,
    ]
