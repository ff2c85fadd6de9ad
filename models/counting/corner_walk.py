"""Counting by walking over the corners: for each way to place them, in how many ways the edges fit.

Of corner placements that symmetries of the question make of each other one is enough (see
`corner_placements`). They are cut into units, which are done in an order that tells soon how long all of
them will take. A unit is the place to cut longer work, too: it depends on nothing but the question, and
its number is added to those of the others.

Classes are counted by W. Burnside's lemma, corner placement by corner placement: the cubes that have one,
up to the symmetries that preserve it, are the mean over these of how many cubes each of them preserves.
"""

from __future__ import annotations

import contextlib
import hashlib
import itertools
import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cubecsp._native import count_fillings
from cubecsp.models.counting.base import Counted, Question, Step, Steps
from cubecsp.models.counting.corner_placements import corner_portions
from cubecsp.models.counting.coupled_edges import (
    CORNERS,
    CornerCounter,
    edge_sums,
    numbers,
    rows_per_step,
)
from cubecsp.models.identity import digest_of
from cubecsp.puzzle.images import slot_map
from cubecsp.puzzle.puzzle import CUBE
from cubecsp.puzzle.symmetry import Symmetry
from cubecsp.work.forecast import Forecast
from cubecsp.work.units import Job, Unit

__all__ = ["COUNTER", "CornerWalkCounter"]

_VERSION = 1  # of what a unit is, and comes to

_Rows = NDArray[np.uint8]
_Payload = tuple[
    _Rows, NDArray[np.uint8]
]  # corner placements, and how many each of them stands for
_Counts = tuple[int, int]  # cubes, and their classes if these are asked for


class CornerWalkCounter(CornerCounter):
    """Walks over the corners, and counts the edges of each placement without listing them."""

    name = "corner-walk"
    summary = "every placement of the corners, and the number of ways to place the edges then"
    parallel = True
    in_units = True

    def count(self, question: Question) -> Steps:
        """Walk, a portion of the corner placements at a time."""
        forecast = Forecast(_expected(question))
        work = question.workplace.results(_Walk(question), _units(question, forecast))
        number = classes = 0
        with contextlib.closing(work):
            for done in work:
                if done is not None:
                    cubes, some = done.result
                    number, classes = number + cubes, classes + some
                    forecast.add(done.unit.cost, fresh=done.fresh)
                yield Step(forecast.fraction or None, number, forecast.left)
        return Counted(number, classes if question.classes else None, len(question.symmetries))


COUNTER = CornerWalkCounter()


def _expected(question: Question) -> float:
    """Return how many corner placements there are to walk over, about.

    Those that the corners may have by themselves: what couples them leaves fewer.
    """
    turns = CUBE.corners.turns
    ways = count_fillings(turns, list(question.structure.domains[:CORNERS]))
    return (ways[0] + ways[turns]) / len(question.symmetries)


def _units(question: Question, forecast: Forecast) -> Iterator[Unit[_Payload] | None]:
    """Yield units of neighbours, in random order, so that the first ones tell how long the others take."""
    found, expected = 0, _expected(question)
    for portion in corner_portions(question):
        if portion is None:
            yield None
            continue
        found += len(portion.rows)
        forecast.expect(found if portion.last else max(expected, found))
        forecast.begin()
        number = -(-len(portion.rows) // rows_per_step(question))
        cuts = [len(portion.rows) * at // number for at in range(number + 1)] if number else []
        ranges = [*itertools.pairwise(cuts)]
        random.Random(0).shuffle(ranges)
        for first, end in ranges:
            rows, weights = portion.rows[first:end], portion.weights[first:end]
            key = hashlib.blake2b(rows.tobytes() + weights.tobytes(), digest_size=16)
            yield Unit(key.hexdigest(), len(rows), (rows, weights))


@dataclass(frozen=True)
class _Walk(Job[_Payload, _Counts]):
    """The number of cubes that have some corner placements.

    Attributes:
        asked: the question.
    """

    asked: Question
    method = f"{CornerWalkCounter.name} {_VERSION}"

    @property
    def title(self) -> str:  # type: ignore[override]
        """The question in the words of the user."""
        return self.asked.text

    def question(self) -> dict[str, Any]:
        """Return what is counted."""
        return {
            "question": self.title,
            "classes": self.asked.classes,
            "primitives": digest_of(self.asked.primitives),
        }

    def worker(self, stopped: Callable[[], bool]) -> Callable[[_Payload], _Counts]:
        """Return what one thread counts with: units are short."""
        del stopped
        return _Worker(self.asked)

    def pack(self, result: _Counts) -> bytes:
        """Write two numbers."""
        return json.dumps(result).encode()

    def unpack(self, packed: bytes) -> _Counts:
        """Read two numbers."""
        cubes, classes = json.loads(packed)
        return int(cubes), int(classes)


class _Worker:
    """What one thread counts with. Calling it counts a unit."""

    def __init__(self, question: Question) -> None:
        self._sums = edge_sums(question)
        self._classes = question.classes
        self._symmetries = question.symmetries

    def __call__(self, unit: _Payload) -> _Counts:
        rows, weights = unit
        given = numbers(self._sums, rows)
        cubes = int(
            (given * weights).sum(dtype=np.uint64)
        )  # some thousands · 48 times less than 2³⁹
        if not self._classes:
            return cubes, 0
        alone = weights == len(self._symmetries)
        classes = int(given[alone].sum())
        for row, number in zip(rows[~alone], given[~alone].tolist(), strict=True):
            classes += self._classes_of(row.tobytes(), number)
        return cubes, classes

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
