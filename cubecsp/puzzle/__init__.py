"""Puzzles: cubes of every size, and those that a definition describes, such as megaminx, pyraminx, skewb and Square-1.

The folders build on each other: `core` holds for any puzzle, `cube` for the n×n×n cube, `kpuzzle` for puzzles that are
described by their pieces; `states` says what moves can make, and `read` reads definitions. The names in `__init__.pyi`
are imported when they are first used.
"""

from __future__ import annotations

from cubecsp.lazy import importer

__getattr__, __dir__ = importer(__name__)
