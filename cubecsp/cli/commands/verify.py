"""`verify`: whether a certificate proves what it claims."""

from __future__ import annotations

import argparse

from cubecsp.cli import output
from cubecsp.cli.command import Command
from cubecsp.cli.output_options import Json
from cubecsp.cli.own_rules import OwnRules, load_rules
from cubecsp.cli.progress_bar import progress_bar
from cubecsp.cli.query_options import query_of
from cubecsp.questions.verify import Verify, VerifyAnswer

DESCRIPTION = """\
Check that the files of a certificate are unchanged, that the cubes in its list satisfy the rules, that its
formula is the one that the rules and these cubes give, that its clauses judge cubes as the rules do, and
that its proof shows that nothing satisfies the formula. Then say what is proven, and what is not."""
EPILOG = """\
examples:
  cubecsp verify certificate
  cubecsp verify certificate --engine python
  cubecsp verify certificate --with drat-trim --with cake_lpr

exit codes: 0 accepted, 1 refused, 2 invalid input, or a checker is not installed, 3 stopped before the end"""


def run(args: argparse.Namespace) -> int:
    """Check and print."""
    with progress_bar("checking") as show:
        answer = query_of(args, Verify, rules=load_rules(args), on_progress=show).answer()
    if args.json:
        output.print_json(answer)
    else:
        _print(answer)
    return output.exit_code(answer)


def _print(answer: VerifyAnswer) -> None:
    """Print each check, the verdict, the facts that are proven and those that are not."""
    for done in answer.checks:
        output.say(f"{'passed' if done.passed else 'FAILED'}  {done.name}: {done.finding}")
    output.say(answer.sentence())
    if answer.accepted:
        output.say(f"\nProven: {answer.claim['proven']}")
        output.say(f"Not proven: {answer.claim['not_proven']}")


COMMAND = Command("verify", DESCRIPTION, EPILOG, run, (Verify,), (OwnRules, Json))
