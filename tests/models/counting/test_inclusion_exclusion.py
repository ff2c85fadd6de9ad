"""Inclusion and exclusion, against listing, against looking at every cube, and against published numbers."""

from __future__ import annotations

import math
import random
from functools import cache

import numpy as np
import pytest
from choices import choice, simple
from counting_questions import counted, question_of
from oracle import colours, pocket_states, put_back

from cubecsp import InputError, count
from cubecsp.models.counting import COUNTERS
from cubecsp.models.counting.inclusion_exclusion import _Parts
from cubecsp.puzzle.cube.cube_puzzle import CUBE, POCKET
from cubecsp.puzzle.cube.state import Cube

METHOD = "inclusion-exclusion"
ALL = 43_252_003_274_489_856_000
GIVEN = ("solved=F2L", "solved=UBR+UR")
"""Rules that leave 324 cubes."""

ONE_COLOURED = "how-many(f in faces: colours({{f}})==1){}"
WITH_ONE_COLOURED = {
    0: 43_251_997_495_641_358_891,
    1: 5_778_743_007_576,
    2: 105_481_971,
    3: 7_528,
    4: 33,
    5: 0,
    6: 1,
}
"""The number of cubes by that of their one-coloured faces."""


@cache
def few() -> np.ndarray:
    return colours(put_back(Cube(), [[0, 1, 2], [1, 2, 3]]), CUBE)


@cache
def pockets() -> np.ndarray:
    return colours(pocket_states(), POCKET)


@pytest.mark.ordinary(8)
@pytest.mark.few(30)
@pytest.mark.parametrize("seed", range(200))
def test_what_is_counted_is_what_is_listed_and_what_there_is(seed):
    draw = random.Random(seed)
    asked = [choice(draw, CUBE, 5) for _ in range(draw.choice((1, 1, 2)))]
    if draw.random() < 0.5:
        asked.append(simple(draw, CUBE))
    rules = [*GIVEN, *(text for text, _ in asked)]
    truth = int(np.all([decide(few()) for _, decide in asked], axis=0).sum())
    if COUNTERS[METHOD].objection(question_of(*rules)) is None:
        assert counted(*rules, method=METHOD) == truth
    assert counted(*rules, method="listing") == truth


@pytest.mark.ordinary(3)
@pytest.mark.few(10)
@pytest.mark.parametrize("seed", range(40))
def test_all_cubes_of_the_smallest_size(seed):
    draw = random.Random(seed)
    text, decide = choice(draw, POCKET, 3)
    assert counted(text, size=2, method=METHOD) == int(decide(pockets()).sum())


@pytest.mark.parametrize("sign", ["==2", "<=1"])
def test_parts_that_symmetries_exchange(sign):
    """Rotations about the axis through DBL exchange the three faces that are opposite to it."""
    shown = pockets()
    faces = [(np.ptp(shown[[*POCKET.face(face)]], axis=0) == 0).astype(int) for face in range(3)]
    truth = int(eval("number" + sign, {"number": sum(faces)}).sum())
    asked = f"how-many(colours(U)==1, colours(R)==1, colours(F)==1){sign}"
    assert counted(asked, size=2, method=METHOD) == truth
    sets = [some.bit_count() for some, _ in _Parts(question_of(asked, size=2)).sets()]
    assert sets == ([2, 2, 2, 3] if sign == "==2" else [0, 2, 2, 2, 3])


def test_the_numbers_follow_from_those_of_cubes_with_given_faces():
    """The same by hand, for sets of faces in each position to each other: pieces of the faces, and then the others."""
    corners, edges = 24 * 27, 40_320 * 128  # of a layer, and beside it
    given = {
        1: 6 * 24**2 * corners * edges // 2,
        2: 12 * 12**2 * (2 * 3 * 120 * 16 // 2) + 3 * 24**4 * 24 * 8 // 2,
        3: 8 * 2**3 * 6 * 4 // 2 + 12 * 2**3 * 6**2 * 2,
        4: 12 * 2 + 3 * 2**4 // 2,
        5: 6,
        6: 1,
    }
    for number in range(1, 7):
        terms = (
            (-1) ** (size - number) * math.comb(size, number) * cubes
            for size, cubes in given.items()
        )
        assert sum(terms) == WITH_ONE_COLOURED[number]


def test_cubes_by_the_number_of_one_coloured_faces():
    assert sum(WITH_ONE_COLOURED.values()) == ALL
    for number in (1, 3, 4):
        asked = ONE_COLOURED.format(f"=={number}")
        assert counted(asked, method=METHOD) == WITH_ONE_COLOURED[number]


def test_parts_that_no_cube_satisfies_together():
    """The first two conditions exclude each other; other two hold together."""
    asked = "how-many(solved=UF, U8==R, U6==U, F2==F)==2"
    shown = few()
    uf = (shown[CUBE.names.index("U8")] == 0) & (shown[CUBE.names.index("F2")] == 2)
    times = uf.astype(int) + (shown[CUBE.names.index("F2")] == 2)
    times += shown[CUBE.names.index("U8")] == 1
    times += shown[CUBE.names.index("U6")] == 0
    assert counted(*GIVEN, asked, method=METHOD) == int((times == 2).sum())


def test_each_set_of_faces_has_the_factor_of_its_size():
    sets = _Parts(question_of(ONE_COLOURED.format(">=1"))).sets()
    assert [(some.bit_count(), factor) for some, factor in sets] == [
        (size, (-1) ** (size - 1)) for size in range(1, 7) for _ in range(math.comb(6, size))
    ]


def test_it_is_planned_where_nothing_quicker_counts():
    answer = count(["any(f in faces: colours({f})==1)", "not solved=all"])
    assert answer.method == METHOD
    assert answer.count == ALL - WITH_ONE_COLOURED[0] - 1


@pytest.mark.slow
def test_it_gives_way_to_the_others_and_the_quickest_is_named():
    answer = count("any(at-most=3, faces-differ)", explain=True)
    known = {way.name: way.seconds for way in answer.ways if way.seconds}
    assert known.keys() == {METHOD, "listing"}
    assert answer.predicted == known[answer.method] == min(known.values())


@pytest.mark.parametrize(
    ("rules", "options", "why"),
    [
        ("at-most=2", {}, "no rule combines others"),
        ("all(at-most=2, no-touching=side)", {}, "no rule combines others"),
        ("not at-most=2", {"classes": True}, "does not count classes"),
        ("not at-most=2", {"resume": "some.db"}, "cannot be resumed"),
        ("at-least(2, s in slots: solved={s})", {}, "combine 20 others, more than 16"),
    ],
)
def test_what_is_refused(rules, options, why, tmp_path):
    if "resume" in options:
        options = {"resume": tmp_path / options["resume"]}
    with pytest.raises(InputError, match=why):
        count(rules, method=METHOD, **options)
