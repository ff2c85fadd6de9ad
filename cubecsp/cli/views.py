"""Shared by the commands that draw a picture: its view, its size, and where it goes."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Annotated, Protocol

from cubecsp.errors import InputError
from cubecsp.questions.asking.parameter import Param
from cubecsp.questions.asking.value_kinds import Whole

__all__ = ["Pixels", "first_view", "view_asked"]

_LARGEST = 8192  # pixels

Pixels = Annotated[
    int | None,
    Param(
        "the longer side of the picture",
        Whole(1, _LARGEST),
        usual="as drawn; three times as large for PNG",
        group="view",
    ),
]


class _View(Protocol):
    @property
    def in_space(self) -> bool:
        """Whether it shows a solid in space."""


def first_view(views: Mapping[str, _View], *, in_space: bool) -> str:
    """Return the first view that shows a solid in space, or the first that does not."""
    return next(name for name, view in views.items() if view.in_space == in_space)


def view_asked(args: argparse.Namespace, views: Mapping[str, _View]) -> str:
    """Return the view that is asked for, by its name or by what only one view has.

    Raises:
        InputError: the view does not have an option that is given.
    """
    back = getattr(args, "back", None)
    in_space = bool(back or "rotation" in args)
    view: str = getattr(args, "view", None) or first_view(views, in_space=in_space)
    if in_space and view in views and not views[view].in_space:
        option = "--back" if back else "--rotation"
        other = first_view(views, in_space=True)
        raise InputError(f"{option} cannot be used with --view {view}", f"it is for --view {other}")
    return view
