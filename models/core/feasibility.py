"""Contradictions that are cheap to see, so that a rule that can never hold is named as such.

Nothing is searched: each primitive is looked at by itself, then their demands on single slots are put together.
A rule that passes may still be impossible to satisfy.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from cubecsp.models.core.primitives import (
    AtLeast,
    ColourCount,
    ColourTable,
    Differ,
    Equal,
    Linear,
    Primitive,
    SlotDomain,
)
from cubecsp.models.core.totals import split_weights, totals_contradict
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.stopping.deadline import looking

_MANY = 500  # demands that leave a choice
_PARTS = 5  # each of these

Domains = dict[tuple[int, int], frozenset[int]]
"""For each slot, an orbit and an index, some placements."""


def contradiction(primitives: Iterable[Primitive], puzzle: Puzzle) -> str | None:
    """Return why these primitives cannot all hold, as a clause; None if that is not cheap to see."""
    demanded = list(dict.fromkeys(conjuncts(primitives)))
    if not isinstance(puzzle, CubePuzzle):
        return _count_contradiction(demanded, puzzle)
    if totals_contradict(demanded, puzzle):
        return f"the numbers of stickers do not add up to {puzzle.size**2} of each colour"
    return _count_contradiction(demanded, puzzle) or _empty_slot(demanded, puzzle)


def conjuncts(primitives: Iterable[Primitive]) -> Iterator[Primitive]:
    """Yield the primitives, with conjunctions taken apart."""
    waiting = list(primitives)
    while waiting:
        primitive = waiting.pop()
        if isinstance(primitive, AtLeast) and primitive.needed == len(primitive.parts):
            waiting.extend(primitive.parts)
        else:
            yield primitive


def leave_many_choices(primitives: Iterable[Primitive]) -> bool:
    """Return whether so many demands can each be met in so many ways that search without learning gets lost."""
    open_ones = (
        p for p in conjuncts(primitives) if isinstance(p, AtLeast) and len(p.parts) >= _PARTS
    )
    return sum(1 for _ in open_ones) >= _MANY


def _count_contradiction(demanded: list[Primitive], puzzle: Puzzle) -> str | None:
    """Return the contradiction in one of some primitives, or in how many stickers they count."""
    alone = (_alone(primitive, puzzle) for primitive in demanded)
    result = next(filter(None, alone), None)
    # On other puzzles, no primitive is about stickers.
    return result or (_overfull(demanded, puzzle) if isinstance(puzzle, CubePuzzle) else None)


def _alone(primitive: Primitive, puzzle: Puzzle) -> str | None:
    match primitive:
        case ColourCount(facelets, _, least, most):
            if least > min(most, len(facelets)) or most < 0:
                return f"{least} of {len(facelets)} stickers cannot show a colour"
        case ColourTable(_, rows, True) if not rows:
            return "no colours of its stickers are allowed"
        case SlotDomain(_, _, placements) if not placements:
            return "a slot may hold nothing"
        case AtLeast(needed, parts) if needed > len(parts) or needed > sum(
            _count_contradiction([*conjuncts([part])], puzzle) is None for part in parts
        ):
            return "none of its alternatives can hold"
        case Differ(a, b) if a == b:
            return "a sticker differs from itself"
        case Linear(terms, least) if _largest(terms) < least:
            return f"a sum is {_largest(terms)} at most, and has to be {least}"
    return None


def _largest(terms: Iterable[tuple[Primitive, int]]) -> int:
    """Return the greatest sum of weights: one colour counts for each sticker, and every other part counts."""
    weights, others = split_weights(terms)
    stickers = {facelet for facelet, _ in weights}
    counted = sum(max(weights[f, colour] for colour in range(len(FACES))) for f in stickers)
    return counted + sum(max(weight, 0) for weight in others)


def _overfull(demanded: list[Primitive], puzzle: CubePuzzle) -> str | None:
    """Return the contradiction if some stickers may show fewer colours than they have to, or must show more."""
    limits: dict[frozenset[int], dict[int, tuple[int, int]]] = {}
    for primitive in demanded:
        if isinstance(primitive, ColourCount) and len(primitive.colours) == 1:
            (colour,) = primitive.colours
            bounds = limits.setdefault(primitive.facelets, {})
            least, most = bounds.get(colour, (0, len(primitive.facelets)))
            bounds[colour] = (max(least, primitive.least), min(most, primitive.most))
    for facelets, bounds in limits.items():
        total = len(facelets)
        if any(least > most for least, most in bounds.values()):
            return f"{_name_of(facelets, puzzle)} cannot show a colour as often as is demanded"
        if sum(least for least, _ in bounds.values()) > total:
            return f"{_name_of(facelets, puzzle)} cannot show as many colours as it demands"
        if len(bounds) == len(FACES) and sum(most for _, most in bounds.values()) < total:
            return f"{total} stickers of {_name_of(facelets, puzzle)} have to show one of six colours each"
    return None


def _name_of(facelets: frozenset[int], puzzle: CubePuzzle) -> str:
    for face, letter in enumerate(FACES):
        if facelets == frozenset(puzzle.face(face)):
            return f"face {letter}"
    return " ".join(puzzle.names[facelet] for facelet in sorted(facelets))


def _empty_slot(demanded: list[Primitive], puzzle: CubePuzzle) -> str | None:
    """Return the first slot that no piece fits, judging only by the demands on its stickers."""
    possible = _possible_colours(demanded, puzzle)
    for facelet, colours in possible.items():
        if not colours:
            return f"no colour is left for {puzzle.names[facelet]}"
        if facelet in puzzle.centres and puzzle.home_colours[facelet] not in colours:
            name = puzzle.names[facelet]
            asked = " or ".join(FACES[colour] for colour in sorted(colours))
            return f"{name} would have to show {asked}, but it is the centre of face {name[0]}"
    domains = slot_domains(demanded, puzzle)
    for (index, slot), values in domains.items():
        if not values:
            orbit = puzzle.orbits[index]
            return f"no piece fits the {orbit.name} slot {orbit.names[slot]}"
    if not all(_leaves_room(primitive, domains) for primitive in demanded):
        return "its slots cannot hold as many of the pieces as it demands"
    return None


def _possible_colours(demanded: list[Primitive], puzzle: CubePuzzle) -> dict[int, set[int]]:
    """Return for each facelet the colours that it may show, judging by demands on it alone, and beside a centre."""
    fixed = {facelet: {colour} for colour, facelet in enumerate(puzzle.centres)}
    possible = {facelet: set(range(len(FACES))) for facelet in range(puzzle.facelet_count)}
    for primitive in demanded:
        if isinstance(primitive, ColourCount) and len(primitive.facelets) == 1:
            (facelet,) = primitive.facelets
            possible[facelet] &= {
                c
                for c in range(len(FACES))
                if primitive.least <= (c in primitive.colours) <= primitive.most
            }
        elif isinstance(primitive, (Differ, Equal)):
            for one, other in ((primitive.a, primitive.b), (primitive.b, primitive.a)):
                if one in fixed and isinstance(primitive, Differ):
                    possible[other] -= fixed[one]
                elif one in fixed:
                    possible[other] &= fixed[one]
    return possible


def slot_domains(primitives: Iterable[Primitive], puzzle: CubePuzzle) -> Domains:
    """Return for each slot, an orbit and an index, the placements that fit the demands on its stickers.

    Demands that look at other slots too do not count.
    """
    demanded = list(dict.fromkeys(conjuncts(primitives)))
    possible = _possible_colours(demanded, puzzle)
    equal = {frozenset((p.a, p.b)) for p in demanded if isinstance(p, Equal)}
    domains = {
        (index, slot): frozenset(
            value
            for value, colours in enumerate(orbit.colours)
            if _fits(facelets, colours, possible, equal)
        )
        for index, orbit in enumerate(puzzle.orbits)
        for slot, facelets in enumerate(looking(orbit.frames))
    }
    for primitive in demanded:
        if isinstance(primitive, SlotDomain):
            domains[_slot(primitive)] &= primitive.placements
    return domains


def _leaves_room(primitive: Primitive, domains: Domains) -> bool:
    """Return whether a primitive may hold if slots hold placements of their domains."""
    match primitive:
        case SlotDomain(_, _, placements):
            return not placements.isdisjoint(domains[_slot(primitive)])
        case AtLeast(needed, parts):
            return needed <= sum(_leaves_room(part, domains) for part in parts)
    return True


def _slot(placed: SlotDomain) -> tuple[int, int]:
    return placed.orbit, placed.slot


def _fits(
    facelets: tuple[int, ...],
    colours: tuple[int, ...],
    allowed: dict[int, set[int]],
    equal: set[frozenset[int]],
) -> bool:
    """Return whether a piece with these colours satisfies what is said about its slot's stickers."""
    if any(c not in allowed[f] for f, c in zip(facelets, colours, strict=True)):
        return False
    # The stickers of a piece differ, so that equal ones cannot be.
    return not any(frozenset(pair) in equal for pair in combinations(facelets, 2))
