"""The command of a question whose answer is printed in the common way: as `print` shows it, or as JSON."""

from __future__ import annotations

import argparse
import inspect
from typing import Any

from cubecsp.cli import output
from cubecsp.cli.command import Command
from cubecsp.cli.exit_codes import MALFORMED
from cubecsp.cli.output_options import Output
from cubecsp.cli.printer import Printer
from cubecsp.cli.progress_bar import progress_bar
from cubecsp.cli.query_options import query_of
from cubecsp.cli.reading import CubeInputs
from cubecsp.questions.asking.about import AboutCubes
from cubecsp.questions.asking.functions import summary_of
from cubecsp.questions.asking.query import Query


def plain(question: type[Query[Any]]) -> Command:
    """Return the command of a question."""

    def run(args: argparse.Namespace) -> int:
        with progress_bar(question.name) as show:
            if issubclass(question, AboutCubes):
                inputs = CubeInputs(args, query_of(args, question, show=show, cubes=()))
                answer, faults = inputs.every().answer(), inputs.faults
            else:
                answer, faults = query_of(args, question, show=show).answer(), []
        printer = Printer(args)
        if args.json:
            output.print_json(answer, faults)
        else:
            for report in answer:
                printer.give(*answer.lines(report))
            printer.say(answer.sentence())
        code = output.exit_code(answer)
        return max(code, MALFORMED) if faults else code

    _, _, about = (
        inspect.cleandoc(question.__doc__ or "").partition("\n\nRaises:")[0].partition("\n\n")
    )
    text = f"{summary_of(question)}\n\n{about}".rstrip()
    epilog = (
        "exit codes: 0 answered, 1 the answer is no, 2 invalid input, 3 stopped before complete"
    )
    name = question.name.replace("_", "-")
    return Command(name, text, epilog, run, (question,), (Output,))
