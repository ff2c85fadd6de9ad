"""The puzzle that a claim is about, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from cubecsp.errors import excerpt
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle

if TYPE_CHECKING:  # cubes need none of it
    from cubecsp.puzzle.kpuzzle.kpuzzle import KPuzzle


def subject_of(puzzle: Puzzle) -> str:
    """Return the words after "cubes" or "states": `of size 2×2×2`, `of skewb (moves R,U only)`.

    A puzzle that merely has the name of a built-in one is called custom, like any other definition.
    """
    if isinstance(puzzle, CubePuzzle):
        return f"of size {puzzle.name}"
    from cubecsp.puzzle.definitions.puzzle_data import is_built_in

    known = cast("KPuzzle", puzzle)
    name = known.name if is_built_in(known.origin) else f"the custom puzzle {excerpt(known.name)}"
    limits = [f"moves {','.join(known.generators)} only"] if known.turns is not None else []
    if known.ignored:
        limits.append(f"orientations of {', '.join(known.ignored)} ignored")
    return f"of {name} ({'; '.join(limits)})" if limits else f"of {name}"
