"""Counting by the cycles that pieces form: rules about the order of a cube, its symmetries, and pieces at home.

What rules say of orders and symmetries is settled case by case (`stabilisers`). What they say of pieces at home, and
how these are turned, leaves choices, which are gathered by how many blocks of each kind are at home in them
(`home_pieces`). Arrangements in which some of these blocks are at home, and the others are not, follow by inclusion
and exclusion from those in which some may move (`cycles`); in the end, corners and edges of equal parity are put
together.
"""

from __future__ import annotations

import math
from collections import Counter as Numbers
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product

from cubecsp.models.core.rule import Rule
from cubecsp.models.counting.base import Counter, Question, Step, Steps
from cubecsp.models.counting.cycles import (
    NOTHING,
    ByLaw,
    kinds_of_blocks,
    numbers_of_orbit,
    side_by_side,
)
from cubecsp.models.counting.equivariant import Law
from cubecsp.models.counting.home_pieces import Choice, Homes, is_about_home
from cubecsp.models.counting.stabilisers import (
    Case,
    cases_of_rules,
    counted_by_stabiliser,
    unsettled,
)
from cubecsp.models.counting.subgroups import Group
from cubecsp.models.rules.repetition import OfMoves
from cubecsp.puzzle.cube.cube_puzzle import CUBE

__all__ = ["COUNTER", "CycleTypesCounter", "cubes_of_case", "laws_of_choice", "moving", "paired"]


class CycleTypesCounter(Counter):
    """Adds up the cubes of each order that the rules admit."""

    name = "cycle-types"
    summary = "closed forms, for rules about the order of the cube, its symmetries, and which pieces are at home"
    immediate = True
    sizes = OfMoves.sizes
    limits = "beside rules about the order and the symmetries, it accepts only rules that say which pieces are at home"

    def refusal(self, question: Question) -> str | None:
        """Return which rule is about none of these, or that the cube is not a 3×3×3."""
        if question.puzzle is not CUBE:
            return OfMoves.limits
        unfit = next((rule for rule in question.pattern.rules if not _fits(rule)), None)
        return (
            None
            if unfit is None
            else f"{unfit} is about more than orders, symmetries and pieces at home"
        )

    def count(self, question: Question) -> Steps:
        """Add up the cubes of every case."""
        yield Step(None)
        return counted_by_stabiliser(question, cubes_of_case)


COUNTER = CycleTypesCounter()


def _fits(rule: Rule) -> bool:
    """Return whether a rule is about the order, symmetries, and pieces at home alone."""
    if unsettled(rule) is not None:
        return False
    return all(is_about_home(case.condition) for case in cases_of_rules([rule]))


def cubes_of_case(case: Case, group: Group) -> int:
    """Return how many cubes that a group preserves satisfy the condition of a case, and have one of its orders."""
    homes = Homes(case.condition, group)
    return sum(
        ways * sum(number for _, number in paired(laws_of_choice(homes, choice), case.orders))
        for choice, ways in homes.choices.items()
    )


def laws_of_choice(homes: Homes, choice: Choice) -> list[ByLaw]:
    """Return how many arrangements of corners, and of edges, have each law, given what is chosen for some blocks.

    These blocks hold contents that are chosen; the others that the condition is about hold nothing that it
    distinguishes.
    """
    return [_laws(homes, choice, orbit) for orbit in range(len(CUBE.orbits))]


def _laws(homes: Homes, choice: Choice, orbit: int) -> ByLaw:
    laws = side_by_side(orbit, {choice.laws[orbit]: 1}, moving(homes, choice, orbit))
    return {law: number for law, number in laws.items() if number and not law.turned}


def moving(homes: Homes, choice: Choice, orbit: int) -> ByLaw:
    """Return how many arrangements of the blocks for which nothing is chosen have each law."""
    kinds = kinds_of_blocks(orbit, homes.group)
    some = [pair for pair in zip(homes.named, choice.numbers, strict=True) if pair[0].kind in kinds]
    left = tuple(len(k.blocks) - sum(n for one, n in some if one.kind is k) for k in kinds)
    others = tuple(
        (kinds.index(one.kind), len(one.blocks) - number, one.laws) for one, number in some
    )
    return _without(orbit, homes.group, left, others)


@cache
def _without(
    orbit: int,
    group: Group,
    left: tuple[int, ...],
    excluded: tuple[tuple[int, int, tuple[Law, ...]], ...],
) -> ByLaw:
    """Return how many arrangements of so many blocks of each kind have each law and no content that is excluded.

    Args:
        orbit: of the 3×3×3.
        group: preserves the arrangements.
        left: how many blocks of each kind.
        excluded: kinds, how many of their blocks are meant, and the laws of the contents that are excluded there.
    """
    if not excluded:
        return numbers_of_orbit(orbit, group, left)
    (kind, number, laws), *others = excluded
    total: Numbers[Law] = Numbers()
    chosen: ByLaw = {NOTHING: 1}
    for some in range(number + 1):
        fewer = (*left[:kind], left[kind] - some, *left[kind + 1 :])
        ways = (-1) ** some * math.comb(number, some)
        laws_here = side_by_side(orbit, chosen, _without(orbit, group, fewer, tuple(others)))
        for law, times in laws_here.items():
            total[law] += ways * times
        chosen = side_by_side(orbit, chosen, Numbers(laws))
    return total


def paired(
    laws: Sequence[ByLaw], orders: frozenset[int] | None
) -> Iterator[tuple[tuple[Law, Law], int]]:
    """Yield the laws that corners and edges of equal parity have in cubes of some orders, and how many cubes do.

    Args:
        laws: how many arrangements of corners, and of edges, have each law.
        orders: None for any.
    """
    for (one, number), (other, times) in product(*(some.items() for some in laws)):
        if one.odd == other.odd and (orders is None or math.lcm(one.order, other.order) in orders):
            yield (one, other), number * times
