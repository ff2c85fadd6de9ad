"""The parser of a command's arguments."""

from __future__ import annotations

import argparse
from collections.abc import Container, Sequence
from itertools import takewhile

from cubecsp.cli.argument_parser import ArgumentParser
from cubecsp.cli.command import Command
from cubecsp.cli.commands import COMMANDS
from cubecsp.cli.input_files import is_input
from cubecsp.cli.output import remark
from cubecsp.cli.query_options import complete_with_defaults, declare
from cubecsp.errors import InputError, excerpt
from cubecsp.formats.lists import are_moves
from cubecsp.questions.asking.parameter import parameters
from cubecsp.suggestions import nearest

_PUZZLE = "--puzzle"
_VERBOSE = "explain on standard error what is done: formats, engine, errors"


def parse_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    """Return the parsed arguments, the first of which names a command; their `run` runs it.

    Raises:
        SystemExit: the user asked for help; it has been printed.
        InputError: they are invalid.
    """
    name, *rest = arguments
    command = COMMANDS[name]
    options = takewhile(lambda word: word != "--", rest)
    if any(word.split("=")[0] == _PUZZLE for word in options) and not _takes_puzzles(name):
        every = f"commands that take it are {', '.join(filter(_takes_puzzles, COMMANDS))}"
        remedy = (
            "`cubecsp rules NAME` says which puzzles a rule is for" if name == "rules" else every
        )
        raise InputError(f"{name} does not take {_PUZZLE}", remedy)
    parser = parser_of(command)
    words = _join_values(parser, rest)
    if not {"-h", "--help"}.isdisjoint(takewhile(lambda word: word != "--", words)):
        parser.parse_args(["--help"])  # which ends here
    parser.usage = argparse.SUPPRESS  # no error shows it, and laying it out takes a while
    args, unknown = parser.parse_known_intermixed_args(words)
    if unknown and not unknown[0].startswith("-"):
        raise InputError(
            f"unexpected argument {excerpt(unknown[0])}",
            "put moves, or a rule, in quotation marks if they contain blanks",
        )
    if unknown:
        known = [name for action in parser._actions for name in action.option_strings]
        close = nearest(unknown[0].split("=")[0], known)
        remedy = f"did you mean {close[0]}?" if close else f"see `{parser.prog} --help`"
        raise InputError(f"unknown option {unknown[0]}", remedy)
    _join(args)
    complete_with_defaults(args, command.options)
    return args


def _join(args: argparse.Namespace) -> None:
    """Join words that are a move each, as shells split a sequence that is not in quotation marks."""
    for name in ("cubes", "moves"):
        words = vars(args).get(name)
        if isinstance(words, list) and are_moves(words) and not any(map(is_input, words)):
            vars(args)[name] = [" ".join(words)]
            (joined,) = vars(args)[name]
            remark(
                f"note: {joined} is read as one sequence; to give several, write each on a line of a file"
            )


def _takes_puzzles(name: str) -> bool:
    """Return whether a command also takes puzzles that are not cubes."""
    return any("puzzle" in parameters(question) for question in COMMANDS[name].questions)


def _join_values(parser: argparse.ArgumentParser, arguments: Sequence[str]) -> list[str]:
    """Return arguments with the values of options joined to them where argparse would go wrong.

    It would do so with a value that begins with a dash, and after an option whose value may be left out,
    since it would take the next argument for that value.
    """
    options = {name: action for action in parser._actions for name in action.option_strings}
    joined: list[str] = []
    left = list(arguments)
    while left:
        word = left.pop(0)
        if word == "--":
            return [*joined, word, *left]
        action, following = options.get(word), left[0] if left else ""
        if action is None:
            joined.append(word)
        elif action.nargs == argparse.OPTIONAL:
            has_value = following in (action.choices or ())
            joined.append(f"{word}={left.pop(0) if has_value else action.const}")
        elif action.nargs is None and _is_value(following, options):
            joined.append(f"{word}={left.pop(0)}" if word[:2] == "--" else word + left.pop(0))
        else:
            joined.append(word)
    return joined


def _is_value(word: str, options: Container[str]) -> bool:
    """Return whether a word behind an option is its value, though it begins with a dash."""
    return len(word) > 1 and word[0] == "-" and word != "--" and word.split("=")[0] not in options


def parser_of(command: Command) -> argparse.ArgumentParser:
    """Return a parser of the arguments of one command."""
    parser = ArgumentParser(
        prog=f"cubecsp {command.name}", description=command.description, epilog=command.epilog
    )
    declare(parser, (*command.questions, *command.options))
    parser.add_argument("--verbose", action="store_true", help=_VERBOSE)
    parser.set_defaults(command=command.name, run=command.run, questions=command.questions)
    return parser
