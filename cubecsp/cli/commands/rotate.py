"""`rotate`: moves as they look when the whole cube is turned."""

from __future__ import annotations

import argparse
from functools import partial

from cubecsp.cli.command import Command
from cubecsp.cli.texts import add_text_arguments, rewritten
from cubecsp.questions.texts import rotate

SUMMARY = "moves as they look when the whole cube is turned"
DESCRIPTION = """\
Write moves as they look when the whole cube is turned, in the same notation. What they make is then turned
in the same way, with its colours renamed accordingly."""
EPILOG = """\
examples:
  python -m cubecsp rotate "R U R' U'" --by y               (F U F' U')
  python -m cubecsp rotate "Rw U2 3Fw'" --by "x2 z" --size 5

exit codes: 0 answered, 2 malformed"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add_text_arguments(parser)
    parser.add_argument(
        "--by",
        required=True,
        metavar="ROTATIONS",
        help="how the cube is turned: x (with R), y (with U), z (with F), each with 2 or '",
    )


def run(args: argparse.Namespace) -> int:
    """Rotate and print."""
    return rewritten(args, partial(rotate, by=args.by, size=args.size), by=args.by)


COMMAND = Command.by_hand("rotate", SUMMARY, DESCRIPTION, EPILOG, add_arguments, run, gives="texts")
