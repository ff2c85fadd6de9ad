"""The service behind the paths: questions become jobs, and jobs answers."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from fastapi import Request, Response
from fastapi.responses import JSONResponse

from cubecsp.server.error_statuses import RequestProblem
from cubecsp.server.job import Job
from cubecsp.server.jobs import Jobs
from cubecsp.server.limits import ServerLimits
from cubecsp.server.request_models import RequestModel
from cubecsp.server.worker_pool import WorkerPool

_QUICK = 8_000
"""A quick question with more bytes than this is about too many cubes to be quick."""


class Service:
    """The service: the jobs, and their workers.

    Args:
        limits: the limits of the server.
    """

    def __init__(self, limits: ServerLimits) -> None:
        self.limits = limits
        self.jobs = Jobs(limits)
        self.workers = WorkerPool(self.jobs, limits)

    async def job(self, request: RequestModel, *, keep: bool) -> Job:
        """Return a new job for a question; errors as in `Jobs.add`."""
        parameters = request.model_dump(exclude_unset=True)
        if parameters.get("time_limit") is not None:
            parameters["time_limit"] = min(parameters["time_limit"], self.limits.time)
        body = json.dumps(parameters).encode()
        is_quick = request.is_quick and len(body) <= _QUICK
        return await self.jobs.add(request.question, body, is_quick=is_quick, keep=keep)

    async def answer(self, asked: RequestModel, request: Request) -> bytes:
        """Return the answer to a question, as JSON, unless the client goes away.

        Raises:
            Problem: there is none.
        """
        job = await self.job(asked, keep=False)
        over = asyncio.ensure_future(job.over())
        gone = asyncio.ensure_future(_wait_for_disconnect(request))
        try:
            await asyncio.wait({over, gone}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            if not job.state.is_over:
                self.jobs.cancel(job)
            over.cancel()
            gone.cancel()
        answer = job.answer
        if answer is None:
            raise job.problem or RequestProblem(503, "the question was not answered")
        return answer

    def description(self, job: Job) -> dict[str, Any]:
        """Return the description of a job, with its answer if it has one."""
        data = job.as_dict()
        position = self.jobs.position(job)
        if position is not None:
            data["position"] = position
        if (answer := job.answer) is not None:
            data["answer"] = json.loads(answer)
        return data

    def job_response(self, job: Job) -> Response:
        """Return the response with the path of a job."""
        return JSONResponse(self.description(job), 202, {"Location": f"/api/jobs/{job.id}"})


async def _wait_for_disconnect(request: Request) -> None:
    """Return when the client has gone."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
