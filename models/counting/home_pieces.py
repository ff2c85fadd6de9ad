"""Conditions on which pieces are in their places, and with which turns: the number of choices that satisfy them.

The count goes through the blocks of slots that a condition is about, one after the other. The state after some of them
is the rest of the condition, so that "five pieces are solved", and "no piece is", take few states for any number of
choices.

Arrangements in which some of these blocks are in place, and the others are not, follow by inclusion and exclusion from
those in which some may move (`cycles`).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import product

from cubecsp.frozen import frozen
from cubecsp.models.core.primitives import AtLeast, Linear, Primitive, SlotDomain
from cubecsp.models.core.residual import ALWAYS, NEVER, residual
from cubecsp.models.core.rule import Rule
from cubecsp.models.core.sticker_scope import parts_of
from cubecsp.models.counting.cycles import (
    NOTHING,
    BlockKind,
    ByLaw,
    Draw,
    WeightedChoice,
    kinds_of_blocks,
    numbers_of_orbit,
    side_by_side,
    together,
)
from cubecsp.models.counting.equivariant import SlotInvariants, law_of
from cubecsp.models.counting.stabilisers import Case, cases_of_rules, unsettled_part
from cubecsp.models.counting.subgroups import Group
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.stopping.deadline import look

_Block = tuple[int, ...]
_Content = tuple[int, ...]


def is_about_cycles(rule: Rule) -> bool:
    """Return whether a rule is only about the order, symmetries, and pieces in their places."""
    if unsettled_part(rule) is not None:
        return False
    return all(_is_about_home(case.condition) for case in cases_of_rules([rule]))


def cubes_of_case(case: Case, group: Group) -> int:
    """Return how many cubes that a group preserves satisfy the condition of a case, and have one of its orders."""
    homes = Homes(case.condition, group)
    return sum(
        ways * sum(number for _, number in law_pairs(homes.laws(choice), case.orders))
        for choice, ways in homes.choices.items()
    )


def law_pairs(
    laws: Sequence[ByLaw], orders: frozenset[int] | None
) -> Iterator[tuple[tuple[SlotInvariants, SlotInvariants], int]]:
    """Yield the invariants that corners and edges of equal parity have in cubes of some orders, and how many cubes do.

    Args:
        laws: how many arrangements of corners, and of edges, have each set of invariants.
        orders: None for any.
    """
    for (one, number), (other, times) in product(*(some.items() for some in laws)):
        if one.odd == other.odd and (orders is None or math.lcm(one.order, other.order) in orders):
            yield (one, other), number * times


def _is_about_home(condition: Primitive) -> bool:
    """Return whether a condition asks of slots only which of them hold their own pieces, and how turned."""
    for part in parts_of(condition):
        if isinstance(part, SlotDomain):
            others = {*range(part.number)} - {*_own(part.orbit, part.slot)}
            if part.placements & others and not part.placements >= others:
                return False
        elif not isinstance(part, AtLeast | Linear):
            return False
    return True


@frozen
class AlikeBlocks:
    """Blocks of one kind on which a condition makes the same demands.

    Attributes:
        kind: of the blocks.
        blocks: the slots of each, numbered within the orbit.
        laws: the invariants of the contents, made of a block's own pieces, that the condition distinguishes
            from other pieces.
    """

    kind: BlockKind
    blocks: tuple[_Block, ...]
    laws: tuple[SlotInvariants, ...]


@frozen
class BlockChoice:
    """A choice for the blocks that a condition is about.

    Attributes:
        numbers: for each of the groups `AlikeBlocks`, how many of its blocks hold a content that is distinguished.
        laws: the invariants of these contents together, for each orbit.
    """

    numbers: tuple[int, ...]
    laws: tuple[SlotInvariants, ...]


class Homes:
    """The choices of block contents that satisfy a condition.

    Args:
        condition: about pieces in their places.
        group: preserves the cubes, so that it makes blocks of the slots.

    Attributes:
        group: that group.
        named: the blocks that the condition is about.
    """

    def __init__(self, condition: Primitive, group: Group) -> None:
        self.group = group
        self._condition = condition
        self._asked = _sets_by_slot(condition)
        orbits = range(len(CUBE.orbits))
        self.named: list[AlikeBlocks] = [
            one
            for orbit in orbits
            for kind in kinds_of_blocks(orbit, group)
            for one in self._of(kind)
        ]
        self._blocks = [(number, b) for number, one in enumerate(self.named) for b in one.blocks]
        self._known: dict[tuple[int, Primitive], Mapping[BlockChoice, int]] = {}
        self._left: dict[
            tuple[_Block, int, Primitive], Sequence[tuple[_Content | None, Primitive]]
        ] = {}

    @cached_property
    def choices(self) -> Mapping[BlockChoice, int]:
        """The number of choices that satisfy the condition."""
        return self._from(0, self._condition)

    def laws(self, choice: BlockChoice) -> list[ByLaw]:
        """Return how many arrangements of corners, and of edges, have each set of invariants, given a choice for some blocks.

        These blocks hold contents that are chosen; the others that the condition is about hold nothing that it
        distinguishes.
        """
        orbits = range(len(CUBE.orbits))
        laws = (
            side_by_side(orbit, {choice.laws[orbit]: 1}, self.moving(choice, orbit))
            for orbit in orbits
        )
        return [{law: n for law, n in some.items() if n and not law.turned} for some in laws]

    def moving(self, choice: BlockChoice, orbit: int) -> ByLaw:
        """Return how many arrangements of the blocks without a choice have each set of invariants."""
        kinds = kinds_of_blocks(orbit, self.group)
        some = [p for p in zip(self.named, choice.numbers, strict=True) if p[0].kind in kinds]
        left = tuple(len(k.blocks) - sum(n for one, n in some if one.kind is k) for k in kinds)
        others = tuple(
            (kinds.index(one.kind), len(one.blocks) - number, one.laws) for one, number in some
        )
        return _without(orbit, self.group, left, others)

    def pick(self, choice: BlockChoice, draw: Draw) -> list[dict[_Block, _Content]]:
        """Return contents that are distinguished, for each of `named` by block: all choices like this are equally likely."""
        contents: list[dict[_Block, _Content]] = [{} for _ in self.named]
        condition = self._condition
        for first, (number, block) in enumerate(self._blocks):
            ways = []
            for content, left in self._after(number, block, condition):
                for others, some in self._from(first + 1, left).items():
                    if self._with(number, block, content, others) == choice:
                        ways.append((some, (content, left, others)))
            content, condition, choice = WeightedChoice(ways).pick(draw)
            if content is not None:
                contents[number][block] = content
        return contents

    def are_any_at_home(self, orbit: int, held: Mapping[int, int]) -> bool:
        """Return whether a block that the condition is about, among slots of an orbit, has a content that it distinguishes."""
        return any(
            tuple(held[slot] for slot in block) in self.distinct_contents(one.kind, block)
            for one in self.named
            if one.kind.orbit == orbit
            for block in one.blocks
            if block[0] in held
        )

    def distinct_contents(self, kind: BlockKind, block: Sequence[int]) -> list[_Content]:
        """Return the contents of a block, made of its own pieces, that the condition distinguishes from other pieces."""
        return [
            content
            for content in kind.fitting(block, block)
            if any(
                (value in some) != (_foreign(kind.orbit, slot) in some)
                for slot, value in zip(block, content, strict=True)
                for some in self._asked.get((kind.orbit, slot), ())
            )
        ]

    def _of(self, kind: BlockKind) -> Iterator[AlikeBlocks]:
        """Yield the blocks of a kind that the condition is about, grouped by equal demands."""
        alike: dict[tuple[SlotInvariants, ...], list[_Block]] = {}
        for block in kind.blocks:
            if any((kind.orbit, slot) in self._asked for slot in block):
                laws = [_law(kind.orbit, block, c) for c in self.distinct_contents(kind, block)]
                alike.setdefault(tuple(sorted(laws)), []).append(block)
        return (AlikeBlocks(kind, tuple(blocks), laws) for laws, blocks in alike.items())

    def _from(self, first: int, condition: Primitive) -> Mapping[BlockChoice, int]:
        """Return the choices for the blocks from one on, given the rest of the condition."""
        if condition == NEVER:
            return {}
        if first == len(self._blocks):
            assert condition == ALWAYS  # since all that it is about is known
            return {BlockChoice((0,) * len(self.named), (NOTHING,) * len(CUBE.orbits)): 1}
        known = self._known.get((first, condition))
        if known is None:
            look()
            number, block = self._blocks[first]
            numbers: Counter[BlockChoice] = Counter()
            for content, left in self._after(number, block, condition):
                for others, some in self._from(first + 1, left).items():
                    numbers[self._with(number, block, content, others)] += some
            known = self._known[first, condition] = numbers
        return known

    def _after(
        self, number: int, block: _Block, condition: Primitive
    ) -> Sequence[tuple[_Content | None, Primitive]]:
        """Return the rest of a condition for each content of a block, and for contents that are not distinguished."""
        known = self._left.get((block, number, condition))
        if known is None:
            kind = self.named[number].kind
            foreign = tuple(_foreign(kind.orbit, slot) for slot in block)
            known = [
                (
                    content,
                    residual(condition, _stickers_of(kind.orbit, block, content or foreign), CUBE),
                )
                for content in (None, *self.distinct_contents(kind, block))
            ]
            self._left[block, number, condition] = known
        return known

    def _with(
        self, number: int, block: _Block, content: _Content | None, others: BlockChoice
    ) -> BlockChoice:
        """Return a choice for some blocks, and one more."""
        if content is None:
            return others
        orbit = self.named[number].kind.orbit
        numbers, laws = [*others.numbers], [*others.laws]
        numbers[number] += 1
        laws[orbit] = together(orbit, laws[orbit], _law(orbit, block, content))
        return BlockChoice(tuple(numbers), tuple(laws))


@cache
def _without(
    orbit: int,
    group: Group,
    left: tuple[int, ...],
    excluded: tuple[tuple[int, int, tuple[SlotInvariants, ...]], ...],
) -> ByLaw:
    """Return how many arrangements of some blocks of each kind have each set of invariants and no excluded content.

    Args:
        orbit: of the 3×3×3.
        group: preserves the arrangements.
        left: how many blocks of each kind.
        excluded: kinds, how many of their blocks are meant, and the invariants of the contents that are
            excluded there.
    """
    if not excluded:
        return numbers_of_orbit(orbit, group, left)
    (kind, number, laws), *others = excluded
    total: Counter[SlotInvariants] = Counter()
    chosen: ByLaw = {NOTHING: 1}
    for some in range(number + 1):
        fewer = (*left[:kind], left[kind] - some, *left[kind + 1 :])
        ways = (-1) ** some * math.comb(number, some)
        laws_here = side_by_side(orbit, chosen, _without(orbit, group, fewer, tuple(others)))
        for law, times in laws_here.items():
            total[law] += ways * times
        chosen = side_by_side(orbit, chosen, Counter(laws))
    return total


def _sets_by_slot(condition: Primitive) -> Mapping[tuple[int, int], list[frozenset[int]]]:
    """Return for each orbit and slot the sets of placements that a condition asks for."""
    asked: dict[tuple[int, int], list[frozenset[int]]] = {}
    for part in parts_of(condition):
        if isinstance(part, SlotDomain):
            asked.setdefault((part.orbit, part.slot), []).append(part.placements)
    return asked


def _own(orbit: int, slot: int) -> range:
    turns = CUBE.orbits[orbit].turns
    return range(slot * turns, (slot + 1) * turns)


def _foreign(orbit: int, slot: int) -> int:
    """Return a placement of another piece than the slot's own."""
    return (slot + 1) * CUBE.orbits[orbit].turns % CUBE.orbits[orbit].placements


def _law(orbit: int, block: Sequence[int], content: _Content) -> SlotInvariants:
    return law_of(orbit, dict(zip(block, content, strict=True)))


def _stickers_of(orbit: int, block: Sequence[int], content: _Content) -> dict[int, int]:
    """Return the colours, by facelet, of slots with a content."""
    frames, colours = CUBE.orbits[orbit].frames, CUBE.orbits[orbit].colours
    return {
        facelet: colour
        for slot, value in zip(block, content, strict=True)
        for facelet, colour in zip(frames[slot], colours[value], strict=True)
    }
