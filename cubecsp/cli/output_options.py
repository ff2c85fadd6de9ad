"""Options of several commands that belong to no question: how an answer is shown, and where its pictures go."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

from cubecsp.pictures.views import VIEWS
from cubecsp.questions.asking.parameter import Cli, Param, options
from cubecsp.questions.asking.value_kinds import File, Flag, OneOf

if TYPE_CHECKING:
    from pathlib import Path

_OUTPUT = "output"


@options
class Json:
    """The options for the display of an answer that is not a cube."""

    json: Annotated[
        bool, Param("print one JSON object and nothing else", Flag(), group=_OUTPUT)
    ] = False


@options
class Output(Json):
    """The options for the display of an answer."""

    color: Annotated[
        str,
        Param(
            "draw nets in colour: on a terminal, always, or never",
            OneOf(lambda: ("auto", "always", "never")),
            group=_OUTPUT,
            cli=Cli(("--colour", "--color")),
        ),
    ] = "auto"


def _views() -> Iterable[str]:
    return VIEWS


@options
class Pictures:
    """The options for pictures of the cubes of an answer."""

    output: Annotated[
        "Path | None",
        Param(
            "write a picture of each cube, and a page with all, into this folder, or one page, FILE.html",
            File("DIR|FILE.html"),
            group=_OUTPUT,
            cli=Cli(("-o", "--output")),
        ),
    ] = None
    view: Annotated[
        str | None,
        Param(
            "the view that these show; `about views` lists them",
            OneOf(_views, "view"),
            usual="net",
            group=_OUTPUT,
        ),
    ] = None


@options
class PictureOutput(Pictures, Output):
    """The options for the display of an answer, and for pictures of its cubes."""
