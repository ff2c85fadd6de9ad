"""`mirror`: moves as they look in a mirror."""

from __future__ import annotations

import argparse
from functools import partial

from cubecsp.cli.command import Command
from cubecsp.cli.texts import add_text_arguments, rewritten
from cubecsp.questions.texts import PLANES, mirror

SUMMARY = "moves as they look in a mirror"
DESCRIPTION = """\
Write moves as they look in a mirror, in the same notation. They then make the mirror image of the cube,
with its colours exchanged accordingly."""
EPILOG = """\
examples:
  python -m cubecsp mirror "R U R' U'"                      (L' U' L U)
  python -m cubecsp mirror "[r U r', M2]" --plane FB

exit codes: 0 answered, 2 malformed"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add_text_arguments(parser)
    parser.add_argument(
        "--plane",
        choices=tuple(PLANES),
        default=next(iter(PLANES)),
        help="the faces that the mirror exchanges (default: LR)",
    )


def run(args: argparse.Namespace) -> int:
    """Mirror and print."""
    rewrite = partial(mirror, plane=args.plane, size=args.size)
    return rewritten(args, rewrite, plane=args.plane)


COMMAND = Command.by_hand("mirror", SUMMARY, DESCRIPTION, EPILOG, add_arguments, run, gives="texts")
