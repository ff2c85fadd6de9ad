"""The placements of the corners that a question allows, one of each orbit of its symmetries.

Of corner placements that symmetries of the question map to each other, one is enough: the least, with the
number that it stands for (for all 48 symmetries there are 1,841,970, of 88,179,840). They are found by the
native engine, which breaks the symmetry as it does in every search, and sorted, so that what neighbours have
in common is done once. Both depend on nothing but the question: row k is the same on every machine.

A question with few symmetries allows up to all 88,179,840, 705 MB of them. `corner_portions` has some
millions at a time, each sorted by itself; `corner_placements` has all of them, in one order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cubecsp.deadline import look
from cubecsp.models.counting.base import Question
from cubecsp.models.counting.coupled_edges import CORNERS, about_corners, with_edges_home
from cubecsp.models.engines import Problem
from cubecsp.models.engines.native import search_of
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.puzzle.cube.images import images_under

__all__ = ["CornerPlacements", "corner_placements", "corner_portions"]

_NODES_PER_STEP = 200_000
_MOST_PER_STEP = 100_000
_PORTION = 6_000_000  # rows that are sorted together: 48 MB
_ROWS_PER_CHECK = 100_000  # rows whose images are looked at together: twenty bytes each

_Rows = NDArray[np.uint8]


class CornerPlacements(NamedTuple):
    """Some placements of the corners, one of each orbit.

    Attributes:
        rows: shape (n, 8), what each slot holds, ascending.
        weights: shape (n,), type uint8: how many placements are in the orbit of each, 1…48.
        last: whether there are no others after these.
    """

    rows: _Rows
    weights: NDArray[np.uint8]
    last: bool = True


def corner_placements(question: Question) -> CornerPlacements:
    """Return all of them, in ascending order; see `corner_portions` for the memory that this takes."""
    portions = [portion for portion in corner_portions(question) if portion is not None]
    if len(portions) == 1:
        return portions[0]
    rows, weights, _ = _joined(portions)
    order = np.argsort(rows.view(">u8").reshape(-1))
    return CornerPlacements(rows[order], weights[order])


def corner_portions(question: Question, most: int = _PORTION) -> Iterator[CornerPlacements | None]:
    """Yield all of them in portions, each in ascending order, and None for a sign of progress.

    Args:
        question: the question; primitives about edges, too, do not matter.
        most: about how many rows of the engine become a portion. Portions depend on it and on the
            question alone.
    """
    search = search_of(Problem(CUBE, about_corners(question), question.symmetries), 1)
    while not search.done:
        result = bytearray()
        while not search.done and len(result) < most * CORNERS:
            result += search.run(_NODES_PER_STEP, _MOST_PER_STEP)
            yield None
        ordered = np.sort(np.frombuffer(result, ">u8")).view(np.uint8).reshape(-1, CORNERS)
        yield _joined(_least_of_orbits(ordered, question))._replace(last=search.done)


def _joined(parts: Iterable[CornerPlacements]) -> CornerPlacements:
    rows, weights = [np.zeros((0, CORNERS), np.uint8)], [np.zeros(0, np.uint8)]
    for part in parts:
        rows.append(part.rows)
        weights.append(part.weights)
    return CornerPlacements(np.concatenate(rows), np.concatenate(weights))


def _least_of_orbits(rows: _Rows, question: Question) -> Iterator[CornerPlacements]:
    """Yield those rows that none of their images precedes, some at a time."""
    images = images_under(CUBE, question.symmetries)
    for first in range(0, len(rows), _ROWS_PER_CHECK):
        look()
        some = rows[first : first + _ROWS_PER_CHECK]
        if len(question.symmetries) == 1:
            yield CornerPlacements(some, np.ones(len(some), np.uint8))
            continue
        cubes = with_edges_home(some).tobytes()
        least = np.frombuffer(images.are_least(cubes), np.bool_)
        sizes = np.frombuffer(images.sizes(cubes), np.uint8)
        yield CornerPlacements(some[least], sizes[least])
