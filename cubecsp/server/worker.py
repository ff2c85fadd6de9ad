"""A worker: a process that answers one question after another.

It reads questions on standard input and writes the frames of their answers to what was its standard
output (see `cubecsp.server.frames`). SIGINT ends the question that is under way, which keeps what it
found; it ends nothing else. When standard input ends, so does the worker.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
import time
import traceback
from collections.abc import Mapping
from types import FrameType
from typing import Any, BinaryIO

from cubecsp.server import frames
from cubecsp.server.problems import Problem, problem_of
from cubecsp.server.questions import QUESTIONS

__all__ = ["main"]

_SELDOM = 0.1  # seconds between two signs of progress

_FIRST = ("check", "picture", "meaning", "find", "solve")
"""Examples that are asked before all others, for what they load."""


class _Nobody:
    """Is told what nobody wants to know."""

    def cube(self, report: Mapping[str, Any]) -> None:
        """Forget a cube."""

    def progress(self, fraction: float | None, note: str) -> None:
        """Forget a sign of progress."""


class Worker:
    """Answers questions.

    Args:
        questions: where they are read from.
        answers: where frames are written to.
    """

    def __init__(self, questions: BinaryIO, answers: BinaryIO) -> None:
        self._questions = questions
        self._answers = answers
        self._working = self._writing = self._interrupted = False
        self._told_progress = 0.0

    def interrupt(self, _number: int, _frame: FrameType | None) -> None:
        """End the question under way, if there is one, but never in the middle of a frame."""
        self._interrupted = self._working and self._writing
        if self._working and not self._writing:
            raise KeyboardInterrupt

    def run(self) -> None:
        """Answer questions until there are no more, the first as quickly as the others."""
        for name in _FIRST:
            QUESTIONS[name].model_validate(QUESTIONS[name].example).ask(_Nobody())
        self._write(frames.READY, {})
        while line := self._questions.readline():
            self._answer(json.loads(line))

    def cube(self, report: Mapping[str, Any]) -> None:
        """Tell a cube of the answer."""
        self._write(frames.CUBE, report)

    def progress(self, fraction: float | None, note: str) -> None:
        """Tell how far the question is, if that was not just told."""
        now = time.monotonic()
        if now - self._told_progress >= _SELDOM:
            self._told_progress = now
            self._write(frames.PROGRESS, {"fraction": fraction, "note": note})

    def _answer(self, asked: Mapping[str, Any]) -> None:
        try:
            self._working = True
            answer = QUESTIONS[asked["question"]].model_validate(asked["parameters"]).ask(self)
            cubes = answer.pop("cubes", None)
            for report in cubes or ():
                self.cube(report)
            self._working = False
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
        data = frames.frame(kind, json.dumps(value, separators=(",", ":")).encode())
        self._writing = True
        self._answers.write(data)
        self._answers.flush()
        self._writing = False
        if self._interrupted:
            self._interrupted = False
            raise KeyboardInterrupt


def main(niceness: int, memory: int) -> None:
    """Be a worker.

    Args:
        niceness: how much the server and other workers go before.
        memory: bytes that it may have, beyond which there is not enough for an answer.
    """
    os.nice(niceness)
    resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever prints
    worker = Worker(sys.stdin.buffer, answers)
    signal.signal(signal.SIGINT, worker.interrupt)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    worker.run()
