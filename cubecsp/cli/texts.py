"""Commands about moves as texts: each given text becomes another."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from cubecsp.cli import options, output
from cubecsp.cli.codes import ANSWERED, MALFORMED
from cubecsp.cli.reading import moves_of
from cubecsp.cli.sources import located
from cubecsp.errors import InputError
from cubecsp.formats import SOLVED
from cubecsp.puzzle.puzzle import CUBE
from cubecsp.questions.texts import answer_about

__all__ = ["add_text_arguments", "rewritten"]


def add_text_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the moves, the size of the cube, and how the answer is shown."""
    parser.add_argument(
        "moves",
        nargs="+",
        metavar="MOVES",
        help="moves, what a command prints with --json, a file of either, or - for standard input",
    )
    options.add_size(parser)
    parser.set_defaults(size=CUBE.size)
    options.add_json(parser)


def rewritten(args: argparse.Namespace, rewrite: Callable[[str], str], **asked: str) -> int:
    """Print what texts become, one on each line; report bad ones with their place; return the exit code.

    Args:
        args: the arguments of the command.
        rewrite: what a text becomes; it raises `InputError` where it cannot be read.
        asked: what else was asked for, for the JSON.

    Raises:
        InputError: there are no moves, or one text only, which cannot be read.
    """
    found, errors = [], []
    given = [found for argument in args.moves for found in moves_of(argument)]
    if not given:
        raise InputError("there are no moves in what was given", "give one sequence on each line")
    for where, text in given:
        try:
            if isinstance(text, InputError):
                raise text
            found.append({"moves": text, "result": rewrite(text)})
        except InputError as error:
            if len(given) == 1:
                raise located(where, error) from None
            errors.append(located(where, error))
            output.remark(f"cubecsp {args.command}: {errors[-1]}")
            continue
        if not args.json:
            output.say(found[-1]["result"] or SOLVED)
    if args.json:
        told = [{"problem": error.problem, "remedy": error.remedy} for error in errors]
        output.print_json(answer_about(args.command, found, args.size, told, asked))
    return MALFORMED if errors else ANSWERED
