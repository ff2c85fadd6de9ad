"""`solve`: the moves that solve cubes."""

from __future__ import annotations

import argparse
from typing import Annotated

from cubecsp.cli import output
from cubecsp.cli.command import Command
from cubecsp.cli.output_options import Output
from cubecsp.cli.print_moves import moves_in_words, unsolved_in_words
from cubecsp.cli.printer import Printer
from cubecsp.cli.progress_bar import progress_bar
from cubecsp.cli.query_options import query_of
from cubecsp.cli.reading import CubeInputs
from cubecsp.errors import InputError, excerpt
from cubecsp.interface import spelled
from cubecsp.puzzle.cube.words import listed
from cubecsp.questions.answers.answer import Answer, CubeReport, Stop
from cubecsp.questions.answers.numbers_in_words import plural
from cubecsp.questions.asking.known_cube import deduction
from cubecsp.questions.asking.parameter import Cli, Param, options, parameters
from cubecsp.questions.asking.value_kinds import Flag
from cubecsp.questions.moving.moves import INTERRUPTED, MOST_TURNS
from cubecsp.questions.moving.solving import SolvingQuery
from cubecsp.questions.solve import Solve
from cubecsp.questions.solve_all import SolveAll
from cubecsp.search import METHODS

_MANY_TURNS = 9  # from which fewer may suffice

DESCRIPTION = """\
Find moves that solve each cube, check them, and print them. A cube that turns cannot solve is refused
with the reason. A 2×2×2 (24 stickers) is always solved with as few turns as possible; a 4×4×4 or larger
one stage by stage, first into a cube that can be solved like a 3×3×3; turns of several outer layers together
(3Rw2) count as one.

With --puzzle, find moves that solve states of a puzzle that is not a cube: the fewest if a search from both ends
finds them, as for every skewb; otherwise those of a stabiliser chain, which solves every megaminx, but not
with the fewest moves. A Square-1 is solved by its shape first."""
EPILOG = """\
examples:
  cubecsp solve "R U R' U'"
  cubecsp solve LRDFUBBRFLUFDRBUFDLDUUFBDLRRUBLDLFBRBUDFLRRDBLFURBDFLU --method optimal
  cubecsp solve "R U R' U'" --method thistlethwaite     (phase by phase)
  cubecsp solve "F R U" --turns U,R,F --all             (clockwise turns only)
  cubecsp solve "R U R' U'" --link twizzle              (a link to a page that plays it)
  cubecsp solve "R U F2 D' B" --after "(B' D) R"          (go on after moves on both sides: NISS)
  cubecsp solve "R U R' U R U2 R'" --turns "<R,U>" --all --same-under auf --up-to 9 --sort ease
  cubecsp solve --puzzle skewb "R U' L B R"
  cubecsp solve - --max-length 20 < cubes.txt           (one cube on each line)
  cubecsp solve - --method optimal --resume solved.db < cubes.txt   (days: stop and continue)

exit codes: 0 solved, 2 invalid input or not solvable, 3 a limit was reached before it was done"""


@options
class SolveOutput(Output):
    """The options for the display of solutions, and for all of them."""

    every: Annotated[
        bool,
        Param(
            "list every shortest solution",
            Flag(),
            group="search",
            cli=Cli(("--all",)),
        ),
    ] = False


def run(args: argparse.Namespace) -> int:
    """Solve and print."""
    printer = Printer(args)
    if args.every:
        return _print_all(args, printer)
    if of_all := [spelled(name) for name in parameters(SolveAll) if _only_with_all(name, args)]:
        verb, them = ("needs", "it") if len(of_all) == 1 else ("need", "them")
        raise InputError(f"{listed(of_all)} {verb} --all", f"give --all with {them}")

    def show(report: CubeReport) -> None:
        if not args.json:
            _print(printer, report, alone=len(query.taken) == 1)

    with progress_bar("searching") as bar:
        inputs = CubeInputs(args, query_of(args, Solve, show=bar, on_found=show, cubes=()))
        query = inputs.every()
        _print_notes(query)
        output.print_note(query, args)
        answer = query.answer()
    if args.json:
        output.print_json(answer, inputs.faults)
    elif answer.longer or (answer.stopped is Stop.TIME and not printer.for_people):
        printer.say(answer.sentence())
    elif printer.for_people and (hint := _shorter(answer)):
        printer.say(hint)
    _print_interrupt(answer, args)
    return inputs.code(output.exit_code(answer))


def _only_with_all(name: str, args: argparse.Namespace) -> bool:
    return name in args and name not in parameters(Solve)


def _print_all(args: argparse.Namespace, printer: Printer) -> int:
    """Print every shortest solution of one cube."""
    inputs = CubeInputs(args, query_of(args, SolveAll, cubes=()))
    query = inputs.every()
    _print_notes(query)
    output.print_note(query, args)
    answer = query.answer()
    if args.json:
        output.print_json(answer, inputs.faults)
    else:
        for i, report in enumerate(answer):
            if i == 0:
                printer.cube(report, f"the {answer.noun} to solve")
            printer.give_moves(report, "(solved already)")
            printer.in_one(report)
        printer.say(answer.sentence())
    _print_interrupt(answer, args)
    return inputs.code(output.exit_code(answer))


def _print_notes(query: SolvingQuery) -> None:
    """Print the colours that unknown stickers must have."""
    for stickers, cube in () if query.other else query.taken:
        if note := deduction(stickers, cube):
            output.remark(f"cubecsp solve: note: {note}")


def _print_interrupt(answer: Answer, args: argparse.Namespace) -> None:
    """Print that Ctrl-C came, and which work it cut short."""
    if answer.stopped is Stop.INTERRUPT and not args.json:
        left = sum(report.unsolved == INTERRUPTED for report in answer)
        rest = f"; {plural(left, answer.noun)} not solved" if left else ""
        saved = f".{answer.checkpoint_sentence()}" if answer.tasks else ""
        output.remark(f"cubecsp solve: interrupted{rest}{saved}")


def _shorter(answer: Answer) -> str:
    """Return which command may find fewer turns for the only cube; "" if there are several, or hardly any turns."""
    length = answer.cubes[0].length or 0
    if len(answer) > 1 or answer.query["method"] != "two-phase" or length < _MANY_TURNS:
        return ""
    fewest = f"{spelled('method', 'optimal')} gives {METHODS['optimal'].summary}"
    if length <= MOST_TURNS:
        return f"Perhaps fewer turns suffice: {fewest}."
    enough = spelled("max_length", MOST_TURNS)
    return f"{MOST_TURNS} turns suffice for every cube: {enough} finds them; {fewest}."


def _print(printer: Printer, report: CubeReport, *, alone: bool) -> None:
    """Print the moves of a cube at once; `alone` if it is the only one."""
    written = output.in_scheme(report.facelets, report.scheme)
    if not printer.for_people:
        if report.solution is None:
            which = written if report.of_cube else excerpt(written)
            for phase in report.phases or ():
                printer.say(phase)
            printer.say(f"{which}: {unsolved_in_words(report)}")
        else:
            printer.give_moves(report, flush=True)
            printer.in_one(report)
        return
    if alone:
        printer.cube(report, f"the {report.noun} to solve")
    else:
        printer.say(written)
    for phase in report.phases or ():
        printer.say(phase)
    printer.say(moves_in_words(report))
    printer.in_one(report)
    output.flush()


COMMAND = Command(
    "solve", DESCRIPTION, EPILOG, run, (Solve, SolveAll), (SolveOutput,), gives="moves"
)
