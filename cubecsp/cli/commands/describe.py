"""`describe`: order, cycles, symmetry, parity and distance of cubes."""

from __future__ import annotations

import argparse

from cubecsp.cli import options, output
from cubecsp.cli.command import Command
from cubecsp.cli.printer import Printer
from cubecsp.cli.reading import CUBE_HELP, Given
from cubecsp.formats import SOLVED
from cubecsp.puzzle.puzzle import PUZZLES
from cubecsp.questions.answer import CubeReport
from cubecsp.questions.describe import Describe
from cubecsp.questions.given import shown_and_state
from cubecsp.questions.limits import Limits
from cubecsp.questions.wording import plural

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
    given = Given(args)
    cubes = given.every(args.cubes, shown_and_state)
    query = Describe(tuple(cubes), args.prove, Limits.of(None, args.time_limit))
    printer = Printer(args, report=True)
    numbers = iter(given.numbers)

    def show(report: CubeReport) -> None:
        if args.json:
            return
        if len(cubes) > 1:
            output.say(f"cube {next(numbers)}")
        _print(report, printer, proven=args.prove)
        if len(cubes) > 1:
            output.say()

    answer = query.stream().collect(show)
    if args.json:
        output.print_json(answer, given.faults)
    elif answer.stopped is not None:
        output.remark(f"cubecsp describe: {answer.sentence()}")
    return given.code(output.exit_code(answer))


def _print(report: CubeReport, printer: Printer, *, proven: bool) -> None:
    found = report.description
    assert found is not None  # `describe` has described it
    printer.net(report.facelets, "the cube given", scheme=report.scheme)
    order = found.order or "cannot be determined: pieces look alike"
    output.say(f"order     {order}")
    output.say(f"cycles    {' '.join(map(str, found.cycles)) or 'none'}")
    held = "unchanged by" if report.puzzle.centres else "unchanged, up to a rotation, by"
    number = plural(48 // found.class_size, "symmetry")
    output.say(f"symmetry  {found.symmetry} ({held} {number}; a class of {found.class_size})")
    output.say(f"parity    {', '.join(f'{name} {what}' for name, what in found.parity.items())}")
    if not found.reachable:
        output.say("distance  none: turns cannot make it (`check` says why)")
    elif report.solution is not None:
        output.say(f"distance  {_distance(report, proven=proven)}")
        output.say(f"make it   {report.generator or SOLVED}")
        output.say(f"solve it  {report.solution or SOLVED}")
    elif report.puzzle not in PUZZLES:
        output.say(
            f"distance  not known for a {report.puzzle.name}; `solve` finds moves, if not the fewest"
        )
    else:
        output.say("distance  not known: the time limit passed")


def _distance(report: CubeReport, *, proven: bool) -> str:
    most = plural(report.length or 0, "turn")
    if report.optimal:
        return f"{most}, proven"
    how = "the time limit passed" if proven else "--prove finds out which"
    return f"{report.proven or 0} to {most}; {how}"


COMMAND = Command("describe", SUMMARY, DESCRIPTION, EPILOG, add_arguments, run)
