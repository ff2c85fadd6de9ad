"""What stands in front of every command: its name, `--help` for all of them, and `--version`. It loads none of them."""

from __future__ import annotations

from collections.abc import Sequence

from cubecsp.cli.argument_parser import ArgumentParser
from cubecsp.cli.commands import COMMANDS
from cubecsp.version import __version__

__all__ = ["require_command"]

_EPILOG = """\
start here:
  cubecsp perfect-scramble           all 48 perfect scrambles, and moves that make them
  cubecsp rules                      every rule that can be asked for
  cubecsp find every-colour at-most=2 no-touching=side --limit 3
  cubecsp solve "R U R' U'"          the moves that solve a cube

exit codes: 0 answered, 1 the answer is no, 2 the question is malformed, 3 stopped before complete,
70 an internal error
"""


def require_command(arguments: Sequence[str]) -> None:
    """Make sure that arguments begin with the name of a command.

    Raises:
        SystemExit: help for all commands, or the version, was asked for, and has been printed.
        InputError: they make no sense.
    """
    if arguments and not arguments[0].startswith("-"):
        if arguments[0] not in COMMANDS:
            COMMANDS.find(arguments[0])  # which says what there is
        return
    _overview().parse_args(arguments)  # which ends here: with help, or an error


def _overview() -> ArgumentParser:
    """Return the parser that knows the names of all commands and what they do, and loads none of them."""
    parser = ArgumentParser(
        prog="cubecsp",
        description="Ask questions about Rubik's cubes: say what a cube should look like, and get the "
        "matching cubes and the moves that make them.",
        epilog=_EPILOG,
    )
    parser.add_argument("--version", action="version", version=f"cubecsp {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name in COMMANDS:
        commands.add_parser(name, help=COMMANDS.summary(name))
    return parser
