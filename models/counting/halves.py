"""The order in which coupled edge slots are filled: two halves with little coupling between them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations
from math import prod

from cubecsp.frozen import frozen

_EDGES = 12
_FRONT = 7  # slots; half of the pieces plus one leave the fewest sets


@frozen
class RelatedSlots:
    """The slots that some rules relate.

    Attributes:
        corners: slots, 0…7.
        edges: slots, 0…11, each with the number of classes of placements that the rules may distinguish.
    """

    corners: frozenset[int]
    edges: Mapping[int, int]


@frozen
class Halves:
    """An order of slots, as native code reads them.

    Attributes:
        edges: the edge slots, 0…11, those of the front half first.
        front: how many these are.
        corners: how many of the first corners are read before the front half.
    """

    edges: tuple[int, ...]
    front: int
    corners: int

    def ordered(self, slots: Collection[int]) -> list[int]:
        """Return some slots, corners 0…7 and edges 8…19, in the order in which they are read."""
        edges = [8 + edge for edge in self.edges]
        read = [
            *range(self.corners),
            *edges[: self.front],
            *range(self.corners, 8),
            *edges[self.front :],
        ]
        return [slot for slot in read if slot in slots]


def halves(scopes: Iterable[RelatedSlots]) -> Halves:
    """Return halves of the edges such that the back one needs to know little about the front one.

    This is measured by the number of classes into which rules divide what the front holds. Among equals,
    those are best in which rules about only the front need few of the first corners, since sorted
    placements of the corners then share the front half.
    """
    listed = [*scopes]

    def cost(front: tuple[int, ...]) -> tuple[int, int]:
        ahead = {*front}
        classes = last = 0
        for scope in listed:
            inside = scope.edges.keys() & ahead
            if len(inside) == len(scope.edges):
                last = max([last, *(corner + 1 for corner in scope.corners)])
            elif inside:
                classes += prod(scope.edges[edge] for edge in inside)
        return classes, last

    front = min(combinations(range(_EDGES), _FRONT), key=cost)
    back = tuple(edge for edge in range(_EDGES) if edge not in front)
    return Halves((*_order_of(front, listed), *_order_of(back, listed)), _FRONT, cost(front)[1])


def _order_of(slots: tuple[int, ...], scopes: Sequence[RelatedSlots]) -> list[int]:
    """Return slots in an order in which each is strongly coupled with those before it."""
    order: list[int] = []
    left = [*slots]
    while left:
        best = max(
            left,
            key=lambda slot: sum(len(s.edges.keys() & order) for s in scopes if slot in s.edges),
        )
        order.append(best)
        left.remove(best)
    return order
