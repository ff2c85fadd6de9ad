"""`rank`: the number of a cube among those that satisfy some rules, and the cube of a number."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from cubecsp.cli import output
from cubecsp.cli.command import Command
from cubecsp.cli.output_options import Output
from cubecsp.cli.printer import Printer
from cubecsp.cli.progress_bar import progress_bar
from cubecsp.cli.query_options import query_of
from cubecsp.cli.reading import CubeInputs
from cubecsp.errors import InputError
from cubecsp.questions.answers.answer import CubeReport
from cubecsp.questions.finding.numbering import RankAnswer
from cubecsp.questions.rank import Rank
from cubecsp.questions.unrank import Unrank

DESCRIPTION = """\
Say which number a cube has among all cubes that satisfy the given rules, or among all if none is given;
with --at, which cube has a given number. Numbers begin with 0. Cubes are ordered by what their slots
hold, corners first, whatever the rules and the method. A cube that breaks the rules has no number; the
answer says which rules it breaks.

With --puzzle, the same of the states of a puzzle that is not a cube."""
EPILOG = """\
examples:
  cubecsp rank "R U R' U'"
  cubecsp rank "R U R' U' R' F R F'" solved=F2L
  cubecsp rank --at 0 --at 47 perfect-scramble
  cubecsp sample no-piece-home -n 3 | cubecsp rank - no-piece-home
  cubecsp rank --puzzle skewb "R U' L B"

exit codes: 0 answered, 1 a cube breaks the rules, 2 invalid input, 3 stopped before complete"""


def run(args: argparse.Namespace) -> int:
    """Find the numbers, or the cubes, and print."""
    if "numbers" in args:
        return _unrank(args)
    if "cubes" not in args:
        raise InputError("no cube is given", "give a cube, or a number with --at")
    with progress_bar("numbering") as show:
        inputs = CubeInputs(args, query_of(args, Rank, show=show, cubes=()))
        query = inputs.every()
        output.print_notes(query.pattern.notes_on_impossible(), args.command)
        answer = query.answer()
        output.print_filters(query.pattern, answer.method, args.command)
    if args.json:
        output.print_json(answer, inputs.faults)
    else:
        _print_numbers(answer, inputs.numbers, Printer(args))
    return inputs.code(output.exit_code(answer))


def _unrank(args: argparse.Namespace) -> int:
    """Find the cubes of numbers, and print; if numbers are given, all words are rules."""
    if "cubes" in args:
        args.rules = [args.cubes, *vars(args).get("rules", ())]
        del args.cubes
    with progress_bar("numbering") as show:
        query = query_of(args, Unrank, show=show)
        output.print_notes(query.pattern.notes_on_impossible(), args.command)
        answer = query.answer()
        output.print_filters(query.pattern, answer.method, args.command)
    if args.json:
        output.print_json(answer)
    else:
        _print_cubes(answer, Printer(args))
    return output.exit_code(answer)


def _print_numbers(answer: RankAnswer, places: Sequence[int], printer: Printer) -> None:
    """Print the number of each cube; `places` has the position of each among the given cubes."""
    for place, report in zip(places, answer, strict=False):  # not all, after Ctrl-C
        cube = output.in_scheme(report.facelets, report.scheme)
        if len(answer) == 1:
            printer.cube(report, "the cube given")
        if report.rank is not None:
            printer.give(str(report.rank), cube)
        else:
            printer.give("-", _violations(report))
            if not printer.for_people:
                output.remark(f"cube {place} {_violations(report)}")
    printer.say(answer.sentence())


def _print_cubes(answer: RankAnswer, printer: Printer) -> None:
    """Print the cube of each number."""
    for report in answer:
        if len(answer) == 1:
            printer.cube(report, "the cube of this number")
        printer.give(output.in_scheme(report.facelets, report.scheme))
    printer.say(answer.sentence())


def _violations(report: CubeReport) -> str:
    return f"breaks {', '.join(map(str, report.violations or ()))}"


COMMAND = Command("rank", DESCRIPTION, EPILOG, run, (Rank, Unrank), (Output,), gives="numbers")
