"""Options that several commands share, each declared once.

Those for engines and for moves are in files of their own, so that commands about neither load neither.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from cubecsp.errors import InputError, excerpt
from cubecsp.formats import FORMATS
from cubecsp.formats.schemes import parse_scheme
from cubecsp.puzzle.naming import SCHEMES
from cubecsp.puzzle.sizes import LARGEST
from cubecsp.questions.asking.kinds import Choice, File, Flag
from cubecsp.questions.asking.param import Cli, Param
from cubecsp.questions.limits import (
    CHECK_JOURNAL_HELP,
    CLUSTER_HELP,
    RESUME_HELP,
    SHARE_CHECKED,
    TIME_LIMIT_HELP,
)
from cubecsp.registry import british

__all__ = [
    "Drawn",
    "Json",
    "Output",
    "Pictures",
    "add_json",
    "add_limit",
    "add_output_options",
    "add_pictures",
    "add_reading_options",
    "add_resume",
    "add_scheme",
    "add_seed",
    "add_size",
    "add_time_limit",
    "count",
    "count_or_all",
    "later",
    "number",
    "scheme",
    "seconds",
    "size",
    "whole",
]


_OUTPUT = "output"


@dataclass(kw_only=True)
class Json:
    """How an answer that is no cube is shown."""

    json: Annotated[
        bool, Param("print one JSON object and nothing else", Flag(), group=_OUTPUT)
    ] = False


@dataclass(kw_only=True)
class Output(Json):
    """How an answer is shown."""

    color: Annotated[
        str,
        Param(
            "nets in colour: on a terminal (auto), never, or always, which gives a pipe what a terminal gets",
            Choice(lambda: ("auto", "always", "never")),
            group=_OUTPUT,
            cli=Cli(("--colour", "--color")),
        ),
    ] = "auto"


def _views() -> Iterable[str]:
    from cubecsp.pictures.views import VIEWS

    return VIEWS


@dataclass(kw_only=True)
class Pictures:
    """Where pictures of the cubes of an answer go."""

    output: Annotated[
        Path | None,
        Param(
            "write a picture of each cube (SVG) and a page with all of them into this folder; pictures that an "
            "earlier run left there are removed",
            File("DIR"),
            group=_OUTPUT,
            cli=Cli(("-o", "--output")),
        ),
    ] = None
    view: Annotated[
        str | None,
        Param(
            "how these show a cube: unfolded (net), in space (cube), or from above (plan)",
            Choice(_views, "view"),
            usual="net",
            group=_OUTPUT,
        ),
    ] = None


@dataclass(kw_only=True)
class Drawn(Pictures, Output):
    """How an answer is shown, and where pictures of its cubes go."""


def count(text: str) -> int:
    """Read a whole number of at least 1."""
    if not (text.isascii() and text.isdigit() and int(text[:20]) >= 1) or len(text) > 18:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of 1 or more")
    return int(text)


def whole(text: str) -> int:
    """Read a whole number of at least 0."""
    if not (text.isascii() and text.isdigit()) or len(text) > 18:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number")
    return int(text)


def number(text: str) -> int:
    """Read a whole number of at least 0 and up to 200 digits."""
    if not (text.isascii() and text.isdigit()) or len(text) > 200:
        raise argparse.ArgumentTypeError(f"{excerpt(text)} is not a whole number")
    return int(text)


def count_or_all(text: str) -> int | None:
    """Read a whole number of at least 1, or `all`, which is None."""
    return None if text == "all" else count(text)


def seconds(text: str) -> float:
    """Read a time span of more than 0 seconds."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not (0 < value < math.inf):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds above 0")
    return value


def share(text: str) -> float:
    """Read a share: `all`, or a number above 0 and at most 1, also as a percentage."""
    digits = text.removesuffix("%")
    try:
        value = 1.0 if text == "all" else float(digits) / (1 if digits == text else 100)
    except ValueError:
        value = math.nan
    if not 0 < value <= 1:
        raise argparse.ArgumentTypeError(f"{excerpt(text)} is not a share: all, or such as 10%%")
    return value


def size(text: str) -> int:
    """Read the size of a cube."""
    if not (text.isascii() and text.isdigit()) or not 2 <= int(text[:4]) <= LARGEST:
        raise argparse.ArgumentTypeError(f"{text!r} is not a size from 2 to {LARGEST}")
    return int(text)


def scheme(text: str) -> str:
    """Read the colours of the six faces."""
    try:
        return parse_scheme(text)
    except InputError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def add_limit(
    parser: argparse.ArgumentParser, what: str, default: int, told: str | None = None
) -> None:
    """Declare how many things are given at most.

    Args:
        parser: of the command.
        what: what that does, a clause with N for the number.
        default: how many if the user does not say.
        told: how the help writes it.
    """
    parser.add_argument(
        "--limit",
        type=count_or_all,
        default=default,
        metavar="N",
        help=f"{what}, or: all (default: {told or default})",
    )


def add_output_options(parser: argparse.ArgumentParser, *, folder: bool = False) -> None:
    """Declare how the answer is shown and, if `folder`, where its pictures go."""
    group = parser.add_argument_group("output")
    add_json(group)
    group.add_argument(
        "--colour",
        "--color",
        dest="color",
        choices=("auto", "always", "never"),
        default="auto",
        help="nets in colour: on a terminal (auto, the default), never, or always, which gives a "
        "pipe what a terminal gets",
    )
    if folder:
        add_pictures(group)


def add_pictures(group: argparse._ActionsContainer) -> None:
    """Declare where pictures of the cubes of an answer go, and what they look like."""
    from cubecsp.pictures.views import VIEWS

    group.add_argument(
        "-o",
        "--output",
        type=Path,
        metavar="DIR",
        help="write a picture of each cube (SVG) and a page with all of them into DIR; pictures that "
        "an earlier run left there are removed",
    )
    group.add_argument(
        "--view",
        choices=VIEWS,
        help="how these show a cube: unfolded (net, the default), in space (cube), or from above (plan)",
    )


def later(text: Callable[[], str]) -> Any:
    """Return what the parser takes for a help text, made when help is asked for.

    So nobody waits for the import of engines and methods that the help only mentions.
    """
    return text


def add_json(parser: argparse._ActionsContainer) -> None:
    """Declare `--json`."""
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object and nothing else"
    )


def add_reading_options(parser: argparse.ArgumentParser, *, scheme: bool = True) -> None:
    """Declare how `cubecsp.cli.reading.Given` reads cubes, and, if `scheme`, in which colours."""
    group = parser.add_argument_group("reading")
    group.add_argument(
        "--from",
        dest="format",
        type=british,
        choices=tuple(FORMATS),
        metavar="FORMAT",
        help=f"the format of CUBE: {', '.join(FORMATS)} (default: detected)",
    )
    group.add_argument(
        "--order",
        metavar="FACES",
        help="the order in which the faces of CUBE are written, if not U R F D L B; for example, ULFRBD",
    )
    group.add_argument(
        "--size",
        type=size,
        metavar="N",
        help="the size of CUBE, N×N×N; needed only for moves and cycles, which otherwise are of a 3×3×3",
    )
    if scheme:
        add_scheme(
            group,
            "; cubes given by faces, pieces or moves are shown in these, and they tell how to read "
            "colours if too few centres are known",
        )


def add_scheme(parser: argparse._ActionsContainer, use: str = ", to show cubes in") -> None:
    """Declare the colours in which cubes are shown; `use` says what else they are for."""
    parser.add_argument(
        "--scheme",
        dest="shown_in",
        type=scheme,
        metavar="COLOURS",
        help=f"the colours of the faces U R F D L B ({', '.join(SCHEMES)}, or six characters){use}",
    )


def add_size(parser: argparse._ActionsContainer) -> None:
    """Declare which cube the question is about."""
    parser.add_argument(
        "--size",
        type=size,
        metavar="N",
        help=f"which cube the question is about: N×N×N, 2 to {LARGEST} (default: what a file of rules "
        "or a drawing says, else 3); one of even size is held with its piece DBL at home",
    )


def add_workplace(parser: argparse._ActionsContainer, *, resume: bool = True) -> None:
    """Declare where long work is done and, if `resume`, the file in which it is kept."""
    if resume:
        add_resume(parser)
    parser.add_argument("--cluster", metavar="WHERE", help=CLUSTER_HELP)


def add_resume(parser: argparse._ActionsContainer) -> None:
    """Declare the file in which long work is kept."""
    parser.add_argument("--resume", type=Path, metavar="FILE", help=RESUME_HELP)
    parser.add_argument(
        "--check-journal",
        nargs="?",
        type=share,
        const=SHARE_CHECKED,
        metavar="SHARE",
        help=CHECK_JOURNAL_HELP,
    )


def add_time_limit(parser: argparse._ActionsContainer, then: str = "keep what was found") -> None:
    """Declare `--time-limit`, which means the same in every command; `then` says what is kept."""
    told = TIME_LIMIT_HELP.format(then=then)
    parser.add_argument("--time-limit", type=seconds, metavar="S", help=told)


def add_seed(parser: argparse._ActionsContainer, what: str) -> None:
    """Declare the `--seed` of what is drawn; `what` says what another one changes."""
    parser.add_argument(
        "--seed", type=whole, default=0, metavar="S", help=f"{what} for another S (default: 0)"
    )
