"""The parser of the command line, which knows the command that is called, or all of them."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any, NoReturn

from cubecsp.cli.commands import COMMANDS
from cubecsp.errors import InputError
from cubecsp.version import __version__

__all__ = ["parsed", "parser_of"]

_EPILOG = """\
start here:
  python -m cubecsp perfect-scramble           all 48 perfect scrambles, and how to turn them
  python -m cubecsp rules                      every rule that can be asked for
  python -m cubecsp find every-colour at-most=2 no-touching=side --limit 3
  python -m cubecsp solve "R U R' U'"          the moves that solve a cube

exit codes: 0 answered, 1 the answer is no, 2 the question is malformed, 3 stopped before complete,
70 an internal error
"""

_VERBOSE = (
    "say more on standard error: how cubes are read, which engine works and why, and where in the "
    "program an internal error happened"
)


class _HelpFormatter(argparse.RawDescriptionHelpFormatter):
    """Takes help texts that are made later (`options.later`) for empty until they are made."""

    def _get_help_string(self, action: argparse.Action) -> str | None:
        return "" if callable(action.help) else super()._get_help_string(action)


class _Parser(argparse.ArgumentParser):
    """Reports errors in the way of everything else, and meets output that cannot be written."""

    def format_help(self) -> str:
        """Return the help, texts that are made later included."""
        for action in self._actions:
            if callable(action.help):
                action.help = action.help()
        return super().format_help()

    def error(self, message: str) -> NoReturn:
        raise InputError(message, f"see {self.prog} --help")

    def _print_message(self, message: str, file: Any = None) -> None:
        print(message, end="", file=file)  # argparse would pass over a full disk in silence


def parsed(given: Sequence[str]) -> argparse.Namespace:
    """Return what the arguments `given` ask for; its `run` does it.

    Raises:
        SystemExit: help was wanted, and has been printed.
        InputError: they make no sense.
    """
    asked = [given[0]] if given and given[0] in COMMANDS else list(COMMANDS)
    args, unknown = parser_of(asked).parse_known_args(given)
    if unknown:
        raise InputError(
            f"unrecognized arguments: {' '.join(unknown)}", f"see cubecsp {args.command} --help"
        )
    return args


def parser_of(asked: Sequence[str]) -> argparse.ArgumentParser:
    """Return a parser that knows the commands `asked`, which are all or the one that is called."""
    parser = _Parser(
        prog="cubecsp",
        description="Ask questions about Rubik's cubes: say what a cube should look like, and get "
        "the cubes that do, and the moves that make them.",
        epilog=_EPILOG,
        formatter_class=_HelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"cubecsp {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name in asked:
        command = COMMANDS[name]
        sub = commands.add_parser(
            name,
            help=command.summary,
            description=command.description,
            epilog=command.epilog,
            formatter_class=_HelpFormatter,
            allow_abbrev=False,
        )
        command.add_arguments(sub)
        sub.add_argument("--verbose", action="store_true", help=_VERBOSE)
        sub.set_defaults(run=command.run)
    return parser
