"""An estimate from darts: random corners, kept in proportion to the number of ways to place the edges.

Every cube that satisfies what compares edges with corners is one of the points that darts are thrown at
(`cubecsp.models.counting.corner_rejection`); other rules are checked on the cubes that are hit. So the share of
the darts that hit is the number of cubes divided by that of the points, which bounds keep small: 21 of 100
darts hit a cube with no two equal colours side by side, while 54 of 10,000,000 random cubes are one.
"""

from __future__ import annotations

import numpy as np

from cubecsp.models.counting.corner_rejection import WAY as CORNER_REJECTION
from cubecsp.models.counting.corner_rejection import Darts
from cubecsp.models.counting.shares import Share
from cubecsp.models.counting.way import Counted, Question, Step, Steps, Way
from cubecsp.models.sampling.random_numbers import Stream

__all__ = ["WAY", "CornerDartsWay"]

_DARTS = 50_000
_PER_STEP = 2_000


class CornerDartsWay(Way):
    """Estimates from random corners and edges that fit."""

    name = "corner-darts"
    summary = "an estimate: random corners with edges that fit, and the share of them that satisfies the rules"
    exact = False
    sizes = CORNER_REJECTION.sizes
    limits = "some rule has to compare an edge with one or two corners"

    def refusal(self, question: Question) -> str | None:
        """Return a reason if nothing couples edges and corners, or the cube is not a 3×3×3."""
        return CORNER_REJECTION.refusal(question)

    def count(self, question: Question) -> Steps:
        """Throw; the estimate is unbiased, and its interval exact."""
        darts = Darts(question)
        points = darts.points
        share = Share(points, _DARTS, question.samples)
        while share.left and points:
            yield Step(share.fraction, estimate=share.known)
            number = min(_PER_STEP, share.left)
            thrown = np.arange(share.drawn, share.drawn + number)
            _, hits = darts.thrown(question.seed, Stream.CORNERS, share.drawn, number)
            share.add(np.isin(thrown, hits))
        return share.estimate() if points else Counted(0)


WAY = CornerDartsWay()
