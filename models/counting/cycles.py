"""Arrangements of an orbit by parity and order, of all or of those that a group of symmetries preserves.

Pieces form cycles, and the turns along a cycle add up to a number: a cycle of length l whose turns add up to
nothing has order l, any other a multiple of it. So arrangements are numbered by parity and order with a
recursion over the cycle of one piece: there are (k − 1)! / (k − l)! cycles of length l through a given one of k
pieces, and t^(l − 1) ways to turn their pieces, out of t ways each, for every sum. The orders of the cube group
have been counted in this way since D. Singmaster's Notes (1981).

If a group preserves the arrangement, blocks of pieces take the place of pieces: blocks that can take each other's
places are of one kind, and the contents of a block, made of its own pieces, take the place of the turns.
"""

from __future__ import annotations

import bisect
import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import cache
from itertools import accumulate, pairwise, product
from typing import Generic, TypeVar

from cubecsp.frozen import frozen
from cubecsp.models.counting.equivariant import (
    SlotInvariants,
    blocks_of,
    contents,
    law_of,
    pieces_in,
)
from cubecsp.models.counting.subgroups import TRIVIAL, Group
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.puzzle.cube.state import Cube

NOTHING = SlotInvariants(1, False, 0)
"""The invariants of no pieces, and of solved ones."""

ByLaw = Mapping[SlotInvariants, int]
"""The number of arrangements with each set of invariants."""

Draw = Callable[[int], int]
"""Returns a random number below a given one."""


@frozen(eq=False)
class BlockKind:
    """Blocks of an orbit that can take each other's places.

    Attributes:
        orbit: its number on the 3×3×3.
        blocks: the slots of each, numbered within the orbit.
        group: of the symmetries that make blocks of the slots.
        laws: how many ways there are to fill a block with its own pieces, by invariants.
    """

    orbit: int
    blocks: tuple[tuple[int, ...], ...]
    group: Group
    laws: ByLaw = field(repr=False)

    @property
    def ways(self) -> int:
        """The number of ways to fill a block with the pieces of another block, or its own."""
        return sum(self.laws.values())

    def fitting(self, block: Sequence[int], pieces: Sequence[int]) -> tuple[tuple[int, ...], ...]:
        """Return the ways to fill a block with the pieces of a block."""
        return _fitting(self.orbit, tuple(block), tuple(pieces), self.group)


@cache
def _fitting(
    orbit: int, block: tuple[int, ...], pieces: tuple[int, ...], group: Group
) -> tuple[tuple[int, ...], ...]:
    return tuple(
        content
        for content in contents(orbit, block, group)
        if {*pieces_in(orbit, content)} == {*pieces}
    )


@cache
def kinds_of_blocks(orbit: int, group: Group) -> tuple[BlockKind, ...]:
    """Return the kinds of blocks of an orbit of the 3×3×3."""
    gathered: list[list[tuple[int, ...]]] = []
    for block in blocks_of(orbit, group):
        reached = {tuple(sorted(pieces_in(orbit, c))) for c in contents(orbit, block, group)}
        known = next((some for some in gathered if some[0] in reached), None)
        if known is None:
            gathered.append([block])
        else:
            known.append(block)
    return tuple(_kind(orbit, tuple(blocks), group) for blocks in gathered)


def _kind(orbit: int, blocks: tuple[tuple[int, ...], ...], group: Group) -> BlockKind:
    first = blocks[0]
    own = Counter(
        law_of(orbit, dict(zip(first, content, strict=True)))
        for content in contents(orbit, first, group)
        if {*pieces_in(orbit, content)} == {*first}
    )
    return BlockKind(orbit, blocks, group, own)


def _cycle_laws(kind: BlockKind, length: int) -> Iterator[tuple[SlotInvariants, int]]:
    """Yield the invariants of a cycle of some blocks, and how many of the ways to close it have each."""
    size = len(kind.blocks[0])
    for law, number in kind.laws.items():
        yield (
            SlotInvariants(
                law.order * length, law.odd ^ (size * (length - 1) % 2 == 1), law.turned
            ),
            number,
        )


def _cycles(kind: BlockKind, left: int, length: int) -> int:
    """Return how many cycles of a given length go through one of the blocks that are left, for each way to close them."""
    connections: int = kind.ways ** (length - 1)
    return math.perm(left - 1, length - 1) * connections


@cache
def _numbers(kind: BlockKind, left: int) -> ByLaw:
    """Return how many arrangements of a number of blocks of a kind have each set of invariants."""
    if not left:
        return {NOTHING: 1}
    numbers: Counter[SlotInvariants] = Counter()
    for length in range(1, left + 1):
        ways = _cycles(kind, left, length)
        others = _numbers(kind, left - length)
        for (law, closed), (rest, number) in product(_cycle_laws(kind, length), others.items()):
            numbers[together(kind.orbit, law, rest)] += ways * closed * number
    return dict(numbers)


def together(orbit: int, one: SlotInvariants, other: SlotInvariants) -> SlotInvariants:
    """Return the invariants of two arrangements, of different slots, side by side."""
    turns = CUBE.orbits[orbit].turns
    turned = (one.turned + other.turned) % turns
    return SlotInvariants(math.lcm(one.order, other.order), one.odd ^ other.odd, turned)


@cache
def numbers_of_orbit(orbit: int, group: Group, left: tuple[int, ...]) -> ByLaw:
    """Return how many arrangements have each set of invariants if given numbers of blocks of each kind may move."""
    numbers: ByLaw = {NOTHING: 1}
    for kind, some in zip(kinds_of_blocks(orbit, group), left, strict=True):
        numbers = side_by_side(orbit, numbers, _numbers(kind, some))
    return numbers


def side_by_side(orbit: int, some: ByLaw, others: ByLaw) -> ByLaw:
    """Return how many pairs of arrangements, of different slots, have each set of invariants."""
    numbers: Counter[SlotInvariants] = Counter()
    for (law, number), (other, times) in product(some.items(), others.items()):
        numbers[together(orbit, law, other)] += number * times
    return numbers


def draw_blocks(
    orbit: int,
    group: Group,
    free: Sequence[Sequence[tuple[int, ...]]],
    law: SlotInvariants,
    draw: Draw,
) -> dict[int, int]:
    """Return the contents of the slots of blocks that may move: all arrangements with some invariants are equally likely.

    Args:
        orbit: of the 3×3×3.
        group: preserves the arrangement.
        free: of each kind the blocks that may move.
        law: the invariants of the arrangement.
        draw: chooses.
    """
    held: dict[int, int] = {}
    kinds = kinds_of_blocks(orbit, group)
    for number in reversed(range(len(kinds))):
        left = tuple(map(len, free[: number + 1]))
        law, own = _divisions(orbit, group, left, law).pick(draw)
        _draw_kind(kinds[number], list(free[number]), own, draw, held)
    return held


T = TypeVar("T")


class WeightedChoice(Generic[T]):
    """Several things, each of which is drawn with a probability in proportion to a number.

    Args:
        ways: the numbers, and the things.
    """

    def __init__(self, ways: Iterable[tuple[int, T]]) -> None:
        listed = list(ways)
        self._things = [thing for _, thing in listed]
        self._sums = [*accumulate(number for number, _ in listed)]

    @property
    def total(self) -> int:
        """The sum of the numbers."""
        return self._sums[-1] if self._sums else 0

    def pick(self, draw: Draw) -> T:
        """Return one of them."""
        return self._things[bisect.bisect_right(self._sums, draw(self.total))]


@cache
def _divisions(
    orbit: int, group: Group, left: tuple[int, ...], law: SlotInvariants
) -> WeightedChoice[tuple[SlotInvariants, SlotInvariants]]:
    """Return the invariants of the blocks before the last kind and of the last kind, which together make given ones."""
    kinds = kinds_of_blocks(orbit, group)
    before: ByLaw = {NOTHING: 1}
    for kind, some in zip(kinds, left[:-1], strict=False):
        before = side_by_side(orbit, before, _numbers(kind, some))
    own = _numbers(kinds[len(left) - 1], left[-1])
    return WeightedChoice(
        (number * times, (other, one))
        for (other, number), (one, times) in product(before.items(), own.items())
        if together(orbit, other, one) == law
    )


@cache
def _first_cycles(
    kind: BlockKind, left: int, law: SlotInvariants
) -> WeightedChoice[tuple[int, SlotInvariants, SlotInvariants]]:
    """Return the lengths and invariants that the cycle of one block can have, and the invariants of the other blocks."""
    return WeightedChoice(
        (_cycles(kind, left, length) * closed * number, (length, own, rest))
        for length in range(1, left + 1)
        for (own, closed), (rest, number) in product(
            _cycle_laws(kind, length), _numbers(kind, left - length).items()
        )
        if together(kind.orbit, own, rest) == law
    )


def _draw_kind(
    kind: BlockKind,
    free: list[tuple[int, ...]],
    law: SlotInvariants,
    draw: Draw,
    held: dict[int, int],
) -> None:
    """Fill the blocks of a kind that may move, cycle by cycle."""
    while free:
        length, own, law = _first_cycles(kind, len(free), law).pick(draw)
        cycle = [free.pop(0)]
        while len(cycle) < length:
            cycle.append(free.pop(draw(len(free))))
        part: dict[int, int] = {}
        for block, pieces in pairwise(cycle):
            fitting = kind.fitting(block, pieces)
            part |= zip(block, fitting[draw(len(fitting))], strict=True)
        closing = _closing(kind, cycle, part, own)
        held |= part
        held |= zip(cycle[-1], closing[draw(len(closing))], strict=True)


def _closing(
    kind: BlockKind, cycle: Sequence[tuple[int, ...]], part: Mapping[int, int], law: SlotInvariants
) -> list[tuple[int, ...]]:
    """Return the contents of the last block of a cycle that give the cycle some invariants."""
    contents = kind.fitting(cycle[-1], cycle[0])
    if len(cycle[0]) == 1:  # the sum of the turns decides
        turns, before = CUBE.orbits[kind.orbit].turns, sum(part.values())
        return [content for content in contents if (before + content[0]) % turns == law.turned]
    return [
        content
        for content in contents
        if law_of(kind.orbit, {**part, **dict(zip(cycle[-1], content, strict=True))}) == law
    ]


@cache
def cube_of_order(order: int) -> Cube:
    """Return a cube of some order that cubes have."""
    kinds = [kinds_of_blocks(orbit, TRIVIAL)[0] for orbit in range(len(CUBE.orbits))]
    cube = next(
        laws
        for laws in product(*(_numbers(kind, len(kind.blocks)) for kind in kinds))
        if not any(law.turned for law in laws)
        and laws[0].odd == laws[1].odd
        and math.lcm(*(law.order for law in laws)) == order
    )
    rows = []
    for kind, law in zip(kinds, cube, strict=True):
        held = draw_blocks(kind.orbit, TRIVIAL, [kind.blocks], law, lambda _: 0)
        rows.append([held[slot] for slot in sorted(held)])
    return Cube.from_placements(*rows)
