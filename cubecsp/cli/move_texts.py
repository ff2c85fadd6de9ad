"""Commands that rewrite moves: each text becomes another."""

from __future__ import annotations

import argparse

from cubecsp.cli import output
from cubecsp.cli.command import Command
from cubecsp.cli.cube_sources import error_at
from cubecsp.cli.exit_codes import ANSWERED, MALFORMED
from cubecsp.cli.output_options import Json
from cubecsp.cli.query_options import query_of
from cubecsp.cli.reading import CubeFault, moves_of
from cubecsp.errors import InputError
from cubecsp.puzzle.core.sequences import SOLVED
from cubecsp.questions.moving.move_texts import AboutTexts


def rewriting(question: type[AboutTexts], description: str, examples: str) -> Command:
    """Return the command of a question about texts.

    Args:
        question: the class of the question.
        description: the beginning of its help.
        examples: examples of its use, a line for each.
    """

    def run(args: argparse.Namespace) -> int:
        return _rewrite(args, question)

    epilog = f"examples:\n{examples}\n\nexit codes: 0 answered, 2 invalid input"
    return Command(question.name, description, epilog, run, (question,), (Json,), gives="texts")


def _rewrite(args: argparse.Namespace, question: type[AboutTexts]) -> int:
    """Print the rewritten texts, one on each line; report bad ones with their place; return the exit code.

    Raises:
        InputError: there are no moves, or the only text cannot be read.
    """
    query = query_of(args, question, moves=())
    texts = [text for argument in args.moves for text in moves_of(argument)]
    if not texts:
        raise InputError("no moves are given", "give one sequence on each line")
    results, faults = [], []
    for where, text in texts:
        try:
            if isinstance(text, InputError):
                raise text
            results.append(query.take(text))
        except InputError as error:
            if len(texts) == 1:
                raise error_at(where, error) from None
            faults.append(CubeFault("", error_at(where, error)))
            output.remark(f"cubecsp {args.command}: {faults[-1].error}")
            continue
        if not args.json:
            output.say(results[-1]["result"] or SOLVED)
    if args.json:
        output.print_json(query.about(results).answer(), faults)
    return MALFORMED if faults else ANSWERED
