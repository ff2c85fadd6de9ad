"""Estimates of the work that the edges take, from a few placements of the corners: the same on every machine."""

from __future__ import annotations

import math
import random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cubecsp._native import EdgeSums
from cubecsp.models.counting.coupled_edges import numbers

_ROWS = 2048  # of edges that are not coupled, which take some hundredths of a second
_STEPS = 4_000_000  # of coupled ones, which take from a hundredth to a tenth of a second
_MOST_WHOLE = 100_000_000  # steps for one row; beyond, it is done in parts
_STEPS_OF_PART = 30_000_000  # which are quicker in such large numbers
_MOST_DECIDED = 9
_TRIED_IN_PARTS = 32
_TRIED_WHOLE = 16
_LIGHT = 3_000_000  # steps for a row
_MOST_BUILT = 100_000_000  # steps for the diagrams of sample rows: a second


class Cut(NamedTuple):
    """The way to cut work into tasks.

    Attributes:
        rows: how many placements of the corners go together.
        decided: each is done in 2 to the power of this many parts.
    """

    rows: int
    decided: int = 0


def cut_of(sums: EdgeSums, rows: NDArray[np.uint8], *, coupled: bool) -> Cut:
    """Return how to cut the work for rows into tasks of about a tenth of a second, if possible.

    Args:
        sums: what counts the edges.
        rows: placements of the corners, shape (n, 8).
        coupled: whether edges are compared with each other.
    """
    if not coupled or not len(rows):
        return Cut(_ROWS)
    steps = steps_per_row(sums, rows)
    if steps > _MOST_WHOLE:
        # Two rows that differ only in the parity are done at once.
        return Cut(2, min(_MOST_DECIDED, math.ceil(math.log2(steps / _STEPS_OF_PART))))
    return Cut(max(1, min(_ROWS, round(_STEPS / max(1.0, steps)))))


def steps_per_row(sums: EdgeSums, rows: NDArray[np.uint8]) -> float:
    """Return about how many steps the edges take for one of some rows, on average.

    Single parts of a row come first, in case a row takes minutes.

    Raises:
        OutOfReachError: the demands on several edges take too much work or room.
    """
    generator, tried = random.Random(0), 0
    before, built = sums.steps(), sums.built()
    while (
        tried < _TRIED_IN_PARTS
        and sums.steps() - before < _LIGHT
        and sums.built() - built < _MOST_BUILT
    ):
        row = generator.randrange(len(rows))
        part = generator.randrange(1 << _MOST_DECIDED)
        numbers(sums, rows[row : row + 1], part, _MOST_DECIDED)
        tried += 1
    rough = (sums.steps() - before) / tried * (1 << _MOST_DECIDED)
    made = sums.built() - built
    if made >= _MOST_BUILT:  # each row needs separate diagrams
        return rough + made / tried
    if rough > (1 << _MOST_DECIDED) * _LIGHT / _TRIED_IN_PARTS:
        return rough
    some = rows[[generator.randrange(len(rows)) for _ in range(_TRIED_WHOLE)]]
    before = sums.steps()
    numbers(sums, some)
    return (sums.steps() - before) / _TRIED_WHOLE
