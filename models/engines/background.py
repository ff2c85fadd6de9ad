"""Solvers that call back, run on a separate thread and read as an iterator."""

from __future__ import annotations

import contextlib
import queue
import threading
from collections.abc import Callable, Generator
from typing import TypeVar

from cubecsp.models.engines.engine import Progress
from cubecsp.stopping.signals import look
from cubecsp.stopping.threads import TICK, Workers

T = TypeVar("T")

_AHEAD = 10_000  # solutions that may wait to be read


def in_background(
    work: Callable[[Callable[[T], None]], None],
    stop: Callable[[], None],
    name: str,
    progress: Callable[[], Progress] = lambda: Progress(None, 0),
) -> Generator[T | Progress, None, None]:
    """Yield the values that `work` passes to the function that it is called with, until `work` returns.

    Args:
        work: does the search; what it raises is raised here.
        stop: makes `work` return soon; called, again and again, when the iterator is closed early.
        name: of the thread.
        progress: how far it has come; called at the beginning and the end, before everything that is
            yielded, and every tenth of a second.
    """
    events: queue.Queue[T | BaseException | None] = queue.Queue(_AHEAD)
    closed = threading.Event()

    def give(event: T | BaseException | None) -> None:
        while not closed.is_set():
            with contextlib.suppress(queue.Full):
                events.put(event, timeout=TICK)
                return

    def run() -> None:
        try:
            work(give)
            give(None)
        except BaseException as error:
            give(error)

    def end() -> None:
        closed.set()
        stop()

    with Workers(run, end, name=name):
        yield progress()
        while True:
            try:
                event = events.get(timeout=TICK)
            except queue.Empty:
                look()
                yield progress()
                continue
            yield progress()
            if event is None:
                return
            if isinstance(event, BaseException):
                raise event
            yield event
