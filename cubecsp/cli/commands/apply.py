"""`apply`: the cube after some moves."""

from __future__ import annotations

import argparse

from cubecsp.cli import output
from cubecsp.cli.command import Command
from cubecsp.cli.input_files import STANDARD_INPUT, is_input
from cubecsp.cli.json_input import begins_json
from cubecsp.cli.output_options import Output
from cubecsp.cli.printer import Printer
from cubecsp.cli.query_options import query_of
from cubecsp.cli.reading import CubeInputs, one_sequence
from cubecsp.errors import InputError, excerpt
from cubecsp.formats import detect, is_cube
from cubecsp.formats.lists import are_moves
from cubecsp.puzzle.core.sequences import SOLVED
from cubecsp.questions.apply import Apply

DESCRIPTION = """\
Turn a cube, solved if none is given, and print the result. Moves are read in WCA notation:
turns U R F D L B with 2 or ', wide turns (r or Rw, 3Rw, 2-3Rw), slices (M E S, 2R), rotations x y z,
groups (R U)3, commutators [R, U] and conjugates [R: U]. The output writes them as turns and one rotation at
the end: those of a 3×3×3 as turns of faces. --size gives the size of the cube if none is given.
The cube may also come first. With --puzzle, apply moves to states of a puzzle that is not a cube."""
EPILOG = """\
examples:
  cubecsp apply "R U R' U'"
  cubecsp apply "[r U r', M2]"
  cubecsp apply "3Rw 2U2" --size 4
  cubecsp apply "(U2 B U) R F'" "R U F2 D' B" --niss
  cubecsp apply --puzzle pyraminx "R U' l"
  cubecsp apply "U2" LRDFUBBRFLUFDRBUFDLDUUFBDLRRUBLDLFBRBUDFLRRDBLFURBDFLU

exit codes: 0 answered, 2 invalid input"""


def run(args: argparse.Namespace) -> int:
    """Apply and print."""
    first, second = _moves_and_cube(args)
    if first == second == STANDARD_INPUT:
        raise InputError("both the moves and the cube are -", "give one of them as an argument")
    if are_moves([first, second]):
        output.remark(
            f"note: {first} is applied to the cube that {second} makes; write one sequence in quotation marks"
        )
    text = one_sequence(first)
    inputs = CubeInputs(args, query_of(args, Apply, moves=text, cubes=()))
    query = inputs.every([second])
    answer = query.answer()
    if args.json:
        output.print_json(answer, inputs.faults)
        return inputs.code(output.exit_code(answer))
    printer = Printer(args)
    for report in answer:
        if report.of_cube:
            printer.cube(report, f"after {query.sides or answer.simplified or 'no moves'}")
            printer.say()
        label = "facelets" if report.of_cube else ""
        printer.give(output.in_scheme(report.facelets, report.scheme), label=label)
    printer.say(answer.sentence())
    return inputs.code(output.exit_code(answer))


def _moves_and_cube(args: argparse.Namespace) -> tuple[str, str]:
    """Return the two arguments, the moves first: a cube may stand before them.

    Raises:
        InputError: there is a cube, and no moves to apply to it.
    """
    cube = vars(args).get("cubes")
    if not _is_cube(args.moves):
        return args.moves, cube or SOLVED
    if cube is None or _is_cube(cube):
        raise InputError(
            f"no moves are given to apply to the cube {excerpt(args.moves)}",
            'write them too: "R U\' F2"',
        )
    return cube, args.moves


def _is_cube(argument: str) -> bool:
    """Return whether an argument must stand for cubes, not moves: stickers, a file or an answer."""
    if is_cube(argument):
        return True
    named = argument != STANDARD_INPUT and (is_input(argument) or begins_json(argument))
    return named and not detect(argument)


COMMAND = Command("apply", DESCRIPTION, EPILOG, run, (Apply,), (Output,), gives="cubes")
