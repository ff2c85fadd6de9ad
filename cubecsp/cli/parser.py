"""The parser of the command line, which knows either the command that is called or all of them."""

from __future__ import annotations

import argparse
import re
from collections.abc import Container, Sequence
from functools import partial
from itertools import takewhile
from typing import Any, NoReturn

from cubecsp.cli.command import Command
from cubecsp.cli.commands import COMMANDS
from cubecsp.cli.query_options import complete_with_defaults, declare
from cubecsp.errors import InputError
from cubecsp.questions.asking.parameter import parameters
from cubecsp.suggestions import nearest, which_are_known
from cubecsp.version import __version__

__all__ = ["overview", "parsed", "parser_of"]

_EPILOG = """\
start here:
  python -m cubecsp perfect-scramble           all 48 perfect scrambles, and moves that make them
  python -m cubecsp rules                      every rule that can be asked for
  python -m cubecsp find every-colour at-most=2 no-touching=side --limit 3
  python -m cubecsp solve "R U R' U'"          the moves that solve a cube

exit codes: 0 answered, 1 the answer is no, 2 the question is malformed, 3 stopped before complete,
70 an internal error
"""

_PUZZLE = "--puzzle"
_VERBOSE = (
    "say more on standard error: how cubes are read, which engine is used and why, and where in the "
    "program an internal error happened"
)


class _HelpFormatter(argparse.RawDescriptionHelpFormatter):
    """Treats help texts that are made later (see `cubecsp.cli.query_options`) as empty until they are made.

    Whoever declares an argument makes a formatter as well, so the width is that of the terminal only
    where it is given.
    """

    def __init__(self, prog: str, width: int = 80) -> None:
        super().__init__(prog, width=width)

    def _get_help_string(self, action: argparse.Action) -> str | None:
        return "" if callable(action.help) else super()._get_help_string(action)


_OPTION = re.compile(r"-[A-Za-z]|--([a-z][a-z-]*(=.*)?)?", re.DOTALL)
"""The shape of an option: `-o`, `--json`, `--limit=3`, `--`."""


class _Parser(argparse.ArgumentParser):
    """Reports errors like the rest of cubecsp, and handles output that cannot be written."""

    def format_help(self) -> str:
        """Return the help, texts that are made later included."""
        import shutil  # slow to import

        width = shutil.get_terminal_size().columns - 2
        self.formatter_class = partial(_HelpFormatter, width=width)
        for action in self._actions:
            if callable(action.help):
                action.help = action.help()
        return super().format_help()

    def error(self, message: str) -> NoReturn:
        raise InputError(message, f"see {self.prog} --help")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            known = which_are_known(str(value), map(str, action.choices))
            raise argparse.ArgumentError(action, f"invalid choice: {value!r}; {known}")

    def _parse_optional(self, arg_string: str) -> Any:
        """Return the option that an argument names; None for none: a cube may begin with an unknown sticker."""
        known = arg_string[:2] in self._option_string_actions  # as in -oFILE
        if arg_string[:1] == "-" and not known and not _OPTION.fullmatch(arg_string):
            return None
        return super()._parse_optional(arg_string)

    def _print_message(self, message: str, file: Any = None) -> None:
        print(message, end="", file=file)  # argparse would pass over a full disk in silence


def parsed(arguments: Sequence[str]) -> argparse.Namespace:
    """Return the parsed arguments; their `run` runs the command.

    Raises:
        SystemExit: help was asked for, and has been printed.
        InputError: they make no sense.
    """
    if arguments == ["--version"]:
        print(f"cubecsp {__version__}")  # without loading all commands for it
        raise SystemExit(0)
    if arguments and arguments[0] not in COMMANDS and not arguments[0].startswith("-"):
        COMMANDS.find(arguments[0])  # which says what there is
    if not arguments or arguments[0] not in COMMANDS:
        return overview().parse_args(arguments)  # which ends here: with help, or an error
    name, *rest = arguments
    command = COMMANDS[name]
    options = takewhile(lambda word: word != "--", rest)
    if any(word.split("=")[0] == _PUZZLE for word in options) and not _takes_puzzles(name):
        raise InputError(
            f"{name} is about cubes, and {_PUZZLE} names another puzzle",
            f"these take it: {', '.join(filter(_takes_puzzles, COMMANDS))}",
        )
    parser = parser_of(command)
    words = _joined(parser, rest)
    if not {"-h", "--help"}.isdisjoint(takewhile(lambda word: word != "--", words)):
        parser.parse_args(["--help"])  # which ends here
    parser.usage = argparse.SUPPRESS  # no error shows it, and laying it out takes a while
    args, unknown = parser.parse_known_intermixed_args(words)
    if unknown:
        known = [name for action in parser._actions for name in action.option_strings]
        close = nearest(unknown[0].split("=")[0], known)
        meant = f"; did you mean {close[0]}?" if close else ""
        parser.error(f"there is no option {unknown[0]}{meant}")
    complete_with_defaults(args, command.options)
    return args


def _takes_puzzles(name: str) -> bool:
    """Return whether a command is about other puzzles than cubes, too."""
    return any("puzzle" in parameters(question) for question in COMMANDS[name].questions)


def _joined(parser: argparse.ArgumentParser, arguments: Sequence[str]) -> list[str]:
    """Return arguments with the values of options joined to them where argparse would go wrong.

    That is where a value begins with a dash; and behind an option that need not have a value, which
    would take whatever comes next for one.
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


def overview() -> argparse.ArgumentParser:
    """Return the parser that knows the names of all commands and what they do, and loads none of them."""
    parser = _Parser(
        prog="cubecsp",
        description="Ask questions about Rubik's cubes: say what a cube should look like, and get the "
        "matching cubes and the moves that make them.",
        epilog=_EPILOG,
        formatter_class=_HelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"cubecsp {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name in COMMANDS:
        commands.add_parser(name, help=COMMANDS.summary(name))
    return parser


def parser_of(command: Command) -> argparse.ArgumentParser:
    """Return a parser of the arguments of one command."""
    parser = _Parser(prog=f"cubecsp {command.name}", **_parser_options(command))
    _declare(parser, command)
    return parser


def _parser_options(command: Command) -> dict[str, Any]:
    """Return how the parser of a command is made."""
    return {
        "description": command.description,
        "epilog": command.epilog,
        "formatter_class": _HelpFormatter,
        "allow_abbrev": False,
    }


def _declare(parser: argparse.ArgumentParser, command: Command) -> None:
    """Declare the options of a command."""
    declare(parser, (*command.questions, *command.options))
    parser.add_argument("--verbose", action="store_true", help=_VERBOSE)
    parser.set_defaults(command=command.name, run=command.run, questions=command.questions)
