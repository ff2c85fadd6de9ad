"""The puzzle that a claim is about, in words: a number of cubes means nothing without it."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from cubecsp.errors import excerpt
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle

if TYPE_CHECKING:  # cubes need none of it
    from cubecsp.puzzle.kpuzzle.kpuzzle import KPuzzle

__all__ = ["subject_of"]


def subject_of(puzzle: Puzzle) -> str:
    """Return what follows "cubes" or "states": `of size 2×2×2`, `of skewb (moves R,U only)`.

    A puzzle that has only the name of one that comes with cubecsp is called custom, as is any other definition.
    """
    if isinstance(puzzle, CubePuzzle):
        return f"of size {puzzle.name}"
    from cubecsp.puzzle.read.puzzle_data import is_built_in

    known = cast("KPuzzle", puzzle)
    name = known.name if is_built_in(known.origin) else f"the custom puzzle {excerpt(known.name)}"
    limits = [f"moves {','.join(known.generators)} only"] if known.turns is not None else []
    if known.ignored:
        limits.append(f"orientations of {', '.join(known.ignored)} ignored")
    return f"of {name} ({'; '.join(limits)})" if limits else f"of {name}"
