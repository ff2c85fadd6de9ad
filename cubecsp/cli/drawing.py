"""What the commands that draw random cubes share: their options, and how they print cubes."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from cubecsp.cli import options, output
from cubecsp.cli.printer import Printer
from cubecsp.models.pattern import Pattern
from cubecsp.models.sampling import SAMPLERS
from cubecsp.questions.answer import CubeReport
from cubecsp.questions.asking.shared import AUTO
from cubecsp.questions.given import pattern_of
from cubecsp.questions.limits import Limits
from cubecsp.questions.query import Stream
from cubecsp.questions.sample import TRIES, SampleAnswer

__all__ = ["add_arguments", "answered", "asked"]


def add_arguments(parser: argparse.ArgumentParser, what: str) -> None:
    """Declare the options, besides the rules; `what` is what is given."""
    parser.add_argument(
        "-n",
        "--number",
        type=options.count,
        default=1,
        metavar="N",
        help=f"give N {what} (default: 1)",
    )
    options.add_size(parser)
    group = parser.add_argument_group("drawing")
    group.add_argument(
        "--seed",
        type=options.whole,
        metavar="S",
        help=f"give the same {what} for the same S on every machine (default: a new seed each "
        "time, which is printed)",
    )
    group.add_argument(
        "--method",
        choices=(AUTO, *SAMPLERS),
        default=AUTO,
        help=options.later(
            lambda: (
                f"the way to draw ({SAMPLERS.summaries()}; auto, the default: what suits the rules)"
            )
        ),
    )
    group.add_argument("--distinct", action="store_true", help="draw no cube twice")
    group.add_argument(
        "--tries",
        type=options.count,
        default=TRIES,
        metavar="N",
        help="if random cubes are tried, give up after N in a row that do not satisfy the rules "
        f"(default: {TRIES:,})",
    )
    group.add_argument(
        "--threads",
        type=options.count,
        default=1,
        metavar="N",
        help=f"threads for drawing many {what} (default: 1); the result does not depend on them",
    )
    options.add_time_limit(group)
    options.add_output_options(parser, folder=True)
    options.add_scheme(parser)


def asked(args: argparse.Namespace) -> tuple[Pattern, dict[str, Any]]:
    """Return what is drawn from, and the other arguments of `Sample`.

    Raises:
        InputError: an argument makes no sense.
    """
    pattern = pattern_of(args.rules, args.size)
    output.print_notes(pattern, args.command)
    output.prepare(args)
    return pattern, {
        "number": args.number,
        "method": args.method,
        "limits": Limits.of(None, args.time_limit),
        "seed": args.seed,
        "distinct": args.distinct,
        "tries": args.tries,
        "threads": args.threads,
    }


def written_by(
    in_json: output.JsonStream, args: argparse.Namespace
) -> Callable[[CubeReport], None]:
    """Return what writes a cube as JSON, with the colours that `--scheme` says."""
    return partial(_written, in_json, args.shown_in)


def _written(in_json: output.JsonStream, scheme: str | None, report: CubeReport) -> None:
    in_json.give(report if scheme is None else replace(report, scheme=scheme))


def answered(
    stream: Stream[SampleAnswer],
    args: argparse.Namespace,
    title: str,
    shown: Callable[[CubeReport], None],
) -> int:
    """Print what is drawn as it comes, by `shown`, draw pictures of it, and return the exit code."""
    printer = Printer(args)
    with output.JsonStream() as in_json:
        show = written_by(in_json, args) if args.json else shown
        answer = stream.read(show) if args.output is None else stream.collect(show)
        if not args.json:
            printer.say(answer.sentence())
        if args.verbose:
            output.remark(answer.explanation())
        output.show_in(answer, args)
        output.draw(args, answer, title, output.remark if args.json else printer.say)
        if args.json:
            in_json.end(answer)
    return output.exit_code(answer)
