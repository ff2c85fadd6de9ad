"""The edges of a 3×3×3 that know of each other through the corners alone, given to native code.

Whatever a question asks of edges and corners together has to be about one edge and up to three corners;
what it asks of corners alone may be anything.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cubecsp._native import EdgeSums
from cubecsp.models.counting.base import Question
from cubecsp.models.counting.structure import Coupling, masks
from cubecsp.models.primitives import Placed, Primitive
from cubecsp.puzzle.puzzle import CUBE

__all__ = [
    "CORNERS",
    "EDGES_ODD_OR_EVEN",
    "about_corners",
    "edge_sums",
    "numbers",
    "refusal_of",
    "with_edges_home",
]

CORNERS = len(CUBE.corners.names)
EDGES_ODD_OR_EVEN = 490_497_638_400
"""In how many ways the edges can be placed where the corners say their parity: 12! 2¹¹ / 2."""

_MOST_CORNERS = 3  # that one edge is asked about with
_MOST_TRIED = 2_000_000  # placements of an edge and its corners that primitives are evaluated on


def refusal_of(question: Question) -> str | None:
    """Return why the edges cannot be given to native code, a clause; None if they can."""
    if question.puzzle is not CUBE:
        return "the cube is no 3×3×3"
    if question.pattern.filters:
        return "some rules are tried on every cube by themselves"
    tried = 0
    for coupling in question.structure.couplings:
        edges = [slot for slot in coupling.slots if slot >= CORNERS]
        corners = len(coupling.slots) - len(edges)
        if len(edges) > 1:
            return "some rules compare edges with each other"
        if edges:
            if corners > _MOST_CORNERS:
                return "some rules compare an edge with many corners"
            tried += CUBE.edges.placements * CUBE.corners.placements**corners
    return "there is too much to compare edges with" if tried > _MOST_TRIED else None


def about_corners(question: Question) -> tuple[Primitive, ...]:
    """Return what a question asks of the corners alone, each by itself or several."""
    structure = question.structure
    alone = tuple(
        Placed(0, slot, frozenset(v for v in range(CUBE.corners.placements) if domain >> v & 1))
        for slot, domain in enumerate(structure.domains[:CORNERS])
    )
    return alone + tuple(c.primitive for c in structure.couplings if max(c.slots) < CORNERS)


def edge_sums(question: Question) -> EdgeSums:
    """Return what counts the edges of a question that `refusal_of` does not refuse."""
    structure = question.structure
    sums = EdgeSums(list(structure.domains[CORNERS:]))
    allowed: dict[tuple[int, ...], list[int]] = {}
    for coupling in structure.couplings:
        if max(coupling.slots) < CORNERS:
            continue
        given = _admitted(coupling)
        before = allowed.get(coupling.slots)
        allowed[coupling.slots] = (
            given if before is None else [a & b for a, b in zip(before, given, strict=True)]
        )
    for slots, given in allowed.items():
        sums.depend(slots[-1] - CORNERS, list(slots[:-1]), given)
    return sums


def _admitted(coupling: Coupling) -> list[int]:
    """Return what an edge slot may hold for all placements of some corners."""
    return [*masks(coupling.primitive, coupling.slots[:-1], coupling.slots[-1], CUBE)]


def numbers(sums: EdgeSums, rows: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """Return for each placement of the corners, a row of eight, how many cubes have it."""
    return np.frombuffer(sums.counts(rows.tobytes()), np.uint64)


def with_edges_home(rows: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return rows of whole cubes with these corners: edges at home stay there under all symmetries."""
    cubes = np.empty((len(rows), len(CUBE.slots)), np.uint8)
    cubes[:, :CORNERS] = rows
    cubes[:, CORNERS:] = CUBE.edges.turns * np.arange(len(CUBE.edges.names))
    return cubes
