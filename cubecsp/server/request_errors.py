"""The errors of requests of the wrong shape, in words."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from fastapi.exceptions import RequestValidationError

from cubecsp.errors import excerpt
from cubecsp.puzzle.cube.words import listed
from cubecsp.questions.answers.numbers_in_words import plural
from cubecsp.server.error_statuses import RequestProblem
from cubecsp.server.requests import REQUESTS
from cubecsp.suggestions import suggestion

_KINDS = {
    "string_type": "a text",
    "list_type": "a list",
    "dict_type": "an object",
    "model_type": "an object",
    "model_attributes_type": "an object",
    "int_type": "an integer",
    "float_type": "a number",
    "bool_type": "true or false",
    "none_required": "null",
}
"""The right kind of value, by pydantic's type of error."""

_SHORT = 40  # characters of a value that are shown


class _Error(NamedTuple):
    """One of pydantic's errors.

    Attributes:
        path: its place in the request, without the names of alternatives that pydantic tested.
        kind: pydantic's name for it.
        message: its text.
        value: the value in the request.
        context: the bounds that the value breaks, by pydantic's names.
    """

    path: tuple[str | int, ...]
    kind: str
    message: str
    value: Any
    context: Mapping[str, Any]


def request_problem(error: RequestValidationError, known: Iterable[str] = ()) -> RequestProblem:
    """Return the problem: the mistake, the value in the request, and the remedy.

    Args:
        error: the error of pydantic.
        known: the names that the body, or its `parameters`, may have.

    If a value has several alternatives, the nearest ones count: those with the right kind of value, and among
    them the one that fits the longest.
    """
    if error.errors()[0]["type"] == "json_invalid":
        return RequestProblem(400, "the body is not JSON", where="body")
    first = error.errors()[0]["loc"]
    body = error.body if first[0] == "body" else None
    errors = [_read(one, body) for one in error.errors() if one["loc"][:1] == first[:1]]
    deepest = max(errors, key=lambda one: (one.kind not in _KINDS, len(one.path)))
    where = ".".join(map(str, deepest.path)) or (str(first[-1]) if body is None else "the body")
    if deepest.kind not in _KINDS:
        return _problem(deepest, where, known)
    kinds = _alternatives(one for one in errors if one.path == deepest.path)
    return RequestProblem(
        422,
        f"{where}: {_excerpt(deepest.value)} is not {kinds}",
        f"write {kinds}",
        where=where.removeprefix("the "),
    )


def _read(error: Mapping[str, Any], body: Any) -> _Error:
    """Return an error; pydantic's place also has the names of alternatives, which are not in the body."""
    *steps, last = error["loc"][1:] or ("",)
    path: list[str | int] = []
    for step in (*steps, last):
        if (isinstance(body, Mapping) and step in body) or (
            isinstance(body, list) and isinstance(step, int) and step < len(body)
        ):
            body = body[step]
        elif error["type"] != "missing" or step is not last:
            continue
        path.append(step)
    context = error.get("ctx") or {}
    return _Error(tuple(path), error["type"], error["msg"], error.get("input"), context)


def _problem(error: _Error, where: str, known: Iterable[str]) -> RequestProblem:
    """Return the problem of an error that is not about the kind of a value."""
    match error.kind, error.context:
        case "missing", _:
            problem, remedy = f"{where} is missing", ""
        case "extra_forbidden", _:
            name = str(error.path[-1])
            problem = f"unknown parameter {excerpt(name)}"
            remedy = suggestion(name, known) if known else ""
            if name in known:  # of a job
                problem, remedy = (
                    f"{excerpt(name)} stands beside `parameters`",
                    "write it among these",
                )
        case "union_tag_not_found", _:
            where, remedy = "question", suggestion("", REQUESTS)
            problem = "question is missing"
        case "union_tag_invalid", {"tag": name}:
            where, remedy = "question", suggestion(name, REQUESTS)
            problem = f"unknown question {excerpt(name)}"
        case "string_unicode", _:
            problem, remedy = f"{where} has half of a surrogate pair, which is no character", ""
        case "too_short" | "string_too_short", {"min_length": least}:
            problem, remedy = f"{where} {_size(error)}", f"give at least {least:,}"
        case "too_long" | "string_too_long", {"max_length": most}:
            problem, remedy = f"{where} {_size(error)}", f"give at most {most:,}"
        case _:
            problem, remedy = f"{where}: {_with_value(error)}", ""
    return RequestProblem(422, problem, remedy, where=where.removeprefix("the "))


def _size(error: _Error) -> str:
    """Return the length of the text or the list of an error."""
    unit = "character" if isinstance(error.value, str) else "item"
    return f"has {plural(len(error.value), unit)}" if error.value else "is empty"


def _with_value(error: _Error) -> str:
    """Return the message of an error, followed by its value if that is short and not yet in it."""
    message = error.message[:1].lower() + error.message[1:]
    if isinstance(error.value, Mapping | Sequence):
        return message
    return message if ", not " in message else f"{message}, not {_excerpt(error.value)}"


def _alternatives(errors: Iterable[_Error]) -> str:
    return listed(
        list(dict.fromkeys(_KINDS[one.kind] for one in errors if one.kind in _KINDS)), "or"
    )


def _excerpt(value: Any) -> str:
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError):
        text = repr(value)
    return text if len(text) <= _SHORT else f"{excerpt(text, 0, _SHORT)[1:-2]}…"
