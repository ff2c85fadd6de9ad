"""Threads that work in the background, and end when the reader of their answers has had enough.

They are daemon threads, since nothing could make others end: Python waits for those before it announces the
end of the process. A daemon thread that still works when Python ends is killed, and inside a solver in C++
that aborts the whole process. So working threads are registered; `atexit` stops and joins them while Python
is intact.
"""

from __future__ import annotations

import atexit
import threading
from collections.abc import Callable
from typing import Self

# atexit calls the last registered function first, so this has to come before: threads in
# native code have to leave it before native/bindings/gil.hpp lets nothing out any more.
import cubecsp._native  # noqa: F401
from cubecsp.stopping.closing import ClosingContext

TICK = 0.1
"""Seconds between signs of activity."""


class Workers(ClosingContext):
    """Threads that do one piece of work together; a context in which they run.

    Args:
        work: the work of each thread; it raises nothing.
        stop: makes `work` return soon. It is called again and again, since a stop may come before
            a solver has begun, and be lost.
        name: the name of the threads.
        number: the number of threads.
    """

    def __init__(
        self, work: Callable[[], None], stop: Callable[[], None], *, name: str, number: int = 1
    ) -> None:
        self._stop = stop
        self._threads = [
            threading.Thread(target=work, name=name, daemon=True) for _ in range(number)
        ]

    def __enter__(self) -> Self:
        _register.add(self)
        try:
            for thread in self._threads:
                thread.start()
        except BaseException:  # Ctrl-C, or no more threads can be started
            self.close()
            raise
        return self

    def close(self) -> None:
        """Stop the threads, and wait for them."""
        for thread in self._threads:
            while thread.is_alive():
                self._stop()
                thread.join(TICK)
        _register.discard(self)


class _Register:
    """The workers at work, which it stops when the process ends."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._at_work: set[Workers] = set()
        self._over = False

    def add(self, workers: Workers) -> None:
        """Remember `workers`, which are about to start."""
        with self._lock:
            self._at_work.add(workers)
            over = self._over
        if over and threading.current_thread() is not threading.main_thread():
            threading.Event().wait()  # a daemon thread, at the end of the process: it waits for that

    def discard(self, workers: Workers) -> None:
        """Forget `workers`, which have ended."""
        with self._lock:
            self._at_work.discard(workers)

    def end(self) -> None:
        """Stop all workers, and let no others begin."""
        with self._lock:
            self._over = True
            at_work = list(self._at_work)
        for workers in at_work:
            workers.close()


_register = _Register()
atexit.register(_register.end)
