"""Readers and writers of definitions and states: KPuzzle JSON, .tws files, solids, and the built-in puzzles."""

from __future__ import annotations

NAMES = (
    "baby_fto",
    "clock",
    "dino_cube",
    "fto",
    "kilominx",
    "master_tetraminx",
    "megaminx",
    "pyraminx",
    "redi_cube",
    "skewb",
    "square1",
)
"""The built-in puzzles, for help texts: `cubecsp.puzzle.definitions.built_in_puzzles` makes them."""
