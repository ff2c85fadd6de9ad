"""`describe --puzzle`: the orbits, moves and laws of a puzzle that is not a cube."""

from __future__ import annotations

import argparse

from cubecsp.cli import options, output
from cubecsp.cli.command import Command
from cubecsp.cli.puzzles.states import (
    STATE_HELP,
    add_puzzle,
    code_of,
    printed,
    puzzle_of,
    states_of,
)
from cubecsp.definitions.kpuzzle import as_kpuzzle
from cubecsp.errors import InputError
from cubecsp.questions.defined.answer import StateAnswer
from cubecsp.questions.defined.judging import describe_puzzle

SUMMARY = "orbits, moves, laws and the number of states of a puzzle"
DESCRIPTION = """\
Say which orbits and moves a puzzle that is not a cube has, how many states moves can make, and what they
never change; for states, how often their moves have to be repeated to lead back to solved. With
--definition, print the puzzle as KPuzzle JSON, which cubing.js and twsearch read."""
EPILOG = """\
examples:
  python -m cubecsp describe --puzzle megaminx
  python -m cubecsp describe --puzzle pyraminx --turns U,L,R,B
  python -m cubecsp describe --puzzle skewb "R U"
  python -m cubecsp describe --puzzle skewb --definition > skewb.json

exit codes: 0 described, 2 malformed, 3 the time limit passed"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("states", nargs="*", default=[], metavar="STATE", help=STATE_HELP)
    parser.add_argument(
        "--definition", action="store_true", help="print the puzzle as KPuzzle JSON"
    )
    options.add_time_limit(parser, "keep what is known then")
    add_puzzle(parser)


def run(args: argparse.Namespace) -> int:
    """Describe and print."""
    puzzle = puzzle_of(args)
    if args.definition:
        if args.json or args.turns or args.states:
            raise InputError(
                "--definition prints the definition and nothing else",
                "leave out states, --turns and --json",
            )
        output.print_data(as_kpuzzle(puzzle) + "\n")
        return 0
    answer = describe_puzzle(
        puzzle, states_of(args.states, puzzle), args.turns, time_limit=args.time_limit
    )
    if not printed(answer, args):
        if args.states:
            for report in answer:
                output.say(f"order     {report.order or 'cannot be determined: pieces look alike'}")
        else:
            _print(answer)
    return code_of(answer)


def _print(answer: StateAnswer) -> None:
    told = answer.told
    output.say(f"puzzle    {answer.query['puzzle']}")
    for orbit in told["orbits"]:
        looks = (
            f", {orbit['looks']} that look different" if orbit["looks"] < orbit["pieces"] else ""
        )
        turned = f", turned in {orbit['orientations']} ways" if orbit["orientations"] > 1 else ""
        if orbit["seen"] < orbit["orientations"]:
            turned += (
                f", of which {orbit['seen']} can be told apart" if orbit["seen"] > 1 else ", unseen"
            )
        output.say(f"orbit     {orbit['name']}: {orbit['pieces']} pieces{looks}{turned}")
    output.say(f"moves     {' '.join(told['moves'])}")
    if told["derived"]:
        output.say(f"derived   {' '.join(told['derived'])}")
    if told["order"] is not None:
        output.say(f"group     of order {told['order']:,}")
    if told["order"] is not None and told["states"] != told["order"]:
        states = "not known" if told["states"] is None else f"{told['states']:,}"
        output.say(f"states    {states}, as far as can be seen")
    for law in told["laws"] or ():
        output.say(f"law       {law}")
    if answer.reason is not None:
        output.say(f"note      {answer.reason}")


COMMAND = Command.by_hand("describe", SUMMARY, DESCRIPTION, EPILOG, add_arguments, run)
