"""What commands print about cubes: in the letters and colours of the user, in numbers and in words."""

from __future__ import annotations

import contextlib
import io
import json
import re
from pathlib import Path

import pytest
from asking import ask

from cubecsp import Cube
from cubecsp.cli import commands, main
from cubecsp.pictures.colours import lettered

pytestmark = pytest.mark.usefixtures("terminal")

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
    assert shown.split("\n")[0] == "the cube given:"
    assert shown.split("\n")[1].split() == ["Y", "Y", "Y"]


CAPTIONS = {
    "perfect-scramble": [(["--with", "at-most=2"], "cube 1")],
    "find": [(["solved=all"], "cube 1")],
    "best": [(["solved=all", "--prefer", "at-most=9"], "cube 1")],
    "check": [(["R U"], "the cube given")],
    "repair": [
        ([SOLVED], "the cube given"),
        ([SOLVED[:-1] + "U"], "repaired"),
        ([SOLVED[:-1] + "."], "filled in"),
    ],
    "complete": [([SOLVED], "the cube given"), ([SOLVED[:-1] + "."], "filled in")],
    "solve": [(["R U"], "the cube to solve"), (["R U", "--all"], "the cube to solve")],
    "reach": [(["R U", "solved=all"], "after U' R'"), (["()", "solved=all"], "after no moves")],
    "describe": [(["R U"], "the cube given")],
    "sample": [(["solved=all"], "cube 1")],
    "scramble": [(["solved=F2L", "-n", "1", "--seed", "1"], "cube 1")],
    "rank": [(["R U"], "the cube given")],
    "recognise": [(["scan.json"], "the likeliest cube")],
    "apply": [(["R R F"], "after R2 F"), (["R R'"], "after no moves")],
}


def test_commands_that_draw_nets_have_captions():
    drawing = {
        path.stem.replace("_", "-")
        for path in Path(commands.__file__).parent.glob("*.py")
        if re.search(
            r"\bprinter\.(net|cube)\(|\bSearchOutput\(|\bcube_printer\b", path.read_text("utf-8")
        )
    }
    assert drawing == {*CAPTIONS, "rules"}  # which has a sentence there


@pytest.mark.usefixtures("folder", "true_colour")
@pytest.mark.parametrize("command", CAPTIONS)
def test_a_net_says_what_it_shows(command):
    for question, caption in CAPTIONS[command]:
        for colour in ("always", "never"):
            told = run(command, *question, "--color", colour).splitlines()
            never = colour == "never" and command in (
                "find",
                "best",
                "scramble",
            )  # drawn in colour alone
            at = None if never else told.index(f"{caption}:")
            if at is not None:
                first = re.sub(r"\x1b\[[\d;]*m", "", told[at + 1])
                assert first.startswith(" " * 6)


def test_marks_show_where_no_letter_is_small():
    digits = SOLVED.translate(str.maketrans("URFDLB", "123456"))
    shown = run("check", "12" + digits[2:], "--color", "never", code=1)
    assert "1 (2) 1" in shown
    assert "(the stickers concerned are written in brackets)" in shown
    shown = run("repair", "12" + digits[2:], "--color", "never")
    assert "1 (1) 1" in shown
    assert "(the stickers that change are written in brackets)" in shown


def test_what_repair_fills_in_is_marked_and_told():
    shown = run("repair", SOLVED[:-3] + "...", "--color", "never")
    assert "L L L F F F R R R b b b" in shown
    assert "(the stickers that were unknown are written small)" in shown
    assert f"{SOLVED}  3 unknown stickers filled in" in shown
    assert "1 solvable cube agrees with the known stickers: nothing has to change (" in shown
    shown = run("repair", "UD" + SOLVED[2:-3] + "...", "--color", "never")
    assert "(the stickers that change or were unknown are written small)" in shown
    assert f"{SOLVED}  U2 D to U, 3 unknown stickers filled in" in shown
    assert f"{SOLVED}  as given" in run("repair", SOLVED)


def test_large_averages_have_no_decimals():
    assert re.search(r"leaves [\d,]+ on average", run("complete", SOLVED[:9] + "." * 45, "--count"))
    some = SOLVED[:12] + "..." + SOLVED[15:21] + "..." + SOLVED[24:45] + "." * 9
    assert re.search(r"leaves \d+\.\d on average", run("complete", some, "--count"))


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["solve", "R U F", "--turns", "U,R,F", "--max-length", "1"], "has length 1 or less"),
        (["check", "UF", "--from", "reid"], "1 piece instead of 20"),
        (["complete", SOLVED, "--count", "--limit", "5"], "--count lists no cubes"),
    ],
)
def test_refusals_are_well_put(arguments, told, capsys):
    assert main(arguments) in (2, 3)
    assert told in capsys.readouterr().err


def test_what_is_about_one_cube_does_not_name_itself_twice(tmp_path):
    path = tmp_path / "cubes.txt"
    path.write_text(f"{SOLVED}\n{SOLVED}\n")
    shown = run("complete", str(path), "--fewest", code=2)
    assert (
        shown == "cubecsp complete: 2 cubes are given to a question about one; give one at a time\n"
    )


def test_defects_are_counted_in_words():
    shown = run("check", SOLVED.replace("R", "L"), code=1)
    assert "colour R is on no sticker instead of 9" in shown
    one = "".join("U" if i in (8, 9, 20) else c for i, c in enumerate(SOLVED))
    assert "no piece does: one colour three times, U" in run("check", one, code=1)


def test_repair_says_of_centres_what_check_says():
    exchanged = SOLVED[:4] + "R" + SOLVED[5:13] + "U" + SOLVED[14:]
    said = "the centres U and R have been exchanged"
    assert said in run("check", exchanged, code=1)
    assert f"`check` says: {said}.\n" in run("repair", exchanged)
    assert "`check`" not in run("repair", SOLVED[:31] + "U" + SOLVED[32:])  # one centre


def test_a_cube_that_can_be_solvable_is_no_defect():
    open_ = SOLVED[:9] + "." * 45
    shown = run("check", open_, "--color", "never")
    assert "Possibly solvable: 45 stickers are unknown; `complete` says what it could be" in shown
    assert "defect" not in shown
    assert "written small" not in shown
    found = json.loads(run("check", open_, "--json"))
    assert found["status"] == "complete"
    assert found["cubes"][0]["can_be_solvable"] is True
    assert [defect["kind"] for defect in found["cubes"][0]["defects"]] == ["unknown-sticker"]
    told = run("check", SOLVED[:-1] + ".")
    assert f"leaves one possibility: {SOLVED}" in told
    assert "Possibly solvable: 1 sticker is unknown\n" in told
    shown = run("check", open_, "no-touching=side", code=3)
    assert "whether it satisfies the rules can be decided only if all stickers are known" in shown


def test_check_asks_for_a_cube_alone():
    shown = run("check", code=2)
    assert "missing CUBE;" in shown


def test_what_is_about_the_larger_cube_says_so():
    shown = run("reach", "R U", "solved=cross", "--size", "2", code=2)
    assert "the 2×2×2 has no slots cross; it has corners only" in shown


@pytest.mark.parametrize("size", [2, 3, 4])
def test_nets_are_drawn_of_cubes_of_any_size(size):
    told = ask("find", "at-most=8", "--size", size, "--limit", "2", "--color", "always").out
    assert [line for line in told.splitlines() if line.startswith("cube ")] == [
        "cube 1:",
        "cube 2:",
    ]
    told = ask("rules", "--explain", "no-touching=side", "--size", size).out
    marked = [
        line for line in told.splitlines() if line.split() and set(line.split()) <= {"X", "."}
    ]
    assert len(marked) == 3 * size
    assert f"{sum(line.count('X') for line in marked)} of the {6 * size**2} stickers" in told


def test_three_repairs_are_drawn_and_all_are_listed():
    flipped = "UUUUUUUFURRRRRRRRRFUFFFFFFF" + SOLVED[27:]  # any of the other edges may be, too
    shown = run("repair", flipped, "--limit", "all", "--color", "never").splitlines()
    assert sum(line.startswith("repaired") for line in shown) == 3
    assert sum(line.partition(" ")[0].isalpha() and len(line) > 54 for line in shown) == 12
