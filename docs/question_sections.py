"""The part of a reference page on a question, which `{{ QUESTION: name }}` stands for.

It has the signature of the function, the description of the answer, a table of the parameters with the options of the
command and the parameters of the server, and the classes of the module.
"""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Callable
from types import ModuleType
from typing import Any

from cubecsp import errors
from cubecsp.cli.commands import COMMANDS
from cubecsp.questions import QUESTIONS
from cubecsp.questions.asking.functions import docstring
from cubecsp.questions.asking.parameter import REQUIRED, Parameter, parameters
from cubecsp.questions.asking.query import Query

_NONE = "-"


def question(name: str) -> str:
    """Return a section on a question."""
    asked = QUESTIONS[name]
    module = importlib.import_module(asked.__module__)
    function = getattr(module, name, None)
    about, _, raises = docstring(asked).partition("\n\nRaises:\n")
    about = about.partition("\n\nArgs:")[0]
    parts = [
        f"### `{name}` {{ #{asked.__module__}.{name} }}",
        *([] if function is None else [f"```python\n{_signature(function)}\n```"]),
        about,
        "\n".join([*_where(name), *_table(name)]),
        *(["Raises:", _raised(raises)] if raises else []),
        *(f"::: {asked.__module__}.{one}" for one in _members(module, asked)),
    ]
    return "\n\n".join(parts)


def _signature(function: Callable[..., object]) -> str:
    """Return the signature of a function, a parameter on each line."""
    signature = inspect.signature(function)
    lines, named = [], False
    for one in signature.parameters.values():
        if one.kind is one.KEYWORD_ONLY and not named:
            lines.append("*")
            named = True
        default = "" if one.default is one.empty else f" = {one.default!r}"
        lines.append(f"{one.name}: {one.annotation}{default}")
    answer = signature.return_annotation
    gives = f" -> {answer if isinstance(answer, str) else answer.__name__}"
    return f"{function.__name__}(\n" + "".join(f"    {line},\n" for line in lines) + f"){gives}"


def _where(name: str) -> list[str]:
    """Return the other ways to ask it, and the head of the table; over HTTP parameters have the same names."""
    command = next((c for c in COMMANDS if QUESTIONS[name] in COMMANDS[c].questions), None)
    ways = [f"[`cubecsp {command}`](../commands.md)"] if command else []
    ways += [f"`POST /api/{name}`"] if QUESTIONS[name].http else []
    return [
        f"Also asked by {' and '.join(ways)}." if ways else "",
        "",
        "| parameter | default | what it does | command line | HTTP |",
        "|---|---|---|---|---|",
    ]


def _table(name: str) -> list[str]:
    """Return a line for each parameter."""
    http = QUESTIONS[name].http
    return [
        "| "
        + " | ".join(
            (
                f"`{one.name}`",
                "required" if one.default is REQUIRED else f"`{one.default!r}`",
                _cell(one.help()),
                _option(one),
                _sent(one) if http else _NONE,
            )
        )
        + " |"
        for one in parameters(QUESTIONS[name]).values()
    ]


def _option(one: Parameter) -> str:
    if one.cli is None:
        return _NONE
    default = one.cli_default()
    differs = default not in (one.default, REQUIRED)
    return f"`{one.flag}`{f' (default: `{default!r}`)' if differs else ''}"


def _sent(one: Parameter) -> str:
    return _NONE if one.http is None else "✓"


def _cell(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}.".replace("|", "\\|")


def _raised(text: str) -> str:
    """Return a list of the exceptions of a docstring."""
    entries = re.findall(r"(\w+): (.*?)(?=\n\w+: |\Z)", inspect.cleandoc(text), re.DOTALL)
    return "\n".join(f"- {_error(name)}: {' '.join(why.split())}" for name, why in entries)


def _error(name: str) -> str:
    return f"[`{name}`][cubecsp.errors.{name}]" if hasattr(errors, name) else f"`{name}`"


def _members(module: ModuleType, asked: type[Query[Any]]) -> list[str]:
    """Return the members of a module besides the question, in the order of the file."""
    names = {*module.__all__} - {asked.name, asked.__name__}
    return [one for one in vars(module) if one in names and not one.isupper()]
