"""Readers and writers of definitions and states: KPuzzle JSON, .tws files, solids, and the built-in puzzles."""

from __future__ import annotations

__all__ = ["NAMES"]

NAMES = ("megaminx", "pyraminx", "skewb", "square1")
"""The built-in puzzles, for help texts: `cubecsp.puzzle.definitions.built_in` makes them."""
