"""Isoglyphs, patterns that run on over edges, and drawings: by hand, by name, with shared letters."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import TAME, assemblies

from cubecsp import SYMMETRIES, Cube, InputError, find
from cubecsp.models import Continuous, Drawings, FaceDrawing, FacesSame, Pattern
from cubecsp.models.language.pattern_text import parse_rules
from cubecsp.models.rules.faces_differ import pattern
from cubecsp.models.rules.glyphs import GLYPHS
from cubecsp.models.rules.letters import rows_of
from cubecsp.puzzle.cube.cube_puzzle import CUBE, cube_puzzle
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.puzzle.cube.geometry import FACES

pytestmark = pytest.mark.quick

ISOGLYPHS = {
    "cube in a cube": "F L F U' R U F2 L2 U' L' B D' B' L2 U",
    "anaconda": "L U B' U' R L' B R' F B' D R D' F'",
    "six spots": "U D' R L' F B' U D'",
    "checkerboard": "M2 E2 S2",
    "superflip": "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2",
    "Plummer's cross": "R2 L' D F2 R' D' R' L U' D R D B2 R' U D2",
}
some_cubes = assemblies | st.sampled_from([*TAME, *map(Cube.from_moves, ISOGLYPHS.values())])


@pytest.mark.parametrize("moves", ISOGLYPHS.values(), ids=ISOGLYPHS)
def test_well_known_isoglyphs_are_continuous(moves):
    for symmetry in SYMMETRIES[::7]:
        cube = symmetry.of(Cube.from_moves(moves))
        assert FacesSame("mirrored").holds(cube)
        assert Continuous().holds(cube)


def test_one_turn_makes_a_cube_that_is_none():
    for moves in ISOGLYPHS.values():
        assert not FacesSame("mirrored").holds(Cube.from_moves(moves).apply("R"))
    broken = Continuous().violations(Cube.from_moves("R"))
    assert broken[0].message == "U9 shows F and R1 shows R"
    assert len(broken) == 12  # three along each of the four edges of R


def test_what_is_allowed_decides_which_patterns_are_the_same():
    anaconda = Cube.from_moves(ISOGLYPHS["anaconda"])
    assert [FacesSame(how).holds(anaconda) for how in ("upright", "turned", "mirrored")] == [
        False,
        True,
        True,
    ]
    # A face of it is the mirror image of another one, and no turn of it.
    mirror = Cube("FUBDUUFRLBRDRRFULDLFUFFDRBRBLBUDDRDFUBURLLFLDLBRUBBLFD")
    assert all(p.holds(mirror.colours, CUBE) for p in FacesSame("mirrored").primitives())
    assert not all(p.holds(mirror.colours, CUBE) for p in FacesSame("turned").primitives())
    mirrored = find("faces-same=mirrored not faces-same=turned", limit=3, seed=1)
    assert len(mirrored) == 3
    for report in mirrored:
        assert len({pattern(face) for face in faces(report.cube)}) == 1


def faces(cube):
    area = cube.puzzle.size**2
    return [cube.facelets[start : start + area] for start in range(0, 6 * area, area)]


@given(some_cubes)
@settings(max_examples=60)
def test_the_pattern_of_every_face_is_the_same_text(cube):
    assert FacesSame("mirrored").holds(cube) == (len(set(map(pattern, faces(cube)))) == 1)
    if FacesSame("upright").holds(cube):
        assert FacesSame("turned").holds(cube)


def test_a_cube_is_continuous_where_no_piece_shows_part_of_home():
    """Counted another way: pieces by slots, without the stickers along edges."""
    for cube in [*TAME, *(Cube.random(seed) for seed in range(30))]:
        whole = all(
            len({letter == place for letter, place in zip(shown, slot, strict=True)}) == 1
            for slot, shown in slots(cube)
        )
        assert Continuous().holds(cube) == whole
        assert all(p.holds(cube.colours, CUBE) for p in Continuous().primitives()) == whole


def slots(cube):
    """Yield for each slot the faces that it is on and the colours that it shows there."""
    for orbit in CUBE.orbits:
        for facelets in orbit.frames:
            yield (
                [FACES[f // 9] for f in facelets],
                [cube.facelets[f] for f in facelets],
            )


def test_larger_cubes_are_continuous_too():
    five = cube_class(5)
    assert Continuous().holds(five())
    assert not Continuous().holds(five.from_moves("R"))
    assert Continuous().holds(five.from_moves("M2 E2 S2"))
    with pytest.raises(InputError, match="has no centre"):
        Continuous().require(cube_puzzle(4))


# ---------------------------------------------------------------- drawings


def test_letters_and_digits_have_names():
    assert len(GLYPHS) == 26 + 10
    for name, drawing in GLYPHS.items():
        assert FaceDrawing("F", name) == FaceDrawing("F", drawing) == FaceDrawing("F", name.upper())
        assert {*drawing} == {*"AB/"}
        assert [len(row) for row in drawing.split("/")] == [3, 3, 3]
    alike = [{a, b} for a, b in itertools.combinations(GLYPHS, 2) if GLYPHS[a] == GLYPHS[b]]
    assert alike == [
        {"letter-O", "digit-0"},
        {"letter-S", "digit-5"},
        {"letter-Z", "digit-2"},
    ]


@pytest.mark.parametrize("name", GLYPHS)
def test_every_glyph_can_be_shown(name):
    (report,) = find(Pattern(parse_rules(f"face=U:{name}")), limit=1)
    shown = report.facelets[:9]
    ink = {shown[i] for i, cell in enumerate(GLYPHS[name].replace("/", "")) if cell == "A"}
    paper = {shown[i] for i, cell in enumerate(GLYPHS[name].replace("/", "")) if cell == "B"}
    assert len(ink) == len(paper) == 1
    assert ink != paper


@pytest.mark.parametrize(
    "text", ["face=U:letter-", "face=U:letter-AB", "face=*:digit-x", "face=U:A-B"]
)
def test_other_names_are_refused(text):
    with pytest.raises(InputError, match="unknown drawing"):
        parse_rules(text)


def test_letters_shared_between_faces():
    """On both faces the three differ; that they are the same colours is what sharing adds."""
    (rule,) = parse_rules("drawings=U:ABC/.../...+D:ABC/.../...")
    assert rule == Drawings({"D": "XYZ/.../...", "U": "XYZ/.../..."})
    shared = find(Pattern((rule,)), limit=20, seed=2)
    assert len(shared) == 20
    for report in shared:
        assert report.facelets[:3] == report.facelets[27:30]
        assert rule.holds(report.cube)
    apart = [*parse_rules("face=UD:ABC/.../..."), *parse_rules("not (U1==D1 U2==D2 U3==D3)")]
    others = find(Pattern(tuple(apart)), limit=20, seed=2)
    assert len(others) == 20
    assert not any(rule.holds(report.cube) for report in others)


@pytest.mark.slow
@given(st.data(), some_cubes)
@settings(max_examples=60)
def test_a_drawing_over_several_faces_is_one_drawing_of_them_all(data, cube):
    """Drawn from the cube itself, with cells left out, it holds; with two letters exchanged it does not."""
    chosen = data.draw(st.lists(st.sampled_from(FACES), min_size=1, max_size=3, unique=True))
    names = dict(zip(FACES, data.draw(st.permutations("ABCDEF")), strict=True))
    blank = data.draw(st.sets(st.integers(0, 8), max_size=4))
    drawn = {
        face: "".join(
            "." if i in blank else names[letter]
            for i, letter in enumerate(faces(cube)[FACES.index(face)])
        )
        for face in chosen
    }
    rule = Drawings(drawn)
    assert rule.holds(cube)
    assert parse_rules(str(rule)) == (rule,)
    there = [(face, i) for face in chosen for i in range(9) if i not in blank]
    (one, i), (other, j) = data.draw(st.tuples(st.sampled_from(there), st.sampled_from(there)))
    cells = {face: [*letters] for face, letters in drawn.items()}
    cells[one][i], cells[other][j] = cells[other][j], cells[one][i]
    changed = Drawings({face: "".join(some) for face, some in cells.items()})
    single = {face: {*some} - {"."} for face, some in cells.items()}
    if drawn[one][i] != drawn[other][j] and sum(map(len, single.values())):
        letters = [cells[face][k] for face, k in there]
        shown = [faces(cube)[FACES.index(face)][k] for face, k in there]
        same = len({*zip(letters, shown, strict=True)}) == len({*letters}) == len({*shown})
        assert changed.holds(cube) == same


@given(assemblies, st.booleans())
@settings(max_examples=20)
def test_a_drawing_that_may_be_turned_fits_each_of_the_four_turns(cube, mirrored):
    rows = rows_of([dict(zip("URFDLB", "ABCDEF", strict=True))[c] for c in cube.facelets[:9]])
    for _ in range(4):
        rule = FaceDrawing("U", "/".join(rows), turned=True, mirrored=mirrored)
        assert all(primitive.holds(cube.colours, CUBE) for primitive in rule.primitives())
        assert not rule.violations(cube)
        rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("drawings=U", "not a drawing of a face"),
        ("drawings=U:A../.../...+", "not a drawing of a face"),
        ("drawings=UF:A../.../...", "not a drawing of a face"),
        ("drawings=U:A../.../...+u:B../.../...", "drawn twice"),
        ("drawings=U:A../.../...+F:A./..", "different sizes"),
        ("drawings=U:A../.../...:B=R", "is not in the drawings"),
        ("face=U:A", "has 1 cells"),
        ("face=U:AB/C", "has 3 cells"),
        ("face=U:", "no drawing"),
        ("faces-same=sideways", "upright, turned or mirrored"),
    ],
)
def test_what_is_no_drawing_is_refused(text, word):
    with pytest.raises(InputError, match=word):
        parse_rules(text)


def test_drawings_of_nothing():
    with pytest.raises(InputError, match="no faces"):
        Drawings({})
    with pytest.raises(InputError, match="is not a face"):
        Drawings({"X": "A../.../..."})


@pytest.mark.parametrize("size", [5, 6, 7, 12, 13])
def test_lines_repeat_colours_no_more_than_they_have_to(size):
    """A Latin square, or several side by side; with one sticker changed, a line has a colour too often."""
    puzzle, faces = cube_puzzle(size), len(FACES)
    colours = [(f % size + f // size % size) % faces for f in range(puzzle.facelet_count)]
    (rule,) = parse_rules("no-repeats")
    primitives = [*rule.primitives(puzzle)]
    assert all(one.holds(colours, puzzle) for one in primitives)
    colours[1] = colours[0]
    assert not all(one.holds(colours, puzzle) for one in primitives)


def test_letters_mean_the_same_in_capitals_and_small():
    for drawing, colours in (("AAB/CBC/AAB", {"A": "R", "C": "W"}), ("AB/CD", {"D": "Y"})):
        small = {letter.lower(): colour.lower() for letter, colour in colours.items()}
        assert str(FaceDrawing("U", drawing.lower(), fixed=small)) == str(
            FaceDrawing("U", drawing, fixed=colours)
        )
