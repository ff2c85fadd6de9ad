"""`check`: is it a real cube, and does it keep some rules."""

from __future__ import annotations

import argparse

from cubecsp.cli import options, output
from cubecsp.cli.reading import CUBE_HELP, read_cubes
from cubecsp.cube.geometry import CUBE
from cubecsp.models.text import parse_pattern
from cubecsp.questions.answer import CubeReport, Status
from cubecsp.questions.check import check

SUMMARY = "is it a real cube, which rules does it keep, which stickers break them"
DESCRIPTION = """\
Say whether turns can make a cube, and if not, every reason why. With rules, say which of them
the cube breaks, and where: the stickers are named by face and number (U1 to U9, row by row)."""
EPILOG = """\
examples:
  python -m cubecsp check "R U R' U'"
  python -m cubecsp check UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB
  python -m cubecsp check "M2 E2 S2" no-touching=side no-touching=diagonal

exit codes: 0 real and all rules kept, 1 not, 2 malformed"""

_PLACES = 3  # so many violations of a rule are told one by one


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("cube", metavar="CUBE", help=CUBE_HELP)
    parser.add_argument(
        "rules", nargs="*", metavar="RULE", help="a rule, or the name of a model, to check against"
    )
    options.add_output_options(parser)


def run(args: argparse.Namespace) -> int:
    """Check and print."""
    answer = check(read_cubes([args.cube]), parse_pattern(args.rules))
    if args.json:
        output.print_json(answer)
    else:
        for report in answer:
            _print(report, args)
    return 0 if answer.status is Status.COMPLETE else 1


def _print(report: CubeReport, args: argparse.Namespace) -> None:
    defects, violations = report.defects or (), report.violations or {}
    at_fault = {f for defect in defects for f in defect.facelets}
    at_fault |= {f for places in violations.values() for place in places for f in place.facelets}
    output.print_net(report.facelets, colour=output.wants_colour(args), marked=at_fault)
    if at_fault and not output.wants_colour(args):
        print("(the stickers concerned are written small)")
    for defect in defects:
        where = f" ({', '.join(CUBE.names[f] for f in defect.facelets)})" if defect.facelets else ""
        print(f"defect: {defect.message}{where}")
    for rule, places in violations.items():
        print(f"breaks {rule}: {output.plural(len(places), 'place')}")
        for place in places[:_PLACES]:
            print(f"  {place.message}")
        if len(places) > _PLACES:
            print(f"  and {len(places) - _PLACES} more")
    if not defects:
        print("a real cube: turns can make it")
    if args.rules and report.violations == {}:
        print("it keeps all the rules")
