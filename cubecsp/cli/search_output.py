"""Shared by the commands that search for cubes: how they print and draw them."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any, Self

from cubecsp.cli import output
from cubecsp.cli.cube_printer import cube_printer
from cubecsp.cli.printer import Printer
from cubecsp.questions.answers.answer import CubeReport
from cubecsp.questions.find import FindAnswer
from cubecsp.questions.finding.search_query import WithMoves

__all__ = ["SearchOutput", "title_of"]


class SearchOutput:
    """Prints cubes as they are found, and the answer, and draws them; use it in `with`.

    Args:
        args: of the command.
        query: what it asks.
        title: of the page of pictures.

    Attributes:
        give: prints a cube.
        keep: whether the answer has to have the cubes, since more is to be done with them.

    Raises:
        InputError: pictures cannot be written to where they are wanted.
    """

    def __init__(self, args: argparse.Namespace, query: WithMoves[Any], title: str) -> None:
        output.print_notes(query.pattern.notes(), args.command)
        output.prepare(args, query.pattern.puzzle)
        self._args, self._title = args, title
        self._printer = Printer(args)
        self._in_json = output.JsonStream()
        self.keep = query.with_moves or args.output is not None
        self.give: Callable[[CubeReport], None] = self._in_json.give
        if not args.json:
            self.give = cube_printer(self._printer, moves=query.with_moves)

    def __enter__(self) -> Self:
        self._in_json.__enter__()
        return self

    def __exit__(self, *raised: Any) -> None:
        self._in_json.__exit__(*raised)

    def end(self, answer: FindAnswer) -> int:
        """Print the answer, draw its cubes, and return the exit code."""
        args = self._args
        if not args.json:
            self._printer.say(answer.sentence())
        if args.verbose:
            output.print_engine(answer)
        output.draw(args, answer, self._title, output.remark if args.json else self._printer.say)
        if args.json:
            self._in_json.end(answer)
        return output.exit_code(answer)


def title_of(args: argparse.Namespace) -> str:
    """Return the rules as they were written."""
    return " ".join(getattr(args, "rules", ()))
