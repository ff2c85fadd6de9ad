"""`scramble --puzzle`: random states of a puzzle that is not a cube, and moves that make them."""

from __future__ import annotations

import argparse

from cubecsp.cli import options
from cubecsp.cli.command import Command
from cubecsp.cli.printer import Printer
from cubecsp.cli.puzzles.states import add_effort, add_puzzle, code_of, printed, puzzle_of
from cubecsp.formats import SOLVED
from cubecsp.questions.defined.answer import StateReport
from cubecsp.questions.defined.scramble import scramble_puzzle
from cubecsp.questions.wording import plural

SUMMARY = "moves that make random states of a puzzle"
DESCRIPTION = """\
Draw states of a puzzle that is not a cube, all that moves can make equally likely, and give the fewest
moves that make them. For puzzles that are too large for this, --random-moves draws moves instead."""
EPILOG = """\
examples:
  python -m cubecsp scramble --puzzle pyraminx -n 5
  python -m cubecsp scramble --puzzle skewb --seed 7
  python -m cubecsp scramble --puzzle megaminx --random-moves 60

exit codes: 0 answered, 2 malformed, 3 a limit was reached before it was done"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "-n",
        type=options.count,
        default=1,
        dest="number",
        metavar="N",
        help="how many (default: 1)",
    )
    options.add_seed(parser, "draw different states")
    parser.add_argument(
        "--random-moves",
        type=options.count,
        metavar="N",
        help="N random moves each, instead of a random state",
    )
    add_puzzle(parser)
    add_effort(parser, "for each state")
    options.add_time_limit(parser)


def run(args: argparse.Namespace) -> int:
    """Draw and print."""
    puzzle, printer = puzzle_of(args), Printer(args)

    def show(report: StateReport) -> None:
        if not args.json:
            length = plural(report.length or 0, "move")
            printer.give(report.generator or SOLVED, f"({length})", flush=True)

    answer = scramble_puzzle(
        puzzle,
        args.number,
        seed=args.seed,
        turns=args.turns,
        random_moves=args.random_moves,
        effort=args.effort,
        time_limit=args.time_limit,
        on_found=show,
    )
    if not printed(answer, args) and answer.stopped is not None:
        printer.say(answer.sentence())
    return code_of(answer)


COMMAND = Command.by_hand(
    "scramble", SUMMARY, DESCRIPTION, EPILOG, add_arguments, run, gives="moves"
)
