"""The command `picture`: what is written where, and what it says when it cannot."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree

import pytest

from cubecsp import Cube
from cubecsp.cli import main

SEXY = "R U R' U'"
SOLVED = Cube().facelets


def ran(capsys: pytest.CaptureFixture[str], *arguments: object, code: int = 0) -> str:
    assert main(["picture", *map(str, arguments)]) == code
    printed = capsys.readouterr()
    return printed.out + printed.err


def test_one_cube_goes_to_standard_output(capsys):
    assert main(["picture", SEXY, "--view", "cube", "--pixels", "90"]) == 0
    root = ElementTree.fromstring(capsys.readouterr().out)
    assert "90" in (root.attrib["width"], root.attrib["height"])
    assert main(["picture", SEXY, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["svg"].startswith("<svg")


@pytest.mark.parametrize("suffix", ["svg", "png", "html"])
def test_the_suffix_says_what_is_written(capsys, tmp_path, suffix):
    if suffix == "png":
        pytest.importorskip("resvg_py")
    file = tmp_path / f"cube.{suffix}"
    assert json.loads(ran(capsys, SEXY, "-o", file, "--json")) == {"files": [str(file)]}
    start = {"svg": b"<svg", "png": b"\x89PNG", "html": b"<!DOCTYPE html>"}[suffix]
    assert file.read_bytes().startswith(start)
    assert [path.name for path in tmp_path.iterdir()] == [file.name]


def test_many_cubes(capsys, tmp_path):
    cubes = tmp_path / "cubes.txt"
    cubes.write_text(f"{SEXY}\n{SOLVED}\n" + "U" * 24)
    page = tmp_path / "cubes.html"
    ran(capsys, cubes, SEXY, "-o", page, "--view", "cube", "--back", "--title", "Four <cubes>")
    assert page.read_text("utf-8").count("<figure>") == 4
    assert "Four &lt;cubes&gt;" in page.read_text("utf-8")
    folder = tmp_path / "new"
    assert "index.html" in ran(capsys, cubes, "-o", folder, "--letters", "--scheme", "grey")
    assert len(list(folder.glob("cube-*.svg"))) == 3
    assert "do not fit" in ran(capsys, cubes, "-o", tmp_path / "a.svg", code=2)
    assert "do not fit" in ran(capsys, cubes, code=2)


def test_marks_from_rules_and_checks(capsys):
    plain = ran(capsys, "M2 E2 S2")
    marked = ran(capsys, "M2 E2 S2", "--rule", "no-touching=diagonal")
    assert marked.count("<path") == plain.count("<path") + 2 * 54
    twice = SOLVED[:-1] + "U"
    assert ran(capsys, twice, "--check").count("<path") > ran(capsys, twice).count("<path")
    note = ran(capsys, SEXY, "--view", "cube", "--mark", "L1,u1", "--ring", "B2")
    assert "does not show L1, B2, marked; --back does" in note
    assert "note" not in ran(capsys, SEXY, "--back", "--mark", "L1")  # only a cube has a back


def test_visualcube(capsys, tmp_path):
    plan = "view=plan&stage=oll&case=R U2 R' U' R U' R'&arw=U0U2"
    file = tmp_path / "a.svg"
    ran(capsys, plan, "-o", file)
    root = ElementTree.fromstring(file.read_text("utf-8"))
    assert max(root.attrib["width"], root.attrib["height"]) == "128"
    assert "say it in the parameters" in ran(capsys, plan, "--view", "net", code=2)
    assert "unknown value" in ran(capsys, "view=planet&stage=oll", code=2)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-o", "cube.gif"], "end it in .svg, .png or .html"),
        (["-o", "no/such/folder/cube.svg"], "cannot be written"),
        (["-o", "a\0b.svg"], "cannot be written"),
        (["--scheme", "red,green"], "colour scheme"),
        (["--scheme", "red,green,blue,white,black,blurple"], "is not a colour"),
        (["--background", "?"], "is not a colour"),
        (["--mark", "U0"], "is not a sticker"),
        (["--arrows", "U1"], "cannot be read"),
        (["--rotation", "up"], "cannot be read"),
        (["--rotation", "y" + "9" * 400], "cannot be read"),
        (["--title", "a\x01b"], "characters that cannot be written"),
        (["--title", "a\udcffb"], "characters that cannot be written"),
        (["--title", "a\ufffeb", "-o", "a.png"], "characters that cannot be written"),
        (["--view", "plan", "--back"], "it is for --view cube"),
        (["--view", "plan", "--arrows", "U1D1"], "cannot be seen"),
        (["--rule", "no-such-rule"], "no-such-rule"),
        (["--pixels", "0"], "an integer from 1 to 8,192"),
        (["--pixels", "100000"], "an integer from 1 to 8,192"),
        (["--letters", "--shapes"], "do not both fit"),
    ],
)
def test_errors_say_what_would_be_right(capsys, arguments, message):
    assert message in ran(capsys, SEXY, *arguments, code=2)


@pytest.mark.parametrize("more", [[], ["--check"]])
def test_a_page_has_cubes_as_they_were_written(tmp_path, capsys, more):
    in_colours = "".join(9 * letter for letter in "WRGYOB")
    page = tmp_path / "page.html"
    ran(capsys, in_colours, "-o", page, *more)
    assert f'data-copy="{in_colours}"' in page.read_text()
