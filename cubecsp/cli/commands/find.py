"""`find`: the cubes that satisfy some rules."""

from __future__ import annotations

import argparse

from cubecsp.cli import found, options, output
from cubecsp.cli.command import Command
from cubecsp.questions import progress
from cubecsp.questions.find import Find

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
  python -m cubecsp find every-colour at-most=2 no-touching=across --limit all --resume found.db

exit codes: 0 answered, 1 no cube satisfies the rules, 2 malformed, 3 stopped before complete"""

DEFAULT_LIMIT = 1000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("rules", nargs="+", metavar="RULE", help=found.RULE_HELP)
    options.add_limit(
        parser,
        "stop after N cubes, or with --classes after N classes, without checking whether there are more",
        DEFAULT_LIMIT,
    )
    found.add_arguments(parser)
    options.add_workplace(parser.add_argument_group("long searches (with --limit all)"))


def run(args: argparse.Namespace) -> int:
    """Find, print, and draw."""
    pattern, how = found.asked(args)
    query = Find(
        pattern,
        **how,
        resume=args.resume,
        cluster=args.cluster,
        check_journal=args.check_journal,
    )
    with output.progress_bar("searching") as show:
        stream = query.stream(on_progress=progress.searching(show))
        return found.answered(query, stream, args, " ".join(args.rules))


COMMAND = Command.by_hand("find", SUMMARY, DESCRIPTION, EPILOG, add_arguments, run, gives="cubes")
