"""`count`: the number of cubes that satisfy some rules."""

from __future__ import annotations

import argparse

from cubecsp.cli import output
from cubecsp.cli.command import Command
from cubecsp.cli.exit_codes import ANSWERED
from cubecsp.cli.output_options import Json
from cubecsp.cli.printer import Printer
from cubecsp.cli.progress_bar import progress_bar
from cubecsp.cli.query_options import query_of
from cubecsp.questions.answers.answer import Status
from cubecsp.questions.count import Count, CountAnswer

DESCRIPTION = """\
Say how many cubes satisfy all of the rules, without listing them if possible. The number is exact,
however large. A count that would take too long is not begun: the answer says how long it would take, and
--estimate gives an estimate with an interval. With --given, the answer is the probability that a random cube
which satisfies those rules satisfies these, too. A pipe gets only the number; an estimate is marked with ~,
an upper bound with <=."""
EPILOG = """\
examples:
  cubecsp count --size 4                            (all that turns make)
  cubecsp count no-piece-home
  cubecsp count no-touching=side --size 2 --classes
  cubecsp count no-touching=side --threads 2         (seconds)
  cubecsp count oriented=last-layer --given solved=F2L   (a probability)
  cubecsp count at-most=3 --estimate
  cubecsp count no-touching=side --explain
  cubecsp count no-touching=side at-most=2 --resume side-2.db   (some ten minutes: stop and continue)

exit codes: 0 answered, 1 no cube satisfies the rules, 2 invalid input, 3 stopped before complete"""


def run(args: argparse.Namespace) -> int:
    """Count and print."""
    with progress_bar("counting") as show:
        query = query_of(args, Count, show=show)
        output.print_notes(query.joint.pattern.notes_on_impossible(), args.command)
        output.print_note(query.details(), args)
        answer = query.answer()
        output.print_filters(query.joint.pattern, answer.method, args.command)
    if args.verbose:
        output.remark(answer.explanation())
    if args.json:
        output.print_json(answer)
    else:
        _print(answer, Printer(args))
    return _code(answer)


def _print(answer: CountAnswer, printer: Printer) -> None:
    """Print the plan if the user asked for it; otherwise the number, and how it is known."""
    if answer.query.get("explain"):
        output.say(answer.explanation())
        return
    for depth, count in enumerate(answer.depths or ()):
        output.say(f"{depth:>2}  {count:,}")
    if not printer.for_people and answer.written() and answer.depths is None:
        printer.give(answer.written())
    printer.say(answer.sentence())


def _code(answer: CountAnswer) -> int:
    """Return the exit code: a plan that the user asked for is an answer, with any number."""
    planned = answer.query.get("explain") and answer.status is not Status.UNKNOWN
    return ANSWERED if planned and answer.stopped is None else output.exit_code(answer)


COMMAND = Command("count", DESCRIPTION, EPILOG, run, (Count,), (Json,), gives="numbers")
