"""`sample`: random cubes that satisfy some rules, all equally likely."""

from __future__ import annotations

import argparse

from cubecsp.cli import drawing, found, options, output
from cubecsp.cli.command import Command
from cubecsp.cli.printer import Printer
from cubecsp.puzzle.geometry import FACES
from cubecsp.questions import progress
from cubecsp.questions.asking.shared import RULE_HELP
from cubecsp.questions.sample import Sample

SUMMARY = "random cubes that satisfy the rules, all equally likely"
DESCRIPTION = """\
Draw cubes at random from all that satisfy the given rules, or from all cubes if none is given, each
equally likely. They are drawn independently, so the same cube may come twice; --distinct prevents that.
The same --seed gives the same cubes on every machine."""
EPILOG = """\
examples:
  python -m cubecsp sample no-piece-home -n 5 --seed 1
  python -m cubecsp sample "solved=F2L" "not solved=last-layer" -n 10 -o pictures
  python -m cubecsp sample no-touching=side --size 2 -n 100 --distinct
  python -m cubecsp sample order=60 at-most=4

exit codes: 0 answered, 1 no cube satisfies the rules, 2 malformed, 3 stopped before complete"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("rules", nargs="*", metavar="RULE", help=RULE_HELP)
    drawing.add_arguments(parser, "cubes")
    options.add_workplace(parser.add_argument_group("many cubes"), resume=False)


def run(args: argparse.Namespace) -> int:
    """Draw, print, and make pictures."""
    pattern, how = drawing.asked(args)
    query = Sample(pattern, **how, cluster=args.cluster)
    shown = found.shown_by(Printer(args), args.shown_in or FACES)
    with output.progress_bar("drawing") as show:
        stream = query.stream(on_progress=progress.drawing(show))
        return drawing.answered(stream, args, " ".join(args.rules) or "random cubes", shown)


COMMAND = Command.by_hand("sample", SUMMARY, DESCRIPTION, EPILOG, add_arguments, run, gives="cubes")
