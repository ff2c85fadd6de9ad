"""`apply`: what moves do to a cube."""

from __future__ import annotations

import argparse

from cubecsp.cli import options, output
from cubecsp.cli.command import Command
from cubecsp.cli.inputs import STANDARD_INPUT
from cubecsp.cli.printer import Printer
from cubecsp.cli.reading import CUBE_HELP, Given, moves_given
from cubecsp.errors import InputError
from cubecsp.formats.moves import whole_turn
from cubecsp.questions.apply import Apply, moves_on
from cubecsp.questions.given import shown_and_state

SUMMARY = "the cube after some moves"
DESCRIPTION = """\
Turn a cube, solved if none is given, and print the result. Moves are read in WCA notation:
turns U R F D L B with 2 or ', wide turns (r or Rw, 3Rw, 2-3Rw), slices (M E S, 2R), rotations x y z,
groups (R U)3, commutators [R, U] and conjugates [R: U]. The output writes them for a cube that is never
turned as a whole: those of a 3×3×3 as turns of faces. --size gives the size of the cube if none is given."""
EPILOG = """\
examples:
  python -m cubecsp apply "R U R' U'"
  python -m cubecsp apply "[r U r', M2]"
  python -m cubecsp apply "3Rw 2U2" --size 4
  python -m cubecsp apply "U2" LRDFUBBRFLUFDRBUFDLDUUFBDLRRUBLDLFBRBUDFLRRDBLFURBDFLU

exit codes: 0 answered, 2 malformed"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("moves", metavar="MOVES", help="the moves to do, or - for standard input")
    parser.add_argument("cube", nargs="?", default="()", metavar="CUBE", help=CUBE_HELP)
    options.add_reading_options(parser)
    options.add_output_options(parser)


def run(args: argparse.Namespace) -> int:
    """Apply and print."""
    if args.moves == args.cube == STANDARD_INPUT:
        raise InputError("both the moves and the cube are -", "give one of them as an argument")
    text, given = moves_given(args.moves), Given(args)
    cubes = given.every([args.cube], shown_and_state)
    puzzles = {cube.puzzle for _, cube in cubes}
    moves = moves_on(text, puzzles)
    for note in (note for puzzle in puzzles for note in whole_turn(text, puzzle)):
        output.remark(f"note: {note}")
    answer = Apply(moves, tuple(cubes)).stream().collect()
    if args.json:
        output.print_json(answer, given.faults)
        return given.code(output.exit_code(answer))
    printer = Printer(args)
    for report in answer:
        caption = f"after {answer.simplified or 'no moves'}"
        printer.net(report.facelets, caption, scheme=report.scheme)
        printer.say()
        printer.give(output.written(report.facelets, report.scheme), label="facelets")
    printer.say(answer.sentence())
    return given.code(output.exit_code(answer))


COMMAND = Command("apply", SUMMARY, DESCRIPTION, EPILOG, add_arguments, run, gives="cubes")
