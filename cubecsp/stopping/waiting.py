"""Waiting for code that checks no deadline: other programs, and calls left to a separate thread.

Each wait ends when somebody asks the process to stop (`cubecsp.stopping.signals`).
"""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Callable, Sequence
from concurrent import futures
from typing import TypeVar

from cubecsp.errors import OutOfTimeError
from cubecsp.stopping.deadline import Deadline, look

__all__ = ["in_thread", "run_program"]

T = TypeVar("T")

_TICK = 0.1  # seconds between checks


def in_thread(work: Callable[[], T], *, undo: Callable[[T], object] | None = None) -> T:
    """Return the result of `work`, which may wait without checking the deadline; its thread is abandoned if this has to end.

    Args:
        work: a function.
        undo: called with its result if it returns only after that.

    Raises:
        OutOfTimeError: the time of the current work is over.
        KeyboardInterrupt: somebody has asked the process to stop.
    """
    done: futures.Future[T] = futures.Future()

    def run() -> None:
        try:
            done.set_result(work())
        except BaseException as error:
            done.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    try:
        while not futures.wait([done], _TICK).done:
            look()
    except BaseException:
        if undo is not None:
            done.add_done_callback(lambda ended: ended.exception() or undo(ended.result()))
        raise
    return done.result()


def run_program(
    command: Sequence[str],
    *,
    stdin: str = "",
    seconds: float | None = None,
    keep_stdout: bool = True,
) -> subprocess.CompletedProcess[str]:
    """Run another program to its end, and return its output; it is killed if this has to end before.

    Args:
        command: the program and its arguments.
        stdin: its standard input.
        seconds: its time limit; None for no limit.
        keep_stdout: whether to keep its standard output, besides its standard error.

    Raises:
        TimeoutError: it takes longer.
        OutOfTimeError: the time of the current work is over.
        KeyboardInterrupt: somebody has asked the process to stop.
    """
    pipe = subprocess.PIPE
    process = subprocess.Popen(
        command,
        stdin=pipe,
        stdout=pipe if keep_stdout else subprocess.DEVNULL,
        stderr=pipe,
        encoding="utf-8",
        errors="replace",
    )
    try:
        with Deadline(seconds).enforce():
            streams = in_thread(lambda: process.communicate(stdin))
    except OutOfTimeError:
        look()
        raise TimeoutError from None
    finally:
        process.kill()
    return subprocess.CompletedProcess(command, process.returncode, *streams)
