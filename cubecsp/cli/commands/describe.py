"""`describe`: order, cycles, symmetry, parity and distance of cubes."""

from __future__ import annotations

import argparse

from cubecsp.cli import options, output
from cubecsp.cli.command import Command
from cubecsp.cli.printer import Printer
from cubecsp.cli.reading import CUBE_HELP, given_by_hand
from cubecsp.questions.answer import CubeReport
from cubecsp.questions.describe import Describe, facts
from cubecsp.questions.given import shown_and_state
from cubecsp.questions.limits import Limits

SUMMARY = "order, cycles, symmetry, parity and distance of cubes"
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


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("cubes", nargs="+", metavar="CUBE", help=CUBE_HELP)
    parser.add_argument(
        "--prove",
        action="store_true",
        help="find the shortest moves, with the proof that none are shorter (3×3×3: minutes, at worst)",
    )
    options.add_time_limit(parser)
    options.add_reading_options(parser)
    options.add_output_options(parser)


def run(args: argparse.Namespace) -> int:
    """Describe and print."""
    given, cubes = given_by_hand(args, args.cubes, shown_and_state)
    query = Describe(tuple(cubes), args.prove, Limits.of(None, args.time_limit))
    printer = Printer(args, report=True)
    numbers = iter(given.numbers)

    def show(report: CubeReport) -> None:
        if args.json:
            return
        if len(cubes) > 1:
            output.say(f"cube {next(numbers)}")
        printer.net(report.facelets, "the cube given", scheme=report.scheme)
        for line in facts(report, proving=args.prove):
            output.say(line)
        if len(cubes) > 1:
            output.say()

    answer = query.stream().collect(show)
    if args.json:
        output.print_json(answer, given.faults)
    elif answer.stopped is not None:
        output.remark(f"cubecsp describe: {answer.sentence()}")
    return given.code(output.exit_code(answer))


COMMAND = Command.by_hand("describe", SUMMARY, DESCRIPTION, EPILOG, add_arguments, run)
