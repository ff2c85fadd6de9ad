"""Blocks of points of a base that are brought home together, with moves that leave the earlier points in place.

A block ends where some moves leave all points so far in place and move the next one: a chain of subgroups, each generated
by fewer of the moves, which no definition has to name. For parts of a block a table has the number of moves that bring these
points home, for every place where these moves can take them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cubecsp.search.point_moves import PointMoves, Rows, inverses
from cubecsp.stopping.deadline import look

_Whole: TypeAlias = NDArray[Any]

_MOST = 300_000  # entries of a table
_TABLES = 3  # of a block
NEVER = 255


class CosetTable:
    """How many moves bring some points home.

    Args:
        rows: the moves.
        points: the points.

    Attributes:
        entries: the size of the table in bytes.
        measured: the table; there is none before `measure` or `use`.
        far: one more than the most moves of any entry.
    """

    far: int
    measured: _Whole

    def __init__(self, rows: Rows, points: Sequence[int]) -> None:
        self.points = list(points)
        orbits = [_orbit(rows, point) for point in points]
        self._places: _Whole = np.full((len(points), rows.shape[1]), -1, np.int32)
        for place, orbit in zip(self._places, orbits, strict=True):
            place[orbit] = np.arange(len(orbit))
        self._sizes = [len(orbit) for orbit in orbits]
        self.entries = int(np.prod(self._sizes))
        self._back, self._orbits = inverses(rows), orbits

    def measure(self) -> None:
        """Make the table."""
        self.use(self._measured(self._back, self._orbits))

    def use(self, distances: _Whole) -> None:
        """Take the table that `measure` has made before."""
        self.measured = distances
        self.far = int(distances[distances < NEVER].max()) + 1

    def distances(self, rows: Rows) -> _Whole:
        """Return for each element how many moves bring the points home: one more than the most if none of these moves do."""
        index, known = np.zeros(len(rows), np.int64), np.ones(len(rows), np.bool_)
        for point, places, size in zip(self.points, self._places, self._sizes, strict=True):
            at = places[rows[:, point]]
            known &= at >= 0
            index = index * size + at
        result = self.measured[np.where(known, index, 0)].astype(np.int64)
        return np.where(known & (result < NEVER), result, self.far)

    def _measured(self, rows: Rows, orbits: Sequence[_Whole]) -> _Whole:
        result: _Whole = np.full(self.entries, NEVER, np.uint8)
        images = [
            places[rows[:, orbit]] for places, orbit in zip(self._places, orbits, strict=True)
        ]
        level = np.zeros(1, np.int64)
        for point, places, size in zip(self.points, self._places, self._sizes, strict=True):
            level = level * size + places[point]
        for distance in range(NEVER):
            look()
            if not len(level):
                break
            result[level] = distance
            parts, rest = [], level
            for size in reversed(self._sizes):
                rest, part = np.divmod(rest, size)
                parts.append(part)
            fresh = []
            for move in range(len(rows)):
                after = np.zeros(len(level), np.int64)
                for image, part, size in zip(images, reversed(parts), self._sizes, strict=True):
                    after = after * size + image[move][part]
                after = after[result[after] == NEVER]
                result[after] = distance + 1
                fresh.append(after)
            level = np.unique(np.concatenate(fresh))
        return result


class CosetBlock:
    """A block, or its first points.

    Args:
        moves: the numbers of the moves that leave the points before it in place.
        rows: these moves.
        tables: the tables for its parts.

    Attributes (besides the arguments):
        size: the number of its points.
    """

    def __init__(self, moves: _Whole, rows: Rows, tables: Sequence[CosetTable]) -> None:
        self.moves, self.rows, self.tables = moves, rows, tables
        self.size = sum(len(table.points) for table in tables)

    @property
    def shorter(self) -> CosetBlock | None:
        """The block without its last part; None if it has no other."""
        if len(self.tables) == 1:
            return None
        return CosetBlock(self.moves, self.rows, self.tables[:-1])

    def distances(self, rows: Rows) -> _Whole:
        """Return for each element the sum of what the tables say."""
        return sum((table.distances(rows) for table in self.tables), np.zeros(len(rows), np.int64))

    def bounds(self, rows: Rows) -> _Whole:
        """Return for each element the least number of moves that bring all points home, as far as the tables tell; `NEVER` if none do."""
        most = np.zeros(len(rows), np.int64)
        for table in self.tables:
            distances = table.distances(rows)
            most = np.maximum(most, np.where(distances == table.far, NEVER, distances))
        return most


def blocks_of(moves: PointMoves, base: Sequence[int]) -> Iterator[tuple[int, CosetBlock]]:
    """Yield the blocks of a base, each with the number of its first point, until no move leaves all points so far in place."""
    moved = moves.rows != np.arange(moves.points)
    free = [np.ones(len(moves), np.bool_)]
    for point in base:
        free.append(free[-1] & ~moved[:, point])
    begun = 0
    while begun < len(base) and free[begun].any():
        end = begun + 1
        while end < len(base) and not moved[free[end], base[end]].any():
            end += 1
        some = np.flatnonzero(free[begun])
        rows = moves.rows[some]
        tables = [CosetTable(rows, part) for part in _parts(rows, base[begun:end])]
        block = CosetBlock(some, rows, tables)
        yield begun, block
        if block.size < end - begun:
            return
        begun = end


def _parts(rows: Rows, points: Sequence[int]) -> list[list[int]]:
    """Return points in parts whose tables are not too large; at most `_TABLES` of them."""
    parts: list[list[int]] = [[]]
    entries = 1
    for point in points:
        size = len(_orbit(rows, point))
        if entries * size > _MOST and parts[-1]:
            parts.append([])
            entries = 1
        parts[-1].append(point)
        entries *= size
    return parts[:_TABLES]


def _orbit(rows: Rows, point: int) -> _Whole:
    found, waiting = {point}, [point]
    for here in waiting:
        for there in {*rows[:, here].tolist()} - found:
            found.add(there)
            waiting.append(there)
    return np.array(sorted(found))
