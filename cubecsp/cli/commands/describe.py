"""`describe`: order, cycles, symmetry, parity and distance of cubes."""

from __future__ import annotations

import argparse
from typing import Annotated

from cubecsp.cli import output
from cubecsp.cli.command import Command
from cubecsp.cli.exit_codes import ANSWERED
from cubecsp.cli.output_options import Output
from cubecsp.cli.printer import Printer
from cubecsp.cli.query_options import query_of
from cubecsp.cli.reading import CubeInputs
from cubecsp.errors import InputError
from cubecsp.puzzle.definitions.kpuzzle_json import as_kpuzzle
from cubecsp.questions.answers.answer import CubeReport
from cubecsp.questions.asking.parameter import Param, options
from cubecsp.questions.asking.shared_parameters import PUZZLES
from cubecsp.questions.asking.value_kinds import Flag
from cubecsp.questions.describe import Describe, facts

DESCRIPTION = """\
Say of each cube how often its moves have to be repeated to lead back to solved, how its pieces change
places, which symmetries leave it unchanged, and between which bounds its distance from solved lies. In a
cycle the piece of each slot is in the next one; + and - say that pieces come back turned: a corner by a
third, clockwise or counter-clockwise; an edge flipped.

With --puzzle, describe states of a puzzle that is not a cube; or, if none are given, the puzzle: its orbits and
moves, how many states the moves make, and what they never change. With --turns and no cube, describe the
group that these turns of a cube generate: its order, and what it leaves in place."""
EPILOG = """\
examples:
  cubecsp describe "R U R' U'"
  cubecsp describe "M2 E2 S2" --prove
  cubecsp find symmetric=T --limit 5 | cubecsp describe -
  cubecsp describe --turns "<R,U>"
  cubecsp describe --puzzle megaminx
  cubecsp describe --puzzle skewb "R U"
  cubecsp describe --puzzle skewb --definition > skewb.json

exit codes: 0 described, 2 invalid input, 3 stopped before complete"""


@options
class DescribeOutput(Output):
    """The options of the output."""

    definition: Annotated[
        bool,
        Param(
            "print the puzzle as KPuzzle JSON, which cubing.js and twsearch read",
            Flag(),
            group=PUZZLES,
        ),
    ] = False


def run(args: argparse.Namespace) -> int:
    """Describe and print."""
    printer = Printer(args, report=True)

    def show(report: CubeReport) -> None:
        number = next(numbers)
        if args.json:
            return
        if is_many:
            output.say(f"{report.noun} {number}")
        printer.cube(report, f"the {report.noun} given")
        if report.stickers:
            output.say(f"{report.shown_by:9} {report.stickers}")
        for line in facts(report, proving=query.prove):
            output.say(line)
        if is_many:
            output.say()

    inputs = CubeInputs(args, query_of(args, Describe, cubes=(), on_found=show))
    query = inputs.every()
    is_many, numbers = len(query.taken) > 1, iter(inputs.numbers)
    output.print_note(query, args)
    if args.definition:
        return _print_definition(args, query)
    answer = query.answer()
    if args.json:
        output.print_json(answer, inputs.faults)
    elif answer.puzzle is not None:
        output.say("\n".join(answer.facts_in_lines()))
    elif answer.stopped is not None:
        output.remark(f"cubecsp describe: {answer.sentence()}")
    return inputs.code(output.exit_code(answer))


def _print_definition(args: argparse.Namespace, query: Describe) -> int:
    """Print a puzzle as KPuzzle JSON."""
    if args.json or query.turns or query.taken or query.other is None:
        raise InputError(
            "--definition prints the definition of a puzzle that is not a cube, and nothing else",
            "name the puzzle, and leave out states, --turns and --json",
        )
    output.print_data(as_kpuzzle(query.other) + "\n")
    return ANSWERED


COMMAND = Command("describe", DESCRIPTION, EPILOG, run, (Describe,), (DescribeOutput,))
