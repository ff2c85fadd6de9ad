"""Projections: the part of a cube in which two cubes have to differ to count as two."""

from __future__ import annotations

from functools import cached_property

from cubecsp.frozen import frozen
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.puzzle.cube.images import Images, SlotMap, images_of


@frozen
class Projection:
    """What is looked at: some stickers, and how the pieces of some orbits are turned.

    Attributes:
        puzzle: the cube.
        stickers: the facelets that are in view, ascending.
        oriented: the numbers of the orbits whose pieces show how they are turned in their slots, and nothing else.
    """

    puzzle: CubePuzzle
    stickers: tuple[int, ...]
    oriented: frozenset[int] = frozenset()

    @property
    def told_by_stickers(self) -> tuple[int, ...]:
        """The stickers that an engine may go by; empty if cubes that differ there can look the same."""
        return () if self.oriented else self.stickers

    @cached_property
    def labels(self) -> SlotMap:
        """For each slot its number, and for each placement the least that looks the same."""
        results = []
        for number, (orbit, slot) in enumerate(self.puzzle.slots):
            places = [p for p, facelet in enumerate(orbit.frames[slot]) if facelet in self.stickers]
            is_oriented = self.puzzle.orbits.index(orbit) in self.oriented
            first: dict[tuple[int, ...], int] = {}
            values = []
            for value, colours in enumerate(orbit.colours):
                look = (value % orbit.turns * is_oriented, *(colours[place] for place in places))
                values.append(first.setdefault(look, value))
            results.append((number, bytes(values)))
        return results

    @cached_property
    def _images(self) -> Images:
        return images_of(self.puzzle, [self.labels], of_views=True)

    def views(self, rows: bytes) -> bytes:
        """Return a row for each of some rows; two are equal if the cubes show the same."""
        return self._images.least(rows)
