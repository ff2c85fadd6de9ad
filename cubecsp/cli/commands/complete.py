"""`complete`: all real cubes that agree with the stickers that are known."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from cubecsp.cli import options, output
from cubecsp.cli.command import Command
from cubecsp.cli.reading import CUBE_HELP, read_cube
from cubecsp.errors import InputError
from cubecsp.puzzle.facelets import Facelets
from cubecsp.questions.answer import Status, Stop
from cubecsp.questions.complete import DEFAULT_LIMIT, Completed, complete

if TYPE_CHECKING:
    from cubecsp.questions.fewest import FewestAnswer

SUMMARY = "all real cubes that agree with the stickers that are known"
DESCRIPTION = """\
List the cubes that turns can make and that agree with the known stickers; unknown ones are
written as a dot. Says exactly how many there are, however many, and which sticker to look at next.
With --fewest, find the smallest sets of stickers that no other cube shows."""
EPILOG = """\
examples:
  python -m cubecsp complete UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDD...LLLLLL...BBBBBB
  python -m cubecsp complete UUUUUUUUU............................................. --count
  python -m cubecsp complete cube.txt --limit all
  python -m cubecsp complete "R U R' U'" --fewest          (how few stickers are enough)

exit codes: 0 answered, 1 no cube agrees, 2 malformed, 3 stopped before complete"""

_USUAL = 0  # the limit when none is given
_NETS = 3  # up to so many cubes are drawn
_LARGE = 1000  # averages from here on are told without decimals


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("cube", metavar="CUBE", help=CUBE_HELP)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--count", action="store_true", help="say how many there are, and list none")
    what.add_argument(
        "--fewest",
        action="store_true",
        help="smallest sets of the known stickers that determine the cube (needs OR-Tools)",
    )
    parser.add_argument(
        "--limit",
        type=options.count_or_all,
        default=_USUAL,
        metavar="N",
        help=f"list N cubes or sets at most, or: all (default: {DEFAULT_LIMIT} cubes, 1 set)",
    )
    options.add_time_limit(parser)
    options.add_reading_options(parser)
    options.add_output_options(parser)


def run(args: argparse.Namespace) -> int:
    """Complete and print."""
    if args.count and args.limit != _USUAL:
        raise InputError("--count lists no cubes, and --limit says how many to list", "drop one")
    shown = read_cube(args.cube, **options.reading(args))
    if args.fewest:
        return _run_fewest(shown, args)
    answer = complete(
        shown,
        limit=DEFAULT_LIMIT if args.limit == _USUAL else args.limit,
        list_cubes=not args.count,
        time_limit=args.time_limit,
    )
    if args.json:
        output.print_json(answer)
        return output.exit_code(answer)
    drawn = len(answer) <= _NETS
    filled = [i for i, colour in enumerate(shown.colours) if colour is None]
    for report in answer:
        if drawn:
            colour = output.wants_colour(args)
            output.print_net(report.facelets, colour=colour, marked=filled, scheme=shown.scheme)
        output.say(output.written(report.facelets, shown.scheme))
    output.say(_verdict(answer))
    return output.exit_code(answer)


def _run_fewest(shown: Facelets, args: argparse.Namespace) -> int:
    from cubecsp.questions.fewest import fewest

    limit = 1 if args.limit == _USUAL else args.limit
    answer = fewest(shown, limit=limit, time_limit=args.time_limit)
    if args.json:
        output.print_json(answer)
        return output.exit_code(answer)
    if answer.completed is not None and answer.completed.conflict is not None:
        output.say(_verdict(answer.completed))
    elif answer.completed is not None and not answer.completed.unique:
        fits = f"{answer.completed.count:,} cubes agree with the known stickers"
        output.say(f"{fits}, so that they determine none.")
    for number, letters in enumerate(answer.sets):
        if number < _NETS:
            output.print_net(letters, colour=output.wants_colour(args), scheme=shown.scheme)
        output.say(output.written(letters, shown.scheme))
    if answer.sets:
        output.say(_verdict_fewest(answer))
    return output.exit_code(answer)


def _verdict_fewest(answer: FewestAnswer) -> str:
    size, seconds = output.plural(answer.size, "sticker"), f"({answer.seconds:.2f} s)"
    if answer.size != answer.proven:
        return f"{size} determine the cube; at least {answer.proven} are needed {seconds}."
    verdict = f"{size} determine the cube, and no fewer do"
    if answer.status is Status.COMPLETE:
        return f"{verdict}; {output.plural(len(answer.sets), 'set')} of so many, and no others {seconds}."
    return f"{verdict}; there are other sets of so many {seconds}."


def _verdict(answer: Completed) -> str:
    seconds = f"{answer.seconds:.2f} s"
    if answer.conflict is not None:
        return (
            f"No cube agrees with these stickers: {answer.conflict.message} ({seconds}). "
            "`repair` gives the nearest ones."
        )
    count = answer.count or 0
    agree = "agrees" if count == 1 else "agree"
    verdict = f"{output.plural(count, 'cube')} {agree} with the known stickers"
    if answer.held is not None:
        verdict += ", held with DBL at home" if answer.held == "DBL" else ", held as given"
    if answer.status is Status.PARTIAL:
        why = {Stop.TIME: "; time ended the list", Stop.INTERRUPT: "; interrupted"}
        verdict += f"; {output.are_listed(len(answer))}{why.get(answer.stopped or Stop.LIMIT, '')}"
    verdict = f"{verdict} ({seconds})."
    if answer.unique and answer.unknown:
        verdict += f" So the {output.plural(answer.unknown, 'unknown sticker')} can be worked out."
    if answer.next_sticker is not None:
        look = answer.next_sticker
        average = float(look.expected)
        left = f"{average:,.1f}" if average < _LARGE else f"{round(look.expected):,}"
        verdict += (
            f"\nLook at {look.name} next: it leaves {left} on average, {look.worst:,} at worst."
        )
    return verdict


COMMAND = Command("complete", SUMMARY, DESCRIPTION, EPILOG, add_arguments, run)
