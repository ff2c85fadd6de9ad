"""Contradictions that are cheap to see, so that a rule that can never hold is named as such.

Nothing is searched: each primitive is looked at by itself, then their demands on single slots are put together.
A rule that passes may still be impossible to satisfy.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

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
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.puzzle.cube.geometry import FACES

__all__ = ["conjuncts", "contradiction"]


def contradiction(primitives: Iterable[Primitive], puzzle: Puzzle) -> str | None:
    """Return why these primitives cannot all hold, as a clause; None if that is not cheap to see."""
    demanded = list(dict.fromkeys(conjuncts(primitives)))
    if not isinstance(puzzle, CubePuzzle):
        return _counted(demanded, puzzle)
    return _counted(demanded, puzzle) or _empty_slot(demanded, puzzle)


def conjuncts(primitives: Iterable[Primitive]) -> Iterator[Primitive]:
    """Yield the primitives, with conjunctions taken apart."""
    waiting = list(primitives)
    while waiting:
        primitive = waiting.pop()
        if isinstance(primitive, AtLeast) and primitive.needed == len(primitive.parts):
            waiting.extend(primitive.parts)
        else:
            yield primitive


def _counted(demanded: list[Primitive], puzzle: Puzzle) -> str | None:
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
            _counted([*conjuncts([part])], puzzle) is None for part in parts
        ):
            return "none of its alternatives can hold"
        case Differ(a, b) if a == b:
            return "a sticker differs from itself"
        case Linear(terms, least) if _largest(terms) < least:
            return f"a sum is {_largest(terms)} at most, and has to be {least}"
    return None


def _largest(terms: Iterable[tuple[Primitive, int]]) -> int:
    """Return the greatest sum of weights: one colour counts for each sticker, and every other part counts."""
    counts: dict[int, list[int]] = {}
    total = 0
    for part, weight in terms:
        match part:
            case ColourCount(facelets, colours, 1, 1) if len(facelets) == 1:
                weights = counts.setdefault(min(facelets), [0] * len(FACES))
                for colour in colours:
                    weights[colour] += weight
            case _:
                total += max(weight, 0)
    return total + sum(map(max, counts.values()))


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
            return f"{_named(facelets, puzzle)} cannot show a colour as often as is demanded"
        if sum(least for least, _ in bounds.values()) > total:
            return f"{_named(facelets, puzzle)} cannot show as many colours as it demands"
        if len(bounds) == len(FACES) and sum(most for _, most in bounds.values()) < total:
            return f"{total} stickers of {_named(facelets, puzzle)} have to show one of six colours each"
    return None


def _named(facelets: frozenset[int], puzzle: CubePuzzle) -> str:
    for face, letter in enumerate(FACES):
        if facelets == frozenset(puzzle.face(face)):
            return f"face {letter}"
    return " ".join(puzzle.names[facelet] for facelet in sorted(facelets))


def _empty_slot(demanded: list[Primitive], puzzle: CubePuzzle) -> str | None:
    """Return the first slot that no piece fits, judging only by the demands on its stickers."""
    fixed = {facelet: {colour} for colour, facelet in enumerate(puzzle.centres)}
    possible = {facelet: set(range(len(FACES))) for facelet in range(puzzle.facelet_count)}
    pairs = [p for p in demanded if isinstance(p, (Differ, Equal))]
    for primitive in demanded:
        if isinstance(primitive, ColourCount) and len(primitive.facelets) == 1:
            (facelet,) = primitive.facelets
            possible[facelet] &= {
                c
                for c in range(len(FACES))
                if primitive.least <= (c in primitive.colours) <= primitive.most
            }
    for pair in pairs:
        for one, other in ((pair.a, pair.b), (pair.b, pair.a)):
            if one in fixed:
                possible[other] -= fixed[one] if isinstance(pair, Differ) else set()
                possible[other] &= fixed[one] if isinstance(pair, Equal) else possible[other]
    for facelet, colours in possible.items():
        asked = " or ".join(FACES[colour] for colour in sorted(colours))
        colours &= fixed.get(facelet, colours)
        if not asked:
            return f"no colour is left for {puzzle.names[facelet]}"
        if not colours:
            name = puzzle.names[facelet]
            return f"{name} would have to show {asked}, but it is the centre of face {name[0]}"
    within = {frozenset((p.a, p.b)): isinstance(p, Equal) for p in pairs}
    placed = {
        (p.orbit, p.slot): frozenset[int].intersection(
            *(q.placements for q in demanded if isinstance(q, SlotDomain) and _slot(q) == _slot(p))
        )
        for p in demanded
        if isinstance(p, SlotDomain)
    }
    for index, orbit in enumerate(puzzle.orbits):
        for slot, facelets in enumerate(orbit.frames):
            values = placed.get((index, slot), range(orbit.placements))
            if not any(_fits(facelets, orbit.colours[value], possible, within) for value in values):
                return f"no piece fits the {orbit.name} slot {orbit.names[slot]}"
    return None


def _slot(placed: SlotDomain) -> tuple[int, int]:
    return placed.orbit, placed.slot


def _fits(
    facelets: tuple[int, ...],
    colours: tuple[int, ...],
    allowed: dict[int, set[int]],
    within: dict[frozenset[int], bool],
) -> bool:
    """Return whether a piece with these colours satisfies what is said about its slot's stickers."""
    if any(c not in allowed[f] for f, c in zip(facelets, colours, strict=True)):
        return False
    # The stickers of a piece differ, so that equal ones cannot be.
    return not any(within.get(frozenset((a, b))) for a in facelets for b in facelets if a < b)
