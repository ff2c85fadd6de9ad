"""How cubes are printed that come one after another."""

from __future__ import annotations

from collections.abc import Callable

from cubecsp.cli import output
from cubecsp.cli.printer import Printer
from cubecsp.questions.answers.answer import CubeReport

__all__ = ["cube_printer"]

_NETS = 6  # the most cubes that are drawn; the others are listed


def cube_printer(printer: Printer, *, moves: bool = False) -> Callable[[CubeReport], None]:
    """Return a function that prints a cube, with its `moves` if there are any.

    For people, the first few are drawn as nets too.
    """
    printed = 0

    def show(report: CubeReport) -> None:
        nonlocal printed
        printed += 1
        drawn = printer.for_people and printed <= _NETS and report.of_cube
        if drawn:
            printer.net(report.facelets, f"cube {printed}", scheme=report.scheme)
        size = "" if report.class_size is None else _class_of(report)
        printer.give(report.shown, size, flush=True)
        if moves:
            printer.say(output.moves_in_words(report))
        if drawn or moves:
            printer.say()

    return show


def _class_of(report: CubeReport) -> str:
    """Return how large the class of a cube is, and how many of its cubes satisfy the rules."""
    if report.satisfying in (None, report.class_size):
        return f"class of {report.class_size}"
    some = "1 satisfies" if report.satisfying == 1 else f"{report.satisfying} satisfy"
    return f"class of {report.class_size}, of which {some} the rules"
