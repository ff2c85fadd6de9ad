"""Puzzles: cubes of every size, and those that a definition describes, such as megaminx, pyraminx, skewb and Square-1.

The folders build on each other: `core` holds for any puzzle, `cube` for the n×n×n cube, `kpuzzle` for puzzles that are
described by their pieces; `states` says what moves can make, and `read` reads definitions. The names below are
imported when they are first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cubecsp.lazy import importer

if TYPE_CHECKING:
    from cubecsp.puzzle.kpuzzle.pieces import KPattern, KPuzzle
    from cubecsp.puzzle.read.load import load_puzzle, read_puzzle, read_state
    from cubecsp.puzzle.states.move_group import MoveGroup

__all__ = ["KPattern", "KPuzzle", "MoveGroup", "load_puzzle", "read_puzzle", "read_state"]

__getattr__ = importer(
    __name__,
    {
        "cubecsp.puzzle.states.move_group": ["MoveGroup"],
        "cubecsp.puzzle.read.load": ["load_puzzle", "read_puzzle", "read_state"],
        "cubecsp.puzzle.kpuzzle.pieces": ["KPattern", "KPuzzle"],
    },
)
