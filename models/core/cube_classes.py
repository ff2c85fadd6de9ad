"""The classes into which cubes fall that come one after another, and how large these are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Set
from typing import NamedTuple

from cubecsp.models.core.sameness import Sameness, Transformation
from cubecsp.puzzle.cube.images import split


class CubeClass(NamedTuple):
    """Cubes that count as one.

    Attributes:
        key: what tells the class from others, as `Classes.keys` gives it.
        row: the one of them that was found first.
        size: how many there are; in a projection, of different ones. None if that is not known.
        found: how many of them were found.
    """

    key: bytes
    row: bytes
    size: int | None
    found: int


class Classes:
    """The classes of cubes that come one after another.

    Args:
        same: what makes cubes the same.
    """

    def __init__(self, same: Sameness) -> None:
        self._same, self._width = same, len(same.puzzle.slots)
        self._begin(same.candidates)
        self._rows = bytearray()
        self._views: set[bytes] = set()

    def _begin(self, kept: list[Transformation]) -> None:
        self._kept, self._images = kept, self._same.images(kept)
        self._firsts: dict[bytes, bytes] = {}
        self._sizes: Counter[bytes] = Counter()

    def __len__(self) -> int:
        return len(self._sizes)

    @property
    def found(self) -> int:
        """The number of cubes that have come; in a projection, of different ones."""
        return len(self._rows) // self._width

    @property
    def under(self) -> str:
        """The transformations that make cubes the same, to follow "under"."""
        return self._same.in_words(self._kept)

    def add(self, rows: bytes) -> None:
        """Take more cubes that satisfy the rules.

        Raises:
            InputError: they show that turns of U do not preserve the rules.
        """
        rows = self._different(rows)
        if self._same.projection is None:
            self._narrow(rows, None)
        self._rows += rows
        self._sort(rows)

    def _narrow(self, rows: bytes, views: Set[bytes] | None) -> None:
        """Leave out transformations that do not preserve the rules, as cubes show; errors as for `add`."""
        kept = [one for one in self._kept if self._same.preserves(one, rows, views)]
        if kept != self._kept:
            self._same.require(kept)
            self._begin(kept)
            self._sort(bytes(self._rows))

    def _sort(self, rows: bytes) -> None:
        """Put cubes into their classes."""
        for key, row in zip(self.keys(rows), split(rows, self._width), strict=True):
            self._firsts.setdefault(key, row)
            self._sizes[key] += 1

    def result(self, *, complete: bool) -> list[CubeClass]:
        """Return the classes, in the order of their first cubes.

        Args:
            complete: whether all cubes that satisfy the rules have come.

        Raises:
            InputError: turns of U do not preserve the rules.
        """
        if self._same.projection is not None:
            self._narrow(bytes(self._rows), self._views if complete else None)
        found = self._sizes.values()
        rows = b"".join(self._firsts.values())
        sizes = found if complete else self._same.sizes(rows, self._images)
        return [*map(CubeClass, self._firsts, self._firsts.values(), sizes, found)]

    def keys(self, rows: bytes) -> list[bytes]:
        """Return for each row the key of its class."""
        return self._same.keys(rows, self._images)

    def _different(self, rows: bytes) -> bytes:
        """Return those of the rows that show in the projection what none before them has shown."""
        if self._same.projection is None:
            return rows
        views = split(self._same.projection.views(rows), self._width)
        fresh = {
            view: row
            for view, row in zip(views, split(rows, self._width), strict=True)
            if view not in self._views
        }
        self._views.update(fresh)
        return b"".join(fresh.values())
