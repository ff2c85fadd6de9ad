"""`perfect-scramble`: all of them, grouped into classes, with the moves that make them."""

from __future__ import annotations

import argparse
from itertools import groupby

from cubecsp.cli import options, output
from cubecsp.cli.command import Command
from cubecsp.errors import InputError
from cubecsp.models.named import PERFECT_SCRAMBLE
from cubecsp.models.pattern import Pattern
from cubecsp.models.text import parse_rules
from cubecsp.puzzle.state import Cube
from cubecsp.puzzle.symmetry import canonical
from cubecsp.questions.answer import Answer, CubeReport
from cubecsp.questions.find import find
from cubecsp.questions.solve import with_moves

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

_AIM = 18  # turns: two cubes in three need as many, and hardly any can do with much less


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
    pattern = _pattern(args.added, args.dropped)
    output.prepare(args)
    with output.progress_bar("searching") as show:
        answer = find(
            pattern,
            engine=args.engine,
            time_limit=args.time_limit,
            use_symmetry=not args.no_symmetry,
            seed=args.seed,
            threads=args.threads,
            on_progress=output.counting_cubes(show),
        )
    left = output.time_left(args.time_limit, answer)
    answer.cubes = with_moves(answer.cubes, aim=_AIM, time_limit=left)
    classes = _classes(answer.cubes)
    answer.classes = len(classes)
    if not args.json:
        _print(answer, classes, colour=output.wants_colour(args))
    if args.verbose:
        output.print_engine(answer)
    output.draw(args, answer, "Perfect scrambles" if pattern is PERFECT_SCRAMBLE else str(pattern))
    if args.json:
        output.print_json(answer)
    return output.exit_code(answer)


def _pattern(added: list[str], dropped: list[str]) -> Pattern:
    more = [rule for text in added for rule in parse_rules(text)]
    less = [rule for text in dropped for rule in parse_rules(text)]
    both = next((rule for rule in more if rule in less), None)
    if both is not None:
        raise InputError(f"rule {both} is both --with and --without", "give one of the two")
    if not more and not less:
        return PERFECT_SCRAMBLE
    return PERFECT_SCRAMBLE.without(*less).including(*more)


def _classes(reports: list[CubeReport]) -> list[list[CubeReport]]:
    """Return the reports grouped by class, the largest class first, its least cube in front."""

    def least(report: CubeReport) -> Cube:
        assert isinstance(report.cube, Cube)  # `find` reports nothing else here
        return canonical(report.cube)

    ordered = sorted(reports, key=lambda report: (least(report), report.cube))
    groups = [list(group) for _, group in groupby(ordered, key=least)]
    return sorted(groups, key=len, reverse=True)


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
    output.say(output.verdict(answer))


COMMAND = Command("perfect-scramble", SUMMARY, DESCRIPTION, EPILOG, add_arguments, run)
