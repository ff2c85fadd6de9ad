"""How long to wait, and limits within which something gets done, however busy the machine is."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Callable
from typing import TypeVar

import pytest

from cubecsp.errors import OutOfTimeError

A = TypeVar("A")

PATIENCE = 240.0
"""Seconds after which what has not ended hangs: machines that run tests are busy."""


def in_time(ask: Callable[[float], A], enough: Callable[[A], object], seconds: float = 0.2) -> A:
    """Return the first answer that is enough, asking with longer and longer limits of time.

    Args:
        ask: asks within so many seconds; may raise `OutOfTimeError`.
        enough: whether an answer has what is needed.
        seconds: the first limit.
    """
    for limit in itertools.takewhile(
        lambda limit: limit < 4 * PATIENCE, (seconds * 3**n for n in itertools.count())
    ):
        with contextlib.suppress(OutOfTimeError):
            if enough(answer := ask(limit)):
                return answer
    pytest.fail("no limit of time was enough")
