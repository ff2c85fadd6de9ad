"""`scramble`: moves that make random cubes, all equally likely."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from cubecsp.cli.command import Command
from cubecsp.cli.drawing import print_random_cubes
from cubecsp.cli.output_options import PictureOutput
from cubecsp.cli.printer import Printer
from cubecsp.puzzle.core.sequences import SOLVED
from cubecsp.puzzle.kpuzzle.puzzle_moves import PuzzleMoves
from cubecsp.questions.answers.answer import CubeReport
from cubecsp.questions.scramble import Scramble

DESCRIPTION = """\
Draw cubes at random from all that satisfy the given rules, each equally likely, and give moves that
make each from a solved one. The moves do not give away how to solve the cube. Without rules, these are
scrambles by the regulations of the World Cube Association, for the 3×3×3 or, with --size, any size from
2×2×2 to 7×7×7; from the 5×5×5 on they are random moves. With --turns, only these turns are used, and
all cubes that they can make are equally likely; if that would take too long, the moves are random.

With --puzzle, draw states of a puzzle that is not a cube, and give moves that make them, found as by `solve`. Scrambles
of clock, megaminx and Square-1 are those of competitions: R++ D-- … U for a megaminx. If some moves are possible in
some states only, as on bandaged cubes, --random-moves draws moves instead."""
EPILOG = """\
examples:
  cubecsp scramble -n 5
  cubecsp scramble --size 2 -n 5
  cubecsp scramble --size 6
  cubecsp scramble --turns "<R,U>" -n 5
  cubecsp scramble solved=F2L "not solved=last-layer" -n 12 --seed 7 -o pictures
  cubecsp scramble oriented=edges --json
  cubecsp scramble --puzzle skewb -n 5
  cubecsp scramble --puzzle megaminx
  cubecsp scramble --puzzle square1

exit codes: 0 answered, 1 no cube satisfies the rules, 2 invalid input, 3 stopped before complete"""

_NETS = 6  # the most cubes that are drawn; for the others only moves are printed


def run(args: argparse.Namespace) -> int:
    """Draw, print, and make pictures."""
    return print_random_cubes(args, Scramble, "scrambles", _scramble_printer)


def _scramble_printer(printer: Printer) -> Callable[[CubeReport], None]:
    """Return a function that prints a scramble; for people also its number, its length and a net of its cube."""
    printed = 0

    def show(report: CubeReport) -> None:
        nonlocal printed
        printed += 1
        moves = report.text or str(report.generator) or SOLVED
        if printer.for_people and isinstance(report.generator, PuzzleMoves):
            moves = report.generator.puzzle.notation.in_lines(moves)
        printer.give(moves, f"({report.turns})", label=f"{printed}:", flush=True)
        printer.link(report)
        if printer.for_people and report.of_cube and printed <= _NETS:
            printer.cube(report, f"cube {printed}")
            printer.say()

    return show


COMMAND = Command(
    "scramble", DESCRIPTION, EPILOG, run, (Scramble,), (PictureOutput,), gives="moves"
)
