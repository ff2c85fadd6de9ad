"""`check`: whether a cube is solvable, how it could be repaired, and whether it satisfies some rules."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable
from typing import Annotated

from cubecsp.cli import output
from cubecsp.cli.command import Command
from cubecsp.cli.output_options import Output
from cubecsp.cli.printer import Printer
from cubecsp.cli.query_options import query_of
from cubecsp.cli.reading import CubeInputs
from cubecsp.diagnosis.diagnosis import ASSEMBLY_KINDS, Diagnosis
from cubecsp.puzzle.cube.defect import DefectKind
from cubecsp.questions.answers.answer import CubeReport
from cubecsp.questions.answers.findings import NO_EXPLANATION, findings, no_cube
from cubecsp.questions.answers.numbers_in_words import plural
from cubecsp.questions.asking.parameter import Param, options
from cubecsp.questions.asking.value_kinds import Flag
from cubecsp.questions.check import Check

DESCRIPTION = """\
Say whether a cube is solvable and, if not, everything that is wrong with it: stickers that form
no cube, or real pieces assembled in an unsolvable way, and then the smallest repair.
With rules, say which of them the cube breaks, and where. Stickers are named by face and number (U1
to U9, row by row), places by the faces that they touch (URF), pieces by their colours (W-R-G).
Several cubes are reported on one line each.

With --puzzle, say whether states of a puzzle that is not a cube are solvable, and if not, why: a piece in a
slot that it cannot reach, a sum of turns or parities that no move changes, or, if no such invariant explains it, the
group that the moves generate (Schreier-Sims)."""
EPILOG = """\
examples:
  cubecsp check "R U R' U'"
  cubecsp check UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB --explain
  cubecsp check "M2 E2 S2" no-touching=side no-touching=diagonal
  cubecsp check cubes.txt at-most=3          (cubes of any sizes, one on each line)
  cubecsp check --puzzle skewb "R U' L B" solved=CENTERS

exit codes: 0 a solvable cube (or possibly one, if stickers are unknown) that satisfies all rules,
1 it is not, 2 invalid input, 3 unknown stickers decide whether it satisfies the rules, or the time limit passed"""


@options
class CheckOutput(Output):
    """The options for the display of cubes."""

    nets: Annotated[
        bool, Param("show each of several cubes in full, like a single one", Flag())
    ] = False


def run(args: argparse.Namespace) -> int:
    """Check and print."""
    inputs = CubeInputs(args, query_of(args, Check, cubes=()))
    query = inputs.every()
    answer = query.answer()
    if args.json:
        output.print_json(answer, inputs.faults)
    elif len(answer) == 1 or args.nets or query.explain:
        printer = Printer(args, report=True)
        for number, report in zip(inputs.numbers, answer, strict=False):  # not all, after Ctrl-C
            if len(answer) > 1:
                output.say(f"{chr(10) * (number != inputs.numbers[0])}{answer.noun} {number}")
            _print(report, query, printer)
    else:
        _print_lines(zip(inputs.numbers, answer, strict=False), Printer(args), answer.noun)
        if answer.stopped is not None:
            output.remark(f"cubecsp check: {answer.sentence()}")
    return inputs.code(output.exit_code(answer))


def _print_lines(reports: Iterable[tuple[int, CubeReport]], printer: Printer, noun: str) -> None:
    """Print a line for each cube, with its number, and the number of cubes of each sort."""
    sorts: Counter[str] = Counter()
    lines = []
    for number, report in reports:
        sort, why = _verdict(report)
        sorts[sort] += 1
        lines.append(f"{number}: {sort}{why}\n")
    output.say("".join(lines), end="")
    counted = ", ".join(f"{count:,} {sort}" for sort, count in sorted(sorts.items()))
    printer.say(f"{plural(len(lines), noun)}: {counted} (--nets shows each in full)")


def _verdict(report: CubeReport) -> tuple[str, str]:
    """Return the verdict on a cube, and the reason for it."""
    broken = ", ".join(map(str, report.violations or ()))
    breaks = f", but it breaks {broken}" if broken else ""
    if report.verdict is not None:
        why = "; ".join(report.verdict.reasons[:1])
        return ("solvable", breaks) if report.verdict.reachable else ("not solvable", f": {why}")
    result = report.diagnosis
    assert result is not None  # `check` has diagnosed it
    if result.is_sound:
        return "solvable", breaks
    if result.known is not None:
        return "not solvable", f": {result.known.name}"
    wrong = result.kinds - {DefectKind.UNKNOWN_STICKER}
    if wrong and wrong <= ASSEMBLY_KINDS:
        return "not solvable", f": {result.coset}"
    first = result.first
    assert first is not None  # the cube is not sound
    if report.can_be_solvable is not None:
        if report.can_be_solvable:
            return "can be solvable", f": {first.message}"
        return "no cube", f": {no_cube(result.facelets)}"
    worst = result.defects[1] if first.kind is DefectKind.UNKNOWN_STICKER else first
    return "no cube", f": {worst.message}"


def _print(report: CubeReport, query: Check, printer: Printer) -> None:
    if report.diagnosis is not None:
        _print_net(report, report.diagnosis, printer)
    for line in findings(report, with_rules=bool(query.stated)):
        output.say(line)
    if query.explain:
        output.say()
        output.say(report.explanation or NO_EXPLANATION)


def _print_net(report: CubeReport, diagnosis: Diagnosis, printer: Printer) -> None:
    violations = report.violations or {}
    at_fault = {f for places in violations.values() for place in places for f in place.facelets}
    at_fault |= set() if report.can_be_solvable else _stickers_to_mark(diagnosis)
    scheme = diagnosis.facelets.scheme
    printer.net(
        report.facelets, "the cube given", marked=at_fault, scheme=scheme, which="concerned"
    )


def _stickers_to_mark(diagnosis: Diagnosis) -> set[int]:
    """Return the stickers to mark: those of pieces to take out or, if there are none, of the most precise defects."""
    if diagnosis.piece_repairs:
        return {
            facelet
            for action in diagnosis.piece_repairs[0].actions
            for slot in action.slots
            for facelet in action.orbit.frames[slot]
        }
    vague = {DefectKind.COLOUR_COUNT, DefectKind.UNKNOWN_STICKER}
    close = [defect for defect in diagnosis.defects if defect.kind not in vague]
    return {f for defect in close or diagnosis.defects for f in defect.facelets}


COMMAND = Command("check", DESCRIPTION, EPILOG, run, (Check,), (CheckOutput,), gives="verdicts")
