"""The group that permutations generate: its order, its elements, and the points to which it can lead points.

Schreier-Sims in D. Knuth's form ("Efficient representation of perm groups", Combinatorica 11, 1991, 33-43):
for each point of a base, the points to which the stabiliser of those before it leads it, with one element for
each. It uses no randomness, so its results are proven. A group whose order is known is written for another
base from random elements, and is complete when the order is reached, so that this is certain as well.

Permutations are byte tables of 256; `p[a]` is the place to which a goes; `p.translate(q)` is first p, then q.
The group of all turns of the 3×3×3 takes about a tenth of a second.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from math import prod
from operator import mul

from cubecsp.puzzle.core.permutation import inverse
from cubecsp.stopping.deadline import look

IDENTITY = bytes(range(256))
"""The permutation that moves nothing."""


class PatienceError(Exception):
    """A search took more trials than allowed."""


@dataclass
class _BasePoint:
    """A point of the base, and the stabiliser of the points before it.

    Attributes:
        point: the point of the base.
        leading: for each point of its orbit an element that leads from `point` there.
        back: the inverses of these.
        generators: the generators of the stabiliser.
    """

    point: int
    leading: dict[int, bytes] = field(default_factory=dict)
    back: dict[int, bytes] = field(default_factory=dict)
    generators: list[bytes] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.add(IDENTITY)

    def add(self, element: bytes) -> None:
        """Add a point to the orbit, by an element that leads there."""
        self.leading[element[self.point]] = element
        self.back[element[self.point]] = inverse(element)


class Group:
    """A group of permutations.

    Args:
        generators: its generators.
        base: points to begin the base with.
    """

    def __init__(self, generators: Iterable[bytes], base: Sequence[int] = ()) -> None:
        self._levels = [_BasePoint(point) for point in base]
        for generator in generators:
            self._include(generator)

    @property
    def order(self) -> int:
        """The number of its elements."""
        return prod(len(level.leading) for level in self._levels)

    def orders(self) -> list[int]:
        """Return the order of the group, of the stabiliser of the first point of the base, of the first two, and so on."""
        sizes = [len(level.leading) for level in reversed(self._levels)]
        return [*accumulate(sizes, mul, initial=1)][::-1]

    def leading(self, number: int) -> Mapping[int, bytes]:
        """Return the points to which the stabiliser of the earlier points of the base leads one, each with such an element.

        An element that leads it to y, and then one that leads y to z, together lead it to z, and the points before it
        where the latter leads them.
        """
        return self._levels[number].leading

    def __contains__(self, permutation: bytes) -> bool:
        return self._left_of(permutation, 0)[1] == IDENTITY

    def random_element(self, source: random.Random, fixed: int = 0) -> bytes:
        """Return a random element of the stabiliser of the first points of the base, each with the same probability."""
        element = IDENTITY
        for level in reversed(self._levels[fixed:]):
            element = element.translate(source.choice(list(level.leading.values())))
        return element

    def with_base(self, base: Sequence[int]) -> Group:
        """Return the same group with a base that begins with these points."""
        source = random.Random(0)
        result = Group((), base)
        while result.order < self.order:
            look()
            result._fill(self.random_element(source))
        return result

    def leads(self, targets: Sequence[Collection[int]], patience: int) -> bool | None:
        """Return whether an element leads each of the first points of the base to one wanted there; see `leading_to`.

        The result is None if the patience is too small.
        """
        try:
            return self.leading_to(targets, patience) is not None
        except PatienceError:
            return None

    def leading_to(
        self,
        targets: Sequence[Collection[int]],
        patience: int,
        source: random.Random | None = None,
    ) -> bytes | None:
        """Return an element that leads each of the first points of the base to one wanted there; None if there is none.

        Args:
            targets: for each of them the points that it may go to.
            patience: the number of ways to test.
            source: random numbers for the order in which ways are tested.

        Raises:
            PatienceError: that many did not decide it.
        """
        after: bytes | None = IDENTITY
        ways: list[Iterator[bytes]] = []
        while len(ways) < len(targets) or after is None:
            look()
            if after is not None:
                found = self._ways(len(ways), after, targets)
                if source is not None:
                    source.shuffle(found)
                ways.append(iter(found))
            after = next(ways[-1], None)
            if after is None:
                ways.pop()
                if not ways:
                    return None
            elif patience == 0:
                raise PatienceError
            else:
                patience -= 1
        return after

    def _ways(self, number: int, after: bytes, targets: Sequence[Collection[int]]) -> list[bytes]:
        """Return the ways to lead a point of the base to one wanted there, after `after`; see `leading`."""
        ways = self.leading(number).items()
        return [u.translate(after) for y, u in ways if after[y] in targets[number]]

    def _left_of(self, permutation: bytes, first: int) -> tuple[int, bytes]:
        """Return the level at which the permutation leaves the group, and the rest of it there."""
        for number in range(first, len(self._levels)):
            level = self._levels[number]
            back = level.back.get(permutation[level.point])
            if back is None:
                return number, permutation
            permutation = permutation.translate(back)
        return len(self._levels), permutation

    def _include(self, permutation: bytes) -> None:
        """Extend the group to the one that its elements and another permutation generate."""
        # To do: permutations that fix the points of the base before a level, with that level.
        todo = [(0, permutation)]
        while todo:
            look()
            number, element = todo.pop()
            left = self._left_of(element, number)[1]
            if left == IDENTITY:
                continue
            self._have_level(number, left)
            products = self._extend(number, element)
            todo += [(number + 1, product) for product in products]

    def _fill(self, element: bytes) -> None:
        """Put an element of the group at a level of an incomplete base that lacks it."""
        number, left = self._left_of(element, 0)
        if left != IDENTITY:
            self._have_level(number, left)
            self._extend(number, left)

    def _have_level(self, number: int, moving: bytes) -> None:
        """Add a level if there is none with this number, for a point that a permutation moves."""
        if number == len(self._levels):
            self._levels.append(_BasePoint(next(a for a in range(256) if moving[a] != a)))

    def _extend(self, number: int, generator: bytes) -> list[bytes]:
        """Add a generator of a stabiliser; return the elements that the next one must have for it."""
        level = self._levels[number]
        level.generators.append(generator)
        new = [element.translate(generator) for element in level.leading.values()]
        inside = []
        while new:
            look()
            element = new.pop()
            there = element[level.point]
            if there in level.leading:
                inside.append(element.translate(level.back[there]))
            else:
                level.add(element)
                new += [element.translate(each) for each in level.generators]
        return inside
