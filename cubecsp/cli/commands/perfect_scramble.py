"""`perfect-scramble`: all of them, grouped into classes, with the moves that make them."""

from __future__ import annotations

import argparse

from cubecsp.cli import options, output
from cubecsp.cli.command import Command
from cubecsp.models.named import PERFECT_SCRAMBLE
from cubecsp.questions.answer import Answer, CubeReport
from cubecsp.questions.perfect import by_class, changed, perfect_scrambles

SUMMARY = "all 48 perfect scrambles, and the moves that make them"
DESCRIPTION = """\
Find every perfect scramble: a cube that looks as scrambled as a cube can. On each face every
colour shows, none more than twice; no two equal colours touch, neither side by side nor
diagonally nor across an edge of the cube; and all six faces have different patterns.

Give up a requirement, or add one, to see what else there is."""
EPILOG = """\
examples:
  python -m cubecsp perfect-scramble
  python -m cubecsp perfect-scramble --without faces-differ
  python -m cubecsp perfect-scramble --with no-piece-home    (none: exit code 1)
  python -m cubecsp perfect-scramble -o pictures             (then open pictures/index.html)
  python -m cubecsp perfect-scramble --json --engine cpsat

exit codes: 0 answered, 1 no cube keeps the rules, 2 malformed, 3 stopped before complete"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    group = parser.add_argument_group("requirements")
    group.add_argument(
        "--with", dest="added", action="append", default=[], metavar="RULE", help="demand RULE too"
    )
    group.add_argument(
        "--without",
        dest="dropped",
        action="append",
        default=[],
        metavar="RULE",
        help=f"give up RULE, one of: {PERFECT_SCRAMBLE}",
    )
    options.add_engine_options(parser)
    options.add_output_options(parser, folder=True)


def run(args: argparse.Namespace) -> int:
    """Find, solve, print, and draw."""
    pattern = changed(args.added, args.dropped)
    output.prepare(args)
    with output.progress_bar("searching") as show:
        answer = perfect_scrambles(
            added=args.added,
            dropped=args.dropped,
            engine=args.engine,
            time_limit=args.time_limit,
            use_symmetry=not args.no_symmetry,
            seed=args.seed,
            threads=args.threads,
            on_progress=output.counting_cubes(show),
        )
    classes = by_class(answer.cubes)
    if not args.json:
        _print(answer, classes, colour=output.wants_colour(args))
    if args.verbose:
        output.print_engine(answer)
    output.draw(args, answer, "Perfect scrambles" if pattern is PERFECT_SCRAMBLE else str(pattern))
    if args.json:
        output.print_json(answer)
    return output.exit_code(answer)


def _print(answer: Answer, classes: list[list[CubeReport]], *, colour: bool) -> None:
    number = 0
    for i, group in enumerate(classes, 1):
        first = group[0]
        output.say(
            f"class {i} of {len(classes)}: {output.plural(len(group), 'cube')}, the first being\n"
        )
        output.print_net(first.facelets, colour=colour)
        output.say()
        output.print_moves(first)
        output.say()
        for report in group:
            number += 1
            output.say(f"{number:3}  {report.facelets}  {report.generator or ''}")
        output.say()
    output.say(answer.sentence())


COMMAND = Command("perfect-scramble", SUMMARY, DESCRIPTION, EPILOG, add_arguments, run)
