"""Questions about one cube or each of several: what is printed about each, and about all together."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any, TypeVar

from cubecsp.cli import output
from cubecsp.cli.printer import Printer
from cubecsp.cli.reading import Given
from cubecsp.puzzle.facelets import Facelets
from cubecsp.questions.answer import Answer, Status

__all__ = ["told_of_each"]

A = TypeVar("A", bound=Answer)


def told_of_each(
    ask: Callable[[Any, Callable[[A], None]], Answer],
    shown: list[Facelets],
    given: Given,
    args: argparse.Namespace,
    show: Callable[[A, Facelets, Printer], str],
) -> int:
    """Ask about cubes, print the answer about each as soon as it is known, and return the exit code.

    Args:
        ask: asks the question about one cube or several; it is given these, and what to call with each
            answer.
        shown: the cubes.
        given: where they come from.
        args: the arguments of the command.
        show: prints the answer about a cube, and returns the sentence that ends it.
    """
    printer, several = Printer(args), len(shown) > 1
    numbered = iter(zip(given.numbers, shown, strict=True))

    def tell(answer: A) -> None:
        number, cube = next(numbered)
        if args.json:
            return
        if several and printer.for_people:
            printer.say(f"cube {number}")
        sentence = show(answer, cube, printer)
        if printer.for_people or not several:
            printer.say(sentence)
        elif answer.status is not Status.COMPLETE:
            printer.say(f"cube {number}: {sentence}")
        if several:
            printer.say()
        output.flush()

    answer = ask(shown if several else shown[0], tell)
    if args.json:
        output.print_json(answer, given.faults)
    elif several:
        printer.say(answer.sentence())
    return given.code(output.exit_code(answer))
