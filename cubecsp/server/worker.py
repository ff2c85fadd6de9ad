"""A worker: a process that answers one question after another.

It reads questions on standard input and writes the frames of their answers to what was its standard
output (see `cubecsp.server.frames`). SIGINT ends the question that is under way, which keeps what it
found; it ends nothing else. When standard input ends, so does the worker.
"""

from __future__ import annotations

import ctypes
import gc
import json
import os
import resource
import signal
import sys
import time
import traceback
from collections.abc import Iterable, Mapping
from types import FrameType
from typing import Any, BinaryIO

from cubecsp._native import ask_to_stop
from cubecsp.deadline import Deadline
from cubecsp.door import Door, through
from cubecsp.questions.answers.answer import CubeReport
from cubecsp.server import frames
from cubecsp.server.problems import Problem, problem_of
from cubecsp.server.requests import REQUESTS

__all__ = ["main"]

_C_LIBRARY = ctypes.CDLL(None)
_SELDOM = 0.1  # seconds between two signs of progress
_LONG = 0.05  # seconds after which a question may have left much behind


class _Nobody:
    """Discards everything that it receives."""

    def cube(self, report: CubeReport) -> None:
        """Forget a cube."""

    def progress(self, fraction: float | None, note: str) -> None:
        """Forget a sign of progress."""

    def part(self, data: bytes) -> None:
        """Forget a part of a file."""


class Worker:
    """Answers questions.

    Args:
        questions: where they are read from.
        answers: where frames are written to.
    """

    def __init__(self, questions: BinaryIO, answers: BinaryIO) -> None:
        self._questions = questions
        self._answers = answers
        self._working = False
        self._told_progress = 0.0

    def interrupt(self, _number: int, _frame: FrameType | None) -> None:
        """End the question under way, if there is one."""
        if self._working:
            ask_to_stop(True)

    def begin(self, first: Iterable[str]) -> None:
        """Say that it is ready, when it has loaded what it needs.

        Args:
            first: questions whose examples are asked before all others, for what they load.
        """
        for name in first:
            REQUESTS[name].model_validate(REQUESTS[name].example).ask(_Nobody())
        gc.collect()
        gc.freeze()  # what is loaded stays, and need not be looked through again
        self._write(frames.READY, {})

    def run(self) -> None:
        """Answer questions until there are no more."""
        while line := self._questions.readline():
            begun = time.monotonic()
            ask_to_stop(False)  # the last request to stop was about the question before
            self._answer(json.loads(line))
            if time.monotonic() - begun >= _LONG:
                _give_back()

    def cube(self, report: CubeReport) -> None:
        """Send a cube of the answer."""
        self._write(frames.CUBE, report.as_dict())

    def progress(self, fraction: float | None, note: str) -> None:
        """Report the progress of the question, unless it was just reported."""
        now = time.monotonic()
        if now - self._told_progress >= _SELDOM:
            self._told_progress = now
            self._write(frames.PROGRESS, {"fraction": fraction, "note": note})

    def part(self, data: bytes) -> None:
        """Send a part of the file that the question gives."""
        self._send(frames.PART, data)

    def _answer(self, request: Mapping[str, Any]) -> None:
        try:
            self._working = True
            question = REQUESTS[request["question"]].model_validate(request["parameters"])
            with Deadline(getattr(question, "time_limit", None)).obeyed():
                answer = question.ask(self)
            self._working = False
            cubes = answer.pop("cubes", None)
            for report in cubes or ():
                self._write(frames.CUBE, report)
            self._write(frames.WHOLE if cubes is None else frames.ANSWER, answer)
        except KeyboardInterrupt:
            self._working = False
            self._write(frames.ERROR, Problem(409, "the question was cancelled").as_dict())
        except Exception as error:
            self._working = False
            problem = problem_of(error)
            if problem.status >= 500:
                traceback.print_exc()
            self._write(frames.ERROR, problem.as_dict())

    def _write(self, kind: bytes, value: Mapping[str, Any]) -> None:
        self._send(kind, json.dumps(value, separators=(",", ":")).encode())

    def _send(self, kind: bytes, data: bytes) -> None:
        self._answers.write(frames.frame(kind, data))
        self._answers.flush()


def _give_back() -> None:
    """Return memory that is no longer needed to the system: Python and the C library would keep it for later."""
    gc.collect()
    trim = getattr(_C_LIBRARY, "malloc_trim", None)  # of glibc alone
    if trim is not None:
        trim(0)


def main(niceness: int, memory: int, first: str) -> None:
    """Run a worker.

    Args:
        niceness: how far to lower the priority of this process.
        memory: bytes that it may have, beyond which there is not enough for an answer.
        first: questions, separated by commas; see `Worker.begin`.
    """
    resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever prints
    worker = Worker(sys.stdin.buffer, answers)
    signal.signal(signal.SIGINT, worker.interrupt)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    with through(Door.HTTP):
        worker.begin(first.split(","))
        os.nice(niceness)
        worker.run()
