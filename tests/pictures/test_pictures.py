"""Pictures: every sticker in its place and colour, in every view; marks, arrows, letters and shapes."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cubecsp import Cube, Facelets, InputError, picture
from cubecsp.pictures.colours import SCHEMES, colour, ink_on, scheme
from cubecsp.pictures.glyphs import SHAPES, written
from cubecsp.pictures.outline import bounds, read
from cubecsp.pictures.picture import Picture
from cubecsp.pictures.views import VIEWS
from cubecsp.puzzle.cube.cube_puzzle import CUBE, POCKET, cube_puzzle
from cubecsp.puzzle.cube.geometry import FACES

SVG = "{http://www.w3.org/2000/svg}"
STANDARD = SCHEMES["standard"]


def first_paint(shown: Picture) -> str:
    """Return the colour of the sticker U1."""
    found = re.search(r'data-sticker="U1" fill="(.*?)"', shown.svg())
    assert found is not None
    return found[1]


def test_colours_follow_the_letters_that_stickers_were_written_in():
    written_so = Facelets(Cube().facelets, "YOGWRB")
    assert first_paint(picture(written_so)) == STANDARD[FACES.index("D")]
    assert first_paint(picture(written_so, colours="standard")) == STANDARD[FACES.index("D")]
    held = picture(written_so, colours="japanese")
    assert first_paint(held) == SCHEMES["japanese"][FACES.index("D")]


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
    assert len({str(shape) for shape in SHAPES}) == 6
    foreign = Facelets(
        Cube().facelets, "БКЗЖОС"
    )  # no such letters are drawn: those of the faces are
    assert picture(foreign, letters=True).svg() == picture(Cube(), letters=True).svg()
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


@pytest.mark.parametrize("nowhere", ["U10", "", 54, -1])
def test_marks_on_no_sticker(nowhere):
    with pytest.raises(InputError, match="not a sticker"):
        picture(Cube(), marked=[nowhere])


@pytest.mark.parametrize("text", ["U1", "U1U1", "U1U10", "U1U3-red-blue", "U1U3-nocolour", "U1>U3"])
def test_arrows_that_cannot_be_read(text):
    with pytest.raises(InputError):
        picture(Cube(), arrows=text)


def test_arrows_that_cannot_be_seen():
    with pytest.raises(InputError, match="D1 cannot be seen"):
        picture(Cube(), view="plan", arrows="U1D1").svg()
    assert picture(Cube(), view="cube", back="around", arrows="U1D1").svg()


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
