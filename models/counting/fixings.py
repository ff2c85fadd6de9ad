"""Conditions on what single slots hold, as sums of the simplest ones: some slots hold given pieces, or pieces with a given turn.

A condition is a polynomial: a sum of products of "this slot holds that piece, turned so", each with a factor.
Its value is 1 if it holds, otherwise 0, so that a negation is 1 minus the condition, and

    at least k of (p, q, …) = Σ (−1)^(j−k) · C(j−1, k−1) · (the sum of the products of j of them), over j ≥ k.

Products may take many seconds and lead nowhere. So a function is called every few hundredths of a second, which may raise an
error.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Generic, NamedTuple, TypeVar

from cubecsp.errors import OutOfReachError
from cubecsp.models.core.primitives import AtLeast, Primitive, SlotDomain, all_of
from cubecsp.models.core.sticker_scope import parts_of
from cubecsp.puzzle.core.orbits import Orbit
from cubecsp.stopping.deadline import look

_MOST = 3_000  # products of one polynomial
_MULTIPLIED = 2_000  # products between two pauses: some hundredths of a second


class SlotContent(NamedTuple):
    """The content of a slot of an orbit.

    Attributes:
        piece: None for any.
        turn: how it is turned there, as in placements; None if that does not matter.
    """

    piece: int | None
    turn: int | None


Fixings = frozenset[tuple[int, int, SlotContent]]
"""The contents of some slots, each by orbit and number: a product."""


class Summary(NamedTuple):
    """A summary, for each orbit, of conditions about pieces in their own slots only.

    Attributes:
        pieces: how many slots hold their own pieces.
        turned: in how many slots the turn of the piece is given.
        turn: the sum of these turns.
    """

    pieces: int
    turned: int
    turn: int


Summaries = tuple[Summary, ...]
_Term = TypeVar("_Term")
_Sum = Mapping[_Term, int]


class _Ring(Generic[_Term]):
    """Sums of terms with factors.

    Args:
        one: the term that demands nothing.
        times: returns the product of two terms, None for 0.
        pause: called now and then.
    """

    def __init__(
        self, one: _Term, times: Callable[[_Term, _Term], _Term | None], pause: Callable[[], None]
    ) -> None:
        self.one: _Sum[_Term] = {one: 1}
        self._times, self._pause = times, pause
        self._multiplied = 0

    def product(self, *sums: _Sum[_Term]) -> _Sum[_Term]:
        """Return a product.

        Raises:
            OutOfReachError: it has too many terms.
        """
        result = self.one
        for one in sums:
            result = self._times_one(result, one)
        return result

    def _times_one(self, a: _Sum[_Term], b: _Sum[_Term]) -> _Sum[_Term]:
        result: Counter[_Term] = Counter()
        for term, factor in a.items():
            for other, another in b.items():
                both = self._times(term, other)
                if both is not None:
                    result[both] += factor * another
            if len(result) > _MOST:
                raise _too_many()
            self._multiplied += len(b)
            if self._multiplied >= _MULTIPLIED:
                self._multiplied = 0
                self._pause()
        return {term: factor for term, factor in result.items() if factor}

    def at_least(self, needed: int, parts: Sequence[_Sum[_Term]]) -> _Sum[_Term]:
        """Return the condition that at least a given number of some conditions hold."""
        if needed <= 0:
            return self.one
        if needed == len(parts):
            return self.product(*parts)
        if needed == 1:
            return self.negated(self.product(*map(self.negated, parts)))
        products: list[_Sum[_Term]] = [self.one]  # of none of them, of one, and so on, added up
        for part in parts:
            longer = [self._times_one(one, part) for one in products]
            products = [
                self.sum([(1, kept), (1, more)])
                for kept, more in zip([*products, {}], [{}, *longer], strict=True)
            ]
        return self.sum(
            ((-1) ** (j - needed) * math.comb(j - 1, needed - 1), products[j])
            for j in range(needed, len(parts) + 1)
        )

    def negated(self, condition: _Sum[_Term]) -> _Sum[_Term]:
        """Return the opposite of a condition."""
        return self.sum([(1, self.one), (-1, condition)])

    def sum(self, weighted: Iterable[tuple[int, _Sum[_Term]]]) -> _Sum[_Term]:
        """Return a sum of sums with weights."""
        result: Counter[_Term] = Counter()
        for weight, terms in weighted:
            for term, factor in terms.items():
                result[term] += weight * factor
        return {term: factor for term, factor in result.items() if factor}


def _too_many() -> OutOfReachError:
    return OutOfReachError(f"choices leave more than {_MOST:,} cases")


def fixings_of(
    primitives: Iterable[Primitive],
    orbits: Sequence[Orbit],
    *,
    whole: bool,
    pause: Callable[[], None] = look,
) -> _Sum[Fixings]:
    """Return a conjunction as a sum of products of fixings.

    Args:
        primitives: the parts of the conjunction.
        orbits: of the puzzle.
        whole: whether each fixing says both which piece a slot holds and how it is turned.
        pause: called now and then.

    Raises:
        OutOfReachError: it has too many terms, or is about more than single slots and which pieces they hold.
    """
    ring = _Ring[Fixings](frozenset(), _together, pause)

    def sum_of(primitive: Primitive) -> _Sum[Fixings]:
        if isinstance(primitive, SlotDomain):
            return _placement_sum(primitive, orbits[primitive.orbit], ring, whole=whole)
        if isinstance(primitive, AtLeast):
            parts = [sum_of(part) for part in sorted(primitive.parts, key=repr)]
            return ring.at_least(primitive.needed, parts)
        raise OutOfReachError("the rules do not only say which pieces are in which slots")

    return sum_of(all_of(primitives))


def _placement_sum(
    primitive: SlotDomain, orbit: Orbit, ring: _Ring[Fixings], *, whole: bool
) -> _Sum[Fixings]:
    """Return that a slot holds one of some placements, or 1 minus that it holds one of the others."""
    others = frozenset(range(orbit.placements)) - primitive.placements
    sides = [
        _fixings(some, orbit, whole=whole) if _is_distinct(some, orbit) else None
        for some in (primitive.placements, others)
    ]
    inside, outside = sides
    if inside is None and outside is None:
        raise OutOfReachError(f"some of the {orbit.name} look alike")
    negated = inside is None or (outside is not None and len(outside) < len(inside))
    slot = primitive.orbit, primitive.slot
    fixings = (outside if negated else inside) or []
    terms = {frozenset({(*slot, fixing)}): 1 for fixing in fixings}
    return ring.negated(terms) if negated else terms


def _is_distinct(placements: Iterable[int], orbit: Orbit) -> bool:
    """Return whether each of some placements looks like no other."""
    return all(len(orbit.matching(orbit.colours[value])) == 1 for value in placements)


def _fixings(placements: frozenset[int], orbit: Orbit, *, whole: bool) -> list[SlotContent]:
    """Return as few fixings as possible that together allow exactly some placements."""
    turns, pieces = orbit.turns, range(len(orbit.names))
    by_piece = [[t for t in range(turns) if turns * p + t in placements] for p in pieces]
    if whole:
        return [SlotContent(piece, turn) for piece in pieces for turn in by_piece[piece]]
    if all(some == by_piece[0] for some in by_piece) and len(by_piece[0]) < turns:
        return [SlotContent(None, turn) for turn in by_piece[0]]
    return [
        fixing
        for piece, some in enumerate(by_piece)
        for fixing in (
            [SlotContent(piece, None)]
            if len(some) == turns
            else [SlotContent(piece, turn) for turn in some]
        )
    ]


def _together(a: Fixings, b: Fixings) -> Fixings | None:
    """Return what two products say together; None if that is impossible."""
    slots, others = _by_slot(a), _by_slot(b)
    both = a | b
    if not slots.keys().isdisjoint(others):
        merged = dict(slots)
        for slot, fixing in others.items():
            one = _at_once(merged[slot], fixing) if slot in merged else fixing
            if one is None:
                return None
            merged[slot] = one
        both = frozenset((*slot, fixing) for slot, fixing in merged.items())
    pieces = [(orbit, one.piece) for orbit, _, one in both if one.piece is not None]
    return both if len({*pieces}) == len(pieces) else None


@lru_cache(maxsize=10_000)
def _by_slot(fixings: Fixings) -> dict[tuple[int, int], SlotContent]:
    return {(orbit, slot): fixing for orbit, slot, fixing in fixings}


def _at_once(a: SlotContent, b: SlotContent) -> SlotContent | None:
    """Return what two fixings of the same slot say together; None if that is impossible."""
    if None not in (a.piece, b.piece) and a.piece != b.piece:
        return None
    if None not in (a.turn, b.turn) and a.turn != b.turn:
        return None
    return SlotContent(
        b.piece if a.piece is None else a.piece, b.turn if a.turn is None else a.turn
    )


def summaries_of(
    primitives: Iterable[Primitive], orbits: Sequence[Orbit], pause: Callable[[], None] = look
) -> _Sum[Summaries]:
    """Return a conjunction as a sum of summaries, which are few even if it is about many slots.

    Raises:
        OutOfReachError: it asks for other pieces than a slot's own; or as `fixings_of` does.
    """

    def together(a: Summaries, b: Summaries) -> Summaries:
        return tuple(
            Summary(x.pieces + y.pieces, x.turned + y.turned, (x.turn + y.turn) % orbit.turns)
            for x, y, orbit in zip(a, b, orbits, strict=True)
        )

    ring = _Ring[Summaries]((Summary(0, 0, 0),) * len(orbits), together, pause)

    def expansion(parts: Iterable[Primitive]) -> _Sum[Summaries]:
        terms = fixings_of(parts, orbits, whole=False, pause=pause)
        return ring.sum(
            (factor, {_summary(fixings, orbits): 1}) for fixings, factor in terms.items()
        )

    def sum_of(primitive: Primitive) -> _Sum[Summaries]:
        if not isinstance(primitive, AtLeast):
            return expansion([primitive])
        groups = _apart(primitive.parts)
        if primitive.needed < len(primitive.parts) > len(groups):
            return expansion([primitive])
        sums = [sum_of(*group) if len(group) == 1 else expansion(group) for group in groups]
        needed = len(groups) - len(primitive.parts) + primitive.needed
        return ring.at_least(needed, sums)

    return sum_of(all_of(primitives))


def _summary(fixings: Fixings, orbits: Sequence[Orbit]) -> Summaries:
    held: list[list[SlotContent]] = [[] for _ in orbits]
    for orbit, slot, fixing in fixings:
        if fixing.piece not in (None, slot):
            raise OutOfReachError("some slots are asked for other pieces than their own")
        held[orbit].append(fixing)
    return tuple(
        Summary(
            sum(fixing.piece is not None for fixing in some),
            sum(fixing.turn is not None for fixing in some),
            sum(fixing.turn or 0 for fixing in some) % orbit.turns,
        )
        for some, orbit in zip(held, orbits, strict=True)
    )


def _apart(parts: Iterable[Primitive]) -> list[list[Primitive]]:
    """Return conditions in groups such that those of different groups are about different slots."""
    groups: list[tuple[set[tuple[int, int]], list[Primitive]]] = []
    for part in sorted(parts, key=repr):
        slots, group = (
            {(p.orbit, p.slot) for p in parts_of(part) if isinstance(p, SlotDomain)},
            [part],
        )
        for other in [one for one in groups if one[0] & slots]:
            groups.remove(other)
            slots |= other[0]
            group += other[1]
        groups.append((slots, group))
    return [group for _, group in groups]
