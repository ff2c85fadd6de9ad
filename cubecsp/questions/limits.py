"""What limits a question: how many, how long, and Ctrl-C; one value, one set of checks, one clock.

`Limits` is what was asked for. `Run` is one question under way: every stage of it (making tables,
searching, finding moves) obeys its deadline, and it remembers what ended the question.

A check returns its argument, or raises an `InputError` that says what would be right. What is not a number
at all is reported like what is out of range, so that `limit="5"` and `limit=1.5` never reach a search.
"""

from __future__ import annotations

import functools
import math
import operator
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, ParamSpec, SupportsIndex, TypeVar, cast

from cubecsp.deadline import Deadline, current
from cubecsp.errors import InputError, OutOfTimeError, excerpt
from cubecsp.interrupts import noticed
from cubecsp.puzzle.puzzle import PUZZLES, CubePuzzle
from cubecsp.puzzle.sizes import cube_name
from cubecsp.puzzle.words import listed
from cubecsp.questions.answer import Stop

__all__ = [
    "MOST_THREADS",
    "SHARE_CHECKED",
    "Limits",
    "Run",
    "check_effort",
    "check_length",
    "check_limit",
    "check_seed",
    "check_share",
    "check_size",
    "check_threads",
    "check_time_limit",
    "limited",
]

P = ParamSpec("P")
A = TypeVar("A")

MOST_THREADS = 64
"""More threads than this cannot be asked for."""


SHARE_CHECKED = 0.05
"""The share of finished units that is done again if no other is given."""


_LARGEST = (1 << 64) - 1  # numbers of positions and seeds are words of 64 bits


@dataclass(frozen=True)
class Limits:
    """What ends a question before it is complete, Ctrl-C aside.

    Attributes:
        number: stop after this many of what is asked for; None for all.
        time: stop after this many seconds, all stages together; None for no limit.
    """

    number: int | None = None
    time: float | None = None

    @classmethod
    def of(cls, number: object = None, time: object = None, what: str = "cubes") -> Limits:
        """Return limits that make sense.

        Args:
            number: how many of `what`.
            time: in seconds.
            what: is counted.

        Raises:
            InputError: one does not.
        """
        return cls(check_limit(number, what), check_time_limit(time))

    def begin(self) -> Run:
        """Return a question under way, whose time begins now."""
        return Run(self)


class Told(NamedTuple):
    """What the reader of an answer has got of it.

    Attributes:
        reports: how many.
        cubes: how many these stand for: with classes, all of each that satisfy the rules.
    """

    reports: int
    cubes: int

    def and_one(self, cubes: int) -> Told:
        """Return this and one report more, which stands for some cubes."""
        return Told(self.reports + 1, self.cubes + cubes)


class Run:
    """A question under way: its clock, its deadline, and what has ended it.

    Use it in `with` around a stage that may be stopped: Ctrl-C or the end of the time ends the stage,
    and not what comes after it.

    Attributes:
        limits: what was asked for.
        deadline: what every stage obeys.
        stopped: what ended a stage, None if nothing did (see `stop`).
        told: how many reports the reader of the answer has got, once the question is over; else None.
    """

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.deadline = current().within(limits.time)
        self.stopped: Stop | None = None
        self.told: Told | None = None
        self._started = time.perf_counter()

    @property
    def seconds(self) -> float:
        """Wall-clock time since the beginning."""
        return time.perf_counter() - self._started

    def stop(self, why: Stop) -> None:
        """Remember what ended a stage: of several ends the one least asked for, above all Ctrl-C."""
        if self.stopped in (None, Stop.LIMIT) or why is Stop.INTERRUPT:
            self.stopped = why

    def __enter__(self) -> Run:
        return self

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> bool:
        if isinstance(error, KeyboardInterrupt):
            noticed()
            self.stop(Stop.INTERRUPT)
            return True
        if isinstance(error, OutOfTimeError | TimeoutError):
            self.stop(Stop.TIME)
            return True
        return False


def limited(question: Callable[P, A]) -> Callable[P, A]:
    """Return a question whose `time_limit` begins when it is called, and whose stages look at it."""

    @functools.wraps(question)
    def asked(*args: P.args, **how: P.kwargs) -> A:
        with Deadline(check_time_limit(how.get("time_limit"))).obeyed():
            return question(*args, **how)

    return asked


def check_limit(limit: object, what: str = "cubes") -> int | None:
    """Return how many of `what` are wanted: a whole number of at least 1, or None for all.

    Raises:
        InputError: it is neither.
    """
    if limit is None:
        return None
    return _whole_from(1, limit, f"a limit of {{}} {what}", "give 1 or more, or None for all")


def check_time_limit(seconds: object) -> float | None:
    """Return a number of seconds above 0, or None for no limit.

    Raises:
        InputError: it is neither; infinity and NaN are not limits.
    """
    if seconds is None:
        return None
    number = seconds if isinstance(seconds, float) else _whole(seconds)
    if number is None or not _is_number(number) or not 0 < number < math.inf:
        raise InputError(
            f"a time limit of {_told(seconds)} seconds",
            "give a number above 0, or None for no limit",
        )
    return number


def check_seed(seed: object) -> int | None:
    """Return a whole number of at least 0 and below 2⁶⁴, or None for no random order.

    Raises:
        InputError: it is neither.
    """
    if seed is None:
        return None
    right = "give a whole number from 0 to 2^64 - 1, or None"
    return _whole_from(0, seed, "a seed of {}", right, most=_LARGEST)


def check_share(share: object) -> float:
    """Return a share above 0 and at most 1.

    Raises:
        InputError: it is none.
    """
    if isinstance(share, bool) or not isinstance(share, int | float) or not 0 < share <= 1:
        raise InputError(
            f"a share of {_told(share)} of the finished units",
            "give a number above 0, and at most 1 for all",
        )
    return float(share)


def check_threads(threads: object) -> int:
    """Return a number of threads, 1 to `MOST_THREADS`.

    Raises:
        InputError: it is none.
    """
    return _whole_from(1, threads, "{} threads", f"give 1 to {MOST_THREADS}", most=MOST_THREADS)


def _some(number: object, what: str) -> int | None:
    """Return a whole number of at least 1, or None for as many as usual or any; `what` is for the message."""
    if number is None:
        return None
    return _whole_from(1, number, what, "give a whole number from 1 up", most=_LARGEST)


def check_effort(effort: object) -> int | None:
    """Return how many positions may be looked at, a whole number of at least 1, or None for any.

    Raises:
        InputError: it is neither.
    """
    return _some(effort, "an effort of {} positions")


def check_length(length: object, what: str) -> int | None:
    """Return how many turns `what` may be long: a whole number of at least 0, or None for any.

    Raises:
        InputError: it is neither.
    """
    if length is None:
        return None
    return _whole_from(0, length, f"{what} of {{}} turns", "give a whole number of at least 0")


def _whole_from(
    least: int, value: object, problem: str, remedy: str, *, most: int | None = None
) -> int:
    """Return a whole number that is in range.

    Args:
        least: that it may be.
        value: what was given.
        problem: what is wrong with any other, `{}` in place of the value.
        remedy: what would be right.
        most: that it may be, None for any.

    Raises:
        InputError: it is not.
    """
    number = _whole(value)
    if number is None or number < least or (most is not None and number > most):
        raise InputError(problem.format(_told(value)), remedy)
    return number


def _whole(value: object) -> int | None:
    """Return a whole number (also one of NumPy), or None; True and False are none."""
    if isinstance(value, bool) or type(value).__name__ == "bool_":
        return None
    try:
        return operator.index(cast(SupportsIndex, value))
    except TypeError:
        return None


def _is_number(value: object) -> bool:
    if isinstance(value, float):
        return True
    number = _whole(value)
    return number is not None and abs(number) < 1 << 53


def _told(value: object) -> str:
    shown = str(value) if _is_number(value) else repr(value)
    return shown if len(shown) <= 40 else excerpt(shown)


def check_size(puzzle: CubePuzzle, done: str) -> None:
    """Make sure that a question is for cubes of a size.

    Args:
        puzzle: the cube asked about.
        done: what the question does to it, as "completed".

    Raises:
        InputError: it is larger than a 3×3×3.
    """
    if puzzle not in PUZZLES:
        known = listed([cube_name(known.size) for known in PUZZLES], "or")
        raise InputError(f"a {puzzle.name} cannot be {done} yet", f"a {known} can")
