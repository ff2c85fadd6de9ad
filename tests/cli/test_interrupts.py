"""Signals end a command wherever they come, at places too where Python would lose an exception.

Each place is met in a process of its own, which sends itself the signal when it comes by. What it does
has no end.
"""

from __future__ import annotations

import json
import mmap
import os
import signal
import subprocess
import sys
import threading
import time
from functools import partial
from pathlib import Path

import pytest
from patience import PATIENCE

from cubecsp import (
    Cube,
    Status,
    Stop,
    best,
    complete,
    fewest,
    find,
    interrupts,
    reach,
    sample,
    solve_all,
)
from cubecsp._native import (
    FIVE_PHASE_SIZE,
    THREE_PHASE_SIZE,
    ask_to_stop,
    stop_asked,
    two_phase_solve,
)
from cubecsp.cli import main
from cubecsp.deadline import NEVER, Deadline, look
from cubecsp.interrupts import at_once, ended_cleanly
from cubecsp.models import parse_pattern
from cubecsp.models.engines.background import in_background
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.questions.find import Find
from cubecsp.search import five_phase, geometry, three_phase, two_phase
from cubecsp.work.pools import Threads

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
        "cube_puzzle.py",
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
            timeout=PATIENCE,
            env=environment,
        )

    return run


@pytest.mark.parametrize("place", PLACES)
def test_no_place_loses_ctrl_c(place, interrupted):
    ends_interrupted(interrupted(place))


@pytest.mark.few(1)
@pytest.mark.parametrize("place", ["a module begins", "tables are looked for", "tables are there"])
def test_nor_does_the_deletion_of_an_object(place, interrupted):
    ends_interrupted(interrupted(place, how="in a deletion"))


@pytest.mark.few(1)
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


def two_phases():
    loaded = two_phase.shared().load()
    packed = geometry.packed([Cube.from_moves(HARD)])
    return partial(two_phase_solve, *loaded, packed, 30, 30, 10.0, 1, None, None, None)


def three_phases():
    """With distances that end nowhere: all cubes are one turn away."""
    distances, cube = b"\1" * THREE_PHASE_SIZE, cube_class(4).random(1)
    return partial(
        three_phase._solver().reduce, distances, three_phase.packed(cube), [10**6] * 4, 10.0
    )


def five_phases():
    """With as much of the distances as is there when the first phase has some of its own."""
    distances, cube = mmap.mmap(-1, FIVE_PHASE_SIZE), cube_class(5).random(1)

    class EnoughError(Exception):
        pass

    def poll():
        if any(distances[:4]):
            raise EnoughError

    with pytest.raises(EnoughError):
        five_phase._solver().fill(distances, poll)
    return partial(
        five_phase._solver().reduce, distances, five_phase.packed(cube), [10**6] * 9, 10.0
    )


@pytest.mark.parametrize("prepared", [two_phases, three_phases, five_phases])
def test_native_waits_look_at_the_flag(prepared, request):
    """Those that look for signals themselves: asked for the best that there is, they would go on to their limit."""
    work = prepared()
    request.getfixturevalue("asked")
    with pytest.raises(KeyboardInterrupt):
        work()


def test_a_signal_sets_the_flag_and_raises_nothing():
    with ended_cleanly():
        try:
            for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):  # at once: they are one
                signal.raise_signal(number)
        except KeyboardInterrupt:  # which would end the tests
            pytest.fail("an exception came at once")
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


def test_what_another_thread_notices_does_not_end_this_one(monkeypatch):
    monkeypatch.setattr(interrupts, "_PATIENCE", 0.2)
    ended = []

    def work():
        try:
            look()
        except KeyboardInterrupt:
            ended.append(True)

    def wait():
        signal.raise_signal(signal.SIGINT)
        other = threading.Thread(target=work)
        other.start()
        other.join()
        begun = time.process_time()
        while time.process_time() < begun + 10:
            pass

    with ended_cleanly(), pytest.raises(KeyboardInterrupt):
        wait()
    assert ended


def making_tables(monkeypatch):
    def poll(*_):
        while True:
            look()

    solver = two_phase.TwoPhase()
    monkeypatch.setattr(two_phase.TwoPhase, "load", lambda _: (memoryview(b""), None))
    monkeypatch.setattr(two_phase.tables, "load", poll)
    solver.enlarge()
    if making := solver._making:
        making.join()
    assert solver._making is None  # they can be made later


def units(_):
    class Looking:
        def worker(self, _):
            return lambda _: look()

    with Threads(Looking(), 2) as pool:
        pool.submit(0, None)
        with pytest.raises(KeyboardInterrupt):
            pool.take(60)


def engines(_):
    with pytest.raises(KeyboardInterrupt):
        list(in_background(lambda _: look(), lambda: None, "engine"))


@pytest.mark.parametrize("work", [making_tables, units, engines])
@pytest.mark.usefixtures("asked")
def test_threads_say_nothing_of_a_signal_themselves(work, monkeypatch):
    said = []
    monkeypatch.setattr(threading, "excepthook", said.append)
    work(monkeypatch)
    assert not said


class Wrapped:
    def __set_name__(self, _owner, _name):
        raise KeyboardInterrupt


def in_a_class(*_):
    type("Made", (), {"attribute": Wrapped()})


def in_a_handler(*_):
    try:
        raise KeyboardInterrupt
    finally:
        raise ValueError("not enough values")


@pytest.mark.parametrize("place", [in_a_class, in_a_handler])
def test_what_python_makes_of_ctrl_c_is_no_internal_error(place, monkeypatch, capsys):
    monkeypatch.setattr("cubecsp.cli.parser.parsed", place)
    assert main(["check", "R"]) == 3
    assert capsys.readouterr().err == "cubecsp check: interrupted\n"


def test_a_cube_that_a_signal_kept_back_leaves_no_stickers_to_choose(monkeypatch):
    """It is counted as the only one, and its report never comes."""
    shown = complete("R U")
    shown.cubes, shown.stopped = [], Stop.INTERRUPT
    assert shown.unique
    monkeypatch.setattr("cubecsp.questions.fewest.complete", lambda *_, **__: shown)
    answer = fewest("R U")
    assert (answer.stopped, answer.sets) == (Stop.INTERRUPT, [])


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


def await_delivery(process):
    """Wait until no signal is pending; where the system does not say, half a second."""
    status = Path(f"/proc/{process.pid}/status")
    if not status.exists():
        time.sleep(0.5)
        return
    while any(
        int(line.split()[1], 16)
        for line in status.read_text().splitlines()
        if line.startswith(("SigPnd", "ShdPnd"))
    ):
        time.sleep(0.005)


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
        await_delivery(process)
        time.sleep(0.4)  # those within 0.3 s are one
        assert process.poll() is None
        process.send_signal(number)
        assert process.wait(PATIENCE) == -number


def test_before_there_is_anything_to_end_ctrl_c_is_quiet(tmp_path):
    """When `python -m cubecsp` has just begun to run the package."""
    program = """
import runpy, signal, sys
sys.argv[0] = "-m"
import cubecsp
signal.raise_signal(signal.SIGINT)
"""
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        check=False,
        timeout=PATIENCE,
        cwd=tmp_path,
    )
    assert (done.returncode, done.stderr) == (-signal.SIGINT, b"")


# ------------------------------------------- what is counted is what the reader of an answer has got

HANDING_ON = {
    f"{name}.py"
    for name in (
        *("query", "limits", "find", "enumeration", "course", "sieve", "search", "reach", "solve"),
        *("sample", "best"),
    )
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


@pytest.mark.few(1)
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
                return query.stream().read(told.append, keep=False)

        try:
            answer = interrupted_at(line, work, lambda: signal.raise_signal(signal.SIGINT))
        except KeyboardInterrupt:
            continue
        if answer.stopped is None:
            break
        assert (answer.count or 0) == len(told)
        partial += answer.status is Status.PARTIAL
    assert partial > 5
