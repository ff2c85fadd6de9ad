"""Searches that are left before their end: workers stop, and the process ends as it should."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading

import pytest
from patience import PATIENCE

from cubecsp import Search
from cubecsp.models import AtMost
from cubecsp.models.core.pattern import Pattern
from cubecsp.models.engines import exhaustive_engines
from cubecsp.stopping import threads
from cubecsp.stopping.threads import Workers

EVERY_WAY = [*((engine, 1) for engine in exhaustive_engines()), ("native", 3)]

BEGUN = """
import atexit, sys, threading, time

@atexit.register  # before the package registers what it does then, and so called after it
def at_exit():
    print([thread for thread in threading.enumerate() if thread.daemon])

from cubecsp import Search, find
from cubecsp.models import AtMost

left = []
for engine, threads, seed, limit in (
    ("cpsat", 1, None, None), ("cnf", 1, None, None), ("constraint", 1, None, None),
    ("asp", 1, None, None), ("native", 1, None, None), ("native", 3, None, None),
    ("asp", 1, 5, 100), ("cpsat", 1, 5, 100),
):
    search = Search(AtMost(3), engine=engine, threads=threads, seed=seed, limit=limit)
    left.append(search)
    for cube in search:
        break
"""
"""A program that has one cube of a search with every engine, and is in the middle of all of them."""


def printed(program, code=0):
    """Run a program; return what it prints on standard output, and on standard error."""
    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=PATIENCE
    )
    assert result.returncode == code, result.stderr
    return result.stdout, result.stderr


@pytest.mark.slow
@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("ending", "code"),
    [
        ("", 0),
        ("left.append(left); sys.exit(7)", 7),  # a cycle, which only the end of the process breaks
        ("threading.Thread(target=lambda: [next(s) for s in left]).start()", 0),
    ],
    ids=["end", "exit", "another thread"],
)
def test_a_program_that_ends_in_the_middle(ending, code):
    """No thread is left that would be killed, maybe inside a solver."""
    assert printed(BEGUN + ending, code) == ("[]\n", "")


@pytest.mark.slow
@pytest.mark.few(3)
@pytest.mark.parametrize(("engine", "threads"), EVERY_WAY)
def test_a_reader_that_has_seen_enough(engine, threads):
    """As with `| head -2`."""
    with _found(engine, threads) as process:
        assert len({process.stdout.readline() for _ in range(2)}) == 2
        process.stdout.close()
        assert process.wait(PATIENCE) == 3
        assert process.stderr.read() == ""


@pytest.mark.ordinary(1)
@pytest.mark.parametrize(("engine", "threads"), [("cpsat", 1), ("cnf", 1), ("native", 3)])
def test_ctrl_c(engine, threads):
    with _found(engine, threads) as process:
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 3
    assert said.startswith("Interrupted after ")
    assert len(said.splitlines()) == 1


def _found(engine, threads):
    command = [sys.executable, "-m", "cubecsp", "find", "at-most=3", "--limit", "all"]
    return subprocess.Popen(
        [*command, "--engine", engine, "--threads", str(threads)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


LATE = """
import atexit, threading
begin, back = threading.Event(), threading.Event()

def at_exit():
    begin.set()
    print("back" if back.wait(0.3) else "held")

atexit.register(at_exit)  # before the package registers what it does then, and so called after it
from cubecsp import Cube
from cubecsp.puzzle.cube import batch

rows = batch.to_array([Cube()] * 2)
batch.canonical(rows)

def work():
    begin.wait()
    batch.canonical(rows)
    back.set()

threading.Thread(target=work, daemon=True).start()
"""


def test_native_code_does_not_come_back_while_the_process_ends():
    """It would ask for Python's lock, in which Python terminates the thread, and C++ then the process."""
    assert printed(LATE) == ("held\n", "")


CALLED_BACK = """
import atexit, sys, threading, time
import numpy as np
from cubecsp import _native
from cubecsp.search import two_phase

begun, ending = threading.Event(), threading.Event()
atexit.register(ending.set)  # called before what the package has registered

def late():
    begun.set()
    ending.wait()
    time.sleep(0.2)
    return 1.0

class Late:
    __float__ = lambda self: late()

class Lasting:
    def __del__(self, sleep=time.sleep):
        sleep(0.6)

sys.last_value = Lasting()  # which Python forgets while it ends

def convert():
    _native.two_phase_solve(np.zeros(1, np.uint8), None, b"", 22, 0, Late(), 1)

def poll():
    two_phase._make_small(late)

threading.Thread(target=WORK, daemon=True).start()
begun.wait()
"""
"""A program that ends while native code in another thread has called Python's."""


@pytest.mark.ordinary(1)
@pytest.mark.parametrize("work", ["poll", "convert"])
def test_native_code_that_called_python_while_the_process_ends(work):
    """Python terminates the thread as soon as it wants the lock back."""
    assert printed(CALLED_BACK.replace("WORK", work)) == ("", "")


KEPT = """
import ctypes
import numpy as np
from cubecsp import _native

appearance = _native.Appearance(np.zeros((24, 3)), np.ones(24, np.bool_), np.zeros((6, 3)), np.zeros((6, 3)))
ctypes.pythonapi.Py_IncRef(ctypes.py_object(appearance))
"""
"""A program with an object of native code that Python never lets go of, as it may be with tables in memory."""


def test_native_objects_that_live_until_the_end_are_no_matter():
    assert printed(KEPT) == ("", "")


HARD = """
import threading, time
from cubecsp import Cube, find, fewest, repair
from cubecsp.models import AtMost, NoPieceHome
from cubecsp.questions.solve import solve
from cubecsp.search import optimal, two_phase

FAR = Cube.from_moves("R U F D L B R2 U F2 D L2 B U' R F' L D2 B' R U2")
begun = threading.Event()

def work():
    begun.set()
    while True:
        WORK

threading.Thread(target=work, daemon=True).start()
begun.wait()
time.sleep(PAUSE)
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("work", "pause"),
    [
        ("find(NoPieceHome(), threads=2, on_found=lambda _: None)", 0.3),
        *(
            pytest.param(work, pause, marks=pytest.mark.slow)
            for work, pause in (
                ("two_phase.solve(FAR, time_limit=60, threads=2)", 0.6),
                ("find(NoPieceHome(), engine='native')", 0.3),
                ("solve(FAR, method='thistlethwaite')", 0.3),
            )
        ),
        # OR-Tools asks for Python's lock whatever Python is doing, so that such a process is aborted now and then. It has
        # happened to the search for shortest solutions, once, on a machine with six times as much work as processors.
        *(
            pytest.param(work, pause, marks=pytest.mark.exhaustive)
            for work, pause in (
                ("optimal.solve(FAR, pruning_table='tiny', threads=2)", 0.2),
                ("optimal.solve(FAR, pruning_table='tiny', threads=2)", 0.8),
                ("find(NoPieceHome(), engine='cpsat')", 0.6),
                ("find(AtMost(3), engine='cpsat', limit=1)", 0.5),
            )
        ),
    ],
)
def test_a_daemon_thread_at_work_when_the_process_ends(work, pause):
    assert printed(HARD.replace("WORK", work).replace("PAUSE", str(pause))) == ("", "")


@pytest.mark.ordinary(2)
@pytest.mark.few(6)
@pytest.mark.parametrize(("engine", "threads"), EVERY_WAY)
@pytest.mark.parametrize("more", [{}, {"seed": 1}, {"seed": 1, "limit": 50}])
def test_closed_searches_have_no_threads(engine, threads, more):
    before = threading.active_count()
    with Search(Pattern((AtMost(3),)), engine=engine, threads=threads, **more) as search:
        first = next(search)
        assert search.found == 1
    assert threading.active_count() == before
    assert (next(search, None), search.exhausted, search.stopped) == (None, False, None)
    search.close()  # once more is no matter
    assert AtMost(3).holds(first)


@pytest.mark.ordinary(2)
@pytest.mark.parametrize(("engine", "threads"), EVERY_WAY)
def test_an_error_leaves_no_threads(engine, threads):
    before = threading.active_count()
    with (  # noqa: PT012
        pytest.raises(KeyError),
        Search(AtMost(3), engine=engine, threads=threads) as search,
    ):
        next(search)
        raise KeyError
    assert threading.active_count() == before


class TestWorkers:
    """Threads as such."""

    def test_they_are_stopped_until_they_end(self):
        stops, calls = threading.Event(), []

        def stop():
            calls.append(None)
            if len(calls) == 3:  # the first ones are lost, as with a solver that has not begun
                stops.set()

        with Workers(stops.wait, stop, name="mine", number=2) as crew:
            assert sum(thread.name == "mine" for thread in threading.enumerate()) == 2
            assert crew in threads._register._at_work
        assert len(calls) >= 3
        assert not any(thread.name == "mine" for thread in threading.enumerate())
        assert crew not in threads._register._at_work

    def test_those_that_cannot_all_start_end(self, monkeypatch):
        stops, started = threading.Event(), []
        start = threading.Thread.start

        def starts(self):
            if self.name == "mine" and len(started) == 2:
                raise RuntimeError("no more threads")
            started.append(self)
            start(self)

        monkeypatch.setattr(threading.Thread, "start", starts)
        with (
            pytest.raises(RuntimeError, match="no more"),
            Workers(stops.wait, stops.set, name="mine", number=3),
        ):
            pass
        assert len(started) == 2
        assert not any(thread.is_alive() for thread in started)
