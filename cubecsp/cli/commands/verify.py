"""`verify`: whether a certificate proves what it claims."""

from __future__ import annotations

import argparse
from pathlib import Path

from cubecsp.cli import options, output, own_rules
from cubecsp.cli.command import Command
from cubecsp.models.proofs.examination import CHECKERS, DEFAULT
from cubecsp.models.proofs.foreign import FOREIGN
from cubecsp.questions.limits import Limits
from cubecsp.questions.verify import Verify, VerifyAnswer

SUMMARY = "check whether a certificate that prove wrote proves what it claims"
DESCRIPTION = """\
Check that the files of a certificate are unchanged, that the cubes in its list satisfy the rules, that its
formula is the one that the rules and these cubes give, that its clauses judge cubes as the rules do, and
that its proof shows that nothing satisfies the formula. Then say what is proven, and what is not."""
EPILOG = """\
examples:
  python -m cubecsp verify certificate
  python -m cubecsp verify certificate --engine python
  python -m cubecsp verify certificate --with drat-trim --with cake_lpr

exit codes: 0 accepted, 1 refused, 2 malformed, or a checker is not installed, 3 stopped before the end"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("folder", type=Path, metavar="DIR", help="the folder that prove wrote")
    group = parser.add_argument_group("checking")
    group.add_argument(
        "--engine",
        choices=tuple(CHECKERS),
        default=DEFAULT,
        help="which of our checkers reads the proof that there are no others (native, the default; python, a "
        "short file that needs Python alone, and takes five times as long); counts have one, in Python",
    )
    group.add_argument(
        "--with",
        dest="foreign",
        action="append",
        default=[],
        choices=tuple(FOREIGN),
        help="have a checker that others wrote check the proof too, if it is installed ("
        + "; ".join(f"{one.name}: {one.remedy}" for one in FOREIGN.values())
        + "); may be given several times",
    )
    own_rules.add_argument(group, "the certificate")
    options.add_seed(group, "test the clauses on other random cubes")
    options.add_time_limit(group, "neither accept nor refuse the certificate")
    options.add_json(parser.add_argument_group("output"))


def run(args: argparse.Namespace) -> int:
    """Check and print."""
    query = Verify(
        args.folder,
        args.engine,
        tuple(args.foreign),
        tuple(own_rules.loaded(args)),
        args.seed,
        Limits.of(None, args.time_limit),
    )
    with output.progress_bar("checking") as show:
        answer = query.stream(on_progress=show).collect()
    if args.json:
        output.print_json(answer)
    else:
        _print(answer)
    return output.exit_code(answer)


def _print(answer: VerifyAnswer) -> None:
    """Print each check, the verdict, and what is proven and what is not."""
    for done in answer.checks:
        output.say(f"{'passed' if done.passed else 'FAILED'}  {done.name}: {done.told}")
    output.say(answer.sentence())
    if answer.accepted:
        output.say(f"\nProven: {answer.claim['proven']}")
        output.say(f"Not proven: {answer.claim['not_proven']}")


COMMAND = Command.by_hand(
    "verify",
    SUMMARY,
    DESCRIPTION,
    EPILOG,
    add_arguments,
    run,
    distribution="python-sat",
)
