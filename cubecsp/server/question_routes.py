"""The paths of questions."""

from typing import Annotated, Any

from fastapi import FastAPI, Header, Request, Response

from cubecsp.server import answer_schemas
from cubecsp.server.error_handlers import OF_QUESTIONS, problems
from cubecsp.server.request_models import RequestModel
from cubecsp.server.requests import REQUESTS
from cubecsp.server.service import Service
from cubecsp.server.typed_answers import TYPED

__all__ = ["add_questions"]

_ASYNC = "respond-async"

Prefer = Annotated[str | None, Header(description="`respond-async` makes the question a job.")]


def add_questions(app: FastAPI, service: Service) -> None:
    """Add the paths of all questions."""
    for question in REQUESTS.values():
        _add(app, service, question)


def _add(app: FastAPI, service: Service, question: type[RequestModel]) -> None:
    """Add the path of a question."""

    async def answer(asked: Any, request: Request, prefer: Any = None) -> Response:
        if question.file or (prefer is not None and _ASYNC in prefer.lower()):
            return service.job_response(await service.job(asked, keep=True))
        return Response(await service.answer(asked, request), media_type="application/json")

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
        status_code=202 if question.file else 200,
        responses={
            **_answers(question),
            202: {
                "description": "The question has become a job.",
                "model": answer_schemas.JobShape,
            },
            **problems(*OF_QUESTIONS),
        },
    )


def _answers(question: type[RequestModel]) -> dict[int | str, dict[str, Any]]:
    """Return the OpenAPI description of the answer, for a question that need not be a job."""
    if question.file:
        return {}
    return {
        200: {
            "description": "The answer.",
            "model": TYPED.get(question.question, answer_schemas.of(question.question)),
        }
    }
