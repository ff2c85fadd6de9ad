"""Counting what coupled slots hold: against lists, known numbers, and random cubes."""

from __future__ import annotations

import math
import random
from collections import Counter

import pytest
from counting_questions import counted, question_of
from sampling_checks import drawn, is_likely, listed

from cubecsp import sample
from cubecsp.models.core.primitives import Differ, Equal, any_of
from cubecsp.models.counting import COUNTERS
from cubecsp.models.counting.planner import plan_to_count
from cubecsp.models.rules.edges_paired import EdgesPaired
from cubecsp.puzzle.cube.cube_puzzle import cube_puzzle
from cubecsp.puzzle.cube.cubes import cube_class

GROUP = 43_252_003_274_489_856_000
"""The positions of the 3×3×3."""

CORNERS_HELD = math.factorial(7) * 3**6
EDGES = math.factorial(12) * 2**12
CENTRES = math.factorial(24) // math.factorial(4) ** 6
"""The arrangements of the centre pieces of one orbit."""

WINGS = math.factorial(24)
NAMES = ["UR", "UF", "UL", "UB", "DR", "DF", "DL", "DB", "FR", "FL", "BL", "BR"]


def stickers_of(name: str, size: int) -> list[int]:
    """Return the stickers of the pieces between two corners."""
    slots = cube_puzzle(size).slots
    return [f for orbit, i in slots if {*orbit.names[i]} == {*name} for f in orbit.frames[i]]


def few(rng: random.Random) -> list[object]:
    """Some edges paired, with most stickers given, and perhaps relations between the others."""
    size = rng.choice((4, 5))
    turns = " ".join(rng.choices(["U", "R2", "F", "D'", "L", "B2"], k=12))
    shown = [*cube_class(size).from_moves(turns).facelets]
    corners = cube_puzzle(size).corners.frames
    free = [f for name in rng.sample(NAMES, rng.choice((2, 3))) for f in stickers_of(name, size)]
    free += [f for slot in rng.sample(range(8), 2) for f in corners[slot]]
    middles = [5, 6, 9, 10] if size == 4 else [6, 8, 11, 13]
    free += [size**2 * face + f for face in rng.sample(range(6), 2) for f in middles[:3]]
    for facelet in free:
        shown[facelet] = "."
    paired = "+".join(rng.sample(NAMES, rng.choice((1, 6, 10, 11, 12))))
    asked: list[object] = [f"stickers={''.join(shown)}", f"edges-paired={paired}"]
    a, b, c = rng.sample(free, 3)
    asked += rng.choice(
        [[], ["centres-solved"], [Differ(a, b)], [any_of([Equal(a, b), Differ(b, c)])]]
    )
    return [size, *asked]


@pytest.mark.ordinary(6)
@pytest.mark.few(12)
@pytest.mark.parametrize("seed", range(40))
def test_what_is_counted_is_what_is_listed(seed):
    size, *asked = few(random.Random(seed))
    number = counted(*asked, size=size, method="coupled-slots")
    assert number == counted(*asked, size=size, method="listing")


@pytest.mark.parametrize(
    ("rules", "size", "number"),
    [
        ("reduced", 4, 4 * GROUP),  # an edge may be flipped, and two pieces exchanged
        ("reduced", 5, GROUP),
        ("reduced", 6, 4 * GROUP),
        ("centres-solved", 4, 24 * CORNERS_HELD * WINGS),
        ("centres-solved", 5, GROUP * WINGS),
        ("edges-paired", 4, CORNERS_HELD * EDGES * CENTRES),
        ("edges-paired", 5, GROUP * CENTRES**2),
        ("edges-paired solved=corners", 4, EDGES * CENTRES),
        ("edges-paired solved=corners", 5, EDGES // 4 * CENTRES**2),
        ("reduced solved=corners", 7, EDGES // 4),
        (f"edges-paired={'+'.join(NAMES[1:])} solved=corners", 5, EDGES // 2 * CENTRES**2),
        ("edges-paired=UF", 4, 24 * CORNERS_HELD * math.factorial(22) * CENTRES),
        ("not(edges-paired=UF)", 4, CORNERS_HELD * CENTRES * (WINGS - 24 * math.factorial(22))),
    ],
)
def test_known_numbers(rules, size, number):
    assert counted(rules, size=size) == number


def test_the_last_free_edge_makes_the_parity_of_all():
    # Corners are solved: the middle edge that is left is placed as the others and the parity demand.
    given = [*cube_class(5)().facelets]
    for facelet in (f for name in ("UF", "UR", "UB") for f in stickers_of(name, 5)):
        given[facelet] = "."
    paired = "+".join(name for name in NAMES if name != "UB")
    asked = (f"stickers={''.join(given)}", f"edges-paired={paired}", Differ(52, 62))
    number = counted(*asked, size=5, method="coupled-slots")
    assert number == counted(*asked, size=5, method="listing")


def test_random_cubes_have_as_many_paired_edges_as_counted():
    whole = counted(size=4)
    chance = counted("edges-paired=UF", size=4, method="coupled-slots") / whole
    both = counted("edges-paired=UF+DB", size=4, method="coupled-slots") / whole
    one, other = EdgesPaired("UF"), EdgesPaired("DB")
    cubes = [cube_class(4).random(seed=seed) for seed in range(2000)]
    seen = [one.holds(cube) + other.holds(cube) for cube in cubes]
    scale = 10**9
    weights = {0: 1 - 2 * chance + both, 1: 2 * chance - 2 * both, 2: both}
    merged = {0: round(weights[0] * scale), 1: round((weights[1] + weights[2]) * scale)}
    assert is_likely([min(number, 1) for number in seen], merged)


@pytest.mark.parametrize("size", [4, 5])
def test_all_are_equally_likely(size):
    given = [*cube_class(size).from_moves("U R2 F' L").facelets]
    for facelet in (*stickers_of("UF", size), *stickers_of("DR", size), *stickers_of("BL", size)):
        given[facelet] = "."
    rules = [f"stickers={''.join(given)}", "edges-paired=UF+DR+UB"]
    rows = listed(*rules, size=size)
    found = drawn(question_of(*rules, size=size, seed=3), "coupled-slots", 10 * len(rows))
    assert is_likely(map(bytes, found), Counter(rows))


@pytest.mark.parametrize("size", [4, 5])
def test_cubes_that_are_too_rare_to_be_tried(size):
    answer = sample(["reduced", "solved=URF"], n=3, seed=2, size=size)
    assert answer.method == "coupled-slots"
    assert len({report.facelets for report in answer}) == 3


@pytest.mark.parametrize(
    ("rules", "size", "why"),
    [
        ("edges-paired=UF", 4, None),
        ("order=4 U1==F3", 4, "cube by cube"),
        ("at-most=5", 4, "too many stickers"),
        ("U1==F3", 3, "larger"),
    ],
)
def test_what_is_refused(rules, size, why):
    objection = COUNTERS["coupled-slots"].objection(question_of(rules, size=size))
    assert objection is why is None or why in str(objection)


def test_rules_that_couple_too_much_are_left_to_others():
    question = question_of("no-touching=side", size=4)
    failed = {"coupled-slots": "slots that the rules couple may have too many contents"}
    assert plan_to_count(question, failed=failed).way.name == "listing"
