"""Pools that do tasks in this process: in the caller's own thread, or in several."""

from __future__ import annotations

import contextlib
import queue
import threading
import time
from abc import abstractmethod
from collections.abc import Callable
from typing import Generic

from cubecsp.stopping.closing import ClosingContext
from cubecsp.stopping.threads import Workers
from cubecsp.work.tasks import P, R, TaskJob, TaskStopped

Finished = tuple[int, R, float]
"""The number of a task, its result, and the seconds that a thread has worked for it."""

_AHEAD = 2  # tasks for each thread, so that none has to wait


class Pool(ClosingContext, Generic[P, R]):
    """An object that does tasks and gives them as they finish; it works while its context is open."""

    workers: int = 1
    """The number of tasks done at the same time."""

    @property
    @abstractmethod
    def capacity(self) -> int:
        """The number of tasks that it should have at a time."""

    @abstractmethod
    def submit(self, number: int, payload: P) -> None:
        """Do a task; its result is identified by this number."""

    @abstractmethod
    def take(self, seconds: float) -> Finished[R] | None:
        """Return a finished task, or None if there is none for this many seconds.

        If a task raises an error, this raises it.
        """


def run_and_time(work: Callable[[P], R], payload: P) -> tuple[R, float]:
    """Return the result of a task, and the seconds that this thread has worked for it."""
    started = time.thread_time()
    result = work(payload)
    return result, time.thread_time() - started


class OwnThread(Pool[P, R]):
    """Does each task when the caller asks for its result.

    Args:
        job: the job.
    """

    capacity = 1

    def __init__(self, job: TaskJob[P, R]) -> None:
        self._work = job.worker(lambda: False)
        self._left: list[tuple[int, P]] = []

    def submit(self, number: int, payload: P) -> None:
        """See `Pool`."""
        self._left.append((number, payload))

    def take(self, seconds: float) -> Finished[R] | None:
        """See `Pool`."""
        del seconds
        number, payload = self._left.pop(0)
        return number, *run_and_time(self._work, payload)

    def close(self) -> None:
        """Forget the remaining tasks."""
        self._left.clear()


class Threads(Pool[P, R]):
    """Does tasks in threads, which end after their current task, or sooner if that checks for it.

    Args:
        job: the job.
        number: the number of threads.
    """

    def __init__(self, job: TaskJob[P, R], number: int) -> None:
        self._job = job
        self.workers = number
        self._left: queue.SimpleQueue[tuple[int, P] | None] = queue.SimpleQueue()
        self._finished: queue.SimpleQueue[Finished[R] | BaseException] = queue.SimpleQueue()
        self._stopped = threading.Event()
        self._workers = Workers(self._run, self._stop, name="task", number=number)

    @property
    def capacity(self) -> int:
        """See `Pool`."""
        return _AHEAD * self.workers

    def __enter__(self) -> Threads[P, R]:
        self._workers.__enter__()
        return self

    def submit(self, number: int, payload: P) -> None:
        """See `Pool`."""
        self._left.put((number, payload))

    def take(self, seconds: float) -> Finished[R] | None:
        """See `Pool`."""
        try:
            finished = self._finished.get(timeout=seconds)
        except queue.Empty:
            return None
        if isinstance(finished, BaseException):
            raise finished
        return finished

    def close(self) -> None:
        """End the threads."""
        self._workers.close()

    def _run(self) -> None:
        try:
            work = self._job.worker(self._stopped.is_set)
            while (task := self._left.get()) is not None:
                number, payload = task
                self._finished.put((number, *run_and_time(work, payload)))
        except TaskStopped:
            pass
        except BaseException as error:  # it is raised again where results are taken
            self._finished.put(error)

    def _stop(self) -> None:
        self._stopped.set()
        with contextlib.suppress(queue.Empty):
            while True:
                self._left.get_nowait()
        for _ in range(self.workers):
            self._left.put(None)
