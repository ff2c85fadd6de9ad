"""`repair`: the real cubes nearest to some stickers."""

from __future__ import annotations

import argparse
from functools import partial

from cubecsp.cli import options, output
from cubecsp.cli.command import Command
from cubecsp.cli.each import told_of_each
from cubecsp.cli.printer import Printer
from cubecsp.cli.reading import CUBE_HELP, Given, small
from cubecsp.diagnosis.diagnosis import Diagnosis
from cubecsp.puzzle.defect import DefectKind
from cubecsp.puzzle.facelets import Facelets
from cubecsp.questions.repair import DEFAULT_LIMIT, Repair, RepairAnswer, repair
from cubecsp.questions.wording import plural

SUMMARY = "the real cubes nearest to some stickers"
DESCRIPTION = """\
List the real cubes nearest to the given stickers: those that turns can make and that differ in the
fewest stickers, or in the fewest pieces. Unknown stickers (.) cost nothing. Centres stay where they are."""
EPILOG = """\
examples:
  python -m cubecsp repair UUUUUUUURRRRRRRRRUFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB
  python -m cubecsp repair UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBFBBBBBBB --by piece
  python -m cubecsp repair cube.txt --confusion camera     (red and orange are easily confused)
  python -m cubecsp repair cubes.txt --limit all --json    (one cube on each line)

A table of confusions is a file like this; a pair that it does not name costs the default:
  default = 3
  [shown.R]
  L = 1          # R was read where it is really L

exit codes: 0 answered, 2 malformed, 3 stopped before complete"""

_NETS = 3  # so many repairs are drawn; the others are listed


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("cubes", nargs="+", metavar="CUBE", help=CUBE_HELP)
    parser.add_argument(
        "--by",
        choices=("sticker", "piece"),
        default="sticker",
        help="count the stickers that change (default), or the pieces whose stickers do",
    )
    parser.add_argument(
        "--confusion",
        metavar="TABLE",
        help="weigh the stickers by which colours are confused: a TOML file, or: camera",
    )
    options.add_limit(parser, "list N cubes at most", DEFAULT_LIMIT)
    parser.add_argument(
        "--engine",
        choices=("auto", "cpsat", "subsets"),
        default="auto",
        help="cpsat: a constraint model; subsets: dynamic programming, which needs no OR-Tools; "
        "auto, the default: cpsat",
    )
    options.add_time_limit(parser)
    options.add_reading_options(parser)
    options.add_output_options(parser)


def run(args: argparse.Namespace) -> int:
    """Repair and print."""
    given = Given(args)
    shown = given.every(args.cubes, partial(small, done="repaired"))
    confusion = None
    if args.confusion is not None:
        from cubecsp.models.confusion import read_confusion

        confusion = read_confusion(args.confusion)
    options = {
        "by": args.by,
        "confusion": confusion,
        "engine": args.engine,
        "limit": args.limit,
        "time_limit": args.time_limit,
    }
    return told_of_each(
        lambda cubes, tell: repair(cubes, on_answer=tell, **options), shown, given, args, _print_all
    )


def _print_all(answer: RepairAnswer, shown: Facelets, printer: Printer) -> str:
    """Print the repairs of a cube, and return the sentences about them."""
    for number, found in enumerate(answer.repairs):
        _print(found, shown, printer, drawn=number < _NETS)
    told = [f"{answer.sentence()}{_of_centres(shown)}", *(f"hint: {hint}" for hint in answer.hints)]
    return "\n".join(told)


def _print(found: Repair, shown: Facelets, printer: Printer, *, drawn: bool) -> None:
    filled = [facelet for facelet, colour in enumerate(shown.colours) if colour is None]
    if drawn:
        which = ["change"] * bool(found.changed) + ["were unknown"] * bool(filled)
        caption = "repaired" if found.changed else "filled in" if filled else "the cube given"
        printer.net(
            found.facelets,
            caption,
            marked={*found.changed, *filled},
            scheme=shown.scheme,
            which=f"that {' or '.join(which)}",
        )
    names = shown.puzzle.names
    before, after = (output.written(c, shown.scheme) for c in (shown.letters, found.facelets))
    changes = [f"{names[f]} {before[f]} to {after[f]}" for f in found.changed]
    if filled:
        changes.append(f"{plural(len(filled), 'unknown sticker')} filled in")
    printer.give(after, ", ".join(changes) or "as given")
    if drawn:
        printer.say()


def _of_centres(shown: Facelets) -> str:
    """Return what `check` says about several centres, which it does not assume to be right."""
    told = [
        defect.message
        for defect in Diagnosis(shown).defects
        if defect.kind is DefectKind.CENTRE and len(defect.facelets) > 1
    ]
    return f" `check` says: {'; '.join(told)}." if told else ""


COMMAND = Command.by_hand(
    "repair", SUMMARY, DESCRIPTION, EPILOG, add_arguments, run, gives="cubes", sizes=(2, 3)
)
