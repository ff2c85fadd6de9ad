"""`reach`: the moves after which a cube satisfies some rules."""

from __future__ import annotations

import argparse

from cubecsp.cli.ask_each import ask_each
from cubecsp.cli.command import Command
from cubecsp.cli.output_options import Output
from cubecsp.cli.printer import Printer
from cubecsp.questions.reach import Reach, ReachAnswer, Start

DESCRIPTION = """\
List the shortest sequences of moves after which a cube satisfies the given rules: all of them, with
all turns or only the moves that you allow; U D and D U count as two. Rules apply to the cube with
its centres where they were: moves like M2, r or x may rotate the whole cube, and the answer then says
how.

If few cubes satisfy the rules and all turns may be used, moves are found at once, however far away these
cubes are, and the answer says whether they are the shortest. Otherwise the search is exhaustive, from both
ends if possible, so the goal should be at most about a dozen turns away.

Steps have the word then between their rules: each goes on from the cubes that the step before reached, and
the answer is a way with the fewest moves in total. With --niss, moves may be on the inverse scramble as well: (U2 B) R
means R after the scramble, and U2 B after the inverse scramble.

With --puzzle, list the states of a puzzle that is not a cube that satisfy the rules and take the fewest moves to
reach, each with such moves."""
EPILOG = """\
examples:
  cubecsp reach "F R U D" solved=cross
  cubecsp reach "F R U D L2" checkerboard
  cubecsp reach "F R U" "any(f in faces: all(c in cells: {f}{c}=={f}))" --turns U,R,F
  cubecsp reach "R U F2 D' B" oriented=edges --niss
  cubecsp reach "R U F2 D' B" EO then DR then HTR then solved=all
  cubecsp reach --puzzle pyraminx "R U' L B" solved=EDGES[0,1,2]

exit codes: 0 answered, 1 no such moves lead there, 2 invalid input, 3 stopped before complete"""


def run(args: argparse.Namespace) -> int:
    """Search and print."""
    return ask_each(args, Reach, _print)


def _print(answer: ReachAnswer, _start: Start, printer: Printer) -> str:
    """Print the sequences from a cube, and return the sentence about them."""
    if len(answer) == 1:
        (end,) = answer.cubes
        printer.cube(end, f"after {end.written or 'no moves'}")
    for report in answer:
        for step in report.phases or ():
            printer.give(str(step))
        if report.phases:
            printer.link(report)
        else:
            printer.give_moves(report, "(nothing to do)")
        if len(answer) == 1:
            printer.in_one(report)
        elif report.phases:
            printer.say()
    return answer.sentence()


COMMAND = Command("reach", DESCRIPTION, EPILOG, run, (Reach,), (Output,), gives="moves")
