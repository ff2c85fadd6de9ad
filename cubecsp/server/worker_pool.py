"""The pool of worker processes: it starts them early, gives them one job after another, and replaces them when they die."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
import tempfile
from collections.abc import Awaitable

from cubecsp.memory import size_in_words
from cubecsp.server import frames
from cubecsp.server.error_statuses import RequestProblem
from cubecsp.server.job import Job, JobState
from cubecsp.server.jobs import Jobs, Lane
from cubecsp.server.limits import ServerLimits
from cubecsp.server.system import resident

_CODE = (
    "import sys; sys.path[:] = sys.argv[4:]; "
    "from cubecsp.server.worker_process import main; main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3])"
)
_FIRST = ("check", "picture", "meaning")
"""Questions whose examples a new worker answers, so that its first question is not slow."""
_FIRST_LONG = (*_FIRST, "find", "solve", "repair")
"""The same for workers for long questions, which load engines, too."""
_NICENESS = 10
"""The niceness of workers for long questions, so that quick questions go first."""
_PAUSE = 1.0
"""Seconds to wait after a worker did not start before starting another."""


class _DiedError(Exception):
    """A worker is gone; the message says why it did not start."""


class _WorkerProcess:
    """A worker process.

    Args:
        process: the started process.
        limits: the limits of the server.
    """

    def __init__(self, process: asyncio.subprocess.Process, limits: ServerLimits) -> None:
        self._process = process
        self._limits = limits

    @classmethod
    async def start(cls, niceness: int, limits: ServerLimits, scratch: str) -> _WorkerProcess:
        """Return a worker that has loaded all modules that it needs.

        Args:
            niceness: the amount by which to lower the priority of the process.
            limits: the limits of the server.
            scratch: the folder of its temporary files.

        Raises:
            _DiedError: it did not start.
        """
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", _CODE, str(niceness), str(limits.memory)),
            ",".join(_FIRST_LONG if niceness else _FIRST),
            *sys.path,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            # Ctrl-C is for the server. In a separate session Linux would give it a share of the processor
            # that is as large as the server's, regardless of its niceness (sched_autogroup).
            process_group=0,
            env=os.environ | {"TMPDIR": scratch},
        )
        worker = cls(process, limits)
        try:
            kind, data = await worker._read()
        except _DiedError as error:
            raise _DiedError(f"exit code {await process.wait()}") from error
        except BaseException:
            worker.kill()
            raise
        if kind == frames.ERROR:
            worker.kill()
            raise _DiedError(json.loads(data)["problem"])
        return worker

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    @property
    def is_bloated(self) -> bool:
        """Whether it keeps so much memory that a new one is better."""
        return resident(self.pid) > self._limits.memory // 4

    async def wait(self) -> None:
        """Return when it is gone."""
        await self._process.wait()

    def kill(self) -> None:
        """End it at once."""
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()

    async def answer(self, job: Job) -> None:
        """Answer a job.

        Raises:
            _DiedError: it died over it.
        """
        loop = asyncio.get_running_loop()
        timers: list[asyncio.TimerHandle] = []

        def stop() -> None:
            assert self._process.stdin is not None
            self._process.stdin.write(frames.STOP)
            timers.append(loop.call_later(self._limits.grace, self.kill))

        job.stop = stop
        job.begin()
        try:
            await self._ask(job)
            if job.cancelled or job.is_late:  # while it moved from the queue to here
                stop()
            await self._listen(job)
        finally:
            job.stop = None
            for timer in timers:
                timer.cancel()

    async def _ask(self, job: Job) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(b"%b %b\n" % (job.question.encode(), job.parameters))
            await self._process.stdin.drain()
        except OSError as error:
            raise _DiedError from error

    async def _listen(self, job: Job) -> None:
        """Receive its reports of a job, to the end."""
        while True:
            kind, data = await self._read()
            match kind:
                case frames.CUBE:
                    job.emit("cube", data)
                    self._check_size(job)
                case frames.PART:
                    job.keep(data)
                    self._check_size(job)
                case frames.PROGRESS:
                    job.show(data)
                case frames.ANSWER | frames.WHOLE:
                    _end(job, data, self._limits, lists_cubes=kind == frames.ANSWER)
                    return
                case frames.ERROR:
                    _fail(job, data, self._limits)
                    return

    def _check_size(self, job: Job) -> None:
        """End a job whose answer is too large."""
        if job.size > self._limits.answer and job.problem is None:
            job.problem = _too_large(self._limits)
            assert job.stop is not None
            job.stop()

    async def _read(self) -> tuple[bytes, bytes]:
        """Return the next frame.

        Raises:
            _DiedError: there is none.
        """
        stream = self._process.stdout
        assert stream is not None
        try:
            kind, length = frames.HEADER.unpack(await stream.readexactly(frames.HEADER.size))
            return kind, await stream.readexactly(length)
        except (asyncio.IncompleteReadError, OSError) as error:
            raise _DiedError from error


def _too_large(limits: ServerLimits) -> RequestProblem:
    return RequestProblem(
        422,
        f"the answer has more than {size_in_words(limits.answer)}",
        "ask for fewer cubes: limit",
        where="limit",
    )


def _too_late(limits: ServerLimits) -> RequestProblem:
    return RequestProblem(
        503, f"the question took more than {limits.time:g} seconds", "ask for less"
    )


def _end(job: Job, data: bytes, limits: ServerLimits, *, lists_cubes: bool) -> None:
    """Record the answer of a job, if it may have one."""
    if job.problem is None and job.size + len(data) > limits.answer:
        job.problem = _too_large(limits)
    if job.problem is not None:
        job.fail(job.problem)
        return
    job.lists_cubes = lists_cubes
    job.emit("answer", data)
    job.end(JobState.CANCELLED if job.cancelled else JobState.DONE)


def _fail(job: Job, data: bytes, limits: ServerLimits) -> None:
    """Record that a job has no answer."""
    if job.is_late:
        job.problem = _too_late(limits)
    if job.problem is None:
        problem = json.loads(data)
        more = {key: problem[key] for key in ("where", "position") if key in problem}
        job.problem = RequestProblem(
            problem["status"], problem["problem"], problem.get("remedy", ""), **more
        )
    job.fail(job.problem, JobState.CANCELLED if job.cancelled else JobState.FAILED)


class WorkerPool:
    """The worker processes.

    Args:
        jobs: the jobs for the workers.
        limits: the limits for their number and memory.
    """

    def __init__(self, jobs: Jobs, limits: ServerLimits) -> None:
        self._jobs = jobs
        self._limits = limits
        self._at_work: set[_WorkerProcess] = set()
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def pids(self) -> list[int]:
        """The numbers of the processes."""
        return [worker.pid for worker in self._at_work]

    def start(self) -> None:
        """Start them all."""
        kinds = [(self._jobs.quick, 0)] * self._limits.quick_workers
        kinds += [(self._jobs.long, _NICENESS)] * self._limits.workers
        self._tasks = [asyncio.create_task(self._employ(*kind)) for kind in kinds]

    async def close(self) -> None:
        """End them all, at once."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _employ(self, lane: Lane, niceness: int) -> None:
        """Keep a worker at work, and replace it when it is gone."""
        while True:
            # Made here, since a killed worker leaves its temporary files.
            with tempfile.TemporaryDirectory(
                prefix="cubecsp-", ignore_cleanup_errors=True
            ) as scratch:
                try:
                    worker = await _WorkerProcess.start(niceness, self._limits, scratch)
                except (_DiedError, OSError) as error:
                    if not lane.workers:
                        self._jobs.refuse(lane, f"no worker can start: {error}")
                    await asyncio.sleep(_PAUSE)
                    continue
                self._at_work.add(worker)
                lane.workers += 1
                try:
                    await self._do_jobs(worker, lane)
                finally:
                    self._at_work.discard(worker)
                    lane.workers -= 1
                    worker.kill()
                    await asyncio.shield(worker.wait())

    async def _do_jobs(self, worker: _WorkerProcess, lane: Lane) -> None:
        """Give a worker jobs until it is gone, or should be replaced."""
        while not worker.is_bloated:
            job = await _unless(lane.next(), worker.wait())
            if job is None:
                return
            try:
                await worker.answer(job)
            except _DiedError:
                await self._reassign(job, lane)
                return
            except asyncio.CancelledError:
                job.fail(RequestProblem(503, "the server is closing"), JobState.CANCELLED)
                raise
            finally:
                if job.state.is_over:
                    self._jobs.finish(job)

    async def _reassign(self, job: Job, lane: Lane) -> None:
        """Give a job to another worker, unless it was cancelled, or too many workers have died on it."""
        job.lost += 1
        if job.problem is not None or job.is_late:
            job.fail(job.problem or _too_late(self._limits))
        elif job.cancelled:
            job.fail(RequestProblem(409, "the question was cancelled"), JobState.CANCELLED)
        elif job.lost >= self._limits.attempts:
            times = f"{job.lost} processes have died on the question"
            job.fail(RequestProblem(503, times, "it may need too much memory: ask for less"))
        else:
            job.restart()
            await lane.put_back(job)


async def _unless(job: Awaitable[Job], ended: Awaitable[None]) -> Job | None:
    """Return the job, or None if something has ended before it came."""
    first, second = asyncio.ensure_future(job), asyncio.ensure_future(ended)
    try:
        await asyncio.wait({first, second}, return_when=asyncio.FIRST_COMPLETED)
        return first.result() if first.done() else None
    finally:
        first.cancel()
        second.cancel()
