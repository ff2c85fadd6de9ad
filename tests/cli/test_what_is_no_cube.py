"""Arguments, files and standard input that are nearly cubes: nothing is blamed on moves."""

from __future__ import annotations

import io

import pytest

from cubecsp import Cube, Facelets, InputError, read
from cubecsp.cli import main
from cubecsp.formats import write

SEXY = Cube.from_moves("R U R' U'")
COLOURS = write(SEXY, "colours")
ROWS = [COLOURS[i : i + 9] for i in range(0, 54, 9)]
NET = write(SEXY, "net")

CROSS = """\
      W W O
      W W G
      W W G
B O O G G Y R R W
O O O G G W B R R
O O O G G G W R R
      Y Y R
      Y Y Y
      Y Y Y
      B B B
      B B B
      R R B"""
"""The cube of `SEXY`; B is unfolded over the lower edge of D, so it stands on its head."""


def test_a_net_with_b_below_d():
    assert read(CROSS).format == "net"
    assert read(CROSS).stickers == Facelets.of(SEXY)
    flush = "\n".join(line.strip() for line in CROSS.splitlines())
    assert read(flush).stickers == Facelets.of(SEXY)


def test_b_below_d_meets_d_as_on_the_cube():
    """The row of B next to D is its lowest, from the side of L to that of R."""
    lines = [*CROSS.splitlines()[:9], "      O R B", "      . . .", "      . . ."]
    shown = read("\n".join(lines)).stickers.letters
    assert shown[45:] == "......BRL"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("\n".join(["   " * (i % 2) + row for i, row in enumerate(ROWS)]), "different columns"),
        (NET + "\n\n" + NET, "2 nets"),
        ("\n".join(ROWS)[:-1], "53 stickers, 1 too few"),
        ("\n".join(SEXY.facelets[i : i + 9] for i in range(0, 54, 9))[:-1], "53 stickers, 1 too"),
        ("WWWW", "4 stickers, 20 too few; a 2×2×2 has 24"),
        ("WWWWGGGWWRRRR", "13 stickers"),
        ('{"a": 1}', "neither CORNERS nor"),
        ('{"a":\n 1}', "neither CORNERS nor"),
        ('{"a":\n 1', "not JSON"),
        ("", "there is no cube in"),
        (" \n\n", "there is no cube in"),
        ("\ufeff", "there is no cube in"),
    ],
)
def test_what_is_nearly_a_cube(text, words, tmp_path, capsys, monkeypatch):
    file = tmp_path / "cube"
    file.write_text(text, "utf-8")
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    for argument in (str(file), "-", text):
        if argument == "\ufeff":
            continue
        for command in (["check"], ["solve"], ["convert", "--to", "net"], ["picture"]):
            if argument == "-":
                monkeypatch.setattr("sys.stdin", io.StringIO(text))
            assert main([*command, argument]) == 2
            printed = capsys.readouterr()
            assert words in printed.err
            assert "is not a move" not in printed.err
            assert printed.out == ""


def test_where_there_is_no_cube(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert main(["check", "-"]) == 2
    assert "there is no cube in standard input" in capsys.readouterr().err
    assert main(["check", " "]) == 2
    assert "no cube in the argument; the solved cube is ()" in capsys.readouterr().err
    (tmp_path / "cubes").write_text("# nothing yet\n", "utf-8")
    assert main(["check", str(tmp_path / "cubes")]) == 2
    assert "there is no cube in file" in capsys.readouterr().err
    assert main(["apply", "R"]) == 0
    capsys.readouterr()
    assert main(["check", str(tmp_path)]) == 2
    assert "is a folder" in capsys.readouterr().err


def test_a_folder_named_like_moves_is_no_hindrance(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "R").mkdir()
    assert main(["solve", "R"]) == 0


def test_commutators_on_lines_are_no_json(tmp_path, capsys):
    (tmp_path / "cubes").write_text("[R, U]\n[F, R]\n", "utf-8")
    assert main(["convert", str(tmp_path / "cubes"), "--to", "facelets"]) == 0
    assert len(capsys.readouterr().out.split()) == 2


def test_byte_order_marks(tmp_path, capsys, monkeypatch):
    for text in ("R U R' U'\n", COLOURS, NET, write(SEXY, "reid")):
        (tmp_path / "cube").write_text(text, "utf-8-sig")
        monkeypatch.setattr("sys.stdin", io.StringIO("\ufeff" + text))
        for argument in (str(tmp_path / "cube"), "-"):
            assert main(["convert", argument, "--to", "facelets"]) == 0
            assert capsys.readouterr().out.strip() == SEXY.facelets
        assert read("\ufeff" + text).stickers == Facelets.of(SEXY)
        assert read(text.encode("utf-8-sig")).stickers == Facelets.of(SEXY)


JAPANESE = "".join(colour * 9 for colour in "WRGBOY")


def test_verbose_says_which_cube_it_is_about(tmp_path, capsys):
    assert main(["convert", "R U", "F", "--to", "facelets", "--verbose"]) == 0
    assert [line[:8] for line in capsys.readouterr().err.splitlines()] == ["cube 1: ", "cube 2: "]
    (tmp_path / "cubes").write_text(f"R\n\n{JAPANESE}\n", "utf-8")
    assert main(["convert", str(tmp_path / "cubes"), "--to", "facelets", "--verbose"]) == 0
    lines = capsys.readouterr().err.splitlines()
    assert [line.split(": ")[0][-6:] for line in lines] == ["line 1", "line 3", "line 3"]
    assert main(["convert", "R", "--to", "facelets", "--verbose"]) == 0
    assert capsys.readouterr().err.startswith("read as moves")


def test_a_net_is_refused_in_python_as_well():
    with pytest.raises(InputError, match="2 nets"):
        read(NET + "\n" + NET)


def test_a_file_that_is_one_cube_is_not_its_first_line_too(tmp_path, capsys):
    path = tmp_path / "cube.txt"
    path.write_text("R U R' U'\n(R U\nR' U')2\n", "utf-8")
    assert main(["convert", str(path), "--to", "facelets"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1
