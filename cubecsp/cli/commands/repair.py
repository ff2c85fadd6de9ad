"""`repair`: the solvable cubes nearest to some stickers."""

from __future__ import annotations

import argparse

from cubecsp.cli import output
from cubecsp.cli.ask_each import ask_each
from cubecsp.cli.command import Command
from cubecsp.cli.output_options import Output
from cubecsp.cli.printer import Printer
from cubecsp.diagnosis.diagnosis import Diagnosis
from cubecsp.diagnosis.hints import in_words
from cubecsp.puzzle.cube.defect import DefectKind
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.kpuzzle.shown_stickers import ShownStickers
from cubecsp.questions.answers.numbers_in_words import plural
from cubecsp.questions.repair import Repair, RepairAnswer, RepairedCube

DESCRIPTION = """\
List the solvable cubes nearest to the given stickers: those that differ in the
fewest stickers, or in the fewest pieces. Unknown stickers (.) cost nothing. Centres stay where they are.

With --puzzle, list the solvable states of a puzzle that is not a cube that differ in the fewest
stickers; or in the fewest slots from a KPattern, which may have null for what is not known."""
EPILOG = """\
examples:
  cubecsp repair UUUUUUUURRRRRRRRRUFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB
  cubecsp repair UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBFBBBBBBB --by piece
  cubecsp repair cube.txt --confusion camera     (red and orange are easily confused)
  cubecsp repair cubes.txt --limit all --json    (one cube on each line)

A table of confusions is a file like this; a pair that it does not name costs the default:
  default = 3
  [shown.R]
  L = 1          # R was read where it is really L

exit codes: 0 answered, 2 invalid input, 3 stopped before complete"""

_NETS = 3  # the most repairs that are drawn; the others are listed


def run(args: argparse.Namespace) -> int:
    """Repair and print."""
    return ask_each(args, Repair, _print_all)


def _print_all(answer: RepairAnswer, facelets: Facelets, printer: Printer) -> str:
    """Print the repairs of a cube, and return the sentences about them."""
    if not isinstance(facelets, Facelets):
        as_given = isinstance(facelets, ShownStickers)
        for report, repaired in zip(answer, answer.repairs, strict=True):
            printer.give(
                report.stickers if as_given else report.facelets,
                f"({', '.join(repaired.changed) or 'as given'})",
            )
        return answer.sentence()
    for number, repair in enumerate(answer.repairs):
        _print(repair, facelets, printer, drawn=number < _NETS)
    sentences = [f"{answer.sentence()}{_of_centres(facelets)}", *in_words(answer.hints)]
    return "\n".join(sentences)


def _print(repair: RepairedCube, facelets: Facelets, printer: Printer, *, drawn: bool) -> None:
    filled = [facelet for facelet, colour in enumerate(facelets.colours) if colour is None]
    if drawn:
        which = ["change"] * bool(repair.changed) + ["were unknown"] * bool(filled)
        caption = "repaired" if repair.changed else "filled in" if filled else "the cube given"
        printer.net(
            repair.facelets,
            caption,
            marked={*repair.changed, *filled},
            scheme=facelets.scheme,
            which=f"that {' or '.join(which)}",
        )
    names = facelets.puzzle.names
    before, after = (
        output.in_scheme(c, facelets.scheme) for c in (facelets.letters, repair.facelets)
    )
    changes = [f"{names[f]} {before[f]} to {after[f]}" for f in repair.changed]
    if filled:
        changes.append(f"{plural(len(filled), 'unknown sticker')} filled in")
    printer.give(after, ", ".join(changes) or "as given")
    if drawn:
        printer.say()


def _of_centres(facelets: Facelets) -> str:
    """Return the sentence that sends wrong centres to `check`, which does not assume that they are right."""
    messages = [
        defect.message
        for defect in Diagnosis(facelets).defects
        if defect.kind is DefectKind.CENTRE and len(defect.facelets) > 1
    ]
    return f" `check` says: {'; '.join(messages)}." if messages else ""


COMMAND = Command("repair", DESCRIPTION, EPILOG, run, (Repair,), (Output,), gives="cubes")
