"""`find`: the cubes that satisfy some rules."""

from __future__ import annotations

import argparse

from cubecsp.cli.command import Command
from cubecsp.cli.output_options import PictureOutput
from cubecsp.cli.print_cubes import SearchOutput, title_of
from cubecsp.cli.progress_bar import progress_bar
from cubecsp.cli.query_options import query_of
from cubecsp.questions.find import Find

DESCRIPTION = """\
Find the cubes that satisfy all of the given rules. A rule is written name or name=parameter;
the name of a pattern stands for all of its rules (see: cubecsp rules). Cubes are printed
as they are found."""
EPILOG = """\
examples:
  cubecsp find no-touching=side no-touching=diagonal --limit 1 --solve two-phase
  cubecsp find checkerboard --solve two-phase --sort length
  cubecsp find perfect-scramble --engine cpsat
  cubecsp find perfect-scramble no-piece-home      (none: exit code 1)
  cubecsp find every-colour at-most=2 --limit 20 -o pictures
  cubecsp find at-most=3 --limit 5 --seed 1        (other cubes for other seeds)
  cubecsp find no-touching=side --size 2 --classes --limit all
  cubecsp find solved=CORNERS "not solved=CENTERS" --puzzle skewb
  cubecsp find every-colour at-most=2 no-touching=across --limit all --resume found.db

exit codes: 0 answered, 1 no cube satisfies the rules, 2 invalid input, 3 stopped before complete"""


def run(args: argparse.Namespace) -> int:
    """Find, print, and draw."""
    with progress_bar("searching") as show:
        query = query_of(args, Find, show=show)
        with SearchOutput(args, query, title_of(args)) as printed:
            return printed.end(query.stream().read(take=printed.give, keep=printed.keep))


COMMAND = Command("find", DESCRIPTION, EPILOG, run, (Find,), (PictureOutput,), gives="cubes")
