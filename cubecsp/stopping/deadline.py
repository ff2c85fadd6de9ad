"""The deadline of work: one moment that every stage of a question obeys.

A stage that takes long calls `check` now and then, or passes it to native code to poll. Code deep below a
question, such as that of rules, calls `look`, which checks the deadline of the running question.
"""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Callable, Iterable, Iterator
from contextvars import ContextVar
from typing import TypeVar

from cubecsp.errors import OutOfTimeError
from cubecsp.stopping.signals import look as look_for_signals

__all__ = ["NEVER", "Deadline", "current", "look", "looking"]

T = TypeVar("T")


class Deadline:
    """A moment of the monotonic clock, or never.

    Args:
        seconds: the seconds from now; None for never.

    Attributes:
        seconds: the argument.
    """

    __slots__ = ("_end", "seconds")

    def __init__(self, seconds: float | None = None) -> None:
        self.seconds = seconds
        self._end = math.inf if seconds is None else time.monotonic() + seconds

    @property
    def left(self) -> float:
        """The seconds until then, at least 0; infinity for never.

        Raises:
            KeyboardInterrupt: somebody has asked the process to stop.
        """
        look_for_signals()
        return self._end if math.isinf(self._end) else max(0.0, self._end - time.monotonic())

    @property
    def left_or_none(self) -> float | None:
        """The seconds until then as a time limit, which must be positive; None for never."""
        left = self.left
        return None if math.isinf(left) else max(left, 1e-9)

    @property
    def moment(self) -> float | None:
        """The moment by `time.monotonic`; None for never."""
        return None if math.isinf(self._end) else self._end

    @property
    def is_over(self) -> bool:
        """Whether that moment has come."""
        return self.left <= 0

    def check(self) -> None:
        """Make sure that there is time left.

        Raises:
            OutOfTimeError: there is none.
        """
        look_for_signals()
        if self._end <= time.monotonic():
            raise OutOfTimeError

    def within(self, seconds: float | None) -> Deadline:
        """Return the earlier of this deadline and one in `seconds` from now."""
        if seconds is None or seconds >= self.left:
            return self
        return Deadline(seconds)

    @contextlib.contextmanager
    def enforce(self) -> Iterator[None]:
        """Make the work in the context obey this deadline (see `look`), or the one outside if that is earlier."""
        token = _current.set(min(self, _current.get(), key=lambda deadline: deadline._end))
        try:
            yield
        finally:
            _current.reset(token)


NEVER = Deadline()

_current = ContextVar("deadline", default=NEVER)


current: Callable[[], Deadline] = _current.get
"""Return the deadline of the work in this thread (a built-in method, since it is called for each of many reports)."""


def look() -> None:
    """Make sure that the work in this thread may go on.

    Raises:
        OutOfTimeError: its time is over.
        KeyboardInterrupt: somebody has asked the process to stop.
    """
    _current.get().check()


def looking(items: Iterable[T]) -> Iterator[T]:
    """Yield some items, with a call of `look` before each."""
    for one in items:
        look()
        yield one
