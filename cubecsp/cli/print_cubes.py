"""Print and draw cubes that come one after another, as those of `find`, `best` and `sample`."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any, Self

from cubecsp.cli import output
from cubecsp.cli.print_moves import moves_in_words
from cubecsp.cli.printer import Printer
from cubecsp.questions.answers.answer import CubeReport
from cubecsp.questions.answers.report_block import Found, one_by_one
from cubecsp.questions.find import FindAnswer
from cubecsp.questions.finding.search_parameters import WithMoves

_NETS = 6  # the most cubes that are drawn; the others are listed


def cube_printer(
    printer: Printer, *, moves: bool = False, symmetric: bool = True
) -> Callable[[Found], None]:
    """Return a function that prints a cube, with its `moves` if there are any, or a block of cubes.

    If it stands for a class, that is one under the 48 symmetries if `symmetric`.

    For people, the first few are drawn as nets too.
    """
    printed = 0

    def show(found: Found) -> None:
        if isinstance(found, CubeReport) or printer.for_people:
            for report in one_by_one([found]):
                show_one(report)
        else:
            printer.give(found.shown, flush=True)

    def show_one(report: CubeReport) -> None:
        nonlocal printed
        printed += 1
        drawn = printer.for_people and printed <= _NETS and report.of_cube
        if drawn:
            printer.net(report.facelets, f"cube {printed}", scheme=report.scheme)
        size = "" if report.class_size is None else _class_of(report, symmetric=symmetric)
        printer.give(report.shown, f"{report.case}  {size}".lstrip(), flush=True)
        if moves:
            printer.say(moves_in_words(report))
        if drawn or moves:
            printer.say()

    return show


def _class_of(report: CubeReport, *, symmetric: bool) -> str:
    """Return the size of the class of a cube; and its probability, or how many of its cubes satisfy the rules."""
    if not symmetric:
        return f"class of {report.class_size}{report.chance}"
    if report.satisfying in (None, report.class_size):
        return f"symmetry class of {report.class_size}"
    some = "1 satisfies" if report.satisfying == 1 else f"{report.satisfying} satisfy"
    return f"symmetry class of {report.class_size}, of which {some} the rules"


class SearchOutput:
    """Prints cubes as they are found, and the answer, and draws them; use it in `with`.

    Args:
        args: the arguments of the command.
        query: the question that it asks.
        title: the title of the page of pictures.

    Attributes:
        give: prints a cube, or a block of cubes.
        keep: whether the answer has to keep the cubes, since they are needed later.

    Raises:
        InputError: the pictures cannot be written.
    """

    def __init__(self, args: argparse.Namespace, query: WithMoves[Any], title: str) -> None:
        output.print_notes(query.pattern.notes(), args.command)
        output.print_note(query.details(), args)
        output.prepare(args, query.pattern.puzzle)
        self._args, self._title = args, title
        self._printer = Printer(args)
        self._in_json = output.JsonStream()
        self.keep = query.with_moves or args.output is not None
        self.give: Callable[[Found], None] = self._in_json.give
        if not args.json:
            self.give = cube_printer(
                self._printer, moves=query.with_moves, symmetric=query.same is None
            )

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
