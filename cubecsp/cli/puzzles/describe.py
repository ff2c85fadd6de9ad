"""`describe --puzzle`: the orbits, moves and laws of a puzzle that is not a cube."""

import argparse
from typing import Annotated

from cubecsp.cli import output
from cubecsp.cli.command import Command
from cubecsp.cli.options import Output
from cubecsp.cli.puzzles.states import asked_of, code_of, printed
from cubecsp.definitions.kpuzzle import as_kpuzzle
from cubecsp.errors import InputError
from cubecsp.questions.asking.kinds import Flag
from cubecsp.questions.asking.param import Param, options
from cubecsp.questions.defined.answer import StateAnswer
from cubecsp.questions.defined.describe import DescribePuzzle

DESCRIPTION = """\
Say which orbits and moves a puzzle that is not a cube has, how many states moves can make, and what they
never change; for states, how often their moves have to be repeated to lead back to solved, and how many
moves solve them where few do. With
--definition, print the puzzle as KPuzzle JSON, which cubing.js and twsearch read."""
EPILOG = """\
examples:
  python -m cubecsp describe --puzzle megaminx
  python -m cubecsp describe --puzzle pyraminx --turns U,L,R,B
  python -m cubecsp describe --puzzle skewb "R U"
  python -m cubecsp describe --puzzle skewb --definition > skewb.json

exit codes: 0 described, 2 malformed, 3 the time limit passed"""


@options
class Definition:
    """What is printed in place of a description."""

    definition: Annotated[bool, Param("print the puzzle as KPuzzle JSON", Flag())] = False


def run(args: argparse.Namespace) -> int:
    """Describe and print."""
    query = asked_of(args, DescribePuzzle)
    if args.definition:
        if args.json or query.turns or query.read:
            raise InputError(
                "--definition prints the definition and nothing else",
                "leave out states, --turns and --json",
            )
        output.print_data(as_kpuzzle(query.definition) + "\n")
        return 0
    answer = query.answer()
    if not printed(answer, args):
        if query.read:
            without_order = (
                "none: some moves can be done in some states only"
                if answer.more["requires"]
                else "cannot be determined: pieces look alike"
            )
            for report in answer:
                output.say(f"order     {report.order or without_order}")
                if report.length is not None:
                    output.say(f"distance  {report.length}")
                elif report.at_least is not None:
                    output.say(f"distance  at least {report.at_least}")
        else:
            _print(answer)
    return code_of(answer)


def _print(answer: StateAnswer) -> None:
    known = answer.more
    output.say(f"puzzle    {answer.query['puzzle']}")
    for orbit in known["orbits"]:
        looks = (
            f", {orbit['looks']} that look different" if orbit["looks"] < orbit["pieces"] else ""
        )
        turned = f", turned in {orbit['orientations']} ways" if orbit["orientations"] > 1 else ""
        if orbit["seen"] < orbit["orientations"]:
            turned += (
                f", of which {orbit['seen']} can be told apart" if orbit["seen"] > 1 else ", unseen"
            )
        output.say(f"orbit     {orbit['name']}: {orbit['pieces']} pieces{looks}{turned}")
    output.say(f"moves     {' '.join(known['moves'])}")
    for move, condition in known["requires"].items():
        output.say(f"requires  {move}: {condition}")
    if known["derived"]:
        output.say(f"derived   {' '.join(known['derived'])}")
    if known["order"] is not None:
        output.say(f"group     of order {known['order']:,}")
    if known["order"] is not None and known["states"] != known["order"]:
        states = "not known" if known["states"] is None else f"{known['states']:,}"
        output.say(f"states    {states}, as far as can be seen")
    if known["positions"] not in (None, known["states"]):
        output.say(f"positions {known['positions']:,}, however the puzzle is held")
    for law in known["laws"] or ():
        output.say(f"law       {law}")
    if answer.reason is not None:
        output.say(f"note      {answer.reason}")


COMMAND = Command("describe", DESCRIPTION, EPILOG, run, (DescribePuzzle,), (Definition, Output))
