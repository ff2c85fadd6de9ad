"""`count`: how many cubes satisfy some rules."""

from __future__ import annotations

import argparse

from cubecsp.cli import options, output
from cubecsp.cli.codes import ANSWERED
from cubecsp.cli.command import Command
from cubecsp.cli.printer import Printer
from cubecsp.models.counting import COUNTERS
from cubecsp.questions import progress
from cubecsp.questions.answer import Status
from cubecsp.questions.count import AUTO, Count, CountAnswer
from cubecsp.questions.given import pattern_of
from cubecsp.questions.limits import Limits

SUMMARY = "how many cubes satisfy the rules: exactly, or an estimate"
DESCRIPTION = """\
Say how many cubes satisfy all of the given rules, without listing them if possible. The number is exact,
however large. A count that would take too long is not begun: the answer says how long it would take, and
--estimate gives an estimate with an interval. A pipe gets only the number; an estimate is marked with ~,
an upper bound with <=."""
EPILOG = """\
examples:
  python -m cubecsp count --size 4                            (all that turns make)
  python -m cubecsp count no-piece-home
  python -m cubecsp count no-touching=side --size 2 --classes
  python -m cubecsp count no-touching=side --threads 2         (half a minute)
  python -m cubecsp count at-most=3 --estimate
  python -m cubecsp count no-touching=side --explain
  python -m cubecsp count no-touching=side at-most=2 --resume side-2.db   (hours: stop and continue)

exit codes: 0 answered, 1 no cube satisfies the rules, 2 malformed, 3 stopped before complete"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "rules",
        nargs="*",
        metavar="RULE",
        help="a rule, or the name of a model; without any, all cubes are counted",
    )
    parser.add_argument(
        "--classes",
        action="store_true",
        help="count classes too: under the 48 symmetries or, if not all of these preserve the rules and there "
        "are too many cubes to find, under those that do",
    )
    options.add_size(parser)
    group = parser.add_argument_group("counting")
    group.add_argument(
        "--estimate", action="store_true", help="give an estimate with an interval; takes seconds"
    )
    group.add_argument(
        "--samples",
        type=options.count,
        metavar="N",
        help="draw N samples for the estimate (default: 10,000 to 100,000)",
    )
    options.add_seed(group, "draw different samples")
    group.add_argument(
        "--method",
        choices=(AUTO, *COUNTERS),
        default=AUTO,
        help=options.later(
            lambda: (
                f"the way to count ({COUNTERS.summaries()}; auto, the default: what suits the rules)"
            )
        ),
    )
    group.add_argument(
        "--explain",
        action="store_true",
        help="say how the cubes would be counted and about how long it would take, after trying for a second",
    )
    group.add_argument(
        "--threads",
        type=options.count,
        default=1,
        metavar="N",
        help="threads for an exact count (default: 1); the number does not depend on them",
    )
    options.add_workplace(group)
    options.add_time_limit(group)
    options.add_json(parser.add_argument_group("output"))


def run(args: argparse.Namespace) -> int:
    """Count and print."""
    pattern = pattern_of(args.rules, args.size)
    output.print_notes(pattern, args.command)
    query = Count(
        pattern,
        args.method,
        Limits.of(None, args.time_limit),
        args.classes,
        args.estimate,
        args.samples,
        args.seed,
        args.threads,
        args.explain,
        args.resume,
        args.cluster,
        args.check_journal,
    )
    with output.progress_bar("counting") as show:
        answer = query.stream(on_progress=progress.counting(show)).collect()
    if args.verbose:
        output.remark(answer.explanation())
    if args.json:
        output.print_json(answer)
    else:
        _print(answer, Printer(args))
    return _code(answer)


def _print(answer: CountAnswer, printer: Printer) -> None:
    """Print the plan if that was asked for, else the number, and how it is known."""
    if answer.query.get("explain"):
        output.say(answer.explanation())
        return
    if not printer.for_people and answer.written():
        printer.give(answer.written())
    printer.say(answer.sentence())


def _code(answer: CountAnswer) -> int:
    """Return the exit code: a plan that was asked for is an answer, whatever the number is."""
    planned = answer.query.get("explain") and answer.status is not Status.UNKNOWN
    return ANSWERED if planned and answer.stopped is None else output.exit_code(answer)


COMMAND = Command("count", SUMMARY, DESCRIPTION, EPILOG, add_arguments, run, gives="numbers")
