"""The puzzles that come with cubecsp, by name. Each is made from the geometry of a solid, or from rules of its own.

What people write beside the names of moves is read by the notation of a puzzle (`cubecsp.puzzle.notations`).

Moves are those of the WCA's regulations where these have the puzzle, and turn clockwise. Moves that turn the
whole puzzle are named as in cubing.js: `x`, `y` and `z`, or `Uv`, which turns it as `U` turns a layer.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

from cubecsp.puzzle.definitions import NAMES
from cubecsp.puzzle.definitions.clock import clock
from cubecsp.puzzle.definitions.cubes_by_corners import dino_cube, redi_cube, skewb
from cubecsp.puzzle.definitions.dodecahedra import kilominx, megaminx
from cubecsp.puzzle.definitions.octahedra import baby_fto, fto
from cubecsp.puzzle.definitions.square1 import square1
from cubecsp.puzzle.definitions.tetrahedra import master_tetraminx, pyraminx
from cubecsp.puzzle.kpuzzle.kpuzzle import KPuzzle
from cubecsp.puzzle.kpuzzle.move_notation import Notation
from cubecsp.puzzle.notations.clock import ClockNotation
from cubecsp.puzzle.notations.megaminx import MegaminxNotation
from cubecsp.puzzle.notations.square1 import Square1Notation

_MADE: tuple[Callable[[], KPuzzle], ...] = (
    baby_fto,
    clock,
    dino_cube,
    fto,
    kilominx,
    master_tetraminx,
    megaminx,
    pyraminx,
    redi_cube,
    skewb,
    square1,
)

_NOTATIONS: dict[str, Notation] = {
    "clock": ClockNotation(),
    "kilominx": MegaminxNotation(),
    "megaminx": MegaminxNotation(),
    "square1": Square1Notation(),
}


def _with_notation(make: Callable[[], KPuzzle]) -> KPuzzle:
    """Return a new puzzle with the notation for it, if it has one of its own."""
    puzzle = make()
    puzzle.notation = _NOTATIONS.get(puzzle.name, puzzle.notation)
    return puzzle


SHIPPED: dict[str, Callable[[], KPuzzle]] = {
    name: cache(partial(_with_notation, make)) for name, make in zip(NAMES, _MADE, strict=True)
}
"""The puzzles by name; each is made when first needed."""

_OTHER_NAMES = {
    "dino": "dino_cube",
    "mega": "megaminx",
    "minx": "megaminx",
    "pyra": "pyraminx",
    "redi": "redi_cube",
    "rubiks_clock": "clock",
    "skewb_diamond": "baby_fto",
    "sq1": "square1",
    "square_1": "square1",
}


def built_in_name(text: str) -> str | None:
    """Return the name of the built-in puzzle that a text means, such as square1 for `Square-1`; None for none."""
    name = text.strip().lower().replace("-", "_").replace(" ", "_")
    name = _OTHER_NAMES.get(name, name)
    return name if name in SHIPPED else None
