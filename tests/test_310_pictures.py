"""Pictures: every sticker in its place and colour, files whole or not at all."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

import pytest
from hypothesis import given
from strategies import cubes

from cubecsp import Cube, InputError
from cubecsp.pictures.gallery import prepare_folder, write_gallery
from cubecsp.pictures.net import SCHEME, net_rows, net_svg
from cubecsp.pictures.terminal import net_coloured, net_letters
from cubecsp.questions.answer import CubeReport

SVG = "{http://www.w3.org/2000/svg}"


def stickers(svg: str) -> list[tuple[int, int, str]]:
    """Return the stickers of a picture from top to bottom and left to right: x, y, colour."""
    rects = [r.attrib for r in ElementTree.fromstring(svg).iter(f"{SVG}rect")]
    drawn = [r for r in rects if r["fill"] in SCHEME.values()]
    return sorted(
        ((int(r["x"]), int(r["y"]), r["fill"]) for r in drawn), key=lambda s: (s[1], s[0])
    )


@given(cubes)
def test_svg_and_letters_show_the_same_net(cube):
    letter_of = {colour: letter for letter, colour in SCHEME.items()}
    drawn = [letter_of[colour] for _, _, colour in stickers(net_svg(cube.facelets))]
    assert "".join(drawn) == re.sub(r"\s", "", net_letters(cube.facelets))


def test_the_net_is_the_usual_cross():
    rows = net_rows()
    assert [rows[0][3], rows[3][0], rows[3][3], rows[3][6], rows[3][9], rows[6][3]] == [
        0,  # U1 on top
        36,  # L1, F1, R1, B1 in the middle
        18,
        9,
        45,
        27,  # D1 below
    ]
    assert sorted(f for row in rows for f in row if f is not None) == list(range(54))


def test_neighbours_in_the_net_are_neighbours_on_the_cube():
    """Where two faces share a side in the net, the colours of a turn run across it."""
    rows = net_rows()
    after = Cube.from_moves("R").facelets
    column = [after[rows[row][5]] for row in range(9)]
    assert "".join(column) == "FFFDDDBBB"  # F has come up, D in front, B below
    assert after[rows[3][6]] == "R"


def test_marks():
    plain = net_svg(Cube().facelets)
    marked = net_svg(Cube().facelets, marked={0, 53}, title="<two & marked>")
    assert marked.count("<path") == plain.count("<path") + 4
    assert "<title>&lt;two &amp; marked&gt;</title>" in marked
    assert net_letters(Cube().facelets, marked={0}).split()[0] == "u"
    assert net_coloured(Cube().facelets, marked={0}).plain.count("><") == 1


def test_coloured_net_has_a_cell_for_each_sticker():
    text = net_coloured(Cube().facelets)
    assert len(text.plain.split("\n")) == 9
    assert sum(str(span.style).endswith(SCHEME["R"]) for span in text.spans) == 9


def test_unknown_stickers_are_grey():
    assert {colour for _, _, colour in stickers(net_svg("." * 54))} == {SCHEME["."]}


def test_gallery(tmp_path):
    reports = [CubeReport(c.facelets, c) for c in (Cube(), Cube.from_moves("R"))]
    folder = tmp_path / "new" / "pictures"
    files = write_gallery(folder, reports, title="A <title>", summary="two & no more")
    assert [f.name for f in files] == ["cube-1.svg", "cube-2.svg", "index.html"]
    assert sorted(folder.iterdir()) == sorted(files)
    page = files[-1].read_text("utf-8")
    assert page.count("<img") == 2
    assert "A &lt;title&gt;" in page
    assert "two &amp; no more" in page
    assert files[1].read_text("utf-8") == net_svg(
        reports[1].facelets, title=f"cube 2: {reports[1].facelets}"
    )


def test_folders_that_cannot_be_written(tmp_path):
    file = tmp_path / "file"
    file.write_text("here first")
    with pytest.raises(InputError, match="cannot be written to"):
        prepare_folder(file)
    with pytest.raises(InputError, match="cannot be written to"):
        write_gallery(file / "below", [], title="", summary="")
    assert file.read_text() == "here first"


def test_no_half_written_file_stays(tmp_path):
    (tmp_path / "index.html").mkdir()  # the page cannot take this name
    with pytest.raises(InputError, match="index.html"):
        write_gallery(tmp_path, [], title="", summary="")
    assert [p.name for p in tmp_path.iterdir()] == ["index.html"]
