"""The number of solvable ways to fill the slots if each is limited to some placements, followed slot by slot.

Orbits of up to twelve slots are counted over the sets of pieces that are used, with the parity of the
permutation and the sum of the turns (native/sampling/matchings.cpp). In the orbits of 24 slots of larger cubes,
pieces are not turned in their slots, and their parity cannot be seen: pieces that fit the same slots are taken
together, which leaves few states as long as there are few kinds of pieces. If a group of symmetries preserves the
cubes, blocks of slots take the place of slots (`equivariant`).
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from cubecsp._native import completions
from cubecsp.models.counting.equivariant import blocks_of, contents, pieces_in
from cubecsp.models.counting.subgroups import TRIVIAL, Group
from cubecsp.puzzle.core.orbits import Orbit
from cubecsp.puzzle.core.permutation import permutation_parity
from cubecsp.puzzle.core.quotient import quotient
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle
from cubecsp.stopping.deadline import look

_MOST_SLOTS = 12  # of an orbit that native code has room for
_MOST_KINDS = 100_000  # states of pieces taken together, beyond which that takes too long
_FEW_KINDS = 10_000  # of which a look takes a tenth of a second


def ways_of_parity(ways: tuple[int, int], parity: int | None) -> int:
    """Return how many of the ways to fill an orbit, by parity, have this one; None for either."""
    return sum(ways) if parity is None else ways[parity]


@lru_cache(maxsize=4096)
def ways_of_orbit(
    orbit: Orbit, domains: tuple[int, ...], group: Group = TRIVIAL
) -> tuple[int, int]:
    """Return in how many ways an orbit can be filled with turns that add up to whole ones, by parity.

    If the parity cannot be seen, all of them count as even.
    """
    matching = matching_of(orbit, domains, group)
    return matching.beyond(matching.start)


def too_many_kinds(domains: Sequence[int], puzzle: CubePuzzle) -> str | None:
    """Return, as a clause, where there are too many kinds of pieces for a count within domains; None if nowhere."""
    for orbit, row in zip(puzzle.orbits, puzzle.rows, strict=True):
        if (
            len(orbit.names) > _MOST_SLOTS
            and visited_kinds(orbit, tuple(domains[row])) > _MOST_KINDS
        ):
            return f"the {orbit.name} slots may hold too many kinds of pieces"
    return None


class Matching(ABC):
    """The ways to fill the slots of an orbit, each with one of the placements that its domain has."""

    start: Any
    """The state before the first slot."""

    @abstractmethod
    def after(self, state: Any, slot: int, value: int) -> Any | None:
        """Return the state once the next slot holds a placement; None if it cannot."""

    @abstractmethod
    def beyond(self, state: Any) -> tuple[int, int]:
        """Return in how many distinguishable ways the slots that are left can be filled.

        All turns then add up to whole ones, and the whole permutation is even, or odd; if that cannot be
        seen, all count as even.
        """

    @abstractmethod
    def parity(self, state: Any) -> int:
        """Return whether the whole permutation is odd, once all slots are filled."""


def matching_of(orbit: Orbit, domains: Sequence[int], group: Group = TRIVIAL) -> Matching:
    """Return the ways to fill an orbit within domains: bit masks, with all or none of what looks alike.

    Args:
        orbit: the orbit.
        domains: for each of its slots.
        group: of symmetries that preserve the ways, on the 3×3×3.
    """
    if group != TRIVIAL:
        return _PreservedMatching(CUBE.orbits.index(orbit), domains, group)
    if len(orbit.names) <= _MOST_SLOTS:
        return _BySets(orbit, domains)
    return _ByKinds(orbit, domains)


class _BySets(Matching):
    """States are the pieces that are used, whether their inversions are odd, and the sum of their turns."""

    def __init__(self, orbit: Orbit, domains: Sequence[int]) -> None:
        self.start = (0, 0, 0)
        self._turns, self._domains = orbit.turns, domains
        self._ways = memoryview(completions(orbit.turns, list(domains))).cast("Q")

    def after(self, state: tuple[int, int, int], slot: int, value: int) -> Any | None:
        used, odd, total = state
        piece, turn = divmod(value, self._turns)
        if used >> piece & 1 or not self._domains[slot] >> value & 1:
            return None
        inversions = (used >> piece).bit_count()
        return used | 1 << piece, (odd + inversions) % 2, (total + turn) % self._turns

    def beyond(self, state: tuple[int, int, int]) -> tuple[int, int]:
        used, odd, total = state
        even, balance = 2 * used * self._turns, -total % self._turns
        ways = self._ways[even + balance], self._ways[even + self._turns + balance]
        return ways[::-1] if odd else ways

    def parity(self, state: tuple[int, int, int]) -> int:
        return state[1]


class _ByKinds(Matching):
    """States are the slot that is next, how many pieces of each kind are left, and of each look used."""

    def __init__(self, orbit: Orbit, domains: Sequence[int]) -> None:
        self._domains, self._looks, self._copies = domains, orbit.looks, orbit.copies
        kinds = _kinds_of(orbit, domains)
        numbers = {kind: number for number, kind in enumerate(dict.fromkeys(kinds))}
        self._kind = [numbers[kind] for kind in kinds]
        self._fits = list(numbers)
        left = tuple(self._kind.count(number) for number in range(len(numbers)))
        self.start = (0, left, (0,) * len(kinds))
        self._known: dict[tuple[int, tuple[int, ...]], int] = {}
        self._all = math.prod(map(math.factorial, orbit.copies))

    def after(self, state: tuple[int, Any, Any], slot: int, value: int) -> Any | None:
        _, left, used = state
        seen, kind = self._looks[value], self._kind[value]
        if not self._domains[slot] >> value & 1 or used[seen] == self._copies[seen]:
            return None
        return slot + 1, _fewer(left, kind), (*used[:seen], used[seen] + 1, *used[seen + 1 :])

    def beyond(self, state: tuple[int, Any, Any]) -> tuple[int, int]:
        slot, left, used = state
        # Each visible arrangement is several arrangements of numbered pieces.
        labels = math.prod(map(math.perm, self._copies, used))
        return quotient(labels * self._labelled_ways(slot, left), self._all), 0

    def parity(self, state: tuple[int, Any, Any]) -> int:
        del state
        return 0

    def _labelled_ways(self, slot: int, left: tuple[int, ...]) -> int:
        """Return in how many ways the slots from one on can be filled, all pieces being distinct."""
        if slot == len(self._domains):
            return 1
        result = self._known.get((slot, left))
        if result is None:
            look()
            result = self._known[slot, left] = sum(
                number * self._labelled_ways(slot + 1, _fewer(left, kind))
                for kind, number in enumerate(left)
                if number and self._fits[kind][slot]
            )
        return result


def _kinds_of(orbit: Orbit, domains: Sequence[int]) -> list[tuple[bool, ...]]:
    """Return, for each piece of an orbit without turns, which slots it fits: pieces of one kind fit the same.

    A piece that is the only one to fit some slot counts as fitting no other.
    """
    sole = {domain for domain in domains if domain.bit_count() == 1}
    domains = [domain if domain in sole else domain & ~sum(sole) for domain in domains]
    return [
        tuple(bool(domain >> piece & 1) for domain in domains) for piece in range(len(orbit.names))
    ]


@lru_cache(maxsize=4096)
def visited_kinds(orbit: Orbit, domains: tuple[int, ...]) -> int:
    """Return at most how many states `_ByKinds` visits; exactly, if few where many could be."""
    kinds = Counter(_kinds_of(orbit, domains))
    most = math.prod(number + 1 for number in kinds.values())
    if most <= _MOST_KINDS:
        return most
    states, visited = {tuple(kinds.values())}, 1
    for slot in range(len(domains)):
        look()
        fitting = [number for number, fits in enumerate(kinds) if fits[slot]]
        states = {_fewer(left, kind) for left in states for kind in fitting if left[kind]}
        visited += len(states)
        if visited > _FEW_KINDS:
            return most
    return visited


def _fewer(left: tuple[int, ...], kind: int) -> tuple[int, ...]:
    return *left[:kind], left[kind] - 1, *left[kind + 1 :]


class _Begun(NamedTuple):
    """The state that the slots before the next one leave.

    Attributes:
        blocks: how many blocks have a slot among them; what their other slots hold follows.
        used: the pieces in these blocks, as a bit mask.
        odd: whether their inversions are odd.
        turned: the sum of their turns, modulo the turns of the orbit.
        due: what follows for slots from the next one on.
    """

    blocks: int
    used: int
    odd: int
    turned: int
    due: tuple[tuple[int, int], ...]


class _PreservedMatching(Matching):
    """The ways to fill an orbit of the 3×3×3 that a group of symmetries preserves, block by block.

    Args:
        orbit: its number.
        domains: for each slot a bit mask of placements.
        group: of symmetries.

    Attributes:
        start: before the first block. Inversions are counted in the order of the blocks, into which an odd
            permutation may take the slots.
    """

    def __init__(self, orbit: int, domains: Sequence[int], group: Group) -> None:
        self._orbit, self._turns = orbit, CUBE.orbits[orbit].turns
        self._blocks = blocks_of(orbit, group)
        self._contents = [
            {
                content[0]: content
                for content in contents(orbit, block, group)
                if all(domains[s] >> value & 1 for s, value in zip(block, content, strict=True))
            }
            for block in self._blocks
        ]
        reordered = permutation_parity([slot for block in self._blocks for slot in block])
        self.start = _Begun(0, 0, reordered, 0, ())
        self._known: dict[tuple[int, int], tuple[int, ...]] = {}

    def after(self, state: _Begun, slot: int, value: int) -> _Begun | None:  # see `Matching`
        due = dict(state.due)
        if slot in due:
            held = due.pop(slot)
            return state._replace(due=tuple(due.items())) if held == value else None
        content = self._contents[state.blocks].get(value)
        after = None if content is None else self._used_after(state.used, content)
        if content is None or after is None:
            return None
        used, inversions = after
        due |= zip(self._blocks[state.blocks][1:], content[1:], strict=True)
        return _Begun(
            state.blocks + 1,
            used,
            (state.odd + inversions) % 2,
            (state.turned + sum(content)) % self._turns,
            tuple(due.items()),
        )

    def beyond(self, state: _Begun) -> tuple[int, int]:  # see `Matching`
        numbers = self._numbers(state.blocks, state.used)
        balance = -state.turned % self._turns
        ways = numbers[balance], numbers[self._turns + balance]
        return ways[::-1] if state.odd else ways

    def parity(self, state: _Begun) -> int:  # see `Matching`
        return state.odd

    def _numbers(self, first: int, used: int) -> tuple[int, ...]:
        """Return in how many ways the blocks from one on can be filled with each sum of turns, even permutations first.

        Only inversions of the pieces that are placed there, and with those before them, count for the parity.

        Args:
            first: the number of that block.
            used: the pieces in the blocks before it, as a bit mask.
        """
        turns = self._turns
        if first == len(self._blocks):
            return (1, *[0] * (2 * turns - 1))
        known = self._known.get((first, used))
        if known is None:
            look()
            numbers = [0] * (2 * turns)
            for content in self._contents[first].values():
                if (after := self._used_after(used, content)) is None:
                    continue
                odd, turned = after[1] % 2, sum(content)
                for at, number in enumerate(self._numbers(first + 1, after[0])):
                    numbers[(at // turns ^ odd) * turns + (at + turned) % turns] += number
            known = self._known[first, used] = tuple(numbers)
        return known

    def _used_after(self, used: int, content: Sequence[int]) -> tuple[int, int] | None:
        """Return which pieces are used once a block has a content, and how many inversions that adds; None if one was."""
        pieces = pieces_in(self._orbit, content)
        mask = sum(1 << piece for piece in pieces)
        if used & mask:
            return None
        inversions = sum((used >> piece).bit_count() for piece in pieces)
        inversions += sum(a > b for i, a in enumerate(pieces) for b in pieces[i + 1 :])
        return used | mask, inversions
