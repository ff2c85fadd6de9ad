"""`rank`: the number of a cube among those that satisfy some rules, and the cube of a number."""

from __future__ import annotations

import argparse

from cubecsp.cli import options, output
from cubecsp.cli.command import Command
from cubecsp.cli.printer import Printer
from cubecsp.cli.reading import CUBE_HELP, given_by_hand
from cubecsp.errors import InputError
from cubecsp.models.sampling.planner import NUMBERING
from cubecsp.puzzle.geometry import FACES
from cubecsp.questions import progress
from cubecsp.questions.answer import CubeReport
from cubecsp.questions.asking.shared import AUTO
from cubecsp.questions.given import pattern_of, shown_and_state
from cubecsp.questions.limits import Limits
from cubecsp.questions.rank import Rank, RankAnswer

SUMMARY = "the number of a cube among those that satisfy the rules, and the cube of a number"
DESCRIPTION = """\
Say which number a cube has among all cubes that satisfy the given rules, or among all if none is given;
with --at, which cube has a given number. Numbers begin with 0. Cubes are ordered by what their slots
hold, corners first, whatever the rules and the method. A cube that breaks the rules has no number; the
answer says which rules it breaks."""
EPILOG = """\
examples:
  python -m cubecsp rank "R U R' U'"
  python -m cubecsp rank "R U R' U' R' F R F'" solved=F2L
  python -m cubecsp rank --at 0 --at 47 perfect-scramble
  python -m cubecsp sample no-piece-home -n 3 | python -m cubecsp rank - no-piece-home

exit codes: 0 answered, 1 a cube breaks the rules, 2 malformed, 3 stopped before complete"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "words", nargs="*", metavar="CUBE RULE", help=f"{CUBE_HELP}; then rules, or names of models"
    )
    parser.add_argument(
        "--at",
        type=options.number,
        action="append",
        default=[],
        metavar="K",
        help="give cube number K, in place of CUBE; may be given several times",
    )
    parser.add_argument(
        "--method",
        choices=(AUTO, *NUMBERING),
        default=AUTO,
        help="the way to number the cubes, as in `sample` (default: what suits the rules)",
    )
    options.add_time_limit(parser)
    options.add_reading_options(parser)
    options.add_output_options(parser)


def run(args: argparse.Namespace) -> int:
    """Find the numbers, or the cubes, and print."""
    words = list(args.words)
    if not args.at and not words:
        raise InputError("no cube is given", "give a cube, or a number with --at")
    given, shown = given_by_hand(args, [] if args.at else words[:1], shown_and_state)
    cubes = tuple(state for _, state in shown)
    rules, size = words[not args.at :], args.size
    if cubes and size is None and not rules:
        size = cubes[0].puzzle.size
    pattern = pattern_of(rules, size)
    output.print_notes(pattern, args.command)
    limits = Limits.of(None, args.time_limit)
    schemes = tuple(facelets.scheme for facelets, _ in shown)
    query = Rank(pattern, cubes, tuple(args.at), args.method, limits, schemes)
    with output.progress_bar("numbering") as show:
        answer = query.stream(on_progress=progress.numbering(show)).collect()
    output.show_in(answer, args)
    if args.json:
        output.print_json(answer, given.faults)
    else:
        _print(answer, Printer(args), args.shown_in or FACES, numbers=not args.at)
    return given.code(output.exit_code(answer))


def _print(answer: RankAnswer, printer: Printer, scheme: str, *, numbers: bool) -> None:
    """Print a number for each cube, or a cube for each number, and what is said of them."""
    for place, report in enumerate(answer, 1):
        shown = output.written(report.facelets, scheme)
        if len(answer) == 1:
            caption = "the cube given" if numbers else "the cube of this number"
            printer.net(report.facelets, caption, scheme=scheme)
        if not numbers:
            printer.give(shown)
        elif report.rank is not None:
            printer.give(str(report.rank), shown)
        else:
            printer.give("-", _broken(report))
            if not printer.for_people:
                output.remark(f"cube {place} {_broken(report)}")
    printer.say(answer.sentence())


def _broken(report: CubeReport) -> str:
    return f"breaks {', '.join(map(str, report.violations or ()))}"


COMMAND = Command.by_hand("rank", SUMMARY, DESCRIPTION, EPILOG, add_arguments, run, gives="numbers")
