"""Ctrl-C and SIGTERM: raised as `KeyboardInterrupt`, where Python cannot lose it.

Python ignores what is raised while it deletes an object: in `__del__` and in the callbacks of weak
references, which the import of a module uses. There a Ctrl-C would be lost, and the work would go on.
During an import it can also turn into another exception, or make Python end with an exit code that is
not ours. So it waits until imports are done, and is sent again if it was ignored.
"""

from __future__ import annotations

import _thread
import contextlib
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from types import FrameType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

__all__ = ["ended_cleanly", "held", "imports", "is_interrupt", "send_again", "waits"]

_PAUSE = 0.02
"""Seconds after which a signal is sent again."""

_PATIENCE = 1.0
"""The most seconds for which `held` keeps a signal waiting: the reader of our output may have stopped."""

_IMPORTS = "<frozen importlib"
"""What the name of the file begins with, in frames of Python's import."""


_held_until = 0.0
_waiting = False


class held:  # noqa: N801  # it is used like a function, and too often for a generator
    """Make signals wait until something is told completely, and counted; within itself it changes nothing."""

    __slots__ = ("_is_outer",)

    def __enter__(self) -> None:
        global _held_until
        now = time.monotonic()
        self._is_outer = now >= _held_until  # one that an exception left behind runs out by itself
        if self._is_outer:
            _held_until = now + _PATIENCE

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        global _held_until, _waiting
        if not self._is_outer:
            return
        _held_until = 0.0
        if _waiting and error is None:
            _waiting = False
            raise KeyboardInterrupt


def waits(number: int) -> bool:
    """Return whether a signal has to wait for what is held; it is then sent again, in case that takes too long."""
    global _waiting
    _waiting = time.monotonic() < _held_until
    if _waiting:
        send_again(signal.Signals(number), lambda: _waiting)
    return _waiting


@contextlib.contextmanager
def ended_cleanly() -> Iterator[None]:
    """Make Ctrl-C end the work, and also SIGTERM, which `timeout` and `kill` send."""
    if threading.current_thread() is not threading.main_thread():
        yield  # where signals cannot be caught
        return
    outside = imports(sys._getframe())  # of whoever calls us

    def interrupt(number: int, frame: FrameType | None) -> None:
        if waits(number):
            return
        if imports(frame) > outside:
            send_again(signal.Signals(number))
        else:
            raise KeyboardInterrupt

    def ignored(lost: UnraisableHookArgs) -> None:
        if issubclass(lost.exc_type, KeyboardInterrupt):
            send_again(signal.SIGINT)
        else:
            hook(lost)

    usual = ((signal.SIGINT, signal.default_int_handler), (signal.SIGTERM, signal.SIG_DFL))
    caught = [number for number, handler in usual if signal.getsignal(number) is handler]
    hook = sys.unraisablehook
    before = {number: signal.signal(number, interrupt) for number in caught}
    sys.unraisablehook = ignored
    try:
        yield
    finally:
        sys.unraisablehook = hook
        for number, handler in before.items():
            signal.signal(number, handler)


def is_interrupt(error: BaseException) -> bool:
    """Return whether an exception stems from Ctrl-C, even one that was raised while that propagated."""
    seen: set[int] = set()
    follow: list[BaseException | None] = [error]
    while follow:
        current = follow.pop()
        if current is None or id(current) in seen:
            continue
        if isinstance(current, KeyboardInterrupt):
            return True
        seen.add(id(current))
        follow += [current.__cause__, current.__context__]
    return False


def imports(frame: FrameType | None) -> int:
    """Return how many frames of imports there are from a frame outwards."""
    number = 0
    while frame is not None:
        number += frame.f_code.co_filename.startswith(_IMPORTS)
        frame = frame.f_back
    return number


def send_again(number: signal.Signals, wanted: Callable[[], bool] = lambda: True) -> None:
    """Send a signal a little later, if it is then still wanted.

    A thread of `threading` would not do: the signal may have come while that holds its lock.
    """

    def send() -> None:
        time.sleep(_PAUSE)
        if wanted():
            _thread.interrupt_main(number)

    _thread.start_new_thread(send, ())
