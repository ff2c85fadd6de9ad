"""The responses to problems, and their description in the OpenAPI."""

import json
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from cubecsp.server.error_statuses import CONTENT_TYPE, FAULT, RequestProblem
from cubecsp.server.request_errors import request_problem
from cubecsp.server.requests import REQUESTS

OF_QUESTIONS = (408, 409, 413, 415, 422, 429, 500, 503)
"""The statuses of failures, each with a description."""

_ERRORS = {
    400: "The request cannot be read.",
    403: "The server does not serve this Host or Origin.",
    404: "There is no such question, job or file.",
    408: "The request was too slow.",
    409: "The question was cancelled.",
    413: "The request is too large.",
    415: "The body is not JSON.",
    422: "The question is invalid, or cannot be answered.",
    429: "Too many questions wait.",
    500: "There is an error in the server.",
    503: "The answer took too long, no worker is there, or the server is closing.",
}


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return the OpenAPI description of responses that are problems."""
    schema = {"$ref": "#/components/schemas/ProblemShape"}
    return {
        status: {"description": _ERRORS[status], "content": {CONTENT_TYPE: {"schema": schema}}}
        for status in sorted({400, 403, *statuses})
    }


class _ProblemResponse(JSONResponse):
    media_type = CONTENT_TYPE

    def render(self, content: Any) -> bytes:
        """Return the body; half a surrogate pair, which a request may have, is written as an escape of JSON."""
        text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
        return text.encode("utf-8", "backslashreplace")


def problem_response(problem: RequestProblem) -> Response:
    """Return the response that reports a problem."""
    return _ProblemResponse(problem.as_dict(), problem.status, problem.headers)


def _parameters(request: Request, body: Any) -> list[str]:
    """Return the names of the parameters of the question in a request; none if it asks no question."""
    name = request.url.path.rpartition("/")[2]
    if name == "jobs" and isinstance(body, dict):
        name = str(body.get("question"))
    return list(REQUESTS[name].model_fields) if name in set(REQUESTS) else []


def report_problems(app: FastAPI) -> None:
    """Report every error of an application in one shape."""

    @app.exception_handler(RequestProblem)
    async def on_problem(_request: Request, error: RequestProblem) -> Response:
        return problem_response(error)

    @app.exception_handler(RequestValidationError)
    async def on_malformed(request: Request, error: RequestValidationError) -> Response:
        return problem_response(request_problem(error, _parameters(request, error.body)))

    @app.exception_handler(HTTPException)
    async def on_refusal(_request: Request, error: HTTPException) -> Response:
        unread = error.status_code == 400  # such as a body of endlessly nested lists
        detail = "the body cannot be read" if unread else str(error.detail)
        response = problem_response(RequestProblem(error.status_code, detail))
        response.headers.update(error.headers or {})
        return response

    @app.exception_handler(Exception)
    async def on_fault(_request: Request, _error: Exception) -> Response:
        return problem_response(RequestProblem(500, FAULT, "please report it"))
