"""`reach`: the moves that lead a cube to where some rules hold."""

from __future__ import annotations

import argparse
from dataclasses import replace

from cubecsp.cli import options, output
from cubecsp.cli.command import Command
from cubecsp.cli.printer import Printer
from cubecsp.cli.reading import CUBE_HELP, Given
from cubecsp.errors import InputError
from cubecsp.puzzle.puzzle import CUBE
from cubecsp.questions.reach import reach

SUMMARY = "the moves that lead a cube to where some rules hold"
DESCRIPTION = """\
List the shortest sequences of moves after which a cube satisfies the given rules: all of them, over
all turns or only the moves that you allow; U D and D U count as two. Rules are about the cube held with
its centres where they were: moves like M2, r or x may leave the whole cube turned, which is then
said. The search looks everywhere, from both ends where the rules allow it, so the end should not be
much more than a dozen turns away."""
EPILOG = """\
examples:
  python -m cubecsp reach "F R U D" solved=cross
  python -m cubecsp reach "F R U" "any(f in faces: all(c in cells: {f}{c}=={f}))" --turns U,R,F

exit codes: 0 answered, 1 no such moves lead there, 2 malformed, 3 stopped before complete"""

DEFAULT_LIMIT = 100


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("cube", metavar="CUBE", help=CUBE_HELP)
    parser.add_argument("rules", nargs="+", metavar="RULE", help="a rule, or the name of a model")
    parser.add_argument("--turns", metavar="MOVES", help=options.TURNS)
    parser.add_argument(
        "--up-to",
        type=options.count,
        metavar="N",
        help="all sequences of up to N moves, detours included, not the shortest alone",
    )
    parser.add_argument(
        "--up-to-commuting",
        action="store_true",
        help=options.UP_TO_COMMUTING,
    )
    parser.add_argument(
        "--limit",
        type=options.count_or_all,
        default=DEFAULT_LIMIT,
        metavar="N",
        help=f"stop after N sequences, or: all (default: {DEFAULT_LIMIT})",
    )
    options.add_time_limit(parser)
    options.add_reading_options(parser)
    options.add_output_options(parser)


def run(args: argparse.Namespace) -> int:
    """Search and print."""
    shown = Given(args).one(args.cube)
    if shown.puzzle is not CUBE:
        name = shown.puzzle.name
        raise InputError(f"reach turns a 3×3×3, and this is a {name}", "`solve` solves a 2×2×2")
    answer = reach(
        shown.to_cube(),
        args.rules,
        turns=args.turns,
        up_to=args.up_to,
        up_to_commuting=args.up_to_commuting,
        limit=args.limit,
        time_limit=args.time_limit,
    )
    answer.cubes = [replace(report, scheme=shown.scheme) for report in answer]
    if args.json:
        output.print_json(answer)
        return output.exit_code(answer)
    printer = Printer(args)
    if len(answer) == 1:
        (end,) = answer.cubes
        printer.net(end.facelets, f"after {end.written or 'no moves'}", scheme=shown.scheme)
    for report in answer:
        printer.give_moves(report, "(nothing to do)")
    printer.say(answer.sentence())
    return output.exit_code(answer)


COMMAND = Command(
    "reach", SUMMARY, DESCRIPTION, EPILOG, add_arguments, run, gives="moves", sizes=(3,)
)
