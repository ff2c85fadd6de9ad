"""The ways to place the edges under some placement of the corners, by number."""

from __future__ import annotations

from collections.abc import Generator, Sequence

import numpy as np

from cubecsp.models.counting.coupled_edges import CORNERS, edge_sums, is_related, numbers
from cubecsp.models.counting.matchings import matching_of
from cubecsp.models.counting.structure import masks
from cubecsp.models.counting.way import Question
from cubecsp.puzzle.core.permutation import permutation_parity
from cubecsp.puzzle.cube.cube_puzzle import CUBE

_EDGES = len(CUBE.edges.names)


class EdgeMatchings:
    """The edges of a question that a `CornerWay` does not refuse.

    They are in the order of their rows. Edges that are compared only with corners are counted with tables of
    all sets of pieces; if edges are compared with each other, they are counted again for each placement of each slot.
    """

    def __init__(self, question: Question) -> None:
        structure = question.structure
        self._question = question
        self._initial = structure.domains[CORNERS:]
        self._related = is_related(question)
        self._tables = [
            (c.slots, [*masks(c.primitive, c.slots[:-1], c.slots[-1], CUBE)])
            for c in structure.couplings
            if not self._related and c.slots[-1] >= CORNERS
        ]

    def at(self, corners: bytes, number: int) -> bytes:
        """Return number `number` of the ways to place the edges under some corners."""
        held: list[int] = []
        for values in self._choices(corners, held):
            for value, here in values:
                if number < here:
                    held.append(value)
                    break
                number -= here
            else:
                raise ValueError("no such number")
        return bytes(held)

    def rank(self, corners: bytes, edges: bytes) -> int:
        """Return how many of the ways to place the edges come before one."""
        held: list[int] = []
        before = 0
        for values, target in zip(self._choices(corners, held), edges, strict=True):
            before += sum(here for value, here in values if value < target)
            held.append(target)
        return before

    def _choices(
        self, corners: bytes, placements: Sequence[int]
    ) -> Generator[list[tuple[int, int]], None, None]:
        """Yield, for each slot, what it may hold, and in how many ways the rest can then be filled.

        Args:
            corners: what the corner slots hold.
            placements: what the edge slots hold; the caller adds each choice.
        """
        domains = self._domains_at(corners)
        parity = permutation_parity(CUBE.corners.pieces(corners))
        matching = None if self._related else matching_of(CUBE.edges, domains)
        state = None if matching is None else matching.start
        for slot in range(_EDGES):
            results = []
            for value in range(CUBE.edges.placements):
                if matching is None:
                    here = self._related_ways(corners, [*placements, value])
                else:
                    after = matching.after(state, slot, value)
                    here = 0 if after is None else matching.beyond(after)[parity]
                if here:
                    results.append((value, here))
            yield results
            if matching is not None:
                state = matching.after(state, slot, placements[slot])
                if state is None:
                    return

    def _domains_at(self, corners: bytes) -> list[int]:
        """Return the allowed placements of each edge slot under some corners."""
        domains = [*self._initial]
        for slots, allowed in self._tables:
            entry = 0
            for slot in slots[:-1]:
                entry = entry * CUBE.corners.placements + corners[slot]
            domains[slots[-1] - CORNERS] &= allowed[entry]
        return domains

    def _related_ways(self, corners: bytes, placements: Sequence[int]) -> int:
        """Return in how many ways the edges can be placed that begin with some placements."""
        if len({value // CUBE.edges.turns for value in placements}) < len(placements):
            return 0
        sums = edge_sums(self._question)
        for slot, value in enumerate(placements):  # for any first corner
            sums.depend(slot, [0], [1 << value] * CUBE.corners.placements)
        row = np.frombuffer(corners, np.uint8).reshape(1, CORNERS)
        return int(numbers(sums, row)[0])
