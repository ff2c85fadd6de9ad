"""`solve`: the moves that solve cubes."""

from __future__ import annotations

import argparse

from cubecsp.cli import options, output
from cubecsp.cli.reading import CUBE_HELP, read_cubes
from cubecsp.questions.solve import solve

SUMMARY = "the moves that solve a cube, and those that make it"
DESCRIPTION = """\
Find moves that solve each cube, try them out, and print them. A cube that turns cannot solve is
refused with the reason."""
EPILOG = """\
examples:
  python -m cubecsp solve "R U R' U'"
  python -m cubecsp solve LRDFUBBRFLUFDRBUFDLDUUFBDLRRUBLDLFBRBUDFLRRDBLFURBDFLU
  python -m cubecsp solve - --max-length 20 < cubes.txt        (one cube on each line)

exit codes: 0 solved, 2 malformed or not solvable, 3 a limit was reached before a solution"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("cubes", nargs="+", metavar="CUBE", help=CUBE_HELP)
    group = parser.add_argument_group("search")
    options.add_method(group, "--method", "how to search", default="two-phase")
    group.add_argument(
        "--max-length",
        type=options.count,
        metavar="N",
        help="be content with N turns (default: the shortest that can be found in the time)",
    )
    options.add_time_limit(
        group, "seconds for each cube (default: as long as N takes, or 0.1 without N)"
    )
    options.add_output_options(parser)


def run(args: argparse.Namespace) -> int:
    """Solve and print."""
    cubes = [shown.to_cube() for shown in read_cubes(args.cubes)]
    answer = solve(
        cubes, method=args.method, max_length=args.max_length, time_limit=args.time_limit
    )
    if args.json:
        output.print_json(answer)
        return output.exit_code(answer)
    for report in answer:
        if len(answer) == 1:
            output.print_net(report.facelets, colour=output.wants_colour(args))
        else:
            print(report.facelets)
        output.print_moves(report)
    return output.exit_code(answer)
