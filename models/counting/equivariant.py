"""Arrangements that a group of symmetries preserves.

The group takes the slots of an orbit to each other, in blocks. What one slot of a block holds determines what the
others hold, so that such an arrangement is one of blocks instead of slots.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from cubecsp.models.counting.subgroups import Group
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.puzzle.cube.images import slot_map
from cubecsp.puzzle.cube.symmetry import SYMMETRIES

_Block = tuple[int, ...]
_Content = tuple[int, ...]


class SlotInvariants(NamedTuple):
    """The invariants of an arrangement of some slots, whose pieces belong there.

    Attributes:
        order: the number of repetitions after which all is back in place.
        odd: whether the permutation is odd.
        turned: the sum of the turns, modulo the turns of the orbit.
    """

    order: int
    odd: bool
    turned: int


@cache
def blocks_of(orbit: int, group: Group) -> tuple[_Block, ...]:
    """Return the blocks of slots, numbered within an orbit of the 3×3×3."""
    slots = range(len(CUBE.orbits[orbit].names))
    maps = [_within(orbit, member) for member in sorted(group)]
    return tuple(sorted({tuple(sorted({image[slot][0] for image in maps})) for slot in slots}))


@cache
def contents(orbit: int, block: _Block, group: Group) -> tuple[_Content, ...]:
    """Return what the slots of a block may hold together, in the order of the slots."""
    maps = [_within(orbit, member) for member in sorted(group)]
    first, result = block[0], []
    for value in range(CUBE.orbits[orbit].placements):
        held: list[set[int]] = [
            {values[value] for source, values in (image[slot] for image in maps) if source == first}
            for slot in block
        ]
        content = tuple(min(some) for some in held)
        single = all(len(some) == 1 for some in held)
        if single and len({*pieces_in(orbit, content)}) == len(block):
            result.append(content)
    return tuple(result)


def pieces_in(orbit: int, content: Iterable[int]) -> tuple[int, ...]:
    """Return the pieces of some placements."""
    turns = CUBE.orbits[orbit].turns
    return tuple(value // turns for value in content)


def law_of(orbit: int, held: Mapping[int, int]) -> SlotInvariants:
    """Return the invariants of an arrangement.

    Args:
        orbit: of the 3×3×3.
        held: for some slots the placements in them, of the pieces whose solved position is in these slots.
    """
    turns = CUBE.orbits[orbit].turns
    order, even, left = 1, 0, {*held}
    while left:
        slot, length, turned = left.pop(), 1, 0
        piece, turn = divmod(held[slot], turns)
        turned += turn
        while piece != slot:
            left.remove(piece)
            length += 1
            piece, turn = divmod(held[piece], turns)
            turned += turn
        even += 1
        order = math.lcm(order, length * (turns // math.gcd(turns, turned)))
    return SlotInvariants(order, (len(held) - even) % 2 == 1, sum(held.values()) % turns)


def _within(orbit: int, symmetry: int) -> Sequence[tuple[int, bytes]]:
    """Return for each slot of an orbit where its placement comes from, and what each becomes there."""
    rows = CUBE.rows[orbit]
    images = slot_map(CUBE, SYMMETRIES[symmetry])[rows]
    return [(source - rows.start, values) for source, values in images]
