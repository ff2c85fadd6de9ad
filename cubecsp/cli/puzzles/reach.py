"""`reach --puzzle`: the moves after which a state of a puzzle satisfies some rules."""

from __future__ import annotations

import argparse

from cubecsp.cli import options
from cubecsp.cli.command import Command
from cubecsp.cli.printer import Printer
from cubecsp.cli.puzzles.states import (
    RULE_HELP,
    STATE_HELP,
    add_effort,
    add_puzzle,
    code_of,
    printed,
    puzzle_of,
    states_of,
)
from cubecsp.errors import InputError
from cubecsp.formats import SOLVED
from cubecsp.questions.defined.reach import reach_states
from cubecsp.questions.wording import plural

SUMMARY = "the shortest moves after which a state of a puzzle satisfies some rules"
DESCRIPTION = """\
List the states that satisfy the rules and take the fewest moves to reach, found by breadth-first search,
each with such moves. Rules are about pieces; see `find --puzzle NAME --help`."""
EPILOG = """\
examples:
  python -m cubecsp reach --puzzle pyraminx "R U' L B" solved=EDGES[0,1,2]
  python -m cubecsp reach --puzzle skewb "R U' L B" solved=CENTERS --turns R,R',U,U'

exit codes: 0 answered, 1 no such moves lead there, 2 malformed, 3 stopped before complete"""

_LIMIT = 100


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("state", metavar="STATE", help=STATE_HELP)
    parser.add_argument("rules", nargs="+", metavar="RULE", help=RULE_HELP)
    add_puzzle(parser)
    options.add_limit(parser, "stop after N states", _LIMIT)
    add_effort(parser)
    options.add_time_limit(parser)


def run(args: argparse.Namespace) -> int:
    """Search and print."""
    puzzle, printer = puzzle_of(args), Printer(args)
    states = states_of([args.state], puzzle)
    if len(states) != 1:
        raise InputError(
            f"the question is about one state, not {len(states):,}", "give one at a time"
        )
    answer = reach_states(
        puzzle,
        states[0],
        args.rules,
        turns=args.turns,
        limit=args.limit,
        effort=args.effort,
        time_limit=args.time_limit,
    )
    if not printed(answer, args):
        for report in answer:
            printer.give(report.moves or SOLVED, f"({plural(report.length or 0, 'move')})")
        printer.say(answer.sentence())
    return code_of(answer)


COMMAND = Command.by_hand("reach", SUMMARY, DESCRIPTION, EPILOG, add_arguments, run, gives="moves")
