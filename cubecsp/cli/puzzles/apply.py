"""`apply --puzzle`: what moves do to states of a puzzle that is not a cube."""

from __future__ import annotations

import argparse

from cubecsp.cli.answers import begins_json
from cubecsp.cli.command import Command
from cubecsp.cli.printer import Printer
from cubecsp.cli.puzzles.states import (
    STATE_HELP,
    add_puzzle,
    code_of,
    printed,
    puzzle_of,
    states_of,
)
from cubecsp.formats import SOLVED
from cubecsp.questions.defined.judging import apply_moves
from cubecsp.questions.wording import plural

SUMMARY = "the state of a puzzle after some moves"
DESCRIPTION = """\
Do moves to states of a puzzle that is not a cube, solved if none is given, and print the results as
KPattern JSON. Moves are those of its definition, with counts and primes (R2'), groups (R U)3,
commutators [R, U] and conjugates [R: U]."""
EPILOG = """\
examples:
  python -m cubecsp apply --puzzle pyraminx "R U' l"
  python -m cubecsp apply --puzzle megaminx "[R, U]3"

exit codes: 0 answered, 2 malformed"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("moves", metavar="MOVES", help="the moves to do")
    parser.add_argument("states", nargs="*", default=[], metavar="STATE", help=STATE_HELP)
    add_puzzle(parser, turns=False)


def run(args: argparse.Namespace) -> int:
    """Apply and print."""
    puzzle, moves, states = puzzle_of(args), args.moves, args.states
    if begins_json(moves) and states:  # the states stand first
        states, moves = [moves, *states[:-1]], states[-1]
    answer = apply_moves(puzzle, moves, states_of(states or [SOLVED], puzzle))
    if not printed(answer, args):
        printer = Printer(args)
        for report in answer:
            printer.give(str(report.state))
        again = plural(answer.told["order"], "time")
        printer.say(f"moves     {moves or '(none)'}   (done {again} they lead back)")
    return code_of(answer)


COMMAND = Command.by_hand("apply", SUMMARY, DESCRIPTION, EPILOG, add_arguments, run)
