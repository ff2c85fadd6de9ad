"""`import-solution`: another solver's solutions, as cubes."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from cubecsp.cli import output, own_rules
from cubecsp.cli.command import Command
from cubecsp.cli.input_files import line_of, open_input
from cubecsp.cli.output_options import Json
from cubecsp.cli.own_rules import OwnRules
from cubecsp.cli.printer import Printer
from cubecsp.cli.query_options import query_of
from cubecsp.errors import InputError
from cubecsp.questions.asking.parameter import Param
from cubecsp.questions.asking.value_kinds import Text
from cubecsp.questions.import_solution import ImportSolution

DESCRIPTION = """\
Read what a solver printed about a file that export wrote, and print the cubes that satisfy the
rules, each checked; for a file that export --moves wrote, print the moves, each tried. SAT and
pseudo-Boolean solvers print lines that begin with v, MiniZinc the arrays corners and edges; there may be
several solutions. A solver that says that there are no others is believed: MiniZinc says so with a line
of equals signs, clasp with the number of models, others with UNSATISFIABLE at the end."""
EPILOG = """\
examples:
  clasp perfect.cnf 0 | cubecsp import-solution perfect.cnf -
  cubecsp import-solution mine.cnf solutions.txt --rules mine.py

exit codes: 0 there are cubes that satisfy the rules, 1 the solver says that there is none,
2 invalid input, or a solution breaks the rules, 3 there is none so far"""

_MAX_LINE = 10_000_000  # characters; a solver that wraps no lines needs some 200,000


@dataclass
class _SolutionFiles:
    """The files that are read."""

    file: Annotated[str, Param("the file that export wrote", Text("FILE"))]
    solution: Annotated[
        str, Param("what the solver printed, a file or - for standard input", Text("SOLUTION"))
    ]


def run(args: argparse.Namespace) -> int:
    """Read and print."""
    rules = own_rules.load_rules(args)
    query = query_of(
        args, ImportSolution, exported=_lines(args.file), output=_lines(args.solution), rules=rules
    )
    answer = query.answer()
    if args.json:
        output.print_json(answer)
        return output.exit_code(answer)
    printer = Printer(args)
    for report in answer:
        if report.solution is not None:
            printer.give_moves(report)
            continue
        printer.give(output.in_scheme(report.facelets, report.scheme))
    printer.say(answer.sentence())
    return output.exit_code(answer)


def _lines(name: str) -> Iterator[str]:
    """Yield the lines of a file, or of standard input, without reading it whole."""
    with open_input(name) as (where, stream):
        while line := line_of(stream, _MAX_LINE):
            if len(line) > _MAX_LINE:
                raise InputError(f"{where} has a line of more than {_MAX_LINE} characters")
            yield line


COMMAND = Command(
    "import-solution",
    DESCRIPTION,
    EPILOG,
    run,
    (ImportSolution,),
    (_SolutionFiles, OwnRules, Json),
    gives="cubes",
)
