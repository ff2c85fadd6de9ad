"""How many cubes that a group of symmetries preserves can be made by turns if each slot is limited to some placements.

As in `fillings`, but block by block (`equivariant`): over the sets of pieces that are used, with the parity of the
permutation and the sum of the turns.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from cubecsp.deadline import look
from cubecsp.models.counting.equivariant import blocks_of, contents, pieces_in
from cubecsp.models.counting.fillings import cubes_within
from cubecsp.models.counting.subgroups import TRIVIAL, Group
from cubecsp.puzzle.core.permutation import permutation_parity
from cubecsp.puzzle.cube.cube_puzzle import CUBE

__all__ = ["BlockFillings", "cubes_preserved_within"]

_Numbers = tuple[int, ...]
"""How many ways there are with each sum of turns, even permutations first."""


class BlockFillings:
    """The ways to fill an orbit of the 3×3×3 that a group preserves, block by block.

    Args:
        orbit: its number.
        domains: for each slot a bit mask of placements.
        group: of symmetries.

    Attributes:
        blocks: in the order of their first slots.
        contents: what each of them may hold, by what its first slot holds.
        reordered: whether an odd permutation takes the slots into the order of the blocks, in which inversions are
            counted.
    """

    def __init__(self, orbit: int, domains: Sequence[int], group: Group) -> None:
        self._orbit, self._turns = orbit, CUBE.orbits[orbit].turns
        self.blocks = blocks_of(orbit, group)
        self.contents = [
            {
                content[0]: content
                for content in contents(orbit, block, group)
                if all(domains[s] >> value & 1 for s, value in zip(block, content, strict=True))
            }
            for block in self.blocks
        ]
        self.reordered = permutation_parity([slot for block in self.blocks for slot in block])
        self._known: dict[tuple[int, int], _Numbers] = {}

    def after(self, used: int, content: Sequence[int]) -> tuple[int, int] | None:
        """Return which pieces are used once a block has a content, and how many inversions that adds; None if one was."""
        pieces = pieces_in(self._orbit, content)
        mask = sum(1 << piece for piece in pieces)
        if used & mask:
            return None
        inversions = sum((used >> piece).bit_count() for piece in pieces)
        inversions += sum(a > b for i, a in enumerate(pieces) for b in pieces[i + 1 :])
        return used | mask, inversions

    def beyond(self, first: int, used: int) -> _Numbers:
        """Return in how many ways the blocks from one on can be filled, by parity and by the sum of the turns.

        Only inversions of the pieces that are placed there, and with those before them, count for the parity.

        Args:
            first: the number of that block.
            used: the pieces in the blocks before it, as a bit mask.
        """
        turns = self._turns
        if first == len(self.blocks):
            return (1, *[0] * (2 * turns - 1))
        known = self._known.get((first, used))
        if known is None:
            look()
            numbers = [0] * (2 * turns)
            for content in self.contents[first].values():
                if (after := self.after(used, content)) is None:
                    continue
                odd, turned = after[1] % 2, sum(content)
                for at, number in enumerate(self.beyond(first + 1, after[0])):
                    numbers[(at // turns ^ odd) * turns + (at + turned) % turns] += number
            known = self._known[first, used] = tuple(numbers)
        return known


def cubes_preserved_within(domains: Sequence[int], group: Group) -> int:
    """Return how many cubes that a group preserves hold in each slot one of the placements that its domain has.

    Args:
        domains: for each slot of the 3×3×3 a bit mask of placements.
        group: of symmetries.
    """
    if group == TRIVIAL:
        return cubes_within(domains, CUBE)
    corners, edges = (
        _ways(orbit, tuple(domains[row]), group) for orbit, row in enumerate(CUBE.rows)
    )
    return sum(number * others for number, others in zip(corners, edges, strict=True))


@lru_cache(maxsize=4096)
def _ways(orbit: int, domains: tuple[int, ...], group: Group) -> tuple[int, int]:
    """Return in how many ways an orbit can be filled with turns that add up to whole ones, even permutations first."""
    fillings = BlockFillings(orbit, domains, group)
    numbers = fillings.beyond(0, 0)
    both = numbers[0], numbers[CUBE.orbits[orbit].turns]
    return both[::-1] if fillings.reordered else both
