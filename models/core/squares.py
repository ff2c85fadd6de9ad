"""Faces compared up to some of the eight turns and mirrors of the square and any renaming of colours."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["INVERSES", "renamed_in_all_ways", "seen_in_all_ways", "square_maps"]

_BITS = 63  # bits of a number that is never negative


@cache
def square_maps(size: int) -> tuple[tuple[int, ...], ...]:
    """Return the eight turns and mirrors of a size×size face: for each cell, the cell that comes there.

    The first is the identity.
    """
    cells = tuple(range(size * size))
    turn = tuple((size - 1 - i % size) * size + i // size for i in cells)
    mirror = tuple(i // size * size + size - 1 - i % size for i in cells)
    maps = []
    current = cells
    for _ in range(4):
        maps += [current, tuple(current[i] for i in mirror)]
        current = tuple(current[i] for i in turn)
    return tuple(maps)


def _inverses() -> tuple[int, ...]:
    maps = square_maps(3)
    return tuple(
        next(i for i, back in enumerate(maps) if tuple(back[c] for c in there) == maps[0])
        for there in maps
    )


INVERSES = _inverses()
"""For each of the eight maps of a square the one that undoes it."""


@lru_cache(maxsize=1 << 14)
def renamed_in_all_ways(face: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the eight drawings of a face of n² colours, numbered in the order of first appearance."""
    maps = square_maps(math.isqrt(len(face)))
    return tuple(_renamed([face[cell] for cell in cells]) for cells in maps)


def _renamed(colours: Sequence[int]) -> tuple[int, ...]:
    return tuple(colours.index(c) for c in colours)


def seen_in_all_ways(face: NDArray[np.uint8]) -> list[NDArray[np.int64]]:
    """Return numbers for the eight drawings of each of many faces, shape (n², cubes).

    Two drawings have the same numbers, shape (numbers, cubes), exactly if they are the same up to a renaming
    of colours: for each two cells a bit says whether they are equal, 63 bits to a number, 36 on the 3×3×3.
    """
    import numpy as np

    pairs = [*combinations(range(len(face)), 2)]
    equal = {pair: (face[pair[0]] == face[pair[1]]).astype(np.int64) for pair in pairs}
    drawings = []
    for cells in square_maps(math.isqrt(len(face))):
        numbers = np.zeros((-(-len(pairs) // _BITS), face.shape[1]), np.int64)
        for place, (i, j) in enumerate(pairs):
            a, b = sorted((cells[i], cells[j]))
            numbers[place // _BITS] |= equal[a, b] << place % _BITS
        drawings.append(numbers)
    return drawings
