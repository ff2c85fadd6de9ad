"""Counting by walking over the corners: for each way to place them, the number of ways to place the edges.

Of corner placements that symmetries of the question map to each other, one is enough (see
`corner_placements`). They are cut into tasks, which are done in an order that soon shows how long all of
them will take. Longer work is also cut into these tasks: a task depends only on the question, and its number is
added to those of the others.

Of corner placements that look the same to the edges and have the same parity, one is enough, too.

Symmetry classes are counted by W. Burnside's lemma: their number is the mean, over all symmetries, of the number of
cubes that each preserves. The identity preserves all; for the others only those corner placements matter that they
preserve, which are few.
"""

from __future__ import annotations

import contextlib
import hashlib
import math
import operator
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cubecsp.frozen import frozen
from cubecsp.models.core.identity import digest_of
from cubecsp.models.counting.corner_placements import CornerPlacements, corner_portions
from cubecsp.models.counting.coupled_edges import (
    CORNERS,
    CornerWay,
    edge_sums,
    is_related,
    numbers,
    seen_by_edges,
)
from cubecsp.models.counting.effort import Cut, cut_of
from cubecsp.models.counting.matchings import ways_of_orbit
from cubecsp.models.counting.way import ExactCount, ProgressSign, Question, Steps, Work
from cubecsp.models.sampling.corner_numbering import CornerNumbering, sums_of_beginnings
from cubecsp.models.sampling.sample_source import Numbering
from cubecsp.puzzle.cube.batch import is_odd
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.puzzle.cube.images import slot_map
from cubecsp.puzzle.cube.symmetry import Symmetry
from cubecsp.stopping.deadline import look
from cubecsp.work.forecast import Forecast
from cubecsp.work.tasks import Task, TaskJob, TaskStopped

_VERSION = 2  # of the form of tasks, and of their results
_FIXED_ROWS = 64

_FIXED_COST = 8  # about how many placements take as long as the symmetries of one


@frozen
class _Payload:
    """The content of a task.

    Attributes:
        rows: corner placements.
        weights: how many each of them stands for.
        cut: which part of which cut is counted; None to count cubes that symmetries preserve.
    """

    rows: NDArray[np.uint8]
    weights: NDArray[np.uint64]
    part: tuple[int, int] | None

    def key(self) -> str:
        """Return the key of a task in the checkpoint."""
        content = self.rows.tobytes() + self.weights.tobytes() + repr(self.part).encode()
        return hashlib.blake2b(content, digest_size=16).hexdigest()


class CornerWalkWay(CornerWay):
    """Walks over the corners, and counts the ways to place the edges without listing them."""

    name = "corner-walk"
    summary = "every placement of the corners, and the number of ways to place the edges for each"
    parallel = True
    in_tasks = True
    numbers = True

    def count(self, question: Question) -> Steps:
        """Walk, a portion of the corner placements at a time."""
        self.prepare(question)
        forecast = _forecast(question)
        work = question.executor.results(*job_and_tasks(question, forecast))
        number = preserved = 0
        with contextlib.closing(work):
            for done in work:
                if done is not None:
                    if done.task.payload.part is None:
                        preserved += done.result
                    else:
                        number += done.result
                    forecast.add(done.task.cost, fresh=done.fresh)
                left = forecast.left
                yield ProgressSign(None if left is None else forecast.fraction, number, left)
        classes, left = divmod(number + preserved, len(question.symmetries))
        assert not question.classes or left == 0, "a mean over a group that acts on cubes is whole"
        return ExactCount(number, classes if question.classes else None, len(question.symmetries))

    def numbering(self, question: Question) -> Work[Numbering]:
        """Count all placements of the corners, as for an exact count."""
        return CornerNumbering(question, (yield from sums_of_beginnings(question)))


WAY = CornerWalkWay()


def job_and_tasks(
    question: Question, forecast: Forecast | None = None
) -> tuple[TaskJob[_Payload, int], Iterator[Task[_Payload] | None]]:
    """Return the job that does every task of a walk, and the tasks.

    Args:
        question: what is counted.
        forecast: receives how much there is to do, once that is known.
    """
    return _CornerWalk(question), _tasks(question, forecast or _forecast(question))


def _forecast(question: Question) -> Forecast:
    return Forecast(_expected_number(question), question.executor.work_time)


def _expected_number(question: Question) -> float:
    """Return about how many corner placements there are to walk over.

    These are the placements allowed slot by slot: couplings leave fewer.
    """
    ways = ways_of_orbit(CUBE.corners, question.structure.domains[:CORNERS])
    return sum(ways) / len(question.symmetries)


def _tasks(question: Question, forecast: Forecast) -> Iterator[Task[_Payload] | None]:
    """Yield tasks of neighbours in mixed order, so that the first ones show how long the others take."""
    total, expected = 0.0, _expected_number(question)
    for portion in corner_portions(question):
        if portion is None:
            yield None
            continue
        kinds = [_counting_units(portion, question)]
        if question.classes:
            kinds.append(_preserved_units(portion, question))
        total += sum(kind.cost for kind in kinds)
        forecast.expect(total if portion.last else max(expected, total))
        forecast.begin()
        first = len(kinds[0])
        for at in mixed_order(sum(map(len, kinds))):
            yield kinds[0].task(at) if at < first else kinds[1].task(at - first)


def mixed_order(number: int) -> Iterator[int]:
    """Yield 0…number − 1 in an order whose beginnings are spread evenly, without storing it.

    Steps are about as wide as the golden section of the whole, and prime to it.
    """
    step = round(number * (math.sqrt(5) - 1) / 2)
    while math.gcd(step, number) > 1:
        step += 1
    return (at * step % number for at in range(1, number + 1))


@frozen
class _Units:
    """Tasks of one kind for some corner placements.

    Attributes:
        rows: the placements.
        weights: how many each of them stands for.
        cut: how they are cut into tasks.
        cost: what all tasks cost together: 1 for each placement whose edges are counted.
        preserved: whether cubes are counted that symmetries preserve, besides the identity.
    """

    rows: NDArray[np.uint8]
    weights: NDArray[np.uint64]
    cut: Cut
    cost: int
    preserved: bool = False

    def __len__(self) -> int:
        return -(-len(self.rows) // self.cut.rows) << self.cut.decided

    def task(self, index: int) -> Task[_Payload]:
        """Return one of them; 0 ≤ index < their number."""
        first, part = divmod(index, 1 << self.cut.decided)
        some = slice(first * self.cut.rows, (first + 1) * self.cut.rows)
        which = None if self.preserved else (part, self.cut.decided)
        payload = _Payload(self.rows[some], self.weights[some], which)
        share = len(payload.rows) / len(self.rows) / (1 << self.cut.decided)
        return Task(payload.key(), self.cost * share, payload)


def _counting_units(portion: CornerPlacements, question: Question) -> _Units:
    """Return the tasks in which cubes are counted."""
    rows, weights = _alike_once(portion, question)
    cut = cut_of(edge_sums(question), rows, coupled=is_related(question))
    return _Units(rows, weights, cut, len(rows))


def _preserved_units(portion: CornerPlacements, question: Question) -> _Units:
    """Return the tasks in which cubes are counted that symmetries preserve, besides the identity."""
    some = portion.weights < len(question.symmetries)
    rows, weights = portion.rows[some], portion.weights[some].astype(np.uint64)
    return _Units(rows, weights, Cut(_FIXED_ROWS), _FIXED_COST * len(rows), preserved=True)


def _alike_once(
    portion: CornerPlacements, question: Question
) -> tuple[NDArray[np.uint8], NDArray[np.uint64]]:
    """Return rows and weights, with rows that are the same for edges merged and their weights added up."""
    rows, weights = portion.rows, portion.weights.astype(np.uint64)
    seen = seen_by_edges(question)
    if seen is None or not len(rows):
        return rows, weights
    # The parity comes last, so that rows that differ only in it are neighbours.
    key = np.zeros(len(rows), np.uint64)
    for slot, column in enumerate(rows.T):
        key = key * np.uint64(CUBE.corners.placements) + seen[slot][column]
    key = key * np.uint64(2) + is_odd(rows // CUBE.corners.turns)
    _, first, alike = np.unique(key, return_index=True, return_inverse=True)
    added = np.zeros(len(first), np.uint64)
    np.add.at(added, alike, weights)
    return rows[first], added


@frozen
class _CornerWalk(TaskJob[_Payload, int]):
    """The number of cubes that have some corner placements.

    Attributes:
        asked: the question.
    """

    asked: Question
    method = f"{CornerWalkWay.name} {_VERSION}"

    @property
    def title(self) -> str:  # type: ignore[override]
        """The question in the words of the user."""
        return self.asked.text

    def question(self) -> dict[str, Any]:
        """Return the question as data, which identifies it in the checkpoint."""
        return {
            "question": self.title,
            "classes": self.asked.classes,
            "symmetries": [symmetry.index for symmetry in self.asked.symmetries],
            "primitives": digest_of(self.asked.primitives),
        }

    def worker(self, stopped: Callable[[], bool]) -> Callable[[_Payload], int]:
        """Return the function with which one thread counts."""
        return _CountingThread(self.asked, stopped)

    def pack(self, result: int) -> bytes:
        """Write a number."""
        return str(result).encode()

    def unpack(self, packed: bytes, payload: _Payload) -> int:
        """Read a number."""
        del payload
        return int(packed)


class _CountingThread:
    """Counts in one thread. Calling it does a task."""

    def __init__(self, question: Question, stopped: Callable[[], bool]) -> None:
        self._sums = edge_sums(question)
        self._symmetries = question.symmetries
        self._stopped = stopped

    def __call__(self, task: _Payload) -> int:
        weights = task.weights.tolist()  # integers of any size: 64 bits would not do
        if task.part is None:
            sums = [self._preserved_total(row.tobytes()) for row in task.rows]
        else:
            sums = numbers(self._sums, task.rows, *task.part, self._poll).tolist()
        return sum(map(operator.mul, sums, weights))

    def _preserved_total(self, row: bytes) -> int:
        """Return the sum, over all symmetries except the identity, of how many cubes with these corners each preserves."""
        number = 0
        for symmetry in self._symmetries[1:]:
            sources, values = _slot_map(symmetry, 0)
            if all(values[slot][row[sources[slot]]] == held for slot, held in enumerate(row)):
                number += self._sums.preserved(row, *_slot_map(symmetry, 1), self._poll)
        return number

    def _poll(self) -> None:
        """Make sure that the caller still waits for the task."""
        look()
        if self._stopped():
            raise TaskStopped


@cache
def _slot_map(symmetry: Symmetry, orbit: int) -> tuple[list[int], list[list[int]]]:
    """Return, for each slot of an orbit, where its content comes from, and what becomes of each placement."""
    rows = CUBE.rows[orbit]
    slots = slot_map(CUBE, symmetry)[rows]
    return [source - rows.start for source, _ in slots], [list(values) for _, values in slots]
