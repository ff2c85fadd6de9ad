"""A limit of processor time for what is called in a test."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator


class TookLongError(BaseException):
    """A reader took longer than it may; no reader catches this."""


@contextlib.contextmanager
def limited(seconds: float) -> Iterator[None]:
    """End what takes long; native code ends when it looks for signals."""

    def end(_number: int, _frame: object) -> None:
        raise TookLongError(f"more than {seconds} s")

    before = signal.signal(signal.SIGVTALRM, end)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
