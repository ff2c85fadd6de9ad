"""`check`: whether a cube is real, how it could be repaired, and whether it satisfies some rules."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from cubecsp.cli import options, output
from cubecsp.cli.command import Command
from cubecsp.cli.printer import Printer
from cubecsp.cli.reading import CUBE_HELP, Given
from cubecsp.diagnosis.diagnosis import ASSEMBLY_KINDS, Diagnosis
from cubecsp.formats import Reading
from cubecsp.puzzle.defect import DefectKind
from cubecsp.puzzle.facelets import Facelets
from cubecsp.questions.answer import CubeReport
from cubecsp.questions.check import check, require_judgeable
from cubecsp.questions.findings import NO_CUBE, NO_EXPLANATION, findings
from cubecsp.questions.given import rules_of
from cubecsp.questions.wording import plural

if TYPE_CHECKING:  # many cubes are checked without rules
    from cubecsp.models.rule import Rule

SUMMARY = "is it a real cube, what is wrong with it, how to repair it, which rules it breaks"
DESCRIPTION = """\
Say whether turns can make a cube and, if not, everything that is wrong with it: stickers that form
no cube, or real pieces put together so that turns cannot solve them, and then the smallest repair.
With rules, say which of them the cube breaks, and where. Stickers are named by face and number (U1
to U9, row by row), places by the faces that they touch (URF), pieces by their colours (W-R-G).
Several cubes are reported on one line each."""
EPILOG = """\
examples:
  python -m cubecsp check "R U R' U'"
  python -m cubecsp check UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB --explain
  python -m cubecsp check "M2 E2 S2" no-touching=side no-touching=diagonal
  python -m cubecsp check cubes.txt at-most=3          (cubes of any sizes, one on each line)

exit codes: 0 a real cube (or possibly one, if stickers are unknown) that satisfies all rules,
1 it is not, 2 malformed, 3 unknown stickers decide whether it satisfies the rules, or the time limit passed"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("cube", metavar="CUBE", help=CUBE_HELP)
    parser.add_argument(
        "rules",
        nargs="*",
        default=[],  # or argparse says that they are required
        metavar="RULE",
        help="a rule, or the name of a model, to check against",
    )
    parser.add_argument(
        "--explain",
        action="store_true",
        help="count inversions, twists and flips piece by piece, so that you can follow it on the cube",
    )
    parser.add_argument(
        "--nets", action="store_true", help="show each of several cubes in full, like a single one"
    )
    options.add_time_limit(parser, "keep what was judged")
    options.add_reading_options(parser)
    options.add_output_options(parser)


def run(args: argparse.Namespace) -> int:
    """Check and print."""
    given = Given(args)
    rules = rules_of(args.rules)
    cubes = given.every([args.cube], partial(_judgeable, rules=rules, explain=args.explain))
    answer = check(cubes, rules, explain=args.explain, time_limit=args.time_limit)
    if args.json:
        output.print_json(answer, given.faults)
    elif len(answer) == 1 or args.nets or args.explain:
        printer = Printer(args, report=True)
        for number, report in zip(given.numbers, answer, strict=False):  # not all, after Ctrl-C
            if len(answer) > 1:
                output.say(f"cube {number}" if number == given.numbers[0] else f"\ncube {number}")
            _print(report, args, printer)
    else:
        _print_lines(zip(given.numbers, answer, strict=False), Printer(args))
        if answer.stopped is not None:
            output.remark(f"cubecsp check: {answer.sentence()}")
    return given.code(output.exit_code(answer))


def _judgeable(reading: Reading, rules: tuple[Rule, ...], explain: bool) -> Facelets:
    """Return the stickers of what was read, which can be judged in the way that was asked for.

    Raises:
        InputError: a rule, or the explanation, is not for cubes of that size.
    """
    require_judgeable(reading.stickers.puzzle, rules, explain)
    return reading.stickers


def _print_lines(reports: Iterable[tuple[int, CubeReport]], printer: Printer) -> None:
    """Print a line for each cube, with its number, and how many there are of each sort."""
    sorts: Counter[str] = Counter()
    lines = []
    for number, report in reports:
        sort, why = _verdict(report)
        sorts[sort] += 1
        lines.append(f"{number}: {sort}{why}\n")
    output.say("".join(lines), end="")
    told = ", ".join(f"{count:,} {sort}" for sort, count in sorted(sorts.items()))
    printer.say(f"{plural(len(lines), 'cube')}: {told} (--nets shows each in full)")


def _verdict(report: CubeReport) -> tuple[str, str]:
    """Return what sort of cube it is, and why."""
    found = report.diagnosis
    assert found is not None  # `check` has diagnosed it
    if found.is_sound:
        broken = ", ".join(map(str, report.violations or ()))
        return "real", f", but it breaks {broken}" if broken else ""
    if found.known is not None:
        return "not solvable", f": {found.known.name}"
    wrong = found.kinds - {DefectKind.UNKNOWN_STICKER}
    if wrong and wrong <= ASSEMBLY_KINDS:
        return "not solvable", f": {found.coset}"
    first = found.first
    assert first is not None  # since it is not sound
    if report.can_be_real is not None:
        return (
            ("can be real", f": {first.message}")
            if report.can_be_real
            else ("no cube", f": {NO_CUBE}")
        )
    worst = found.defects[1] if first.kind is DefectKind.UNKNOWN_STICKER else first
    return "no cube", f": {worst.message}"


def _print(report: CubeReport, args: argparse.Namespace, printer: Printer) -> None:
    found, violations = report.diagnosis, report.violations or {}
    assert found is not None  # `check` has diagnosed it
    at_fault = {f for places in violations.values() for place in places for f in place.facelets}
    at_fault |= set() if report.can_be_real else _marked(found)
    scheme = found.shown.scheme
    printer.net(
        report.facelets, "the cube given", marked=at_fault, scheme=scheme, which="concerned"
    )
    for line in findings(report, with_rules=bool(args.rules)):
        output.say(line)
    if args.explain:
        output.say()
        output.say(report.explanation or NO_EXPLANATION)


def _marked(found: Diagnosis) -> set[int]:
    """Return the stickers to mark: those of pieces to take out, else of the most precise defects."""
    if found.piece_repairs:
        return {
            facelet
            for action in found.piece_repairs[0].actions
            for slot in action.slots
            for facelet in action.orbit.frames[slot]
        }
    vague = {DefectKind.COLOUR_COUNT, DefectKind.UNKNOWN_STICKER}
    close = [defect for defect in found.defects if defect.kind not in vague]
    return {f for defect in close or found.defects for f in defect.facelets}


COMMAND = Command.by_hand(
    "check", SUMMARY, DESCRIPTION, EPILOG, add_arguments, run, gives="verdicts"
)
