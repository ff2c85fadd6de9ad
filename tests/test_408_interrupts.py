"""Ctrl-C ends a command wherever it comes, at places too where Python would lose it.

Each place is met in a process of its own, which sends itself the signal when it comes by. What it does
has no end.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from cubecsp import Status, Stop, best, find, interrupts, reach, sample, solve_all
from cubecsp.interrupts import ended_cleanly, held, is_interrupt
from cubecsp.models import parse_pattern
from cubecsp.questions.find import Find

HARD = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"
QUESTION = ["solve", HARD, "R U F", "--effort", "100000000000", "--json"]

PROGRAM = f"""
import os, signal, sys
from cubecsp.cli import main

name, how, caller, *place = sys.argv[1:]

class Deleted:
    def __del__(self):
        send()

def send():
    print("now", file=sys.stderr, flush=True)
    signal.raise_signal(getattr(signal, name))

def files(frame):
    while frame:
        yield os.path.basename(frame.f_code.co_filename)
        frame = frame.f_back

def watch(frame, event, _):
    code = frame.f_code
    if [event, os.path.basename(code.co_filename), code.co_name] == place and caller in files(frame):
        sys.setprofile(None)
        Deleted() if how == "in a deletion" else send()

sys.setprofile(watch)
sys.exit(main({QUESTION!r}))
"""

# Where Python is, as seen by a profiler, and a file that led there.
PLACES = {
    "the lock of an import is deleted": (
        "return",
        "<frozen importlib._bootstrap>",
        "cb",
        "puzzle.py",
    ),
    "an attribute learns its name": ("return", "functools.py", "__set_name__", "puzzle.py"),
    # The last one: Python forgets that an earlier one was interrupted.
    "a text is executed": ("call", "<string>", "<module>", "table_files.py"),
    "a module begins": ("call", "puzzle.py", "<module>", "puzzle.py"),
    "arguments are parsed": ("call", "argparse.py", "parse_known_args", "argparse.py"),
    "tables are looked for": ("call", "tables.py", "_opened", "tables.py"),
    "tables are there": ("return", "two_phase.py", "_tables_for", "two_phase.py"),
}


@pytest.fixture
def interrupted(tmp_path):
    """What a process does that is interrupted at a place; a module, as `python -m cubecsp` is one."""
    (tmp_path / "watched.py").write_text(PROGRAM)
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}

    def run(place: str, how: str = "", name: str = "SIGINT") -> subprocess.CompletedProcess[str]:
        *seen, caller = PLACES[place]
        return subprocess.run(
            [sys.executable, "-m", "watched", name, how, caller, *seen],
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
            env=environment,
        )

    return run


@pytest.mark.parametrize("place", PLACES)
def test_no_place_loses_ctrl_c(place, interrupted):
    ends_interrupted(interrupted(place))


@pytest.mark.parametrize("place", ["a module begins", "tables are looked for", "tables are there"])
def test_nor_does_the_deletion_of_an_object(place, interrupted):
    ends_interrupted(interrupted(place, how="in a deletion"))


def test_sigterm_is_not_lost_either(interrupted):
    ends_interrupted(interrupted("the lock of an import is deleted", name="SIGTERM"))
    ends_interrupted(interrupted("tables are there", how="in a deletion", name="SIGTERM"))


def ends_interrupted(done: subprocess.CompletedProcess[str]) -> None:
    sent, *said = done.stderr.splitlines()
    assert sent == "now"  # or the place was not met
    assert done.returncode == 3, said
    answer = json.loads(done.stdout)
    if "error" in answer:  # it had not begun
        assert answer["error"] == {"code": 3, "problem": "interrupted"}
        assert said == ["cubecsp solve: interrupted"]
    else:
        assert answer["stopped"] == "interrupt"
        assert said == []


def test_what_is_ignored_elsewhere_is_told_as_ever():
    program = """
import sys
from cubecsp.cli import main
class Faulty:
    def __del__(self):
        raise ValueError("of its own")
def watch(frame, event, _):
    if frame.f_code.co_name == "_answered":
        sys.setprofile(None)
        Faulty()
sys.setprofile(watch)
sys.exit(main(["rules"]))
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0
    assert "ValueError: of its own" in done.stderr


def test_ctrl_c_is_known_in_what_hides_it():
    def raised(hide):
        try:
            try:
                raise KeyboardInterrupt
            except KeyboardInterrupt as error:
                hide(error)
        except Exception as hidden:
            return hidden

    def from_it(error):
        raise RuntimeError from error

    def after_it(_error):
        raise AttributeError

    assert is_interrupt(KeyboardInterrupt())
    assert is_interrupt(raised(from_it))
    assert is_interrupt(raised(after_it))
    assert not is_interrupt(ValueError())
    ring = ValueError()
    ring.__context__ = other = ValueError()
    other.__context__ = ring
    assert not is_interrupt(ring)


# ------------------------------------------- what is counted is what the reader of an answer has got

HANDING_ON = {
    f"{name}.py"
    for name in ("query", "limits", "find", "searching", "reach", "solve", "sample", "best")
}


def interrupted_at(line, work, interrupt):
    """Do some work, and interrupt it at a line of the files through which reports go, counted from 0."""
    left = line

    def watch(frame, event, _):
        nonlocal left
        if os.path.basename(frame.f_code.co_filename) not in HANDING_ON:
            return None
        left -= event == "line"
        if event == "line" and left == -1:
            sys.settrace(None)
            interrupt()
        return watch

    before = sys.gettrace()
    sys.settrace(watch)
    try:
        return work()
    finally:
        sys.settrace(before)


def ctrl_c():
    raise KeyboardInterrupt


LISTS = {
    "find": lambda: find("solved=F2L+edges", limit=None),
    "classes": lambda: find("symmetric=Oh", limit=None, classes=True),
    "reach": lambda: reach("R U F", "solved=cross"),
    "solve_all": lambda: solve_all("R L U", table="tiny"),
    "sample": lambda: sample("solved=F2L", n=20, seed=1),
    "best": lambda: best("solved=F2L+edges", maximise="count(U, R)", limit=None),
}


@pytest.mark.parametrize("name", LISTS)
def test_ctrl_c_anywhere_leaves_as_many_cubes_as_are_counted(name):
    work = LISTS[name]
    whole = work()
    partial = 0
    for line in range(0, 5000, {"find": 17, "classes": 7, "best": 7}.get(name, 3)):
        try:
            answer = interrupted_at(line, work, ctrl_c)
        except KeyboardInterrupt:  # before the question began, or after it was answered
            continue
        if answer.stopped is None:
            if len(answer) == len(whole):
                break
            continue
        assert answer.stopped is Stop.INTERRUPT
        if name == "sample":
            assert answer.drawn == len(answer)
        elif name == "classes":
            assert (answer.classes or 0) == len(answer)
            assert (answer.count or 0) == sum(report.satisfying for report in answer)
        else:
            assert (answer.count or 0) == len(answer)
        partial += answer.status is Status.PARTIAL
    assert partial > 5


def test_what_is_held_for_too_long_holds_nothing_after_that(monkeypatch):
    """As when an exception comes between the end of what is held and its `__exit__`."""
    monkeypatch.setattr(interrupts, "_held_until", time.monotonic() - 0.001)
    assert not interrupts.waits(signal.SIGINT)
    with held():
        assert interrupts._held_until > time.monotonic()
    assert interrupts._held_until == 0.0


def test_a_signal_leaves_as_many_cubes_told_as_are_counted(monkeypatch):
    """To a reader who keeps nothing, as the command line and the server are."""
    monkeypatch.setattr(interrupts, "_held_until", 0.0)  # the tests before may have left something
    query = Find(parse_pattern(["solved=F2L+edges"]))
    partial = 0
    for line in range(0, 4000, 17):
        told = []

        def work(told=told):
            with ended_cleanly():
                return query.stream().read(told.append)

        try:
            answer = interrupted_at(line, work, lambda: signal.raise_signal(signal.SIGINT))
        except KeyboardInterrupt:
            continue
        if answer.stopped is None:
            break
        assert (answer.count or 0) == len(told)
        partial += answer.status is Status.PARTIAL
    assert partial > 5
