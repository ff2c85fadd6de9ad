"""What a job leaves behind: timers, its state, and the room that its answer takes.

The test writes the frames of the worker, and holds the clock: timers are noted, and never run by themselves.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import re
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import AsyncMock, Mock, patch

import pytest

from cubecsp.server import frames
from cubecsp.server.job import Job, JobState
from cubecsp.server.jobs import Jobs
from cubecsp.server.limits import ServerLimits
from cubecsp.server.worker_pool import _DiedError, _WorkerProcess

DONE, WHOLE = frames.frame(frames.ANSWER, b"{}"), frames.frame(frames.WHOLE, b"{}")
REFUSED = frames.frame(frames.ERROR, b'{"status": 422, "problem": "no"}')
LARGE = frames.frame(frames.CUBE, bytes(100))
ENDS = {
    "answer": DONE,
    "whole answer": WHOLE,
    "refusal": REFUSED,
    "too large": LARGE + DONE,
    "too large in parts": frames.frame(frames.PART, bytes(100)) + REFUSED,
    "death": b"",
    "death in a frame": DONE[:-1],
    "death when too large": LARGE,
}
STOPS = ("", "cancelled", "is_late")


def worker_that_writes(stream: bytes, limits: ServerLimits) -> _WorkerProcess:
    """Return a worker with no process, whose frames are already written."""
    written = asyncio.StreamReader()
    written.feed_data(stream)
    written.feed_eof()
    stdin = Mock(drain=AsyncMock())
    return _WorkerProcess(SimpleNamespace(stdin=stdin, stdout=written, kill=Mock()), limits)


@contextlib.contextmanager
def clock():
    """Give the timers that are set meanwhile."""
    timers = []

    def call_later(seconds, do, *_args):
        timers.append(Mock(seconds=seconds, do=do))
        return timers[-1]

    with patch.object(asyncio.get_running_loop(), "call_later", call_later):
        yield timers


async def answered(stream: bytes, limits: ServerLimits, *, stopped: str = "") -> tuple[Job, list]:
    """Return a job that a worker was given, and all timers that were set for it."""
    with clock() as timers:
        jobs = Jobs(limits)
        job = await jobs.add("check", b"{}", is_quick=True, keep=True)
        assert await jobs.quick.next() is job
        if stopped:
            setattr(job, stopped, True)
        with contextlib.suppress(_DiedError):
            await worker_that_writes(stream, limits).answer(job)
        return job, timers


@pytest.mark.parametrize("stopped", STOPS)
@pytest.mark.parametrize("end", ENDS)
def test_no_timer_outlives_what_it_was_set_for(end, stopped):
    """Those of a worker end when it is done with a job, and the clock of the job when that is over."""
    job, (clock_of_job, *others) = asyncio.run(
        answered(ENDS[end], ServerLimits(answer=50), stopped=stopped)
    )
    assert bool(others) == bool(stopped or "large" in end)
    for timer in others:
        timer.cancel.assert_called()
    assert job.stop is None
    assert clock_of_job.cancel.called == job.state.is_over == ("death" not in end)


def test_all_timers_of_the_server_are_known():
    """A new one needs a test that it ends: here, or for connections in `test_server_jobs`."""
    found = [
        path.name
        for path in sorted((Path(__file__).parents[2] / "cubecsp").rglob("*.py"))
        for _ in re.finditer(r"\bcall_(later|at)\(|\bTimer\(", path.read_text())
    ]
    assert found == ["http_server.py", "jobs.py", "worker_pool.py"]


WAYS_TO_BE_OVER = {
    JobState.DONE: (DONE, ""),
    JobState.CANCELLED: (DONE, "cancelled"),
    JobState.FAILED: (REFUSED, ""),
}


@pytest.mark.parametrize("state", [state for state in JobState if state.is_over])
def test_nothing_changes_a_job_that_is_over(state):
    """It is neither cancelled nor closed later, and both kinds of listeners hear the same end again."""

    async def later():
        jobs = Jobs(ServerLimits())
        stream, stopped = WAYS_TO_BE_OVER[state]
        job = await jobs.add("check", b"{}", is_quick=True, keep=True)
        assert await jobs.quick.next() is job
        job.cancelled = stopped == "cancelled"
        await worker_that_writes(stream, ServerLimits()).answer(job)
        jobs.finish(job)
        before = dict(vars(job)), job.as_dict(), [*job.events]
        assert (job.state, jobs.quick.active) == (state, 0)
        for _ in range(2):
            jobs.cancel(job)
        jobs.close()
        assert (dict(vars(job)), job.as_dict(), [*job.events]) == before
        assert jobs.quick.active == 0

    asyncio.run(later())


@pytest.mark.parametrize("more", [-1, 0, 1])
@pytest.mark.parametrize(
    "kinds",
    [*itertools.product([b"c", b"f", b"p", b""], [b"a", b"w"]), (b"cc", b"a"), (b"cf", b"w")],
    ids=str,
)
def test_an_answer_has_as_many_bytes_as_the_limit_and_no_more(kinds, more):
    """Whether it comes at once, as cubes or as parts of a file; progress counts for nothing."""
    before, last = kinds
    sizes = {kind: 40 if kind == ord("p") else 7 + place for place, kind in enumerate(before)}
    counted = sum(size for kind, size in sizes.items() if kind != ord("p"))
    stream = b"".join(frames.frame(bytes([kind]), bytes(size)) for kind, size in sizes.items())
    if before == b"cc":
        counted, stream = 14, frames.frame(b"c", bytes(7)) * 2
    answer = json.dumps("x" * 20).encode()
    limits = ServerLimits(answer=counted + len(answer) - more)
    job, _ = asyncio.run(answered(stream + frames.frame(last, answer), limits))
    if more > 0:
        assert (job.state, job.problem.status) == (JobState.FAILED, 422)
        assert (job.answer, job.problem.more["where"]) == (None, "limit")
    else:
        assert (job.state, job.size) == (JobState.DONE, counted + len(answer))


@pytest.mark.parametrize(
    ("end", "state", "status"),
    [
        (lambda jobs, job: jobs.cancel(job), JobState.CANCELLED, 409),
        (lambda jobs, _: jobs.close(), JobState.CANCELLED, 503),
        (lambda jobs, _: jobs.refuse(jobs.quick, "no"), JobState.FAILED, 503),
    ],
    ids=["cancelled", "closed", "refused"],
)
def test_what_becomes_of_jobs_that_wait(end, state, status):
    async def ended():
        jobs = Jobs(ServerLimits())
        job = await jobs.add("check", b"{}", is_quick=True, keep=True)
        end(jobs, job)
        assert (job.state, job.problem.status) == (state, status)
        assert (jobs.quick.active, jobs.quick.waiting) == (0, [])

    asyncio.run(ended())
