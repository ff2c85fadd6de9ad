"""Command-line options, made from the parameters of questions.

An option that is left out is absent from the arguments, so that the question's own default applies.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from cubecsp.cli.output import remark
from cubecsp.errors import InputError
from cubecsp.questions import QUESTIONS
from cubecsp.questions.asking.about import OfPuzzle
from cubecsp.questions.asking.parameter import REQUIRED, Parameter, parameters
from cubecsp.questions.asking.progress import Show
from cubecsp.questions.asking.query import Query
from cubecsp.questions.asking.shared_parameters import LIMITS, LONG_SEARCHES, PUZZLES
from cubecsp.questions.asking.value_kinds import Flag, Many, OneOf, RuleValues

__all__ = ["arguments_of", "complete_with_defaults", "declare", "query_of"]

Q = TypeVar("Q", bound=Query[Any])

_HEADINGS = (
    *("", "reading", "requirements", "counting", "drawing", "proving", "checking", "writing"),
    *("view", "marks and arrows", "where", LIMITS, "search", "moves", LONG_SEARCHES, "output"),
    PUZZLES,
)
"""The headings of options in help texts, in their order; "" for what is asked, which has none."""


def declare(parser: argparse.ArgumentParser, questions: Iterable[type]) -> None:
    """Declare the options of questions, and of other classes with parameters, each once."""
    known: dict[str, Parameter] = {}
    for one in questions:
        for name, parameter in parameters(one).items():
            if parameter.cli is not None:
                known.setdefault(name, parameter)
    groups: dict[str, Any] = {"": parser}
    for parameter in sorted(known.values(), key=lambda one: _HEADINGS.index(one.param.group)):
        heading = parameter.param.group
        if heading not in groups:
            groups[heading] = parser.add_argument_group(heading)
        _add(groups[heading], parameter, known)


def _add(group: Any, parameter: Parameter, declared: Mapping[str, Parameter]) -> None:
    """Declare one option, or a positional argument."""
    cli, kind = parameter.cli, parameter.kind
    assert cli is not None
    how: dict[str, Any] = {"help": _later(parameter, declared), "default": argparse.SUPPRESS}
    if isinstance(kind, Flag):
        how["action"] = "store_false" if parameter.default is True else "store_true"
        group.add_argument(*parameter.flags, dest=parameter.name, **how)
        return
    of = kind.of if isinstance(kind, Many) else kind
    if isinstance(of, OneOf) and parameter.flags:
        how |= {"choices": of.names, "type": of.read}
    else:
        how["type"] = parameter.read
    if cli.metavar or of.metavar:
        how["metavar"] = cli.metavar or of.metavar
    if not parameter.flags:
        group.add_argument(parameter.name, nargs=_number(parameter), **how)
        return
    if isinstance(kind, RuleValues):
        how["nargs"] = argparse.ZERO_OR_MORE if parameter.optional else argparse.ONE_OR_MORE
        how["action"] = "extend"
    elif kind.several:
        how["action"] = "append"
    elif cli.const is not None:
        how |= {"nargs": argparse.OPTIONAL, "const": cli.const}
    required = parameter.cli_default() is REQUIRED
    group.add_argument(*parameter.flags, dest=parameter.name, required=required, **how)


def _number(parameter: Parameter) -> str | None:
    """Return the number of words of a positional argument, as argparse writes it."""
    cli = parameter.cli
    assert cli is not None
    needed = cli.required or parameter.cli_default() is REQUIRED
    if parameter.kind.several and not cli.single_word:
        return "+" if needed else "*"
    return None if needed else "?"


def _later(parameter: Parameter, declared: Mapping[str, Parameter]) -> Any:
    """Return a function that makes the help text when the user asks for help: nothing is loaded before that."""
    return lambda: parameter.help(parameter.cli_default(), declared).replace("%", "%%")


def complete_with_defaults(args: argparse.Namespace, options: Iterable[type]) -> None:
    """Give options that belong to no question their defaults if they were left out."""
    for one in options:
        for name, parameter in parameters(one).items():
            if name not in args:
                setattr(args, name, parameter.cli_default())


def arguments_of(args: argparse.Namespace, question: type) -> dict[str, Any]:
    """Return the arguments of a question: those that were given, and the command line's own defaults."""
    entries: dict[str, Any] = {}
    for name, parameter in parameters(question).items():
        if parameter.cli is None:
            continue
        if name in args:
            entries[name] = getattr(args, name)
        elif parameter.cli.default is not REQUIRED:
            entries[name] = parameter.cli.default
    return entries


def query_of(
    args: argparse.Namespace, question: type[Q], *, show: Show | None = None, **more: Any
) -> Q:
    """Return the question that the arguments of a command ask.

    Args:
        args: the arguments.
        question: the class of the question, one of those of the command.
        show: shows its progress, None for no display.
        more: arguments that replace those given, or add to them.

    Raises:
        InputError: they are invalid, or one is for another question of the command.
    """
    own = parameters(question)
    for other in args.questions:
        for name, parameter in parameters(other).items():
            if name in args and name not in own:
                raise InputError(
                    f"{parameter.flag} does not apply to this question ({QUESTIONS.summary(question.name)})",
                    "leave it out",
                )
    if show is not None and "on_progress" in own:
        more["on_progress"] = show
    query = question(**{**arguments_of(args, question), **more})
    if args.verbose and isinstance(query, OfPuzzle) and query.other is not None:
        unread = query.other.origin.unread
        if unread:
            remark(f"ignored in the definition of {query.other.name}: {', '.join(unread)}")
    return query
