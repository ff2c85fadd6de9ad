"""`sample`: random cubes that satisfy some rules, all equally likely."""

from __future__ import annotations

import argparse

from cubecsp.cli.command import Command
from cubecsp.cli.drawing import print_random_cubes
from cubecsp.cli.output_options import PictureOutput
from cubecsp.cli.print_cubes import cube_printer
from cubecsp.questions.sample import Sample

DESCRIPTION = """\
Draw cubes at random from all that satisfy the given rules, or from all cubes if none is given, each
equally likely. They are drawn independently, so the same cube may come twice; --distinct prevents that.
The same --seed gives the same cubes on every machine."""
EPILOG = """\
examples:
  cubecsp sample no-piece-home -n 5 --seed 1
  cubecsp sample "solved=F2L" "not solved=last-layer" -n 10 -o pictures
  cubecsp sample no-touching=side --size 2 -n 100 --distinct
  cubecsp sample order=60 at-most=4

exit codes: 0 answered, 1 no cube satisfies the rules, 2 invalid input, 3 stopped before complete"""


def run(args: argparse.Namespace) -> int:
    """Draw, print, and make pictures."""
    return print_random_cubes(args, Sample, "random cubes", cube_printer)


COMMAND = Command("sample", DESCRIPTION, EPILOG, run, (Sample,), (PictureOutput,), gives="cubes")
