"""What the commands that search for cubes share: their options, and how they print cubes."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from cubecsp.cli import engine_options, move_options, options, output
from cubecsp.cli.printer import Printer
from cubecsp.models.pattern import Pattern
from cubecsp.puzzle.geometry import FACES
from cubecsp.questions.answer import CubeReport
from cubecsp.questions.find import SORTS, Find, FindAnswer
from cubecsp.questions.given import pattern_of, state_of
from cubecsp.questions.limits import Limits
from cubecsp.questions.query import Stream

__all__ = ["RULE_HELP", "add_arguments", "answered", "asked", "shown_by", "written_by"]

RULE_HELP = "a rule, the name of a model, or a file: FILE.toml, FILE.py, FILE.lp"
_NETS = 6  # so many cubes are drawn; the others are listed


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options, besides the rules and `--limit`."""
    parser.add_argument(
        "--classes",
        action="store_true",
        help="give one cube of each class under the 48 symmetries, the least that satisfies the rules, "
        "with the size of the class and how many of its cubes satisfy them",
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
    engine_options.add_allow(parser)
    engine_options.add_engine_options(parser)
    options.add_output_options(parser, folder=True)
    options.add_scheme(parser)


def asked(args: argparse.Namespace) -> tuple[Pattern, dict[str, Any]]:
    """Return what is searched for, and the other arguments of `Find`.

    This also makes sure that pictures can be written, and prints notes on the rules.

    Raises:
        InputError: an argument makes no sense.
    """
    pattern = pattern_of(args.rules, args.size, args.allow)
    output.print_notes(pattern, args.command)
    output.prepare(args)
    return pattern, {
        "engine": engine_options.engine(args),
        "limits": Limits.of(args.limit, args.time_limit),
        "use_symmetry": not args.no_symmetry,
        "classes": args.classes,
        "seed": args.seed,
        "threads": args.threads,
        "hint": None if args.hint is None else state_of(args.hint),
        "solve": move_options.move_search(args),
        "sort": args.sort,
    }


def answered(query: Find, stream: Stream[FindAnswer], args: argparse.Namespace, title: str) -> int:
    """Print the cubes as they are found, and the answer; draw the cubes; and return the exit code."""
    with output.JsonStream() as in_json:
        answer = _printed(query, stream, args, in_json)
        tell = output.remark if args.json else Printer(args).say
        output.draw(args, answer, title, tell)
        if args.json:
            in_json.end(answer)
    return output.exit_code(answer)


def _printed(
    query: Find, stream: Stream[FindAnswer], args: argparse.Namespace, in_json: output.JsonStream
) -> FindAnswer:
    """Print the cubes as they are found, and return the answer, with them only where more is to be done."""
    printer = Printer(args)
    shown = shown_by(printer, args, moves=query.solve is not None)
    if args.json:
        shown = written_by(in_json, args)
    kept = query.solve is not None or args.output is not None
    answer = stream.collect(shown) if kept else stream.read(shown)
    if not args.json:
        printer.say(answer.sentence())
    if args.verbose:
        output.print_engine(answer)
    output.show_in(answer, args)
    return answer


def written_by(
    in_json: output.JsonStream, args: argparse.Namespace
) -> Callable[[CubeReport], None]:
    """Return what writes a cube as JSON."""
    return partial(_written, in_json, args.shown_in)


def _written(in_json: output.JsonStream, scheme: str | None, report: CubeReport) -> None:
    """Write a cube as JSON, with the colours that `--scheme` says."""
    in_json.give(report if scheme is None else replace(report, scheme=scheme))


def shown_by(
    printer: Printer, args: argparse.Namespace, *, moves: bool = False
) -> Callable[[CubeReport], None]:
    """Return what prints a cube, with its `moves` if there are any.

    For people, the first few are drawn as nets too.
    """
    scheme = args.shown_in or FACES
    shown = 0

    def show(report: CubeReport) -> None:
        nonlocal shown
        shown += 1
        drawn = printer.for_people and shown <= _NETS
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
    """Return how large the class of a cube is, and how many of its cubes satisfy the rules."""
    if report.satisfying in (None, report.class_size):
        return f"class of {report.class_size}"
    some = "1 satisfies" if report.satisfying == 1 else f"{report.satisfying} satisfy"
    return f"class of {report.class_size}, of which {some} the rules"
