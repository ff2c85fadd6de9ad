"""The paths of jobs, to add, query, follow and end them."""

import mimetypes
from collections.abc import AsyncIterator
from typing import Annotated, Any, Literal, Union

from fastapi import FastAPI, Header, Path, Response
from fastapi.responses import JSONResponse, StreamingResponse
from pydantic import ConfigDict, Field, create_model

from cubecsp.server import answer_schemas, event_stream
from cubecsp.server.error_handlers import OF_QUESTIONS, problems
from cubecsp.server.error_statuses import RequestProblem
from cubecsp.server.requests import REQUESTS
from cubecsp.server.service import Service

__all__ = ["add_jobs"]

After = Annotated[
    str | None, Header(description="The number of the last event that the client has received.")
]
Identity = Annotated[str, Path(max_length=64, description="The `id` of a job.")]


def _job_models() -> Any:
    """Return the type of the body that asks for a job: a question, and its parameters."""
    models = [
        create_model(
            f"{question.__name__}Job",
            __config__=ConfigDict(extra="forbid"),
            question=(Literal[name], Field(description="The name of the question.")),  # type: ignore[arg-type]
            parameters=(question, Field(description="Its parameters.")),
        )
        for name, question in REQUESTS.items()
    ]
    return Annotated[Union[tuple(models)], Field(discriminator="question")]  # noqa: UP007


def add_jobs(app: FastAPI, service: Service) -> None:
    """Add the paths of jobs."""

    async def add_job(asked: Any) -> Response:
        """Answer a question in the background."""
        return service.job_response(await service.job(asked.parameters, keep=True))

    add_job.__annotations__["asked"] = _job_models()
    shared: dict[str, Any] = {"tags": ["jobs"], "response_model": None}
    app.add_api_route(
        "/api/jobs",
        add_job,
        methods=["POST"],
        responses={
            202: {"description": "The job waits for its turn.", "model": answer_schemas.JobShape},
            **problems(*OF_QUESTIONS),
        },
        status_code=202,
        **shared,
    )

    @app.get(
        "/api/jobs/{identity}",
        responses={
            200: {
                "description": "The job, with its answer if it has one.",
                "model": answer_schemas.JobShape,
            },
            **problems(404, 422),
        },
        **shared,
    )
    async def job(identity: Identity) -> Response:
        """Return the state of a job, and its answer if it has one."""
        return JSONResponse(service.description(service.jobs[identity]))

    @app.get(
        "/api/jobs/{identity}/events",
        responses={
            200: {
                "description": "Events `cube`, `progress`, `restart`, and last `answer` or `error`.",
                "content": {"text/event-stream": {"schema": {"type": "string"}}},
            },
            204: {"description": "The client has received the last event."},
            **problems(404, 422),
        },
        **shared,
    )
    async def job_events(identity: Identity, last_event_id: After = None) -> Response:
        """Return the events of a job, as they come."""
        known = service.jobs[identity]
        after = _number(last_event_id)
        if known.state.is_over and not known.has_after(after):
            return Response(status_code=204)  # browsers then do not ask again
        return StreamingResponse(
            event_stream.stream(known, after),
            media_type="text/event-stream",
            headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
        )

    @app.get(
        "/api/jobs/{identity}/file",
        responses={
            200: {
                "description": "The file that the question made.",
                "content": {"application/zip": {"schema": {"type": "string", "format": "binary"}}},
            },
            **problems(404, 422),
        },
        **shared,
    )
    async def job_file(identity: Identity) -> Response:
        """Return the file that a question makes in addition to its answer: the certificate of `prove`, as an archive."""
        known = service.jobs[identity]
        name = REQUESTS[known.question].file
        if name is None or not known.parts or known.answer is None:
            raise RequestProblem(404, "the job has no file", "`prove` has one when it is done")
        return StreamingResponse(
            _stream(known.parts),
            media_type=mimetypes.guess_type(name)[0],
            headers={
                "Content-Disposition": f'attachment; filename="{name}"',
                "Content-Length": str(sum(map(len, known.parts))),
                "Cache-Control": "no-store",
            },
        )

    @app.delete(
        "/api/jobs/{identity}",
        responses={
            202: {"description": "The job is being ended.", "model": answer_schemas.JobShape},
            204: {"description": "The job was over, and is deleted."},
            **problems(404, 422),
        },
        status_code=202,
        **shared,
    )
    async def cancel_job(identity: Identity) -> Response:
        """End a job, which keeps its results; or delete one that is over."""
        known = service.jobs[identity]
        if known.state.is_over:
            service.jobs.forget(known)
            return Response(status_code=204)
        service.jobs.cancel(known)
        return JSONResponse(service.description(known), 202)


async def _stream(parts: list[bytes]) -> AsyncIterator[bytes]:
    for part in parts:
        yield part


def _number(text: str | None) -> int:
    if text is None or not (text.isascii() and text.isdigit()):
        return 0
    return int(text[:18])
