"""What a terminal shows: nets with colour or without, and lines for copying that nothing wraps."""

from __future__ import annotations

import io
import json
import re
import sys

import pytest
from asking import USUAL, ask, parser_of_all

from cubecsp.cli import output, progress_bar
from cubecsp.cli.commands import COMMANDS
from cubecsp.puzzle.cube.cubes import cube_class

DRAWING = sorted(
    name for name, parser in parser_of_all().items() if "--color" in parser.format_help()
)
MORE = {
    "scramble": ["-n", "9", "--seed", "1"],
    "sample": ["at-most=3", "--size", "3", "-n", "8", "--seed", "2"],
    "find": ["solved=F2L", "--limit", "9"],
    "best": ["solved=F2L", "--maximise", "count(U, U)", "--limit", "3", "--solve", "two-phase"],
    "check": ["R U", "every-colour"],
    "rank": ["--at", "3"],
}
"""Questions, besides the usual ones, with several cubes in their answers, more than are drawn, or other details."""


@pytest.fixture(autouse=True)
def true_colour(monkeypatch):
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)


def coloured_nets(text: str) -> int:
    """Return how many nets of 3×3×3 cubes are drawn in colour: three of their lines have twelve cells."""
    lines = [line for line in text.splitlines() if len(re.findall(r"\x1b\[[\d;]*48;", line)) == 12]
    return len(lines) // 3


def plain_nets(text: str) -> int:
    """Return how many are drawn in letters."""
    return len(re.findall(r"^[A-Za-z.*](?: [A-Za-z.*]){11}$", text, re.MULTILINE)) // 3


@pytest.mark.few(4)
@pytest.mark.parametrize("command", DRAWING)
def test_a_net_without_colour_stands_where_one_in_colour_would(command, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    for arguments in (USUAL[command], MORE.get(command, [])):
        if not arguments:
            continue
        always = ask(command, *arguments, "--color", "always")
        never = ask(command, *arguments, "--color", "never")
        assert always.code == never.code <= 1  # of a cube that breaks rules, nets are marked
        assert coloured_nets(never.out) == 0
        assert plain_nets(never.out) == coloured_nets(always.out)
        monkeypatch.setenv("NO_COLOR", "1")
        assert plain_nets(ask(command, *arguments).out) == coloured_nets(always.out)
        monkeypatch.delenv("NO_COLOR")


class Terminal(io.StringIO):
    """A stream that says that it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("width", [20, 80])
def test_lines_that_are_printed_above_a_bar_are_whole(width, monkeypatch):
    """Cubes, moves and JSON that are found while a bar is shown: rich would wrap them at the width of the terminal."""
    monkeypatch.setenv("COLUMNS", str(width))
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(sys, "stdout", screen)
    monkeypatch.setattr(progress_bar, "_QUIET_FOR", -1.0)
    cubes = [cube_class(size).random(size).facelets for size in (2, 3, 5, 12)]
    moves = "R U2 F' " * 90
    answer = {"facelets": cubes[-1], "moves": moves}
    with progress_bar.progress_bar("searching") as show:
        assert show is not None
        show(0.5, "half of it")
        for line in (*cubes, moves):
            output.say(line)
            show(0.6, "more of it")
        output.print_json(answer)
    lines = re.sub(r"\x1b\[[?\d;]*[A-Za-z]", "", screen.getvalue()).replace("\r", "\n").split("\n")
    for line in (*cubes, moves, *json.dumps(answer, indent=2).splitlines()):
        assert line in lines


@pytest.mark.parametrize("size", [3, 12])
def test_coloured_nets_are_drawn_whole_however_narrow_the_terminal_is(size, monkeypatch):
    monkeypatch.setenv("COLUMNS", "30")
    drawn = ask("apply", "R U", cube_class(size)().facelets, "--color", "always").out
    cells = [len(re.findall(r"\x1b\[[\d;]*48;", line)) for line in drawn.splitlines()]
    assert cells[1 : 3 * size + 1] == [size] * size + [4 * size] * size + [size] * size


def test_every_command_with_nets_is_asked():
    assert {*MORE} < {*DRAWING} <= {*COMMANDS}
