"""Puzzles made from a tetrahedron, with one corner up and one face in front: pyraminx and master tetraminx.

Moves are named after corners. `U` turns two layers of a pyraminx, `u` its tip (regulation 12e of the WCA); of a
master tetraminx, as in cubing.js, `U` turns one layer and `u` two.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from cubecsp.puzzle.definitions.cut_solids import Solid, Turn, negative, unit
from cubecsp.puzzle.kpuzzle.kpuzzle import KPuzzle

_CORNERS = {
    "U": unit(0, 1, 0),
    "L": unit(-math.sqrt(6), -1, math.sqrt(2)),
    "R": unit(math.sqrt(6), -1, math.sqrt(2)),
    "B": unit(0, -1, -2 * math.sqrt(2)),
}
_OPPOSITE = {"F": "B", "L": "R", "R": "L", "D": "U"}  # of a face, the corner


def pyraminx() -> KPuzzle:
    """Return the pyraminx, whose layers are equally thick."""
    kinds = {(2, 2): "EDGES", (3, 1): "AXIALS", (3, 2): "TIPS"}
    return _tetrahedron("pyraminx", {"U": 1 / 3, "u": 5 / 3}, kinds)


def master_tetraminx() -> KPuzzle:
    """Return the master tetraminx: a pyraminx of four layers, without the tips, which are part of the next layer."""
    kinds = {(3, 2): "CORNERS", (2, 3): "WINGS", (2, 2): "EDGES", (1, 3): "CENTERS"}
    return _tetrahedron("master_tetraminx", {"U": 1.0, "u": 0.0}, kinds)


def _tetrahedron(
    name: str, depths: Mapping[str, float], kinds: Mapping[tuple[int, int], str]
) -> KPuzzle:
    """Return the puzzle that turns around each corner as `U` and `u` do, from these depths on."""
    turns = {name: Turn(corner, depths["U"], 3) for name, corner in _CORNERS.items()}
    turns |= {name.lower(): Turn(corner, depths["u"], 3) for name, corner in _CORNERS.items()}
    return Solid(
        name,
        {name: negative(_CORNERS[corner]) for name, corner in _OPPOSITE.items()},
        turns,
        kinds,
        {f"{name}v": Turn.whole(corner, 3) for name, corner in _CORNERS.items()},
    ).puzzle()
