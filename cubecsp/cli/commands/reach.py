"""`reach`: the moves after which a cube satisfies some rules."""

from __future__ import annotations

import argparse

from cubecsp.cli import move_options, options
from cubecsp.cli.command import Command
from cubecsp.cli.each import told_of_each
from cubecsp.cli.printer import Printer
from cubecsp.cli.reading import CUBE_HELP, given_by_hand
from cubecsp.formats import Reading
from cubecsp.puzzle.facelets import Facelets
from cubecsp.questions.given import pattern_of
from cubecsp.questions.reach import EFFORT, ReachAnswer, reach, start_of

SUMMARY = "the shortest moves after which a cube satisfies some rules"
DESCRIPTION = """\
List the shortest sequences of moves after which a cube satisfies the given rules: all of them, with
all turns or only the moves that you allow; U D and D U count as two. Rules apply to the cube held with
its centres where they were: moves like M2, r or x may leave the whole cube turned, and the answer then
says how.

If few cubes satisfy the rules and all turns may be used, moves are found at once, however far away these
cubes are, and the answer says whether they are the shortest. Otherwise the search is exhaustive, from both
ends if possible, so the goal should be at most about a dozen turns away."""
EPILOG = """\
examples:
  python -m cubecsp reach "F R U D" solved=cross
  python -m cubecsp reach "F R U D L2" checkerboard
  python -m cubecsp reach "F R U" "any(f in faces: all(c in cells: {f}{c}=={f}))" --turns U,R,F

exit codes: 0 answered, 1 no such moves lead there, 2 malformed, 3 stopped before complete"""

DEFAULT_LIMIT = 100


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("cube", metavar="CUBE", help=CUBE_HELP)
    parser.add_argument("rules", nargs="+", metavar="RULE", help="a rule, or the name of a model")
    parser.add_argument("--turns", metavar="MOVES", help=move_options.TURNS)
    parser.add_argument(
        "--up-to",
        type=options.count,
        metavar="N",
        help="all sequences of up to N moves, detours included, not only the shortest",
    )
    parser.add_argument(
        "--up-to-commuting",
        action="store_true",
        help=move_options.UP_TO_COMMUTING,
    )
    options.add_limit(parser, "stop after N sequences", DEFAULT_LIMIT)
    parser.add_argument(
        "--effort",
        type=options.count,
        metavar="N",
        help="if few cubes satisfy the rules: look at N positions for shorter moves, and at as many "
        f"for the proof that there are none (default: {EFFORT:,}, or what the time limit allows)",
    )
    options.add_time_limit(parser)
    options.add_reading_options(parser)
    options.add_output_options(parser)


def run(args: argparse.Namespace) -> int:
    """Search and print."""
    pattern = pattern_of(args.rules)
    given, shown = given_by_hand(args, [args.cube], _start)
    options = {
        "turns": args.turns,
        "up_to": args.up_to,
        "up_to_commuting": args.up_to_commuting,
        "effort": args.effort,
        "limit": args.limit,
        "time_limit": args.time_limit,
    }
    return told_of_each(
        lambda cubes, tell: reach(cubes, pattern, on_answer=tell, **options),
        shown,
        given,
        args,
        _print,
    )


def _start(reading: Reading) -> Facelets:
    """Return the stickers of what was read, from which sequences can begin.

    Raises:
        InputError: they are not a 3×3×3 or 2×2×2 that turns can make.
    """
    start_of(reading.stickers)
    return reading.stickers


def _print(answer: ReachAnswer, shown: Facelets, printer: Printer) -> str:
    """Print the sequences from a cube, and return the sentence about them."""
    if len(answer) == 1:
        (end,) = answer.cubes
        printer.net(end.facelets, f"after {end.written or 'no moves'}", scheme=shown.scheme)
    for report in answer:
        printer.give_moves(report, "(nothing to do)")
    return answer.sentence()


COMMAND = Command.by_hand(
    "reach", SUMMARY, DESCRIPTION, EPILOG, add_arguments, run, gives="moves", sizes=(2, 3)
)
