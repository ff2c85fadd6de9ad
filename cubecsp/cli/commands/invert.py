"""`invert`: the moves that undo given ones."""

from __future__ import annotations

import argparse
from functools import partial

from cubecsp.cli.command import Command
from cubecsp.cli.texts import add_text_arguments, rewritten
from cubecsp.questions.texts import invert

SUMMARY = "the moves that undo given ones"
DESCRIPTION = """\
Write the moves that undo the given ones, in the same notation: wide turns, slices, rotations,
commutators and conjugates remain what they are."""
EPILOG = """\
examples:
  python -m cubecsp invert "R U R' U'"
  python -m cubecsp invert "[R: U] F"                       (F' [R: U'])
  python -m cubecsp solve "R U F" | python -m cubecsp invert -

exit codes: 0 answered, 2 malformed"""


def run(args: argparse.Namespace) -> int:
    """Invert and print."""
    return rewritten(args, partial(invert, size=args.size))


COMMAND = Command.by_hand(
    "invert", SUMMARY, DESCRIPTION, EPILOG, add_text_arguments, run, gives="texts"
)
