"""Every view of a cube by name; see `cubecsp.registry` for how one is added."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from cubecsp.registry import Registry

if TYPE_CHECKING:  # the names of views are needed where none is drawn
    from cubecsp.pictures.views.view import Sheet, Stance, View
    from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle

VIEWS: Registry[View] = Registry("view", __name__, "VIEW", ("net", "cube", "plan"))
"""Every view, the one to choose first."""


@lru_cache(64)
def lay_out(puzzle: CubePuzzle, view: str, stance: Stance) -> tuple[Sheet, ...]:
    """Return the layout of a view, the farthest parts first.

    Args:
        puzzle: the cube.
        view: one of `VIEWS`.
        stance: its position before the eye, for views in space.

    Raises:
        InputError: there is no such view.
    """
    return VIEWS.find(view).lay_out(puzzle, stance)
