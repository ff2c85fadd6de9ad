"""`complete`: all real cubes that agree with the stickers that are known."""

from __future__ import annotations

import argparse

from cubecsp.cli import options, output
from cubecsp.cli.reading import CUBE_HELP, read_cubes
from cubecsp.errors import InputError
from cubecsp.questions.answer import Status, Stop
from cubecsp.questions.complete import DEFAULT_LIMIT, Completed, complete

SUMMARY = "all real cubes that agree with the stickers that are known"
DESCRIPTION = """\
List the cubes that turns can make and that agree with the known stickers; unknown ones are
written as a dot. Says exactly how many there are, however many, and which sticker to look at next."""
EPILOG = """\
examples:
  python -m cubecsp complete UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDD...LLLLLL...BBBBBB
  python -m cubecsp complete UUUUUUUUU............................................. --count
  python -m cubecsp complete cube.txt --limit all

exit codes: 0 answered, 1 no cube agrees, 2 malformed, 3 stopped before complete"""

_NETS = 3  # up to so many cubes are drawn


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("cube", metavar="CUBE", help=CUBE_HELP)
    parser.add_argument(
        "--count", action="store_true", help="say how many there are, and list none"
    )
    parser.add_argument(
        "--limit",
        type=options.count_or_all,
        default=DEFAULT_LIMIT,
        metavar="N",
        help=f"list N cubes at most, or: all (default: {DEFAULT_LIMIT})",
    )
    options.add_time_limit(parser, "stop listing after S seconds")
    options.add_output_options(parser)


def run(args: argparse.Namespace) -> int:
    """Complete and print."""
    cubes = read_cubes([args.cube])
    if len(cubes) != 1:
        raise InputError(f"complete is about one cube, not {len(cubes)}", "give one at a time")
    shown = cubes[0]
    answer = complete(
        shown, limit=args.limit, list_cubes=not args.count, time_limit=args.time_limit
    )
    if args.json:
        output.print_json(answer)
        return output.exit_code(answer)
    drawn = len(answer) <= _NETS and bool(shown.puzzle.centres)
    filled = [i for i, colour in enumerate(shown.colours) if colour is None]
    for report in answer:
        if drawn:
            output.print_net(report.facelets, colour=output.wants_colour(args), marked=filled)
        print(report.facelets)
    print(_verdict(answer))
    return output.exit_code(answer)


def _verdict(answer: Completed) -> str:
    seconds = f"{answer.seconds:.2f} s"
    if answer.conflict is not None:
        return (
            f"No cube agrees with these stickers: {answer.conflict.message} ({seconds}). "
            "`repair` gives the nearest ones."
        )
    count = answer.count or 0
    agree = "agrees" if count == 1 else "agree"
    verdict = f"{count:,} cube{'' if count == 1 else 's'} {agree} with the known stickers"
    if answer.held is not None:
        verdict += ", held with DBL at home" if answer.held == "DBL" else ", held as given"
    if answer.status is Status.PARTIAL:
        why = {Stop.TIME: "; time ended the list", Stop.INTERRUPT: "; interrupted"}
        verdict += f"; {len(answer)} are listed{why.get(answer.stopped or Stop.LIMIT, '')}"
    verdict = f"{verdict} ({seconds})."
    if answer.unique and answer.unknown:
        verdict += f" So the {output.plural(answer.unknown, 'unknown sticker')} can be worked out."
    if answer.next_sticker is not None:
        look = answer.next_sticker
        verdict += (
            f"\nLook at {look.name} next: it leaves {float(look.expected):,.1f} on average, "
            f"{look.worst:,} at worst."
        )
    return verdict
