"""A clock of processor time whose signals have to be heeded, however busy the machine is."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator


class TickedError(Exception):
    """Raised by the signal that was waited for."""


@contextlib.contextmanager
def ticking(number: int, seconds: float = 0.01) -> Iterator[None]:
    """Send this process a signal whenever it has worked so long; that of this number raises `TickedError`.

    Those that come while nobody looks count as one.
    """
    left = number

    def tick(_number: int, _frame: object) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            raise TickedError

    before = signal.signal(signal.SIGPROF, tick)
    signal.setitimer(signal.ITIMER_PROF, seconds, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
