"""Looks at the clock and at signals, counted: a test decides at which one the time is over."""

from __future__ import annotations

import sys
import time
from types import CodeType

from cubecsp._native import ask_to_stop
from cubecsp.stopping import deadline

HOURS = 10**6
MOST_LOOKS = 40  # after the last moment


class Watched:
    """Looks, counted; and calls of functions between them.

    Args:
        at: which look is the last in time, from 1.
        signalled: whether a stop is asked for then; otherwise the clock jumps.

    Attributes:
        within: for each function in which there were looks, the numbers of the first and the last, if it is asked for.
    """

    def __init__(self, at: int, *, signalled: bool, noting: bool = False) -> None:
        self.at, self.signalled = at, signalled
        self.looks = self.calls = self.most = 0
        self.within: dict[CodeType, tuple[int, int]] = {}
        self._noting = noting
        self._look = deadline.look_for_signals

    def monotonic(self) -> float:
        return time.monotonic() + HOURS * (self.looks >= self.at and not self.signalled)

    def look(self) -> None:
        self.looks += 1
        self.most, self.calls = max(self.most, self.calls), 0
        frame = sys._getframe(1) if self._noting else None
        while frame is not None:
            first, _ = self.within.get(frame.f_code, (self.looks, 0))
            self.within[frame.f_code] = first, self.looks
            frame = frame.f_back
        if self.signalled and self.looks == self.at:
            ask_to_stop(True)
        self._look()

    def called(self, _frame: object, event: str, _what: object) -> None:
        self.calls += event == "call"
