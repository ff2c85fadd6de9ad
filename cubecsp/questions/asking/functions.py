"""Functions made from questions: `count = asks(Count)` has the parameters of `Count`, and returns its answer.

Type checkers take the parameters and their types from the class; `inspect.signature`, `help` and notebooks get
them here.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import cache
from typing import Any, ParamSpec, TypeVar

from cubecsp.frozen import fixed
from cubecsp.questions import QUESTIONS
from cubecsp.questions.asking.parameter import REQUIRED, parameters
from cubecsp.questions.asking.query import Query
from cubecsp.stopping.deadline import Deadline

__all__ = [
    "as_function",
    "asks",
    "deadline_of",
    "docstring",
    "require_parameters",
    "signature",
    "summary_of",
]

P = ParamSpec("P")
A = TypeVar("A")
F = TypeVar("F", bound=Callable[..., Any])

_WIDTH = 100
_INDENT = " " * 8


def asks(query: Callable[P, Query[A]]) -> Callable[P, A]:
    """Return the function that asks a question, with its name, parameters and documentation.

    The time limit begins with the call, so that reading rules and cubes counts.

    Args:
        query: a class of queries.
    """

    def ask(*args: P.args, **how: P.kwargs) -> A:
        require_parameters(query, args, how)
        with deadline_of(query, how):
            return fixed(query(*args, **how).answer())  # type: ignore[no-any-return]

    return as_function(query)(ask)


def deadline_of(query: Any, keywords: Any) -> Any:
    """Return a context that enforces the time limit of a question, from now on."""
    limit = keywords.get("time_limit")
    known = parameters(query).get("time_limit")
    return Deadline(None if known is None or limit is None else known.check(limit)).enforce()


def require_parameters(query: Any, arguments: Any, keywords: Any) -> None:
    """Make sure that a question has the parameters of a call.

    Raises:
        TypeError: it does not; the message names the function, as usual.
    """
    try:
        signature(query).bind(*arguments, **keywords)
    except TypeError as error:
        raise TypeError(f"{query.name}() {error}") from None


def as_function(query: Any, returns: Any = None) -> Callable[[F], F]:
    """Return a decorator that gives a function the name, signature and documentation of a question.

    It is for functions written by hand because the type of their answer depends on an argument.

    Args:
        query: the class of the question.
        returns: the type of the result, if that is not the answer.
    """

    def document(function: F) -> F:
        function.__name__ = function.__qualname__ = query.name
        function.__module__ = query.__module__
        function.__doc__ = docstring(query)
        visible_signature = signature(query)
        if returns is not None:
            visible_signature = visible_signature.replace(return_annotation=returns)
        function.__signature__ = visible_signature  # type: ignore[attr-defined]
        return function

    return document


@cache
def signature(query: type) -> inspect.Signature:
    """Return the signature of the function that asks a question."""
    kinds = {True: inspect.Parameter.POSITIONAL_OR_KEYWORD, False: inspect.Parameter.KEYWORD_ONLY}
    return inspect.Signature(
        [
            inspect.Parameter(
                one.name,
                kinds[one.positional],
                default=inspect.Parameter.empty if one.default is REQUIRED else one.default,
                annotation=one.written_type,
            )
            for one in parameters(query).values()
        ],
        return_annotation=_answer_of(query),
    )


def docstring(query: type[Query[Any]]) -> str:
    """Return the documentation of the function that asks a question: its summary, and its parameters."""
    _, _, text = inspect.cleandoc(query.__doc__ or "").partition("\n\n")
    about, _, raises = f"\n\n{text}".partition("\n\nRaises:")
    answers = summary_of(query)
    lines = [f"{answers}{about}".rstrip(), "", "Args:"]
    for one in parameters(query).values():
        lines += _lines(f"    {one.name}: {one.help()}.")
    return "\n".join([*lines, *(["", f"Raises:{raises}"] if raises else [])])


def _lines(text: str) -> list[str]:
    """Return an entry of a docstring in lines (the module of Python that does this takes long to import)."""
    lines = [text]
    while len(lines[-1]) > _WIDTH and (at := lines[-1].rfind(" ", len(_INDENT), _WIDTH)) > 0:
        lines[-1:] = [lines[-1][:at], f"{_INDENT}{lines[-1][at + 1 :]}"]
    return lines


def summary_of(query: type[Query[Any]]) -> str:
    """Return the sentence that describes a question; if it is not registered, from its docstring."""
    if query.name not in QUESTIONS:
        return inspect.cleandoc(query.__doc__ or "").partition("\n")[0]
    text = QUESTIONS.summary(query.name)
    return f"{text[0].upper()}{text[1:]}."


def _answer_of(query: type) -> Any:
    """Return the type of the answer to a question."""
    for base in query.__mro__:
        for generic in base.__dict__.get("__orig_bases__", ()):
            for argument in getattr(generic, "__args__", ()):
                if isinstance(argument, type) and hasattr(argument, "sentence"):
                    return argument
    return inspect.Signature.empty
