"""`scramble --puzzle`: random states of a puzzle that is not a cube, and moves that make them."""

from __future__ import annotations

import argparse

from cubecsp.cli.asked import query_of
from cubecsp.cli.command import Command
from cubecsp.cli.options import Output
from cubecsp.cli.printer import Printer
from cubecsp.cli.puzzles.states import code_of, printed
from cubecsp.formats import SOLVED
from cubecsp.questions.defined.answer import StateReport
from cubecsp.questions.defined.scramble import ScramblePuzzle
from cubecsp.questions.wording import plural

DESCRIPTION = """\
Draw states of a puzzle that is not a cube, all that moves can make equally likely, and give the fewest
moves that make them. For puzzles that are too large for this, --random-moves draws moves instead."""
EPILOG = """\
examples:
  python -m cubecsp scramble --puzzle pyraminx -n 5
  python -m cubecsp scramble --puzzle skewb --seed 7
  python -m cubecsp scramble --puzzle megaminx --random-moves 60

exit codes: 0 answered, 2 malformed, 3 a limit was reached before it was done"""


def run(args: argparse.Namespace) -> int:
    """Draw and print."""
    printer = Printer(args)

    def show(report: StateReport) -> None:
        if not args.json:
            length = plural(report.length or 0, "move")
            printer.give(report.generator or SOLVED, f"({length})", flush=True)

    answer = query_of(args, ScramblePuzzle, on_found=show).answer()
    if not printed(answer, args) and answer.stopped is not None:
        printer.say(answer.sentence())
    return code_of(answer)


COMMAND = Command("scramble", DESCRIPTION, EPILOG, run, (ScramblePuzzle,), (Output,), gives="moves")
