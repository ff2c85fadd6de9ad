"""`describe`: order, cycles, symmetry, parity and distance of cubes."""

from __future__ import annotations

import argparse

from cubecsp.cli import output
from cubecsp.cli.asked import query_of
from cubecsp.cli.command import Command
from cubecsp.cli.options import Output
from cubecsp.cli.printer import Printer
from cubecsp.cli.reading import Given
from cubecsp.questions.answer import CubeReport
from cubecsp.questions.describe import Describe, facts

DESCRIPTION = """\
Say of each cube how often its moves have to be repeated to lead back to solved, how its pieces change
places, which symmetries leave it unchanged, and between which bounds its distance from solved lies. In a
cycle the piece of each slot is in the next one; + and - say that pieces come back turned: a corner by a
third, clockwise or counter-clockwise; an edge flipped."""
EPILOG = """\
examples:
  python -m cubecsp describe "R U R' U'"
  python -m cubecsp describe "M2 E2 S2" --prove
  python -m cubecsp find symmetric=T --limit 5 | python -m cubecsp describe -

exit codes: 0 described, 2 malformed, 3 stopped before complete"""


def run(args: argparse.Namespace) -> int:
    """Describe and print."""
    printer = Printer(args, report=True)

    def show(report: CubeReport) -> None:
        number = next(numbers)
        if args.json:
            return
        if several:
            output.say(f"cube {number}")
        printer.net(report.facelets, "the cube given", scheme=report.scheme)
        for line in facts(report, proving=query.prove):
            output.say(line)
        if several:
            output.say()

    given = Given(args, query_of(args, Describe, cubes=(), on_found=show))
    query = given.every()
    several, numbers = len(query.taken) > 1, iter(given.numbers)
    answer = query.answer()
    if args.json:
        output.print_json(answer, given.faults)
    elif answer.stopped is not None:
        output.remark(f"cubecsp describe: {answer.sentence()}")
    return given.code(output.exit_code(answer))


COMMAND = Command("describe", DESCRIPTION, EPILOG, run, (Describe,), (Output,))
