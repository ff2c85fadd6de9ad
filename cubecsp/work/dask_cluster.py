"""Tasks on Dask: processes on this machine, or the workers of a scheduler somewhere.

Short tasks are sent together, several in a batch, so that a batch takes longer than it takes to send. If a
worker dies, others do its tasks again: Dask knows which these were. The job is sent to the workers once, as a
Dask task that any of them can repeat; data would be lost with the worker that has it. Before the first task,
all workers report their build. A worker with another build refuses each task, since others may join later.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import pickle
import queue
import signal
import tempfile
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from multiprocessing import resource_tracker
from typing import Any

from cubecsp.errors import EngineError, InputError, LimitError
from cubecsp.processors import processors
from cubecsp.stopping.signals import look
from cubecsp.stopping.waiting import in_thread
from cubecsp.work.build import Build, build
from cubecsp.work.pools import Finished, Pool, run_and_time
from cubecsp.work.tasks import P, R, TaskJob

_PATIENCE = 10.0  # seconds for a scheduler to answer
_BETWEEN_LOOKS = 1.0  # seconds
_ALONE = 60.0  # seconds without any worker before giving up
_AHEAD = 2  # batches for each thread of the workers, so that none has to wait
_OVERHEAD = 0.01  # seconds of the scheduler and the client for a batch, a high estimate
_SHORTEST_BATCH, _LONGEST_BATCH = 0.5, 10.0  # seconds
_MOST_TASKS = 4096  # of a batch
_DEATHS = 3  # workers that may die over one task
_INERTIA = 0.8  # of the average time of a task: tasks differ, and batches should not

# Dask's records of itself, unused here: a third of the time of this process for a local cluster.
_UNWATCHED = {
    "distributed.worker.profile.enabled": False,  # 100 times a second
    "distributed.admin.tick.interval": "1s",  # instead of 20 ms
    "distributed.admin.system-monitor.interval": "10s",  # instead of half a second
    "distributed.worker.memory.monitor-interval": "1s",  # instead of 100 ms
}

_here = threading.local()


class Cluster(Pool[P, R]):
    """Does tasks on the workers of a Dask cluster.

    Args:
        job: the job.
        cluster: `local`, `local:N`, or the address of a scheduler.

    Raises:
        EngineError: Dask is not installed.
        InputError: the job cannot be sent.
    """

    def __init__(self, job: TaskJob[P, R], cluster: str) -> None:
        if importlib.util.find_spec("distributed") is None:
            raise EngineError(
                "a cluster needs Dask, which is not installed: pip install 'cubecsp[cluster]'"
            )
        self._cluster = cluster
        self._packed = _pack(job)
        self._finished: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._futures: dict[Any, list[int]] = {}  # batches, and the numbers of their tasks
        self._left: list[tuple[int, P]] = []  # tasks that are in no batch yet
        self._results: deque[Finished[R]] = deque()  # of finished batches
        self._together = 1  # tasks of a batch
        self._mean: float | None = None  # seconds of a task, of late
        self._asked = self._heard = time.monotonic()  # about workers, and when some were there
        self._held = contextlib.ExitStack()

    def __enter__(self) -> Cluster[P, R]:
        """Connect.

        Raises:
            InputError: there is no scheduler, it has no workers, or one of them runs another version.
        """
        try:
            self._client = self._open_client()
            self._compare()
            # As a Dask task, since data would be lost with the workers that have it.
            self._job = self._client.submit(bytes, self._packed, pure=False)
            self.workers = max(1, self._number_of_threads())
        except BaseException:
            self.close()
            raise
        return self

    def _open_client(self) -> Any:
        """Return Dask's client of the cluster; start the cluster if it is local."""
        import dask
        from distributed import Client

        settings = {
            "distributed.scheduler.allowed-failures": _DEATHS,
            "distributed.comm.timeouts.connect": f"{_PATIENCE}s",
            **_UNWATCHED,
        }
        self._held.enter_context(dask.config.set(settings))
        address = self._start_processes() if self._cluster.startswith("local") else self._cluster

        def connect() -> Any:
            with _without_interrupts():
                return Client(address, timeout=_PATIENCE, set_as_default=False)

        try:
            client = in_thread(connect, undo=Client.close)
        except (OSError, ValueError) as error:
            raise InputError(
                f"no Dask scheduler answers at {self._cluster}",
                "start one with `dask scheduler`, or give its address",
            ) from error
        return self._held.enter_context(client)

    def _start_processes(self) -> Any:
        """Start processes on this machine, which takes some seconds; an interrupt would not save any of these."""
        import dask
        from distributed import LocalCluster

        folder = self._held.enter_context(tempfile.TemporaryDirectory(prefix="cubecsp-"))
        self._held.enter_context(dask.config.set({"temporary-directory": folder}))
        try:
            with _without_interrupts():
                cluster = LocalCluster(
                    n_workers=int(self._cluster.partition(":")[2] or processors()),
                    threads_per_worker=1,
                    host="127.0.0.1",
                    dashboard_address="127.0.0.1:0",
                    scheduler_kwargs={"dashboard": False},
                    silence_logs="CRITICAL",
                    local_directory=folder,
                )
        except RuntimeError as error:
            look()  # its processes may have received the same signal as this one
            raise EngineError(f"Dask cannot begin its processes: {error}") from error
        return self._held.enter_context(cluster)

    def _compare(self) -> None:
        """Make sure that there are workers, and that all of them have the build of this process.

        Raises:
            InputError: there are none, or one does not.
        """
        builds: dict[str, Build | BaseException] = in_thread(
            lambda: self._client.run(build, on_error="return")
        )
        if not builds:
            raise InputError(
                f"the scheduler at {self._cluster} has no workers",
                f"start some with `dask worker {self._cluster}`",
            )
        for worker, theirs in sorted(builds.items()):
            why = _difference(theirs)
            if why is not None:
                raise InputError(
                    f"worker {worker} runs {why}",
                    "install the same version there, and restart the worker",
                )

    @property
    def capacity(self) -> int:
        """See `Pool`: it follows the workers, which come and go."""
        return _AHEAD * self.workers * self._together

    def submit(self, number: int, payload: P) -> None:
        """See `Pool`."""
        self._left.append((number, payload))
        if len(self._left) >= self._together:
            self._send()

    def _send(self) -> None:
        """Send the tasks that are left as a batch."""
        if not self._left:
            return
        numbers, payloads = map(list, zip(*self._left, strict=True))
        self._left.clear()
        with self._connection():
            future = self._client.submit(_do, self._job, build(), payloads, pure=False)
        self._futures[future] = numbers
        future.add_done_callback(self._finished.put)

    def take(self, seconds: float) -> Finished[R] | None:
        """See `Pool`.

        Raises:
            LimitError: a task has ended several workers, or all workers or the scheduler are gone.
        """
        self._look()
        if not self._results:
            self._send()
            try:
                future = self._finished.get(timeout=seconds)
            except queue.Empty:
                return None
            numbers = self._futures.pop(future)
            done, seconds = self._result(future)
            self._results.extend((number, *one) for number, one in zip(numbers, done, strict=True))
            self._measure(seconds / len(done))
        return self._results.popleft()

    def _measure(self, mean: float) -> None:
        """Adjust the size of batches to the time that a task of the last one took."""
        self._mean = mean if self._mean is None else _INERTIA * self._mean + (1 - _INERTIA) * mean
        tasks = round(self._batch / max(self._mean, 1e-6))
        self._together = max(1, min(tasks, 2 * self._together, _MOST_TASKS))

    @property
    def _batch(self) -> float:
        """The seconds that a batch should take, so that the scheduler can feed all threads."""
        return max(_SHORTEST_BATCH, min(_LONGEST_BATCH, _OVERHEAD * self.workers))

    def _result(self, future: Any) -> tuple[list[tuple[R, float]], float]:
        from distributed import KilledWorker

        try:
            with self._connection():
                result: tuple[list[tuple[R, float]], float] = in_thread(
                    lambda: future.result(_PATIENCE)
                )
        except KilledWorker as error:
            raise LimitError(
                f"{_DEATHS + 1} workers died of the same task, as they do where memory runs out",
                "give the workers more memory, and run the same command again",
            ) from error
        return result

    def _look(self) -> None:
        """Check now and then that there are workers.

        Raises:
            LimitError: there have been no workers for a minute.
        """
        now = time.monotonic()
        if now - self._asked < _BETWEEN_LOOKS:
            return
        self._asked = now
        with self._connection():
            threads = self._number_of_threads()
        self.workers = max(1, threads)
        if threads:
            self._heard = now
        elif now - self._heard > _ALONE:
            raise LimitError(
                f"the scheduler at {self._cluster} has had no workers for {_ALONE:.0f} seconds",
                "start some, and run the same command again",
            )

    def _number_of_threads(self) -> int:
        """Return the number of threads of all workers together."""
        return sum(in_thread(self._client.nthreads).values())

    @contextlib.contextmanager
    def _connection(self) -> Iterator[None]:
        """Report as an error that the scheduler is gone.

        Raises:
            LimitError: it is.
        """
        from distributed.client import FutureCancelledError

        try:
            yield
        except (FutureCancelledError, OSError) as error:
            raise LimitError(
                f"the connection to the scheduler at {self._cluster} is lost",
                "run the same command again once it is back",
            ) from error

    def close(self) -> None:
        """Cancel the running tasks, and end the processes that were started."""
        with contextlib.suppress(Exception):  # the scheduler may be gone, and then so are they
            if self._futures:
                self._client.cancel([*self._futures], force=True)
        self._futures.clear()
        with contextlib.suppress(OSError):
            self._held.close()


@contextlib.contextmanager
def _without_interrupts() -> Iterator[None]:
    """Keep Ctrl-C and SIGHUP from the threads and processes started here, since this process ends them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGHUP})
    resource_tracker.ensure_running()  # started later, it would let SIGINT through again
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _pack(job: TaskJob[Any, Any]) -> bytes:
    """Return a job packed for the workers.

    Raises:
        InputError: it has rules that other processes cannot find.
    """
    try:
        return pickle.dumps(job)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise InputError(
            f"the question cannot be sent to other processes: {error}", "leave out the cluster"
        ) from error


def _difference(theirs: Build | BaseException) -> str | None:
    """Return the difference between the build of a worker and that of this process; None if there is none."""
    if isinstance(theirs, ImportError):
        return f"no cubecsp, or a much older one ({theirs})"
    if isinstance(theirs, BaseException):
        return f"something that does not report its version ({theirs})"
    return build().differs(theirs)


def _do(packed: bytes, asked_by: Build, payloads: list[P]) -> tuple[list[tuple[R, float]], float]:
    """Do some tasks on a worker; return the result of each with the time of this thread for it, and the time of all.

    Args:
        packed: the job.
        asked_by: the build of the process that combines the results.
        payloads: the payloads of the tasks.

    Raises:
        InputError: the build here is another one.
    """
    why = asked_by.differs(build())
    if why is not None:
        raise InputError(
            f"a worker runs {why}", "install the same version there, and restart the worker"
        )
    work: Callable[[P], R] = _work_of(packed)
    started = time.monotonic()
    return [run_and_time(work, payload) for payload in payloads], time.monotonic() - started


def _work_of(packed: bytes) -> Callable[[Any], Any]:
    """Return the function with which this thread does tasks of a job, made when the first comes."""
    digest = hashlib.blake2b(packed).digest()
    if getattr(_here, "digest", None) != digest:
        # Whoever can send this can run code here, as SECURITY.md says.
        _here.work = pickle.loads(packed).worker(lambda: False)  # nosec B301
        _here.digest = digest
    work: Callable[[Any], Any] = _here.work
    return work
