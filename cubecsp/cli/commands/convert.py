"""`convert`: the same cube in another format."""

from __future__ import annotations

import argparse
import time

from cubecsp.cli import output
from cubecsp.cli.command import Command
from cubecsp.cli.output_options import Json
from cubecsp.cli.query_options import query_of
from cubecsp.cli.reading import CubeInputs, limited
from cubecsp.formats import FORMATS
from cubecsp.questions.answers.answer import CubeReport, Status, Stop
from cubecsp.questions.answers.numbers_in_words import plural
from cubecsp.questions.convert import Convert, ConvertAnswer

DESCRIPTION = """\
Read cubes in any format and write them in another. Nothing is lost: if a format cannot express what
is known of a cube, the reason is given. Lists of pieces have no unknown stickers, and no moves make
an impossible cube.

formats:
""" + "\n".join(f"  {name:11} {kind.summary}" for name, kind in FORMATS.items())
EPILOG = """\
examples:
  cubecsp convert "R U R' U'" --to facelets
  cubecsp convert "R U R' U'" --to colours --up yellow --front green
  cubecsp convert WWWWWWWWWRRRRRRRRRGGGGGGGGGYYYYYYYYYOOOOOOOOOBBBBBBBBB --to kpattern
  cubecsp convert "R U F" --size 2 --to net
  cubecsp convert cubes.txt --to moves          (one cube on each line)
  cubecsp convert "R U R' U'" --to twizzle      (a link to watch the moves)
  cubecsp convert --puzzle sq1 "(1,0)/ (3,-3)/" --to facelets   (the pieces; or kpattern, moves)

exit codes: 0 converted, 2 invalid input, or the format cannot say it, 3 no moves found in time"""


def run(args: argparse.Namespace) -> int:
    """Convert and print."""
    query = query_of(args, Convert, cubes=())
    inputs, started = CubeInputs(args, query), time.perf_counter()
    answer = ConvertAnswer(query, Status.COMPLETE)
    answer.cubes = reports = list[CubeReport]()
    number, turned = 0, set[str]()
    try:
        results = (report for _, report in inputs.each())
        for report in limited(results) if args.json else results:
            number += 1
            if args.json:
                reports.append(report)
            else:
                output.say(report.text)
            if report.turned and report.turned not in turned:
                turned.add(report.turned)
                output.remark(_turned_back(query.to, report.turned))
        inputs.require_one()
    except KeyboardInterrupt:
        output.remark(f"cubecsp convert: interrupted after {plural(number, 'cube')}")
        answer.status, answer.stopped = Status.PARTIAL, Stop.INTERRUPT
    answer.seconds = time.perf_counter() - started
    if args.json:
        answer.query = query.about([report.facelets for report in answer], answer.cubes)
        output.print_json(answer, inputs.faults)
    return inputs.code(output.exit_code(answer))


def _turned_back(name: str, rotation: str) -> str:
    return (
        f"note: {name} does not record whole-cube orientation: this is the cube after the rotation "
        f"{rotation}"
    )


COMMAND = Command("convert", DESCRIPTION, EPILOG, run, (Convert,), (Json,), gives="texts")
