"""`apply --puzzle`: what moves do to states of a puzzle that is not a cube."""

from __future__ import annotations

import argparse

from cubecsp.cli.answers import begins_json
from cubecsp.cli.command import Command
from cubecsp.cli.options import Output
from cubecsp.cli.printer import Printer
from cubecsp.cli.puzzles.states import asked_of, code_of, printed
from cubecsp.formats import SOLVED
from cubecsp.questions.defined.apply import ApplyMoves
from cubecsp.questions.wording import plural

DESCRIPTION = """\
Do moves to states of a puzzle that is not a cube, solved if none is given, and print the results as
KPattern JSON. Moves are those of its definition, with counts and primes (R2'), groups (R U)3,
commutators [R, U] and conjugates [R: U]."""
EPILOG = """\
examples:
  python -m cubecsp apply --puzzle pyraminx "R U' l"
  python -m cubecsp apply --puzzle megaminx "[R, U]3"

exit codes: 0 answered, 2 malformed"""


def run(args: argparse.Namespace) -> int:
    """Apply and print."""
    moves, states = args.moves, list(getattr(args, "states", ()))
    if begins_json(moves) and states:  # the states stand first
        states, moves = [moves, *states[:-1]], states[-1]
    answer = asked_of(args, ApplyMoves, states or SOLVED, moves=moves).answer()
    if not printed(answer, args):
        printer = Printer(args)
        for report in answer:
            printer.give(str(report.state))
        order = answer.more["order"]
        again = "" if order is None else f"   (done {plural(order, 'time')} they lead back)"
        printer.say(f"moves     {moves or '(none)'}{again}")
    return code_of(answer)


COMMAND = Command("apply", DESCRIPTION, EPILOG, run, (ApplyMoves,), (Output,))
