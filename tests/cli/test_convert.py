"""`convert`, and cubes in every format as arguments, files and standard input."""

from __future__ import annotations

import io
import json
import re
import shlex
from pathlib import Path

import pytest

from cubecsp import Cube, Facelets, InputError, LimitError, PocketCube, convert, read
from cubecsp.cli import main
from cubecsp.formats import FORMATS, write
from cubecsp.questions.convert import IN_COLOURS, Convert

SEXY = Cube.from_moves("R U R' U'")
SOLVED = Cube().facelets


def converted(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> list[str]:
    assert main(["convert", *arguments]) == code
    return capsys.readouterr().out.splitlines()


def test_moves_of_the_small_cube():
    cube = PocketCube.random(7)
    moves = convert(cube, "moves")
    assert PocketCube.from_moves(moves) == cube
    for name in set(FORMATS) - {"cube-map", "moves", "ruwix", "twizzle"}:
        assert convert(moves, name, size=2) == write(cube, name)


def test_the_time_limit_is_that_of_the_query():
    """However it is asked: also where no interface has begun a deadline for all of it."""
    query = Convert(Cube.random(5), "moves", time_limit=1e-9)
    with pytest.raises(LimitError, match="no moves were found in time"):
        query.answer()


def test_a_solved_cube_needs_no_moves():
    assert convert(Cube(), "moves") == "()"
    assert read("()").stickers.to_cube() == Cube()


def test_nothing_is_made_of_what_turns_cannot_make():
    twisted = read("(UFR)+").stickers
    assert read(convert(twisted, "kpattern")).stickers == twisted
    with pytest.raises(InputError, match="no moves make this cube: the corner twists"):
        convert(twisted, "moves")
    with pytest.raises(InputError, match="do not write colours"):
        convert(SEXY, "moves", up="yellow", front="green")


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_can_be_asked_for(name, capsys):
    lines = converted(capsys, "R U R' U'", "--to", name)
    assert read("\n".join(lines)).stickers == Facelets.of(SEXY)


def test_held_another_way(capsys):
    (text,) = converted(
        capsys, "R U R' U'", "--to", "colours", "--up", "yellow", "--front", "green"
    )
    assert text[4] + text[22] == "YG"
    assert converted(capsys, text, "--to", "colours", "--up", "W", "--front", "G") == [
        write(SEXY, "colours")
    ]
    assert converted(capsys, "R", "--to", "colours", "--scheme", "abcdef")[0][4::9] == "ABCDEF"


def test_json(capsys):
    assert main(["convert", "R U R' U'", "--to", "reid", "--json"]) == 0
    printed = capsys.readouterr()
    shown = json.loads(printed.out)
    assert printed.err == ""
    assert shown["query"]["to"] == "reid"
    (cube,) = shown["cubes"]
    assert cube["facelets"] == SEXY.facelets
    assert (cube["format"], cube["orientation"]) == ("moves", "U up, F in front")
    assert read(cube["text"]).stickers == Facelets.of(SEXY)


def test_the_reason_of_a_format_is_told(capsys):
    assert main(["convert", "R U", "--to", "facelets", "--verbose"]) == 0
    assert "read as moves: words of the notation" in capsys.readouterr().err
    assert main(["solve", "U" * 9 + SOLVED[9:], "--verbose"]) == 0
    assert "read as facelets: a row of letters of faces" in capsys.readouterr().err


def test_the_format_can_be_said(capsys):
    bare = ",".join("w" * 8 + "y" + "y" * 8 + "w" + "g" * 9 + "b" * 9 + "r" * 9 + "o" * 9)
    assert main(["convert", bare, "--to", "facelets"]) == 2
    assert "--from colours or --from cube-map" in capsys.readouterr().err
    (text,) = converted(capsys, bare, "--to", "facelets", "--from", "cube-map")
    assert text[8] == "D"
    assert main(["convert", "R U", "--to", "net", "--from", "morse"]) == 2


def test_a_file_with_a_cube_on_each_line(tmp_path, capsys):
    lines = [write(SEXY, name) for name in ("facelets", "colours", "kpattern", "forty", "reid")]
    file = tmp_path / "cubes"
    file.write_text("# five times the same\n\n" + "\n".join(lines) + "   # the last\n", "utf-8")
    assert converted(capsys, str(file), "--to", "facelets") == [SEXY.facelets] * 5
    file.write_text(f"{SEXY.facelets}\nR U\nR Q\n", "utf-8")
    assert main(["convert", str(file), "--to", "facelets"]) == 2
    assert f"file {str(file)!r}, line 3: " in capsys.readouterr().err


ONE_CUBE = {
    "net": write(SEXY, "net"),
    "rows": "\n".join(SEXY.facelets[i : i + 9] for i in range(0, 54, 9)),
    "short rows": "\n".join(
        write(SEXY, "colours")[i : i + 3] + ("\n" if i % 9 == 6 else "") for i in range(0, 54, 3)
    ),
    "pretty JSON": json.dumps(json.loads(write(SEXY, "kpattern")), indent=2),
    "printed numbers": "Corner Position: [4, 2, 1, 3, 0, 5, 6, 7]\n"
    "Corner Orientation: [1, 1, 0, 0, 1, 0, 0, 0]\n"
    "Edge Position: [0, 8, 1, 3, 4, 5, 6, 7, 2, 9, 10, 11]\n"
    "Edge Orientation: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]\n"
    "Parity: False\n",
    "broken map": write(SEXY, "cube-map").replace(" y, y, b,", "\n y, y, b,\n"),
    "broken list": write(SEXY, "reid").replace(" UFR", "\nUFR"),
}


@pytest.mark.parametrize("how", ONE_CUBE)
def test_a_file_with_one_cube_on_many_lines(how, tmp_path, capsys, monkeypatch):
    file = tmp_path / "cube"
    file.write_text(ONE_CUBE[how], "utf-8")
    assert converted(capsys, str(file), "--to", "facelets") == [SEXY.facelets]
    monkeypatch.setattr("sys.stdin", io.StringIO(ONE_CUBE[how]))
    assert converted(capsys, "-", "--to", "facelets") == [SEXY.facelets]
    assert converted(capsys, ONE_CUBE[how], "--to", "facelets") == [SEXY.facelets]


def test_rows_of_stickers_that_could_be_moves(tmp_path, capsys):
    file = tmp_path / "cube"
    file.write_text(ONE_CUBE["rows"], "utf-8")
    assert main(["convert", str(file), "--to", "facelets"]) == 0
    assert "--from moves" in capsys.readouterr().err
    assert len(converted(capsys, str(file), "--to", "facelets", "--from", "moves")) == 6


@pytest.mark.parametrize("name", FORMATS)
def test_a_scheme_is_followed_or_refused(name, capsys):
    asked = ["convert", "R U", "--to", name]
    assert main(asked) == 0
    plain = capsys.readouterr().out
    code = main([*asked, "--scheme", "YOGWRB"])
    printed = capsys.readouterr()
    if name in IN_COLOURS:
        assert code == 0
        assert printed.out != plain
    else:
        assert (code, printed.out) == (2, "")
        assert ", ".join(IN_COLOURS) in printed.err


def test_a_scheme_names_the_colours_of_the_holding():
    turned = convert("R U", "facelets", scheme="abcdef", up="d", front="c")
    assert turned == convert("R U", "facelets", up="yellow", front="green")


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["R U"], 2, ["--to"]),
        (["R U", "--to", "braille"], 2, ["braille", "kpattern"]),
        (["." * 54, "--to", "kpattern"], 2, ["names whole pieces"]),
        (["R U", "--to", "colours", "--up", "pink", "--front", "red"], 2, ["pink"]),
        (["R U", "--to", "colours", "--up", "red"], 2, ["--up and --front"]),
        (["R U", "--to", "cube-map", "--size", "2"], 2, ["3×3×3"]),
        ([SOLVED, "--to", "net", "--size", "2"], 2, ["54 stickers, 30 too many"]),
        (["U\x00", "--to", "net"], 2, ["'\\x00'"]),
        (["\udcff", "--to", "net"], 2, ["'\\udcff'"]),
    ],
)
def test_errors(arguments, code, words, capsys):
    assert main(["convert", *arguments]) == code
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "Traceback" not in printed.err
    assert len(printed.err.strip().splitlines()) == 1
    for word in words:
        assert word in printed.err


def test_files_of_bytes_are_refused(tmp_path, capsys):
    file = tmp_path / "bytes"
    for content in (b"\xff\xfe\x00", b"\x00" * 100, b"UUU\xff"):
        file.write_bytes(content)
        assert main(["convert", str(file), "--to", "net"]) == 2
        assert "Traceback" not in capsys.readouterr().err


def test_a_picture_of_unknown_stickers_goes_on_as_stickers(capsys):
    (text,) = converted(capsys, "alg=R U R' U'&stage=f2l", "--to", "facelets")
    assert text.count(".") == 21
    assert converted(capsys, text, "--to", "visualcube") == [
        "pzl=3&sch=wrgyob&fd=" + text.lower().replace(".", "n")
    ]


PAGE = (Path(__file__).parents[2] / "docs" / "formats.md").read_text("utf-8")


@pytest.mark.parametrize("name", FORMATS)
def test_the_page_of_formats_shows_each(name):
    (shown,) = re.findall(rf"^### `{name}`\n\n```\n(.*?)\n```$", PAGE, re.MULTILINE | re.DOTALL)
    reading = read(shown)
    assert (reading.format, reading.notes) == (name, ())
    assert reading.stickers == Facelets.of(SEXY)


@pytest.mark.slow
@pytest.mark.parametrize("command", re.findall(r"^cubecsp (.*)$", PAGE, re.MULTILINE))
def test_the_commands_of_the_page_work(command, capsys, monkeypatch, tmp_path):
    """A command behind a `|` reads the output of the command before it."""
    monkeypatch.chdir(tmp_path)
    first, *others = command.split(" | cubecsp ")
    assert main(shlex.split(first)) == 0
    for other in others:
        monkeypatch.setattr(
            "sys.stdin", io.TextIOWrapper(io.BytesIO(capsys.readouterr().out.encode()))
        )
        assert main(shlex.split(other)) == 0
    if not others:
        assert capsys.readouterr().err == ""
