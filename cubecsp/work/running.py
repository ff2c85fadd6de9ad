"""The way of tasks through a pool and a checkpoint: they are begun, remembered, and given."""

from __future__ import annotations

import contextlib
from collections.abc import Generator, Iterable, Iterator
from typing import TYPE_CHECKING, Generic

from cubecsp.stopping.threads import TICK
from cubecsp.work.pools import Pool
from cubecsp.work.tasks import FinishedTask, P, R, Task, TaskCounter, TaskJob

if TYPE_CHECKING:
    from cubecsp.work.checkpoint import Checkpoint

_WAITING = 8  # times the capacity of the pool: tasks that may be ahead of the next one


def results(
    job: TaskJob[P, R],
    tasks: Iterable[Task[P] | None],
    pool: Pool[P, R],
    checkpoint: Checkpoint | None = None,
    *,
    ordered: bool = False,
    counter: TaskCounter | None = None,
) -> Generator[FinishedTask[P, R] | None, None, None]:
    """Yield the tasks when they are done, and None as a sign of activity.

    No more tasks are taken from `tasks` than a pool needs to be busy, so there may be many.

    Args:
        job: their job.
        tasks: the tasks; None for a task that is not yet known, so that the work can be stopped meanwhile.
        pool: does them.
        checkpoint: tasks that it remembers are not done again, and finished tasks are remembered before they
            are given.
        ordered: whether they are given in their own order, and not in the order of completion.
        counter: counts the remembered tasks, and the time of the others.

    Raises:
        InputError: the checkpoint has a task that is damaged.
    """
    with pool, contextlib.ExitStack() as held:
        if isinstance(tasks, Generator):  # it may use separate threads
            held.callback(tasks.close)
        flow = _Flow(job, tasks, pool, checkpoint, ordered=ordered, counter=counter)
        yield from flow.run()


class _Flow(Generic[P, R]):
    """The running tasks."""

    def __init__(
        self,
        job: TaskJob[P, R],
        tasks: Iterable[Task[P] | None],
        pool: Pool[P, R],
        checkpoint: Checkpoint | None,
        *,
        ordered: bool,
        counter: TaskCounter | None,
    ) -> None:
        self._job = job
        self._tasks = iter(tasks)
        self._pool = pool
        self._checkpoint = checkpoint
        self._ordered = ordered
        self._counter = counter or TaskCounter()
        self._counter.saved = 0 if checkpoint is None else checkpoint.finished
        self._more = True
        self._taken = self._given = 0  # the numbers of tasks taken, and given in order
        self._at_work: dict[int, Task[P]] = {}
        self._waiting: dict[int, FinishedTask[P, R]] = {}  # waiting for their turn

    def run(self) -> Iterator[FinishedTask[P, R] | None]:
        """See `results`."""
        while True:
            yield from self._begin_tasks()
            if not self._at_work:
                break
            finished = self._pool.take(TICK)
            if finished is None:
                yield None
                continue
            number, result, seconds = finished
            self._counter.worked += seconds / self._pool.workers
            task = self._at_work.pop(number)
            self._remember(task, result, seconds)
            yield from self._in_turn(number, FinishedTask(task, result, seconds))

    def _remember(self, task: Task[P], result: R, seconds: float) -> None:
        """Put a finished task into the checkpoint."""
        if self._checkpoint is not None:
            packed = self._job.pack(result)
            if packed is not None:
                self._checkpoint.put(task.key, task.cost, seconds, packed)
                self._counter.saved = self._checkpoint.finished

    def _begin_tasks(self) -> Iterator[FinishedTask[P, R] | None]:
        """Begin as many tasks as the pool has room for, and yield those that are remembered."""
        while self._more and self._has_room():
            try:
                task = next(self._tasks)
            except StopIteration:
                self._more = False
                return
            if task is None:
                yield None
                continue
            number = self._taken
            self._taken += 1
            done = self._recall(task)
            if done is None:
                self._at_work[number] = task
                self._pool.submit(number, task.payload)
            else:
                yield from self._in_turn(number, done)

    def _recall(self, task: Task[P]) -> FinishedTask[P, R] | None:
        """Return the checkpoint's result of a task; None if it has none."""
        known = None if self._checkpoint is None else self._checkpoint.get(task.key)
        if known is None:
            return None
        self._counter.resumed += 1
        result = self._job.unpack(known.result, task.payload)
        return FinishedTask(task, result, known.seconds, fresh=False)

    def _has_room(self) -> bool:
        most = self._pool.capacity
        ahead = self._taken - self._given
        return len(self._at_work) < most and not (self._ordered and ahead >= _WAITING * most)

    def _in_turn(self, number: int, done: FinishedTask[P, R]) -> Iterator[FinishedTask[P, R]]:
        if not self._ordered:
            yield done
            return
        self._waiting[number] = done
        while (ready := self._waiting.pop(self._given, None)) is not None:
            self._given += 1
            yield ready
