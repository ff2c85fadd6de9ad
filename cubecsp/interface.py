"""The interface from which a question came: Python, the command line, or HTTP.

Messages name a parameter as it is written there.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from enum import Enum, auto


class Usual(int):
    """A number that an interface gives by default: no answer may say that the user asked for it."""


class Interface(Enum):
    """The interfaces."""

    PYTHON = auto()
    COMMAND_LINE = auto()
    HTTP = auto()


_interface = Interface.PYTHON


@contextlib.contextmanager
def through(interface: Interface) -> Iterator[None]:
    """Have the messages of this process meanwhile name parameters as an interface writes them."""
    global _interface
    before, _interface = _interface, interface
    try:
        yield
    finally:
        _interface = before


def on_the_command_line() -> bool:
    """Return whether the question came through the command line."""
    return _interface is Interface.COMMAND_LINE


def spelled(parameter: str, value: object = None, *, option: str = "", none: str = "") -> str:
    """Return a parameter as the user gives it, for a message: `max_nodes=9`, `--max-nodes 9` or `"max_nodes": 9`.

    Args:
        parameter: its name in Python.
        value: its value, a text, number or truth value, or a list of them; None for only the name.
        option: its name on the command line, if that is not the same with hyphens.
        none: the text for None on the command line, if the value is None.
    """
    only_name = value is None and not none
    match _interface:
        case Interface.COMMAND_LINE:
            flag = option or f"--{parameter.replace('_', '-')}"
            values = value if isinstance(value, list) else [value if value is not None else none]
            return " ".join(flag if one in ("", True) else f"{flag} {one}" for one in values)
        case Interface.HTTP:
            return f'"{parameter}"' if only_name else f'"{parameter}": {json.dumps(value)}'
        case _:
            return f"{parameter}={'' if only_name else repr(value)}"
