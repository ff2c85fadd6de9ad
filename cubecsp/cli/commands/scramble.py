"""`scramble`: moves that make random cubes, all equally likely."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from cubecsp.cli import drawing, output
from cubecsp.cli.command import Command
from cubecsp.cli.printer import Printer
from cubecsp.formats import SOLVED
from cubecsp.puzzle.geometry import FACES
from cubecsp.questions import progress
from cubecsp.questions.answer import CubeReport
from cubecsp.questions.asking.shared import RULE_HELP
from cubecsp.questions.scramble import Scramble
from cubecsp.questions.wording import plural

SUMMARY = "scrambles: moves that make random cubes, of the official kind or for a case to train"
DESCRIPTION = """\
Draw cubes at random from all that satisfy the given rules, each equally likely, and give moves that
make each from a solved one. The moves do not give away how to solve the cube. Without rules, these are
scrambles by the regulations of the World Cube Association, for the 3×3×3 or, with --size, any size from
2×2×2 to 7×7×7; from the 5×5×5 on they are random moves."""
EPILOG = """\
examples:
  python -m cubecsp scramble -n 5
  python -m cubecsp scramble --size 2 -n 5
  python -m cubecsp scramble --size 6
  python -m cubecsp scramble solved=F2L "not solved=last-layer" -n 12 --seed 7 -o pictures
  python -m cubecsp scramble oriented=edges --json

exit codes: 0 answered, 1 no cube satisfies the rules, 2 malformed, 3 stopped before complete"""

_NETS = 6  # so many cubes are drawn; of the others there are moves alone


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("rules", nargs="*", metavar="RULE", help=RULE_HELP)
    drawing.add_arguments(parser, "scrambles")


def run(args: argparse.Namespace) -> int:
    """Draw, print, and make pictures."""
    pattern, how = drawing.asked(args)
    query = Scramble(pattern, **how)
    with output.progress_bar("scrambling") as show:
        stream = query.stream(on_progress=progress.drawing(show))
        title = " ".join(args.rules) or "scrambles"
        return drawing.answered(stream, args, title, _shown_by(Printer(args), args))


def _shown_by(printer: Printer, args: argparse.Namespace) -> Callable[[CubeReport], None]:
    """Return what prints a scramble: for people its number and length too, and a net of what it makes."""
    scheme = args.shown_in or FACES
    shown = 0

    def show(report: CubeReport) -> None:
        nonlocal shown
        shown += 1
        moves = str(report.generator) if printer.for_people else report.making
        details = f"({plural(report.length or 0, 'turn')})  {report.generator_note}".rstrip()
        printer.give(moves or SOLVED, details, label=f"{shown}:", flush=True)
        if printer.for_people and shown <= _NETS:
            printer.net(report.facelets, f"cube {shown}", scheme=scheme)
            printer.say()

    return show


COMMAND = Command.by_hand(
    "scramble", SUMMARY, DESCRIPTION, EPILOG, add_arguments, run, gives="moves"
)
