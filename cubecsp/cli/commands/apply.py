"""`apply`: what moves do to a cube."""

from __future__ import annotations

import argparse

from cubecsp.cli import options, output
from cubecsp.cli.codes import ANSWERED
from cubecsp.cli.command import Command
from cubecsp.cli.inputs import STANDARD_INPUT
from cubecsp.cli.printer import Printer
from cubecsp.cli.reading import CUBE_HELP, Given, assembled, moves_given
from cubecsp.errors import InputError
from cubecsp.formats.moves import whole_turn
from cubecsp.puzzle.facelets import Facelets
from cubecsp.puzzle.moves import METRICS, parse_moves

SUMMARY = "the cube after some moves"
DESCRIPTION = """\
Turn a cube, solved if none is given, and print the result. Moves are read in WCA notation:
turns U R F D L B with 2 or ', wide turns (r or Rw), slices M E S, rotations x y z, groups
(R U)3, commutators [R, U] and conjugates [R: U]. All are written as face turns."""
EPILOG = """\
examples:
  python -m cubecsp apply "R U R' U'"
  python -m cubecsp apply "[r U r', M2]"
  python -m cubecsp apply "U2" LRDFUBBRFLUFDRBUFDLDUUFBDLRRUBLDLFBRBUDFLRRDBLFURBDFLU

exit codes: 0 answered, 2 malformed"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("moves", metavar="MOVES", help="what to do, or - for standard input")
    parser.add_argument("cube", nargs="?", default="()", metavar="CUBE", help=CUBE_HELP)
    options.add_reading_options(parser)
    options.add_output_options(parser)


def run(args: argparse.Namespace) -> int:
    """Apply and print."""
    if args.moves == args.cube == STANDARD_INPUT:
        raise InputError("both the moves and the cube are -", "give one of them as an argument")
    args.moves = moves_given(args.moves)
    written = parse_moves(args.moves)
    simple = written.simplified()
    given = Given(args)
    read = given.every([args.cube], assembled)
    for puzzle in {shown.puzzle for shown, _ in read}:
        parse_moves(args.moves, puzzle=puzzle)  # a 2×2×2 has no slices and wide turns
        for note in whole_turn(args.moves, puzzle):
            output.remark(f"note: {note}")
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
