"""One way to stop: Ctrl-C, SIGTERM and SIGHUP set a flag, and all code that checks the deadline checks the flag.

So an answer ends between two steps, never in the middle of one: every counted cube was printed, and no line
is torn. Native code checks the same flag (native/bindings/interrupts.hpp). Code that waits for others, such
as the reader of a pipe, also waits for a signal (`is_ready`, `cubecsp.stopping.pipes`). A second signal ends
the process.

A program that uses the package may handle signals in its own way; then this module does nothing.
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

_USUAL = {
    "SIGINT": (signal.default_int_handler, signal.SIG_DFL),
    "SIGTERM": (signal.SIG_DFL,),
    "SIGHUP": (signal.SIG_DFL,),  # not every system has it
}
"""The signals that this module handles if they have these handlers."""

_woken: int | None = None  # the end of a pipe that gets a byte for each signal


def look() -> None:
    """Raise `KeyboardInterrupt` if the process has been asked to stop.

    Raises:
        KeyboardInterrupt: somebody has.
    """
    if stop_asked():
        raise KeyboardInterrupt


def is_ready(descriptor: int, *, to_write: bool = False, patience: float = 0) -> bool:
    """Wait until a descriptor can be read from or written to, or somebody asks the process to stop.

    Python goes on reading and writing after a signal whose handler raises nothing (PEP 475). Without `poll`,
    as on Windows, this does not wait, and only a second signal ends the reading or writing that follows.

    Args:
        descriptor: the descriptor of an open file.
        to_write: whether the caller wants to write.
        patience: the seconds to wait if the process has been asked to stop.

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
        if not stop_asked():  # another signal, handled by the program
            os.read(_woken, 1)
    return bool(poll.poll(1000 * patience))


@contextlib.contextmanager
def catch_signals() -> Iterator[None]:
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
def defer_interrupts() -> Iterator[None]:
    """Let Ctrl-C wait until the work in the context is done: a package whose import it interrupts cannot be imported again.

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
    """Handle a signal in Python if native code has not done so: a server puts its own handlers before ours."""
    if not stop_asked():
        ask_to_stop(True)


@contextlib.contextmanager
def _waking() -> Iterator[None]:
    """Have a signal wake a call of `is_ready`: one that comes just before the wait would not interrupt it."""
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
