"""`convert`: the same cube in another format."""

from __future__ import annotations

import argparse
import time

from cubecsp.cli import options, output
from cubecsp.cli.command import Command
from cubecsp.cli.reading import CUBE_HELP, by_hand, limited
from cubecsp.errors import InputError
from cubecsp.formats import FORMATS
from cubecsp.puzzle.naming import SCHEMES
from cubecsp.questions.answer import Status, Stop
from cubecsp.questions.convert import Convert, ConvertAnswer
from cubecsp.questions.limits import Limits
from cubecsp.questions.wording import plural
from cubecsp.registry import british

SUMMARY = "the same cube in another format"
DESCRIPTION = """\
Read cubes in any format and write them in another. Nothing is lost: if a format cannot express what
is known of a cube, the reason is given. Lists of pieces have no unknown stickers, and no moves make
an impossible cube.

formats:
""" + "\n".join(f"  {name:11} {kind.summary}" for name, kind in FORMATS.items())
EPILOG = """\
examples:
  python -m cubecsp convert "R U R' U'" --to facelets
  python -m cubecsp convert "R U R' U'" --to colours --up yellow --front green
  python -m cubecsp convert WWWWWWWWWRRRRRRRRRGGGGGGGGGYYYYYYYYYOOOOOOOOOBBBBBBBBB --to kpattern
  python -m cubecsp convert "R U F" --size 2 --to net
  python -m cubecsp convert cubes.txt --to moves          (one cube on each line)

exit codes: 0 converted, 2 malformed, or the format cannot say it, 3 no moves found in time"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("cubes", nargs="+", metavar="CUBE", help=CUBE_HELP)
    parser.add_argument(
        "--to",
        required=True,
        type=british,
        choices=tuple(FORMATS),
        metavar="FORMAT",
        help="one of the formats above",
    )
    options.add_reading_options(parser, scheme=False)
    group = parser.add_argument_group("writing")
    group.add_argument(
        "--scheme",
        metavar="COLOURS",
        help=f"the colours of the faces U R F D L B in what is written: {', '.join(SCHEMES)}, or six "
        "characters (default: as they were read, or WRGYOB)",
    )
    group.add_argument(
        "--up",
        metavar="COLOUR",
        help="turn the whole cube so that this colour is up: yellow, Y, or the face D (with --front)",
    )
    group.add_argument("--front", metavar="COLOUR", help="and this one in front")
    options.add_time_limit(group)
    options.add_json(group)


def run(args: argparse.Namespace) -> int:
    """Convert and print."""
    if args.time_limit is not None and FORMATS[args.to].write is not None:
        raise InputError("--time-limit is for finding moves", "give it with --to moves")
    started = time.perf_counter()
    limits = Limits.of(None, args.time_limit)
    query = Convert(args.to, (), args.scheme, args.up, args.front, limits)
    given = by_hand(args, query.report)
    answer = ConvertAnswer(query, Status.COMPLETE)
    number = 0
    try:
        found = (report for _, report in given.each())
        for report in limited(found) if args.json else found:
            number += 1
            if args.json:
                answer.cubes.append(report)
            else:
                output.say(report.text)
        given.settle()
    except KeyboardInterrupt:
        output.remark(f"cubecsp convert: interrupted after {plural(number, 'cube')}")
        answer.status, answer.stopped = Status.PARTIAL, Stop.INTERRUPT
    answer.seconds = time.perf_counter() - started
    if args.json:
        output.print_json(answer, given.faults)
    return given.code(output.exit_code(answer))


COMMAND = Command.by_hand(
    "convert", SUMMARY, DESCRIPTION, EPILOG, add_arguments, run, gives="texts"
)
