"""One way to stop: Ctrl-C, SIGTERM and SIGHUP set a flag, and all code that looks at the clock looks at it.

So an answer ends between two steps, never in the middle of one: what was counted was printed, and no line is
torn. Native code looks at the same flag (native/bindings/interrupts.hpp). What waits for others, such as the
reader of a pipe, waits for a signal too (`is_ready`, `cubecsp.stopping.pipes`). A second signal ends the process.

A program that uses the package handles signals as it likes: then nothing here does anything.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import threading
from collections.abc import Iterator
from types import FrameType

from cubecsp._native import ask_to_stop, leave_signals, stop_asked, watch_signals

__all__ = ["ended_cleanly", "is_ready", "look", "uninterrupted"]

_USUAL = {
    "SIGINT": (signal.default_int_handler, signal.SIG_DFL),
    "SIGTERM": (signal.SIG_DFL,),
    "SIGHUP": (signal.SIG_DFL,),  # which not every system has
}
"""The signals that are handled here, where their handlers are these."""

_woken: int | None = None  # the end of a pipe that has a byte for each signal


def look() -> None:
    """Raise `KeyboardInterrupt` if the process has been asked to stop.

    Raises:
        KeyboardInterrupt: somebody has.
    """
    if stop_asked():
        raise KeyboardInterrupt


def is_ready(descriptor: int, *, to_write: bool = False, patience: float = 0) -> bool:
    """Wait until a descriptor can be read from or written to, or somebody asks the process to stop.

    Python goes on reading and writing after a signal whose handler raises nothing (PEP 475). Where there is no
    `poll`, as on Windows, nothing is waited for, and only a second signal ends what then reads or writes.

    Args:
        descriptor: of an open file.
        to_write: whether it is to be written to.
        patience: how many seconds to wait if the process has been asked to stop.

    Returns:
        Whether it can.
    """
    if not hasattr(select, "poll"):
        return True
    poll = select.poll()
    poll.register(descriptor, select.POLLOUT if to_write else select.POLLIN)
    while not stop_asked():
        if _woken is None:
            return bool(poll.poll())
        poll.register(_woken, select.POLLIN)
        if descriptor in dict(poll.poll()):
            return True
        poll.unregister(_woken)
        if not stop_asked():  # another signal, which the program handles
            os.read(_woken, 1)
    return bool(poll.poll(1000 * patience))


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
    with _waking():
        before = {number: signal.signal(number, _ask) for number in caught}
        watch_signals(caught)
        try:
            yield
        finally:
            leave_signals()
            for number, handler in before.items():
                signal.signal(number, handler)


@contextlib.contextmanager
def uninterrupted() -> Iterator[None]:
    """Let Ctrl-C wait until the work in the context is done: a package whose import it ends cannot be imported again.

    Raises:
        KeyboardInterrupt: it came meanwhile.
    """
    in_main = threading.current_thread() is threading.main_thread()
    if not in_main or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    came: list[int] = []
    signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        if came:
            raise KeyboardInterrupt


def _ask(_number: int, _frame: FrameType | None) -> None:
    """Handle a signal in Python, where native code has not: a server puts handlers of its own before ours."""
    if not stop_asked():
        ask_to_stop(True)


@contextlib.contextmanager
def _waking() -> Iterator[None]:
    """Have a signal wake what waits in `is_ready`: one that comes before it waits would not interrupt it."""
    global _woken
    if not hasattr(select, "poll"):
        yield
        return
    _woken, end = os.pipe()
    os.set_blocking(end, False)
    before = signal.set_wakeup_fd(end, warn_on_full_buffer=False)
    try:
        yield
    finally:
        signal.set_wakeup_fd(before)
        os.close(_woken)
        os.close(end)
        _woken = None
