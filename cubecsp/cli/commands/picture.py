"""`picture`: cubes drawn, as SVG, PNG, or a page of many."""

from __future__ import annotations

import argparse
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from cubecsp.cli import options, output
from cubecsp.cli.codes import ANSWERED
from cubecsp.cli.command import Command
from cubecsp.cli.printer import Printer
from cubecsp.cli.reading import CUBE_HELP, Given, by_hand, limited
from cubecsp.errors import InputError
from cubecsp.files import write_whole
from cubecsp.formats.visualcube import VisualCube, sign
from cubecsp.pictures.arrows import sticker
from cubecsp.pictures.colours import SCHEMES
from cubecsp.pictures.gallery import at_fault, gallery_page, write_gallery
from cubecsp.pictures.picture import Picture, picture
from cubecsp.pictures.views import VIEWS
from cubecsp.pictures.views.base import BACKS
from cubecsp.pictures.visualcube import picture_by_parameters
from cubecsp.puzzle.facelets import Facelets
from cubecsp.questions.answer import CubeReport
from cubecsp.questions.check import check
from cubecsp.questions.wording import plural

SUMMARY = "draw cubes, real or not: as SVG, PNG, or a page of many"
DESCRIPTION = """\
Draw cubes, in one of several views (--view). Unknown stickers are grey. Stickers are named by face
and number (U1 to U9, row by row).

The name after -o says what is written: FILE.svg or FILE.png shows one cube, FILE.html is a page with
all of them, and a folder gets a file for each, and a page. Without -o, the SVG of one cube goes to
standard output.

A CUBE may also be VisualCube's parameters, or the address of one of its pictures; these then say how
it is drawn."""
EPILOG = """\
examples:
  python -m cubecsp picture "R U R' U'" -o sexy.svg --view cube --back
  python -m cubecsp picture "M2 U M U2 M' U M2" -o u-perm.png --view plan --arrows U4U6,U6U8,U8U4
  python -m cubecsp picture cubes.txt -o cubes.html --scheme colour-blind --shapes
  python -m cubecsp picture "view=plan&stage=oll&case=R U2 R' U' R U' R'" -o oll.svg
  python -m cubecsp picture "M2 E2 S2" -o chess.svg --rule no-touching=diagonal

PNG needs the package resvg-py: pip install 'cubecsp[png]'

exit codes: 0 drawn, 2 malformed, or the file cannot be written"""

_LARGEST = 8192  # pixels


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("cubes", nargs="+", metavar="CUBE", help=CUBE_HELP)
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="a name that ends in .svg, .png or .html, a folder, or - for standard output",
    )
    group = parser.add_argument_group("view")
    group.add_argument(
        "--view",
        choices=tuple(VIEWS),
        help=options.later(lambda: f"{VIEWS.summaries()} (default: {_view_of(in_space=False)})"),
    )
    group.add_argument(
        "--back",
        nargs="?",
        const=BACKS[0],
        choices=BACKS[:2],
        help="show the hidden faces of a cube too: beside (the default), on a second cube tipped over; "
        "around, floating behind it",
    )
    group.add_argument(
        "--rotation",
        metavar="R",
        help="how the cube is turned towards the viewer: axes and degrees (usual: y45x-34)",
    )
    group.add_argument(
        "--pixels",
        type=_pixels,
        metavar="N",
        help="the longer side of the picture (default: as drawn; three times as large for PNG)",
    )
    group.add_argument(
        "--scheme",
        metavar="COLOURS",
        help=f"{', '.join(SCHEMES)}, or six colours for U R F D L B with commas (#rrggbb or names)",
    )
    group.add_argument(
        "--background", metavar="COLOUR", help="the colour of the background (default: none)"
    )
    ink = group.add_mutually_exclusive_group()
    ink.add_argument("--letters", action="store_true", help="a letter on each sticker")
    ink.add_argument("--shapes", action="store_true", help="a shape on each sticker, by colour")
    group = parser.add_argument_group("marks and arrows")
    group.add_argument(
        "--mark",
        type=_names,
        default=[],
        metavar="STICKERS",
        help="put crosses on these stickers: U1,R2",
    )
    group.add_argument(
        "--ring", type=_names, default=[], metavar="STICKERS", help="put rings on these stickers"
    )
    group.add_argument("--check", action="store_true", help="ring stickers that no real cube has")
    group.add_argument(
        "--rule",
        action="append",
        default=[],
        metavar="RULE",
        help="as --check, and put crosses on stickers that break RULE",
    )
    group.add_argument(
        "--arrows",
        default="",
        metavar="ARROWS",
        help="U1U3,U3U9-both-curved-red: from and to, and optionally two heads, a bend, a colour",
    )
    options.add_reading_options(parser, scheme=False)
    group = parser.add_argument_group("output")
    group.add_argument(
        "--title", help="the title of a page, or of a picture for readers who cannot see it"
    )
    options.add_json(group)


def run(args: argparse.Namespace) -> int:
    """Draw and write."""
    if args.pixels and not _is_one_picture(args.output):
        raise InputError("--pixels is for one picture, SVG or PNG", "leave it out for a page")
    given = by_hand(args, lambda reading: reading.stickers)
    shown = [picture for argument in args.cubes for picture in _plain(argument, args, given)]
    given.settle()
    reports = _reports([picture.facelets for picture in shown], args)
    pictures = [
        _marked(picture, report, args) for picture, report in zip(shown, reports, strict=True)
    ]
    if args.output in (None, "-"):
        return given.code(_print(pictures, args))
    files = _write(reports, pictures, args)
    if args.json:
        output.print_json({"files": [str(file) for file in files]}, given.faults)
    else:
        Printer(args).say(f"{'picture' if len(files) == 1 else 'pictures'}: {files[-1]}")
    return given.code(ANSWERED)


def _is_one_picture(name: str | None) -> bool:
    return name is None or name == "-" or name.lower().endswith((".svg", ".png"))


def _pixels(text: str) -> int:
    pixels = options.count(text)
    if pixels > _LARGEST:
        raise argparse.ArgumentTypeError(f"{text} pixels are too many: at most {_LARGEST}")
    return pixels


def _names(text: str) -> list[str]:
    return [name for name in text.split(",") if name.strip()]


def _reports(read: list[Facelets], args: argparse.Namespace) -> list[CubeReport]:
    if args.check or args.rule:
        return check(read, args.rule).cubes
    return [CubeReport(stickers.letters) for stickers in read]


def _plain(argument: str, args: argparse.Namespace, given: Given[Any]) -> list[Picture]:
    """Return the pictures that an argument stands for, without marks."""
    if args.format in (None, "visualcube") and sign(argument):
        drawn = given.attempt("", partial(_by_parameters, argument, args))
        return [] if drawn is None else [drawn]
    how = {
        "view": _view(args),
        "back": args.back,
        "rotation": args.rotation,
        "colours": args.scheme,
        "arrows": args.arrows,
        "background": args.background,
    }
    cubes = limited(stickers for _, stickers in given.each([argument]))
    return [picture(stickers, **how) for stickers in cubes]


def _by_parameters(argument: str, args: argparse.Namespace) -> Picture:
    """Return the picture that VisualCube's parameters say."""
    ways = ("view", "back", "rotation", "scheme", "arrows", "background", "size")
    given = next((name for name in ways if getattr(args, name)), None)
    if given:
        raise InputError(
            f"--{given} cannot be used with VisualCube's parameters", "say it in the parameters"
        )
    asked = VisualCube.parse(argument)
    args.pixels = args.pixels or asked.size or None
    return picture_by_parameters(asked)


def _view(args: argparse.Namespace) -> str:
    """Return the view that is asked for, by its name or by what only one view has."""
    in_space = bool(args.back or args.rotation)
    view: str = args.view or _view_of(in_space=in_space)
    if in_space and not VIEWS[view].in_space:
        option = "--back" if args.back else "--rotation"
        other = _view_of(in_space=True)
        raise InputError(f"{option} cannot be used with --view {view}", f"it is for --view {other}")
    return view


def _view_of(*, in_space: bool) -> str:
    """Return the first view of such a kind."""
    return next(name for name, view in VIEWS.items() if view.in_space == in_space)


def _marked(plain: Picture, report: CubeReport, args: argparse.Namespace) -> Picture:
    """Return the picture with marks, letters or shapes, and a title."""
    puzzle = plain.facelets.puzzle
    broken, breaking = at_fault(report)
    ink = "letters" if args.letters else "shapes" if args.shapes else None
    shown = replace(
        plain,
        look=replace(plain.look, ink=ink),
        crossed=breaking.union(sticker(name, puzzle) for name in args.mark),
        ringed=broken.union(sticker(name, puzzle) for name in args.ring),
        title=args.title or "",
    )
    unseen = shown.hidden & (shown.crossed | shown.ringed)
    if unseen:
        names = ", ".join(puzzle.names[facelet] for facelet in sorted(unseen))
        more = (
            "--back does"
            if VIEWS[shown.view].in_space
            else f"--view {_view_of(in_space=False)} does"
        )
        output.remark(
            f"cubecsp picture: note: the view {shown.view} does not show {names}, marked; {more}"
        )
    return shown


def _print(pictures: list[Picture], args: argparse.Namespace) -> int:
    """Print the one picture that there is."""
    if len(pictures) != 1:
        raise InputError(
            f"{len(pictures)} cubes do not fit in one picture", "write a page: -o cubes.html"
        )
    svg = pictures[0].svg(args.pixels)
    if args.json:
        output.print_json({"svg": svg})
    else:
        output.print_data(svg)
    return 0


def _write(
    reports: list[CubeReport], pictures: list[Picture], args: argparse.Namespace
) -> list[Path]:
    if not args.output.strip():
        raise InputError("there is no name after -o", "name a file or a folder")
    path = Path(args.output)
    suffix = path.suffix.lower()
    title = args.title or plural(len(reports), "cube")
    words = {"title": title, "summary": ""}
    if args.output.endswith("/") or path.is_dir() or not suffix:
        return write_gallery(path, reports, **words, pictures=pictures)
    if suffix in (".html", ".htm"):
        return [write_whole(path, gallery_page(reports, **words, pictures=pictures))]
    if suffix not in (".svg", ".png"):
        raise InputError(
            f"{args.output!r} does not say what to write",
            "end it in .svg, .png or .html, or name a folder",
        )
    if len(pictures) != 1:
        raise InputError(
            f"{len(pictures)} cubes do not fit in {args.output!r}",
            "write a page: -o cubes.html, or name a folder",
        )
    return [pictures[0].save(path, args.pixels)]


COMMAND = Command.by_hand("picture", SUMMARY, DESCRIPTION, EPILOG, add_arguments, run, gives="file")
