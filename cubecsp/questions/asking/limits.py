"""The limits of a question: number, time and Ctrl-C, under one clock.

`Limits` has the limits that the user set. `Run` is a running question: every stage of it (making tables,
searching, finding moves) obeys its deadline, and it remembers what ended the question.
"""

from __future__ import annotations

import time
from typing import NamedTuple

from cubecsp.errors import InputError, OutOfTimeError
from cubecsp.frozen import frozen
from cubecsp.puzzle.cube.cube_puzzle import PUZZLES, CubePuzzle
from cubecsp.puzzle.cube.sizes import cube_name
from cubecsp.puzzle.cube.words import listed
from cubecsp.questions.answers.answer import Stop
from cubecsp.stopping.deadline import current
from cubecsp.stopping.signals import look

__all__ = ["Limits", "Run", "check_size"]


@frozen
class Limits:
    """The limits of a question, except Ctrl-C.

    Attributes:
        number: stop after this many results; None for all.
        time: stop after this many seconds, all stages together; None for no limit.
    """

    number: int | None = None
    time: float | None = None

    def begin(self) -> Run:
        """Return a running question, whose time begins now."""
        return Run(self)


class DeliveredPart(NamedTuple):
    """The part of an answer that its reader has received.

    Attributes:
        reports: the number of reports.
        cubes: the number of cubes that these stand for: with classes, all of each that satisfy the rules.
    """

    reports: int
    cubes: int

    def and_more(self, reports: int, cubes: int) -> DeliveredPart:
        """Return this part with more reports, which stand for some cubes."""
        return DeliveredPart(self.reports + reports, self.cubes + cubes)


class Run:
    """A running question: its clock, its deadline, and what has ended it.

    Use it in `with` around a stage that may be stopped: Ctrl-C or the end of the time ends only this stage,
    not the code after it.

    Attributes:
        limits: the limits that the user set.
        deadline: the deadline of every stage.
        stopped: the limit or interrupt that ended a stage, None if nothing did (see `stop`).
        delivered: the reports that the reader of the answer has received, once the question is over; None
            before.
    """

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.deadline = current().within(limits.time)
        self.stopped: Stop | None = None
        self.delivered: DeliveredPart | None = None
        self._started = time.perf_counter()

    @property
    def seconds(self) -> float:
        """Wall-clock time since the beginning."""
        return time.perf_counter() - self._started

    def stop(self, why: Stop) -> None:
        """Remember what ended a stage: among several ends the least expected one, above all Ctrl-C."""
        if self.stopped in (None, Stop.LIMIT) or why is Stop.INTERRUPT:
            self.stopped = why

    def look(self) -> None:
        """End a stage if the process has been asked to stop, unless that has already ended one: the rest is ready.

        Raises:
            KeyboardInterrupt: somebody has.
        """
        if self.stopped is not Stop.INTERRUPT:
            look()

    def cut_short(self, found: int) -> bool:
        """Return whether Ctrl-C came during the delivery of ready reports, so that the reader got fewer than were found."""
        assert self.delivered is not None
        return self.stopped is Stop.INTERRUPT and self.delivered.reports < found

    def __enter__(self) -> Run:
        return self

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> bool:
        if isinstance(error, KeyboardInterrupt):
            self.stop(Stop.INTERRUPT)
            return True
        if isinstance(error, OutOfTimeError | TimeoutError):
            self.stop(Stop.TIME)
            return True
        return False


def check_size(puzzle: CubePuzzle, done: str) -> None:
    """Make sure that a question is for cubes of a size.

    Args:
        puzzle: the cube.
        done: the participle for messages, such as "completed".

    Raises:
        InputError: it is larger than a 3×3×3.
    """
    if puzzle not in PUZZLES:
        known = listed([cube_name(known.size) for known in PUZZLES], "or")
        raise InputError(f"a {puzzle.name} cannot be {done} yet", f"a {known} can")
