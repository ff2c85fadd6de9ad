"""Pictures: every sticker in its place and colour, in every view; marks, arrows, letters and shapes."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import cubes

from cubecsp import Cube, Facelets, InputError, PocketCube, picture
from cubecsp.pictures.colours import SCHEMES, UNKNOWN_COLOUR, colour, ink_on, scheme
from cubecsp.pictures.glyphs import SHAPES, written
from cubecsp.pictures.outline import bounds, read
from cubecsp.pictures.picture import Picture
from cubecsp.pictures.views import VIEWS
from cubecsp.pictures.views.base import BACKS
from cubecsp.puzzle.cube.cube_puzzle import CUBE, POCKET, cube_puzzle
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.puzzle.cube.geometry import FACES

SVG = "{http://www.w3.org/2000/svg}"
STANDARD = SCHEMES["standard"]


def stickers(shown: Picture) -> dict[str, tuple[float, float, str]]:
    """Return where the middle of each sticker is in the SVG, and its colour."""
    found = {}
    for path in ElementTree.fromstring(shown.svg()).iter(f"{SVG}path"):
        if "data-sticker" in path.attrib:
            numbers = [float(n) for n in re.findall(r"-?[\d.]+", path.attrib["d"])]
            xs, ys = numbers[::2], numbers[1::2]
            assert path.attrib["data-sticker"] not in found
            middle = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
            found[path.attrib["data-sticker"]] = (*middle, path.attrib["fill"])
    return found


def in_reading_order(found: dict[str, tuple[float, float, str]]) -> list[str]:
    """Return the names of stickers from top to bottom, then from left to right."""
    return sorted(found, key=lambda name: (round(found[name][1]), round(found[name][0])))


@settings(max_examples=20)
@given(cubes, st.sampled_from([*VIEWS]), st.sampled_from([None, *BACKS]))
def test_every_sticker_has_its_colour(cube, view, back):
    shown = picture(cube, view=view, back=back)
    found = stickers(shown)
    assert set(found) == {name for f, name in enumerate(CUBE.names) if f not in shown.hidden}
    for name, (_, _, fill) in found.items():
        letter = cube.facelets[CUBE.names.index(name)]
        assert fill == STANDARD[FACES.index(letter)]


def test_the_net_is_the_usual_cross():
    names = in_reading_order(stickers(picture(Cube())))
    assert names[:9] == [f"U{i}" for i in range(1, 10)]
    middle = [f"{face}{3 * row + i}" for row in range(3) for face in "LFRB" for i in (1, 2, 3)]
    assert names[9:45] == middle
    assert names[45:] == [f"D{i}" for i in range(1, 10)]


def test_the_plan_looks_from_above():
    names = in_reading_order(stickers(picture(Cube(), view="plan")))
    rows = ["B3 B2 B1", "L1 U1 U2 U3 R3", "L2 U4 U5 U6 R2", "L3 U7 U8 U9 R1", "F1 F2 F3"]
    assert " ".join(names) == " ".join(rows)
    names = in_reading_order(stickers(picture(PocketCube(), view="plan")))
    assert " ".join(names) == "B2 B1 L1 U1 U2 R2 L2 U3 U4 R1 F1 F2"


def test_the_cube_shows_three_faces_as_they_are_held():
    found = stickers(picture(Cube(), view="cube"))
    assert {name[0] for name in found} == set("URF")
    assert min(found, key=lambda name: found[name][1]) == "U1"  # the corner at the back
    for row in range(3):  # F to the left of R, and around the front corner neighbours stay so
        a, b = found[f"F{3 * row + 3}"], found[f"R{3 * row + 1}"]
        assert a[0] < b[0]
        assert a[1] == pytest.approx(b[1], abs=0.1)
    assert found["F7"][0] < found["F9"][0]
    assert found["F1"][1] < found["F7"][1]


@pytest.mark.parametrize("puzzle", [cube_class(size)() for size in (2, 3, 4, 7)])
def test_pieces_hold_together_around_the_corner_in_front(puzzle):
    """The three stickers of the corner URF lie nearest to the corner in front, of all stickers."""
    found = stickers(picture(puzzle, view="cube"))
    corner = puzzle.puzzle.corners.frames[0]
    names = {puzzle.puzzle.names[facelet] for facelet in corner}
    nearest = sorted(found, key=lambda name: found[name][0] ** 2 + found[name][1] ** 2)
    middle = [found[name] for name in names]
    x, y = (sum(m[i] for m in middle) / 3 for i in (0, 1))
    nearest = sorted(found, key=lambda name: (found[name][0] - x) ** 2 + (found[name][1] - y) ** 2)
    assert set(nearest[:3]) == names


def test_the_second_cube_is_the_first_tipped_over_backwards():
    found = stickers(picture(Cube(), view="cube", back="beside"))
    front = {name: spot for name, spot in found.items() if name[0] in "URF"}
    behind = {name: spot for name, spot in found.items() if name[0] not in "URF"}
    assert max(x for x, _, _ in front.values()) < min(x for x, _, _ in behind.values())
    assert min(behind, key=lambda name: behind[name][1]) == "D3"  # D is on top now
    left = sum(behind[f"B{i}"][0] for i in range(1, 10))
    assert left != sum(behind[f"L{i}"][0] for i in range(1, 10))
    assert behind["B1"][1] > behind["B7"][1]  # upside down


@pytest.mark.parametrize(
    ("rotation", "faces"),
    [("y0x0", "F"), ("y90", "R"), ("y-90", "L"), ("x-90", "U"), ("y225x-34", "ULB"), ("x30", "FD")],
)
def test_rotations_are_those_of_visualcube(rotation, faces):
    found = stickers(picture(Cube(), view="cube", rotation=rotation))
    assert {name[0] for name in found} == set(faces)


def test_unknown_stickers_are_grey():
    found = stickers(picture("." * 54))
    assert {fill for _, _, fill in found.values()} == {UNKNOWN_COLOUR}


def test_colours_follow_the_letters_that_stickers_were_written_in():
    written_so = Facelets(Cube().facelets, "YOGWRB")
    assert stickers(picture(written_so))["U1"][2] == STANDARD[FACES.index("D")]
    assert stickers(picture(written_so, colours="standard"))["U1"][2] == STANDARD[FACES.index("D")]
    held = picture(written_so, colours="japanese")
    assert stickers(held)["U1"][2] == SCHEMES["japanese"][FACES.index("D")]


def test_schemes():
    assert scheme("WRGYOB") == SCHEMES["standard"]
    assert scheme("red, #0f0,00f,BLACK,#123456,white") == (
        "#ff0000", "#00ff00", "#0000ff", "#000000", "#123456", "#ffffff",
    )  # fmt: skip
    for colours in SCHEMES.values():
        assert len(set(colours)) == 6
        assert colours == tuple(map(colour, colours))
    for bad in ("red", "", "a,b,c,d,e,f", "WWRGYO", "#12,red,red,red,red,red"):
        with pytest.raises(InputError):
            scheme(bad)


def luminance(colour: str) -> float:
    values = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in values]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@given(st.from_regex("#[0-9a-f]{6}", fullmatch=True))
def test_ink_can_be_read(paint):
    """At least 4 to 1 on any colour: more than the 3 to 1 that guidelines ask of large letters."""
    a, b = sorted((luminance(paint), luminance(ink_on(paint))))
    assert (b + 0.05) / (a + 0.05) >= 4


def test_letters_shapes_and_labels():
    plain = len(picture(Cube()).scene.shapes)
    assert len(picture(Cube(), letters=True).scene.shapes) == plain + 54
    assert len(picture(Cube(), shapes=True).scene.shapes) == plain + 54
    assert len(picture("." * 54, letters=True).scene.shapes) == plain
    assert len(picture(Cube(), labels=CUBE.names).scene.shapes) == plain + 54
    assert len({str(shape) for shape in SHAPES}) == 6
    foreign = Facelets(
        Cube().facelets, "БКЗЖОС"
    )  # no such letters are drawn: those of the faces are
    assert picture(foreign, letters=True).svg() == picture(Cube(), letters=True).svg()
    with pytest.raises(InputError, match="54 stickers"):
        picture(Cube(), labels=["U1"])
    with pytest.raises(InputError, match="choose one"):
        picture(Cube(), letters=True, shapes=True)


def test_all_letters_and_digits_are_different_and_in_the_middle():
    signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    outlines = {sign: written(sign, 6) for sign in signs}
    assert len({str(outline) for outline in outlines.values()}) == len(signs)
    for outline in outlines.values():
        left, top, right, bottom = bounds(outline)
        assert -3 <= left <= right <= 3
        assert -3.3 <= top <= bottom <= 3.3
    assert written("é", 6) == ()


def test_marks_lie_on_their_stickers():
    plain, marked = picture(Cube()), picture(Cube(), marked={0, "B9"}, ringed=["F5"])
    extra = [s for s in marked.scene.shapes if s not in plain.scene.shapes]
    assert len(extra) == 6  # a light rim and a dark mark each
    found = stickers(marked)
    for shape, name in zip(extra[::2], ("U1", "F5", "B9"), strict=True):
        left, top, right, bottom = bounds(shape.outline)
        middle = ((left + right) / 2, (top + bottom) / 2)
        assert middle == pytest.approx(found[name][:2], abs=0.01)
    for nowhere in ("U10", "", 54, -1):
        with pytest.raises(InputError, match="not a sticker"):
            picture(Cube(), marked=[nowhere])


def test_arrows_go_from_sticker_to_sticker():
    shown = picture(Cube(), view="plan", arrows="U1U3,U9U7-curved-blue,F2L2-both")
    found = stickers(shown)
    rims = [s for s in shown.scene.shapes if s.stroke is not None and s.fill is None]
    lines = rims[len(rims) // 2 :]
    assert [s.stroke for s in lines] == ["#1c1f24", "#0000ff", "#1c1f24"]
    (start,), (_, end) = (points for _, points in lines[0].outline)
    assert found["U1"][0] < start[0] < end[0] < found["U3"][0]
    assert start[1] == end[1] == pytest.approx(found["U1"][1])
    heads = [s for s in shown.scene.shapes if s.fill in ("#1c1f24", "#0000ff") and not s.stroke]
    assert len(heads) == 4
    tip = heads[0].outline[0][1][0]
    assert tip[0] == pytest.approx(found["U3"][0], abs=4)


@pytest.mark.parametrize("text", ["U1", "U1U1", "U1U10", "U1U3-red-blue", "U1U3-nocolour", "U1>U3"])
def test_arrows_that_cannot_be_read(text):
    with pytest.raises(InputError):
        picture(Cube(), arrows=text)


def test_arrows_that_cannot_be_seen():
    with pytest.raises(InputError, match="D1 cannot be seen"):
        picture(Cube(), view="plan", arrows="U1D1").svg()
    assert picture(Cube(), view="cube", back="around", arrows="U1D1").svg()


def test_hidden_stickers():
    assert picture(Cube()).hidden == frozenset()
    assert len(picture(Cube(), view="cube").hidden) == 27
    assert len(picture(Cube(), view="plan").hidden) == 54 - 21
    assert picture(Cube(), view="cube", back="beside").hidden == frozenset()
    assert len(picture(PocketCube(), view="plan").hidden) == 24 - 12


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("puzzle", [CUBE, POCKET, cube_puzzle(4), cube_puzzle(7)], ids=str)
def test_svg_is_well_formed_and_says_what_it_shows(puzzle, view):
    nasty = 'a <b> & "c" \' ]]> é'
    shown = picture("." * puzzle.facelet_count, view=view, title=nasty, letters=True)
    root = ElementTree.fromstring(shown.svg(size=100))
    assert root.find(f"{SVG}title").text == nasty
    assert max(int(root.attrib["width"]), int(root.attrib["height"])) == 100
    left, top, width, height = map(int, root.attrib["viewBox"].split())
    for path in root.iter(f"{SVG}path"):
        a, b, c, d = bounds(read(path.attrib["d"]))
        assert left < a <= c < left + width
        assert top < b <= d < top + height


@pytest.mark.parametrize("what", [{"view": "round"}, {"back": "front"}, {"rotation": "45"}])
def test_views_that_do_not_exist(what):
    with pytest.raises(InputError):
        picture(Cube(), **what).svg()
