"""Ways to count, each against something that shares no code with it: listing, brute force, formulas."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import pytest
from counting_questions import Stated, counted, question_of
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from oracle import kept, pocket_states

from cubecsp import SYMMETRIES, Cube, count, find
from cubecsp._native import EdgeSums, count_fillings
from cubecsp.models.core.primitives import (
    Count,
    Differ,
    Equal,
    Placed,
    Table,
    all_of,
    any_of,
    at_least_of,
)
from cubecsp.models.counting import COUNTERS, Counted, Question
from cubecsp.models.counting.automata import NO_STATE
from cubecsp.models.counting.coupled_edges import edge_sums
from cubecsp.models.counting.fillings import all_cubes
from cubecsp.models.counting.halves import Halves
from cubecsp.models.repair.completion import FORBIDDEN, Fillings
from cubecsp.puzzle.core.permutation import permutation_parity
from cubecsp.puzzle.cube.cube_puzzle import CUBE, HELD_SLOT, POCKET, cube_puzzle
from cubecsp.puzzle.cube.images import slot_map

pytestmark = pytest.mark.native

EVERY_CUBE = math.factorial(8) * 3**7 * math.factorial(12) * 2**11 // 2
CORNER_FACELETS = sorted(f for frame in CUBE.corners.frames for f in frame)
EDGE_FACELETS = sorted(f for frame in CUBE.edges.frames for f in frame)


def masks(slots: int, values: int) -> st.SearchStrategy[list[int]]:
    """Domains that have about three quarters of the placements."""
    two = st.tuples(*[st.integers(0, (1 << values) - 1)] * 2)
    return st.lists(two.map(lambda pair: pair[0] | pair[1]), min_size=slots, max_size=slots)


# Native code against all ways to fill a few slots


@given(st.data())
def test_fillings_are_those_that_can_be_listed(data):
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
    assert count_fillings(turns, domains) == expected


def test_fillings_of_whole_orbits():
    half = math.factorial(12) // 2 * 2**11
    assert count_fillings(2, [(1 << 24) - 1] * 12) == [half] * 4
    assert count_fillings(3, [(1 << 24) - 1] * 8) == [math.factorial(8) // 2 * 3**7] * 6


@pytest.mark.parametrize(
    ("turns", "domains"), [(0, []), (4, [1]), (1, [2]), (2, [1] * 13), (3, [1 << 63])]
)
def test_fillings_refuse_what_is_no_orbit(turns, domains):
    with pytest.raises(ValueError, match="slots|placement|turned"):
        count_fillings(turns, domains)


def domains_of_edges(rng: random.Random, free: int) -> list[int]:
    """Domains of which all but `free` have one placement, so that there are few ways."""
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
    """What the corners hold is no contradiction by itself, but whatever an edge slot holds is one then."""
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


@pytest.mark.parametrize("seed", range(12))
def test_centres_that_may_show_some_colours_by_formula(seed):
    """Of the 24 centres of a 4×4×4 some may show one colour only, and others two."""
    rng = random.Random(seed)
    puzzle = cube_puzzle(4)
    (orbit,) = (o for o in puzzle.orbits if o.alike)
    facelets = rng.sample([f for frame in orbit.frames for f in frame], 5)
    colours = [frozenset(rng.sample(range(6), rng.choice((1, 2)))) for _ in facelets]
    asked = [Count(frozenset({f}), some, 1, 1) for f, some in zip(facelets, colours, strict=True)]
    expected = 0
    for shown in itertools.product(*colours):
        left = [4 - shown.count(colour) for colour in range(6)]
        if min(left) >= 0:
            expected += math.factorial(19) // math.prod(map(math.factorial, left))
    others = math.factorial(7) * 3**6 * math.factorial(24)
    assert counted(*asked, size=4) == expected * others


def literals() -> st.SearchStrategy[Placed]:
    free = [slot for slot in range(8) if slot != HELD_SLOT]
    return st.builds(
        Placed, st.just(0), st.sampled_from(free), st.frozensets(st.integers(0, 23), min_size=4)
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
        if isinstance(part, Placed):
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
    why = COUNTERS["pieces"].refusal(question)
    assume(
        why is None or "more than 4,096 cases" not in why
    )  # of four choices, as seldom as they come
    assert why is None
    assert counted(*asked, size=2, method="pieces") == flags.number(asked)


@pytest.mark.slow
@settings(max_examples=300)
@given(asked=st.lists(choices(), min_size=1, max_size=3))
def test_random_choices_of_pieces_of_the_pocket_cube_are_those_that_filtering_leaves(flags, asked):
    check_pieces(flags, asked)


@pytest.mark.exhaustive
@settings(max_examples=1000)
@given(asked=st.lists(choices(), min_size=1, max_size=4))
def test_a_thousand_random_choices_of_pieces(flags, asked):
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
    assert COUNTERS["pieces"].refusal(asked) is None
    assert counted(*rules, size=size, method="pieces") == number


def test_rules_that_nearly_every_cube_satisfies_ask_something():
    """A face may show its own colour nine times: a solved cube does."""
    assert COUNTERS["pieces"].refusal(question_of("at-most=8")) is not None
    assert counted("not at-most=9", method="pieces") == 0


def test_too_many_cases_are_refused():
    literals = [Placed(0, slot, frozenset({0, 3, 6})) for slot in range(7)]
    literals += [Placed(1, slot, frozenset({0, 3, 6})) for slot in range(12)]
    why = COUNTERS["pieces"].refusal(question_of(at_least_of(9, literals)))
    assert why is not None
    assert "4,096" in why


# The corner walk against listing


def coupled(rng: random.Random) -> list[object]:
    """Primitives about one edge and corners, or corners alone, of a cube that is nearly given."""
    base = Cube.random(rng.getrandbits(32))
    corners, edges = set(rng.sample(range(8), 4)), set(rng.sample(range(12), 5))
    asked: list[object] = [
        Placed(index, slot, frozenset({value}))
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
                    Count(frozenset({a, b, e}), frozenset({rng.randrange(6)}), 0, 1),
                    Table((e, a, b), rows),
                    any_of([Differ(a, e), Equal(b, c)]),
                    Placed(1, rng.choice([*edges]), frozenset(rng.sample(range(24), 16))),
                ]
            )
        )
    return asked


@pytest.mark.slow
@pytest.mark.few(3)
@pytest.mark.parametrize("seed", range(12))
def test_the_corner_walk_counts_what_can_be_listed(seed):
    asked = coupled(random.Random(seed))
    walked = counted(*asked, method="corner-walk")
    assert walked == counted(*asked, method="listing")
    assert walked == counted(*asked, method="corner-walk", threads=3)


@pytest.mark.parametrize("seed", range(10))
def test_edges_that_touch_no_equal_colour_are_those_of_another_dynamic_programme(seed):
    """All twelve edges free: the numbers that `count no-touching=side` adds up, by `Fillings`."""
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
    assert found == Fillings(CUBE.edges, costs).ways[odd] > 0


SYMMETRIC = [
    ("permuted=all",),
    ("permuted=all", "no-touching=across"),
    ("permuted=all", "no-touching=diagonal"),
    ("solved=F2L",),
    ("solved=cross", "oriented=all", "permuted=corners"),
]


@pytest.mark.few(2)
@pytest.mark.parametrize("rules", SYMMETRIC)
def test_classes_on_a_walk_are_those_of_the_cubes_that_are_listed(rules):
    """Of each cube the least image under the symmetries of the question, taken one by one."""
    question = question_of(*rules, classes=True)
    walked = counted(*rules, method="corner-walk", classes=True, whole=True)
    listed = counted(*rules, method="listing", classes=True, whole=True)
    assert walked.number == listed.number
    assert walked.symmetries == len(question.symmetries)
    if question.has_all_symmetries:
        assert walked.classes == listed.classes
        return
    cubes = [report.cube for report in find(question.pattern)]
    least = {min(s.of(cube) for s in question.symmetries) for cube in cubes}
    assert walked.classes == len(least)


# Filtering


@pytest.mark.slow
def test_filtering_tries_every_pocket_cube_once():
    assert counted(size=2, method="filtering") == len(pocket_states()) == 3_674_160


@pytest.mark.slow
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
    """What is refused is told in a clause; what is not refused is counted, and all agree."""
    rules = ("solved=F2L", "oriented=all")
    found = set()
    for name, counter in COUNTERS.items():
        question = Question(question_of(*rules).pattern, samples=100)
        why = counter.refusal(question)
        if why is not None:
            assert why[0].islower()
            assert not why.endswith(".")
        elif counter.exact:
            found.add(counted(*rules, method=name))
    assert found == {math.factorial(4) ** 2 // 2}
    assert {c.name for c in COUNTERS.values() if not c.exact} == {
        "corner-samples",
        "corner-darts",
        "weighted-walks",
        "rejection",
    }
    assert isinstance(counted(*rules, whole=True), Counted)
    assert Stated(()).primitives() == ()
    assert edge_sums(question_of(*rules)).counts(b"") == b""


@pytest.mark.parametrize("rules", [["U1==R"], ["U1==R", "U4!=R"], ["faces-same=turned"]])
def test_conjugates_are_one_class_whatever_symmetries_the_question_has(rules):
    answer = count([*rules, "solved=URF+DFR"], size=2, classes=True, method="listing")
    cubes = [report.cube for report in find([*rules, "solved=URF+DFR"], size=2, limit=None)]
    assert answer.count == len(cubes)
    assert answer.classes == len({min(s.of(cube).facelets for s in SYMMETRIES) for cube in cubes})
