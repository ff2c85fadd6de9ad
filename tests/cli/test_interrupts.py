"""A signal ends a command wherever it comes: at its next look, or where it waits for others."""

from __future__ import annotations

import contextlib
import io
import itertools
import json
import mmap
import os
import queue
import re
import select
import signal
import subprocess
import sys
import threading
import time
from functools import partial
from pathlib import Path
from unittest import mock

import pytest
from patience import PATIENCE
from pysat import solvers

from cubecsp import (
    Cube,
    Status,
    Stop,
    best,
    blocking,
    complete,
    explain,
    fewest,
    find,
    interrupts,
    prove,
    reach,
    sample,
    solve_all,
    verify,
    waiting,
)
from cubecsp._native import (
    FIVE_PHASE_SIZE,
    THREE_PHASE_SIZE,
    ask_to_stop,
    stop_asked,
    two_phase_solve,
    watch_signals,
)
from cubecsp.blocking import Input, Output
from cubecsp.cli import main
from cubecsp.cli.codes import STOPPED
from cubecsp.deadline import NEVER, Deadline, look
from cubecsp.files import read_whole, write_whole
from cubecsp.interrupts import ended_cleanly
from cubecsp.models import parse_pattern
from cubecsp.models.engines.background import in_background
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.questions.find import Find
from cubecsp.search import five_phase, geometry, three_phase, two_phase
from cubecsp.waiting import completed, in_thread
from cubecsp.work.pools import Threads

HARD = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"
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


def test_a_signal_before_native_code_handles_it_counts():
    """Python has a handler by then, which sets the flag."""

    def late(numbers):
        signal.raise_signal(signal.SIGINT)
        watch_signals(numbers)

    with mock.patch.object(interrupts, "watch_signals", late), ended_cleanly():
        assert stop_asked()


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


# ------------------------------------------- places that wait for others


class Waits:
    """Waits for a pipe: each gets a signal at the last moment before it would begin."""

    number = 0

    def then(self):
        """Do something after that."""

    def poll(self):
        return Poll(self, select.poll())


class Poll:
    def __init__(self, waits, poll):
        self._waits, self._poll = waits, poll
        self.register, self.unregister = poll.register, poll.unregister

    def poll(self, *timeout):
        if not timeout and not self._poll.poll(0):
            self._waits.number += 1
            signal.raise_signal(signal.SIGTERM)
            self._waits.then()
        ready = self._poll.poll(*(timeout or (0,)))
        assert ready or timeout, "this would wait for ever"
        return ready


@pytest.fixture
def waits(monkeypatch):
    waits = Waits()
    seen = mock.Mock(poll=waits.poll, POLLIN=select.POLLIN, POLLOUT=select.POLLOUT)
    monkeypatch.setattr(interrupts, "select", seen)
    monkeypatch.setattr(blocking, "_PATIENCE", 0)
    return waits


@pytest.fixture
def pipe():
    """Both ends of a pipe; who writes and who reads is up to the test."""
    ends = os.pipe()
    yield ends
    for end in ends:
        with contextlib.suppress(OSError):
            os.close(end)


def test_a_signal_ends_a_wait_for_input(waits, pipe):
    os.write(pipe[1], b"R U\n")
    with (
        ended_cleanly(),
        io.TextIOWrapper(io.BufferedReader(Input(pipe[0], owned=False))) as stream,
    ):
        assert stream.readline() == "R U\n"
        assert not waits.number
        for _ in range(2):  # also if it came before
            with pytest.raises(KeyboardInterrupt):
                stream.readline()
    assert waits.number == 1


def test_signals_of_others_end_no_wait(waits, pipe):
    """They wake what waits, which goes on."""
    with ended_cleanly():
        before = signal.signal(signal.SIGTERM, lambda *_: os.write(pipe[1], b"more"))
        try:
            assert Input(pipe[0], owned=False).read(9) == b"more"
        finally:
            signal.signal(signal.SIGTERM, before)
    assert waits.number == 1


def test_a_signal_ends_a_wait_for_a_reader(waits, pipe):
    """What the reader has not taken is kept, and written if it reads again; lines stay whole."""
    line = b"x" * 99 + b"\n"
    with ended_cleanly():
        output = Output(pipe[1], owned=False)
        written = 0
        while not waits.number:
            written += output.write(line)
        with pytest.raises(KeyboardInterrupt):
            look()
        with pytest.raises(BrokenPipeError):
            output.flush()
        output.flush()  # nothing is left
        taken = os.read(pipe[0], written)
        assert 0 < len(taken) < written
        assert taken == len(taken) // len(line) * line
        output.write(line)
        output.flush()
        assert os.read(pipe[0], written) == line


@pytest.mark.parametrize("wait", [partial(read_whole, most=9), partial(write_whole, content="R")])
def test_a_fifo_without_another_end_ends_at_a_look(wait, tmp_path, monkeypatch):
    path = tmp_path / "fifo"
    os.mkfifo(path)
    monkeypatch.setattr(waiting, "_TICK", 0.001)
    with ended_cleanly():
        signal.raise_signal(signal.SIGTERM)
        with pytest.raises(KeyboardInterrupt):
            wait(path)
    os.close(os.open(path, os.O_RDWR))  # which ends the thread that waits


def test_what_ends_too_late_is_undone(monkeypatch):
    late, undone = threading.Event(), queue.SimpleQueue()
    monkeypatch.setattr(waiting, "look", ctrl_c)
    with pytest.raises(KeyboardInterrupt):
        in_thread(lambda: late.wait(PATIENCE), undo=undone.put)
    late.set()
    assert undone.get(timeout=PATIENCE)


def test_another_program_is_ended_at_a_look():
    with ended_cleanly():
        signal.raise_signal(signal.SIGTERM)
        with pytest.raises(KeyboardInterrupt):
            completed([sys.executable, "-c", "import signal; signal.pause()"])


def test_another_program_gets_and_gives_more_than_a_pipe_holds():
    text = "R U\n" * 100_000
    done = completed(
        [sys.executable, "-c", "import sys; print(sys.stdin.read(), end='')"], stdin=text
    )
    assert (done.stdout, done.stderr, done.returncode) == (text, "", 0)


def test_another_program_has_its_time():
    with pytest.raises(TimeoutError):
        completed([sys.executable, "-c", "import signal; signal.pause()"], seconds=0.01)


def test_python_sat_handles_no_signals(monkeypatch, tmp_path):
    """Its handler would take our place; the last argument of a call says whether it does."""
    handled = {}
    for name in dir(solvers.pysolvers):
        if re.fullmatch(r"(cadical195|glucose421)_(solve|solve_lim|propagate)", name):
            real = getattr(solvers.pysolvers, name)

            def call(*given, name=name, real=real):
                handled.setdefault(name, set()).add(given[-1])
                return real(*given)

            monkeypatch.setattr(solvers.pysolvers, name, call)
    for seed in (None, 1):
        find(["no-touching=side", "at-most=2"], engine="cnf", limit=2, seed=seed)
    explain(["solved=all", "no-piece-home"])
    prove("solved=all", tmp_path / "proven", size=2)
    verify(tmp_path / "proven")
    assert len(handled) == 4, handled
    assert {*itertools.chain(*handled.values())} == {0}, handled
    assert solvers.MainThread.check()


@pytest.mark.parametrize("command", ["check", "describe"])
@pytest.mark.parametrize("given", ["", "R U F\n"])
def test_a_signal_ends_what_waits_for_cubes(command, given, waits, pipe, monkeypatch, capfd):
    os.write(pipe[1], given.encode())
    monkeypatch.setattr(sys, "stdin", os.fdopen(os.dup(pipe[0])))
    assert main([command, "-"]) == 3
    assert waits.number == 1
    assert capfd.readouterr().err == f"cubecsp {command}: interrupted\n"


@pytest.fixture
def stuck(waits, pipe, monkeypatch, capfd):
    """Finds cubes, gets a signal when the pipe is full, and returns what was printed."""

    def ask(*how, later):
        printed = bytearray()

        def read():
            while data := os.read(pipe[0], 1 << 16):
                printed.extend(data)

        reader = threading.Thread(target=read)
        if later:
            monkeypatch.setattr(blocking, "_PATIENCE", PATIENCE)
            waits.then = reader.start
        with os.fdopen(os.dup(pipe[1]), "w") as out:
            monkeypatch.setattr(sys, "stdout", out)
            assert main(["find", "at-most=3", "--limit", "all", *how]) == 3
        os.close(pipe[1])
        if not later:
            reader.start()
        reader.join()
        assert waits.number == 1
        return printed.decode(), capfd.readouterr().err

    return ask


def test_a_reader_that_reads_again_gets_what_is_counted(stuck):
    printed, said = stuck(later=True)
    lines = printed.splitlines()
    assert len(lines) > 100
    assert {len(line) for line in lines} == {54}
    assert said.startswith(f"Interrupted after {len(lines):,} cubes")


def test_a_reader_that_reads_again_gets_json(stuck):
    answer = json.loads(stuck("--json", later=True)[0])
    assert answer["stopped"] == "interrupt"
    assert answer["count"] == len(answer["cubes"]) > 10


def test_a_reader_that_has_stopped_finds_whole_lines(stuck):
    printed, said = stuck(later=False)
    assert len(printed) > 10_000
    assert {len(line) for line in printed.splitlines()} == {54}
    assert printed.endswith("\n")
    assert said == ""


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


@pytest.mark.slow
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


# ------------------------------------------- what is counted is what the reader of an answer has got

_MODULES = "query limits find enumeration search_run sieve search reach solve sample best"
HANDING_ON = {f"{name}.py" for name in _MODULES.split()}


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


@pytest.mark.slow
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
    for line in range(0, 4000, 37):
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


@pytest.mark.parametrize("patience", [0, 2])
def test_a_reader_has_seconds_after_a_signal(patience):
    """`poll` takes milliseconds."""
    with mock.patch("select.poll") as poll:
        poll.return_value.poll.return_value = []
        ask_to_stop(True)
        try:
            assert not interrupts.is_ready(1, to_write=True, patience=patience)
        finally:
            ask_to_stop(False)
    poll.return_value.poll.assert_called_once_with(1000 * patience)
