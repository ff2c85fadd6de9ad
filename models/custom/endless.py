"""Functions that do not end: interrupted at the end of the question's time, or when somebody asks the process to stop."""

from __future__ import annotations

import contextlib
import ctypes
import threading
from collections.abc import Callable, Iterator

from cubecsp.errors import InputError, OutOfTimeError
from cubecsp.stopping.deadline import current

_PATIENCE = 0.5  # seconds; work that looks at its deadline ends before


class _Interruption(BaseException):
    """Raised in the middle of a function."""


@contextlib.contextmanager
def interrupting(error: Callable[[], InputError]) -> Iterator[None]:
    """Interrupt Python code in the context that goes on after the deadline of the work.

    Args:
        error: returns the error that says which function was running.

    Raises:
        InputError: it was interrupted.
        KeyboardInterrupt: the process was asked to stop.
    """
    deadline, thread = current(), ctypes.c_ulong(threading.get_ident())
    over, late, lock = threading.Event(), threading.Event(), threading.Lock()

    def watch() -> None:
        with contextlib.suppress(KeyboardInterrupt):
            while not deadline.is_over:
                if over.wait(_PATIENCE):
                    return
        while not over.wait(_PATIENCE):
            with lock:
                if not over.is_set():
                    late.set()
                    _raise_in(thread)

    threading.Thread(target=watch, name="endless functions", daemon=True).start()
    try:
        try:
            yield
        finally:
            while not over.is_set():
                with contextlib.suppress(_Interruption), lock:
                    over.set()
            if late.is_set():
                _receive(thread)
    except _Interruption:
        with contextlib.suppress(OutOfTimeError):
            deadline.check()
        raise error() from None


def _raise_in(thread: ctypes.c_ulong) -> None:
    """Interrupt a thread as soon as it runs Python code."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(thread, ctypes.py_object(_Interruption))


def _receive(thread: ctypes.c_ulong) -> None:
    """Receive an interruption of this thread that may be on its way.

    If it were taken back, Python would go on looking for it: before each instruction, and under a profiler forever.
    """
    with contextlib.suppress(_Interruption):
        _raise_in(thread)  # instead of the one on its way
        while True:
            pass
