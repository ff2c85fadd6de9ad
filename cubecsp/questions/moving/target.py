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
from cubecsp.models.core.primitives import (
    AtLeast,
    ColourCount,
    Differ,
    Equal,
    Primitive,
    SlotDomain,
)
from cubecsp.puzzle.cube.cube_puzzle import CUBE, cube_of
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.puzzle.cube.state import Cube, State
from cubecsp.questions.asking.limits import Run
from cubecsp.questions.finding.search_iterator import Search
from cubecsp.search import goals
from cubecsp.search.goals import Ends, PlacementGoal
from cubecsp.search.reachability import CORNER_POINTS

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


def targets(pattern: Pattern) -> list[PlacementGoal | Ends | Callable[[Cube], bool]]:
    """Return goals that together allow exactly the cubes of `pattern`.

    There are none if no cube satisfies it, as far as this is cheap to see.
    """
    result = [] if pattern.impossible() else _all_of(pattern.primitives)
    if result is None and not pattern.filters and (ends := _with_corners_listed(pattern)):
        return [ends]
    return [pattern.holds] if result is None or (result and pattern.filters) else [*result]


def _with_corners_listed(pattern: Pattern) -> Ends | None:
    """Return few arrangements of corners, with any edges that fit: for conditions about several corners (HTR)."""
    together = [primitive for primitive in pattern.primitives if _goals(primitive) is None]
    slots = _all_of(primitive for primitive in pattern.primitives if primitive not in together)
    if not slots or len(slots) > 1 or not all(map(_is_about_corners, together)):
        return None
    corners, edges = slots[0]
    home, labels = Cube().edges, goals.labels(CUBE.edges, edges)
    fitting = [{of for of, label in enumerate(labels) if label == labels[held]} for held in home]
    rows = [b""] if fitting == [*edges] else []
    for allowed in corners:
        rows = [
            row + bytes((of,)) for row in rows for of in allowed if not {*row} & {*_twists_of(of)}
        ]
        if not 0 < len(rows) <= MOST_ENDS:
            return None
    cubes = (Cube._with(row + home) for row in rows)
    return Ends.of(filter(pattern.holds, cubes))._replace(edges=edges)


def _twists_of(placement: int) -> range:
    first = placement - placement % CUBE.corners.turns
    return range(first, first + CUBE.corners.turns)


def _is_about_corners(primitive: Primitive) -> bool:
    match primitive:
        case Equal(a, b) | Differ(a, b):
            return {a, b} <= {*CORNER_POINTS}
        case AtLeast(_, parts):
            return all(map(_is_about_corners, parts))
    return False


def _all_of(primitives: Iterable[Primitive]) -> list[PlacementGoal] | None:
    """Return the goals of a conjunction, None if it is not a small union of goals."""
    result = [goals.anything()]
    for primitive in primitives:
        conditions = _goals(primitive)
        if conditions is None or len(result) * len(conditions) > MOST_GOALS:
            return None
        result = [_intersection(a, b) for a, b in product(result, conditions)]
    return [goal for goal in result if all(goal.corners) and all(goal.edges)]


def _goals(primitive: Primitive) -> list[PlacementGoal] | None:
    match primitive:
        case SlotDomain(orbit, slot, placements):
            return [_slot_goal(orbit, slot, placements)]
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
                return [_slot_goal(index, slot, frozenset(values))]
    raise AssertionError(f"facelet {facelet} is in no slot")


def _slot_goal(orbit: int, slot: int, placements: frozenset[int]) -> PlacementGoal:
    everything = goals.anything()
    sets = list(everything[orbit])
    sets[slot] &= placements
    if orbit == 0:
        return PlacementGoal(tuple(sets), everything.edges)
    return PlacementGoal(everything.corners, tuple(sets))


def _intersection(a: PlacementGoal, b: PlacementGoal) -> PlacementGoal:
    corners, edges = (
        tuple(p & q for p, q in zip(x, y, strict=True)) for x, y in zip(a, b, strict=True)
    )
    return PlacementGoal(corners, edges)
