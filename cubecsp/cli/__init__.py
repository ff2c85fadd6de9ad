"""The command line: `python -m cubecsp COMMAND …`, one file per command in `cubecsp.cli.commands`.

Exit codes: 0 answered, 1 the answer is no, 2 the question is malformed or cannot be worked on,
3 stopped before it was complete.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

import cubecsp
from cubecsp.cli.commands import COMMANDS, load
from cubecsp.errors import CubecspError, LimitError

__all__ = ["main"]

MALFORMED = 2
STOPPED = 3

_EPILOG = """\
start here:
  python -m cubecsp perfect-scramble           all 48 perfect scrambles, and how to turn them
  python -m cubecsp rules                      every rule that can be asked for
  python -m cubecsp find every-colour at-most=2 no-touching=side --limit 3
  python -m cubecsp solve "R U R' U'"          the moves that solve a cube

exit codes: 0 answered, 1 the answer is no, 2 the question is malformed, 3 stopped before complete
"""


class _Parser(argparse.ArgumentParser):
    """Reports errors in the way of everything else: one line that says what would be right."""

    def error(self, message: str) -> NoReturn:
        self.exit(MALFORMED, f"{self.prog}: {message}; see {self.prog} --help\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line with `argv` (default: the process's own) and return the exit code."""
    given = list(sys.argv[1:] if argv is None else argv)
    asked = [given[0]] if given and given[0] in COMMANDS else COMMANDS
    try:
        args = _parser(asked).parse_args(given)
    except SystemExit as end:  # argparse has printed why, or the help
        return end.code if isinstance(end.code, int) else MALFORMED
    try:
        code: int = args.run(args)
        sys.stdout.flush()
    except LimitError as error:
        print(f"cubecsp {args.command}: {error}", file=sys.stderr)
        return STOPPED
    except CubecspError as error:
        print(f"cubecsp {args.command}: {error}", file=sys.stderr)
        return MALFORMED
    except KeyboardInterrupt:
        print(f"cubecsp {args.command}: interrupted", file=sys.stderr)
        return STOPPED
    except BrokenPipeError:  # whoever read our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return STOPPED
    return code


def _parser(asked: Sequence[str]) -> argparse.ArgumentParser:
    """Return a parser that knows the commands `asked`, which are all or the one that is called."""
    parser = _Parser(
        prog="cubecsp",
        description="Ask questions about Rubik's cubes: say what a cube should look like, and get "
        "the cubes that do, and the moves that make them.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"cubecsp {cubecsp.__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name in asked:
        command = load(name)
        sub = commands.add_parser(
            name,
            help=command.SUMMARY,
            description=command.DESCRIPTION,
            epilog=command.EPILOG,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        command.add_arguments(sub)
        sub.set_defaults(run=command.run)
    return parser
