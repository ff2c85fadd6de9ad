"""Cubes by number by walking over the corners: for each way to place them, in how many ways the edges fit.

See `cubecsp.models.sampling.corner_numbering`. All placements of the corners are counted before the first cube
has a number, as for an exact count.
"""

from __future__ import annotations

from cubecsp.models.counting import COUNTERS
from cubecsp.models.counting.base import Question
from cubecsp.models.sampling.base import Numbering, NumberingSampler, Preparation
from cubecsp.models.sampling.corner_numbering import CornerNumbering, sums_of_beginnings

__all__ = ["SAMPLER", "CornerWalkSampler"]


class CornerWalkSampler(NumberingSampler):
    """Numbers the cubes by corners and then by edges."""

    name = "corner-walk"
    summary = COUNTERS["corner-walk"].summary
    sizes = COUNTERS["corner-walk"].sizes
    limits = COUNTERS["corner-walk"].limits

    def refusal(self, question: Question) -> str | None:
        """Return the reason for a refusal: edges are coupled with each other, or cannot be counted in this way."""
        return COUNTERS[self.name].refusal(question)

    def prepare(self, question: Question) -> None:
        """Set up the count of edges."""
        COUNTERS[self.name].prepare(question)

    def numbering(self, question: Question) -> Preparation[Numbering]:
        """Count all placements of the corners."""
        return CornerNumbering(question, (yield from sums_of_beginnings(question)))


SAMPLER = CornerWalkSampler()
