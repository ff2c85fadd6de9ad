"""Faces compared up to some of the eight turns and mirrors of the square and any renaming of colours."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


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
"""The inverse of each of the eight maps of a square."""


@lru_cache(maxsize=1 << 14)
def renamed_in_all_ways(face: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the eight drawings of a face of n² colours, numbered in the order of first appearance."""
    maps = square_maps(math.isqrt(len(face)))
    return tuple(_renamed([face[cell] for cell in cells]) for cells in maps)


def _renamed(colours: Sequence[int]) -> tuple[int, ...]:
    return tuple(colours.index(c) for c in colours)


def same_but_for_colours(
    first: NDArray[np.uint8], second: NDArray[np.uint8], maps: Iterable[Sequence[int]]
) -> NDArray[np.bool_]:
    """Return for each of many pairs of faces whether a renaming of colours turns one into a drawing of the other.

    It does exactly if as many pairs of colours meet in a cell as each of the two shows colours.

    Args:
        first: the colours (0…5) of faces, shape (n², pairs).
        second: those of the other ones.
        maps: for each drawing the cell of the second that is compared with each cell of the first.
    """
    import numpy as np

    alike: NDArray[np.bool_] = np.zeros(first.shape[1], np.bool_)
    first, second = first.astype(np.int64), second.astype(np.int64)
    number = _distinct(1 << first)
    pairs = 1 << 6 * first
    for cells in maps:
        alike |= _distinct(pairs << second[list(cells)]) == number
    alike &= number == _distinct(1 << second)
    return alike


def _distinct(bits: NDArray[np.int64]) -> NDArray[np.uint8]:
    """Return for each column of numbers with one bit each how many different ones there are."""
    import numpy as np

    number: NDArray[np.uint8] = np.bitwise_count(np.bitwise_or.reduce(bits, axis=0))
    return number
