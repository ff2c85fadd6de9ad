"""Input of every kind: endless, long, from pipes, and with characters that must not reach a terminal."""

from __future__ import annotations

import argparse
import io
import itertools
import os
import random
import subprocess
import sys
import threading

import pytest
from asking import ask
from hypothesis import given
from hypothesis import strategies as st

from cubecsp import Cube, InputError, PocketCube, read
from cubecsp.cli import main
from cubecsp.cli.commands import COMMANDS
from cubecsp.cli.input_files import items_after
from cubecsp.cli.reading import CubeInputs
from cubecsp.formats import FORMATS, MAX_CHARACTERS, write
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.questions.check import Check

SEXY = Cube.from_moves("R U R' U'").facelets
PYTHON = [sys.executable, "-m", "cubecsp"]


def given_cubes() -> CubeInputs:
    """Return what reads the cubes of a command."""
    return CubeInputs(argparse.Namespace(command="check", verbose=False), Check(()))


class Endless(io.TextIOBase):
    """A stream that never ends, and must be read piece by piece."""

    def __init__(self, text: str, most: int = 1 << 40) -> None:
        self.text = itertools.cycle(text)
        self.given, self._most = 0, most

    def read(self, size: int | None = None) -> str:
        assert size is not None
        assert 0 < size <= 2 * MAX_CHARACTERS
        self.given += size
        return "".join(itertools.islice(self.text, size))

    def readline(self, size: int | None = None) -> str:
        assert size is not None
        assert 0 < size <= 2 * MAX_CHARACTERS
        line = ""
        while len(line) < size and not line.endswith("\n"):
            line += next(self.text)
        self.given += len(line)
        assert self.given < self._most
        return line


@pytest.mark.parametrize("line", [SEXY, "R U R' U'   # four turns", f"\n\n#\n{SEXY}"])
def test_an_endless_input_is_read_as_it_comes(line, monkeypatch):
    stream = Endless(line + "\n")
    monkeypatch.setattr("sys.stdin", stream)
    for _, stickers in itertools.islice(given_cubes().each(["-"]), 500):
        assert stickers.letters == SEXY
    assert stream.given < 501 * (len(line) + 1) + 2 * MAX_CHARACTERS


@pytest.mark.parametrize("text", ["U", "\0", " ", "U ", "é"])
@pytest.mark.parametrize("command", ["check", "solve", "convert --to net", "repair", "picture"])
def test_an_endless_line_is_refused(text, command, monkeypatch, capsys):
    stream = Endless(text)
    monkeypatch.setattr("sys.stdin", stream)
    assert main([*command.split(), "-"]) == 2
    assert stream.given < 5 * MAX_CHARACTERS
    assert f"line 1: more than {MAX_CHARACTERS} characters" in capsys.readouterr().err


def test_questions_that_keep_all_cubes_say_how_many_they_take(monkeypatch, capsys):
    monkeypatch.setattr("cubecsp.cli.reading.MAX_CUBES", 3)
    for number, code in ((3, 0), (4, 2)):
        for command in (["check"], ["solve"], ["convert", "--to", "net", "--json"]):
            monkeypatch.setattr("sys.stdin", io.StringIO(f"{SEXY}\n" * number))
            assert main([*command, "-"]) == code
            said = capsys.readouterr()
            assert ("more than 3 cubes are too many" in said.err) == (code == 2)
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{SEXY}\n" * 9))
    assert main(["convert", "-", "--to", "facelets"]) == 0
    assert capsys.readouterr().out.split() == [SEXY] * 9


@given(st.text("ab# \n", max_size=60), st.integers(0, 60), st.integers(1, 8))
def test_lines_of_a_stream(text, at, longest):
    items = list(items_after(text[:at], io.StringIO(text[at:]), longest))
    assert [number for number, _ in items] == [*range(1, len(items) + 1)]
    found = [line for _, line in items]
    expected = []
    for line in io.StringIO(text):
        expected.append(line.rstrip("\n").split("#")[0].strip())
        if len(expected[-1]) > longest:
            break
    short = [line[: longest + 1] for line in expected]
    assert [line[: longest + 1] for line in found[: len(short)]] == short or any(
        len(line) > longest for line in text.split("\n")
    )
    assert all(len(line) <= longest for line in found[:-1])


def test_named_pipes_and_devices(tmp_path, capsys):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for _ in range(2):
        writer = threading.Thread(target=pipe.write_text, args=("R U R' U'\n",))
        writer.start()
        assert main(["convert", str(pipe), "--to", "facelets"]) == 0
        writer.join()
        assert capsys.readouterr().out.strip() == SEXY
    assert main(["check", "/dev/null"]) == 2
    assert "there is no cube in file '/dev/null'" in capsys.readouterr().err
    assert main(["check", "/dev/zero"]) == 2
    assert f"line 1: more than {MAX_CHARACTERS} characters" in capsys.readouterr().err
    assert main(["check", "/dev/full"]) == 2
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize("asked", ["<(echo \"R U R' U'\")", "/dev/stdin", "-", "/dev/fd/0"])
def test_what_shells_make_files_of(asked):
    done = subprocess.run(
        ["bash", "-c", f"{' '.join(PYTHON)} convert {asked} --to facelets"],
        input="R U R' U'\n",
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == SEXY


def test_rows_of_single_letters_are_not_the_moves_of_many_cubes(tmp_path, capsys):
    rng = random.Random(1)
    for width in (3, 6, 9, 18, 27):
        cube = Cube.random(rng.randrange(1000))
        lines = [" ".join(cube.facelets[i : i + width]) for i in range(0, 54, width)]
        path = tmp_path / "cube"
        path.write_text("\n".join(lines), "utf-8")
        assert main(["check", str(path)]) == 2
        assert "--from facelets or --from moves" in capsys.readouterr().err
        assert main(["convert", str(path), "--to", "facelets", "--from", "facelets"]) == 0
        assert capsys.readouterr().out.split() == [cube.facelets]
        assert main(["convert", str(path), "--to", "facelets", "--from", "moves"]) == 0
        made = [Cube.from_moves(line).facelets for line in lines]
        assert capsys.readouterr().out.split() == made


# --- what is quoted ---------------------------------------------------------------------------------

HOSTILE = ["\x1b[31mU", "U\x07", "U\rR", "\u202eU R", "R\x9b2J", "U \udc80", "\u2028", "fd=\x1b"]


def only_printable(text: str) -> bool:
    return all(char.isprintable() or char == "\n" for char in text)


@pytest.mark.parametrize("hostile", HOSTILE[:2])
@pytest.mark.parametrize("command", COMMANDS)
def test_no_control_character_of_an_argument_is_printed(
    command, hostile, capsys, monkeypatch, tmp_path
):
    monkeypatch.chdir(tmp_path)
    for given_ in (
        [hostile],
        ["R U", hostile],
        [f"--{hostile}"],
        ["R U", "--from", hostile],
        ["R U", "--size", hostile],
        ["R U", "--time-limit", hostile],
        ["R U", "--to", hostile],
        [f"{hostile}.txt"],
    ):
        assert main([command, *given_]) in (0, 1, 2)
        printed = capsys.readouterr()
        assert only_printable(printed.err), (given_, printed.err)
    assert main([command + hostile]) == 2
    assert only_printable(capsys.readouterr().err)


@pytest.mark.few(10)
@pytest.mark.parametrize("name", [None, *FORMATS])
@pytest.mark.parametrize("hostile", HOSTILE)
def test_no_control_character_of_a_file_is_printed(name, hostile, capsys, tmp_path):
    asked = [] if name is None else ["--from", name]
    for number, kind in enumerate(FORMATS.values()):
        at = len(kind.example) // 2
        for text in (
            kind.example[:at] + hostile + kind.example[at + 1 :],
            kind.example + "\n" + hostile,
            kind.example.replace(kind.example[-5], hostile[0]),
        ):
            path = tmp_path / f"{number}"
            path.write_bytes(text.encode("utf-8", "surrogatepass"))
            main(["convert", str(path), "--to", "net", "--verbose", *asked])
            printed = capsys.readouterr()
            assert only_printable(printed.err), printed.err
            assert only_printable(printed.out), printed.out


def test_files_with_hostile_names_are_named_safely(tmp_path, capsys):
    path = tmp_path / "\x1b[31mcube"
    path.write_text("R U\nR Q\n", "utf-8")
    for command in (["check"], ["convert", "--to", "net", "--verbose"], ["solve"]):
        main([*command, str(path)])
        assert only_printable(capsys.readouterr().err)


LINES = (
    "R",
    "",
    "# R",
    "[",
    "[1]",
    "[\n[",
    '"R',
    "[ # R",
    '["R", ',
    '{"a": ',
    "[1, # R",
    '[" # "',
    "[]]",
)


@pytest.mark.parametrize(
    "text", [*(f"{line}\n" for line in LINES), "R", "[", "[1]", '"R', '["R", ', '[" # ']
)
def test_no_more_is_read_of_an_item_than_may_be_in_one(text, monkeypatch):
    """A line, a value in JSON on one line or on many, and blank lines: none needs an end."""
    monkeypatch.setattr("cubecsp.cli.input_files.MOST_JSON", 500)
    stream = Endless(text, most=50_000)
    items = [item for _, item in itertools.islice(items_after("", stream, 100), 40)]
    assert max(map(len, items)) <= 500 + 2 * 101


# --- batches ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [3, 120])  # cubes judged one by one, and as arrays
def test_batches_that_mix_both_cubes(number, tmp_path, capsys):
    rng = random.Random(number)
    cubes: list[Cube | PocketCube] = [
        Cube.random(i) if rng.random() < 0.5 else PocketCube.random(i) for i in range(number - 2)
    ]
    cubes[1:1] = [PocketCube.random(1), Cube.random(2)]
    path = tmp_path / "cubes"
    path.write_text("\n".join(cube.facelets for cube in cubes), "utf-8")
    assert main(["check", str(path)]) == 0
    told = capsys.readouterr()
    assert told.out.splitlines() == [f"{i}: solvable" for i in range(1, number + 1)]
    assert told.err == f"{number} cubes: {number} solvable (--nets shows each in full)\n"
    assert main(["convert", str(path), "--to", "colours"]) == 0
    assert capsys.readouterr().out.split() == [write(cube, "colours") for cube in cubes]
    broken = [cube.facelets for cube in cubes]
    at = next(i for i, cube in enumerate(cubes) if isinstance(cube, PocketCube))
    other = next(i for i, cube in enumerate(cubes) if isinstance(cube, Cube))
    corner = PocketCube.puzzle.corners.frames[0]
    letters = list(cubes[at].facelets)
    letters[corner[0]], letters[corner[1]], letters[corner[2]] = (
        letters[corner[2]], letters[corner[0]], letters[corner[1]],
    )  # fmt: skip
    broken[at] = "".join(letters)
    broken[other] = "U" + broken[other][1:] if broken[other][0] != "U" else "R" + broken[other][1:]
    path.write_text("\n".join(broken), "utf-8")
    assert main(["check", str(path)]) == 1
    told = capsys.readouterr()
    lines = told.out.splitlines()
    assert lines[at].startswith(f"{at + 1}: not solvable: a corner twisted")
    assert lines[other].startswith(f"{other + 1}: no cube: colour ")
    real = [line for line in lines if line.endswith(": solvable")]
    assert len(real) == number - 2
    assert told.err.startswith(f"{number} cubes: 1 no cube, 1 not solvable, {number - 2} solvable")


@pytest.mark.parametrize("number", [2, 150])
def test_the_worst_defect_is_named_for_a_line(number, tmp_path, capsys):
    """Unknown stickers are no reason to reject a cube: the answer names the defects of the rest."""
    solved = Cube().facelets
    wrong = "R" + solved[1:20] + "." + solved[21:]  # a corner R-R-F… and an unknown edge
    twice = solved[:20] + "." + solved[21:]
    path = tmp_path / "cubes"
    path.write_text("\n".join([wrong, twice] + [solved] * (number - 2)), "utf-8")
    assert main(["check", str(path)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("1: no cube: ")
    assert "unknown" not in lines[0]
    assert lines[1].startswith("2: can be solvable: ")
    assert "unknown" in lines[1]


@pytest.mark.parametrize("size", [2, 3, 4])
@pytest.mark.parametrize("word", ["white", "red", "green", "yellow", "orange", "blue"])
def test_one_misspelt_colour_is_one_error_that_names_the_right_one(word, size, tmp_path):
    """In a file of several lines too, none of which is a cube by itself."""
    typo = word[:-2] + word[-1]
    text = write(cube_class(size)(), "words").replace(word, typo, 1)
    (tmp_path / "cube").write_text(text)
    for argument in (text, tmp_path / "cube"):
        told = ask("check", argument)
        assert told.code == 2
        assert f"{typo!r} is not a colour; did you mean {word}" in told.err
        assert len(told.err.strip().splitlines()) == 1
    with pytest.raises(InputError, match=f"did you mean {word}"):
        read(text)
