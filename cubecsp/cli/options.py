"""Options that several commands share, each declared once."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

from cubecsp.errors import InputError
from cubecsp.formats import FORMATS
from cubecsp.formats.schemes import parse_scheme
from cubecsp.models.engines import ENGINES, Engine, load_engine
from cubecsp.models.pattern import LARGEST
from cubecsp.puzzle.moves import METRICS
from cubecsp.puzzle.naming import SCHEMES
from cubecsp.questions.limits import TIME_LIMIT_HELP
from cubecsp.questions.moves import MoveSearch
from cubecsp.registry import british
from cubecsp.search import METHODS

__all__ = [
    "TURNS",
    "UP_TO_COMMUTING",
    "add_engine_options",
    "add_json",
    "add_limit",
    "add_method",
    "add_move_options",
    "add_output_options",
    "add_reading_options",
    "add_scheme",
    "add_size",
    "add_time_limit",
    "count",
    "count_or_all",
    "engine",
    "later",
    "move_search",
    "scheme",
    "seconds",
    "size",
    "whole",
]


TURNS = "use only these moves, separated by commas: U,R2,F or M2,U,x or whole sequences"
"""What `--turns` does."""

UP_TO_COMMUTING = (
    "count sequences that differ in the order of adjacent commuting moves alone as one"
)
"""What `--up-to-commuting` does."""


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
        told: how that is told.
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
        help="nets in colour: on a terminal (auto, the default), never, or always, which prints "
        "into a pipe too what a terminal gets",
    )
    if folder:
        from cubecsp.pictures.views import VIEWS

        group.add_argument(
            "-o",
            "--output",
            type=Path,
            metavar="DIR",
            help="write a picture of each cube (SVG) and a page with all of them into DIR; pictures that "
            "an earlier run has left there are removed",
        )
        group.add_argument(
            "--view",
            choices=VIEWS,
            help="how these show a cube: unfolded (net, the default), as it is seen (cube), or from above "
            "(plan)",
        )


def later(text: Callable[[], str]) -> Any:
    """Return what the parser takes for a help text, made when help is asked for.

    So nobody waits for engines and methods to be imported that are only told about.
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
        help="the order in which the faces of CUBE are written, if not U R F D L B; for example ULFRBD",
    )
    group.add_argument(
        "--size",
        type=size,
        metavar="N",
        help="the size of CUBE, N×N×N; needed only for moves and cycles, which are of a 3×3×3 otherwise",
    )
    if scheme:
        add_scheme(
            group,
            "; cubes given by faces, pieces or moves are shown in these, and colours are read by them "
            "where too few centres are known",
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


def engine(args: argparse.Namespace) -> Engine:
    """Return the engine that is asked for, with its options.

    Raises:
        InputError: it has no such option.
    """
    return load_engine(args.engine, args.engine_options)


def _engine_options() -> str:
    """Return the options of all engines, for the help text."""
    engines = [load_engine(), *ENGINES.values()]
    told = {one.name: "; ".join(map(str, one.options)) for one in engines}
    return ". ".join(f"Of {name}: {options}" for name, options in told.items() if options)


def add_engine_options(parser: argparse.ArgumentParser) -> None:
    """Declare which engine searches, and how."""
    group = parser.add_argument_group("search")
    group.add_argument(
        "--engine",
        choices=("auto", *ENGINES),
        default="auto",
        help=later(
            lambda: (
                f"the engine ({ENGINES.summaries()}; auto, the default: what suits the question)"
            )
        ),
    )
    group.add_argument(
        "--engine-option",
        dest="engine_options",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help=later(lambda: f"set an option of the engine: {_engine_options()}"),
    )
    group.add_argument(
        "--no-symmetry",
        action="store_true",
        help="have the engine find every cube by itself, not one of each orbit",
    )
    group.add_argument(
        "--seed",
        type=whole,
        metavar="S",
        help="give the cubes in random order, the same for the same S; with a limit, varied cubes (but "
        "not uniformly random ones)",
    )
    group.add_argument(
        "--threads",
        type=count,
        default=1,
        metavar="N",
        help="threads for the native engine (default: 1); its answers are the same however many there "
        "are, and the other engines use one",
    )
    group.add_argument(
        "--hint",
        metavar="CUBE",
        help="begin near this cube, a text in any format: it comes first if it satisfies the rules",
    )
    add_time_limit(group)


def add_size(parser: argparse._ActionsContainer) -> None:
    """Declare which cube the question is about."""
    parser.add_argument(
        "--size",
        type=size,
        metavar="N",
        help=f"which cube the question is about: N×N×N, 2 to {LARGEST} (default: what a file of rules "
        "says, else 3); one of even size is held with its piece DBL at home",
    )


def add_time_limit(parser: argparse._ActionsContainer) -> None:
    """Declare `--time-limit`, which means the same in every command."""
    parser.add_argument("--time-limit", type=seconds, metavar="S", help=TIME_LIMIT_HELP)


def add_method(parser: argparse._ActionsContainer, flag: str, text: str, **more: object) -> None:
    """Declare the option that chooses a method of move search."""
    parser.add_argument(
        flag,
        choices=tuple(METHODS),
        help=later(lambda: f"{text} ({METHODS.summaries()})"),
        **more,  # type: ignore[arg-type]
    )


def add_move_options(group: argparse._ActionsContainer) -> None:
    """Declare how moves are looked for, whatever the method."""
    group.add_argument(
        "--metric",
        choices=tuple(METRICS),
        default="htm",
        help="count a half turn as one turn (htm, the default) or two (qtm)",
    )
    group.add_argument(
        "--max-length",
        type=count,
        metavar="N",
        help="stop at N turns or fewer (default: the shortest that can be found in the time)",
    )
    group.add_argument(
        "--effort",
        type=count,
        metavar="N",
        help="positions to look at for shorter moves of each cube (two-phase; default, where there is no "
        "time limit: a million, a tenth of a second)",
    )
    group.add_argument(
        "--table",
        metavar="SIZE",
        help=later(lambda: f"the table that optimal uses, made once: {_table_sizes()}"),
    )


def _table_sizes() -> str:
    from cubecsp.search.optimal_tables import TABLES, choose

    usual = choose(None, None)
    return ", ".join(
        f"{name} ({kind.bytes / 2**20:,.0f} MiB{', the default' * (kind is usual)})"
        for name, kind in TABLES.items()
    )


def move_search(args: argparse.Namespace) -> MoveSearch | None:
    """Return how the moves of found cubes are to be looked for, None if they are not.

    Raises:
        InputError: options make no sense together.
    """
    asked = (args.solve, args.max_length, args.effort, args.table)
    if asked == (None,) * len(asked) and args.metric == "htm":
        return None
    return MoveSearch.for_found(
        args.solve,
        metric=args.metric,
        max_length=args.max_length,
        effort=args.effort,
        table=args.table,
    )
