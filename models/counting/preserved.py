"""How many cubes that a group of symmetries preserves can be made by turns if each slot is limited to some placements.

As in `fillings`, but block by block (`equivariant`): over the sets of pieces that are used, with the parity of the
permutation and the sum of the turns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from cubecsp.deadline import look
from cubecsp.models.counting.equivariant import blocks_of, contents, pieces_in
from cubecsp.models.counting.fillings import cubes_within
from cubecsp.models.counting.subgroups import TRIVIAL, Group
from cubecsp.puzzle.core.permutation import permutation_parity
from cubecsp.puzzle.cube.cube_puzzle import CUBE

__all__ = ["cubes_preserved_within"]

_State = tuple[int, int, int]
"""The pieces that are used, as a bit mask, whether their inversions are odd, and the sum of their turns."""


def cubes_preserved_within(domains: Sequence[int], group: Group) -> int:
    """Return how many cubes that a group preserves hold in each slot one of the placements that its domain has.

    Args:
        domains: for each slot of the 3×3×3 a bit mask of placements.
        group: of symmetries.
    """
    if group == TRIVIAL:
        return cubes_within(domains, CUBE)
    even_corners, odd_corners = _ways(0, tuple(domains[CUBE.rows[0]]), group)
    even_edges, odd_edges = _ways(1, tuple(domains[CUBE.rows[1]]), group)
    return even_corners * even_edges + odd_corners * odd_edges


@lru_cache(maxsize=4096)
def _ways(orbit: int, domains: tuple[int, ...], group: Group) -> tuple[int, int]:
    """Return in how many ways an orbit can be filled with turns that add up to whole ones, by parity."""
    blocks = blocks_of(orbit, group)
    states: Counter[_State] = Counter({(0, 0, 0): 1})
    for block in blocks:
        following: Counter[_State] = Counter()
        for content in contents(orbit, block, group):
            if all(domains[slot] >> value & 1 for slot, value in zip(block, content, strict=True)):
                look()
                _put(following, states, content, orbit)
        states = following
    # Inversions are counted in the order of the blocks.
    odd = permutation_parity([slot for block in blocks for slot in block])
    everything = (1 << len(domains)) - 1
    return states[everything, odd, 0], states[everything, 1 - odd, 0]


def _put(
    following: Counter[_State], states: Counter[_State], content: tuple[int, ...], orbit: int
) -> None:
    """Add to the states that follow those that a block with this content makes of the states before it."""
    pieces, turns = pieces_in(orbit, content), CUBE.orbits[orbit].turns
    mask, turned = sum(1 << piece for piece in pieces), sum(content)
    inner = sum(one > other for i, one in enumerate(pieces) for other in pieces[i + 1 :])
    for (used, odd, before), number in states.items():
        if not used & mask:
            inversions = inner + sum((used >> piece).bit_count() for piece in pieces)
            state = used | mask, (odd + inversions) % 2, (before + turned) % turns
            following[state] += number
