"""Cubes by number, if the edges can be counted for each placement of the corners.

The cubes of all placements of the corners that begin with the same four placements are added up once, with the
help of the symmetries: one placement of each orbit is counted (`corner_portions`), and its number goes to the
beginning of each of its images. To find a cube, or its number, the up to 648 placements with the same beginning
are counted again, and the edges of one of them are followed slot by slot.
"""

from __future__ import annotations

import bisect
import itertools

import numpy as np
from numpy.typing import NDArray

from cubecsp.models.core.identity import digest_of
from cubecsp.models.counting.corner_placements import corner_portions
from cubecsp.models.counting.coupled_edges import (
    CORNERS,
    about_corners,
    edge_sums,
    is_related,
    numbers,
    with_edges_home,
)
from cubecsp.models.counting.way import Artefact, ProgressSign, Question, Work
from cubecsp.models.sampling.edge_matchings import EdgeMatchings
from cubecsp.models.sampling.sample_source import Numbering, Rows
from cubecsp.puzzle.cube.batch import Batch
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.puzzle.cube.images import slot_map

_VERSION = 1  # of what is stored
_BEGUN = 4  # slots
_PLACEMENTS = CUBE.corners.placements
_TURNS = CUBE.corners.turns
_ROWS, _RELATED_ROWS = 2048, 64  # that take some hundredths of a second

_Sums = NDArray[np.uint64]


class CornerNumbering(Numbering):
    """The cubes of a question that a `CornerWay` does not refuse.

    Args:
        question: the question.
        beginnings: from `sums_of_beginnings`.
    """

    def __init__(self, question: Question, beginnings: _Sums) -> None:
        self._question = question
        self._edges = EdgeMatchings(question)
        self._demanded = [p.holds_in for p in about_corners(question)]
        self._before: list[int] = [0, *itertools.accumulate(beginnings.tolist())]
        self.total = self._before[-1]

    def at(self, number: int) -> bytes:  # noqa: D102  # see `Numbering`
        beginning = bisect.bisect_right(self._before, number) - 1
        number -= self._before[beginning]
        rows, before = self._beginning_with(beginning)
        for row, here in zip(rows, before, strict=True):
            if number < here:
                corners: bytes = row.tobytes()
                return corners + self._edges.at(corners, number)
            number -= here
        raise AssertionError("the sum is that of the placements")

    def rank(self, row: bytes) -> int:  # noqa: D102  # see `Numbering`
        corners = row[:CORNERS]
        beginning = _code(corners)
        before: int = self._before[beginning]
        for some, here in zip(*self._beginning_with(beginning), strict=True):
            if some.tobytes() < corners:
                before += here
            elif some.tobytes() == corners:
                before += self._edges.rank(corners, row[CORNERS:])
        return before

    def _beginning_with(self, beginning: int) -> tuple[Rows, list[int]]:
        """Return the placements of the corners with this beginning, ascending, and how many cubes have each."""
        rows = _completions(beginning)
        rows = rows[Batch(with_edges_home(rows), CUBE).passing(self._demanded)]
        return rows, [int(number) for number in numbers(edge_sums(self._question), rows)]


def sums_of_beginnings(question: Question) -> Work[_Sums]:
    """Return the cubes of each beginning of the corners, the entry v₀·24³ + v₁·24² + v₂·24 + v₃, kept or added up."""
    number = _PLACEMENTS**_BEGUN
    artefact = Artefact("corner-sums", _VERSION, digest_of(question.primitives), 8 * number)
    kept = None if question.keeper is None else question.keeper.bytes_of(artefact)
    if kept is not None:
        return np.frombuffer(kept, "<u8").astype(np.uint64)
    result = yield from _add_up(question)
    if question.keeper is not None:
        question.keeper.store(artefact, result.astype("<u8").tobytes())
    return result


def _add_up(question: Question) -> Work[_Sums]:
    sums, step = edge_sums(question), _RELATED_ROWS if is_related(question) else _ROWS
    totals = np.zeros(_PLACEMENTS**_BEGUN, np.uint64)  # of all images: at most 48 * 3.2 * 10^14
    for portion in corner_portions(question):
        if portion is None:
            yield ProgressSign()
            continue
        ways = np.zeros(len(portion.rows), np.uint64)
        for first in range(0, len(ways), step):
            ways[first : first + step] = numbers(sums, portion.rows[first : first + step])
            yield ProgressSign(first / len(ways) if portion.last else None)
        ways *= portion.weights
        for symmetry in question.symmetries:  # each image occurs among all as often as any other
            code = np.zeros(len(ways), np.intp)
            for source, values in slot_map(CUBE, symmetry)[:_BEGUN]:
                image = np.frombuffer(values, np.uint8)[portion.rows[:, source]]
                code = code * _PLACEMENTS + image
            np.add.at(totals, code, ways)
            yield ProgressSign(1.0 if portion.last else None)
    return totals // np.uint64(len(question.symmetries))


def _code(corners: bytes) -> int:
    code = 0
    for value in corners[:_BEGUN]:
        code = code * _PLACEMENTS + value
    return code


def _completions(beginning: int) -> Rows:
    """Return all ways to place the corners with this beginning, ascending."""
    begun: list[int] = []
    for _ in range(_BEGUN):
        beginning, value = divmod(beginning, _PLACEMENTS)
        begun.insert(0, value)
    left = sorted(set(range(CORNERS)) - {value // _TURNS for value in begun})
    rows = [
        [*begun, *(_TURNS * piece + turn for piece, turn in zip(pieces, turns, strict=True))]
        for pieces in itertools.permutations(left)
        for turns in itertools.product(range(_TURNS), repeat=CORNERS - _BEGUN)
        if (sum(begun) + sum(turns)) % _TURNS == 0
    ]
    return np.array(sorted(rows), np.uint8).reshape(-1, CORNERS)
