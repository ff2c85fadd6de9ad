"""The placements of the corners that a question allows, one of each orbit of its symmetries.

Of corner placements that symmetries of the question map to each other, one is enough: the least, with the
number that it stands for (for all 48 symmetries there are 1,841,970, of 88,179,840). They are found by the
native engine, which breaks the symmetry as it does in every search, and sorted, so that the common work of
neighbours is done once. Both depend only on the question: row k is the same on every machine.

A question with few symmetries allows up to all 88,179,840, 705 MB of them. So there are
portions of some millions, each sorted by itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cubecsp.models.counting.coupled_edges import CORNERS, about_corners, with_edges_home
from cubecsp.models.counting.way import Question
from cubecsp.models.engines import Problem
from cubecsp.models.engines.native import search_of
from cubecsp.models.engines.native_threads import in_steps
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.puzzle.cube.images import images_under

_PORTION = 6_000_000  # rows that are sorted together: 48 MB

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


def corner_portions(question: Question, most: int = _PORTION) -> Iterator[CornerPlacements | None]:
    """Yield all of them in portions, each in ascending order, and None for a sign of progress.

    Args:
        question: the question; primitives about edges, too, do not matter.
        most: how many rows of the engine become a portion. Portions depend only on it and on the question.
    """
    found, parts = 0, list[CornerPlacements]()
    for rows in _solution_rows(question):
        while found + len(rows) > most:
            parts.append(_least_of_orbits(rows[: most - found], question))
            yield _in_order(parts, last=False)
            rows, found, parts = rows[most - found :], 0, []
        found += len(rows)
        parts.append(_least_of_orbits(rows, question))
        yield None
    yield _in_order(parts, last=True)


def _solution_rows(question: Question) -> Iterator[_Rows]:
    """Yield what the engine finds, some rows at a time; other threads go on with the search meanwhile."""
    search = search_of(Problem(CUBE, about_corners(question), question.symmetries), 1)
    for rows, _ in in_steps(search, question.threads):
        yield np.frombuffer(rows, np.uint8).reshape(-1, CORNERS)


def _least_of_orbits(rows: _Rows, question: Question) -> CornerPlacements:
    """Return those rows that none of their images precedes."""
    if len(question.symmetries) == 1:
        return CornerPlacements(rows, np.ones(len(rows), np.uint8))
    images = images_under(CUBE, question.symmetries)
    sizes = np.frombuffer(images.sizes_if_least(with_edges_home(rows).tobytes()), np.uint8)
    return CornerPlacements(rows[sizes > 0], sizes[sizes > 0])


def _in_order(parts: Sequence[CornerPlacements], *, last: bool) -> CornerPlacements:
    """Return all of them in ascending order."""
    rows = np.concatenate([np.zeros((0, CORNERS), np.uint8), *(part.rows for part in parts)])
    weights = np.concatenate([np.zeros(0, np.uint8), *(part.weights for part in parts)])
    # As the machine's own numbers they are sorted sooner.
    order = np.argsort(rows.view(">u8").reshape(-1).astype(np.uint64))
    return CornerPlacements(rows[order], weights[order], last)
