"""Cubes by number, by checking every cube there is, of which a 2×2×2 has few enough."""

from __future__ import annotations

import numpy as np

from cubecsp.models.counting import COUNTERS
from cubecsp.models.counting.base import Question
from cubecsp.models.counting.filtering import every_cube
from cubecsp.models.sampling.base import Numbering, NumberingSampler, Preparation, Trying
from cubecsp.models.sampling.row_numbering import RowNumbering
from cubecsp.puzzle.cube.cube_puzzle import POCKET

__all__ = ["SAMPLER", "FilteringSampler"]


class FilteringSampler(NumberingSampler):
    """Checks every cube, many at once, and numbers those that satisfy the rules."""

    name = "filtering"
    summary = COUNTERS["filtering"].summary
    immediate = True
    sizes = COUNTERS["filtering"].sizes
    limits = COUNTERS["filtering"].limits

    def refusal(self, question: Question) -> str | None:
        """Return a reason if the cube is too large."""
        return COUNTERS[self.name].refusal(question)

    def numbering(self, question: Question) -> Preparation[Numbering]:
        """Check all 3,674,160."""
        kept = [np.zeros((0, len(POCKET.slots)), np.uint8)]
        for fraction, rows in every_cube():
            yield Trying(fraction)
            kept.append(rows[question.passing(rows)])
        return RowNumbering(np.concatenate(kept))


SAMPLER = FilteringSampler()
