"""`reach --puzzle`: the moves after which a state of a puzzle satisfies some rules."""

from __future__ import annotations

import argparse

from cubecsp.cli.command import Command
from cubecsp.cli.options import Output
from cubecsp.cli.printer import Printer
from cubecsp.cli.puzzles.states import asked_of, code_of, printed
from cubecsp.formats import SOLVED
from cubecsp.questions.defined.reach import ReachStates
from cubecsp.questions.wording import plural

DESCRIPTION = """\
List the states that satisfy the rules and take the fewest moves to reach, found by breadth-first search,
each with such moves. Rules are about pieces; see `find --puzzle NAME --help`."""
EPILOG = """\
examples:
  python -m cubecsp reach --puzzle pyraminx "R U' L B" solved=EDGES[0,1,2]
  python -m cubecsp reach --puzzle skewb "R U' L B" solved=CENTERS --turns R,R',U,U'

exit codes: 0 answered, 1 no such moves lead there, 2 malformed, 3 stopped before complete"""


def run(args: argparse.Namespace) -> int:
    """Search and print."""
    printer = Printer(args)
    answer = asked_of(args, ReachStates).answer()
    if not printed(answer, args):
        for report in answer:
            printer.give(report.moves or SOLVED, f"({plural(report.length or 0, 'move')})")
        printer.say(answer.sentence())
    return code_of(answer)


COMMAND = Command("reach", DESCRIPTION, EPILOG, run, (ReachStates,), (Output,), gives="moves")
