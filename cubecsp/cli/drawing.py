"""The common part of the commands that draw random cubes: how they ask, and how they print cubes."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from cubecsp.cli import output
from cubecsp.cli.printer import Printer
from cubecsp.cli.progress_bar import progress_bar
from cubecsp.cli.query_options import query_of
from cubecsp.questions.sample import ReportedCubesQuery

__all__ = ["print_random_cubes"]

Show = Callable[[Any], None]
"""Prints a report, or a block of them if the question gives blocks."""


def print_random_cubes(
    args: argparse.Namespace,
    question: type[ReportedCubesQuery],
    title: str,
    show_by: Callable[[Printer], Show],
) -> int:
    """Print random cubes as they are drawn, make pictures of them, and return the exit code.

    Args:
        args: the arguments of the command.
        question: the class of the question.
        title: the title of the page of pictures, if there are no rules.
        show_by: returns the function that prints cubes.
    """
    printer = Printer(args)
    with progress_bar(question.name) as bar, output.JsonStream() as in_json:
        query = query_of(args, question, show=bar)
        output.print_notes(query.pattern.notes_on_impossible(), args.command)
        output.print_note(query, args)
        output.prepare(args, query.pattern.puzzle)
        show = in_json.give if args.json else show_by(printer)
        answer = query.stream().read(take=show, keep=args.output is not None)
        output.print_filters(query.pattern, answer.method, args.command)
        if not args.json:
            printer.say(answer.sentence())
        if args.verbose:
            output.remark(answer.explanation())
        title = " ".join(vars(args).get("rules", ())) or title
        output.draw(args, answer, title, output.remark if args.json else printer.say)
        if args.json:
            in_json.end(answer)
    return output.exit_code(answer)
