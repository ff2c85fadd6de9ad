"""All jobs: waiting ones in the order of arrival, and finished ones for a while."""

from __future__ import annotations

import asyncio
import time
from collections import deque

from cubecsp.server.error_statuses import RequestProblem
from cubecsp.server.job import Job, JobState
from cubecsp.server.limits import ServerLimits

_SOON = 5
"""Seconds after which a refused client may try again."""
_CLOSING = "the server is closing"


class Lane:
    """Jobs that wait for workers of one kind, in the order of arrival.

    Args:
        most: the most jobs that may wait or run.

    Attributes:
        active: the number of jobs that wait or run.
        workers: the number of processes for them.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._waiting: deque[Job] = deque()
        self._filled = asyncio.Condition()
        self.active = self.workers = 0

    async def put(self, job: Job) -> None:
        """Add a job to the end of the queue.

        Raises:
            Problem: too many jobs wait or run.
        """
        if self.active >= self._most:
            raise RequestProblem(
                429,
                f"{self.active:,} questions wait or are being answered",
                "ask again later",
                retry_after=_SOON,
            )
        self.active += 1
        await self._add(job, first=False)

    async def put_back(self, job: Job) -> None:
        """Put a job that was running at the head of the queue."""
        await self._add(job, first=True)

    async def _add(self, job: Job, *, first: bool) -> None:
        async with self._filled:
            (self._waiting.appendleft if first else self._waiting.append)(job)
            self._filled.notify()

    async def next(self) -> Job:
        """Return the next job, as soon as there is one."""
        async with self._filled:
            await self._filled.wait_for(lambda: bool(self._waiting))
            return self._waiting.popleft()

    def remove(self, job: Job) -> None:
        """Remove a job from the queue."""
        self._waiting.remove(job)
        self.active -= 1

    @property
    def waiting(self) -> list[Job]:
        """The waiting jobs."""
        return [*self._waiting]

    def position(self, job: Job) -> int | None:
        """Return the number of jobs before one; None if it does not wait."""
        return self._waiting.index(job) if job in self._waiting else None


class Jobs:
    """All jobs that clients can ask for.

    Args:
        limits: the limits for their number and time.

    Attributes:
        quick: the lane of jobs that take milliseconds.
        long: the lane of the others.
    """

    def __init__(self, limits: ServerLimits) -> None:
        self._limits = limits
        self._kept: dict[str, Job] = {}
        self.quick = Lane(limits.quick_jobs)
        self.long = Lane(limits.jobs)
        self._active: set[Job] = set()
        self._closing = False

    def lane(self, job: Job) -> Lane:
        """Return the lane of a job."""
        return self.quick if job.is_quick else self.long

    async def add(self, question: str, parameters: bytes, *, is_quick: bool, keep: bool) -> Job:
        """Return a new job, which waits for its turn; its time begins now.

        Args:
            question: the name of the question.
            parameters: the parameters of the question, as JSON.
            is_quick: whether it takes milliseconds.
            keep: whether clients can ask for it later.

        Raises:
            Problem: too many wait, or the server is closing.
        """
        if self._closing:
            raise _unavailable(_CLOSING)
        self._forget()
        job = Job(question, parameters, is_quick=is_quick)
        await self.lane(job).put(job)
        self._active.add(job)
        job.clock = asyncio.get_running_loop().call_later(self._limits.time, self._time_out, job)
        if keep:
            self._kept[job.id] = job
        return job

    def __getitem__(self, identity: str) -> Job:
        """Return a job.

        Raises:
            Problem: there is no such job, or it has been forgotten.
        """
        self._forget()
        job = self._kept.get(identity)
        if job is None:
            kept = f"{self._limits.kept_time:,.0f} seconds"
            raise RequestProblem(404, "unknown job", f"a job that is over is kept for {kept}")
        return job

    def position(self, job: Job) -> int | None:
        """Return the number of jobs before one; None if it does not wait."""
        return self.lane(job).position(job)

    def cancel(self, job: Job) -> None:
        """End a job; the result so far may still become its answer."""
        if job.cancelled or job.state.is_over:
            return
        job.cancelled = True
        if job.stop is not None:
            job.stop()
        elif job.state is JobState.QUEUED and self.position(job) is not None:
            self._drop(job, RequestProblem(409, "the question was cancelled"))

    def refuse(self, lane: Lane, problem: str) -> None:
        """End all waiting jobs of a lane."""
        for job in lane.waiting:
            self._drop(job, _unavailable(problem), JobState.FAILED)

    def _time_out(self, job: Job) -> None:
        """End a job whose time is over; the result so far may still become its answer."""
        job.is_late = True
        if job.stop is not None:
            job.stop()
        elif self.position(job) is not None:
            seconds = f"{self._limits.time:g} seconds"
            self._drop(job, _unavailable(f"no worker was free within {seconds}"), JobState.FAILED)

    def forget(self, job: Job) -> None:
        """Delete a job."""
        self._kept.pop(job.id, None)

    def finish(self, job: Job) -> None:
        """Record that a worker has finished a job."""
        self._active.discard(job)
        self.lane(job).active -= 1

    def close(self) -> None:
        """Take no more jobs, and end the existing ones."""
        self._closing = True
        for job in [*self._active]:
            job.cancelled = True
            if job.stop is not None:
                job.stop()
            elif self.position(job) is not None:
                self._drop(job, _unavailable(_CLOSING))

    def _drop(self, job: Job, why: RequestProblem, state: JobState = JobState.CANCELLED) -> None:
        """End a waiting job."""
        self.lane(job).remove(job)
        self._active.discard(job)
        job.fail(why, state)

    def _forget(self) -> None:
        """Forget finished jobs that are too old, too many or too large, the oldest first."""
        over = sorted((j for j in self._kept.values() if j.state.is_over), key=lambda j: j.ended)
        size = sum(job.size for job in over)
        now = time.monotonic()
        for i, job in enumerate(over):
            old = now - job.ended > self._limits.kept_time
            if not (
                old or len(over) - i > self._limits.kept_jobs or size > self._limits.kept_bytes
            ):
                break
            size -= job.size
            self.forget(job)


def _unavailable(problem: str) -> RequestProblem:
    return RequestProblem(503, problem, "ask again later", retry_after=_SOON)
