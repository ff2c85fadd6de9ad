"""Patterns as targets of move search, in place of the solved cube.

A pattern that only restricts single slots becomes placements per slot, which the search compares natively and
can search backwards from; alternatives ("the cross on some face") become several such goals. Any other
pattern, and any with a filter, whose primitives express only a part of it, is checked cube by cube, which is
slow but always right.

If few cubes satisfy a pattern, they are a better target: `cubes_of` looks for one cube more than that, for a
second at most, to decide whether there are few.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import product

from cubecsp.models.core.pattern import Pattern
from cubecsp.models.core.primitives import AtLeast, ColourCount, Primitive, SlotDomain
from cubecsp.puzzle.cube.cube_puzzle import CUBE, cube_of
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.puzzle.cube.state import Cube, State
from cubecsp.questions.asking.limits import Run
from cubecsp.questions.finding.search_iterator import Search
from cubecsp.search import goals
from cubecsp.search.goals import PlacementGoal

__all__ = ["MOST_ENDS", "MOST_GOALS", "cubes_of", "targets"]

MOST_ENDS = 20_000
"""The most cubes of a pattern that are listed to search backwards from."""

_GLANCE = 1.0
"""Seconds to look for the cubes of a pattern."""

MOST_GOALS = 64
"""The most alternatives that are searched for one by one."""


def cubes_of(pattern: Pattern, most: int, run: Run) -> list[State] | None:
    """Return the cubes that satisfy a pattern, None if they are more than `most` or not all found.

    Args:
        pattern: the rules.
        most: the most cubes that count as few.
        run: the question that this is a part of.

    Raises:
        KeyboardInterrupt: Ctrl-C came.
    """
    seconds = run.deadline.within(_GLANCE).left_or_none
    with Search(pattern, limit=most + 1, time_limit=seconds) as search:
        rows = [row.tobytes() for array in search.arrays() for row in array]
    kind = cube_class(cube_of(pattern.puzzle).size)
    return [kind.from_row(row) for row in rows] if search.exhausted else None


def targets(pattern: Pattern) -> list[PlacementGoal | Callable[[Cube], bool]]:
    """Return goals that together allow exactly the cubes of `pattern`.

    There are none if no cube satisfies it, as far as this is cheap to see.
    """
    result = [] if pattern.impossible() else _all_of(pattern.primitives)
    return [pattern.holds] if result is None or (result and pattern.filters) else [*result]


def _all_of(primitives: Iterable[Primitive]) -> list[PlacementGoal] | None:
    """Return the goals of a conjunction, None if it is not a small union of goals."""
    result = [goals.anything()]
    for primitive in primitives:
        conditions = _goals(primitive)
        if conditions is None or len(result) * len(conditions) > MOST_GOALS:
            return None
        result = [_met(a, b) for a, b in product(result, conditions)]
    return [goal for goal in result if all(goal.corners) and all(goal.edges)]


def _goals(primitive: Primitive) -> list[PlacementGoal] | None:
    match primitive:
        case SlotDomain(orbit, slot, placements):
            return [_restricted(orbit, slot, placements)]
        case ColourCount(facelets, colours, least, most) if len(facelets) == 1:
            (facelet,) = facelets
            allowed = {c for c in range(6) if least <= (1 if c in colours else 0) <= most}
            return _showing(facelet, allowed)
        case AtLeast(needed, parts) if needed == len(parts):
            return _all_of(parts)
        case AtLeast(1, parts):
            each = [_goals(part) for part in parts]
            return None if None in each else [goal for some in each for goal in some or []]
    return None


def _showing(facelet: int, colours: set[int]) -> list[PlacementGoal]:
    if facelet in CUBE.centres:
        return [goals.anything()] if CUBE.centres.index(facelet) in colours else []
    for index, orbit in enumerate(CUBE.orbits):
        for slot, where in enumerate(orbit.frames):
            if facelet in where:
                at = where.index(facelet)
                values = (v for v, own in enumerate(orbit.colours) if own[at] in colours)
                return [_restricted(index, slot, frozenset(values))]
    raise AssertionError(f"facelet {facelet} is in no slot")


def _restricted(orbit: int, slot: int, placements: frozenset[int]) -> PlacementGoal:
    everything = goals.anything()
    sets = list(everything[orbit])
    sets[slot] &= placements
    return (
        PlacementGoal(tuple(sets), everything.edges)
        if orbit == 0
        else PlacementGoal(everything.corners, tuple(sets))
    )


def _met(a: PlacementGoal, b: PlacementGoal) -> PlacementGoal:
    corners, edges = (
        tuple(p & q for p, q in zip(x, y, strict=True)) for x, y in zip(a, b, strict=True)
    )
    return PlacementGoal(corners, edges)
