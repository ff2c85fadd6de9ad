"""Cubes that are the same up to turns of U, symmetries and inversion: published numbers, and classes by brute force.

The brute force joins cubes of a list by what an independent cube (`stickers_in_space`) makes of them.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from fractions import Fraction
from functools import cache

import pytest
from asking import ask
from stickers_in_space import FACES, composed, permutation, places, rotations

from cubecsp import InputError, Status, Stop, count, find
from cubecsp.models.cases import set_called
from cubecsp.models.rules import RULES
from cubecsp.puzzle.cube.cubes import cube_class

PLL, OLL = "solved=F2L oriented=last-layer", {"rules": "solved=F2L", "project": "orientations"}

# ------------------------------------------------------------ published numbers

# The solved case is one more class than the lists of cases have. The numbers of cases are those of the pages
# PLL, OLL, CLL, COLL, ELL, OLLCP, ZBLL and 1LLL of https://www.speedsolving.com/wiki/; 1,211 is the number of
# B. Helmstetter, https://www.ai.univ-paris8.fr/~bh/cube/.
PUBLISHED = [
    ("PLL up to mirror", PLL, "auf,mirror", None, 288, 14 + 1),
    ("PLL up to mirror and inverse", PLL, "auf,mirror,inverse", None, 288, 13 + 1),
    ("CLL", "solved=F2L", "auf", "corners", 648, 42 + 1),
    ("ELL", "solved=F2L+corners", "auf", None, 96, 29 + 1),
    ("OLLCP", "solved=F2L", "auf", "corners+orientations", 5184, 331 + 1),
]


@pytest.mark.parametrize(
    ("rules", "ways", "part", "number", "classes"),
    [case[1:] for case in PUBLISHED],
    ids=[case[0] for case in PUBLISHED],
)
def test_published_numbers_of_cases(rules, ways, part, number, classes):
    answer = count(rules, same_under=ways, project=part)
    assert (answer.count, answer.classes, answer.kind) == (number, classes, "exact")


def test_the_published_number_of_last_layers():
    assert count("1LLL", same_under="auf,mirror,inverse").classes == 1211 + 1


# Of the 72 times that PLL counts, the solved case, H, Na and Nb have one each, E and Z two, and all others four; of the
# 216 of OLL, the solved case and 20 have one, and 1, 21, 55, 56 and 57 two (https://daaokacubeblog.com/3870).
@pytest.mark.parametrize(
    ("asked", "shares"),
    [
        ({"rules": PLL}, {Fraction(1, 72): 4, Fraction(1, 36): 2, Fraction(1, 18): 16}),
        (OLL, {Fraction(1, 216): 2, Fraction(1, 108): 5, Fraction(1, 54): 51}),
    ],
)
def test_published_probabilities(asked, shares):
    found = find(**asked, same_under="auf")
    assert Counter(report.share for report in found) == shares
    assert sum(report.share for report in found) == 1
    assert found.count == sum(report.class_size for report in found)


@pytest.mark.parametrize(
    ("rules", "asked", "classes", "part"),
    [
        ("PLL", {}, 21 + 1, None),
        ("OLL", {}, 57 + 1, "orientations"),
        ("CLL", {}, 42 + 1, "corners"),
        ("COLL", {}, 40 + 3, "corners"),  # 3 are PLL
        ("OLL", {"project": "corners+orientations"}, 331 + 1, "corners+orientations"),
        ("ELL", {}, 29 + 1, None),
        ("ZBLL", {}, 472 + 21 + 1, None),  # 21 are PLL
        ("1LLL", {}, 3915 + 1, None),
        ("CLL", {"size": 2}, 42 + 1, None),
        ("EG-1", {"size": 2}, 4 * (42 + 1), None),  # the pair that is exchanged lies on four sides
        ("EG-1 solved=DLF", {"size": 2}, 42 + 1, None),
        ("EG-2", {"size": 2}, 42 + 1, None),
        ("PLL OLL", {}, 21 + 1, None),
    ],
)
def test_sets_have_as_many_cases_as_published(rules, asked, classes, part):
    answer = count(rules, same_under="auf", **asked)
    assert (answer.classes, answer.query.as_dict()["project"]) == (classes, part)
    assert ("note" in answer.query.details()) == (part is not None and "project" not in asked)


def named(rules, ways="auf", **asked):
    return [report.case for report in find(rules, same_under=ways, limit=None, **asked)]


def test_classes_of_a_set_have_the_names_of_their_cases():
    for name in ("PLL", "OLL"):
        assert named(name) == [*set_called(name).members]
    assert Counter(named("EG-1", size=2)) == dict.fromkeys(set_called("EG-1").members, 4)
    assert named("CLL", size=2) == [*set_called("CLL").members]
    assert named("PLL", "auf,mirror")[:3] == ["solved", "Aa, Ab", "E"]
    assert named("PLL", "auf,mirror,inverse").count("Ga, Gb, Gc, Gd") == 1
    assert named("any(PLL=T, PLL=H)") == ["H", "T"]
    assert named("PLL", project="corners") == [""] * 3
    for report in find("OLL", same_under="auf"):
        assert RULES["case"](f"OLL={report.case}").holds(report.cube)
    (answer,) = find("PLL=T", same_under="auf").as_dict()["cubes"]
    assert (answer["case"], answer["algorithms"]) == ("T", [*set_called("PLL").members["T"]])
    shown = ask("find", "PLL=T", "--same-under", "auf", terminal=True).out
    assert "  T  class of 16" in shown
    told = ask("count", "CLL", "--same-under", "auf").err
    assert "note: CLL ignores the edges: cubes are compared by corners" in told


# ------------------------------------------------------------ brute force


def inverse(where):
    return tuple(sorted(range(len(where)), key=where.__getitem__))


@cache
def homes(size):
    """Return for each sticker its slot, a place in space, and for each set of faces their numbers by face."""
    slots = [place for place, _ in places(size)]
    faces = [FACES[number // size**2] for number in range(len(slots))]
    pieces = {}
    for number, slot in enumerate(slots):
        pieces.setdefault(slot, {})[faces[number]] = number
    return slots, {frozenset(piece): piece for piece in pieces.values()}


def where_of(facelets, size):
    """Return where each sticker of a cube is, from the colours that it shows."""
    slots, pieces = homes(size)
    shown = {}
    for number, slot in enumerate(slots):
        shown.setdefault(slot, set()).add(facelets[number])
    where = [0] * len(slots)
    for number, slot in enumerate(slots):
        where[pieces[frozenset(shown[slot])][facelets[number]]] = number
    return tuple(where)


@cache
def isometries(size):
    """Return the 48 permutations of stickers, each with whether it is a reflection."""
    listed = [*places(size)]
    left = [((-p[0], *p[1:]), (-n[0], *n[1:])) for p, n in listed]
    mirror = tuple(map(listed.index, left))
    plain = rotations(size)
    return [*((p, False) for p in plain), *((composed(p, mirror), True) for p in plain)]


def conjugate(where, by):
    return composed(composed(inverse(by), where), by)


def held(where, size):
    """Return a cube turned as a whole so that what holds it is at home: centres, or the corner DBL."""
    fixed = [4, 13] if size == 3 else [size**2 * 3 + 2, size**2 * 5 + 3]
    if all(where[f] == f for f in fixed):
        return where
    every = (composed(where, rotation) for rotation in rotations(size))
    return next(w for w in every if all(w[f] == f for f in fixed))


def maps_of(ways, size, everywhere):
    """Return the transformations by kind, as functions."""
    u = permutation("U", size)
    turns = {
        "before": lambda w: composed(u, w),
        "after": lambda w: composed(w, u),
        "both": lambda w: conjugate(w, u),
    }
    above, corner = 0 if size == 2 else 4, size**2 * 3 + 2
    symmetries = []
    for by, mirrored in isometries(size):
        keeps_u = by[above] // size**2 == 0
        keeps_hold = size == 3 or places(size)[by[corner]][0] == places(size)[corner][0]
        if ("auf" not in ways or keeps_u) and (everywhere or keeps_hold):
            symmetries.append((lambda w, by=by: held(conjugate(w, by), size), mirrored))
    return turns, symmetries


def classes_by_joining(facelets, ways, size, view=lambda where: where):
    """Return the sizes of the classes of some cubes; None if they are refused."""
    every = {where_of(text, size) for text in facelets}
    cubes = {view(where): where for where in every}
    marked = "auf" in ways or "inverse" in ways
    turns, symmetries = maps_of(ways, size, everywhere=not marked)

    def preserves(function):
        return all(view(function(where)) in cubes for where in every)

    used = []
    if "auf" in ways:
        sides = [name for name in ("before", "after") if preserves(turns[name])]
        sides = sides or ["both"] * preserves(turns["both"])
        if not sides or ("inverse" in ways and sides in (["before"], ["after"])):
            return None
        used += [turns[name] for name in sides]
    kept = [(function, mirrored) for function, mirrored in symmetries if preserves(function)]
    if "mirror" not in ways:
        kept = [pair for pair in kept if not pair[1]]
    if "rotation" in ways or "mirror" in ways:
        used += [function for function, _ in kept]
    used += [inverse] * ("inverse" in ways)
    leaders = {key: key for key in cubes}

    def leader(key):
        while leaders[key] != key:
            key = leaders[key]
        return key

    for key, cube in cubes.items():
        for image in (view(function(cube)) for function in used):
            if image in cubes:
                leaders[leader(image)] = leader(key)
    return sorted(Counter(map(leader, cubes)).values())


WAYS = ("auf", "rotation", "mirror", "inverse")
SUBSETS = [c for number in range(1, 5) for c in itertools.combinations(WAYS, number)]
PATTERNS = [
    "solved=F2L+corners",
    PLL,
    "solved=F2L permuted=last-layer",
    "solved=F2L+URF oriented=edges",
    "solved=F2L+UF self-inverse",
    "solved=F2L+UB+UFL colours(F)==2",
    "solved=F2L+UF oriented=edges colours(U)==3",
    "solved=F2L oriented=corners colours(U)==1 not solved=UF",
    "solved=D-layer+FR+FL+corners oriented=edges",
    "holds=UF+UR:UF+UL solved=F2L+corners",
]


def checked(rules, ways, size=3):
    expected = classes_by_joining(
        [r.facelets for r in find(rules, size=size, limit=None)], ways, size
    )
    if expected is None:
        for ask in (count, find):
            with pytest.raises(InputError, match="turns of U preserve these rules"):
                ask(rules, size=size, same_under=ways)
        return
    found = find(rules, size=size, same_under=ways, limit=None)
    assert sorted(report.class_size for report in found) == expected, (rules, ways)
    assert found.status is Status.COMPLETE
    assert (found.classes, found.count) == (len(expected), sum(expected))
    counted = count(rules, size=size, same_under=ways)
    assert (counted.classes, counted.count) == (len(expected), sum(expected))
    solved = cube_class(size)() in [r.cube for r in find(rules, size=size, limit=None)]
    assert found.has_solved == counted.has_solved == solved
    assert ("that of the solved cube" in found.sentence()) == solved


@pytest.mark.parametrize(
    "rules", [*PATTERNS[:1], *(pytest.param(one, marks=pytest.mark.slow) for one in PATTERNS[1:])]
)
def test_classes_against_cubes_joined_one_by_one(rules):
    for ways in random.Random(rules).sample(SUBSETS, 3):
        checked(rules, ways)


@pytest.mark.ordinary(3)
@pytest.mark.parametrize("seed", range(8))
def test_classes_where_random_pieces_may_move(seed):
    rng = random.Random(seed)
    corners = ["URF", "UFL", "ULB", "UBR", "DFR", "DLF", "DBL", "DRB"]
    edges = ["UR", "UF", "UL", "UB", "DR", "DF", "DL", "DB", "FR", "FL", "BL", "BR"]
    free = [
        *rng.sample(corners[: rng.choice([4, 8])], 2),
        *rng.sample(edges[: rng.choice([4, 12])], 3),
    ]
    rules = "solved=" + "+".join(piece for piece in corners + edges if piece not in free)
    for ways in rng.sample(SUBSETS, 2):
        checked(rules, ways)


@pytest.mark.ordinary(1)
@pytest.mark.parametrize(
    "rules",
    [
        "solved=D-layer oriented=corners",
        "solved=DFR+DLF+URF+ULB",
        "colours(U)==1 colours(F)==2 solved=DLF",
    ],
)
def test_classes_of_the_2x2x2(rules):
    for ways in random.Random(rules).sample(SUBSETS, 4):
        checked(rules, ways, size=2)


# ------------------------------------------------------------ projections


@cache
def stickers_of(view):
    """Return the stickers that a projection follows: those of corners, or those that show how pieces are turned."""
    slots, pieces = homes(3)
    if view == "corners":
        return [number for number, slot in enumerate(slots) if slots.count(slot) == 3]
    turned = [next(f for f in "UDFB" if f in faces) for faces in pieces if len(faces) > 1]
    return [
        piece[face]
        for piece, face in zip([p for p in pieces.values() if len(p) > 1], turned, strict=True)
    ]


def orientations(where):
    return tuple(sorted(where[sticker] for sticker in stickers_of("orientations")))


def corners(where):
    return tuple(where[sticker] for sticker in stickers_of("corners"))


@pytest.mark.parametrize(
    ("rules", "part", "view"),
    [
        ("solved=F2L+UF+UFL", "orientations", orientations),
        pytest.param("solved=F2L+UF+UB", "corners", corners, marks=pytest.mark.slow),
        ("solved=F2L+UR oriented=edges", "corner-orientations", orientations),
    ],
)
@pytest.mark.parametrize(
    "ways", [pytest.param(("rotation",), marks=pytest.mark.slow), ("mirror",), ("auf", "mirror")]
)
def test_classes_of_parts(rules, part, view, ways):
    if "auf" in ways:  # it moves all four
        rules = (
            f"solved=F2L permuted=last-layer {'oriented=edges' * (part == 'corner-orientations')}"
        )
    listed = find(rules, limit=None)
    expected = classes_by_joining([report.facelets for report in listed], ways, 3, view)
    found = find(rules, same_under=ways, project=part, limit=None)
    assert sorted(report.class_size for report in found) == expected
    counted = count(rules, same_under=ways, project=part)
    assert (counted.classes, counted.count) == (len(expected), sum(expected))


# ------------------------------------------------------------ limits, and what is refused


def test_a_limit_counts_classes_and_the_list_need_not_be_complete():
    found = find("oriented=edges", same_under="auf", limit=4)
    assert (found.status, found.stopped, found.classes, len(found)) == (
        Status.PARTIAL,
        Stop.LIMIT,
        4,
        4,
    )
    assert found.count == sum(report.class_size for report in found)
    assert [report.share for report in found] == [None] * 4
    u = permutation("U", 3)
    joined = {where_of(report.facelets, 3): n for n, report in enumerate(found)}
    for where, number in [*joined.items()]:
        for _ in range(4):
            for _ in range(4):
                where = composed(where, u)
                assert joined.setdefault(where, number) == number
            where = composed(u, where)
    assert Counter(joined.values()) == Counter({n: r.class_size for n, r in enumerate(found)})
    assert "Only for these cubes is it known" in found.sentence()


def test_json_and_moves():
    found = find(PLL, same_under=["mirror", "auf", "auf"])
    data = found.as_dict()
    assert data["query"]["same_under"] == ["auf", "mirror"]
    assert (data["classes"], data["count"]) == (15, 288)
    assert data["same_under"] == "turns of U before and after, 8 rotations and mirrors"
    assert {cube["share"] for cube in data["cubes"]} == {"1/72", "1/36", "1/18", "1/9"}
    (solved,) = find("PLL=T", same_under="auf", solve="two-phase").as_dict()["cubes"]
    assert solved["solution"]


@pytest.mark.parametrize("kind", ["rotation,mirror", "auf"])
def test_nothing_is_in_no_class(kind):
    assert find("solved=F2L+UF not solved=UF", same_under=kind).classes == 0
    assert count("solved=F2L+UF not solved=UF", same_under=kind).classes == 0


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"same_under": "auf,turn"}, "unknown word 'turn'"),
        ({"same_under": 1}, "same_under"),
        ({"same_under": "auf", "rules": "solved=UF"}, "neither before nor after"),
        ({"same_under": "auf,inverse", "rules": "solved=F2L colours(F)==1"}, "neither|only"),
        ({"same_under": "auf", "project": "UF"}, "does not show what turns of U"),
        ({"same_under": "inverse", "project": "corners"}, "of its inverse"),
        ({"same_under": "auf", "classes": True}, "without classes"),
        ({"same_under": "auf", "resume": "file"}, "without resume"),
        ({"same_under": "auf", "cluster": "local:2"}, "without cluster"),
        ({"same_under": "auf", "size": 4, "rules": ()}, "only rotations and mirrors"),
        ({"same_under": "auf", "puzzle": "skewb", "rules": ()}, "classes are of cubes"),
        ({"project": "orientations", "size": 4, "rules": ()}, "can be compared"),
    ],
)
def test_what_does_not_go_together_is_refused(asked, told):
    for question in (find, count):
        limit = {"limit": None} if question is find else {}
        with pytest.raises(InputError, match=told):
            question(**{"rules": "solved=F2L", **asked, **limit})


def test_a_count_by_a_way_that_lists_nothing_is_refused():
    with pytest.raises(InputError, match="only a list"):
        count("solved=F2L", same_under="auf", method="pieces")
    with pytest.raises(InputError, match="without estimate"):
        count("solved=F2L", same_under="auf", estimate=True)
    assert count("oriented=edges", same_under="auf", time_limit=0.2).count is None
