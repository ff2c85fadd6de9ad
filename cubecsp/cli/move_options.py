"""Options for the methods that search for moves."""

from __future__ import annotations

import argparse

from cubecsp.cli.options import count, later
from cubecsp.puzzle.moves import METRICS
from cubecsp.search import METHODS

__all__ = ["TURNS", "UP_TO_COMMUTING", "add_method", "add_move_options"]

TURNS = "use only these moves, separated by commas: U,R2,F or M2,U,x or whole sequences"
"""What `--turns` does."""

UP_TO_COMMUTING = "count sequences that differ only in the order of adjacent commuting moves as one"
"""What `--up-to-commuting` does."""


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
        help="stop at N turns or fewer (default: the shortest that can be found in time)",
    )
    group.add_argument(
        "--effort",
        type=count,
        metavar="N",
        help="positions to look at for shorter moves of each cube (two-phase; default without a time "
        "limit: a million, a tenth of a second)",
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
