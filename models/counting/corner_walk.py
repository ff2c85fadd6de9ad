"""Counting by walking over the corners: for each way to place them, in how many ways the edges fit.

Of corner placements that symmetries of the question make of each other one is enough (see
`corner_placements`). They are cut into units, which are done in an order that tells soon how long all of
them will take. A unit is the place to cut longer work, too: it depends on nothing but the question, and
its number is added to those of the others.

Classes are counted by W. Burnside's lemma, corner placement by corner placement: the cubes that have one,
up to the symmetries that preserve it, are the mean over these of how many cubes each of them preserves.
"""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from cubecsp._native import EdgeSums, count_fillings
from cubecsp.models.counting.base import Counted, Question, Step, Steps
from cubecsp.models.counting.corner_placements import CornerPlacements, corner_portions
from cubecsp.models.counting.coupled_edges import (
    CORNERS,
    CornerCounter,
    edge_sums,
    numbers,
    rows_per_step,
)
from cubecsp.models.counting.crew import in_threads
from cubecsp.puzzle.images import slot_map
from cubecsp.puzzle.puzzle import CUBE
from cubecsp.puzzle.symmetry import Symmetry

__all__ = ["COUNTER", "CornerWalkCounter"]

_Rows = NDArray[np.uint8]


@dataclass(frozen=True)
class _Unit:
    """Corner placements, and how many each of them stands for."""

    rows: _Rows
    weights: NDArray[np.uint64]


class CornerWalkCounter(CornerCounter):
    """Walks over the corners, and counts the edges of each placement without listing them."""

    name = "corner-walk"
    summary = "every placement of the corners, and the number of ways to place the edges then"
    parallel = True

    def count(self, question: Question) -> Steps:
        """Walk, a portion of the corner placements at a time."""
        sums = edge_sums(question)
        expected = _Expected(question)
        number = classes = 0
        for portion in corner_portions(question):
            if portion is None:
                yield Step(None, number)
                continue
            units = _units(portion, question)
            expected.portion(len(portion.rows), last=portion.last)
            work = in_threads(lambda: _Worker(question, sums.copy()), units, question.threads)
            for done, cubes, some in work:
                number, classes = number + cubes, classes + some
                yield expected.step(done, number)
        return Counted(number, classes if question.classes else None, len(question.symmetries))


COUNTER = CornerWalkCounter()


class _Expected:
    """How much there is to do, and how long that takes."""

    def __init__(self, question: Question) -> None:
        domains = question.structure.domains[:CORNERS]
        ways = count_fillings(CUBE.corners.turns, list(domains))
        # Of all placements that the corners may have by themselves: what couples them leaves fewer.
        self._rows = (ways[0] + ways[CUBE.corners.turns]) / len(question.symmetries)
        self._found = self._done = 0
        self._working = 0.0
        self._began = time.monotonic()

    def portion(self, rows: int, *, last: bool) -> None:
        """Begin with so many placements more, after which there are no others if they are the last."""
        self._found += rows
        self._rows = self._found if last else max(self._rows, self._found)
        self._began = time.monotonic()

    def step(self, rows: int, number: int) -> Step:
        """Return where the work stands once so many placements more are done."""
        now = time.monotonic()
        self._working, self._began = self._working + now - self._began, now
        self._done += rows
        share = self._done / self._rows if self._rows else 1.0
        return Step(share, number, self._working * (1 / share - 1) if share else None)


def _units(placements: CornerPlacements, question: Question) -> list[_Unit]:
    """Return units of neighbours, in random order, so that the first ones tell how long the others take."""
    rows, weights, _ = placements
    number = max(1, -(-len(rows) // rows_per_step(question)))
    units = list(
        map(_Unit, np.array_split(rows, number), np.array_split(weights.astype(np.uint64), number))
    )
    random.Random(0).shuffle(units)
    return units


class _Worker:
    """What one thread counts with. Calling it counts a unit.

    It returns how many corner placements that was, their cubes, and, if asked for, their classes.
    """

    def __init__(self, question: Question, sums: EdgeSums) -> None:
        self._sums = sums
        self._classes = question.classes
        self._symmetries = question.symmetries

    def __call__(self, unit: _Unit) -> tuple[int, int, int]:
        given = numbers(self._sums, unit.rows)
        cubes = int((given * unit.weights).sum())  # 2,048 · 48 times less than 2³⁹
        if not self._classes:
            return len(unit.rows), cubes, 0
        alone = unit.weights == len(self._symmetries)
        classes = int(given[alone].sum())
        for row, number in zip(unit.rows[~alone], given[~alone].tolist(), strict=True):
            classes += self._classes_of(row.tobytes(), number)
        return len(unit.rows), cubes, classes

    def _classes_of(self, row: bytes, number: int) -> int:
        """Return how many classes of cubes have these corners, which some symmetries preserve.

        Args:
            row: the corners.
            number: how many cubes have them.
        """
        preserved = [number]
        for symmetry in self._symmetries[1:]:
            sources, values = _slot_map(symmetry, 0)
            if all(values[slot][row[sources[slot]]] == held for slot, held in enumerate(row)):
                preserved.append(self._sums.preserved(row, *_slot_map(symmetry, 1)))
        classes, left = divmod(sum(preserved), len(preserved))
        assert left == 0, "a mean over a group that acts on cubes is whole"
        return classes


@cache
def _slot_map(symmetry: Symmetry, orbit: int) -> tuple[list[int], list[list[int]]]:
    """Return for each slot of an orbit where what it holds comes from, and what becomes of each placement."""
    rows = CUBE.rows[orbit]
    slots = slot_map(CUBE, symmetry)[rows]
    return [source - rows.start for source, _ in slots], [list(values) for _, values in slots]
