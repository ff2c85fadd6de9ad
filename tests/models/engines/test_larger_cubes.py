"""Questions about larger cubes: engines against a plain enumeration of what can be seen."""

from __future__ import annotations

import itertools
import random
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import registered_rules

from cubecsp import SYMMETRIES, InputError, find, rule
from cubecsp.models import AtMost, EveryColour, FacesDiffer, NoTouching, Pattern, Stickers
from cubecsp.models.core.hold import holding_constraints
from cubecsp.models.engines import ENGINES, Problem, Progress, exhaustive_engines, load_engine
from cubecsp.models.engines.native_room import LARGEST
from cubecsp.models.language.pattern_text import parse_rules
from cubecsp.models.rules.comparisons import CountOf, Same
from cubecsp.models.rules.expressions import stickers as stickers_of
from cubecsp.puzzle.cube.cube_puzzle import HELD_SLOT, cube_puzzle
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.puzzle.cube.symmetry import canonical

LARGE = [name for name in exhaustive_engines() if 4 in ENGINES[name].sizes]
OPEN = {4: (2, 3, 4), 5: (2, 2, 2, 3, 2)}  # slots of each orbit that are let go


@cache
def neighbourhood(size, seed):
    """A drawing with some open slots, and every cube that agrees with it, as facelet strings.

    The pieces of the open slots are put back in every order, turned in every way; a string that comes
    twice is one cube. Which of them turns can reach is for `is_reachable` to say.
    """
    rng = random.Random(f"{size} {seed}")
    puzzle, base = cube_puzzle(size), cube_class(size).random(seed).facelets
    drawing = list(base)
    ways = []
    for index, (orbit, count) in enumerate(zip(puzzle.orbits, OPEN[size], strict=True)):
        slots = [i for i in range(len(orbit.names)) if (index, i) != (0, HELD_SLOT)]
        frames = [orbit.frames[slot] for slot in rng.sample(slots, count)]
        pieces = ["".join(base[f] for f in frame) for frame in frames]
        for frame in frames:
            for facelet in frame:
                drawing[facelet] = "."
        turned = len(pieces[0]) if orbit.turns > 1 else 1
        ways.append(
            {
                tuple(zip(itertools.chain(*frames), "".join(shown), strict=True))
                for order in itertools.permutations(pieces)
                for shown in itertools.product(
                    *([piece[t:] + piece[:t] for t in range(turned)] for piece in order)
                )
            }
        )
    found = set()
    for parts in itertools.product(*ways):
        letters = list(base)
        for facelet, letter in itertools.chain(*parts):
            letters[facelet] = letter
        cube = cube_class(size)("".join(letters))
        if cube.is_reachable:
            found.add(cube)
    return "".join(drawing), frozenset(found)


def answers(engine, puzzle, primitives, symmetries=SYMMETRIES[:1], **more):
    problem = Problem(puzzle, (*holding_constraints(puzzle), *primitives), symmetries, **more)
    found = [e for e in load_engine(engine).solutions(problem) if not isinstance(e, Progress)]
    assert len(found) == len(set(found)), "a cube came twice"
    return found


def names(size):
    return st.sampled_from(cube_puzzle(size).names)


def large_rules(size):
    """Rules of every kind that makes sense, and comparisons of stickers."""
    letters = st.sampled_from("URFDLB")
    return st.one_of(
        registered_rules(cube_puzzle(size)),
        st.builds(Same, names(size), letters, differ=st.booleans()),
        st.builds(
            CountOf,
            st.lists(st.one_of(names(size), letters), min_size=1, max_size=3),
            st.lists(letters, min_size=1, max_size=3),
            st.sampled_from(["<=", ">=", "==", "!="]),
            st.integers(0, 9),
        ),
    )


@pytest.mark.ordinary(2)
@pytest.mark.parametrize("size", OPEN)
@pytest.mark.parametrize("engine", LARGE)
def test_nothing_but_what_a_drawing_leaves(size, engine):
    for seed in range(1):
        drawing, expected = neighbourhood(size, seed)
        assert len(expected) > 50
        primitives = tuple(Stickers(drawing).primitives(cube_puzzle(size)))
        found = answers(engine, cube_puzzle(size), primitives)
        assert set(found) == expected
        assert all(cube.is_reachable for cube in found)


@pytest.mark.exhaustive
@pytest.mark.few(1)
@pytest.mark.parametrize("size", OPEN)
@given(data=st.data())
@settings(max_examples=2)
def test_engines_agree_with_what_rules_say_of_single_cubes(size, data):
    drawing, everything = neighbourhood(size, data.draw(st.integers(0, 3)))
    asked = data.draw(large_rules(size))
    if data.draw(st.booleans()):
        asked = ~asked
    expected = {cube for cube in everything if not asked.violations(cube)}
    pattern = Pattern((Stickers(drawing), asked), puzzle=cube_puzzle(size))
    for engine in LARGE:
        answer = find(pattern, engine=engine, limit=None)
        assert answer.count == len(expected)
        assert {report.cube for report in answer} == expected, engine


def two_faces(size):
    """All pieces at home but the centre pieces of U and D that lie on diagonals; their exchanges."""
    puzzle = cube_puzzle(size)
    home = cube_class(size)().facelets
    orbit = next(
        o for o in puzzle.orbits if o.alike and puzzle.names[o.frames[0][0]] == f"U{size + 2}"
    )
    places = [f for (f,) in orbit.frames if puzzle.face_of(f) in (0, 3)]
    cubes = set()
    for ups in itertools.combinations(places, 4):
        letters = list(home)
        for place in places:
            letters[place] = "U" if place in ups else "D"
        cubes.add(cube_class(size)("".join(letters)))
    drawing = "".join("." if f in places else letter for f, letter in enumerate(home))
    return drawing, cubes


@pytest.mark.slow
@pytest.mark.few(3)
@pytest.mark.parametrize("size", [4, 5, 6, 7])
@pytest.mark.parametrize("engine", LARGE)
def test_symmetry_loses_nothing(size, engine):
    """With and without symmetry the same cubes come, and one of each class, counted by hand."""
    if size > 5 and engine != "native":
        size -= 2
    drawing, expected = two_faces(size)
    assert len(expected) == 70
    pattern = Pattern((Stickers(drawing),), puzzle=cube_puzzle(size))
    for use_symmetry in (True, False):
        answer = find(pattern, engine=engine, limit=None, use_symmetry=use_symmetry)
        assert {report.cube for report in answer} == expected
        assert answer.query["symmetries"] == ((16 if size % 2 else 2) if use_symmetry else 1)
    classes = find(pattern, engine=engine, limit=None, classes=True)
    assert len(classes.cubes) == len({canonical(cube) for cube in expected})
    assert classes.count == 70


@pytest.mark.ordinary(2)
@pytest.mark.parametrize("size", [4, 5, 6, 7])
def test_native_finds_the_least_of_each_orbit_and_nothing_else(size):
    drawing, expected = two_faces(size)
    puzzle = cube_puzzle(size)
    pattern = Pattern((Stickers(drawing),), puzzle=puzzle)
    group = tuple(
        s
        for s in pattern.symmetries
        if all(p.moved(s, puzzle) == p for p in holding_constraints(puzzle))
    )
    least = {min(symmetry.of(cube) for symmetry in group) for cube in expected}
    assert len(least) < len(expected)
    assert set(answers("native", puzzle, pattern.primitives, group)) == least


def requirements(size):
    """The first five requirements of the perfect scramble, with as many of a colour as there must be."""
    most = AtMost(-(-(size**2) // 6))
    rules = (EveryColour(), most, *map(NoTouching, ("side", "diagonal", "across")))
    return Pattern(rules, puzzle=cube_puzzle(size))


@pytest.mark.ordinary(1)
@pytest.mark.few(3)
@pytest.mark.parametrize("size", [4, 5])
@pytest.mark.parametrize("engine", LARGE)
def test_most_of_the_perfect_scramble(size, engine):
    answer = find(requirements(size), engine=engine, limit=3)
    assert len(answer.cubes) == len(set(answer.cubes)) == 3
    for report in answer:
        assert report.cube.is_reachable
        assert not requirements(size).violations(report.cube)


@pytest.mark.slow
@pytest.mark.few(1)
@pytest.mark.parametrize("engine", LARGE)
def test_seeds_give_varied_cubes(engine):
    pattern = Pattern((AtMost(4), NoTouching("side")), puzzle=cube_puzzle(4))
    runs = [find(pattern, engine=engine, limit=4, seed=seed) for seed in (1, 1, 2)]
    first, again, other = ([report.facelets for report in run] for run in runs)
    assert first == again
    assert not set(first) & set(other)
    apart = [
        sum(a != b for a, b in zip(*two, strict=True)) for two in itertools.combinations(first, 2)
    ]
    assert min(apart) > 30


@pytest.mark.ordinary(1)
@pytest.mark.parametrize("size", OPEN)
def test_threads_change_nothing(size):
    puzzle = cube_puzzle(size)
    drawing, expected = neighbourhood(size, 1)
    primitives = tuple(Stickers(drawing).primitives(puzzle))
    alone = answers("native", puzzle, primitives)
    assert answers("native", puzzle, primitives, threads=3) == alone
    assert set(alone) == expected


@pytest.mark.parametrize(
    ("engine", "size", "words"),
    [
        ("constraint", 4, ["3×3×3", "too many slots", "native or cpsat or cnf"]),
        ("native", 11, ["10×10×10", "512 slots", "cpsat or cnf"]),
    ],
)
def test_engines_say_what_they_do_not_take(engine, size, words):
    with pytest.raises(InputError) as caught:
        find(Pattern((AtMost(30),), puzzle=cube_puzzle(size)), engine=engine)
    assert all(word in str(caught.value) for word in words)


@pytest.mark.parametrize(
    ("text", "size", "word"),
    [
        ("holds=URF:UFL", 5, "2×2×2 and 3×3×3"),
        ("no-piece-home", 4, "one piece always counts as solved"),
        ("no-piece-home", 5, "more than corners and edges"),
        ("order=2", 4, "look alike"),
        ("self-inverse", 5, "look alike"),
        ("continuous", 4, "3×3×3, 5×5×5"),
        ("some-orientation(U1==R)", 4, "no centres"),
        ("face=U:AAB/CBC/AAB", 4, "3×3×3"),
        ("U17==R", 4, "no sticker U17"),
        ("count(U17 U1, R)>=1", 4, "no sticker U17"),
        ("any(every-colour, holds=URF:UFL)", 4, "2×2×2 and 3×3×3"),
    ],
)
def test_rules_say_why_they_do_not_fit(text, size, word):
    pattern = Pattern(parse_rules(text), puzzle=cube_puzzle(size))
    with pytest.raises(InputError, match=word):
        find(pattern, limit=1)


@pytest.mark.slow
@pytest.mark.parametrize("size", [7, LARGEST])
def test_patterns_of_the_largest_faces_have_room_in_the_native_search(size):
    asked = Pattern((FacesDiffer(), NoTouching("across")), puzzle=cube_puzzle(size))
    (report,) = find(asked, engine="native", limit=1)
    assert asked.holds(report.cube)


@pytest.mark.parametrize("text", ["U16==R", "U10!=U9", "count(U10 F16 L, R)<=2"])
def test_names_of_stickers_are_read_as_they_are_written(text):
    (asked,) = parse_rules(text)
    assert parse_rules(str(asked)) == (asked,)
    answer = find(Pattern((asked,), puzzle=cube_puzzle(4)), limit=2)
    assert len(answer.cubes) == 2
    assert all(asked.holds(report.cube) for report in answer)
    if "16" in text:
        with pytest.raises(InputError, match="the 3×3×3 has no sticker"):
            find(asked)


def test_stickers_of_larger_cubes_in_python():
    four = stickers_of.of_size(4)
    assert four.U[15].name == "U16"
    assert four.U.corners.names == ("U1", "U4", "U13", "U16")
    assert four.U.edges.names == ("U2", "U3", "U5", "U8", "U9", "U12", "U14", "U15")
    assert str(four.F[9] == four.U[0]) == "U1==F10"
    assert len([*four]) == 96
    for wrong in (1, 4.0, "4", True):
        with pytest.raises(InputError):
            stickers_of.of_size(wrong)


@rule(on="face", size=4)
def quartered(face):
    """The four stickers in the middle of a face differ."""
    return len({face[5], face[6], face[9], face[10]}) == 4


@rule(on=["U1", "U4", "U13", "U16"], size=4)
def corners_alike(shown):
    """The corner stickers of U show one colour."""
    return len(set(shown)) == 1


@pytest.mark.slow
@pytest.mark.few(2)
@pytest.mark.parametrize("engine", LARGE)
def test_rules_of_ones_own(engine):
    pattern = Pattern((quartered, corners_alike), puzzle=cube_puzzle(4))
    assert not pattern.filters
    answer = find(pattern, engine=engine, limit=5, seed=1)
    assert len(answer.cubes) == 5
    for report in answer:
        faces = [report.facelets[i : i + 16] for i in range(0, 96, 16)]
        assert all(len({f[5], f[6], f[9], f[10]}) == 4 for f in faces)
        assert len({faces[0][i] for i in (0, 3, 12, 15)}) == 1


def test_a_rule_of_ones_own_is_tried_on_the_cube_that_it_is_meant_for():
    with pytest.raises(InputError, match="no sticker U16"):
        rule(on=["U16"], name="far")(lambda shown: shown[0] == "U")
    with pytest.raises(InputError, match="IndexError"):
        rule(on="face", name="far")(lambda face: face[15] == "U")
    with pytest.raises(InputError, match="4×4×4 has no centre"):
        rule(on="face", size=4, name="middle")(lambda face: face.centre == "U")
    with pytest.raises(InputError, match="IndexError"):
        find(Pattern((quartered,), puzzle=cube_puzzle(2)), limit=1)


def test_drawings_of_faces_of_any_size():
    drawing = "face=*:A..A/.BB./.BB./A..A"
    pattern = Pattern(parse_rules(drawing), puzzle=cube_puzzle(4))
    (report,) = find(pattern, limit=1, seed=3)
    for i in range(0, 96, 16):
        f = report.facelets[i : i + 16]
        assert len({f[0], f[3], f[12], f[15]}) == len({f[5], f[6], f[9], f[10]}) == 1
        assert f[0] != f[5]
    with pytest.raises(InputError, match="15 cells"):
        parse_rules("face=U:" + "A" * 15)
