"""The application: what each path answers."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Iterable
from pathlib import Path
from typing import Annotated, Any, Literal, Union

from fastapi import FastAPI, Header, Request, Response
from fastapi import Path as InPath
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, StreamingResponse
from pydantic import Field, create_model
from starlette.exceptions import HTTPException

from cubecsp.server import events, shapes
from cubecsp.server.guard import Guard
from cubecsp.server.job import Job
from cubecsp.server.jobs import Jobs
from cubecsp.server.limits import Limits
from cubecsp.server.problems import CONTENT_TYPE, FAULT, Problem
from cubecsp.server.questions import QUESTIONS
from cubecsp.server.questions.base import Asked
from cubecsp.server.static import Site, folder
from cubecsp.server.workers import Workers
from cubecsp.version import __version__

__all__ = ["Service", "create"]

_QUICK = 8_000
"""A quick question with more bytes than this is about so many cubes that it is not quick."""

_ASYNC = "respond-async"

Prefer = Annotated[str | None, Header(description="`respond-async` makes it a job.")]
After = Annotated[str | None, Header(description="The number of the last event that is known.")]
Identity = Annotated[str, InPath(max_length=64, description="Of a job.")]


class Service:
    """What answers: the jobs, and the workers that do them.

    Args:
        limits: what is allowed.
    """

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.jobs = Jobs(limits)
        self.workers = Workers(self.jobs, limits)

    async def job(self, asked: Asked, *, keep: bool) -> Job:
        """Return a new job for a question; errors as in `Jobs.add`."""
        parameters = asked.model_dump(mode="json", exclude_unset=True)
        if "time_limit" in type(asked).model_fields:
            wanted = parameters.get("time_limit") or self.limits.time
            parameters["time_limit"] = min(wanted, self.limits.time)
        is_quick = asked.is_quick and len(json.dumps(parameters)) <= _QUICK
        return await self.jobs.add(asked.question, parameters, is_quick=is_quick, keep=keep)

    async def answer(self, asked: Asked, request: Request) -> Response:
        """Return the answer to a question, unless whoever asked goes away.

        Raises:
            Problem: there is none.
        """
        job = await self.job(asked, keep=False)
        over = asyncio.ensure_future(job.over())
        gone = asyncio.ensure_future(_gone(request))
        try:
            await asyncio.wait({over, gone}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            if not job.state.is_over:
                self.jobs.cancel(job)
            over.cancel()
            gone.cancel()
        answer = job.answer
        if answer is None:
            raise job.problem or Problem(503, "the question was not answered")
        return Response(answer, media_type="application/json")

    def told(self, job: Job, *, whole: bool = True) -> dict[str, Any]:
        """Return what is told of a job, its answer included if it is the `whole`."""
        shown = job.as_dict()
        position = self.jobs.position(job)
        if position is not None:
            shown["position"] = position
        if whole and (answer := job.answer) is not None:
            shown["answer"] = json.loads(answer)
        return shown

    def accepted(self, job: Job) -> Response:
        """Return the response that says where a job can be asked for."""
        return JSONResponse(self.told(job), 202, {"Location": f"/api/jobs/{job.id}"})


def create(
    limits: Limits | None = None,
    *,
    page: Path | None = None,
    hosts: Iterable[str] = (),
    origins: Iterable[str] = (),
) -> FastAPI:
    """Return the application.

    Args:
        limits: what is allowed.
        page: the folder of the page, if not the usual one.
        hosts: names that it is called by, besides addresses and localhost.
        origins: whose pages may ask, besides our own.
    """
    service = Service(limits or Limits())

    @contextlib.asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        service.workers.start()
        try:
            yield
        finally:
            service.jobs.close()
            await service.workers.close()

    app = FastAPI(
        title="cubecsp",
        version=__version__,
        summary="Questions about Rubik's cubes, asked declaratively.",
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,  # which would load scripts from elsewhere
        redoc_url=None,
        generate_unique_id_function=lambda route: route.name,
    )
    app.state.service = service
    app.add_middleware(Guard, limits=service.limits, hosts=list(hosts), origins=list(origins))
    _tell_problems(app)
    _add_status(app, service)
    _add_jobs(app, service)
    for question in QUESTIONS.values():
        _add_question(app, service, question)
    _add_page(app, Site(page or folder()))
    return app


async def _gone(request: Request) -> None:
    """Return when the client has gone."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


_ERRORS = {
    400: "The request cannot be read.",
    403: "Host or Origin are not ours.",
    404: "There is no such thing.",
    408: "The request was too slow.",
    409: "The question was cancelled.",
    413: "The request is too large.",
    415: "The body is not JSON.",
    422: "The question makes no sense, or cannot be answered.",
    429: "Too many questions wait.",
    500: "A fault of cubecsp.",
    503: "It took too long, or the server is closing.",
}


def _problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return what the OpenAPI says of responses that are problems."""
    schema = {"$ref": "#/components/schemas/ProblemShape"}
    return {
        status: {"description": _ERRORS[status], "content": {CONTENT_TYPE: {"schema": schema}}}
        for status in sorted({400, 403, *statuses})
    }


_OF_QUESTIONS = (408, 409, 413, 415, 422, 429, 500, 503)


def _add_question(app: FastAPI, service: Service, question: type[Asked]) -> None:
    """Add what answers a question."""

    async def answer(asked: Any, request: Request, prefer: Any = None) -> Response:
        if prefer is not None and _ASYNC in prefer.lower():
            return service.accepted(await service.job(asked, keep=True))
        return await service.answer(asked, request)

    answer.__annotations__ = {"asked": question, "request": Request, "prefer": Prefer}
    answer.__name__ = question.question
    summary = (question.__doc__ or "").strip().splitlines()[0]
    app.add_api_route(
        f"/api/{question.question}",
        answer,
        methods=["POST"],
        name=question.question,
        summary=summary,
        tags=["questions"],
        response_model=None,
        responses={
            200: {"description": "The answer.", "model": shapes.of(question.question)},
            202: {"description": "It has become a job.", "model": shapes.JobShape},
            **_problems(*_OF_QUESTIONS),
        },
    )


def _job_models() -> Any:
    """Return the type of the body that asks for a job: a question, and its parameters."""
    models = [
        create_model(
            f"{question.__name__}Job",
            question=(Literal[name], Field(description="Which question.")),  # type: ignore[valid-type]
            parameters=(question, Field(description="Its parameters.")),
        )
        for name, question in QUESTIONS.items()
    ]
    return Annotated[Union[tuple(models)], Field(discriminator="question")]  # noqa: UP007


def _add_jobs(app: FastAPI, service: Service) -> None:
    """Add what is asked of jobs."""

    async def add_job(asked: Any) -> Response:
        """Have a question answered in the background."""
        return service.accepted(await service.job(asked.parameters, keep=True))

    add_job.__annotations__["asked"] = _job_models()
    tell = {"tags": ["jobs"], "response_model": None}
    app.add_api_route(
        "/api/jobs",
        add_job,
        methods=["POST"],
        responses={
            202: {"description": "It waits its turn.", "model": shapes.JobShape},
            **_problems(*_OF_QUESTIONS),
        },
        status_code=202,
        **tell,
    )

    @app.get(
        "/api/jobs/{identity}",
        responses={
            200: {"description": "How far it is.", "model": shapes.JobShape},
            **_problems(404, 422),
        },
        **tell,
    )
    async def job(identity: Identity) -> Response:
        """How far a job is, and its answer."""
        return JSONResponse(service.told(service.jobs[identity]))

    @app.get(
        "/api/jobs/{identity}/events",
        responses={
            200: {
                "description": "Events `cube`, `progress`, `restart`, and last `answer` or `error`.",
                "content": {"text/event-stream": {"schema": {"type": "string"}}},
            },
            204: {"description": "There are no events after the last that is known."},
            **_problems(404, 422),
        },
        **tell,
    )
    async def job_events(identity: Identity, last_event_id: After = None) -> Response:
        """What a job tells, as it comes."""
        known = service.jobs[identity]
        after = _number(last_event_id)
        if known.state.is_over and not known.has_after(after):
            return Response(status_code=204)  # so that browsers do not ask again
        return StreamingResponse(
            events.stream(known, after),
            media_type="text/event-stream",
            headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
        )

    @app.delete(
        "/api/jobs/{identity}",
        responses={
            202: {"description": "It ends.", "model": shapes.JobShape},
            204: {"description": "It was over, and is forgotten."},
            **_problems(404, 422),
        },
        status_code=202,
        **tell,
    )
    async def cancel_job(identity: Identity) -> Response:
        """End a job, which keeps what it has found; or forget one that is over."""
        known = service.jobs[identity]
        if known.state.is_over:
            service.jobs.forget(known)
            return Response(status_code=204)
        service.jobs.cancel(known)
        return JSONResponse(service.told(known), 202)


def _number(text: str | None) -> int:
    if text is None or not (text.isascii() and text.isdigit()):
        return 0
    return int(text[:18])


def _add_status(app: FastAPI, service: Service) -> None:
    """Add what the server tells of itself."""

    @app.get(
        "/api/status",
        tags=["server"],
        response_model=None,
        responses={
            200: {"description": "What it is.", "model": shapes.StatusShape},
            **_problems(),
        },
    )
    async def status() -> Response:
        """What the server is, and how much it has to do."""
        told = {
            "version": __version__,
            "workers": len(service.workers.pids),
            "active": service.jobs.long.active + service.jobs.quick.active,
            "time_limit": service.limits.time,
            "questions": list(QUESTIONS),
        }
        return JSONResponse(told, headers={"Cache-Control": "no-store"})


def _add_page(app: FastAPI, site: Site) -> None:
    """Add the files of the page."""

    @app.get("/{name:path}", include_in_schema=False)
    async def page(name: str, request: Request) -> Response:
        file = site.get(name)
        if file is None:
            raise Problem(404, "there is nothing here", "the API is below /api/")
        headers = {"ETag": file.tag, "Cache-Control": "no-cache"}
        if file.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        return Response(file.data, media_type=file.kind, headers=headers)


def _tell_problems(app: FastAPI) -> None:
    """Have whatever goes wrong told in one shape."""

    def told(problem: Problem) -> Response:
        return JSONResponse(problem.as_dict(), problem.status, problem.headers, CONTENT_TYPE)

    @app.exception_handler(Problem)
    async def known(_request: Request, error: Problem) -> Response:
        return told(error)

    @app.exception_handler(RequestValidationError)
    async def malformed(_request: Request, error: RequestValidationError) -> Response:
        return told(_malformed(error))

    @app.exception_handler(HTTPException)
    async def refused(_request: Request, error: HTTPException) -> Response:
        response = told(Problem(error.status_code, str(error.detail)))
        response.headers.update(error.headers or {})
        return response

    @app.exception_handler(Exception)
    async def faulty(_request: Request, _error: Exception) -> Response:
        return told(Problem(500, FAULT, "please report it to its authors"))


def _malformed(error: RequestValidationError) -> Problem:
    """Return what is wrong with a request that is not of the shape that it should have."""
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        return Problem(400, "the body is not JSON", where="body")
    where = ".".join(str(part) for part in first["loc"][1:] or first["loc"])
    return Problem(422, f"{where}: {first['msg'][:1].lower()}{first['msg'][1:]}", where=where)
