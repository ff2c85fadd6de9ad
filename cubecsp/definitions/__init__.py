"""Puzzles that are not cubes, from a definition: megaminx, pyraminx, skewb, Square-1, and any KPuzzle or .tws file."""

from __future__ import annotations

from cubecsp.definitions.group import MoveGroup
from cubecsp.definitions.load import load_puzzle, read_puzzle, read_state
from cubecsp.definitions.pieces import KPattern, KPuzzle

__all__ = ["KPattern", "KPuzzle", "MoveGroup", "load_puzzle", "read_puzzle", "read_state"]
