"""The executor of the tasks of some work, with the file that keeps them."""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Generator, Iterable
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cubecsp.errors import InputError, excerpt
from cubecsp.frozen import frozen
from cubecsp.work.pools import OwnThread, Threads
from cubecsp.work.running import results
from cubecsp.work.tasks import FinishedTask, P, R, Task, TaskCounter, TaskJob

if TYPE_CHECKING:
    from cubecsp.work.pools import Pool

_LOCAL = r"local(?::([1-9]\d{0,3}))?"
_REMOTE = r"(?:tcp|tls)://(?:\[[0-9a-fA-F:.%]+\]|[^\s:/\[\]]+):\d{1,5}"


@frozen
class Executor:
    """The executor of tasks: threads of this process, or a cluster.

    Attributes:
        threads: the number of threads, including the caller's own.
        checkpoint: the file in which finished tasks are kept, None for none.
        cluster: `local`, `local:N` for N processes on this machine, or the address of a Dask scheduler;
            None for the threads.
        counter: counts the tasks from the file, and the time of the others.
    """

    threads: int = 1
    checkpoint: Path | None = None
    cluster: str | None = None
    counter: TaskCounter = field(default_factory=TaskCounter, compare=False)

    def __post_init__(self) -> None:
        check_cluster(self.cluster)
        if self.cluster is not None and self.threads != 1:
            raise InputError(
                f"{self.threads} threads and a cluster, whose workers have their own threads",
                "give one of the two",
            )

    @classmethod
    def of(
        cls, threads: int = 1, resume: str | Path | None = None, cluster: str | None = None
    ) -> Executor:
        """Return the executor that the parameters of a question name.

        Raises:
            InputError: they do not fit together.
        """
        return cls(threads, None if resume is None else Path(resume), cluster)

    def work_time(self) -> float:
        """Return the seconds of processor time that each thread, or worker of the cluster, has worked since a moment.

        Other work on these machines, and the time until workers have started, do not count.
        """
        return self.counter.worked if self.cluster else time.process_time() / self.threads

    @property
    def lasting(self) -> bool:
        """Whether the work must be cut into tasks, because they are kept or sent elsewhere."""
        return self.checkpoint is not None or self.cluster is not None

    def as_dict(self) -> dict[str, Any]:
        """Return the data that `--json` prints of a query, without the threads."""
        data: dict[str, Any] = {}
        if self.checkpoint is not None:
            data["resume"] = str(self.checkpoint)
        if self.cluster is not None:
            data["cluster"] = self.cluster
        return data

    def results(
        self, job: TaskJob[P, R], tasks: Iterable[Task[P] | None], *, ordered: bool = False
    ) -> Generator[FinishedTask[P, R] | None, None, None]:
        """Yield each task once it is done, and None as a sign of activity, a few times a second.

        Args:
            job: their job.
            tasks: the tasks; None for a task that is not yet known. No more are taken than are needed.
            ordered: whether they are given in their own order, and not in the order of completion.

        Raises:
            InputError: the file cannot be used or is damaged, or there is no such
                cluster.
            LimitError: the disk is full, or the workers of the cluster are gone; finished tasks are
                kept.
        """
        with contextlib.ExitStack() as held:
            checkpoint = None
            if self.checkpoint is not None:
                from cubecsp.work.checkpoint import (
                    Checkpoint,  # loads SQLite, which other work does not need
                )

                checkpoint = held.enter_context(Checkpoint(self.checkpoint, job))
            pool = self._pool(job)
            yield from results(job, tasks, pool, checkpoint, ordered=ordered, counter=self.counter)

    def _pool(self, job: TaskJob[P, R]) -> Pool[P, R]:
        if self.cluster is not None:
            from cubecsp.work.dask_cluster import Cluster  # it needs Dask, which need not be there

            return Cluster(job, self.cluster)
        # A thread besides the caller's, which also waits for the disk.
        alone = self.threads == 1 and self.checkpoint is None
        return OwnThread(job) if alone else Threads(job, self.threads)


def check_cluster(cluster: object) -> None:
    """Make sure that a text names a cluster, or is None.

    Raises:
        InputError: it does not.
    """
    if cluster is None:
        return
    if not isinstance(cluster, str) or not re.fullmatch(f"{_LOCAL}|{_REMOTE}", cluster, re.ASCII):
        raise InputError(
            f"{excerpt(str(cluster))} is not a cluster",
            "give local, local:N for N processes, or the address of a Dask scheduler such as "
            "tcp://10.0.0.1:8786",
        )


HERE = Executor()
"""The caller's own thread."""
