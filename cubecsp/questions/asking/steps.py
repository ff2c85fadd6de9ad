"""Work that reports its steps, and returns something at the end."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Generator
from typing import TypeVar

_Step = TypeVar("_Step")
_Result = TypeVar("_Result")


def follow(work: Generator[_Step, None, _Result], report: Callable[[_Step], None]) -> _Result:
    """Return the result of some work.

    Args:
        work: yields its steps.
        report: called with each step; if it raises an error, the work is closed.
    """
    with contextlib.closing(work):
        while True:
            try:
                step = next(work)
            except StopIteration as done:
                result: _Result = done.value
                return result
            report(step)
