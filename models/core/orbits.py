"""Orbits and symmetry classes, which the solutions of an engine stand for, and the rules' check of many cubes at once.

Rows of cubes go from step to step in one byte string, one after the other (see
`cubecsp.puzzle.cube.images`), so the program makes no object for a cube before it needs one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import compress
from typing import NamedTuple, NoReturn

from cubecsp.models.core.pattern import Pattern
from cubecsp.models.core.projection import Projection
from cubecsp.models.core.rule import Rule
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.puzzle.cube.cubes import class_of
from cubecsp.puzzle.cube.images import Images, images_under, split
from cubecsp.puzzle.cube.state import State
from cubecsp.puzzle.cube.symmetry import SYMMETRIES, Symmetry

REJECTED = 1000  # cubes that filters may reject in a row until others are tried
DRAWN = 2000  # random cubes that may break some rule in a row until varied ones are tried
PER_SAMPLE = 16  # cubes that an engine finds one after another in about the time of a varied one
_FEW = 100
"""Fewer cubes than this are worked on one by one: numpy takes longer to start."""


class CheckedCubes(NamedTuple):
    """Cubes to give as answers.

    Attributes:
        rows: the cubes.
        sizes: how many cubes there are in the symmetry class of each; empty unless classes are asked for.
        satisfying: how many of these satisfy the rules; empty unless classes are asked for.
    """

    rows: bytes
    sizes: bytes = b""
    satisfying: bytes = b""


class Orbits:
    """The orbits of a pattern's cubes.

    Args:
        pattern: the rules.
        group: symmetries of the pattern, with which the engine may leave out all but the least.
        threads: how many may work out orbits.
    """

    def __init__(self, pattern: Pattern, group: tuple[Symmetry, ...], *, threads: int = 1) -> None:
        self.pattern = pattern
        self._threads = threads
        self.width = len(pattern.puzzle.slots)
        self.kind: type[State] = class_of(pattern.puzzle)
        self.whole = len(group) == len(SYMMETRIES)
        """Whether orbits are symmetry classes."""
        self._group = images_under(pattern.puzzle, group) if len(group) > 1 else None
        # Only clingo can judge logic programs, and it has found the cubes.
        self._others = tuple(
            r for r in pattern.cheapest_first if r not in pattern.filters and not r.alone
        )

    @cached_property
    def _all(self) -> Images:
        """The images under all symmetries, from which classes are worked out."""
        return images_under(self.pattern.puzzle, SYMMETRIES)

    def split(self, rows: bytes) -> list[bytes]:
        """Return the rows one by one."""
        return [*split(rows, self.width)]

    def cut(self, checked: CheckedCubes, start: int, end: int) -> CheckedCubes:
        """Return a part of a block, from one cube to another."""
        return CheckedCubes(
            checked.rows[start * self.width : end * self.width],
            checked.sizes[start:end],
            checked.satisfying[start:end],
        )

    def in_blocks(self, checked: CheckedCubes, most: int) -> Iterator[CheckedCubes]:
        """Yield a block in parts of at most so many cubes; an empty one not at all."""
        number = len(checked.rows) // self.width
        return (self.cut(checked, first, first + most) for first in range(0, number, most))

    def letters(self, rows: bytes) -> list[str]:
        """Return the facelet string of each row; of a puzzle that is not a cube, the state as KPattern JSON."""
        if not isinstance(self.pattern.puzzle, CubePuzzle):
            return [str(self.kind.from_row(row)) for row in self.split(rows)]
        if len(rows) < _FEW * self.width:
            return [self.kind.from_row(row).facelets for row in self.split(rows)]
        from cubecsp.puzzle.cube import batch

        return batch.letters(batch.from_bytes(rows, self.pattern.puzzle), self.pattern.puzzle)

    def of(self, rows: bytes) -> bytes:
        """Return the orbit of each row, in order."""
        return rows if self._group is None else self._group.orbits(rows, self._threads)

    def total(self, rows: bytes) -> int:
        """Return how many cubes there are in the orbits of the rows."""
        return len(rows) // self.width if self._group is None else sum(self._group.sizes(rows))

    def least(self, rows: bytes) -> bytes:
        """Return those of the rows that an engine has found that come before all others of their orbits.

        Raises:
            AssertionError: the first of the rows breaks a rule that the engine knows, though it may be left out.
        """
        if self._group is None:
            return rows
        first = rows[: self.width]
        if not all(self._keeping(first, self._others)):
            self._refuse(first)
        return self._rows_where(rows, self._group.are_least(rows))

    def first(self, row: bytes) -> bytes:
        """Return the least of the orbit of a row."""
        return row if self._group is None else self._group.least(row)

    def satisfying(self, rows: bytes) -> bytes:
        """Return which of the rows that an engine has found satisfy the filters too.

        Every cube is checked by `holds`, and the first one by `violations` too, which knows nothing of
        primitives: that exposes a rule that says two different things.

        Raises:
            AssertionError: a cube breaks a rule that the engine knows.
        """
        kept = self._keeping(rows, self._others)
        if not all(kept):
            self._refuse(rows[kept.index(0) * self.width :])
        rows = self._rows_where(rows, self._keeping(rows, self.pattern.filters))
        if rows and self.pattern.violations(self.kind.from_row(rows[: self.width])):
            self._refuse(rows)
        return rows

    def _refuse(self, rows: bytes) -> NoReturn:
        cube = self.kind.from_row(rows[: self.width])
        raise AssertionError(f"{cube!r} was found, which breaks {self.pattern}")

    def keys(self, rows: bytes) -> list[bytes]:
        """Return for each row a key of its symmetry class."""
        return self.split(rows if self.whole else self._all.least(rows))

    def views(self, rows: bytes, projection: Projection) -> list[bytes]:
        """Return for each row a key of what it shows in a projection."""
        return self.split(projection.views(rows))

    def classes(self, rows: bytes) -> CheckedCubes:
        """Return the least cube of each symmetry class that satisfies the rules, and how many cubes of the class do.

        Args:
            rows: the least of orbits, all of which satisfy the rules; a class once.
        """
        sizes = self._all.sizes(rows)
        if self.whole:
            return CheckedCubes(rows, sizes, sizes)
        members = self._all.orbits(rows)
        alone = b"\1" * (len(members) // self.width)
        leaders = alone if self._group is None else self._group.are_least(members)
        tried = self._rows_where(members, leaders)
        kept = iter(self._keeping(tried, self.pattern.cheapest_first))
        counts = iter(alone if self._group is None else self._group.sizes(tried))
        least, numbers, at = bytearray(), bytearray(), 0
        for size in sizes:
            number, first = 0, None
            for i in compress(range(at, at + size), leaders[at : at + size]):
                count = next(counts)
                if next(kept):
                    first = i if first is None else first
                    number += count
            assert first is not None  # the row itself satisfies the rules
            least += members[first * self.width : (first + 1) * self.width]
            numbers.append(number)
            at += size
        return CheckedCubes(bytes(least), sizes, bytes(numbers))

    def _keeping(self, rows: bytes, rules: Sequence[Rule]) -> Sequence[object]:
        """Return for each row whether it satisfies some rules."""
        if not rules:
            return b"\1" * (len(rows) // self.width)
        if len(rows) < _FEW * self.width:
            cubes = map(self.kind.from_row, split(rows, self.width))
            return [all(rule.holds(cube) for rule in rules) for cube in cubes]
        from cubecsp.puzzle.cube import batch

        return batch.keeping(rows, [rule.holds_in for rule in rules], self.pattern.puzzle)

    def _rows_where(self, rows: bytes, flags: Sequence[object]) -> bytes:
        return rows if all(flags) else b"".join(compress(split(rows, self.width), flags))
