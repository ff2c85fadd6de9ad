"""`solve --puzzle`: the shortest moves that solve states of a puzzle that is not a cube."""

from __future__ import annotations

import argparse

from cubecsp.cli.command import Command
from cubecsp.cli.options import Output
from cubecsp.cli.printer import Printer
from cubecsp.cli.puzzles.states import asked_of, code_of, printed
from cubecsp.formats import SOLVED
from cubecsp.questions.defined.answer import StateReport
from cubecsp.questions.defined.solve import SolveStates
from cubecsp.questions.wording import plural

DESCRIPTION = """\
Find the shortest moves that solve states of a puzzle that is not a cube, by breadth-first search from
both ends or as plans that clingo makes. A state that no moves solve is refused with the reason. A puzzle
with very many states is solved only as far as a search can look: a megaminx a few moves from solved."""
EPILOG = """\
examples:
  python -m cubecsp solve --puzzle skewb "R U' L B R"
  python -m cubecsp solve --puzzle pyraminx "R U' l B" --turns U,U',L,L',R,R',B,B',l,l'
  python -m cubecsp solve --puzzle skewb "R U' L" --method asp

exit codes: 0 solved, 2 malformed or not solvable, 3 a limit was reached before it was done"""


def run(args: argparse.Namespace) -> int:
    """Solve and print."""
    printer = Printer(args)

    def show(report: StateReport) -> None:
        if args.json:
            return
        if report.moves is None:
            printer.say(f"no moves: {report.unsolved}")
            return
        length = plural(report.length or 0, "move")
        printer.give(report.moves or SOLVED, f"({length}, the shortest there is)", flush=True)

    answer = asked_of(args, SolveStates, on_found=show).answer()
    if not printed(answer, args) and answer.reason is not None and len(answer) > 1:
        printer.say(answer.sentence())
    return code_of(answer)


COMMAND = Command("solve", DESCRIPTION, EPILOG, run, (SolveStates,), (Output,), gives="moves")
