"""`find`: the cubes that satisfy some rules."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from cubecsp.cli import engine_options, move_options, options, output
from cubecsp.cli.command import Command
from cubecsp.cli.printer import Printer
from cubecsp.puzzle.geometry import FACES
from cubecsp.questions.answer import CubeReport
from cubecsp.questions.find import SORTS, Find, FindAnswer
from cubecsp.questions.given import pattern_of, state_of
from cubecsp.questions.limits import Limits

SUMMARY = "the cubes that satisfy the rules: one, some, or all of them"
DESCRIPTION = """\
Find the cubes that satisfy all of the given rules. A rule is written name or name=parameter;
the name of a model stands for all of its rules (see: python -m cubecsp rules). Cubes are printed
as they are found."""
EPILOG = """\
examples:
  python -m cubecsp find no-touching=side no-touching=diagonal --limit 1 --solve two-phase
  python -m cubecsp find checkerboard --solve two-phase --sort length
  python -m cubecsp find perfect-scramble --engine cpsat
  python -m cubecsp find perfect-scramble no-piece-home      (none: exit code 1)
  python -m cubecsp find every-colour at-most=2 --limit 20 -o pictures
  python -m cubecsp find at-most=3 --limit 5 --seed 1        (other cubes for other seeds)
  python -m cubecsp find no-touching=side --size 2 --classes --limit all

exit codes: 0 answered, 1 no cube satisfies the rules, 2 malformed, 3 stopped before complete"""

DEFAULT_LIMIT = 1000
_NETS = 6  # so many cubes are drawn; the others are listed


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("rules", nargs="+", metavar="RULE", help="a rule, or the name of a model")
    options.add_limit(
        parser,
        "stop after N cubes, with --classes after N classes, without looking whether there are others",
        DEFAULT_LIMIT,
    )
    parser.add_argument(
        "--classes",
        action="store_true",
        help="one cube of each class under the 48 symmetries, the least of those that satisfy the "
        "rules, with the size of the class and how many of it do",
    )
    options.add_size(parser)
    group = parser.add_argument_group("moves")
    move_options.add_method(group, "--solve", "add the moves that make and solve each cube")
    move_options.add_move_options(group)
    group.add_argument(
        "--sort",
        choices=SORTS,
        help="give the cubes in this order: by the length of their moves, the shortest first",
    )
    engine_options.add_engine_options(parser)
    options.add_output_options(parser, folder=True)
    options.add_scheme(parser)


def run(args: argparse.Namespace) -> int:
    """Find, print, and draw."""
    pattern = pattern_of(args.rules, args.size)
    output.print_notes(pattern, args.command)
    output.prepare(args)
    query = Find(
        pattern,
        engine_options.engine(args),
        Limits.of(args.limit, args.time_limit),
        not args.no_symmetry,
        args.classes,
        args.seed,
        args.threads,
        None if args.hint is None else state_of(args.hint),
        move_options.move_search(args),
        args.sort,
    )
    with output.JsonStream() as in_json:
        answer = _answered(query, args, in_json)
        tell = output.remark if args.json else Printer(args).say
        output.draw(args, answer, " ".join(args.rules), tell)
        if args.json:
            in_json.end(answer)
    return output.exit_code(answer)


def _answered(query: Find, args: argparse.Namespace, in_json: output.JsonStream) -> FindAnswer:
    """Print the cubes as they are found, and return the answer, with them only where more is to be done."""
    printer = Printer(args)
    shown = _shown_by(printer, args, query)
    if args.json:
        shown = partial(_written, in_json, args.shown_in)
    with output.progress_bar("searching") as show:
        stream = query.stream(on_progress=output.counting_cubes(show))
        kept = query.solve is not None or args.output is not None
        answer = stream.collect(shown) if kept else stream.read(shown)
    if not args.json:
        printer.say(answer.sentence())
    if args.verbose:
        output.print_engine(answer)
    output.show_in(answer, args)
    return answer


def _written(in_json: output.JsonStream, scheme: str | None, report: CubeReport) -> None:
    """Write a cube as JSON, with the colours that `--scheme` says."""
    in_json.give(report if scheme is None else replace(report, scheme=scheme))


def _shown_by(
    printer: Printer, args: argparse.Namespace, query: Find
) -> Callable[[CubeReport], None]:
    """Return what prints a cube: the first few as nets where there is colour, the rest as lines."""
    scheme = args.shown_in or FACES
    moves = query.solve is not None
    shown = 0

    def show(report: CubeReport) -> None:
        nonlocal shown
        shown += 1
        drawn = printer.colour and shown <= _NETS
        if drawn:
            printer.net(report.facelets, f"cube {shown}", scheme=scheme)
        size = "" if report.class_size is None else _class_of(report)
        printer.give(output.written(report.facelets, scheme), size, flush=True)
        if moves:
            printer.say(output.moves_told(report))
        if drawn or moves:
            printer.say()

    return show


def _class_of(report: CubeReport) -> str:
    """Return how large the class of a cube is, and how much of it satisfies the rules."""
    if report.satisfying in (None, report.class_size):
        return f"class of {report.class_size}"
    some = "1 satisfies" if report.satisfying == 1 else f"{report.satisfying} satisfy"
    return f"class of {report.class_size}, of which {some} the rules"


COMMAND = Command("find", SUMMARY, DESCRIPTION, EPILOG, add_arguments, run, gives="cubes")
