"""Puzzles that are not cubes, from a definition: megaminx, pyraminx, skewb, and any KPuzzle or .tws file."""

from __future__ import annotations

from cubecsp.definitions.definition import Arrangement, Definition
from cubecsp.definitions.group import MoveGroup
from cubecsp.definitions.load import load_puzzle, read_puzzle, read_state

__all__ = ["Arrangement", "Definition", "MoveGroup", "load_puzzle", "read_puzzle", "read_state"]
