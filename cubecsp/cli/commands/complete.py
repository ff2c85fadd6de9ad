"""`complete`: all solvable cubes that agree with the known stickers."""

from __future__ import annotations

import argparse
from typing import Annotated, Any

from cubecsp.cli import output
from cubecsp.cli.ask_each import ask_each
from cubecsp.cli.command import Command
from cubecsp.cli.output_options import Output
from cubecsp.cli.printer import Printer
from cubecsp.cli.query_options import query_of
from cubecsp.cli.reading import CubeInputs
from cubecsp.errors import InputError
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.questions.asking.parameter import Param, options
from cubecsp.questions.asking.value_kinds import Flag
from cubecsp.questions.complete import Complete, CompleteAnswer
from cubecsp.questions.fewest import Fewest

DESCRIPTION = """\
List the solvable cubes that agree with the known stickers; an unknown one is
written as a dot. Say exactly how many there are, and which sticker to look at next.
With --fewest, find the smallest sets of stickers that no other cube shares.

With --puzzle, complete states of a puzzle that is not a cube: its stickers, or KPatterns with null for what is
not known."""
EPILOG = """\
examples:
  cubecsp complete UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDD...LLLLLL...BBBBBB
  cubecsp complete UUUUUUUUU............................................. --count
  cubecsp complete cubes.txt --limit all         (one cube on each line)
  cubecsp complete "R U R' U'" --fewest          (how few stickers are enough)

exit codes: 0 answered, 1 no cube agrees, 2 invalid input, 3 stopped before complete"""

_NETS = 3  # the most cubes that are drawn


@options
class CompleteOptions:
    """The choice between two questions."""

    fewest: Annotated[
        bool, Param("smallest sets of the known stickers that determine the cube", Flag())
    ] = False


def run(args: argparse.Namespace) -> int:
    """Complete and print."""
    if args.fewest:
        return _run_fewest(args)
    if "list_cubes" in args and "limit" in args:
        raise InputError("--count lists no cubes, so --limit has no effect with it", "drop one")
    return ask_each(args, Complete, _print)


def _print(answer: CompleteAnswer, partial: Any, printer: Printer) -> str:
    """Print the cubes that agree, and return the sentence about them."""
    if not isinstance(partial, Facelets):  # a state of another puzzle
        for report in answer:
            printer.give(report.stickers if answer.unit == "sticker" else report.facelets)
        return answer.sentence()
    drawn = len(answer) <= _NETS
    filled = [i for i, colour in enumerate(partial.colours) if colour is None]
    for report in answer:
        if drawn:
            caption = "filled in" if filled else "the cube given"
            printer.net(
                report.facelets,
                caption,
                marked=filled,
                scheme=partial.scheme,
                which="that were unknown",
            )
        printer.give(output.in_scheme(report.facelets, partial.scheme))
    return answer.sentence()


def _run_fewest(args: argparse.Namespace) -> int:
    inputs = CubeInputs(args, query_of(args, Fewest, cubes=()))
    query = inputs.every()
    answer = query.answer()
    if args.json:
        output.print_json(answer, inputs.faults)
        return inputs.code(output.exit_code(answer))
    printer, scheme = Printer(args), query.stickers.scheme
    for number, letters in enumerate(answer.sets):
        if number < _NETS:
            printer.net(letters, "stickers that determine the cube", scheme=scheme)
        printer.give(output.in_scheme(letters, scheme))
    printer.say(answer.sentence())
    return inputs.code(output.exit_code(answer))


COMMAND = Command(
    "complete",
    DESCRIPTION,
    EPILOG,
    run,
    (Complete, Fewest),
    (CompleteOptions, Output),
    gives="cubes",
)
