"""The texts that state projections: the part of a cube in which two cubes have to differ to count as two."""

from __future__ import annotations

from cubecsp.errors import InputError
from cubecsp.models.core.projection import Projection
from cubecsp.models.rules.slots import places_of, slots_of
from cubecsp.models.rules.terms import facelets_of, is_sticker
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import PUZZLES, CubePuzzle
from cubecsp.puzzle.cube.geometry import FACES

_ORIENTED = {
    "orientations": frozenset({0, 1}),
    "corner-orientations": frozenset({0}),
    "edge-orientations": frozenset({1}),
}


def projection_of(text: str, puzzle: Puzzle) -> Projection:
    """Return the projection to faces, slots, sets of slots, stickers and orientations, with `+` or commas between.

    Args:
        text: what is looked at, such as `U`, `corners`, `UF+UR`, `U1,U3` or `orientations`.
        puzzle: the cube.

    Raises:
        InputError: the puzzle is not a cube, or has no such part.
    """
    if not isinstance(puzzle, CubePuzzle):
        raise InputError(f"a projection of the puzzle {puzzle.name}", "projections are of cubes")
    stickers: set[int] = set()
    oriented: frozenset[int] = frozenset()
    for word in map(str.strip, text.replace(",", "+").split("+")):
        if word in {*FACES} or is_sticker(word):
            stickers.update(facelets_of([word], puzzle))
        elif word in _ORIENTED:
            if puzzle not in PUZZLES:
                raise InputError(
                    f"{word} of a {puzzle.name}", "those of 2×2×2 and 3×3×3 can be compared"
                )
            oriented |= _ORIENTED[word]
        else:
            places = places_of(slots_of(word), puzzle)
            stickers.update(*(puzzle.orbits[orbit].frames[slot] for orbit, slot in places))
    return Projection(puzzle, tuple(sorted(stickers)), oriented)
