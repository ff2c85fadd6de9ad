"""`picture --puzzle`: a picture of a state of a puzzle that is not a cube."""

from __future__ import annotations

import argparse
from typing import Annotated

from cubecsp.cli import output
from cubecsp.cli.command import Command
from cubecsp.cli.options import Json
from cubecsp.cli.printer import Printer
from cubecsp.cli.puzzles.states import asked_of, code_of, printed
from cubecsp.cli.views import Pixels, view_asked
from cubecsp.pictures.solid_question import PictureState
from cubecsp.pictures.views.solids import SOLID_VIEWS
from cubecsp.questions.asking.kinds import Text
from cubecsp.questions.asking.param import Cli, Param, options

DESCRIPTION = """\
Draw a state of a puzzle that is not a cube, unfolded or in space (--view). The shapes of its stickers have to be
known, as they are of megaminx, pyraminx and skewb; definitions in files do not have them.

The name after -o says what is written: FILE.svg or FILE.png. Without -o, SVG goes to standard output."""
EPILOG = """\
examples:
  python -m cubecsp picture --puzzle skewb "R U' L B" -o skewb.svg
  python -m cubecsp picture --puzzle megaminx "R U R' U'" -o megaminx.svg --view solid --back
  python -m cubecsp picture --puzzle pyraminx "()" -o pyraminx.png --letters --pixels 400

PNG needs the package resvg-py: pip install 'cubecsp[png]'

exit codes: 0 drawn, 2 malformed, or the shapes of stickers are not known, or the file cannot be written"""


@options
class Drawn(Json):
    """Where the picture goes, and how large it is."""

    output: Annotated[
        str,
        Param(
            "a name that ends in .svg or .png, or - for standard output",
            Text("FILE"),
            usual="standard output",
            cli=Cli(("-o", "--output")),
        ),
    ] = "-"
    pixels: Pixels = None


def run(args: argparse.Namespace) -> int:
    """Draw, and print or write."""
    query = asked_of(args, PictureState, view=view_asked(args, SOLID_VIEWS))
    answer = query.answer()
    if args.output == "-":
        svg = query.picture.svg(args.pixels)
        answer.more = {"svg": svg}
        if not printed(answer, args):
            output.print_data(svg)
    else:
        file = query.picture.save(args.output, args.pixels)
        answer.more = {"files": [str(file)]}
        if not printed(answer, args):
            Printer(args).say(f"picture: {file}")
    return code_of(answer)


COMMAND = Command("picture", DESCRIPTION, EPILOG, run, (PictureState,), (Drawn,), gives="file")
