"""`check --puzzle`: whether moves can make states of a puzzle that is not a cube."""

from __future__ import annotations

import argparse

from cubecsp.cli import output
from cubecsp.cli.command import Command
from cubecsp.cli.options import Output
from cubecsp.cli.puzzles.states import asked_of, code_of, printed
from cubecsp.questions.defined.check import CheckStates

DESCRIPTION = """\
Say whether moves can make states of a puzzle that is not a cube. The group that its moves generate
decides this (Schreier-Sims). If they cannot, say why: a piece in a slot that it cannot reach, a sum of
turns or parities that no move changes, or, if no such law explains it, the group alone."""
EPILOG = """\
examples:
  python -m cubecsp check --puzzle skewb "R U' L B"
  python -m cubecsp check --puzzle pyraminx "u l R" --turns U,L,R,B

exit codes: 0 moves can make them, 1 not all of them, 2 malformed,
3 the puzzle is too large, or the time limit passed"""

_REASONS = 4  # so many are told


def run(args: argparse.Namespace) -> int:
    """Check and print."""
    answer = asked_of(args, CheckStates).answer()
    if not printed(answer, args):
        for number, report in enumerate(answer, 1):
            assert report.verdict is not None
            label = f"{number}: " if len(answer) > 1 else ""
            able = "moves can make it" if report.verdict.reachable else "no moves make it"
            reasons = report.verdict.reasons
            why = "".join(f"; {reason}" for reason in reasons[:_REASONS])
            if len(reasons) > _REASONS:
                why += f"; and {len(reasons) - _REASONS} more such reasons"
            output.say(f"{label}{able}{why}")
    return code_of(answer)


COMMAND = Command("check", DESCRIPTION, EPILOG, run, (CheckStates,), (Output,))
