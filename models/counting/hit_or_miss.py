"""An estimate by hit-or-miss sampling: random corners, kept in proportion to the number of ways to place the edges.

A trial draws one of many points (`cubecsp.models.counting.corner_rejection`). Every cube that satisfies the rules
that compare edges with corners is such a point; other rules are checked on the cubes that are hit. So the share of
the trials that hit is the number of cubes divided by that of the points, which bounds keep small: 21 of 100
trials hit a cube with no two equal colours side by side, while 54 of 10,000,000 random cubes are one.
"""

from __future__ import annotations

import numpy as np

from cubecsp.models.counting.corner_rejection import WAY as CORNER_REJECTION
from cubecsp.models.counting.corner_rejection import Trials
from cubecsp.models.counting.shares import Share
from cubecsp.models.counting.way import ExactCount, ProgressSign, Question, Steps, Way
from cubecsp.models.sampling.random_numbers import RandomStream

_TRIALS = 50_000
_PER_STEP = 2_000


class HitOrMissWay(Way):
    """Estimates from random corners and edges that fit."""

    name = "hit-or-miss"
    summary = "an estimate: the share of random corners and edges (trials) that satisfies the rules"
    exact = False
    sizes = CORNER_REJECTION.sizes
    limits = "some rule has to compare an edge with one or two corners"

    def objection(self, question: Question) -> str | None:
        """Return a reason if nothing couples edges and corners, or the cube is not a 3×3×3."""
        return CORNER_REJECTION.objection(question)

    def count(self, question: Question) -> Steps:
        """Estimate from trials; the estimate is unbiased, and its interval exact."""
        trials = Trials(question)
        points = trials.points
        share = Share(points, _TRIALS, question.samples)
        while share.left and points:
            yield ProgressSign(share.fraction, estimate=share.known)
            number = min(_PER_STEP, share.left)
            tried = np.arange(share.drawn, share.drawn + number)
            _, hits = trials.hits(question.seed, RandomStream.CORNERS, share.drawn, number)
            share.add(np.isin(tried, hits))
        return share.estimate() if points else ExactCount(0)


WAY = HitOrMissWay()
