"""Keyword arguments that several functions take, declared once.

A `TypedDict` declares them, with a text on each, and the functions take `**how: Unpack[…]` of it (PEP 692):
type checkers and the reference pages know the names and types from there. `taking` tells them to whoever
asks the function itself: `help`, notebooks and `inspect.signature`.
"""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

__all__ = ["require_known", "taking"]

_Function = TypeVar("_Function", bound=Callable[..., Any])


def taking(keywords: type, checked: type, **defaults: object) -> Callable[[_Function], _Function]:
    """Return a decorator of functions that take `**how: Unpack[keywords]`.

    Args:
        keywords: a `TypedDict`.
        checked: the dataclass that the arguments make, whose defaults are theirs; None is the default of
            those that it has no field for.
        defaults: those that are others.
    """
    fields = {field.name: field.default for field in dataclasses.fields(checked)} | defaults
    shown = [
        inspect.Parameter(
            name,
            inspect.Parameter.KEYWORD_ONLY,
            default=None if (default := fields.get(name)) is dataclasses.MISSING else default,
            annotation=annotation.__forward_arg__,
        )
        for name, annotation in keywords.__annotations__.items()
    ]

    def shows(function: _Function) -> _Function:
        signature = inspect.signature(function)
        others = [p for p in signature.parameters.values() if p.kind is not p.VAR_KEYWORD]
        function.__signature__ = signature.replace(parameters=[*others, *shown])  # type: ignore[attr-defined]
        return function

    return shows


def require_known(how: Mapping[str, object], keywords: type) -> None:
    """Refuse what is not among the keyword arguments, as Python does where they are written out.

    Raises:
        TypeError: there is something else.
    """
    unknown = next((name for name in how if name not in keywords.__annotations__), None)
    if unknown is not None:
        raise TypeError(f"got an unexpected keyword argument {unknown!r}")
