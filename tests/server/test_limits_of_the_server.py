"""Limits of the server, with clocks that the test holds: the time of a body, how often a question is tried, and what is told later."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Coroutine
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.exceptions import HTTPException

from cubecsp.server import job as jobs_module
from cubecsp.server.error_statuses import RequestProblem
from cubecsp.server.guard import _Body
from cubecsp.server.job import Job, JobState
from cubecsp.server.jobs import Jobs
from cubecsp.server.limits import ServerLimits
from cubecsp.server.worker_pool import WorkerPool


def run_with_held_clock(work: Coroutine[Any, Any, Any]) -> Any:
    """Do work in a loop whose clock goes on only while all wait, and then at once to the next timer."""
    loop = asyncio.SelectorEventLoop()
    now, select = 0.0, loop._selector.select

    def wait(seconds: float | None = None) -> Any:
        nonlocal now
        assert seconds is not None, "nothing is waited for"
        now += max(0.0, seconds)
        return select(0)

    loop.time = lambda: now
    loop._selector.select = wait
    try:
        return loop.run_until_complete(work)
    finally:
        loop.close()


@pytest.mark.parametrize("pauses", [(), (6,), (6, 3), (6, 6), (3,) * 3, (3,) * 4, (11,), (1,) * 12])
@pytest.mark.parametrize("ends", [True, False])
def test_the_time_of_a_body_is_that_of_all_its_parts(pauses, ends):
    async def received() -> str:
        waits = iter(pauses)

        async def receive() -> dict[str, Any]:
            wait = next(waits, None)
            if wait is None:
                await asyncio.sleep(0 if ends else 1e6)
                return {"type": "http.request", "body": b"", "more_body": False}
            await asyncio.sleep(wait)
            return {"type": "http.request", "body": b"x", "more_body": True}

        body = _Body(receive, ServerLimits(body_time=10.0))
        try:
            while (await body.receive())["more_body"]:
                pass
        except HTTPException as refused:
            assert asyncio.get_running_loop().time() == pytest.approx(10.0)
            return f"refused {refused.status_code}"
        return "whole"

    whole = ends and sum(pauses) < 10
    assert run_with_held_clock(received()) == ("whole" if whole else "refused 408")


@pytest.mark.parametrize("attempts", [1, 2, 3])
@pytest.mark.parametrize(
    ("too_large", "late", "cancelled"), [*itertools.product([False, True], repeat=3)]
)
def test_what_becomes_of_a_job_whose_worker_dies(attempts, too_large, late, cancelled):
    """It is asked again, at the head of the queue, unless nobody wants its answer any more or it may not have one."""

    async def died() -> None:
        jobs = Jobs(limits := ServerLimits(attempts=attempts))
        pool = WorkerPool(jobs, limits)
        job, other = [await jobs.add("check", b"{}", is_quick=True, keep=True) for _ in range(2)]
        for time in range(1, attempts + 1):
            assert await jobs.quick.next() is job
            job.begin()
            job.problem = RequestProblem(422, "too large") if too_large else None
            job.is_late, job.cancelled = late, cancelled
            await pool._reassign(job, jobs.quick)
            if too_large or late or cancelled or time == attempts:
                break
            assert (job.state, jobs.quick.waiting) == (JobState.QUEUED, [job, other])
        assert jobs.quick.waiting == [other]
        wanted = not (too_large or late or cancelled)
        assert job.lost == (attempts if wanted else 1)
        status = 422 if too_large else 503 if late or not cancelled else 409
        assert job.problem.status == status
        assert job.state is (JobState.CANCELLED if status == 409 else JobState.FAILED)
        assert ("died" in job.problem.problem) == wanted

    asyncio.run(died())


@pytest.mark.parametrize("end", [state for state in JobState if state.is_over])
@pytest.mark.parametrize("begun", [True, False])
def test_a_job_that_is_over_is_described_the_same_whenever_one_asks(end, begun, monkeypatch):
    clock = itertools.count(100.0, 2.0)
    monkeypatch.setattr(jobs_module, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    job = Job("check", b"{}", is_quick=True)
    if begun:
        job.begin()
        first, second = (job.as_dict()["seconds"] for _ in range(2))
        assert 0 < first < second  # it is under way
    job.emit("answer", b"{}")
    job.end(end)
    assert (job.as_dict()["seconds"] > 0) == begun
    assert job.as_dict() == job.as_dict()
