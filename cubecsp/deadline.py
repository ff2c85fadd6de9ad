"""When work has to end: one moment that every stage of a question obeys.

A stage that takes long calls `check` now and then, or hands it to native code to poll. What rules say is worked out
when somebody first asks for it, far from any deadline: there `look` checks that of the question under way.
"""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Iterator
from contextvars import ContextVar

from cubecsp.errors import OutOfTimeError

__all__ = ["NEVER", "Deadline", "look", "obeyed"]


class Deadline:
    """A moment of the monotonic clock, or never.

    Args:
        seconds: from now; None for never.

    Attributes:
        seconds: as given.
    """

    __slots__ = ("_end", "seconds")

    def __init__(self, seconds: float | None = None) -> None:
        self.seconds = seconds
        self._end = math.inf if seconds is None else time.monotonic() + seconds

    @property
    def left(self) -> float:
        """The seconds until then, at least 0; infinity for never."""
        return self._end if math.isinf(self._end) else max(0.0, self._end - time.monotonic())

    @property
    def left_or_none(self) -> float | None:
        """The seconds until then as a time limit, which has to be positive; None for never."""
        return None if math.isinf(self._end) else max(self.left, 1e-9)

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
        if self.is_over:
            raise OutOfTimeError

    def within(self, seconds: float | None) -> Deadline:
        """Return the earlier one of this and so many seconds from now."""
        if seconds is None or seconds >= self.left:
            return self
        return Deadline(seconds)


NEVER = Deadline()

_UNDER_WAY: ContextVar[Deadline] = ContextVar("deadline", default=NEVER)


@contextlib.contextmanager
def obeyed(deadline: Deadline) -> Iterator[None]:
    """Make `look` check a deadline, in this thread."""
    token = _UNDER_WAY.set(deadline)
    try:
        yield
    finally:
        _UNDER_WAY.reset(token)


def look() -> None:
    """Make sure that the question under way in this thread has time left.

    Raises:
        OutOfTimeError: it has none.
    """
    _UNDER_WAY.get().check()
