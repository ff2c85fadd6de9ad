"""`complete`: all real cubes that agree with the stickers that are known."""

from __future__ import annotations

import argparse
from functools import partial

from cubecsp.cli import options, output
from cubecsp.cli.command import Command
from cubecsp.cli.each import told_of_each
from cubecsp.cli.printer import Printer
from cubecsp.cli.reading import CUBE_HELP, Given, small
from cubecsp.errors import InputError
from cubecsp.puzzle.facelets import Facelets
from cubecsp.questions.complete import DEFAULT_LIMIT, Completed, complete

SUMMARY = "all real cubes that agree with the stickers that are known"
DESCRIPTION = """\
List the cubes that turns can make and that agree with the known stickers; an unknown one is
written as a dot. Say exactly how many there are, however many, and which sticker to look at next.
With --fewest, find the smallest sets of stickers that no other cube shares."""
EPILOG = """\
examples:
  python -m cubecsp complete UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDD...LLLLLL...BBBBBB
  python -m cubecsp complete UUUUUUUUU............................................. --count
  python -m cubecsp complete cubes.txt --limit all         (one cube on each line)
  python -m cubecsp complete "R U R' U'" --fewest          (how few stickers are enough)

exit codes: 0 answered, 1 no cube agrees, 2 malformed, 3 stopped before complete"""

_USUAL = 0  # the limit when none is given
_NETS = 3  # up to so many cubes are drawn


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("cubes", nargs="+", metavar="CUBE", help=CUBE_HELP)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--count", action="store_true", help="only say how many there are")
    what.add_argument(
        "--fewest",
        action="store_true",
        help="smallest sets of the known stickers that determine the cube",
    )
    told = f"{DEFAULT_LIMIT} cubes, 1 set"
    options.add_limit(parser, "list N cubes or sets at most", _USUAL, told)
    options.add_time_limit(parser)
    options.add_reading_options(parser)
    options.add_output_options(parser)


def run(args: argparse.Namespace) -> int:
    """Complete and print."""
    if args.count and args.limit != _USUAL:
        raise InputError("--count lists no cubes, so --limit means nothing with it", "drop one")
    given = Given(args)
    shown = given.every(args.cubes, partial(small, done="completed"))
    if args.fewest:
        if len(shown) > 1:
            raise InputError(
                f"--fewest is about one cube, not {len(shown):,}", "give one at a time"
            )
        return _run_fewest(shown[0], args)
    options = {
        "limit": DEFAULT_LIMIT if args.limit == _USUAL else args.limit,
        "list_cubes": not args.count,
        "time_limit": args.time_limit,
    }
    return told_of_each(
        lambda cubes, tell: complete(cubes, on_answer=tell, **options), shown, given, args, _print
    )


def _print(answer: Completed, shown: Facelets, printer: Printer) -> str:
    """Print the cubes that agree, and return the sentence about them."""
    drawn = len(answer) <= _NETS
    filled = [i for i, colour in enumerate(shown.colours) if colour is None]
    for report in answer:
        if drawn:
            caption = "filled in" if filled else "the cube given"
            printer.net(
                report.facelets,
                caption,
                marked=filled,
                scheme=shown.scheme,
                which="that were unknown",
            )
        printer.give(output.written(report.facelets, shown.scheme))
    return answer.sentence()


def _run_fewest(shown: Facelets, args: argparse.Namespace) -> int:
    from cubecsp.questions.fewest import fewest

    limit = 1 if args.limit == _USUAL else args.limit
    answer = fewest(shown, limit=limit, time_limit=args.time_limit)
    if args.json:
        output.print_json(answer)
        return output.exit_code(answer)
    printer = Printer(args)
    for number, letters in enumerate(answer.sets):
        if number < _NETS:
            printer.net(letters, "stickers that determine the cube", scheme=shown.scheme)
        printer.give(output.written(letters, shown.scheme))
    printer.say(answer.sentence())
    return output.exit_code(answer)


COMMAND = Command.by_hand(
    "complete", SUMMARY, DESCRIPTION, EPILOG, add_arguments, run, gives="cubes", sizes=(2, 3)
)
