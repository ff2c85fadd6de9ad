"""Units of work done on several threads, their results as they come."""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from cubecsp.models.engines.workers import Workers

__all__ = ["in_threads"]

_U = TypeVar("_U")
_R = TypeVar("_R")


def in_threads(
    worker: Callable[[], Callable[[_U], _R]], units: Sequence[_U], threads: int
) -> Iterator[_R]:
    """Yield the result of each unit, in any order.

    Args:
        worker: makes what one thread works with.
        units: are done once each.
        threads: how many; one is the caller's own. If the iterator is closed, they end after the unit
            that they are at.
    """
    if threads == 1 or len(units) <= 1:
        yield from map(worker(), units)
        return
    left: queue.SimpleQueue[_U] = queue.SimpleQueue()
    results: queue.SimpleQueue[tuple[_R] | BaseException] = queue.SimpleQueue()
    for unit in units:
        left.put(unit)

    def work() -> None:
        try:
            done = worker()
            while True:
                results.put((done(left.get_nowait()),))
        except queue.Empty:
            pass
        except BaseException as error:  # it is raised again where results are read
            results.put(error)

    def stop() -> None:
        while True:
            try:
                left.get_nowait()
            except queue.Empty:
                return

    with Workers(work, stop, name="counting", number=threads):
        for _ in units:
            result = results.get()
            if isinstance(result, BaseException):
                raise result
            yield result[0]
