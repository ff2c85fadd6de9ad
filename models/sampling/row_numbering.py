"""Cubes by number, if all of them are stored in order."""

from __future__ import annotations

import bisect

import numpy as np

from cubecsp._native import numbers_below
from cubecsp.models.sampling.base import Numbering, Rows
from cubecsp.models.sampling.draws import Stream
from cubecsp.puzzle.cube import batch

__all__ = ["RowNumbering"]


class RowNumbering(Numbering):
    """Cubes whose rows are kept.

    Args:
        rows: all of them, each once, in any order.
    """

    def __init__(self, rows: Rows) -> None:
        if rows.shape[1] == np.dtype(np.uint64).itemsize:  # as words they are quicker to sort
            self._rows = np.sort(rows.view(">u8").reshape(-1)).view(np.uint8).reshape(rows.shape)
        else:
            self._rows = batch.unique(rows)
        self.total = len(rows)

    def at(self, number: int) -> bytes:  # noqa: D102  # see `Numbering`
        row: bytes = self._rows[number].tobytes()
        return row

    def rank(self, row: bytes) -> int:  # noqa: D102  # see `Numbering`
        return bisect.bisect_left(range(self.total), row, key=self.at)

    def drawn(self, seed: int, stream: Stream, first: int, number: int) -> Rows:  # noqa: D102
        drawn = numbers_below(self.total, seed, int(stream), first, number)
        return self._rows[np.frombuffer(drawn, np.uint64)]
