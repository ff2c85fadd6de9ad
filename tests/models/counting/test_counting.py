"""Ways to count, each against something that shares no code with it: listing, brute force, formulas."""

from __future__ import annotations

import itertools
import math
import random
from fractions import Fraction

import numpy as np
import pytest
from counting_questions import Stated, counted, question_of
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from oracle import kept, pocket_states

from cubecsp import SYMMETRIES, Cube, count, find
from cubecsp.models.core.primitives import (
    AtLeast,
    ColourCount,
    ColourTable,
    Differ,
    Equal,
    Primitive,
    SlotDomain,
    all_of,
    any_of,
    at_least_of,
)
from cubecsp.models.counting import COUNTERS, ExactCount, Question
from cubecsp.models.counting.coupled_edges import edge_sums
from cubecsp.models.counting.faults import faults
from cubecsp.models.counting.number_of_cubes import all_cubes
from cubecsp.models.counting.structure import structure_of
from cubecsp.models.counting.terms import _cases, _split, _Work
from cubecsp.models.repair.completion import FORBIDDEN, Matchings
from cubecsp.puzzle.core.permutation import permutation_parity
from cubecsp.puzzle.cube.cube_puzzle import CUBE, HELD_SLOT, POCKET, cube_puzzle
from cubecsp.puzzle.definitions.load import load_puzzle
from cubecsp.questions.asking.cubes_and_rules import pattern_of

pytestmark = pytest.mark.native

EVERY_CUBE = math.factorial(8) * 3**7 * math.factorial(12) * 2**11 // 2
CORNER_FACELETS = sorted(f for frame in CUBE.corners.frames for f in frame)
EDGE_FACELETS = sorted(f for frame in CUBE.edges.frames for f in frame)


# Closed forms


def test_known_numbers_by_formula():
    """Numbers of derangements and fixed pieces by inclusion and exclusion, worked out here."""

    def deranged(pieces: int, turns: int, *, signed: bool = False) -> int:
        """Ways, turns adding up to none, with no piece in its slot; or their sum of signs."""
        total = Fraction(0)
        for home in range(pieces + 1):
            left = pieces - home
            orders = (1 if left < 2 else 0) if signed else math.factorial(left)
            total += (-1) ** home * math.comb(pieces, home) * orders
        return int(total * turns ** (pieces - 1))

    plain = deranged(8, 3) * deranged(12, 2)
    signed = deranged(8, 3, signed=True) * deranged(12, 2, signed=True)
    assert counted("no-piece-home") == (plain + signed) // 2
    assert counted("oriented=all") == math.factorial(8) * math.factorial(12) // 2
    assert counted("permuted=all") == 3**7 * 2**11
    assert counted("solved=corners") == math.factorial(12) // 2 * 2**11
    assert counted("not solved=all") == EVERY_CUBE - 1
    assert counted("solved=F2L") == math.factorial(4) ** 2 // 2 * 3**3 * 2**3
    # With the cross solved eight edges and all corners are free, or with the corners the edges.
    cross = math.factorial(8) * 3**7 * math.factorial(8) * 2**7 // 2
    both = math.factorial(8) // 2 * 2**7
    corners = math.factorial(12) // 2 * 2**11
    assert counted("any(solved=cross, solved=corners)") == cross + corners - both


@pytest.mark.parametrize(
    ("size", "number"),
    [
        (2, math.factorial(7) * 3**6),
        (3, EVERY_CUBE),
        (4, math.factorial(7) * 3**6 * math.factorial(24) ** 2 // math.factorial(4) ** 6),
        (
            5,
            EVERY_CUBE * math.factorial(24) ** 3 // math.factorial(4) ** 12,
        ),
    ],
)
def test_all_cubes_of_a_size_by_formula(size, number):
    assert all_cubes(cube_puzzle(size)) == number


@pytest.mark.ordinary(5)
@pytest.mark.parametrize("seed", range(12))
def test_centres_that_may_show_some_colours_by_formula(seed):
    """Some of the 24 centres of a 4×4×4 may show one colour only, and others two."""
    rng = random.Random(seed)
    puzzle = cube_puzzle(4)
    (orbit,) = (o for o in puzzle.orbits if o.alike)
    facelets = rng.sample([f for frame in orbit.frames for f in frame], 5)
    colours = [frozenset(rng.sample(range(6), rng.choice((1, 2)))) for _ in facelets]
    asked = [
        ColourCount(frozenset({f}), some, 1, 1) for f, some in zip(facelets, colours, strict=True)
    ]
    expected = 0
    for shown in itertools.product(*colours):
        left = [4 - shown.count(colour) for colour in range(6)]
        if min(left) >= 0:
            expected += math.factorial(19) // math.prod(map(math.factorial, left))
    others = math.factorial(7) * 3**6 * math.factorial(24)
    assert counted(*asked, size=4) == expected * others


def literals() -> st.SearchStrategy[SlotDomain]:
    free = [slot for slot in range(8) if slot != HELD_SLOT]
    return st.builds(
        SlotDomain, st.just(0), st.sampled_from(free), st.frozensets(st.integers(0, 23), min_size=4)
    )


def choices() -> st.SearchStrategy[object]:
    """Literals, alone, together, as alternatives and counted, nested."""
    return st.recursive(
        literals(),
        lambda parts: st.one_of(
            st.lists(parts, min_size=1, max_size=3).map(all_of),
            st.lists(parts, min_size=1, max_size=3).map(any_of),
            st.lists(parts, min_size=2, max_size=4).flatmap(
                lambda some: st.integers(0, len(some)).map(lambda k: at_least_of(k, some))
            ),
        ),
        max_leaves=6,
    )


class Flags:
    """Which of all 2×2×2 cubes satisfy a literal, a bit each: quick enough for hundreds of questions."""

    def __init__(self) -> None:
        self._states = pocket_states()
        self._held: dict[tuple[int, int], np.ndarray] = {}
        self.all = np.packbits(np.ones(len(self._states), np.bool_))

    def of(self, part) -> np.ndarray:
        if isinstance(part, SlotDomain):
            found = np.zeros_like(self.all)
            for value in part.placements:
                key = (part.slot, value)
                if key not in self._held:
                    self._held[key] = np.packbits(self._states[:, part.slot] == value)
                found |= self._held[key]
            return found
        at_least = [self.all] + [np.zeros_like(self.all)] * part.needed
        for one in map(self.of, part.parts):
            for k in range(part.needed, 0, -1):
                at_least[k] = at_least[k] | (at_least[k - 1] & one)
        return at_least[max(part.needed, 0)]

    def number(self, asked) -> int:
        kept_ones = self.all
        for part in asked:
            kept_ones = kept_ones & self.of(part)
        return int(np.unpackbits(kept_ones).sum())


@pytest.fixture(scope="module")
def flags():
    return Flags()


def check_pieces(flags, asked):
    question = question_of(*asked, size=2)
    why = COUNTERS["pieces"].objection(question)
    assume(
        why is None or "more than 4,096 cases" not in why
    )  # of four choices, as seldom as they come
    assert why is None
    assert counted(*asked, size=2, method="pieces") == flags.number(asked)


@pytest.mark.exhaustive
@settings(max_examples=300)
@given(asked=st.lists(choices(), min_size=1, max_size=3))
def test_random_choices_of_pieces_of_the_pocket_cube_are_those_that_filtering_leaves(flags, asked):
    check_pieces(flags, asked)


@pytest.mark.parametrize(
    ("rules", "size", "number"),
    [
        (["at-most=9"], 3, 43_252_003_274_489_856_000),
        (["any(at-most=9, no-touching=side)"], 3, 43_252_003_274_489_856_000),
        (["at-most=9", "no-piece-home"], 3, 5_853_561_947_146_045_440),
        (["at-most=16"], 4, 7_401_196_841_564_901_869_874_093_974_498_574_336_000_000_000),
    ],
)
def test_rules_that_every_cube_satisfies_ask_nothing(rules, size, number):
    asked = question_of(*rules, size=size)
    assert COUNTERS["pieces"].objection(asked) is None
    assert counted(*rules, size=size, method="pieces") == number


def test_rules_that_nearly_every_cube_satisfies_ask_something():
    """A face may show its own colour nine times: a solved cube does."""
    assert COUNTERS["pieces"].objection(question_of("at-most=8")) is not None
    assert counted("not at-most=9", method="pieces") == 0


def test_too_many_cases_are_refused():
    literals = [SlotDomain(0, slot, frozenset({0, 3, 6})) for slot in range(7)]
    literals += [SlotDomain(1, slot, frozenset({0, 3, 6})) for slot in range(12)]
    why = COUNTERS["pieces"].objection(question_of(at_least_of(9, literals)))
    assert why is not None
    assert "4,096" in why


# The corner walk against listing


def coupled(rng: random.Random) -> list[object]:
    """Primitives about one edge and corners, or corners alone, of a cube that is nearly given."""
    base = Cube.random(rng.getrandbits(32))
    corners, edges = set(rng.sample(range(8), 4)), set(rng.sample(range(12), 5))
    asked: list[object] = [
        SlotDomain(index, slot, frozenset({value}))
        for index, (values, free) in enumerate(((base.corners, corners), (base.edges, edges)))
        for slot, value in enumerate(values)
        if slot not in free
    ]
    for _ in range(rng.choice((4, 12))):
        a, b, c = rng.sample(CORNER_FACELETS, 3)
        e = rng.choice(EDGE_FACELETS)
        rows = frozenset(tuple(rng.choices(range(6), k=3)) for _ in range(150))
        asked.append(
            rng.choice(
                [
                    Differ(a, e),
                    Differ(a, b),
                    Differ(*rng.sample(EDGE_FACELETS, 2)),
                    Differ(e, CUBE.centres[rng.randrange(6)]),
                    ColourCount(frozenset({a, b, e}), frozenset({rng.randrange(6)}), 0, 1),
                    ColourTable((e, a, b), rows),
                    any_of([Differ(a, e), Equal(b, c)]),
                    SlotDomain(1, rng.choice([*edges]), frozenset(rng.sample(range(24), 16))),
                ]
            )
        )
    return asked


@pytest.mark.exhaustive
@pytest.mark.few(3)
@pytest.mark.parametrize("seed", range(12))
def test_the_corner_walk_counts_what_can_be_listed(seed):
    asked = coupled(random.Random(seed))
    walked = counted(*asked, method="corner-walk")
    assert walked == counted(*asked, method="listing")
    assert walked == counted(*asked, method="corner-walk", threads=3)


@pytest.mark.parametrize("seed", range(10))
def test_edges_that_touch_no_equal_colour_are_those_of_another_dynamic_programme(seed):
    """All twelve edges free: the numbers that `count no-touching=side` adds up, by `Matchings`."""
    base = Cube.random(seed)
    shown = [CUBE.home_colours[sticker] for sticker in base.stickers]
    beside = {f: [] for f in EDGE_FACELETS}
    for a, b in CUBE.side_pairs:
        for one, other in ((a, b), (b, a)):
            if one in beside:
                assert other not in beside
                beside[one].append(shown[other])
    costs = [
        [
            0 if all(c not in beside[f] for f, c in zip(frame, piece, strict=True)) else FORBIDDEN
            for piece in CUBE.edges.colours
        ]
        for frame in CUBE.edges.frames
    ]
    odd = permutation_parity([value // 3 for value in base.corners])
    (found,) = np.frombuffer(
        edge_sums(question_of("no-touching=side")).counts(base.corners), np.uint64
    )
    assert found == Matchings(CUBE.edges, costs).ways[odd] > 0


SYMMETRIC = [
    ("permuted=all",),
    ("permuted=all", "no-touching=across"),
    ("permuted=all", "no-touching=diagonal"),
    ("solved=F2L",),
    ("solved=cross", "oriented=all", "permuted=corners"),
]


@pytest.mark.ordinary(1)
@pytest.mark.few(2)
@pytest.mark.parametrize("rules", SYMMETRIC)
def test_classes_on_a_walk_are_those_of_the_cubes_that_are_listed(rules):
    """Return the least image of each cube under the symmetries of the question, taken one by one."""
    question = question_of(*rules, classes=True)
    walked = counted(*rules, method="corner-walk", classes=True, whole=True)
    listed = counted(*rules, method="listing", classes=True, whole=True)
    assert walked.number == listed.number
    assert walked.symmetries == len(question.symmetries)
    if question.has_all_symmetries:
        assert walked.classes == listed.classes
        return
    cubes = [report.cube for report in find(question.pattern, limit=None)]
    least = {min(s.of(cube) for s in question.symmetries) for cube in cubes}
    assert walked.classes == len(least)


# Filtering


@pytest.mark.slow
def test_filtering_tries_every_pocket_cube_once():
    assert counted(size=2, method="filtering") == len(pocket_states()) == 3_674_160


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    "rules", [("no-touching=side",), ("solved=U-layer",), ("no-touching=side", "not-home=U-layer")]
)
def test_classes_of_pocket_cubes(rules):
    filtered = counted(*rules, size=2, method="filtering", classes=True, whole=True)
    assert filtered == counted(*rules, size=2, method="listing", classes=True, whole=True)
    question = question_of(*rules, size=2)
    assert filtered.number == len(kept(question.primitives, pocket_states(), POCKET))


# All of them


def test_every_way_refuses_or_counts():
    """A refusal is a clause; the ways that do not refuse count, and agree."""
    rules = ("solved=F2L", "oriented=all")
    found = set()
    for name, counter in COUNTERS.items():
        question = Question(question_of(*rules).pattern, samples=100)
        why = counter.objection(question)
        if why is not None:
            assert why[0].islower()
            assert not why.endswith(".")
        elif counter.exact:
            found.add(counted(*rules, method=name))
    assert found == {math.factorial(4) ** 2 // 2}
    assert {c.name for c in COUNTERS.values() if not c.exact} == {
        "corner-samples",
        "hit-or-miss",
        "annealed-importance-sampling",
        "rejection",
    }
    assert isinstance(counted(*rules, whole=True), ExactCount)
    assert Stated(()).primitives() == ()
    assert edge_sums(question_of(*rules)).counts(b"") == b""


@pytest.mark.ordinary(1)
@pytest.mark.parametrize("rules", [["U1==R"], ["U1==R", "U4!=R"], ["faces-same=turned"]])
def test_conjugates_are_one_class_whatever_symmetries_the_question_has(rules):
    answer = count([*rules, "solved=URF+DFR"], size=2, classes=True, method="listing")
    cubes = [report.cube for report in find([*rules, "solved=URF+DFR"], size=2, limit=None)]
    assert answer.count == len(cubes)
    assert answer.classes == len({min(s.of(cube).facelets for s in SYMMETRIES) for cube in cubes})


@pytest.mark.parametrize(
    ("asked", "fault"),
    [
        (["no-touching=side"], "No closed form counts no-touching=side."),
        (
            ["no-piece-home", "no-touching=side"],
            "Without no-touching=side, pieces counts the cubes at once.",
        ),
        (
            ["no-touching=side", "no-piece-home"],
            "Without no-touching=side, pieces counts the cubes at once.",
        ),
        (
            ["no-piece-home", "no-touching=side", "at-most=2"],
            "No closed form counts no-touching=side and at-most=2.",
        ),
        (["order=4", "no-piece-home"], "Without order=4, pieces counts the cubes at once."),
        (
            ["no-piece-home", "order=4"],
            "Without no-piece-home, cycle-types counts the cubes at once.",
        ),
    ],
)
def test_what_stands_in_the_way_of_a_closed_form_is_named(asked, fault):
    assert faults(question_of(*asked)) == fault


def test_of_more_than_twelve_rules_none_is_blamed():
    """Each would be left out once."""
    pieces = ["URF", "UFL", "ULB", "UBR", "UR", "UF", "UL", "UB", "FR", "FL", "BL"]
    twelve = ["no-touching=side", *(f"not solved={piece}" for piece in pieces)]
    assert faults(question_of(*twelve)) == (
        "Without no-touching=side, pieces counts the cubes at once."
    )
    assert faults(question_of(*twelve, "no-piece-home")) is None


def test_nothing_is_to_blame_where_each_rule_can_be_counted(monkeypatch):
    """Or where the puzzle is not a cube."""
    question = question_of("no-piece-home", "order=4")
    monkeypatch.setattr(
        "cubecsp.models.counting.faults._closed_form",
        lambda rules, _: "pieces" if len(rules) == 1 else None,
    )
    three = question_of("no-piece-home", "order=4", "at-most=2")
    assert faults(three) == "Each of the rules can be counted alone, but not together."
    assert faults(question) == "Without no-piece-home, pieces counts the cubes at once."
    states = Question(pattern_of("not solved=CORNERS", load_puzzle("skewb")))
    assert faults(states) is None


def nested(rng: random.Random, depth: int) -> Primitive:
    """Return a condition on a slot, or that several such conditions hold at least."""
    if depth == 0:
        orbit, slot = rng.randrange(2), rng.randrange(8)
        return SlotDomain(orbit, slot, frozenset(rng.sample(range(24), rng.randrange(1, 24))))
    parts = frozenset(nested(rng, rng.randrange(depth)) for _ in range(rng.randrange(1, 5)))
    return AtLeast(rng.randrange(len(parts) + 2), parts)


@pytest.mark.parametrize("seed", range(40))
def test_rules_are_split_into_no_more_cases_than_are_expected(seed):
    primitive = nested(random.Random(seed), 2)
    for positive, asked in ((True, primitive), (False, primitive.negated())):
        everything = structure_of((), CUBE).domains
        split = [*_split(everything, (asked,), CUBE, _Work(None))]
        assert len(split) <= _cases(primitive, positive=positive)
