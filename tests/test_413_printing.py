"""What commands print about cubes: in the letters and colours of the user, in numbers and in words."""

from __future__ import annotations

import contextlib
import io
import re

import pytest

from cubecsp import Cube
from cubecsp.cli import main
from cubecsp.pictures.colours import lettered

SOLVED = Cube().facelets
HELD = "".join(c * 9 for c in "YOGWRB")  # yellow up
UNNAMED = "".join(c * 9 for c in "PQSTVX")


def run(*arguments: str, code: int = 0) -> str:
    """Return what a command prints, on either stream."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        assert main(list(arguments)) == code
    return out.getvalue()


def painted(printed: str) -> list[tuple[str, str]]:
    """Return the background and the text of each cell of a coloured net, from above."""
    cells = re.findall(r"48;2;(\d+;\d+;\d+)m([^\x1b]*)\x1b", printed)
    return [("#" + "".join(f"{int(n):02x}" for n in rgb.split(";")), text) for rgb, text in cells]


@pytest.fixture
def true_colour(monkeypatch):
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.setenv("TERM", "xterm")


@pytest.mark.usefixtures("true_colour")
@pytest.mark.parametrize("command", [["check"], ["repair"], ["complete"], ["solve"]])
def test_nets_show_the_colours_of_the_user(command):
    shown = painted(run(*command, HELD, "--color", "always"))
    assert shown[0][0] == lettered("YOGWRB")[0]  # yellow
    assert shown[-1][0] == lettered("YOGWRB")[3]  # white
    other = painted(run(*command, UNNAMED, "--color", "always"))
    assert other[0][0] == lettered("WRGYOB")[0]


def test_letters_in_a_coloured_net_are_those_of_the_user(monkeypatch):
    monkeypatch.delenv("COLORTERM", raising=False)
    monkeypatch.setenv("TERM", "linux")  # sixteen colours, on which letters are written too
    shown = re.sub(r"\x1b\[[\d;]*m", "", run("check", HELD, "--color", "always"))
    assert shown.split("\n")[0].split() == ["Y", "Y", "Y"]


@pytest.mark.parametrize("cube", [HELD, UNNAMED, SOLVED])
def test_nets_and_strings_are_in_the_letters_of_the_user(cube, tmp_path):
    first = cube[0]
    unknown = cube[:-1] + "."
    broken = cube[:28] + first + cube[29:]  # D2
    for arguments in (["repair", cube], ["repair", broken], ["complete", unknown]):
        shown = run(*arguments, "--color", "never").splitlines()
        assert shown[0].split() == [first] * 3
        assert any(line.startswith(cube) for line in shown)
    fewest = run("complete", cube, "--fewest", "--color", "never").splitlines()
    assert any(set(line) <= {*cube, "."} for line in fewest if len(line) == 54)
    assert run("solve", cube, "--color", "never").split()[:3] == [first] * 3
    reached = run("reach", cube, "solved=cross", "--color", "never")
    assert reached.split()[:3] == [first] * 3
    path = tmp_path / "cubes.txt"
    path.write_text(f"{cube}\n{cube}\n")
    assert run("solve", str(path)).splitlines().count(cube) == 2
