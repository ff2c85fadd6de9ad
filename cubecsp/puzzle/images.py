"""What symmetries make of rows of placements, many at once: least images, orbits and their sizes.

A row says, a byte a slot, what the slots of a cube hold, orbit by orbit, the bytes of `State.seen`.
Rows compare as cubes do. The work is done in native/images.cpp, which is told here how each symmetry
moves slots and renames placements and, for cubes of even size, how one is held anew afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from cubecsp._native import Images
from cubecsp.puzzle.permutation import Permutation, identity
from cubecsp.puzzle.puzzle import CubePuzzle
from cubecsp.puzzle.symmetry import Symmetry

__all__ = ["Images", "images_under", "slot_map", "split"]

_SlotMap = list[tuple[int, list[int]]]
"""For each slot the slot that its placement comes from, and what each placement is seen to become."""


@cache
def images_under(puzzle: CubePuzzle, symmetries: tuple[Symmetry, ...]) -> Images:
    """Return what works out images of rows under a group of symmetries.

    Its methods take rows one after the other in one byte string, and raise ValueError where these are
    none. `least` returns the least image of each row, `are_least` a 1 for each row that no image
    precedes and a 0 for each other, `sizes` how many different images each has, a byte each, and
    `orbits` the different images of each row in order, those of one row after those of another.
    """
    maps = [_seen(puzzle, slot_map(puzzle, symmetry)) for symmetry in symmetries]
    held, holdings = _holdings(puzzle)
    return Images(maps, held, holdings)


def slot_map(puzzle: CubePuzzle, symmetry: Symmetry) -> list[tuple[int, bytes]]:
    """Return for each slot the slot that its placement comes from, and what each placement becomes."""
    there, back = symmetry.tables(puzzle)
    return _map(puzzle, back, there)


def split(rows: bytes, width: int) -> Iterator[bytes]:
    """Yield the rows of so many slots that stand in a byte string one after the other."""
    return (rows[at : at + width] for at in range(0, len(rows), width))


def _holdings(puzzle: CubePuzzle) -> tuple[list[list[int]], list[_SlotMap]]:
    """Return which slot and placement asks for which rotation to be held anew, and these as maps.

    Nothing for cubes of odd size. Only one piece asks for any, and -1 stands for none.
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
    return asked, [_seen(puzzle, _map(puzzle, rotation, unmoved)) for rotation in rotations]


def _map(puzzle: CubePuzzle, source: Permutation, renamed: Permutation) -> list[tuple[int, bytes]]:
    """Return what it does to slots when facelet f gets the sticker of facelet source[f], renamed.

    Orbits may change places, as those of the oblique centres of a 6×6×6 do in a mirror.
    """
    slot_at = {
        facelet: (number, orbit, place)
        for number, (orbit, slot) in enumerate(puzzle.slots)
        for place, facelet in enumerate(orbit.frames[slot])
    }
    found = []
    for orbit, slot in puzzle.slots:
        number, other, place = slot_at[source[orbit.frames[slot][0]]]
        values = bytes(orbit.by_head[renamed[stickers[place]]] for stickers in other.stickers)
        found.append((number, values))
    return found


def _seen(puzzle: CubePuzzle, slots: list[tuple[int, bytes]]) -> _SlotMap:
    """Return a map with the first for all pieces that look alike."""
    pairs = zip(slots, puzzle.slots, strict=True)
    return [(number, [*orbit.seen(values)]) for (number, values), (orbit, _) in pairs]
