"""Options of an engine: the fields of its class that `option` declares.

An engine with options is a dataclass. In Python they are the arguments of its class, typed and checked:

    find(pattern, engine=CpSatEngine(presolve=True))

and texts `NAME=VALUE`, as on the command line, are read by `configured`. Help texts and reference pages
list them from here.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable
from dataclasses import field
from typing import Any, NamedTuple, TypeVar, cast

from cubecsp.errors import InputError, excerpt
from cubecsp.suggestions import suggestion

Value = bool | int | float | str
"""The types of options."""

_E = TypeVar("_E")
_SWITCH = {"on": True, "off": False, "true": True, "false": False, "yes": True, "no": False}


class Option(NamedTuple):
    """One option of an engine.

    Attributes:
        name: as in Python; a `-` for each `_` elsewhere.
        default: its value if none is given; every value has the same type.
        help: a clause that says what it does.
        least: the smallest number allowed.
        most: the largest number allowed.
        choices: the texts allowed; empty if any text is.
    """

    name: str
    default: Value
    help: str
    least: float = -math.inf
    most: float = math.inf
    choices: tuple[str, ...] = ()

    @property
    def written(self) -> str:
        """The name in texts."""
        return self.name.replace("_", "-")

    @property
    def expected(self) -> str:
        """The values allowed, in words."""
        if isinstance(self.default, bool):
            return "on or off"
        if isinstance(self.default, str):
            return f"one of {', '.join(self.choices)}" if self.choices else "a text"
        kind = "an integer" if isinstance(self.default, int) else "a number"
        if math.isinf(self.most):
            return kind if math.isinf(self.least) else f"{kind} of at least {self.least:,g}"
        if math.isinf(self.least):
            return f"{kind} of at most {self.most:,g}"
        return f"{kind} from {self.least:,g} to {self.most:,g}"

    def __str__(self) -> str:
        """Return its help, the values allowed, and its default, in one line."""
        return f"{self.written}: {self.help} ({self.expected}; default {self.default_in_words})"

    @property
    def default_in_words(self) -> str:
        """The default, as texts state it."""
        if isinstance(self.default, bool):
            return "on" if self.default else "off"
        return self.default if isinstance(self.default, str) else f"{self.default:,}"

    @property
    def _switch(self) -> bool:
        return isinstance(self.default, bool)

    def check(self, value: object) -> Value:
        """Return a value if it is allowed.

        Raises:
            InputError: it is not.
        """
        kind = type(self.default)
        if kind is float and type(value) is int:
            value = float(value)
        right = type(value) is kind
        if right and isinstance(value, str):
            right = not self.choices or value in self.choices
        elif right and not self._switch and isinstance(value, (int, float)):
            right = self.least <= value <= self.most
        if not right:
            raise InputError(
                f"engine option {self.written}={excerpt(str(value))}", f"expected {self.expected}"
            )
        assert isinstance(value, (bool, int, float, str))
        return value

    def read(self, text: str) -> Value:
        """Return the value that a text states.

        Raises:
            InputError: it does not state an allowed value.
        """
        value: object = text
        if self._switch:
            value = _SWITCH.get(text.lower(), text)
        elif not isinstance(self.default, str):
            try:
                value = type(self.default)(text)
            except ValueError:
                value = text
        return self.check(value)


def option(
    default: Value,
    help: str,  # noqa: A002  # as everywhere
    *,
    least: float = -math.inf,
    most: float = math.inf,
    choices: tuple[str, ...] = (),
) -> Any:
    """Return the field of a dataclass that is an option of an engine; see `Option`."""
    declared = {"help": help, "least": least, "most": most, "choices": choices}
    return field(default=default, kw_only=True, metadata={"option": declared})


def options_of(engine: object) -> dict[str, Option]:
    """Return the options of an engine, or of a class of engines, by name."""
    if not dataclasses.is_dataclass(engine):
        return {}
    fields = [one for one in dataclasses.fields(engine) if "option" in one.metadata]
    return {
        one.name: Option(one.name, cast(Value, one.default), **one.metadata["option"])
        for one in fields
    }


def changed_options(engine: object) -> dict[str, Value]:
    """Return the options of an engine that differ from their defaults."""
    values = {name: getattr(engine, name) for name in options_of(engine)}
    return {n: v for n, v in values.items() if v != options_of(engine)[n].default}


def validate(engine: object) -> None:
    """Make sure that the options of an engine have allowed values.

    Raises:
        InputError: one does not.
    """
    for name, one in options_of(engine).items():
        object.__setattr__(engine, name, one.check(getattr(engine, name)))


def configured(engine: _E, texts: Iterable[str]) -> _E:
    """Return an engine with options changed.

    Args:
        engine: the engine.
        texts: `NAME=VALUE` each; of two with the same name the later counts.

    Raises:
        InputError: a text is not of that form, the engine has no such option, or the value is not allowed.
    """
    known, name = options_of(engine), getattr(engine, "name", "")
    values: dict[str, Value] = {}
    for text in texts:
        key, equals, value = text.partition("=")
        one = known.get(key.strip().replace("-", "_"))
        if not equals or one is None:
            raise InputError(*_not_an_option(key.strip(), one, known.values(), name))
        values[one.name] = one.read(value.strip())
    return dataclasses.replace(engine, **values) if values else engine  # type: ignore[type-var]


def _not_an_option(
    key: str, one: Option | None, known: Iterable[Option], engine: str
) -> tuple[str, str]:
    """Return the problem and the remedy for a text that gives no option its value.

    Args:
        key: the name in the text.
        one: the option of that name, which then lacks a value; None if there is none.
        known: the options of the engine.
        engine: its name.
    """
    if one is not None:
        return f"engine option {one.written} needs a value", f"expected {one.expected}"
    names = [each.written for each in known]
    problem = f"the {engine} engine has no option {excerpt(key)}"
    return problem, suggestion(key, names) if names else "it has no options"
