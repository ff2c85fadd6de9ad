"""`apply`: what moves do to a cube."""

from __future__ import annotations

import argparse

from cubecsp.cli import options, output
from cubecsp.cli.command import Command
from cubecsp.cli.reading import CUBE_HELP, read_solvable
from cubecsp.formats.moves import whole_turn
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
    parser.add_argument("moves", metavar="MOVES", help="what to do")
    parser.add_argument("cube", nargs="?", default="()", metavar="CUBE", help=CUBE_HELP)
    options.add_reading_options(parser)
    options.add_output_options(parser)


def run(args: argparse.Namespace) -> int:
    """Apply and print."""
    written = parse_moves(args.moves)
    simple = written.simplified()
    read = read_solvable([args.cube], **options.reading(args))
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
            "cubes": [{"facelets": cube.facelets} for cube, _ in results],
        }
        output.print_json(shown)
        return 0
    for cube, scheme in results:
        output.print_net(cube.facelets, colour=output.wants_colour(args), scheme=scheme)
        output.say(f"\nfacelets  {output.written(cube.facelets, scheme)}")
    counted = ", ".join(f"{length} {metric}" for metric, length in lengths.items())
    output.say(f"moves     {simple or '(none)'}   ({counted})")
    if simple != written:
        output.say(f"written   {written}")
    return 0


COMMAND = Command("apply", SUMMARY, DESCRIPTION, EPILOG, add_arguments, run)
