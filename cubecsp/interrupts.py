"""One way to stop: Ctrl-C, SIGTERM and SIGHUP set a flag, and all code that looks at the clock looks at it.

So an answer ends between two steps, never in the middle of one: what was counted was printed, and no line is
torn. Native code looks at the same flag (native/bindings/interrupts.hpp). What waits for input stops at once
(`at_once`); where nobody looks for seconds, as when the reader of our output has stopped reading, an exception
comes all the same. A second signal ends the process.

A program that uses the package handles signals as it likes: then nothing here does anything.
"""

from __future__ import annotations

import _thread
import contextlib
import signal
import threading
import time
from collections.abc import Iterator
from types import FrameType

from cubecsp._native import ask_to_stop, leave_signals, stop_asked, watch_signals

__all__ = ["at_once", "came_of_signal", "ended_cleanly", "look", "noticed", "settle", "undivided"]

_PATIENCE = 2.0
"""Seconds after which an exception comes though the flag was not looked at; twice as many before the next one."""

_USUAL = {
    "SIGINT": (signal.default_int_handler, signal.SIG_DFL),
    "SIGTERM": (signal.SIG_DFL,),
    "SIGHUP": (signal.SIG_DFL,),  # which not every system has
}
"""The signals that are handled here, where their handlers are these."""

_waiting = False  # for input
_noticed = True  # the last signal
_overdue = False  # for too long it was not
_undivided = False  # what is being done


def look() -> None:
    """Raise `KeyboardInterrupt` if the process has been asked to stop.

    Raises:
        KeyboardInterrupt: somebody has.
    """
    if stop_asked():
        noticed()
        raise KeyboardInterrupt


def noticed() -> None:
    """Say that what is under way is about to end, so that no other exception is needed.

    Only the main thread can say so: what another thread notices need not end this one.
    """
    global _noticed
    if threading.current_thread() is threading.main_thread():
        _noticed = True


def came_of_signal(error: BaseException | None) -> bool:
    """Return whether an exception is a `KeyboardInterrupt`, or what was made of one on its way.

    Python itself wraps what is raised while a class is created, and so may code of others.
    """
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None


@contextlib.contextmanager
def at_once() -> Iterator[None]:
    """Let a signal end the work in the context at once: it waits for input, and nothing would be left half done."""
    global _waiting
    before, _waiting = _waiting, True
    try:
        look()
        yield
    finally:
        _waiting = before


@contextlib.contextmanager
def undivided() -> Iterator[None]:
    """Let no exception come in the context, which begins or ends something that must not be left half done."""
    global _undivided
    before, _undivided = _undivided, True
    try:
        yield
    finally:
        _undivided = before


@contextlib.contextmanager
def ended_cleanly() -> Iterator[None]:
    """Make Ctrl-C end the work, and also SIGTERM, which `timeout` and `kill` send, and SIGHUP of a terminal."""
    if threading.current_thread() is not threading.main_thread():
        yield  # where signals cannot be caught
        return
    known = {signal.Signals[name]: usual for name, usual in _USUAL.items() if hasattr(signal, name)}
    caught = [number for number, usual in known.items() if signal.getsignal(number) in usual]
    if not caught:
        yield
        return
    before = {number: signal.signal(number, settle) for number in caught}
    watch_signals(caught)
    try:
        yield
    finally:
        noticed()
        leave_signals()
        for number, handler in before.items():
            signal.signal(number, handler)


def settle(number: int, _frame: FrameType | None) -> None:
    """Handle a signal in Python: set the flag, and make sure that it is not overlooked."""
    global _noticed, _overdue
    if not stop_asked():
        ask_to_stop(True)
    if _waiting or _overdue:
        _overdue = False
        raise KeyboardInterrupt
    _noticed = False
    _thread.start_new_thread(_remind, (number,))


def _remind(number: int) -> None:
    """Raise an exception in the main thread if the signal is not noticed, and again if that is lost.

    A thread of `threading` would not do: the signal may have come while that holds its lock.
    """
    global _overdue
    patience = _PATIENCE
    time.sleep(patience)
    while not _noticed:
        if not _undivided:
            _overdue = True
            _thread.interrupt_main(signal.Signals(number))
        patience *= 2
        time.sleep(patience)
