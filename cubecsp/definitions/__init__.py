"""Puzzles that are not cubes, from a definition: megaminx, pyraminx, skewb, Square-1, and any KPuzzle or .tws file.

The names below are imported when they are first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cubecsp.lazy import importer

if TYPE_CHECKING:
    from cubecsp.definitions.group import MoveGroup
    from cubecsp.definitions.load import load_puzzle, read_puzzle, read_state
    from cubecsp.definitions.pieces import KPattern, KPuzzle

__all__ = ["KPattern", "KPuzzle", "MoveGroup", "load_puzzle", "read_puzzle", "read_state"]

__getattr__ = importer(
    __name__,
    {
        "cubecsp.definitions.group": ["MoveGroup"],
        "cubecsp.definitions.load": ["load_puzzle", "read_puzzle", "read_state"],
        "cubecsp.definitions.pieces": ["KPattern", "KPuzzle"],
    },
)
