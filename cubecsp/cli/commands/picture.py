"""`picture`: pictures of cubes, as SVG, PNG, or a page of many."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any

from cubecsp.cli import output
from cubecsp.cli.command import Command
from cubecsp.cli.exit_codes import ANSWERED
from cubecsp.cli.output_options import Json
from cubecsp.cli.printer import Printer
from cubecsp.cli.query_options import query_of
from cubecsp.cli.reading import CubeInputs, limited
from cubecsp.errors import InputError
from cubecsp.files import write_whole
from cubecsp.formats.visualcube import VisualCube, evidence
from cubecsp.pictures.arrows import sticker
from cubecsp.pictures.gallery import at_fault, gallery_page, write_gallery
from cubecsp.pictures.picture import Picture
from cubecsp.pictures.question import DrawPicture
from cubecsp.pictures.views import VIEWS
from cubecsp.pictures.views.solids import SOLID_VIEWS, SolidView
from cubecsp.pictures.views.view import BACKS, View
from cubecsp.pictures.visualcube import picture_by_parameters
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.questions.answers.answer import CubeReport
from cubecsp.questions.answers.numbers_in_words import plural
from cubecsp.questions.asking.parameter import Cli, Param, options
from cubecsp.questions.asking.shared_parameters import ManyCubes
from cubecsp.questions.asking.value_kinds import Flag, Many, OneOf, Text, Whole
from cubecsp.questions.check import check

DESCRIPTION = """\
Draw cubes, in one of several views (--view). Unknown stickers are grey. Stickers are named by face
and number (U1 to U9, row by row).

The name after -o says what is written: FILE.svg or FILE.png shows one cube, FILE.html is a page with
all of them, and a folder gets a file for each, and a page. Without -o, the SVG of one cube goes to
standard output.

A CUBE may also be VisualCube's parameters, or the address of one of its pictures; these then say how
it is drawn.

With --puzzle, draw states of a built-in puzzle that is not a cube, unfolded or in space (--view solid); clock and
Square-1 are drawn flat. Definitions in files do not have the shapes of stickers."""
EPILOG = """\
examples:
  cubecsp picture "R U R' U'" -o sexy.svg --view cube --back
  cubecsp picture "M2 U M U2 M' U M2" -o u-perm.png --view plan --arrows U4U6,U6U8,U8U4
  cubecsp picture cubes.txt -o cubes.html --scheme colour-blind --shapes
  cubecsp picture "view=plan&stage=oll&case=R U2 R' U' R U' R'" -o oll.svg
  cubecsp picture "M2 E2 S2" -o chess.svg --rule no-touching=diagonal
  cubecsp picture --puzzle megaminx "R U R' U'" -o megaminx.svg --view solid --back

PNG needs the package resvg-py: pip install 'cubecsp[png]'

exit codes: 0 drawn, 2 invalid input, or the file cannot be written"""

_MARKS = "marks and arrows"
_LARGEST = 8192  # pixels


@options
class PictureOptions(Json):
    """The options of a picture."""

    cubes: ManyCubes = field(kw_only=False)
    output: Annotated[
        str,
        Param(
            "a file (.svg, .png, .html), a folder, or - for standard output",
            Text("FILE"),
            usual="standard output",
            cli=Cli(("-o", "--output")),
        ),
    ] = "-"
    back: Annotated[
        str | None,
        Param(
            "show the hidden faces beside the cube, or around it",
            OneOf(lambda: BACKS[:2]),
            group="view",
            cli=Cli(const=BACKS[0]),
        ),
    ] = None
    pixels: Annotated[
        int | None,
        Param(
            "the longer side of the picture",
            Whole(1, _LARGEST),
            usual="as drawn; three times as large for PNG",
            group="view",
        ),
    ] = None
    mark: Annotated[
        str, Param("put crosses on these stickers: U1,R2", Text("STICKERS"), group=_MARKS)
    ] = ""
    ring: Annotated[str, Param("put rings on these stickers", Text("STICKERS"), group=_MARKS)] = ""
    check: Annotated[
        bool, Param("ring stickers that no solvable cube has", Flag(), group=_MARKS)
    ] = False
    rule: Annotated[
        tuple[str, ...],
        Param(
            "as `check`, and put crosses on stickers that break this rule",
            Many(Text("RULE")),
            group=_MARKS,
        ),
    ] = ()


def run(args: argparse.Namespace) -> int:
    """Draw and write."""
    if args.pixels and not _is_one_picture(args.output):
        raise InputError("--pixels is for one picture, SVG or PNG", "leave it out for a page")
    views = SOLID_VIEWS if vars(args).get("puzzle") else VIEWS
    query = query_of(args, DrawPicture, cubes=(), view=_view_of(args, views), back=args.back)
    for name in ("mark", "ring", "check", "rule") if query.other is not None else ():
        if getattr(args, name):
            raise InputError(f"--{name} is for cubes", "leave it out")
    inputs = CubeInputs(args, query)
    plain = [drawn for argument in args.cubes for drawn in _plain(argument, args, query, inputs)]
    inputs.require_one()
    reports = _reports(plain, query, args)
    if query.other is None:
        plain = [_marked(*each, query, args) for each in zip(plain, reports, strict=True)]
    if args.output == "-":
        return inputs.code(_print(plain, args))
    files = _write(reports, plain, query.title, args.output, args.pixels)
    if args.json:
        output.print_json({"files": [str(file) for file in files]}, inputs.faults)
    else:
        Printer(args).say(f"{'picture' if len(files) == 1 else 'pictures'}: {files[-1]}")
    return inputs.code(ANSWERED)


def _first_view(views: Mapping[str, View | SolidView], *, in_space: bool) -> str:
    """Return the first view that shows a solid in space, or the first that does not."""
    return next(name for name, view in views.items() if view.in_space == in_space)


def _view_of(args: argparse.Namespace, views: Mapping[str, View | SolidView]) -> str:
    """Return the view that is asked for, by its name or by an option that only one view has.

    Raises:
        InputError: the view does not have an option that is given.
    """
    back = getattr(args, "back", None)
    in_space = bool(back or "rotation" in args)
    view: str = getattr(args, "view", None) or _first_view(views, in_space=in_space)
    if in_space and view in views and not views[view].in_space:
        option = "--back" if back else "--rotation"
        other = _first_view(views, in_space=True)
        raise InputError(f"{option} cannot be used with --view {view}", f"it is for --view {other}")
    return view


def _is_one_picture(name: str) -> bool:
    return name == "-" or name.lower().endswith((".svg", ".png"))


def _reports(
    drawn: Sequence[Picture], query: DrawPicture, args: argparse.Namespace
) -> Sequence[CubeReport]:
    if query.other is not None:
        return [CubeReport.of(one.facelets) for one in drawn]
    read = [one.facelets for one in drawn if isinstance(one.facelets, Facelets)]
    if args.check or args.rule:
        return check(read, args.rule).cubes
    return [CubeReport(stickers.letters, scheme=stickers.scheme) for stickers in read]


def _plain(
    argument: str, args: argparse.Namespace, query: DrawPicture, inputs: CubeInputs[DrawPicture]
) -> list[Picture]:
    """Return the pictures of the cubes that an argument stands for, without marks."""
    if query.other is None and query.format in (None, "visualcube") and evidence(argument):
        drawn = inputs.attempt("", partial(_by_parameters, argument, args))
        return [] if drawn is None else [drawn]
    return [
        query.drawn(stickers)
        for stickers in limited(stickers for _, stickers in inputs.each([argument]))
    ]


def _by_parameters(argument: str, args: argparse.Namespace) -> Picture:
    """Return the picture that VisualCube's parameters describe."""
    for name in ("view", "back", "rotation", "colours", "arrows", "background", "size"):
        if getattr(args, name, None):
            flag = "scheme" if name == "colours" else name
            raise InputError(
                f"--{flag} cannot be used with VisualCube's parameters", "say it in the parameters"
            )
    asked = VisualCube.parse(argument)
    args.pixels = args.pixels or asked.size or None
    return picture_by_parameters(asked)


def _marked(
    plain: Picture, report: CubeReport, query: DrawPicture, args: argparse.Namespace
) -> Picture:
    """Return the picture with marks, letters or shapes, and a title."""
    puzzle: Any = plain.facelets.puzzle
    broken, breaking = at_fault(report)
    ink = "letters" if query.letters else "shapes" if query.shapes else None
    marked = replace(
        plain,
        look=replace(plain.look, ink=ink),
        crossed=breaking.union(_stickers(args.mark, puzzle)),
        ringed=broken.union(_stickers(args.ring, puzzle)),
        title=query.title,
    )
    unseen = marked.hidden & (marked.crossed | marked.ringed)
    if unseen:
        names = ", ".join(puzzle.names[facelet] for facelet in sorted(unseen))
        flat = f"--view {_first_view(VIEWS, in_space=False)}"
        more = f"{'--back' if VIEWS[marked.view].in_space else flat} does"
        output.remark(
            f"cubecsp picture: note: the view {marked.view} does not show {names}, marked; {more}"
        )
    return marked


def _stickers(text: str, puzzle: CubePuzzle) -> list[int]:
    """Return the stickers whose names a text lists, separated by commas."""
    return [sticker(name, puzzle) for name in text.split(",") if name.strip()]


def _print(drawn: Sequence[Picture], args: argparse.Namespace) -> int:
    """Print the only picture."""
    if len(drawn) != 1:
        raise InputError(
            f"{len(drawn)} cubes do not fit in one picture", "write a page: -o cubes.html"
        )
    svg = drawn[0].svg(args.pixels)
    if args.json:
        output.print_json({"svg": svg})
    else:
        output.print_data(svg)
    return ANSWERED


def _write(
    reports: Sequence[CubeReport],
    drawn: Sequence[Picture],
    title: str,
    name: str,
    pixels: int | None,
) -> list[Path]:
    """Write the pictures, and return the files."""
    if not name.strip():
        raise InputError("-o needs a name", "name a file or a folder")
    path = Path(name)
    suffix = path.suffix.lower()
    words: dict[str, Any] = {"title": title or plural(len(reports), "cube"), "summary": ""}
    if name.endswith("/") or path.is_dir() or not suffix:
        return write_gallery(path, reports, **words, pictures=drawn)
    if suffix in (".html", ".htm"):
        return [write_whole(path, gallery_page(reports, **words, pictures=drawn))]
    if suffix not in (".svg", ".png"):
        raise InputError(
            f"{name!r} has no suffix of a file that can be written",
            "end it in .svg, .png or .html, or name a folder",
        )
    if len(drawn) != 1:
        raise InputError(
            f"{len(drawn)} cubes do not fit in {name!r}",
            "write a page: -o cubes.html, or name a folder",
        )
    return [drawn[0].save(path, pixels)]


COMMAND = Command(
    "picture", DESCRIPTION, EPILOG, run, (DrawPicture,), (PictureOptions,), gives="file"
)
