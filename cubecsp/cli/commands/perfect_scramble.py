"""`perfect-scramble`: the perfect scrambles of a size, by class, with the moves that make them."""

from __future__ import annotations

import argparse
from itertools import chain

from cubecsp.cli import engine_options, options, output
from cubecsp.cli.command import Command
from cubecsp.cli.printer import Printer
from cubecsp.models.named.perfect_scramble import LEFT_OUT, PERFECT_SCRAMBLE
from cubecsp.puzzle.puzzle import CUBE, PUZZLES, cube_puzzle
from cubecsp.puzzle.sizes import LARGEST
from cubecsp.questions import progress
from cubecsp.questions.answer import Answer, CubeReport
from cubecsp.questions.perfect import by_class, changed, perfect_scrambles
from cubecsp.questions.wording import plural

SUMMARY = "all 48 perfect scrambles, and the moves that make them; or those of another size"
DESCRIPTION = """\
Find every perfect scramble: a cube that looks as scrambled as a cube can. Every face shows all six
colours, none more than twice; no two equal colours touch, neither side by side nor diagonally nor
across an edge of the cube; and all six faces have different patterns.

With --size N, find those of the N×N×N, where no face shows a colour more often than it must: N*N/6 times,
rounded up. From the 4×4×4 on, one is given, or as many as --limit says.

Drop a requirement, or add one, to see what else there is."""
EPILOG = """\
examples:
  python -m cubecsp perfect-scramble
  python -m cubecsp perfect-scramble --without faces-differ
  python -m cubecsp perfect-scramble --with no-piece-home    (none: exit code 1)
  python -m cubecsp perfect-scramble --size 5
  python -m cubecsp perfect-scramble --size 6 --limit 3 --seed 1
  python -m cubecsp perfect-scramble -o pictures             (then open pictures/index.html)
  python -m cubecsp perfect-scramble --json --engine cpsat

exit codes: 0 answered, 1 no cube satisfies the rules, 2 malformed, 3 stopped before complete"""


_UNSAID = -1  # number of cubes


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    options.add_limit(
        parser,
        "stop after N cubes, without checking whether there are more",
        _UNSAID,
        "all of a 2×2×2 or 3×3×3, else 1",
    )
    parser.add_argument(
        "--size",
        type=options.size,
        default=CUBE.size,
        metavar="N",
        help=f"of the cubes: N×N×N, 2 to {LARGEST} (default: {CUBE.size})",
    )
    group = parser.add_argument_group("requirements")
    group.add_argument(
        "--with",
        dest="added",
        action="append",
        default=[],
        metavar="RULE",
        help="require RULE as well",
    )
    group.add_argument(
        "--without",
        dest="dropped",
        action="append",
        default=[],
        metavar="RULE",
        help=f"drop RULE, one of: {PERFECT_SCRAMBLE} (other sizes have another at-most)",
    )
    engine_options.add_engine_options(parser)
    options.add_output_options(parser, folder=True)
    options.add_scheme(parser)


def run(args: argparse.Namespace) -> int:
    """Find, solve, print, and draw."""
    pattern = changed(args.added, args.dropped, args.size)
    for rule, why in LEFT_OUT.get(args.size, ()):
        output.remark(f"rule {rule} is left out on the {pattern.puzzle.name}: {why}")
    output.print_notes(pattern, args.command)
    output.prepare(args)
    with output.progress_bar("searching") as show:
        answer = perfect_scrambles(
            added=args.added,
            dropped=args.dropped,
            size=args.size,
            engine=engine_options.engine(args),
            limit=_limit(args),
            time_limit=args.time_limit,
            use_symmetry=not args.no_symmetry,
            seed=args.seed,
            threads=args.threads,
            hint=args.hint,
            on_progress=progress.searching(show),
        )
    output.show_in(answer, args)
    classes = by_class(answer.cubes)
    printer = Printer(args)
    if not args.json:
        _print(answer, classes, printer)
    if args.verbose:
        output.print_engine(answer)
    title = str(pattern) if pattern.name is None else "Perfect scrambles"
    output.draw(args, answer, title, output.remark if args.json else printer.say)
    if args.json:
        output.print_json(answer)
    return output.exit_code(answer)


def _limit(args: argparse.Namespace) -> int | None:
    """Return how many cubes are wanted at most."""
    if args.limit == _UNSAID:
        return None if cube_puzzle(args.size) in PUZZLES else 1
    limit: int | None = args.limit
    return limit


def _print(answer: Answer, classes: list[list[CubeReport]], printer: Printer) -> None:
    if not printer.for_people:
        for report in chain(*classes):
            printer.give(output.written(report.facelets, report.scheme))
    number = 0
    for i, group in enumerate(classes, 1):
        first = group[0]
        size = plural(len(group), "cube")
        printer.say(f"class {i} of {len(classes)}: {size}, the first being\n")
        printer.net(first.facelets, f"cube {number + 1}", scheme=first.scheme)
        printer.say()
        if first.solution is not None or first.unsolved:
            printer.say(output.moves_told(first))
            printer.say()
        for report in group if printer.for_people else ():
            number += 1
            facelets = output.written(report.facelets, report.scheme)
            printer.give(facelets, report.making or "", label=f"{number:3}")
        printer.say()
    printer.say(answer.sentence())


COMMAND = Command.by_hand(
    "perfect-scramble", SUMMARY, DESCRIPTION, EPILOG, add_arguments, run, gives="cubes"
)
