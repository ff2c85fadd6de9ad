"""The structure of a question: its demands on single slots, and the relations that couple several."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from cubecsp.errors import LimitError, OutOfTimeError
from cubecsp.frozen import frozen
from cubecsp.models.core.feasibility import conjuncts
from cubecsp.models.core.primitives import Primitive
from cubecsp.models.core.residual import ALWAYS, NEVER, residual
from cubecsp.models.core.sticker_scope import stickers_of
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.stopping.deadline import look

_UNKNOWN = 6  # the colour of stickers that a primitive does not look at


@frozen
class Coupling:
    """A primitive that is about several slots.

    Attributes:
        slots: their numbers in `puzzle.slots`, ascending.
        primitive: what has to hold.
    """

    slots: tuple[int, ...]
    primitive: Primitive


@frozen
class Structure:
    """The demands of a question, taken apart.

    Attributes:
        domains: for each slot the placements that it may hold by itself, as a bit mask.
        couplings: what else has to hold.
    """

    domains: tuple[int, ...]
    couplings: tuple[Coupling, ...]


def structure_of(primitives: Iterable[Primitive], puzzle: CubePuzzle) -> Structure:
    """Return the demands of the primitives on each single slot, and those primitives that couple several.

    Primitives that every cube satisfies, as far as the centres show, demand nothing; one that none satisfies
    leaves the first slot no placement.
    """
    domains = [(1 << orbit.placements) - 1 for orbit, _ in puzzle.slots]
    couplings: dict[Primitive, Coupling] = {}
    for primitive in conjuncts(primitives):
        look()
        left = beside_centres(primitive, puzzle)
        if left == ALWAYS:  # as `at-most=9`
            continue
        if left == NEVER:
            domains[0] = 0
            continue
        slots = slots_of(primitive, puzzle)
        if len(slots) > 1:
            couplings[primitive] = Coupling(slots, primitive)
            continue
        # A primitive about centres only holds for all placements or for none.
        slot = slots[0] if slots else 0
        domains[slot] &= mask_of(primitive, slot, puzzle)
    return Structure(tuple(domains), tuple(couplings.values()))


def beside_centres(primitive: Primitive, puzzle: CubePuzzle) -> Primitive:
    """Return the demand of a primitive on pieces that move, if that can be separated."""
    try:
        return residual(
            primitive, {facelet: puzzle.home_colours[facelet] for facelet in puzzle.centres}, puzzle
        )
    except OutOfTimeError:
        raise
    except LimitError:
        return primitive


def slots_of(primitive: Primitive, puzzle: CubePuzzle) -> tuple[int, ...]:
    """Return the numbers of the slots that a primitive looks at, ascending."""
    slot_at = _slots_by_facelet(puzzle)
    return tuple(sorted({slot_at[f] for f in stickers_of(primitive, puzzle) if f in slot_at}))


@cache
def _slots_by_facelet(puzzle: CubePuzzle) -> dict[int, int]:
    """Return the number of the slot of each facelet that moves."""
    return {
        facelet: number
        for number, (orbit, slot) in enumerate(puzzle.slots)
        for facelet in orbit.frames[slot]
    }


def mask_of(primitive: Primitive, slot: int, puzzle: CubePuzzle) -> int:
    """Return the placements of a slot for which a primitive about only this slot holds, as a bit mask."""
    return next(masks(primitive, (), slot, puzzle))


def masks(
    primitive: Primitive, others: Sequence[int], slot: int, puzzle: CubePuzzle
) -> Iterator[int]:
    """Yield the set of allowed placements of a slot for all placements of some others, the last running fastest.

    Args:
        primitive: is about these slots only.
        others: the numbers of the others.
        slot: the number of the slot.
        puzzle: the cube.
    """
    colours = [_UNKNOWN] * puzzle.facelet_count
    for facelet in puzzle.centres:
        colours[facelet] = puzzle.home_colours[facelet]
    yield from _masks(primitive, others, slot, puzzle, colours)


def _masks(
    primitive: Primitive, others: Sequence[int], slot: int, puzzle: CubePuzzle, colours: list[int]
) -> Iterator[int]:
    look()
    orbit, index = puzzle.slots[others[0] if others else slot]
    frame, mask = orbit.frames[index], 0
    for value, slot_colours in enumerate(orbit.colours):
        for facelet, colour in zip(frame, slot_colours, strict=True):
            colours[facelet] = colour
        if others:
            yield from _masks(primitive, others[1:], slot, puzzle, colours)
        elif primitive.holds(colours, puzzle):
            mask |= 1 << value
    if not others:
        yield mask
