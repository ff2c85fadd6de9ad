"""Exit codes mean the same in every command, and whatever ends a command is said on one line."""

from __future__ import annotations

import errno
import io
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time

import pytest
from asking import SOLVED, USUAL, WITHOUT_JSON, Outcome, ask, write_files
from made_answers import counted
from patience import PATIENCE

from cubecsp import Cube, EngineError, InputError, LimitError
from cubecsp.cli import main
from cubecsp.cli.commands import COMMANDS
from cubecsp.cli.exit_codes import STOPPED
from cubecsp.cli.output import exit_code
from cubecsp.errors import TableError
from cubecsp.questions.answers.answer import Status, Stop
from cubecsp.questions.asking.limits import Run

CORNER_TWISTED = Cube.from_placements([1, *range(3, 24, 3)], Cube().edges).facelets
SUPERFLIP = Cube.from_placements(Cube().corners, [v ^ 1 for v in Cube().edges]).facelets
NO_CUBE = SOLVED[:-1] + "U"
CONTRADICTION = "U" * 3 + "." * 42 + "U" * 9
HARD = "sum(f in faces: count({f}, {f}))+how-many(a, b in faces, a < b: colours({a})==colours({b}))"
SOON = ["--time-limit", "0.01"]
SOME = ["at-most=3", "-n", "20", "--method", "rejection", "--tries", "3", "--seed", "1"]  # two

# 0 answered, 1 the answer is no, 2 the question is malformed, 3 stopped before it was complete.
# A command without a code here has no such outcome, and its help says so.
CASES: dict[str, dict[int, list[list[str]]]] = {
    "perfect-scramble": {
        0: [["--with", "at-most=2"]],
        1: [["--with", "no-piece-home"]],
        2: [["--with", "most-at=2"], ["--without", "no-piece-home"], ["--threads", "0"]],
        3: [["--no-symmetry", "--engine", "constraint", *SOON]],
    },
    "find": {
        0: [["at-most=2", "--limit", "1"], ["solved=all"]],
        1: [["at-most=1"], ["perfect-scramble", "no-piece-home"]],
        2: [[], ["at-most=1000"], ["at-most=2", "--limit", "0"], ["at-most=2", "--size", "1"]],
        3: [["no-piece-home", "--limit", "all", *SOON]],
    },
    "best": {
        0: [["solved=F2L", "--maximise", "count(U, U)"], ["solved=all", "--prefer", "at-most=9"]],
        1: [["at-most=1", "--maximise", "count(U, U)"]],
        2: [
            [],
            ["solved=F2L"],
            ["--maximise", "4"],
            ["--minimise", "order=6"],
            ["--prefer", "0:order=2"],
        ],
        3: [["no-piece-home", "--maximise", HARD, *SOON]],
    },
    "count": {
        0: [[], ["no-piece-home"], ["at-most=3", "--estimate"], ["solved=F2L", "--explain"]],
        1: [["at-most=1"], ["solved=all", "no-piece-home"]],
        2: [
            ["at-most=1000"],
            ["at-most=3", "--method", "pieces"],
            ["at-most=3", "--samples", "9"],
        ],
        3: [["at-most=3", *SOON], ["at-most=3", "--method", "listing", *SOON]],
    },
    "sample": {
        0: [["solved=F2L", "-n", "2", "--seed", "1"]],
        1: [["solved=all", "no-piece-home"]],
        2: [["solved=F2L", "-n", "0"], ["solved=F2L", "--seed", "-1"]],
        3: [["perfect-scramble", "--method", "rejection", *SOON], SOME],
    },
    "scramble": {
        0: [["-n", "1", "--seed", "1"], ["solved=F2L", "-n", "1", "--seed", "1"]],
        1: [["solved=all", "no-piece-home"]],
        2: [["-n", "0"], ["at-most=1000"]],
        3: [["perfect-scramble", "--method", "rejection", *SOON], SOME],
    },
    "rank": {
        0: [["R U"], ["--at", "7", "solved=F2L"]],
        1: [["R U", "no-piece-home"]],
        2: [[], ["--at", "1", "solved=all"]],
        3: [["--at", "0", "no-touching=side", *SOON]],
    },
    "explain": {
        0: [["solved=cross", "not-home=D-layer"], ["solved=all"]],
        2: [[], ["at-most=1000"], ["solved=all", "--beyond", "-1"]],
        3: [["perfect-scramble", "no-piece-home", "--time-limit", "0.000001"]],
    },
    "prove": {
        0: [["solved=all", "--size", "2", "-o", "proven"]],
        1: [["solved=all", "no-piece-home", "-o", "proven"]],
        2: [["solved=all"], ["solved=all", "-o", "certificate.txt"], ["at-most=1000", "-o", "x"]],
        3: [["perfect-scramble", "-o", "proven", *SOON], ["solved=F2L", "-o", "proven"]],
    },
    "verify": {
        0: [["certificate"], ["certificate", "--engine", "python"]],
        1: [["damaged"]],
        2: [[], ["nowhere"], ["certificate", "--engine", "rust"]],
        3: [["certificate", *SOON]],
    },
    "check": {
        0: [["R U"], ["R U", "at-most=8"], ["." * 54]],
        1: [[CORNER_TWISTED], [NO_CUBE], ["()", "at-most=2"], [CONTRADICTION]],
        2: [["R Q"], ["no-such-file.txt"], ["R", "no-such-rule"], ["U" * 50]],
        3: [["." + SOLVED[1:], "at-most=2"]],
    },
    "describe": {
        0: [["R U"], ["R U", "F"], [".." + SOLVED[2:]], ["R U", "--prove"]],
        2: [["R Q"], [], [SOLVED[:-1]], ["." * 54]],
        3: [[SUPERFLIP, "--prove", *SOON]],
    },
    "repair": {
        0: [[NO_CUBE], [SOLVED], [CORNER_TWISTED]],
        2: [["R Q"], [NO_CUBE, "--confusion", "no-such-table"], [NO_CUBE, "--by", "corner"]],
        3: [["." * 54, "--limit", "all", "--time-limit", "0.001"]],
    },
    "recognise": {
        0: [["scan.json"], ["doubtful.json"], ["scan.json", "--faces", "any"]],
        1: [["twisted.json"]],
        2: [[], ["no-such-file"], ["solution.txt"], ["scan.json", "--confirm", "R10=white"]],
    },
    "complete": {
        0: [["." * 3 + SOLVED[3:]], ["." * 54, "--count"]],
        1: [[CONTRADICTION], [NO_CUBE]],
        2: [["R Q"], ["." * 54, "--count", "--limit", "2"]],
        3: [["." * 54, "--limit", "all", *SOON]],
    },
    "solve": {
        0: [["R U"], ["R U", "F"], ["R U", "--all"]],
        2: [["R Q"], [CORNER_TWISTED], [NO_CUBE], ["R U", "F", "--all"], ["R", "--turns", "Q"]],
        3: [[SUPERFLIP, "--pruning-table", "tiny", "--time-limit", "0.1"]],
    },
    "reach": {
        0: [["R U", "solved=all"], ["R", "solved=cross", "--up-to", "2"]],
        1: [["R", "solved=all", "--turns", "U2,D2"], ["R U", "solved=all", "--up-to", "1"]],
        2: [["R Q", "solved=all"], ["R", "no-such-rule"], ["R"], [CORNER_TWISTED, "solved=all"]],
        3: [[SUPERFLIP, "solved=all", "--time-limit", "0.01"]],
    },
    "apply": {
        0: [["R U"], ["R", "U"]],
        2: [["R Q"], ["(R U"], [], ["R", NO_CUBE]],
    },
    "invert": {
        0: [["R U"], ["[R: U] F", "r2"], ["3Rw", "--size", "5"]],
        2: [["R Q"], [], ["[R"], ["R", "--size", "1"]],
    },
    "mirror": {
        0: [["R U"], ["R U", "F", "--plane", "FB"]],
        2: [["R Q"], [], ["R", "--plane", "UR"]],
    },
    "rotate": {
        0: [["R U", "--by", "y"], ["R U", "F", "--by", "x2 z"]],
        2: [["R Q", "--by", "y"], ["R"], ["R", "--by", "R"], ["--by", "y"]],
    },
    "convert": {
        0: [["R U", "--to", "facelets"], [NO_CUBE, "--to", "colours"]],
        2: [["R U"], ["R Q", "--to", "facelets"], [NO_CUBE, "--to", "forty"]],
        3: [[SUPERFLIP, "R", "--to", "moves", "--time-limit", "0.000001"]],
    },
    "picture": {
        0: [["R U"], [NO_CUBE, "--check"], ["R", "-o", "cube.html"]],
        2: [["R Q"], ["R", "-o", "cube.gif"], ["R U", "F"], ["R", "-o", "no/such/cube.svg"]],
    },
    "rules": {
        0: [[], ["--explain", "at-most=2"], ["symmetric", "any", "superflip"]],
        2: [["--explain", "no-such-rule"], ["--explain"], ["nothing"], ["any", "--explain", "any"]],
    },
    "export": {
        0: [["at-most=2", "--to", "cnf"]],
        2: [["at-most=2"], ["no-such-rule", "--to", "cnf"], ["at-most=2", "--to", "doc"]],
    },
    "import-solution": {
        0: [["question.cnf", "solution.txt"]],
        1: [["question.cnf", "none.txt"]],
        2: [["question.cnf"], ["no-such-file", "none.txt"], ["none.txt", "solution.txt"]],
        3: [["question.cnf", "unfinished.txt"]],
    },
    "tables": {
        0: [[], ["--verify"], ["--make", "pocket-htm"]],
        2: [["--make", "gold"], ["--remove", "gold"], ["--make", "gold", "--verify"]],
        1: [["--verify"]],  # of a table that the test damages
    },
    "about": {0: [[], ["engines", "views"]], 2: [["solvers"], ["--engines"]]},
    "serve": {
        0: [["--port", "0"]],
        2: [
            ["--port", "65536"],
            ["--host", "192.0.2.1"],
            ["--workers", "0"],
            ["--time-limit", "0"],
        ],
    },
}


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def every_case():
    for command, cases in CASES.items():
        for code, questions in cases.items():
            for question in questions:
                yield pytest.param(command, code, question, id=f"{command}-{code}-{question}"[:60])


def test_every_command_has_cases_of_the_codes_that_its_help_tells():
    assert set(CASES) == set(COMMANDS)
    for command, cases in CASES.items():
        told = re.search(r"^exit codes: (.*?)(\n\n|\Z)", COMMANDS[command].epilog, re.M | re.S)
        assert told, command
        codes = {int(code) for code in re.findall(r"(?:^|[,;]\s)(\d+) ", told[1])}
        assert codes == set(cases), command
        assert {0, 2} <= codes


@pytest.mark.ordinary(60)
@pytest.mark.parametrize(("command", "code", "question"), [*every_case()])
def test_exit_codes(command, code, question, folder, monkeypatch):
    if command in ("import-solution", "recognise", "verify"):
        write_files(folder)
    if command == "verify":
        shutil.copytree(folder / "certificate", folder / "damaged")
        (folder / "damaged" / "cubes.txt").write_text("")
    (folder / "certificate.txt").write_text("what is no folder")
    monkeypatch.setattr("cubecsp.questions.count._SURVEY", 0.1)
    if command == "tables":
        monkeypatch.setenv("CUBECSP_CACHE", str(folder / "cache"))
    if (command, code) == ("tables", 1):
        assert ask("tables", "--make", "pocket-htm").code == 0
        (path,) = (folder / "cache").glob("*.table")
        path.write_bytes(path.read_bytes()[:-1] + b"?")
    plain = ask(command, *question)
    assert plain.code == code, plain
    assert "Traceback" not in plain.err
    if code == 2:
        assert plain.out == ""
        assert plain.err.startswith("cubecsp")
        assert len(plain.err.splitlines()) == 1
    if command in WITHOUT_JSON:
        return
    told = ask(command, *question, "--json")
    assert told.code == code
    assert isinstance(told.json, dict)
    if code == 2:
        assert told.err == plain.err
        assert told.json["error"]["code"] == code
        assert told.json["error"]["problem"] in plain.err


@pytest.mark.parametrize("why", [Stop.TIME, Stop.COST, Stop.INTERRUPT])
def test_what_was_given_up_is_not_answered(why):
    assert exit_code(counted(Status.PARTIAL, stopped=why, at_least=7)) == STOPPED


def ended_by(monkeypatch, command: str, error: BaseException, *options: str) -> Outcome:
    """Return what a command gives whose work ends with an error."""

    def broken(_args):
        raise error

    monkeypatch.setattr(COMMANDS[command], "run", broken)
    return ask(command, *USUAL[command], *options)


@pytest.mark.ordinary(60)
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("error", "code", "words"),
    [
        (InputError("this is wrong", "that is right"), 2, "this is wrong; that is right"),
        (EngineError("no engine"), 2, "no engine"),
        (TableError("no table"), 2, "no table"),
        (LimitError("no room", "buy some"), 3, "no room; buy some"),
        (MemoryError(), 3, "not enough memory"),
        (KeyboardInterrupt(), 3, "interrupted"),
        (KeyError("stone"), 70, "KeyError: 'stone'"),
        (AssertionError(), 70, "AssertionError"),
        (RecursionError("deep"), 70, "RecursionError: deep"),
        (ValueError("a\nb\x1b[31m"), 70, r"ValueError: a\nb\x1b[31m"),
        (OSError(errno.ENOSPC, "No space left on device"), 2, "the output cannot be written: No"),
        (PermissionError(errno.EACCES, "Permission denied", "a\x1bb"), 2, r"a\x1bb: Permission"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, BaseException) else "",
)
def test_errors_of_every_command(monkeypatch, command, error, code, words):
    plain = ended_by(monkeypatch, command, error)
    assert (plain.code, plain.out) == (code, "")
    assert plain.err.startswith(f"cubecsp {command}: ")
    assert len(plain.err.splitlines()) == 1
    assert words in plain.err
    assert ("please report it" in plain.err) == (code == 70)
    if command not in WITHOUT_JSON and not isinstance(error, OSError):
        told = ended_by(monkeypatch, command, error, "--json")
        assert (told.code, told.err) == (code, plain.err)
        assert told.json["error"]["code"] == code


@pytest.mark.parametrize("command", COMMANDS)
def test_verbose_shows_where_an_internal_error_happened(monkeypatch, command):
    told = ended_by(monkeypatch, command, ZeroDivisionError("0/0"), "--verbose")
    assert (told.code, told.out) == (70, "")
    assert "Traceback" in told.err
    assert "in broken" in told.err
    last = told.err.splitlines()[-1]
    assert last.startswith(f"cubecsp {command}: this is an error in cubecsp, not in your question")


def test_an_internal_error_of_a_process():
    code = (
        "import sys, cubecsp.cli.parser as p, cubecsp.cli as c\n"
        "p.parse_arguments = lambda given: 1 / 0\n"
        "sys.exit(c.main())"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "solve", "R"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (70, "")
    assert len(done.stderr.splitlines()) == 1
    assert "ZeroDivisionError" in done.stderr


@pytest.mark.few(8)
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("options", [[], ["--json"], ["--help"]], ids="".join)
def test_a_full_disk(command, options, folder, monkeypatch, capsys):
    if command in WITHOUT_JSON and options == ["--json"]:
        return
    write_files(folder)
    with open("/dev/full", "w", encoding="utf-8") as full:
        monkeypatch.setattr("sys.stdout", full)
        assert main([command, *USUAL[command], *options]) == 2
        monkeypatch.undo()
    err = capsys.readouterr().err
    assert err == f"cubecsp {command}: the output cannot be written: No space left on device\n"


@pytest.mark.ordinary(29)
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("options", [[], ["--json"], ["--help"]], ids="".join)
def test_a_closed_pipe(command, options, folder, monkeypatch, capsys):
    if command in WITHOUT_JSON and options == ["--json"]:
        return
    write_files(folder)
    reader, writer = os.pipe()
    os.close(reader)
    with open(writer, "w", encoding="utf-8") as pipe:
        monkeypatch.setattr("sys.stdout", pipe)
        assert main([command, *USUAL[command], *options]) == 3
        monkeypatch.undo()
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("options", [["--help"], ["--version"], ["find", "--help"]])
def test_help_onto_a_full_disk(options, monkeypatch, capsys):
    # As it is, and as with `python -u`, where writing fails and not the flush at the end.
    for buffered in (True, False):
        with open("/dev/full", "wb", buffering=-1 if buffered else 0) as file:
            full = io.TextIOWrapper(file, encoding="utf-8", write_through=not buffered)
            monkeypatch.setattr("sys.stdout", full)
            assert main(options) == 2
            monkeypatch.undo()
        assert "cannot be written" in capsys.readouterr().err


ENDLESS = {
    "find": ["no-piece-home", "--limit", "all"],
    "best": [
        "every-colour",
        "--maximise",
        "how-many(s in stickers, t in stickers, s < t: {s}=={t})",
    ],
    "count": ["at-most=3"],
    "prove": ["perfect-scramble", "-o", "proven"],
    "solve": [SUPERFLIP, "--pruning-table", "tiny"],
    "reach": [SUPERFLIP, "solved=all"],
}


@pytest.mark.parametrize("command", ENDLESS)
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_work_and_keeps_what_was_found(command, sent, monkeypatch):
    """The signal comes when the work has begun, which reports its partial answer as JSON."""
    begun = threading.Event()
    enter = Run.__enter__

    def entered(run):
        enter(run)
        begun.set()
        return run

    def send():
        if begun.wait(PATIENCE):
            os.kill(os.getpid(), sent)

    monkeypatch.setattr(Run, "__enter__", entered)
    thread = threading.Thread(target=send)
    thread.start()
    told = ask(command, *ENDLESS[command], "--json")
    thread.join()
    assert (told.code, told.err) == (3, "")
    assert told.json["stopped"] == "interrupt"


def test_sigterm_is_a_process_matter_only_while_a_command_runs():
    before = signal.getsignal(signal.SIGTERM)
    assert ask("apply", "R").code == 0
    assert signal.getsignal(signal.SIGTERM) is before
    seen = []
    signal.signal(signal.SIGTERM, lambda *_: seen.append(1))  # of a program that calls us
    try:
        assert ask("apply", "R").code == 0
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(0)
    finally:
        signal.signal(signal.SIGTERM, before)
    assert seen


def test_commands_run_in_a_thread():
    codes = []
    thread = threading.Thread(target=lambda: codes.append(main(["apply", "R", "--json"])))
    thread.start()
    thread.join()
    assert codes == [0]
