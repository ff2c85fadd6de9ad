"""A signal ends a command wherever it comes, at its next look."""

from __future__ import annotations

import mmap
import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace
from functools import partial
from pathlib import Path
from unittest import mock

import pytest
from patience import PATIENCE

from cubecsp import Cube, Stop, complete, fewest
from cubecsp._native import (
    FIVE_PHASE_SIZE,
    THREE_PHASE_SIZE,
    ask_to_stop,
    stop_asked,
    two_phase_solve,
    watch_signals,
)
from cubecsp.cli.exit_codes import STOPPED
from cubecsp.models.engines.background import in_background
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.search import five_phase, geometry, three_phase, two_phase
from cubecsp.stopping import signals
from cubecsp.stopping.deadline import NEVER, Deadline, look
from cubecsp.stopping.signals import catch_signals
from cubecsp.work.pools import Threads

HARD = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"


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
    loaded = two_phase.instance().load()
    packed = geometry.pack([Cube.from_moves(HARD)])
    return partial(two_phase_solve, *loaded, packed, 30, 30, 10.0, 1, None, None, None)


def three_phases():
    """With distances that end nowhere: all cubes are one turn away."""
    distances, cube = b"\1" * THREE_PHASE_SIZE, cube_class(4).random(1)
    return partial(
        three_phase.PHASES.solver.reduce, distances, three_phase.pack(cube), [10**6] * 4, 10.0
    )


def five_phases():
    """With the distances that are there when the first phase has some."""
    distances, cube = memoryview(mmap.mmap(-1, FIVE_PHASE_SIZE)), cube_class(5).random(1)

    class EnoughError(Exception):
        pass

    def poll():
        if any(distances[:4]):
            raise EnoughError

    with pytest.raises(EnoughError):
        five_phase.PHASES.solver.fill(distances, poll)
    return partial(
        five_phase.PHASES.solver.reduce, distances, five_phase.pack(cube), [10**6] * 9, 10.0
    )


@pytest.mark.parametrize("prepared", [two_phases, three_phases, five_phases])
def test_native_waits_look_at_the_flag(prepared, request):
    """Those that look for signals themselves: asked for the best that there is, they would go on to their limit."""
    work = prepared()
    request.getfixturevalue("asked")
    with pytest.raises(KeyboardInterrupt):
        work()


def test_a_signal_before_native_code_handles_it_counts():
    """Python has a handler by then, which sets the flag."""

    def late(numbers):
        signal.raise_signal(signal.SIGINT)
        watch_signals(numbers)

    with mock.patch.object(signals, "watch_signals", late), catch_signals():
        assert stop_asked()


def test_a_signal_sets_the_flag_and_raises_nothing():
    with catch_signals():
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


def making_tables(monkeypatch):
    def poll(*_):
        while True:
            look()

    solver = two_phase.TwoPhase()
    monkeypatch.setattr(two_phase.TwoPhase, "load", lambda _: (memoryview(b""), None))
    monkeypatch.setattr(two_phase.table_cache, "load", poll)
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


def test_a_cube_that_a_signal_kept_back_leaves_no_stickers_to_choose(monkeypatch):
    """It is counted as the only one, and its report never comes."""
    shown = replace(complete("R U"), cubes=[], stopped=Stop.INTERRUPT)
    assert shown.unique
    monkeypatch.setattr("cubecsp.questions.fewest.complete", lambda *_, **__: shown)
    answer = fewest("R U")
    assert (answer.stopped, answer.sets) == (Stop.INTERRUPT, ())


def test_handlers_of_ones_own_are_left_alone():
    handled = []
    before = signal.signal(signal.SIGINT, lambda *_: handled.append(True))
    try:
        with catch_signals():
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


@pytest.mark.slow
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_second_signal_ends_the_process_inside_native_code(name):
    """In a loop of C that looks at nothing."""
    program = """
from cubecsp.stopping.signals import catch_signals
with catch_signals():
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


SIGNALLED = """
import os, runpy, signal, sys

number, every = int(sys.argv[1]), int(sys.argv[2])
sys.argv[:] = ["-m", "describe", "R U"]
lines = 0

def interrupted(frame):
    sys.settrace(None)
    while frame is not None:
        frame.f_trace, frame = None, frame.f_back
    for stream in (1, 2):
        os.dup2(os.open("told", os.O_WRONLY | os.O_CREAT | os.O_TRUNC), stream)
    signal.raise_signal(number)

def watch(frame, event, _):
    global lines
    if "cubecsp" not in frame.f_code.co_filename:
        return None
    lines += event == "line"
    if event == "line" and lines % every == 0:
        if (child := os.fork()) == 0:
            return interrupted(frame)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        print(lines, code, open("told").read().strip(), flush=True)
        if lines > 10 * every:
            os._exit(0)
    return watch

sys.settrace(watch)
runpy.run_module("cubecsp", run_name="__main__", alter_sys=True)
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="each line is left to a process of its own")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_from_the_first_line_on_is_never_lost(number, tmp_path):
    """It ends the process as it ends others, or at a look; while Python itself starts, it is Python's."""
    done = subprocess.run(
        [sys.executable, "-c", SIGNALLED, str(number.value), "233"],
        capture_output=True,
        check=False,
        text=True,
        timeout=PATIENCE,
        cwd=tmp_path,
    )
    ends = [line.split(" ", 2)[1:] for line in done.stdout.splitlines()]
    quiet = [str(-number), ""]
    told = [str(STOPPED), "cubecsp describe: interrupted"]
    assert len(ends) > 10, done.stderr
    assert sorted(ends) == sorted([quiet] * ends.count(quiet) + [told] * ends.count(told))
    assert 0 < ends.count(quiet) < len(ends)


IMPATIENT = """
import signal, sys

class Impatient:
    def find_spec(self, name, path, target=None):
        if name == sys.argv[1]:
            sys.meta_path.remove(self)
            signal.raise_signal(signal.SIGINT)
            print("went on")

sys.meta_path.insert(0, Impatient())
from cubecsp import find

for _ in range(2):
    print(eval(sys.argv[2]).stopped)
"""


@pytest.mark.parametrize(
    ("package", "question", "stopped"),
    [
        ("ortools.sat.python.cp_model", "find('at-most=2', engine='cpsat', limit=1)", "limit"),
        ("pysat.solvers", "find('at-most=2', engine='cnf', limit=1)", "limit"),
        ("clingo", "find('at-most=2', engine='asp', limit=1, size=2)", "limit"),
    ],
)
def test_a_package_survives_an_interrupt_of_its_import(package, question, stopped, tmp_path):
    """Ctrl-C comes as Python looks for it; the same question, asked again, finds it whole."""
    done = subprocess.run(
        [sys.executable, "-c", IMPATIENT, package, question],
        capture_output=True,
        check=False,
        text=True,
        timeout=PATIENCE,
        cwd=tmp_path,
    )
    assert done.stdout.splitlines() == ["went on", "interrupt", stopped], done.stderr
