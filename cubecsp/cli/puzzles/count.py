"""`count --puzzle`: how many states of a puzzle that is not a cube there are, of all or by depth."""

from __future__ import annotations

import argparse

from cubecsp.cli import output
from cubecsp.cli.asked import query_of
from cubecsp.cli.command import Command
from cubecsp.cli.options import Output
from cubecsp.cli.printer import Printer
from cubecsp.cli.puzzles.states import code_of, printed
from cubecsp.questions.defined.count import CountStates

DESCRIPTION = """\
Count the states of a puzzle that is not a cube. Without rules, the number follows from the group that the
moves generate; with rules, or by depth, all states are visited, so there should be some millions at most."""
EPILOG = """\
examples:
  python -m cubecsp count --puzzle megaminx
  python -m cubecsp count --puzzle skewb no-piece-home=CENTERS
  python -m cubecsp count --puzzle pyraminx --depths --turns U,U',L,L',R,R',B,B'

exit codes: 0 answered, 2 malformed, 3 stopped before complete"""


def run(args: argparse.Namespace) -> int:
    """Count and print."""
    printer = Printer(args)
    answer = query_of(args, CountStates).answer()
    if not printed(answer, args):
        for depth, count in enumerate(answer.more.get("depths") or ()):
            output.say(f"{depth:>2}  {count:,}")
        if answer.count is not None and not answer.query["depths"]:
            printer.give(str(answer.count))
        printer.say(answer.sentence())
    return code_of(answer)


COMMAND = Command("count", DESCRIPTION, EPILOG, run, (CountStates,), (Output,), gives="numbers")
