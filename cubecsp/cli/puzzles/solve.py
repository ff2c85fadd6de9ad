"""`solve --puzzle`: the shortest moves that solve states of a puzzle that is not a cube."""

from __future__ import annotations

import argparse

from cubecsp.cli import options
from cubecsp.cli.command import Command
from cubecsp.cli.printer import Printer
from cubecsp.cli.puzzles.states import (
    STATE_HELP,
    add_effort,
    add_puzzle,
    code_of,
    printed,
    puzzle_of,
    states_of,
)
from cubecsp.formats import SOLVED
from cubecsp.questions.defined.answer import StateReport
from cubecsp.questions.defined.solve import SOLVERS, solve_states
from cubecsp.questions.wording import plural

SUMMARY = "the shortest moves that solve a state of a puzzle"
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


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("states", nargs="+", metavar="STATE", help=STATE_HELP)
    add_puzzle(parser)
    known = "; ".join(f"{name}: {meaning}" for name, meaning in SOLVERS.items())
    parser.add_argument("--method", choices=tuple(SOLVERS), help=f"how to search ({known})")
    add_effort(parser, "for each state")
    options.add_time_limit(parser)


def run(args: argparse.Namespace) -> int:
    """Solve and print."""
    puzzle, printer = puzzle_of(args), Printer(args)

    def show(report: StateReport) -> None:
        if args.json:
            return
        if report.moves is None:
            printer.say(f"no moves: {report.unsolved}")
            return
        length = plural(report.length or 0, "move")
        printer.give(report.moves or SOLVED, f"({length}, the shortest there is)", flush=True)

    answer = solve_states(
        puzzle,
        states_of(args.states, puzzle),
        turns=args.turns,
        method=args.method,
        effort=args.effort,
        time_limit=args.time_limit,
        on_found=show,
    )
    if not printed(answer, args) and answer.reason is not None and len(answer) > 1:
        printer.say(answer.sentence())
    return code_of(answer)


COMMAND = Command.by_hand("solve", SUMMARY, DESCRIPTION, EPILOG, add_arguments, run, gives="moves")
