"""Questions about one cube or each of several: print the answer about each, and about all together."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from cubecsp.cli import output
from cubecsp.cli.printer import Printer
from cubecsp.cli.query_options import query_of
from cubecsp.cli.reading import CubeInputs
from cubecsp.questions.answers.answer import Status
from cubecsp.questions.asking.several_cubes import AboutEach


def ask_each(
    args: argparse.Namespace,
    question: type[AboutEach[Any, Any]],
    show: Callable[[Any, Any, Printer], str],
    **more: Any,
) -> int:
    """Ask about cubes, print the answer about each as soon as it is known, and return the exit code.

    Args:
        args: the arguments of the command.
        question: the class of the question.
        show: prints the answer about a cube and returns its last sentence; it gets the cube as the question
            took it.
        more: parameters of the question besides those that were given; see `made`.
    """
    printer = Printer(args)

    def tell(answer: Any) -> None:
        number = next(numbers)
        if args.json:
            return
        if is_many and printer.for_people:
            printer.say(f"cube {number}")
        (cube,) = answer.query.taken
        sentence = show(answer, cube, printer)
        if printer.for_people or not is_many:
            printer.say(sentence)
        elif answer.status is not Status.COMPLETE:
            printer.say(f"cube {number}: {sentence}")
        if is_many:
            printer.say()
        output.flush()

    inputs = CubeInputs(args, query_of(args, question, cubes=(), on_answer=tell, **more))
    query = inputs.every()
    output.print_note(query, args)
    is_many, numbers = not query.single, iter(inputs.numbers)
    answer = query.answer()
    if args.json:
        output.print_json(answer, inputs.faults)
    elif is_many:
        printer.say(answer.sentence())
    return inputs.code(output.exit_code(answer))
