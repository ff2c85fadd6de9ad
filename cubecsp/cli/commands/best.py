"""`best`: the cube with the most of something, or the least, proven."""

from __future__ import annotations

import argparse

from cubecsp.cli import found, options, output
from cubecsp.cli.command import Command
from cubecsp.questions import progress
from cubecsp.questions.best import Best, objective_of

SUMMARY = "the cube with the most of something, or the least, proven; soft rules with weights"
DESCRIPTION = """\
Of the cubes that satisfy all of the given rules, or of all cubes if none is given, find one that has
the most of something, or the least, and prove that no real cube does better. EXPR, in the language of
rules, says what is measured: counts of stickers, numbers of colours, how many rules hold, and sums of
these times whole numbers. A rule by itself is 1 if it holds and 0 if it does not."""
EPILOG = """\
examples:
  python -m cubecsp best no-touching=side at-most=2 --maximise "how-many(s in slots: solved={s})"
  python -m cubecsp best --minimise "sum(f in faces: colours({f}))" --limit all --classes --size 2
  python -m cubecsp best faces-differ --prefer 3:every-colour --prefer no-piece-home
  python -m cubecsp best every-colour --maximise "colours(U1 U2 U3)+count(F, F)" --solve two-phase

exit codes: 0 answered, 1 no cube satisfies the rules, 2 malformed, 3 stopped before it is proven"""

DEFAULT_LIMIT = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("rules", nargs="*", metavar="RULE", help=found.RULE_HELP)
    goal = parser.add_mutually_exclusive_group()
    goal.add_argument(
        "--maximise",
        "--maximize",
        dest="maximise",
        metavar="EXPR",
        help="what to maximise",
    )
    goal.add_argument(
        "--minimise",
        "--minimize",
        dest="minimise",
        metavar="EXPR",
        help="what to minimise",
    )
    parser.add_argument(
        "--prefer",
        action="append",
        default=[],
        metavar="[WEIGHT:]RULE",
        help="a rule that would be nice to have: it adds its weight (default: 1) to what is maximised, or "
        "takes it off what is minimised, where it holds; may be given several times, and alone",
    )
    options.add_limit(
        parser, "give N of the cubes that are best, with --classes N classes", DEFAULT_LIMIT
    )
    found.add_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Choose, print, and draw."""
    pattern, how = found.asked(args)
    objective = objective_of(args.maximise, args.minimise, args.prefer, pattern)
    query = Best(pattern, **how, objective=objective)
    with output.progress_bar("choosing") as show:
        stream = query.stream(
            on_progress=progress.searching(show),
            on_bounds=progress.choosing(show, minimise=objective.minimise),
        )
        wanted = "least" if objective.minimise else "most"
        title = " ".join([*args.rules, f"with the {wanted} {objective}"])
        return found.answered(query, stream, args, title)


COMMAND = Command.by_hand("best", SUMMARY, DESCRIPTION, EPILOG, add_arguments, run, gives="cubes")
