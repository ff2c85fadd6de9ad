"""`import-solution`: what another solver found, as cubes."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from cubecsp.cli import options, output
from cubecsp.errors import InputError
from cubecsp.questions.answer import Status
from cubecsp.questions.export import import_solution

SUMMARY = "the cubes that another solver found for an exported question"
DESCRIPTION = """\
Read what a solver printed about a file that export wrote, and print the cubes, each checked
against the rules. SAT and pseudo-Boolean solvers print lines that begin with v, MiniZinc the
arrays corners and edges; there may be several solutions."""
EPILOG = """\
examples:
  clasp perfect.cnf 0 | python -m cubecsp import-solution perfect.cnf -

exit codes: 0 all solutions are cubes that satisfy the rules, 1 the solver says that there are none,
2 malformed, or a solution breaks the rules"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("file", metavar="FILE", help="the file that export wrote")
    parser.add_argument(
        "solution",
        metavar="SOLUTION",
        help="what the solver printed, a file or - for standard input",
    )
    options.add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Read and print."""
    answer = import_solution(_read(args.file), _read(args.solution))
    if args.json:
        output.print_json(answer)
        return output.exit_code(answer)
    for report in answer:
        output.say(report.facelets)
    if answer.status is Status.INFEASIBLE:
        output.say("No cube keeps these rules, says the solver.")
    else:
        cubes = output.plural(len(answer), "cube")
        others = "and no others, says the solver" if answer.status is Status.COMPLETE else "checked"
        output.say(f"{cubes}, {others}.")
    return output.exit_code(answer)


def _read(name: str) -> str:
    try:
        return sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not text"
        raise InputError(f"file {name!r} cannot be read: {why}") from error
