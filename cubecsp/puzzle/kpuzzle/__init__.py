"""Puzzles described by their pieces, such as KPuzzles, and their moves, which may be blocked."""
