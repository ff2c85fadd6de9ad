"""`find --puzzle`: states of a puzzle that is not a cube that satisfy rules."""

from __future__ import annotations

import argparse

from cubecsp.cli.asked import query_of
from cubecsp.cli.command import Command
from cubecsp.cli.options import Output
from cubecsp.cli.printer import Printer
from cubecsp.cli.puzzles.states import code_of, printed
from cubecsp.questions.defined.answer import StateReport
from cubecsp.questions.defined.find import FindStates

DESCRIPTION = """\
Find states of a puzzle other than a cube that moves can make and that satisfy the rules, with CP-SAT.

rules:
  solved=WHAT permuted=WHAT oriented=WHAT   pieces as in the solved state, or in place, or turned so
  no-piece-home[=WHAT]                      no slot holds its own piece
  EDGES[3]=5  EDGES[3]=5:1                  a slot holds a piece, however turned or turned by 1
  every-colour at-most=N no-touching=side   about stickers: megaminx, pyraminx and skewb have them
  not RULE  any(RULE, RULE)  all(RULE, RULE)
WHAT is all, an orbit or slots of one, joined by +: EDGES+CORNERS[0,1,2]"""
EPILOG = """\
examples:
  python -m cubecsp find --puzzle pyraminx every-colour at-most=3 no-touching=side --limit 3
  python -m cubecsp find --puzzle skewb solved=CORNERS "not solved=CENTERS" --limit all
  python -m cubecsp find --puzzle megaminx no-piece-home --limit 1

exit codes: 0 found, 1 there are none, 2 malformed, 3 stopped before complete"""


def run(args: argparse.Namespace) -> int:
    """Find and print."""
    printer = Printer(args)

    def show(report: StateReport) -> None:
        if not args.json:
            printer.give(str(report.state), flush=True)

    answer = query_of(args, FindStates, on_found=show).answer()
    if not printed(answer, args):
        printer.say(answer.sentence())
    return code_of(answer)


COMMAND = Command("find", DESCRIPTION, EPILOG, run, (FindStates,), (Output,))
