"""`prove`: a certificate that the cubes found are all that satisfy the rules."""

from __future__ import annotations

import argparse
from pathlib import Path

from cubecsp.cli import options, output
from cubecsp.cli.command import Command
from cubecsp.questions.asking.shared import RULE_HELP
from cubecsp.questions.given import pattern_of
from cubecsp.questions.limits import Limits
from cubecsp.questions.prove import Prove

SUMMARY = (
    "all cubes that satisfy the rules, and a proof that anyone can check that there are no others"
)
DESCRIPTION = """\
Find all cubes that satisfy the rules, and write a certificate that there are no others: the rules as a
formula, a clause for each cube that excludes it, and a proof that nothing is left, for verify and for other
people's checkers. The folder is written completely or not at all."""
EPILOG = """\
examples:
  python -m cubecsp prove perfect-scramble -o certificate
  python -m cubecsp prove perfect-scramble --symmetry -o short-certificate
  python -m cubecsp prove perfect-scramble no-piece-home -o none
  python -m cubecsp prove perfect-scramble -o certificate --resume found.db   (stop and continue)
  python -m cubecsp prove no-touching=side --size 2 --count -o count
  python -m cubecsp verify certificate

exit codes: 0 proven, 1 proven that no cube satisfies the rules, 2 malformed, or the folder cannot be written,
3 stopped before it is proven"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("rules", nargs="+", metavar="RULE", help=RULE_HELP)
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        required=True,
        metavar="DIR",
        help="the folder to write: a new or empty one, or a certificate, which is replaced",
    )
    options.add_size(parser)
    group = parser.add_argument_group("proving")
    group.add_argument(
        "--symmetry",
        action="store_true",
        help="let the proof leave out cubes if an image under the symmetries of the rules is kept: it gets "
        "shorter, but also relies on an argument about symmetry, which verify checks",
    )
    group.add_argument(
        "--count",
        dest="of_count",
        action="store_true",
        help="prove how many cubes satisfy the rules, and list none: for the 2×2×2, and for larger cubes with "
        "few free pieces",
    )
    options.add_resume(group)
    options.add_time_limit(group, "write nothing; --resume keeps the cubes found")
    options.add_json(parser.add_argument_group("output"))


def run(args: argparse.Namespace) -> int:
    """Prove and print."""
    pattern = pattern_of(args.rules, args.size)
    output.print_notes(pattern, args.command)
    limits = Limits.of(None, args.time_limit)
    query = Prove(
        pattern,
        args.output,
        args.symmetry,
        args.of_count,
        limits,
        args.resume,
        args.check_journal,
    )
    with output.progress_bar("proving") as show:
        answer = query.stream(on_progress=show).collect()
    if args.json:
        output.print_json(answer)
    else:
        output.say(answer.sentence())
    return output.exit_code(answer)


COMMAND = Command.by_hand(
    "prove",
    SUMMARY,
    DESCRIPTION,
    EPILOG,
    add_arguments,
    run,
    distribution="python-sat",
)
