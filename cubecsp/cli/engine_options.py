"""Options for the engines that search for cubes."""

from __future__ import annotations

import argparse

from cubecsp.cli.options import add_time_limit, count, later, whole
from cubecsp.models.engines import ENGINES, Engine, load_engine
from cubecsp.models.programs import ALLOWED

__all__ = ["add_allow", "add_engine", "add_engine_options", "engine"]


def engine(args: argparse.Namespace) -> Engine:
    """Return the engine that is asked for, with its options.

    Raises:
        InputError: it has no such option.
    """
    return load_engine(args.engine, args.engine_options)


def add_engine(group: argparse._ActionsContainer) -> None:
    """Declare which engine searches, and its options."""
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
        help="set an option of the engine, as often as needed; `about engines` lists them",
    )


def add_allow(group: argparse._ActionsContainer) -> None:
    """Declare what logic programs may do."""
    group.add_argument(
        "--allow",
        action="append",
        default=[],
        choices=ALLOWED,
        help="what a logic program (FILE.lp) may do besides stating rules: include other files, or run a "
        "script, which is code that can do anything",
    )


def add_engine_options(parser: argparse.ArgumentParser) -> None:
    """Declare which engine searches, and how."""
    group = parser.add_argument_group("search")
    add_engine(group)
    group.add_argument(
        "--no-symmetry",
        action="store_true",
        help="have the engine find every cube by itself, not just one of each orbit",
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
        help="threads for the native engine (default: 1); its answers do not depend on them; the other "
        "engines use one",
    )
    group.add_argument(
        "--hint",
        metavar="CUBE",
        help="start near this cube, a text in any format: it comes first if it satisfies the rules",
    )
    add_time_limit(group)
