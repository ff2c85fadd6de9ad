"""The edges of a 3×3×3 under some placement of the corners, given to native code.

The demands on one edge and up to three corners determine what the edge may hold once these are known; if edges
have no other demands, they are counted over the sets of pieces that are used. The demands on several edges, or
on one edge and many corners, become automata, with which matching halves of the edges are counted. The demands
on corners only are not restricted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from cubecsp._native import EdgeSums
from cubecsp.errors import LimitError, OutOfReachError, OutOfTimeError
from cubecsp.models.core.primitives import FacePatterns, Primitive, SlotDomain
from cubecsp.models.core.sticker_scope import parts_of, stickers_of
from cubecsp.models.counting.automata import Allowance, automaton
from cubecsp.models.counting.halves import RelatedSlots, halves
from cubecsp.models.counting.structure import Coupling, Structure, masks
from cubecsp.models.counting.way import Question, Way
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.stopping.deadline import look

CORNERS = len(CUBE.corners.names)

MOST_TRIED = 8_000_000
"""The largest number of stickers to look at when edges are placed under some corners: two seconds."""

_MOST_CORNERS = 3  # that the demands on one edge may be about


class CornerWay(Way):
    """A way to count that places the corners, and has native code count the edges for each placement."""

    sizes = (3,)
    limits = "it cannot handle rules that compare the patterns of faces"

    def objection(self, question: Question) -> str | None:
        """Return the reason why native code cannot handle a question, None if it can."""
        if question.puzzle is not CUBE:
            return "the cube is not a 3×3×3"
        if question.pattern.filters:
            return "some rules can only be checked cube by cube"
        couplings = question.structure.couplings
        parts = (part for coupling in couplings for part in parts_of(coupling.primitive))
        if any(isinstance(part, FacePatterns) for part in parts):
            return "some rules compare the patterns of faces, which do not get easier once some stickers are known"
        tried = sum(
            stickers_to_place(coupling)
            for coupling in couplings
            if not _is_several(coupling) and max(coupling.slots) >= CORNERS
        )
        if tried > MOST_TRIED:
            return "the edges depend on too many combinations of corners"
        return None

    def prepare(self, question: Question) -> None:
        """Set up the count of edges."""
        edge_sums(question)


def stickers_to_place(coupling: Coupling) -> int:
    """Return how many stickers it takes to place an edge under all placements of some corners."""
    corners = len(coupling.slots) - 1
    tried: int = CUBE.edges.placements * CUBE.corners.placements**corners
    return tried * coupling.primitive.cost


def is_related(question: Question) -> bool:
    """Return whether edges are compared with each other, or one edge with many corners."""
    return any(map(_is_several, question.structure.couplings))


def _is_several(coupling: Coupling) -> bool:
    """Return whether a coupling is about several edges, or about one and many corners."""
    edges = sum(slot >= CORNERS for slot in coupling.slots)
    return edges > 1 or (edges == 1 and len(coupling.slots) > _MOST_CORNERS + 1)


def about_corners(question: Question) -> tuple[Primitive, ...]:
    """Return the demands of a question on corners only, on one or on several."""
    structure = question.structure
    alone = tuple(
        SlotDomain(0, slot, frozenset(v for v in range(CUBE.corners.placements) if domain >> v & 1))
        for slot, domain in enumerate(structure.domains[:CORNERS])
    )
    return alone + tuple(c.primitive for c in structure.couplings if max(c.slots) < CORNERS)


def edge_sums(question: Question) -> EdgeSums:
    """Return the counter of edges for a question that a `CornerWay` does not refuse.

    Raises:
        OutOfReachError: the couplings of edges distinguish too many states, or take too much work.
    """
    made = _sums_or_reason(question.structure)
    if isinstance(made, str):
        raise OutOfReachError(made)
    return made.copy()


@lru_cache(maxsize=4)
def _sums_or_reason(structure: Structure) -> EdgeSums | str:
    """Return the counter of edges, or the reason why it would take too much work."""
    try:
        return _sums_of(structure)
    except OutOfTimeError:
        raise
    except LimitError as error:
        return error.problem


def _sums_of(structure: Structure) -> EdgeSums:
    sums = EdgeSums(list(structure.domains[CORNERS:]))
    allowed: dict[tuple[int, ...], list[int]] = {}
    couplings: list[Coupling] = []
    for coupling in structure.couplings:
        if _is_several(coupling):
            couplings.append(coupling)
        elif max(coupling.slots) >= CORNERS:
            domain = [*masks(coupling.primitive, coupling.slots[:-1], coupling.slots[-1], CUBE)]
            before = allowed.get(coupling.slots)
            allowed[coupling.slots] = (
                domain if before is None else [a & b for a, b in zip(before, domain, strict=True)]
            )
    for slots, domain in allowed.items():
        sums.depend(slots[-1] - CORNERS, list(slots[:-1]), domain)
    if couplings:
        _couple(sums, couplings)
    return sums


def _couple(sums: EdgeSums, couplings: Sequence[Coupling]) -> None:
    """Give native code the couplings of several edges, or of one edge and many corners."""
    groups = _groups(couplings)
    order = halves(_scope(seen, group) for seen, group in groups.items())
    sums.arrange(order.edges, order.front, order.corners)
    allowance = Allowance()
    for group in groups.values():
        read = [(coupling.primitive, order.ordered(coupling.slots)) for coupling in group]
        sums.couple(
            [(slots, automaton(primitive, slots, CUBE, allowance)) for primitive, slots in read]
        )


def _groups(couplings: Sequence[Coupling]) -> dict[frozenset[int], list[Coupling]]:
    """Return couplings grouped by the edge stickers that they look at, subsets together with supersets.

    If these are stickers of one face, the couplings count as being about all of its edges.
    """
    edges = {f for frame in CUBE.edges.frames for f in frame}
    seen = {}
    for coupling in couplings:
        some = stickers_of(coupling.primitive, CUBE) & edges
        faces = {CUBE.face_of(facelet) for facelet in some}
        seen[coupling] = frozenset(edges & {*CUBE.face(*faces)}) if len(faces) == 1 else some
    groups: dict[frozenset[int], list[Coupling]] = {}
    for coupling in sorted(couplings, key=lambda coupling: -len(seen[coupling])):
        wider = next((some for some in groups if some >= seen[coupling]), seen[coupling])
        groups.setdefault(wider, []).append(coupling)
    return groups


def _scope(seen: frozenset[int], group: Sequence[Coupling]) -> RelatedSlots:
    """Return the scope of a group: one sticker of an edge distinguishes six classes, and two distinguish all."""
    corners = frozenset(s for coupling in group for s in coupling.slots if s < CORNERS)
    edges = {s - CORNERS for coupling in group for s in coupling.slots if s >= CORNERS}
    return RelatedSlots(
        corners, {edge: 6 if len(seen & {*CUBE.edges.frames[edge]}) == 1 else 24 for edge in edges}
    )


def numbers(
    sums: EdgeSums,
    rows: NDArray[np.uint8],
    part: int = 0,
    decided: int = 0,
    poll: Callable[[], None] = look,
) -> NDArray[np.uint64]:
    """Return for each placement of the corners, a row of eight, the number of cubes with it.

    Args:
        sums: the counter of edges.
        rows: shape (n, 8).
        part: which of 2 to the power of `decided` parts is counted, which add up to all cubes.
        decided: see there.
        poll: called a few times a second; what it raises ends the work.

    Raises:
        OutOfReachError: the demands on several edges take too much work or room.
    """
    try:
        return np.frombuffer(sums.counts(rows.tobytes(), part, decided, poll), np.uint64)
    except ValueError as error:
        raise OutOfReachError(
            f"edges cannot be counted: {error}",
            "list the cubes, or take an estimate from random cubes",
        ) from error


def seen_by_edges(question: Question) -> NDArray[np.uint8] | None:
    """Return how edges see the corners: for each slot and placement a class, shape (8, 24).

    Placements of one class look the same to edges; None if edges distinguish all of them.
    """
    stickers = {
        facelet
        for coupling in question.structure.couplings
        if max(coupling.slots) >= CORNERS
        for facelet in stickers_of(coupling.primitive, CUBE)
    }
    seen = np.zeros((CORNERS, CUBE.corners.placements), np.uint8)
    for slot, frame in enumerate(CUBE.corners.frames):
        classes: dict[tuple[int, ...], int] = {}
        for value, colours in enumerate(CUBE.corners.colours):
            visible = tuple(c for f, c in zip(frame, colours, strict=True) if f in stickers)
            seen[slot, value] = classes.setdefault(visible, len(classes))
    return None if seen.max(axis=1).min() == CUBE.corners.placements - 1 else seen


def with_edges_home(rows: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return rows of whole cubes with these corners: solved edges stay so under all symmetries."""
    cubes = np.empty((len(rows), len(CUBE.slots)), np.uint8)
    cubes[:, :CORNERS] = rows
    cubes[:, CORNERS:] = CUBE.edges.turns * np.arange(len(CUBE.edges.names))
    return cubes
