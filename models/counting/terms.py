"""Rules about what single slots hold, singly or in a choice, as sums of terms: in a term, each slot has some placements.

A choice among such conditions is subtracted from the whole, or taken apart:

    cubes with (p or q or …) = cubes − cubes with (not p) and (not q) and …
    cubes with k of (p, q, …) = cubes with p and k − 1 of (q, …) + cubes with (not p) and k of (q, …)

On the 3×3×3, rules about symmetries may stand among these conditions: see `stabilisers`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cubecsp.errors import OutOfReachError
from cubecsp.models.core.feasibility import conjuncts
from cubecsp.models.core.primitives import AtLeast, Primitive
from cubecsp.models.counting.matchings import too_many_kinds
from cubecsp.models.counting.stabilisers import about_symmetry, cases_of_rules
from cubecsp.models.counting.structure import Structure, mask_of, slots_of, structure_of
from cubecsp.models.counting.subgroups import TRIVIAL, Group, coefficients
from cubecsp.models.counting.way import Question
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle
from cubecsp.stopping.deadline import look

_MOST_CASES = 4096

_Domains = tuple[int, ...]
_Choices = tuple[AtLeast, ...]


class CubesTerm(NamedTuple):
    """A term of a sum of cubes.

    Attributes:
        factor: the factor of their number, usually 1 or -1.
        domains: for each slot a bit mask of the placements that it may hold.
        group: of symmetries that preserve them.
    """

    factor: int
    domains: _Domains
    group: Group = TRIVIAL


def refusal_of(structure: Structure, puzzle: CubePuzzle) -> str | None:
    """Return what couples slots, or that there are too many cases, as a clause; None if there is a sum of terms."""
    choices = [coupling.primitive for coupling in structure.couplings]
    if not all(_is_choice(choice, puzzle) for choice in choices):
        return "some rules compare stickers of several pieces"
    if math.prod(_cases(choice, positive=True) for choice in choices) > _MOST_CASES:
        return f"choices leave more than {_MOST_CASES:,} cases"
    return too_many_kinds(structure.domains, puzzle)


def terms_of(question: Question) -> Iterator[CubesTerm]:
    """Yield terms that add up to the cubes that are asked for."""
    if not about_symmetry(question.pattern.rules):
        yield from terms_without_symmetries(question.structure, question.puzzle)
        return
    for case in cases_of_rules(question.pattern.rules):
        for group, factor in coefficients(case.has_stabiliser).items():
            for term in terms_without_symmetries(structure_of([case.condition], CUBE), CUBE):
                yield CubesTerm(factor * term.factor, term.domains, group)


def terms_without_symmetries(
    structure: Structure, puzzle: CubePuzzle, most_work: int | None = None
) -> Iterator[CubesTerm]:
    """Yield terms without symmetries that add up to the cubes that satisfy some demands.

    If demands are refused, only those about single slots, and choices of these, count.

    Args:
        structure: the demands.
        puzzle: the cube.
        most_work: how many primitives may be looked at, some more than once; None for any number.

    Raises:
        OutOfReachError: that is not enough.
    """
    primitives = (coupling.primitive for coupling in structure.couplings)
    choices = tuple(primitive for primitive in primitives if _is_choice(primitive, puzzle))
    return _split(structure.domains, choices, puzzle, _Work(most_work))


class _Work:
    """The number of primitives that may still be looked at; None for any number."""

    def __init__(self, most: int | None) -> None:
        self._left = math.inf if most is None else most

    def take(self, number: int) -> None:
        look()
        self._left -= number
        if self._left < 0:
            raise OutOfReachError("choices leave too many cases")


def _is_choice(primitive: Primitive, puzzle: CubePuzzle) -> bool:
    """Return whether a primitive is made of conditions on single slots."""
    if len(slots_of(primitive, puzzle)) <= 1:
        return True
    return isinstance(primitive, AtLeast) and all(_is_choice(p, puzzle) for p in primitive.parts)


def _cases(primitive: Primitive, *, positive: bool) -> int:
    """Return an upper bound of the number of cases that a primitive, or its negation, is split into."""
    if not isinstance(primitive, AtLeast):
        return 1
    number, needed = len(primitive.parts), primitive.needed
    if not positive:
        needed = number - needed + 1
    inner = [_cases(part, positive=positive) for part in primitive.parts]
    others = [_cases(part, positive=not positive) for part in primitive.parts]
    if needed <= 0 or needed > number:
        return 1
    if needed == number:
        return math.prod(inner)
    if needed == 1:
        return 1 + math.prod(others)
    ways = math.comb(number + 1, needed)
    return ways * math.prod(max(pair) for pair in zip(inner, others, strict=True))


def _split(
    domains: _Domains, demanded: Sequence[Primitive], puzzle: CubePuzzle, work: _Work
) -> Iterator[CubesTerm]:
    """Yield terms that add up to the cubes within domains that satisfy all of the primitives."""
    work.take(len(demanded))
    domains, choices = _demand(domains, demanded, puzzle)
    if not all(domains):
        return
    if not choices:
        yield CubesTerm(1, domains)
        return
    first, others = choices[0], choices[1:]
    needed, parts = first.needed, sorted(first.parts, key=repr)
    if needed <= 0:
        yield from _split(domains, others, puzzle, work)
    elif needed == 1:
        yield from _split(domains, others, puzzle, work)
        none = (*(part.negated() for part in parts), *others)
        yield from (CubesTerm(-sign, some) for sign, some, _ in _split(domains, none, puzzle, work))
    elif needed <= len(parts):
        part, rest = parts[0], frozenset(parts[1:])
        yield from _split(domains, (part, AtLeast(needed - 1, rest), *others), puzzle, work)
        yield from _split(domains, (part.negated(), AtLeast(needed, rest), *others), puzzle, work)


def _demand(
    domains: _Domains, demanded: Sequence[Primitive], puzzle: CubePuzzle
) -> tuple[_Domains, _Choices]:
    """Return domains that include what is demanded of single slots, and the choices that are left."""
    narrowed, choices = [*domains], []
    for primitive in conjuncts(demanded):
        slots = slots_of(primitive, puzzle)
        if len(slots) <= 1:
            slot = slots[0] if slots else 0
            narrowed[slot] &= mask_of(primitive, slot, puzzle)
        else:
            assert isinstance(primitive, AtLeast)
            choices.append(primitive)
    return tuple(narrowed), tuple(choices)
