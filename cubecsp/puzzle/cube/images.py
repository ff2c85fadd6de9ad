"""Images of rows of placements under symmetries, many at once: least images, orbits and their sizes.

A row has the contents of the slots of a cube, one byte for each slot, orbit by orbit: the bytes of
`State.seen`. Rows compare like cubes. native/common/images.cpp does the work. It gets from here the action of
each symmetry on slots and placements and, for cubes of even size, the rotations that restore the standard
orientation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache

from cubecsp._native import Images
from cubecsp.puzzle.core.permutation import Permutation, compose, identity
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.puzzle.cube.symmetry import Symmetry
from cubecsp.stopping.deadline import looking

__all__ = ["Images", "SlotMap", "images_of", "images_under", "slot_map", "split"]

SlotMap = Sequence[tuple[int, bytes]]
"""For each slot the slot that its placement comes from, and the image of each placement."""

_Listed = list[tuple[int, list[int]]]
"""The same, with visible images."""


@cache
def images_under(puzzle: CubePuzzle, symmetries: tuple[Symmetry, ...]) -> Images:
    """Return an object that computes images of rows under a group of symmetries.

    Its methods take rows one after the other in one byte string, and raise ValueError for anything else.
    `least` returns the least image of each row. `are_least` returns a 1 for each row that no image precedes,
    and a 0 for each other. `sizes` returns the number of different images of each, a byte each, and
    `sizes_if_least` the same, but 0 for rows that an image precedes. `orbits` returns the different images of
    each row in order, row after row.
    """
    return images_of(puzzle, [slot_map(puzzle, symmetry) for symmetry in symmetries])


def images_of(puzzle: CubePuzzle, maps: Iterable[SlotMap], *, of_views: bool = False) -> Images:
    """Return an object that computes images of rows under a group of maps, as `images_under` does.

    Args:
        puzzle: the cube.
        maps: for each slot the slot that its placement comes from, and the image of each placement.
        of_views: whether images only show parts of cubes, and so are not restored to the standard orientation.
    """
    holdings = ([], []) if of_views else _holdings(puzzle)
    return Images([_by_looks(puzzle, one) for one in looking(maps)], *holdings)


@cache
def slot_map(puzzle: CubePuzzle, symmetry: Symmetry) -> tuple[tuple[int, bytes], ...]:
    """Return for each slot the slot that its placement comes from, and the image of each placement."""
    there, back = symmetry.tables(puzzle)
    return _map(puzzle, back, there)


def split(rows: bytes, width: int) -> Iterator[bytes]:
    """Yield the rows in a byte string, each of this many slots."""
    return (rows[at : at + width] for at in range(0, len(rows), width))


def _holdings(puzzle: CubePuzzle) -> tuple[list[list[int]], list[_Listed]]:
    """Return the slots and placements that need a rotation to the usual orientation, and these rotations as maps.

    Cubes of odd size have none. Only one piece needs any; -1 stands for no rotation.
    """
    unmoved = identity(puzzle.facelet_count)
    rotations = [rotation for rotation in puzzle.holdings if rotation]
    asked = []
    for orbit, slot in puzzle.slots if rotations else ():
        frame = orbit.frames[slot]
        numbers = []
        for stickers in orbit.stickers:
            at = frame[stickers.index(puzzle.held)] if puzzle.held in stickers else None
            numbers.append(-1 if at is None else rotations.index(puzzle.holdings[at]))
        asked.append(numbers)
    maps = [_map(puzzle, rotation, unmoved) for rotation in looking(rotations)]
    return asked, [_by_looks(puzzle, slots) for slots in maps]


def _map(
    puzzle: CubePuzzle, source: Permutation, renamed: Permutation
) -> tuple[tuple[int, bytes], ...]:
    """Return the action on slots when facelet f gets the sticker of facelet source[f], renamed.

    Orbits may change places: a mirror exchanges those of the oblique centres of a 6×6×6.
    """
    held_at = _held_at(puzzle)
    tables: dict[
        int, bytes
    ] = {}  # slots of an orbit share them; looked up by identity, which is quick
    results = []
    for head in puzzle.heads:
        number, stickers = held_at[source[head]]
        values = tables.get(id(stickers))
        if values is None:
            values = bytes(compose(puzzle.placement_of, compose(renamed, stickers)))
            tables[id(stickers)] = values
        results.append((number, values))
    return tuple(results)


@cache
def _held_at(puzzle: CubePuzzle) -> dict[int, tuple[int, Permutation]]:
    """Return for each facelet the number of its slot, and the sticker that each placement has there."""
    as_row: Callable[[Iterable[int]], Permutation] = bytes if puzzle.facelet_count <= 256 else tuple
    rows = {
        (orbit, place): as_row(stickers[place] for stickers in orbit.stickers)
        for orbit in puzzle.orbits
        for place in range(len(orbit.frames[0]))
    }
    return {
        facelet: (number, rows[orbit, place])
        for number, (orbit, slot) in enumerate(puzzle.slots)
        for place, facelet in enumerate(orbit.frames[slot])
    }


def _by_looks(puzzle: CubePuzzle, slots: SlotMap) -> _Listed:
    """Return a map with the first for all pieces that look alike."""
    tables: dict[tuple[int, bytes], list[int]] = {}
    results = []
    for (number, values), (orbit, _) in zip(slots, puzzle.slots, strict=True):
        firsts = tables.get((id(orbit), values))
        if firsts is None:
            firsts = tables[id(orbit), values] = [*orbit.seen(values)]
        results.append((number, firsts))
    return results
