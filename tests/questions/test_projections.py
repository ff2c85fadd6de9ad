"""Projections: cubes that differ in a part of the cube, against all cubes of the 2×2×2, and against lists of 3×3×3 cubes."""

from __future__ import annotations

import itertools

import pytest

from cubecsp import InputError, Status, Stop, count, find
from cubecsp.models.counting import listing
from cubecsp.models.engines import exhaustive_engines, load_engine
from cubecsp.puzzle.cube.cube_puzzle import CUBE, POCKET

PARTS = {  # the stickers that are looked at, independently of how the parts are read
    "U": lambda name: name[0] == "U",
    "U1,F3": lambda name: name in ("U1", "F3"),
    "R+U2": lambda name: name[0] == "R" or name == "U2",
}
CORNERS = [
    "U1",
    "U3",
    "U7",
    "U9",
    "R1",
    "R3",
    "R7",
    "R9",
    "F1",
    "F3",
    "F7",
    "F9",
    "D1",
    "D3",
    "D7",
    "D9",
    "L1",
    "L3",
    "L7",
    "L9",
    "B1",
    "B3",
    "B7",
    "B9",
]
PARTS_OF_3X3X3 = PARTS | {
    "corners": lambda name: name in CORNERS,
    "UF+edges": lambda name: name not in CORNERS and name[1] != "5",
    "URF": lambda name: name in ("U9", "R1", "F3"),
}


def views(cubes, part, parts, puzzle):
    """Return what some cubes show in a part."""
    places = [at for at, name in enumerate(puzzle.names) if parts[part](name)]
    return {"".join(cube.facelets[at] for at in places) for cube in cubes}


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("rules", ["no-touching=side colours(R)==3", "colours(U)==2 solved=URF"])
def test_projections_of_the_2x2x2(rules, part):
    every = list(find(rules, size=2, limit=None))
    expected = views(every, part, PARTS, POCKET)
    counted = count(rules, size=2, project=part)
    assert (counted.count, counted.kind) == (len(expected), "exact")
    found = find(rules, size=2, project=part, limit=None)
    assert found.status is Status.COMPLETE
    assert len(found) == len(expected)
    assert views(found, part, PARTS, POCKET) == expected


@pytest.mark.parametrize("engine", exhaustive_engines())
def test_views_are_counted_whichever_engine_lists_them_with_rules_that_it_does_not_see(
    engine, monkeypatch
):
    """What a cube that such a rule rejects shows, another one may show."""
    rules = ["solved=F2L+UB+UL", "order=6"]
    expected = views(find(rules, limit=None), "URF", PARTS_OF_3X3X3, CUBE)
    monkeypatch.setattr(listing, "AutoEngine", load_engine(engine))
    assert count(rules, project="URF", method="listing").count == len(expected) > 2


@pytest.mark.ordinary(9)
@pytest.mark.parametrize("engine", ["auto", "native", "cnf"])
@pytest.mark.parametrize("part", PARTS_OF_3X3X3)
@pytest.mark.parametrize("rules", ["solved=F2L+edges", "solved=F2L+edges order=6", "symmetric=D3"])
def test_projections_of_a_list_of_3x3x3(rules, part, engine):
    expected = views(find(rules, limit=None), part, PARTS_OF_3X3X3, CUBE)
    found = find(rules, project=part, limit=None, engine=engine)
    assert len(found) == found.count == len(expected)
    assert views(found, part, PARTS_OF_3X3X3, CUBE) == expected
    if engine == "auto":
        assert count(rules, project=part).count == len(expected)


@pytest.mark.parametrize(
    ("rules", "part", "number"),
    [
        ((), "corners", 88_179_840),  # 8! · 3⁷
        ((), "edges", 980_995_276_800),  # 12! · 2¹¹
        ((), "UF+UR", 24 * 22),
        ((), "URF", 24),
        ("no-piece-home", "all", 5_853_561_947_146_045_440),
        ("solved=UF", "UF+UR", 22),
        ("permuted=corners", "corners", 3**7),
        ((), "U1", 6),
        ((), "U1,U3,U7,U9,D1", 6**5 - 6),  # four corners have each colour
        ((), "U9,R1", 24),  # two stickers of a corner tell the third
    ],
)
def test_projections_without_a_search(rules, part, number):
    assert count(rules, project=part).count == number


def shown_above(slots, turns):
    """Return the colours that some corners or edges can show on the face U, found by trying all pieces."""
    orbit = next(orbit for orbit in CUBE.orbits if orbit.turns == turns)
    pieces = itertools.permutations(orbit.names, slots)
    return {colours for some in pieces for colours in itertools.product(*some)}


@pytest.mark.parametrize(
    ("rules", "holds"),
    [
        ((), lambda _: True),
        ("colours(U1 U3 U2 U4)==2", lambda seen: len({*seen}) == 2),
        ("U1==R U2!=U1", lambda seen: seen[0] == "R" != seen[2]),
    ],
)
def test_stickers_of_several_pieces(rules, holds):
    pairs = itertools.product(shown_above(2, 3), shown_above(2, 2))
    expected = sum(holds((*corners, *edges)) for corners, edges in pairs)
    answer = count(rules, project="U1,U3,U2,U4")
    assert (answer.count, answer.method) == (expected, "listing")


def test_a_limit_and_a_seed_go_with_a_projection():
    found = find("no-touching=side", project="U", limit=5, seed=1)
    assert (found.status, found.stopped) == (Status.PARTIAL, Stop.LIMIT)
    assert len({report.facelets[:9] for report in found}) == 5
    assert [*found] == [*find("no-touching=side", project="U", limit=5, seed=1)]
    assert "5 cubes that differ in U" in found.sentence()


def test_a_count_that_is_cut_says_how_many_views_there_are_at_least():
    answer = count("no-touching=side", project="corners", time_limit=2)
    assert (answer.status, answer.count, answer.kind) == (Status.PARTIAL, None, "at-least")
    assert "that differ in corners" in answer.sentence()
    assert "estimate" not in answer.sentence()


@pytest.mark.parametrize(
    ("ask", "asked", "told"),
    [
        (find, {"project": "corners", "classes": True}, "classes"),
        (find, {"project": "U10"}, "no sticker U10"),
        (find, {"project": "UX"}, "unknown slots"),
        (find, {"project": ""}, "unknown slots"),
        (find, {"project": "edges", "size": 2}, "has no slots edges"),
        (find, {"project": "U", "limit": None, "resume": "file"}, "without resume"),
        (count, {"project": "U", "puzzle": "skewb"}, "projections are of cubes"),
        (count, {"project": "U", "estimate": True}, "without estimate"),
        (count, {"project": "U", "method": "pieces"}, "it counts whole cubes only"),
    ],
)
def test_what_is_no_projection_is_refused(ask, asked, told):
    with pytest.raises(InputError, match=told):
        ask("at-most=9" if "puzzle" not in asked else (), **asked)
