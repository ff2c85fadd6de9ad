"""Residuals of primitives: the relation that remains once some stickers are known.

Two ways to place some pieces that leave the same residual have the same continuations, and need not be
distinguished. So residuals are reduced: needs that are met, and bounds that can no longer be exceeded, are
dropped.
"""

from __future__ import annotations

from collections.abc import Mapping

from cubecsp.errors import LimitError
from cubecsp.models.core.diagram import Diagram
from cubecsp.models.core.primitives import (
    AtLeast,
    ColourCount,
    ColourTable,
    Differ,
    Equal,
    FacePatterns,
    Linear,
    Primitive,
    SlotDomain,
    all_of,
    any_of,
    at_least_of,
    sum_of,
)
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.stopping.deadline import look

ALWAYS = all_of([])
"""The residual of a primitive that holds whatever the other stickers are."""
NEVER = any_of([])
"""The residual of a primitive that can no longer hold."""


def residual(primitive: Primitive, colours: Mapping[int, int], puzzle: CubePuzzle) -> Primitive:
    """Return the residual of a primitive: its relation between the other stickers once some are known.

    Args:
        primitive: what has to hold.
        colours: colours (0…5) by facelet; for pieces that it asks for as such, all stickers.
        puzzle: the cube.

    Returns:
        A primitive that holds for a cube that shows these colours exactly if `primitive` does:
        `ALWAYS` or `NEVER` if none of its stickers is left, and usually as soon as it is settled.

    Raises:
        LimitError: it compares the patterns of faces, which do not become simpler.
    """
    look()
    match primitive:
        case Differ(a, b) | Equal(a, b) if a in colours and b in colours:
            return _constant((colours[a] == colours[b]) == isinstance(primitive, Equal))
        case Differ(a, b) | Equal(a, b) if a in colours or b in colours:
            seen, other = (a, b) if a in colours else (b, a)
            number = int(isinstance(primitive, Equal))
            return ColourCount(frozenset({other}), frozenset({colours[seen]}), number, number)
        case Differ() | Equal():
            return primitive
        case ColourCount():
            return _of_count(primitive, colours)
        case ColourTable():
            return _of_table(primitive, colours)
        case Diagram():
            return _of_diagram(primitive, colours)
        case SlotDomain(orbit, slot, _):
            seen_whole = puzzle.orbits[orbit].frames[slot][0] in colours
            return (
                _constant(primitive.holds(_all(colours, puzzle), puzzle))
                if seen_whole
                else primitive
            )
        case AtLeast():
            return _of_choice(primitive, colours, puzzle)
        case Linear():
            return _of_sum(primitive, colours, puzzle)
        case FacePatterns():
            raise LimitError(
                "some rules compare the patterns of faces, which do not get easier once some stickers are known"
            )
    raise AssertionError(f"unknown primitive {primitive!r}")


def _constant(holds: bool) -> Primitive:
    return ALWAYS if holds else NEVER


def _all(colours: Mapping[int, int], puzzle: CubePuzzle) -> list[int]:
    """Return the colours of all facelets; those that are not known are no colour."""
    return [colours.get(facelet, -1) for facelet in range(puzzle.facelet_count)]


def _of_count(count: ColourCount, colours: Mapping[int, int]) -> Primitive:
    left = frozenset(f for f in count.facelets if f not in colours)
    number = sum(colours.get(f, -1) in count.colours for f in count.facelets)
    least, most = max(count.least - number, 0), min(count.most - number, len(left))
    if least > most:
        return NEVER
    if least == 0 and most == len(left):
        return ALWAYS
    return ColourCount(left, count.colours, least, most)


def _of_table(table: ColourTable, colours: Mapping[int, int]) -> Primitive:
    left = [i for i, facelet in enumerate(table.facelets) if facelet not in colours]
    seen = [i for i, facelet in enumerate(table.facelets) if facelet in colours]
    if not seen and table.rows:
        return table
    rows = frozenset(
        tuple(row[i] for i in left)
        for row in table.rows
        if all(row[i] == colours[table.facelets[i]] for i in seen)
    )
    if not rows or not left:
        return _constant(bool(rows) == table.allowed)
    return ColourTable(tuple(table.facelets[i] for i in left), rows, table.allowed)


def _of_diagram(diagram: Diagram, colours: Mapping[int, int]) -> Primitive:
    for facelet in diagram.facelets:
        if facelet in colours:
            left = diagram.after(facelet, colours[facelet])
            if isinstance(left, bool):
                return _constant(left)
            diagram = left
    return diagram


def _of_choice(choice: AtLeast, colours: Mapping[int, int], puzzle: CubePuzzle) -> Primitive:
    needed, left = choice.needed, []
    for part in choice.parts:
        after = residual(part, colours, puzzle)
        if after == ALWAYS:
            needed -= 1
        elif after != NEVER:
            left.append(after)
    if needed <= 0:
        return ALWAYS
    if needed > len(left):
        return NEVER
    if needed in (1, len(left)):
        left = [*set(left)]  # any of them, or all: equal ones are one
        needed = min(needed, len(left))
    return left[0] if len(left) == 1 else at_least_of(needed, left)


def _of_sum(total: Linear, colours: Mapping[int, int], puzzle: CubePuzzle) -> Primitive:
    least, left = total.least, []
    for part, weight in total.terms:
        after = residual(part, colours, puzzle)
        if after == ALWAYS:
            least -= weight
        elif after != NEVER:
            left.append((after, weight))
    if sum(min(weight, 0) for _, weight in left) >= least:
        return ALWAYS
    if sum(max(weight, 0) for _, weight in left) < least:
        return NEVER
    added = sum_of(left, least)
    return added if isinstance(added, Linear) else residual(added, {}, puzzle)
