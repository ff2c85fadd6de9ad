"""Puzzles: cubes of every size, and puzzles with a definition, such as megaminx, pyraminx, FTO and Square-1.

The folders build on each other: `core` is for any puzzle, `cube` for the n×n×n cube, `kpuzzle` for puzzles
described by their pieces, `states` for reachable states, and `read` for definitions. The names
in `__init__.pyi` are imported when they are first used.
"""

from __future__ import annotations

from cubecsp.lazy import importer

__getattr__, __dir__ = importer(__name__)
