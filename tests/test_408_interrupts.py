"""Signals end a command wherever they come, at places too where Python would lose an exception.

Each place is met in a process of its own, which sends itself the signal when it comes by. What it does
has no end.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from functools import partial

import pytest

from cubecsp import Cube, Status, Stop, best, find, interrupts, reach, sample, solve_all
from cubecsp._native import ask_to_stop, stop_asked, two_phase_solve
from cubecsp.deadline import NEVER, Deadline, look
from cubecsp.interrupts import at_once, ended_cleanly
from cubecsp.models import parse_pattern
from cubecsp.puzzle.cubes import cube_class
from cubecsp.questions.find import Find
from cubecsp.search import five_phase, geometry, three_phase, two_phase
from cubecsp.search.tables import is_at_hand

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


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_other_signals_are_not_lost_either(name, interrupted):
    ends_interrupted(interrupted("the lock of an import is deleted", name=name))
    ends_interrupted(interrupted("tables are there", how="in a deletion", name=name))


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


# ------------------------------------------- a flag, looked at wherever the clock is looked at


@pytest.fixture
def asked():
    """A process that was asked to stop."""
    ask_to_stop(True)
    yield
    ask_to_stop(False)


@pytest.mark.parametrize("deadline", [NEVER, Deadline(1000)], ids=["never", "later"])
@pytest.mark.parametrize("read", ["left", "left_or_none", "is_over", "check", "within"])
@pytest.mark.usefixtures("asked")
def test_every_look_at_a_clock_is_one_for_signals(deadline, read):
    with pytest.raises(KeyboardInterrupt):
        {"check": deadline.check, "within": lambda: deadline.within(1)}.get(
            read, lambda: getattr(deadline, read)
        )()


@pytest.mark.parametrize("method", [two_phase, three_phase, five_phase])
def test_native_waits_look_at_the_flag(method, request):
    """Those that look for signals themselves: asked for the best that there is, they would take for ever."""
    if method is two_phase:
        loaded = two_phase.shared().load()
        packed = geometry.packed([Cube.from_moves(HARD)])
        work = partial(two_phase_solve, *loaded, packed, 30, 30, 1e6, 1, None, None, None)
    else:
        spec, size = method._SPEC, 4 if method is three_phase else 5
        if not is_at_hand(spec):
            pytest.skip("its table takes long to make")
        distances, cube = method.table(), cube_class(size).random(1)
        work = partial(method._solver().reduce, distances, method.packed(cube), 2**60, None)
    request.getfixturevalue("asked")
    with pytest.raises(KeyboardInterrupt):
        work()


def test_a_signal_sets_the_flag_and_raises_nothing():
    with ended_cleanly():
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):  # at once: they are one
            signal.raise_signal(number)
        assert stop_asked()
        with pytest.raises(KeyboardInterrupt):
            look()
    assert not stop_asked()
    look()


def test_what_waits_for_input_stops_at_once():
    with ended_cleanly():
        with pytest.raises(KeyboardInterrupt), at_once():
            signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt), at_once():  # the signal came before
            pytest.fail("it would wait")


def test_where_nobody_looks_an_exception_comes(monkeypatch):
    monkeypatch.setattr(interrupts, "_PATIENCE", 0.001)
    seen = 0
    with ended_cleanly():
        try:
            signal.raise_signal(signal.SIGINT)
            while True:
                seen += 1
        except KeyboardInterrupt:
            interrupts.noticed()
    assert seen


def test_handlers_of_ones_own_are_left_alone():
    handled = []
    before = signal.signal(signal.SIGINT, lambda *_: handled.append(True))
    try:
        with ended_cleanly():
            signal.raise_signal(signal.SIGINT)
            assert not stop_asked()
    finally:
        signal.signal(signal.SIGINT, before)
    assert handled


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_second_signal_ends_the_process_inside_native_code(name):
    """In a loop of C that looks at nothing."""
    program = """
from cubecsp.interrupts import ended_cleanly
with ended_cleanly():
    print("begins", flush=True)
    sum(range(10**13))
"""
    number = getattr(signal, name)
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"begins\n"
        process.send_signal(number)
        with pytest.raises(subprocess.TimeoutExpired):  # two at once are one
            process.wait(0.5)
        process.send_signal(number)
        assert process.wait(60) == -number


def test_before_there_is_anything_to_end_ctrl_c_is_quiet(tmp_path):
    """When `python -m cubecsp` has just begun to run the package."""
    program = """
import runpy, signal, sys
sys.argv[0] = "-m"
import cubecsp
signal.raise_signal(signal.SIGINT)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, check=False, timeout=60, cwd=tmp_path
    )
    assert (done.returncode, done.stderr) == (-signal.SIGINT, b"")


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


def test_a_signal_leaves_as_many_cubes_told_as_are_counted():
    """To a reader who keeps nothing, as the command line and the server are."""
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
