"""A parameter, declared once: its type, default, help and range, and intended differences between interfaces.

A parameter is a field of a dataclass, annotated with a `Param`:

    classes: Annotated[bool, Param("count classes under symmetries too", Flag())] = False

Parameters that several questions have are such annotations with a name; see `shared_parameters`. The command line, the
server, signatures, docstrings, the echo of a query and the reference pages are made from `parameters`.
"""

from __future__ import annotations

import dataclasses
import inspect
import re
import sys
import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from typing import Any, ForwardRef, TypeVar, Union, get_args, get_origin

from cubecsp.errors import InputError, excerpt
from cubecsp.questions.asking.value_kinds import Callback, Flag, Many, ValueKind, Whole

__all__ = ["REQUIRED", "Cli", "Http", "Param", "Parameter", "callback", "options", "parameters"]

T = TypeVar("T")


class _RequiredType(Enum):
    """The type of `REQUIRED`."""

    REQUIRED = "required"


REQUIRED = _RequiredType.REQUIRED
"""Stands in place of a default: the parameter must be given; in the differences of an interface it means no difference."""

_NAME = re.compile(r"`(\w+)`")


@dataclass(eq=False, repr=False)
class Cli:
    """The differences on the command line.

    Attributes:
        flags: the names of the option, if not `--name`; empty for those, or for a positional argument.
        default: the value if the option is left out, if it differs from that in Python.
        const: the text that the option stands for if no value follows; None if a value must follow.
        metavar: the name of a value in the help, if it differs from that of its kind.
        least: the smallest number that can be given, None for the bound of the kind.
        most: the largest one, as `least`.
        required: whether a positional argument that is optional elsewhere must be given.
        single_word: whether a positional argument is one word only.
        help: the help text there, or a function that returns it, if it needs more imports than others.
    """

    flags: tuple[str, ...] = ()
    default: Any = REQUIRED
    const: str | None = None
    metavar: str = ""
    least: int | None = None
    most: int | None = None
    required: bool = False
    single_word: bool = False
    help: str | Callable[[], str] = ""


@dataclass(eq=False, repr=False)
class Http:
    """The differences over HTTP.

    Attributes:
        least: the smallest value in a request, or the least number of values; None for the bound of the kind.
        most: the largest one, as `least`.
        required: whether it must be given though it is optional elsewhere.
    """

    least: int | None = None
    most: int | None = None
    required: bool = False


@dataclass(eq=False, repr=False)
class Param:
    """A parameter, beyond its type and its default.

    Attributes:
        help: a clause about its effect; other parameters are named in backticks.
        kind: the kind of its values.
        usual: the effect of leaving it out, if the default does not show it: "what suits the rules".
        none: the text that stands for None on the command line.
        group: the heading for it in help texts; empty for none.
        cli: the differences on the command line; None if it does not have the parameter.
        http: the differences over HTTP; None if it does not have the parameter.
    """

    help: str
    kind: ValueKind
    usual: str = ""
    none: str = ""
    group: str = ""
    cli: Cli | None = field(default_factory=Cli)
    http: Http | None = field(default_factory=Http)


@dataclass(eq=False, repr=False)
class Parameter:
    """A parameter of a question: a field, with its `Param`.

    Attributes:
        name: the name of the field.
        type: its type, without the `Param`.
        default: its value in Python if it is left out; `REQUIRED` if it must not be.
        positional: whether it can be given without its name.
        param: its other properties.
    """

    name: str
    type: Any
    default: Any
    positional: bool
    param: Param

    @property
    def kind(self) -> ValueKind:
        """The kind of its values."""
        return self.param.kind

    @property
    def written_type(self) -> str:
        """Its type as a signature shows it."""
        if isinstance(self.type, ForwardRef):
            return self.type.__forward_arg__
        return inspect.formatannotation(self.type).replace("collections.abc.", "")

    @property
    def optional(self) -> bool:
        """Whether None is one of its values."""
        return types.NoneType in _alternatives(self.type)

    @property
    def callback(self) -> bool:
        """Whether it is a function that is called, which only Python can give."""
        return isinstance(self.kind, Callback)

    @property
    def expected(self) -> str:
        """The valid values, in words."""
        return self._or(self.kind.expected, "None") if self.optional else self.kind.expected

    @property
    def cli(self) -> Cli | None:
        """The differences on the command line, None if it is not there."""
        return None if self.callback else self.param.cli

    @property
    def http(self) -> Http | None:
        """The differences over HTTP, None if it is not there."""
        return None if self.callback else self.param.http

    @property
    def flag(self) -> str:
        """Its option on the command line, by the longest name; for a positional argument its name in help texts."""
        cli = self.cli or Cli()
        if self.positional and not cli.flags:
            return cli.metavar or self.kind.metavar
        return max(self.flags, key=len)

    @property
    def flags(self) -> tuple[str, ...]:
        """Its options on the command line; none if it is a positional argument."""
        cli = self.cli or Cli()
        if cli.flags or self.positional:
            return cli.flags
        switched_off = isinstance(self.kind, Flag) and self.default is True
        return (f"--{'no-' * switched_off}{self.name.replace('_', '-')}",)

    def cli_default(self) -> Any:
        """Return its value if the command line does not give it."""
        cli = self.cli or Cli()
        return self.default if cli.default is REQUIRED else cli.default

    def help(self, default: object = REQUIRED, among: Mapping[str, Parameter] | None = None) -> str:
        """Return a clause about the effect of the parameter, and of leaving it out.

        Args:
            default: its value if it is left out, `REQUIRED` for that in Python.
            among: the parameters of the command whose options the text names; None for names in backticks.
        """
        default = self.default if default is REQUIRED else default
        cli = None if among is None else self.cli
        clause = cli.help if cli is not None and cli.help else self.param.help
        text = clause if isinstance(clause, str) else clause()
        if self.param.none:
            none = self.param.none
            text = f"{text}, or `None` for {none}" if cli is None else f"{text}, or `{none}`"
        if default is not REQUIRED and (
            usual := self.param.usual or self._default_in_words(default)
        ):
            text = f"{text} (default: {usual})"
        if among is None:
            return text
        return _NAME.sub(
            lambda match: among[match[1]].flag if match[1] in among else match[0], text
        )

    def _default_in_words(self, default: object) -> str:
        """Return a default in words; "" if it is obvious."""
        if default is None and self.param.none:
            return self.param.none
        if (
            default is None
            or default is REQUIRED
            or isinstance(default, bool)
            or default in ((), "")
        ):
            return ""
        return f"{default:,}" if isinstance(default, int) else str(default)

    def check(self, value: object) -> Any:
        """Return a valid value in the form that the question takes.

        Raises:
            InputError: it is invalid.
        """
        if value is None and self.optional:
            return None
        try:
            return self.kind.check(value)
        except InputError:  # its message is more precise
            raise
        except ValueError:
            written = value if isinstance(value, float) else repr(value)
            text = str(written)
            text = text if len(text) <= 40 else excerpt(text)
            raise InputError(f"invalid {self.name}={text}", f"expected {self.expected}") from None

    def read(self, text: str) -> Any:
        """Return the value that a text on the command line states, checked.

        Raises:
            InputError: it states none.
        """
        if self.param.none and text == self.param.none:
            return None
        kind = self.kind.of if isinstance(self.kind, Many) else self.kind
        if self.cli is not None and isinstance(kind, Whole):
            kind = kind.within(self.cli.least, self.cli.most)
        try:
            return kind.check(kind.read(text))
        except InputError:
            raise
        except ValueError:
            none = self.param.none
            expected = self._or(kind.expected, none) if none else kind.expected
            raise InputError(
                f"invalid {self.flag} {excerpt(text)}", f"expected {expected}"
            ) from None

    @staticmethod
    def _or(expected: str, other: str) -> str:
        """Return two alternatives, with a comma if the first one has some itself."""
        return f"{expected}{',' if ',' in expected else ''} or {other}"


@cache
def parameters(question: type) -> Mapping[str, Parameter]:
    """Return the parameters of a question, or of any dataclass with such fields, by name.

    Positional ones come first, then those that are given by name, each in the order of the fields.
    """
    annotations = _annotations(question)
    results = []
    for one in dataclasses.fields(question):
        annotation = annotations[one.name]
        param = next((a for a in get_args(annotation)[1:] if isinstance(a, Param)), None)
        if param is not None:
            default = REQUIRED if one.default is dataclasses.MISSING else one.default
            if one.default_factory is not dataclasses.MISSING:
                default = one.default_factory()
            kind = get_args(annotation)[0]
            results.append(Parameter(one.name, kind, default, not one.kw_only, param))
    results.sort(key=lambda one: not one.positional)
    return types.MappingProxyType({one.name: one for one in results})


def options(declaring: type[T]) -> type[T]:
    """Make the parameters of a class that has no objects available to commands that ask any question."""
    return dataclass(kw_only=True, init=False, repr=False, eq=False)(declaring)


def _annotations(declaring: type) -> dict[str, Any]:
    """Return the annotations of the fields of a class, evaluated unless they are quotations."""
    entries: dict[str, Any] = {}
    for base in reversed(declaring.__mro__):
        names = vars(sys.modules[base.__module__])
        for name, annotation in inspect.get_annotations(base).items():
            text = isinstance(annotation, str)
            entries[name] = eval(annotation, dict(names)) if text else annotation  # ours  # nosec B307
    return entries


def callback() -> Any:
    """Return the field of a parameter that is called: it is not a part of the question."""
    return field(default=None, compare=False, repr=False)


def _alternatives(annotation: Any) -> tuple[Any, ...]:
    if isinstance(annotation, ForwardRef):
        return tuple(types.NoneType if one == "None" else one for one in _names_in(annotation))
    if get_origin(annotation) in (Union, types.UnionType):
        return get_args(annotation)
    return (annotation,)


def _names_in(annotation: ForwardRef) -> list[str]:
    return annotation.__forward_arg__.split(" | ")
