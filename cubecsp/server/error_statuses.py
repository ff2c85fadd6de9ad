"""The problems that prevent answers, in one shape: problem details of RFC 9457."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from http import HTTPStatus
from typing import Any

from cubecsp.errors import CubecspError, EngineError, InputError, LimitError, in_one_sentence

CONTENT_TYPE = "application/problem+json"

_WHERE = {404: "path", 405: "method", 408: "body", 413: "body", 415: "Content-Type"}
"""Which part of a request is at fault, by status."""

_QUOTED = 20  # characters by which a value is known again: problems shorten long ones

FAULT = "this is an error in cubecsp, not in your question"


class RequestProblem(Exception):  # noqa: N818  # a problem of the request, not our error
    """The reason why a request is not answered.

    Args:
        status: the status of HTTP.
        problem: the mistake, a clause.
        remedy: the remedy, also a clause; empty if unknown.
        more: `where` in the request, `position` in a text.
        retry_after: seconds after which the request may succeed.
    """

    def __init__(
        self,
        status: int,
        problem: str,
        remedy: str = "",
        *,
        retry_after: int | None = None,
        **more: Any,
    ) -> None:
        super().__init__(problem)
        self.status = HTTPStatus(status)
        self.problem = problem
        self.remedy = remedy
        self.retry_after = retry_after
        self.more = more

    @property
    def headers(self) -> dict[str, str]:
        """Further headers of the response."""
        return {} if self.retry_after is None else {"Retry-After": str(self.retry_after)}

    def as_dict(self) -> dict[str, Any]:
        """Return the body of the response."""
        data = {
            "title": self.status.phrase,
            "status": int(self.status),
            "detail": in_one_sentence(self.problem, self.remedy),
            "problem": self.problem,
            "remedy": self.remedy or None,
            "where": _WHERE.get(int(self.status)),
            **self.more,
        }
        return {key: value for key, value in data.items() if value is not None}


def problem_of(error: Exception) -> RequestProblem:
    """Return the problem that reports an exception raised by a question."""
    match error:
        case InputError():
            return RequestProblem(422, error.problem, error.remedy, position=error.position)
        case LimitError():
            return RequestProblem(422, error.problem, error.remedy)
        case EngineError():
            return RequestProblem(422, str(error))
        case MemoryError():
            return RequestProblem(422, "there is not enough memory for the answer", "ask for less")
        case CubecspError():
            return RequestProblem(500, str(error))
    return RequestProblem(500, f"{FAULT} ({type(error).__name__})", "please report it")


def at_fault(problem: RequestProblem, parameters: Mapping[str, Any]) -> str:
    """Return the parameter that a problem is about.

    It is the one whose value the problem quotes, the longest such; otherwise one that it names; otherwise the only one
    that is given; otherwise the body as a whole.
    """
    quoted = [
        (len(text), name)
        for name, value in parameters.items()
        for text in _texts(value)
        if text and text[:_QUOTED] in problem.problem
    ]
    named = [name for name in parameters if re.search(rf"\b{re.escape(name)}\b", problem.problem)]
    if quoted:
        return max(quoted)[1]
    return named[0] if named else next(iter(parameters)) if len(parameters) == 1 else "body"


def _texts(value: Any) -> Iterator[str]:
    """Yield the texts and numbers in a value."""
    if isinstance(value, Mapping):
        value = value.values()
    elif isinstance(value, str) or not isinstance(value, Iterable):
        yield str(value)
        return
    for part in value:
        yield from _texts(part)
