"""`prove`: a certificate that the cubes found are all that satisfy the rules."""

from __future__ import annotations

import argparse

from cubecsp.cli import output
from cubecsp.cli.command import Command
from cubecsp.cli.output_options import Json
from cubecsp.cli.progress_bar import progress_bar
from cubecsp.cli.query_options import query_of
from cubecsp.questions.prove import Prove

DESCRIPTION = """\
Find all cubes, or states of another puzzle, that satisfy the rules, and write a certificate that there are no
others: the rules as a formula, a clause for each cube that excludes it, and a proof that nothing is left, for
verify and for other people's checkers. The folder is written completely or not at all."""
EPILOG = """\
examples:
  cubecsp prove perfect-scramble -o certificate
  cubecsp prove perfect-scramble --symmetry -o short-certificate
  cubecsp prove perfect-scramble no-piece-home -o none
  cubecsp prove perfect-scramble -o certificate --resume found.db   (stop and continue)
  cubecsp prove no-touching=side --size 2 --count -o count
  cubecsp prove --puzzle pyraminx solved=EDGES --count -o count
  cubecsp verify certificate

exit codes: 0 proven, 1 proven that no cube satisfies the rules, 2 invalid input, or the folder cannot be written,
3 stopped before it is proven"""


def run(args: argparse.Namespace) -> int:
    """Prove and print."""
    with progress_bar("proving") as show:
        query = query_of(args, Prove, on_progress=show)
        output.print_notes(query.pattern.notes(), args.command)
        answer = query.answer()
    if args.json:
        output.print_json(answer)
    else:
        output.say(answer.sentence())
    return output.exit_code(answer)


COMMAND = Command("prove", DESCRIPTION, EPILOG, run, (Prove,), (Json,))
