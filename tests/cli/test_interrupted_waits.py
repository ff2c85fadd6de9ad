"""A signal ends what waits for others: for input, readers, files and programs."""

from __future__ import annotations

import contextlib
import io
import itertools
import json
import os
import queue
import re
import select
import signal
import sys
import threading
from functools import partial
from unittest import mock

import pytest
from patience import PATIENCE
from pysat import solvers

from cubecsp import explain, find, prove, verify
from cubecsp.cli import main
from cubecsp.cli.streams import prepare
from cubecsp.files import read_whole, write_whole
from cubecsp.stopping import pipes, signals, waiting
from cubecsp.stopping.deadline import look
from cubecsp.stopping.pipes import Input, OutputFile
from cubecsp.stopping.signals import catch_signals
from cubecsp.stopping.waiting import in_thread, run_program


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
    monkeypatch.setattr(signals, "select", seen)
    monkeypatch.setattr(pipes, "_PATIENCE", 0)
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
        catch_signals(),
        io.TextIOWrapper(io.BufferedReader(Input(pipe[0], owner=pipe))) as stream,
    ):
        assert stream.readline() == "R U\n"
        assert not waits.number
        for _ in range(2):  # also if it came before
            with pytest.raises(KeyboardInterrupt):
                stream.readline()
    assert waits.number == 1


def test_signals_of_others_end_no_wait(waits, pipe):
    """They wake what waits, which goes on."""
    with catch_signals():
        before = signal.signal(signal.SIGTERM, lambda *_: os.write(pipe[1], b"more"))
        try:
            assert Input(pipe[0], owner=pipe).read(9) == b"more"
        finally:
            signal.signal(signal.SIGTERM, before)
    assert waits.number == 1


def test_a_signal_ends_a_wait_for_a_reader(waits, pipe):
    """What the reader has not taken is kept, and written if it reads again; lines stay whole."""
    line = b"x" * 99 + b"\n"
    with catch_signals():
        output = OutputFile(pipe[1], owner=pipe)
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


@pytest.mark.parametrize("name", ["stdin", "stdout", "stderr"])
def test_a_stream_that_nothing_else_refers_to_stays_open(name, pipe, monkeypatch):
    """As those of a program that calls the command line itself."""
    for other in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, other, io.StringIO())
    reading = name == "stdin"
    monkeypatch.setattr(sys, name, os.fdopen(pipe[not reading], "r" if reading else "w"))
    prepare()
    if reading:
        os.write(pipe[1], b"R U\n")
        assert sys.stdin.readline() == "R U\n"
    else:
        print("R U", file=getattr(sys, name), flush=True)
        assert os.read(pipe[0], 9) == b"R U\n"


@pytest.mark.parametrize("wait", [partial(read_whole, most=9), partial(write_whole, content="R")])
def test_a_fifo_without_another_end_ends_at_a_look(wait, tmp_path, monkeypatch):
    path = tmp_path / "fifo"
    os.mkfifo(path)
    monkeypatch.setattr(waiting, "_TICK", 0.001)
    with catch_signals():
        signal.raise_signal(signal.SIGTERM)
        with pytest.raises(KeyboardInterrupt):
            wait(path)
    os.close(os.open(path, os.O_RDWR))  # which ends the thread that waits


def test_what_ends_too_late_is_undone(monkeypatch):
    late, undone = threading.Event(), queue.SimpleQueue()
    monkeypatch.setattr(waiting, "look", mock.Mock(side_effect=KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        in_thread(lambda: late.wait(PATIENCE), undo=undone.put)
    late.set()
    assert undone.get(timeout=PATIENCE)


def test_another_program_is_ended_at_a_look():
    with catch_signals():
        signal.raise_signal(signal.SIGTERM)
        with pytest.raises(KeyboardInterrupt):
            run_program([sys.executable, "-c", "import signal; signal.pause()"])


def test_another_program_gets_and_gives_more_than_a_pipe_holds():
    text = "R U\n" * 100_000
    done = run_program(
        [sys.executable, "-c", "import sys; print(sys.stdin.read(), end='')"], stdin=text
    )
    assert (done.stdout, done.stderr, done.returncode) == (text, "", 0)


def test_another_program_has_its_time():
    with pytest.raises(TimeoutError):
        run_program([sys.executable, "-c", "import signal; signal.pause()"], seconds=0.01)


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
            monkeypatch.setattr(pipes, "_PATIENCE", PATIENCE)
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
