"""`count --puzzle`: how many states of a puzzle that is not a cube there are, of all or by depth."""

from __future__ import annotations

import argparse

from cubecsp.cli import options, output
from cubecsp.cli.command import Command
from cubecsp.cli.printer import Printer
from cubecsp.cli.puzzles.states import (
    RULE_HELP,
    add_effort,
    add_puzzle,
    code_of,
    printed,
    puzzle_of,
)
from cubecsp.questions.defined.count import count_states

SUMMARY = "how many states of a puzzle moves can make, by rules or by depth"
DESCRIPTION = """\
Count the states of a puzzle that is not a cube. Without rules, the number follows from the group that the
moves generate; with rules, or by depth, all states are visited, so there should be some millions at most."""
EPILOG = """\
examples:
  python -m cubecsp count --puzzle megaminx
  python -m cubecsp count --puzzle skewb no-piece-home=CENTERS
  python -m cubecsp count --puzzle pyraminx --depths --turns U,U',L,L',R,R',B,B'

exit codes: 0 answered, 2 malformed, 3 stopped before complete"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("rules", nargs="*", default=[], metavar="RULE", help=RULE_HELP)
    parser.add_argument(
        "--depths", action="store_true", help="count by the number of moves from solved"
    )
    add_puzzle(parser)
    add_effort(parser)
    options.add_time_limit(parser)


def run(args: argparse.Namespace) -> int:
    """Count and print."""
    puzzle, printer = puzzle_of(args), Printer(args)
    answer = count_states(
        puzzle,
        args.rules,
        depths=args.depths,
        turns=args.turns,
        effort=args.effort,
        time_limit=args.time_limit,
    )
    if not printed(answer, args):
        for depth, count in enumerate(answer.told.get("depths") or ()):
            output.say(f"{depth:>2}  {count:,}")
        if answer.count is not None and not args.depths:
            printer.give(str(answer.count))
        printer.say(answer.sentence())
    return code_of(answer)


COMMAND = Command.by_hand(
    "count", SUMMARY, DESCRIPTION, EPILOG, add_arguments, run, gives="numbers"
)
