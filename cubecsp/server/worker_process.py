"""A worker: a process that answers one question after another.

It reads questions on standard input and writes the frames of their answers to its original standard output
(see `cubecsp.server.frames`). When standard input ends, so does the worker.
"""

from __future__ import annotations

import gc
import io
import json
import os
import queue
import sys
import threading
import time
import traceback
from collections.abc import Iterable, Mapping
from typing import Any, BinaryIO

from cubecsp._native import ask_to_stop
from cubecsp.interface import Interface, through
from cubecsp.questions.answers.answer import CubeReport
from cubecsp.server import frames, system
from cubecsp.server.error_statuses import RequestProblem, at_fault, problem_of
from cubecsp.server.requests import REQUESTS
from cubecsp.stopping.deadline import Deadline

__all__ = ["main"]

_SELDOM = 0.1  # seconds between two reports of progress
_LONG = 0.05  # seconds after which a question may have left much behind


class Worker:
    """Answers questions.

    Args:
        answers: the stream for frames.
    """

    def __init__(self, answers: BinaryIO) -> None:
        self._questions: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._answers = answers
        self._told_progress = 0.0

    def _listen(self, lines: BinaryIO) -> None:
        """Receive questions, and requests to end the running one."""
        for line in lines:
            ask_to_stop(
                line == frames.STOP
            )  # before a question, forget requests that came too late for the last one
            if line != frames.STOP:
                self._questions.put(line)
        ask_to_stop(True)
        self._questions.put(None)

    def begin(self, first: Iterable[str], lines: BinaryIO) -> None:
        """Load the modules that questions need, listen in a separate thread, and report readiness.

        Args:
            first: questions whose examples are asked first, to load their modules.
            lines: the stream of questions.
        """
        try:
            nobody = Worker(io.BytesIO())
            for name in first:
                REQUESTS[name].model_construct(**REQUESTS[name].example).ask(nobody)
            threading.Thread(target=self._listen, args=[lines], daemon=True).start()
        except Exception as error:
            self._write(
                frames.ERROR, {"problem": " ".join(str(error).split()) or type(error).__name__}
            )
            raise
        gc.collect()
        gc.freeze()  # loaded modules stay, and the collector need not look through them again
        self._write(frames.READY, {})

    def run(self) -> None:
        """Answer questions until there are no more."""
        while (line := self._questions.get()) is not None:
            begun = time.monotonic()
            self._answer(*line.split(b" ", 1))
            if time.monotonic() - begun >= _LONG:
                gc.collect()
                system.give_back_memory()

    def cube(self, report: CubeReport) -> None:
        """Send a cube of the answer."""
        self._write(frames.CUBE, report.as_dict())

    def progress(self, fraction: float | None, note: str) -> None:
        """Report the progress of the question, unless it has just done so."""
        now = time.monotonic()
        if now - self._told_progress >= _SELDOM:
            self._told_progress = now
            self._write(frames.PROGRESS, {"fraction": fraction, "note": note})

    def part(self, data: bytes) -> None:
        """Send a part of the file that the question makes."""
        self._send(frames.PART, data)

    def _answer(self, name: bytes, parameters: bytes) -> None:
        try:
            # The server has checked their shape; making the question checks their values.
            question = REQUESTS[name.decode()].model_construct(**json.loads(parameters))
            with Deadline(getattr(question, "time_limit", None)).enforce():
                answer = question.ask(self)
            if isinstance(answer.get("count"), int):
                answer["count_text"] = str(answer["count"])
            cubes = answer.pop("cubes", None)
            for report in cubes or ():
                self._write(frames.CUBE, report)
            self._write(frames.WHOLE if cubes is None else frames.ANSWER, answer)
        except KeyboardInterrupt:
            self._write(frames.ERROR, RequestProblem(409, "the question was cancelled").as_dict())
        except Exception as error:
            problem = problem_of(error)
            problem.more.setdefault("where", at_fault(problem, json.loads(parameters)))
            if problem.status >= 500:
                traceback.print_exc()
            self._write(frames.ERROR, problem.as_dict())

    def _write(self, kind: bytes, value: Mapping[str, Any]) -> None:
        self._send(kind, json.dumps(value, separators=(",", ":")).encode())

    def _send(self, kind: bytes, data: bytes) -> None:
        self._answers.write(frames.frame(kind, data))
        self._answers.flush()


def main(niceness: int, memory: int, first: str) -> None:
    """Run a worker.

    Args:
        niceness: the amount by which to lower the priority of this process.
        memory: the limit for its memory, in bytes.
        first: questions, separated by commas; see `Worker.begin`.
    """
    system.confine(memory)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # any module may print
    worker = Worker(answers)
    with through(Interface.HTTP):
        worker.begin(first.split(","), sys.stdin.buffer)
        system.lower_priority(niceness)
        worker.run()
