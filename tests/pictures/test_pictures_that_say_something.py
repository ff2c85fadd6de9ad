"""Pictures that were asked for by parameters, and what stands beside pictures on pages and in notebooks."""

from __future__ import annotations

import base64
import random
import re
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest
from pixels import Pixels

from cubecsp import Cube, Facelets, InputError, PocketCube, find, picture
from cubecsp.models.language.pattern_text import parse_pattern
from cubecsp.pictures import colours
from cubecsp.pictures.gallery import gallery_page, write_gallery
from cubecsp.pictures.outline import read
from cubecsp.pictures.visualcube import picture_by_parameters
from cubecsp.puzzle.cube.cube_puzzle import CUBE, POCKET
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.moves import Moves
from cubecsp.questions.answers.answer import Answer, CubeReport, Status

pytestmark = pytest.mark.quick

SVG = "{http://www.w3.org/2000/svg}"
PAINTS = {"black": "#000000", "red": "#ee0000", "blue": "#0000f2", "purple": "#a83dd9"}


def elements(svg: str, name: str = "path") -> list[dict[str, str]]:
    return [dict(found.attrib) for found in ElementTree.fromstring(svg).iter(f"{SVG}{name}")]


def points(path: dict[str, str]) -> np.ndarray:
    return np.array([point for _, some in read(path["d"]) for point in some])


def middle(path: dict[str, str]) -> np.ndarray:
    """Return the middle of a sticker that is seen straight on."""
    found = points(path)
    return (found.min(axis=0) + found.max(axis=0)) / 2


# Colours


def test_names_of_colours_mean_what_css_says():
    """Another program knows the names too: it is given them to paint with."""
    resvg = pytest.importorskip("resvg_py")
    names = list(colours._NAMES)
    shown = "".join(f'<rect x="{i}" width="1" height="1" fill="{n}"/>' for i, n in enumerate(names))
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="{len(names)}" height="1">{shown}</svg>'
    pixels = Pixels.read(bytes(resvg.svg_to_bytes(svg_string=svg)))
    for i, name in enumerate(names):
        red, green, blue, alpha = pixels.at(i, 0)
        assert (colours.colour(name), alpha) == (f"#{red:02x}{green:02x}{blue:02x}", 255), name


@pytest.mark.parametrize("number", [0, 1, 23, 25, 53, 55])
@pytest.mark.parametrize("cube", [Cube(), PocketCube()])
def test_there_is_one_label_for_each_sticker(cube, number):
    labels = ["A"] * number
    with pytest.raises(InputError, match=f"{number} labels for the {len(cube.facelets)} stickers"):
        picture(cube, labels=labels)
    assert picture(cube, labels=["A"] * len(cube.facelets)).svg()


@pytest.mark.parametrize("code", [*range(0x20), *range(0x7F, 0xA0), 0xD800, 0xDFFF, 0xFFFE, 0xFFFF])
def test_titles_that_no_xml_can_have(code):
    with pytest.raises(InputError, match="cannot be written"):
        picture(Cube(), title=f"a {chr(code)} b")


@pytest.mark.parametrize("code", [0x20, 0x7E, 0xA0, 0xD7FF, 0xE000, 0xFFFD, 0x1F600])
def test_titles_that_xml_can_have(code):
    title = f"a {chr(code)} b"
    found = ElementTree.fromstring(picture(Cube(), title=title).svg()).find(f"{SVG}title")
    assert found is not None
    assert found.text == title


# VisualCube's parameters


def drawn_by(**parameters: object) -> list[dict[str, str]]:
    text = "&".join(f"{name}={value}" for name, value in ({"stage": ""} | parameters).items())
    return elements(picture_by_parameters(text).svg())


@pytest.mark.parametrize("seed", range(12))
def test_each_parameter_of_visualcube_is_drawn(seed):
    rng = random.Random(seed)
    body, sticker = rng.choice([(100, 100), (100, 40), (30, 100), (70, 20), (20, 90)])
    paint, behind = rng.sample(list(PAINTS), 2)
    view, size = rng.choice(["", "plan"]), rng.choice([2, 3])
    asked = f"pzl={size}&co={body}&fo={sticker}&cc={paint}&bg={behind}&view={view}"
    shown = picture_by_parameters(asked)
    paths = elements(shown.svg())
    stickers = [path for path in paths if "data-sticker" in path]
    bodies = [path for path in paths if "data-sticker" not in path]
    assert {float(path.get("opacity", 1)) for path in stickers} == {sticker / 100}
    assert {float(path.get("opacity", 1)) for path in bodies} == {body / 100}
    # Pure black is a little lighter here, as the bodies of all pictures are.
    assert {path["fill"] for path in bodies} == {
        colours.DARK if paint == "black" else PAINTS[paint]
    }
    (back,) = elements(shown.svg(), "rect")
    assert back["fill"] == PAINTS[behind]
    through = view == "" and min(body, sticker) < 100
    seen = 6 if through else 3
    assert len(stickers) == (size * size + 4 * size if view else seen * size * size)
    assert len(bodies) == (5 if view else seen)


@pytest.mark.parametrize("distance", [1, 2, 5, 17, 100])
@pytest.mark.parametrize("size", [2, 3])
def test_the_distance_of_the_eye(size, distance):
    """A face straight ahead is wider than its edges by how much nearer it is than the middle."""
    (body, *stickers) = drawn_by(pzl=size, r="x0", dist=distance)
    assert {path["data-sticker"][0] for path in stickers} == {"F"}
    width = np.ptp(points(body)[:, 0])
    assert width == pytest.approx(20 * size * distance / (distance - 0.5), abs=0.02)


@pytest.mark.parametrize("seed", range(10))
def test_arrows_of_visualcube(seed):
    """Bent as far towards the third sticker as asked for, and coloured by themselves or all alike."""
    rng = random.Random(seed)
    start, end, via = rng.sample(range(9), 3)
    influence = rng.randrange(1, 51)
    own = rng.choice(["", "-red", "-blue"])
    given = f"U{start}U{end}U{via}-i{influence}{own}"
    drawn = drawn_by(view="plan", arw=f"{given},U0U8", ac="purple")
    middles = {p["data-sticker"]: middle(p) for p in drawn if "data-sticker" in p}
    a, b, c = (middles[f"U{n + 1}"] for n in (start, end, via))
    lines = [
        p for p in drawn if "Q" in p["d"] and p["fill"] == "none" and p["stroke"] != colours.LIGHT
    ]
    handle = points(lines[0])[1]
    assert handle == pytest.approx((a + b) / 2 + influence / 10 * (c - (a + b) / 2), abs=0.02)
    assert lines[0]["stroke"] == PAINTS[own.removeprefix("-") or "purple"]
    assert lines[1]["stroke"] == PAINTS["purple"]


# Pages


def solved_reports(number: int) -> list[CubeReport]:
    rng = random.Random(number)
    found = []
    for i in range(number):
        written = " ".join(rng.choice("URFDLB") + rng.choice(["", "2", "'"]) for _ in range(i % 4))
        moves = Moves(written)
        cube = Cube().apply(moves)
        found.append(CubeReport(cube.facelets, cube, ~moves))
    return found


@pytest.mark.parametrize("number", [1, 9, 10, 11])
def test_pages_say_how_cubes_are_made_and_solved(number, tmp_path):
    given = solved_reports(number)
    files = write_gallery(tmp_path, given, title="", summary="")
    assert sorted(files[:-1]) == files[:-1]  # so a folder lists them in their order
    for text in (files[-1].read_text("utf-8"), gallery_page(given, title="", summary="")):
        figures = re.findall(r"<figure>.*?</figure>", text)
        assert len(figures) == number
        for index, (figure, report) in enumerate(zip(figures, given, strict=True), 1):
            told = dict(re.findall(r"<dt>([^<]+).*?</dt><dd>(.*?)</dd>", figure))
            length = report.length
            turns = f"{length} turn{'s' * (length != 1)}"
            made, solved = (
                told[key].replace("nothing to do", "").replace("&#x27;", "'")
                for key in (f"make it ({turns})", "solve it")
            )
            assert Cube.from_moves(made) == report.cube
            assert report.cube.apply(solved) == Cube()
            assert told[f"cube {index}"].replace("<wbr>", "") == report.facelets


# Notebooks


def images(html: str) -> list[str]:
    found = re.findall(r"data:image/svg\+xml;base64,([\w+/=]+)", html)
    return [base64.b64decode(data).decode() for data in found]


@pytest.mark.parametrize("puzzle", [CUBE, POCKET], ids=["3", "2"])
def test_notebooks_ring_what_cannot_be(puzzle):
    """A corner with a colour twice is not a piece: its three stickers are ringed, and no others."""
    solved = "".join(face * puzzle.size**2 for face in FACES)
    assert len(elements(Facelets(solved)._repr_svg_())) == len(elements(picture(solved).svg()))
    for slot in puzzle.corners.frames:
        one, other, _ = slot
        letters = list(solved)
        letters[one] = letters[other]
        paths = elements(Facelets("".join(letters))._repr_svg_())
        places = {p["data-sticker"]: middle(p) for p in paths if "data-sticker" in p}
        rings = [middle(p) for p in paths if p["fill"] == "none"]
        ringed = {
            name for name, at in places.items() if any(np.allclose(at, r, atol=0.02) for r in rings)
        }
        assert ringed == {puzzle.names[facelet] for facelet in slot}


def test_notebooks_tell_how_a_cube_is_made():
    given = solved_reports(8)
    page = Answer({"question": "solve"}, Status.COMPLETE, given)._repr_html_()
    captions = re.findall(r"<figcaption[^>]*>(.*?)</figcaption>", page)
    for caption, report in zip(captions, given, strict=True):
        made = caption.replace("&#x27;", "'")
        assert Cube.from_moves("" if made == "solved" else made) == report.cube


@pytest.mark.parametrize(
    "rules",
    [
        ["count(U1 U2 U3, R)>=1", "count(F1 F3, L B)>=1", "U5==U"],
        ["count(U1 U2 U3, R)>=3", "count(F1 F3, L B)>=2"],
        ["count(U1 U2, R)>=2", "solved=UF+DBL"],
        ["count(U1 U2 U3 U4, R D)>=4", "count(D1 D2, U F)<=0"],
        ["every-colour", "solved=UF"],
    ],
)
def test_notebooks_show_no_sticker_that_rules_leave_open(rules):
    """Of cubes that satisfy the rules, all have the stickers that the picture of the rules has."""
    pattern = parse_pattern(rules)
    cubes = [report.facelets for report in find(pattern, limit=40, seed=1)]
    assert cubes
    shown = images(pattern._repr_html_())
    grey = colours.UNKNOWN_COLOUR
    for path in (path for svg in shown for path in elements(svg) if "data-sticker" in path):
        facelet = CUBE.names.index(path["data-sticker"])
        if path["fill"] != grey:
            face = FACES[colours.SCHEMES["standard"].index(path["fill"])]
            assert {letters[facelet] for letters in cubes} == {face}
