"""Puzzles that are described by their pieces, as KPuzzles are, and their moves, which may be blocked."""
