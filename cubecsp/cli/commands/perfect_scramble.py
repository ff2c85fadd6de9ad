"""`perfect-scramble`: the perfect scrambles of a size, by symmetry class, with the moves that make them."""

from __future__ import annotations

import argparse
from itertools import chain
from typing import Any

from cubecsp.cli import output
from cubecsp.cli.command import Command
from cubecsp.cli.output_options import PictureOutput
from cubecsp.cli.print_moves import moves_in_words
from cubecsp.cli.printer import Printer
from cubecsp.cli.progress_bar import progress_bar
from cubecsp.cli.query_options import query_of
from cubecsp.interface import Usual
from cubecsp.models.patterns.perfect_scramble import LEFT_OUT
from cubecsp.puzzle.cube.cube_puzzle import CUBE, PUZZLES, cube_puzzle
from cubecsp.questions.answers.answer import Answer
from cubecsp.questions.answers.numbers_in_words import plural
from cubecsp.questions.perfect import PerfectScrambles, by_class

DESCRIPTION = """\
Find every perfect scramble: a cube that looks as scrambled as a cube can. Every face shows all six
colours, none more than twice; no two equal colours touch, neither side by side nor diagonally nor
across an edge of the cube; and all six faces have different patterns.

With --size N, find those of the N×N×N, where no face shows a colour more often than it must: N*N/6 times,
rounded up. From the 4×4×4 on, one is given, or as many as --limit says.

Drop a requirement, or add one, to see what else there is."""
EPILOG = """\
examples:
  cubecsp perfect-scramble
  cubecsp perfect-scramble --without faces-differ
  cubecsp perfect-scramble --with no-piece-home    (none: exit code 1)
  cubecsp perfect-scramble --size 5
  cubecsp perfect-scramble --size 6 --limit 3 --seed 1
  cubecsp perfect-scramble -o pictures             (then open pictures/index.html)
  cubecsp perfect-scramble --json --engine cpsat

exit codes: 0 answered, 1 no cube satisfies the rules, 2 invalid input, 3 stopped before complete"""


def run(args: argparse.Namespace) -> int:
    """Find, solve, print, and draw."""
    with progress_bar("searching") as show:
        query = query_of(args, PerfectScrambles, show=show, **_few(args))
        for rule, why in LEFT_OUT.get(query.size, ()):
            output.remark(f"rule {rule} is left out on the {query.pattern.puzzle.name}: {why}")
        if query.added:  # the question's own rules need no notes
            output.print_notes(query.pattern.notes(), args.command)
        output.prepare(args, CUBE)
        answer = query.answer()
    printer = Printer(args)
    if not args.json:
        _print(answer, printer)
    if args.verbose:
        output.print_engine(answer)
    title = str(query.pattern) if query.pattern.name is None else "Perfect scrambles"
    output.draw(args, answer, title, output.remark if args.json else printer.say)
    if args.json:
        output.print_json(answer)
    return output.exit_code(answer)


def _few(args: argparse.Namespace) -> dict[str, Any]:
    """Return the limit to use if none is given and there may be any number of cubes."""
    size = getattr(args, "size", CUBE.size)
    return {} if "limit" in args or cube_puzzle(size) in PUZZLES else {"limit": Usual(1)}


def _print(answer: Answer, printer: Printer) -> None:
    classes = by_class(answer.cubes)
    if not printer.for_people:
        for report in chain(*classes):
            printer.give(output.in_scheme(report.facelets, report.scheme))
    number = 0
    for i, group in enumerate(classes, 1):
        first = group[0]
        size = plural(len(group), "cube")
        printer.say(
            f"Symmetry class {i} of {len(classes)} ({size}){'. Its first cube' * (len(group) > 1)}:\n"
        )
        printer.net(first.facelets, f"cube {number + 1}", scheme=first.scheme)
        printer.say()
        if first.solution is not None or first.unsolved:
            printer.say(moves_in_words(first))
            printer.say()
        for report in group if printer.for_people else ():
            number += 1
            facelets = output.in_scheme(report.facelets, report.scheme)
            printer.give(facelets, str(report.generator or ""), label=f"{number:3}")
        printer.say()
    printer.say(answer.sentence())


COMMAND = Command(
    "perfect-scramble",
    DESCRIPTION,
    EPILOG,
    run,
    (PerfectScrambles,),
    (PictureOutput,),
    gives="cubes",
)
