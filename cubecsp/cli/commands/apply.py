"""`apply`: what moves do to a cube."""

from __future__ import annotations

import argparse

from cubecsp.cli import options, output
from cubecsp.cli.codes import ANSWERED
from cubecsp.cli.command import Command
from cubecsp.cli.inputs import STANDARD_INPUT
from cubecsp.cli.printer import Printer
from cubecsp.cli.reading import CUBE_HELP, Given, assembled, moves_given
from cubecsp.errors import InputError, excerpt
from cubecsp.formats.moves import whole_turn
from cubecsp.puzzle.facelets import Facelets
from cubecsp.puzzle.moves import METRICS, Moves, parse_moves
from cubecsp.puzzle.puzzle import CubePuzzle

SUMMARY = "the cube after some moves"
DESCRIPTION = """\
Turn a cube, solved if none is given, and print the result. Moves are read in WCA notation:
turns U R F D L B with 2 or ', wide turns (r or Rw, 3Rw, 2-3Rw), slices (M E S, 2R), rotations x y z,
groups (R U)3, commutators [R, U] and conjugates [R: U]. They are written as turns of a cube that stays
held as it is: those of a 3×3×3 as turns of faces. --size says which cube a solved one is."""
EPILOG = """\
examples:
  python -m cubecsp apply "R U R' U'"
  python -m cubecsp apply "[r U r', M2]"
  python -m cubecsp apply "3Rw 2U2" --size 4
  python -m cubecsp apply "U2" LRDFUBBRFLUFDRBUFDLDUUFBDLRRUBLDLFBRBUDFLRRDBLFURBDFLU

exit codes: 0 answered, 2 malformed"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("moves", metavar="MOVES", help="what to do, or - for standard input")
    parser.add_argument("cube", nargs="?", default="()", metavar="CUBE", help=CUBE_HELP)
    options.add_reading_options(parser)
    options.add_output_options(parser)


def _parsed(text: str, puzzles: set[CubePuzzle]) -> Moves:
    """Return what moves are on cubes of these sizes, and say how they leave them held."""
    meant = {parse_moves(text, puzzle=puzzle) for puzzle in puzzles}
    if len(meant) > 1:
        raise InputError(
            f"the moves {excerpt(text)} turn other layers of a cube of another size",
            "give cubes of one size at a time",
            text=text,
        )
    for puzzle in puzzles:
        for note in whole_turn(text, puzzle):
            output.remark(f"note: {note}")
    return meant.pop()


def run(args: argparse.Namespace) -> int:
    """Apply and print."""
    if args.moves == args.cube == STANDARD_INPUT:
        raise InputError("both the moves and the cube are -", "give one of them as an argument")
    moves = moves_given(args.moves)
    given = Given(args)
    read = given.every([args.cube], assembled)
    written = _parsed(moves, {cube.puzzle for _, cube in read})
    simple = written.simplified()
    results = [(cube.apply(simple), shown.scheme) for shown, cube in read]
    lengths = {metric: simple.length(metric) for metric in METRICS}
    if args.json:
        shown = {
            "moves": str(written),
            "simplified": str(simple),
            "lengths": lengths,
            "cubes": [Facelets(cube.facelets, scheme).as_dict() for cube, scheme in results],
        }
        output.print_json(shown, given.faults)
        return given.code(ANSWERED)
    printer = Printer(args)
    for cube, scheme in results:
        printer.net(cube.facelets, f"after {simple or 'no moves'}", scheme=scheme)
        printer.say()
        printer.give(output.written(cube.facelets, scheme), label="facelets")
    counted = ", ".join(f"{length} {metric}" for metric, length in lengths.items())
    printer.say(f"moves     {simple or '(none)'}   ({counted})")
    if simple != written:
        printer.say(f"written   {written}")
    return given.code(ANSWERED)


COMMAND = Command("apply", SUMMARY, DESCRIPTION, EPILOG, add_arguments, run, gives="cubes")
