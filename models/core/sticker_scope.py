"""The contents of primitives: those inside them, the stickers that they look at, and their size."""

from __future__ import annotations

from collections.abc import Iterable

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
)
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle


def stickers_of(primitive: Primitive, puzzle: CubePuzzle) -> frozenset[int]:
    """Return the stickers that a primitive looks at."""
    return frozenset(f for part in parts_of(primitive) for f in facelets_of(part, puzzle))


def parts_of(primitive: Primitive) -> list[Primitive]:
    """Return a primitive and all that are in it."""
    results = [primitive]
    for part in results:  # grows while it is walked
        if isinstance(part, AtLeast):
            results += part.parts
        elif isinstance(part, Linear):
            results += [each for each, _ in part.terms]
    return results


def weight(primitive: Primitive, rows: int = 16, nodes: int = 8) -> int:
    """Return an estimate of the work that a primitive makes, in small primitives.

    Args:
        primitive: the primitive.
        rows: of a table that make as much work as a small primitive.
        nodes: the same of a diagram.
    """
    total = 0
    for part in parts_of(primitive):
        total += 1
        if isinstance(part, ColourTable):
            total += len(part.rows) // rows
        elif isinstance(part, Diagram):
            total += part.size // nodes
    return total


def facelets_of(primitive: Primitive, puzzle: CubePuzzle) -> Iterable[int]:
    """Return the stickers that a primitive itself looks at, without those in it."""
    match primitive:
        case Differ(a, b) | Equal(a, b):
            return (a, b)
        case ColourCount(facelets, _, _, _):
            return facelets
        case ColourTable(row, _, _) | Diagram(row, _):
            return row
        case SlotDomain(orbit, slot, _):
            return puzzle.orbits[orbit].frames[slot]
        case AtLeast() | Linear():
            return ()  # the primitives in them
        case FacePatterns(a, b):
            return (*puzzle.face(a), *puzzle.face(b))
    raise AssertionError(f"unknown primitive {primitive!r}")
