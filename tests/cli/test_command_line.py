"""The command line from end to end, in a separate process."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys

import pytest
from facts import FACTS
from patience import PATIENCE, in_time

from cubecsp import Cube
from cubecsp.cli import main
from cubecsp.cli.commands import COMMANDS
from cubecsp.models.patterns import PERFECT_SCRAMBLE

pytestmark = pytest.mark.usefixtures("terminal")

PERFECT = FACTS["perfect-scramble"]
SOLVED = Cube().facelets


def run(*arguments: str, text: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "cubecsp", *arguments],
        input=text,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **environment},
    )


def answered(*arguments: str, code: int = 0, **more: str) -> dict:
    done = run(*arguments, "--json", **more)
    assert (done.returncode, done.stderr) == (code, "")
    return json.loads(done.stdout)


def test_perfect_scramble_prints_what_was_promised():
    done = run("perfect-scramble", "--color", "always")  # as on a terminal
    assert (done.returncode, done.stderr) == (0, "")
    assert "Symmetry class 1 of 1 (48 cubes). Its first cube:" in done.stdout
    assert "There are no others: the native engine" in done.stdout
    lines = re.findall(r"^ *(\d+)  ([URFDLB]{54})  (.*)$", done.stdout, re.MULTILINE)
    assert [int(number) for number, _, _ in lines] == list(range(1, 49))
    for _, facelets, generator in lines:
        assert Cube.from_moves(generator).facelets == facelets
        assert PERFECT_SCRAMBLE.holds(Cube(facelets))
        assert len(generator.split()) <= 20


def test_find():
    rules = [str(rule) for rule in PERFECT_SCRAMBLE.rules]
    assert answered("find", *rules)["count"] == 48
    assert answered("find", "perfect-scramble", "--classes")["classes"] == 1
    some = answered("find", "at-most=4", "--limit", "7", "--solve", "two-phase")
    assert (some["status"], some["stopped"], len(some["cubes"])) == ("partial", "limit", 7)
    assert all(cube["length"] <= 20 for cube in some["cubes"])


def test_a_time_limit_exits_with_three():
    question = ["find", "no-piece-home", "--limit", "all", "--json", "--time-limit"]
    done = in_time(
        lambda limit: run(*question, str(limit)), lambda done: '"facelets"' in done.stdout
    )
    assert done.returncode == 3
    answer = json.loads(done.stdout)
    assert (answer["status"], answer["stopped"]) == ("partial", "time")
    assert len(answer["cubes"]) > 0


def test_ctrl_c_keeps_what_was_found():
    with subprocess.Popen(
        [sys.executable, "-m", "cubecsp", "find", "no-piece-home", "--limit", "all", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,  # so that a line is read and nothing behind it
    ) as process:
        assert process.stdout is not None
        begun = process.stdout.readline()  # cubes are printed as they are found
        process.send_signal(signal.SIGINT)
        rest, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (3, b"")
    answer = json.loads(begun + rest)
    assert (answer["status"], answer["stopped"]) == ("partial", "interrupt")
    assert len(answer["cubes"]) > 0


def test_check():
    good = run("check", PERFECT["generator"], "perfect-scramble")
    assert good.returncode == 0
    assert "Satisfies all rules." in good.stdout
    twisted = Cube.from_placements([1, *range(3, 24, 3)], Cube().edges).facelets
    bad = run("check", twisted)
    assert bad.returncode == 1
    assert "a corner has been twisted (U9, R1, F3)" in bad.stdout
    broken = answered("check", "()", "no-touching=side", code=1)
    places = broken["cubes"][0]["violations"]["no-touching=side"]
    assert len(places) == 72
    assert places[0]["stickers"] == ["U1", "U2"]


def test_solve_reads_arguments_files_and_standard_input(tmp_path):
    file = tmp_path / "cubes.txt"
    file.write_text(f"R U R' U'   # four turns\n\n{SOLVED}\n")
    for answer in (
        answered("solve", "R U R' U'", SOLVED),
        answered("solve", str(file)),
        answered("solve", "-", text="R U R' U'\n" + SOLVED.lower()),
    ):
        assert [cube["length"] for cube in answer["cubes"]] == [4, 0]


def test_apply():
    answer = answered("apply", "[R, U]", "U R U' R'")
    assert answer["simplified"] == "R U R' U'"
    assert answer["lengths"] == {"htm": 4, "qtm": 4}
    assert answer["cubes"] == [{"facelets": SOLVED}]
    assert "(4 htm, 4 qtm)" in run("apply", "[R, U]").stderr


def test_rules():
    done = run("rules")
    assert done.returncode == 0
    for name in (
        "every-colour",
        "at-most=N",
        "no-touching=side|diagonal|across",
        "perfect-scramble",
    ):
        assert name in done.stdout
    assert {entry["rule"] for entry in answered("rules")["rules"]} >= {"every-colour"}


def test_pictures(tmp_path):
    done = run("perfect-scramble", "-o", str(tmp_path / "pictures"))
    assert done.returncode == 0
    assert len(list((tmp_path / "pictures").glob("cube-*.svg"))) == 48
    assert (tmp_path / "pictures" / "index.html").read_text("utf-8").count("<figure>") == 48


def test_colour_only_where_it_shows():
    assert "\x1b[" not in run("solve", "R").stdout
    assert "\x1b[" in run("solve", "R", "--color", "always").stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["find", "every-colur"], ["'every-colur'", "did you mean every-colour"]),
        (["find", "at-most=many"], ["at-most=many", "0 to 9"]),
        (["find", "no-touching"], ["side|diagonal|across"]),
        (["find", "every-colour", "--limit", "0"], ["--limit", "'0'"]),
        (["find", "every-colour", "--limit", "two"], ["--limit", "'two'"]),
        (
            ["find", "every-colour", "--time-limit", "-1"],
            ["--time-limit", "positive number of seconds"],
        ),
        (["find", "every-colour", "--time-limit", "nan"], ["--time-limit", "'nan'"]),
        (["find", "every-colour", "--engine", "abacus"], ["abacus", "native"]),
        (["find"], ["RULE"]),
        (["perfect-scramble", "--without", "no-piece-home"], ["no-piece-home", "not one of them"]),
        (
            ["perfect-scramble", "--with", "at-most=2", "--without", "at-most=2"],
            ["at-most=2", "both"],
        ),
        (["perfect-scramble", "-o", "/dev/null/pictures"], ["/dev/null/pictures", "name another"]),
        (["check", "UUU" * 17], ["51 stickers, 3 too few"]),
        (["check", SOLVED[:-1] + "X"], ["'X'", "character 54"]),
        (["solve", "R U X"], ["'X'", "character 5"]),
        (["solve", "/no/such/file"], ["'/no/such/file'"]),
        (["check", "no-such-cubes.txt"], ["file 'no-such-cubes.txt' does not exist"]),
        (["solve", "-"], []),
        (["solve", SOLVED[:-1] + "U"], ["colour U is on 10 stickers"]),
        (["solve", "R", "--method", "by-hand"], ["by-hand", "two-phase"]),
        (["solve", "R", "--max-length", "0"], ["--max-length"]),
        (["apply", "(R U"], ["missing", "character 5"]),
        (["apply"], ["MOVES"]),
        (["rules", "--size", "4"], ["--size", "does not apply to this question"]),
        (["complete", "R", "--fewest", "--count"], ["--count", "does not apply to this question"]),
        (["solve", "R", "--all", "--resume", "x"], ["--resume", "does not apply to this question"]),
        (
            ["rank", "--at", "0", "--order", "URFDLB"],
            ["--order", "does not apply to this question"],
        ),
        (["dance"], ["dance", "cubecsp about commands"]),
        ([], ["COMMAND"]),
    ],
    ids=lambda value: " ".join(value)[:50] if isinstance(value, list) else None,
)
def test_errors(arguments, words, capsys, monkeypatch):
    if arguments == ["solve", "-"]:
        monkeypatch.setattr("sys.stdin", io.StringIO("\nR Q\n"))
        words = ["standard input, line 2", "'Q'"]
    assert main(arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert len(printed.err.strip().splitlines()) == 1
    assert "Traceback" not in printed.err
    assert printed.err.startswith("cubecsp")
    for word in words:
        assert word in printed.err


def test_an_error_of_a_process_has_no_traceback():
    done = run("find", "every-colur")
    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr


def test_files_that_are_no_text_are_refused(tmp_path, capsys):
    file = tmp_path / "cubes.bin"
    file.write_bytes(bytes(range(128, 256)))
    assert main(["solve", str(file)]) == 2
    assert "not text" in capsys.readouterr().err


@pytest.mark.parametrize("command", COMMANDS)
def test_help_teaches(command, capsys):
    assert main([command, "--help"]) == 0
    shown = capsys.readouterr().out
    assert "example" in shown
    assert f"cubecsp {command} " in shown


def test_a_closed_pipe_is_no_error():
    shell = f"{sys.executable} -m cubecsp perfect-scramble | head -1"
    done = subprocess.run(["sh", "-c", shell], capture_output=True, text=True, check=False)
    assert "cubecsp" not in done.stderr
    assert re.fullmatch("[URFDLB]{54}\n", done.stdout)
