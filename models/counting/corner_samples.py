"""An estimate from random corner placements, with an exact count of the edges for each.

The mean over all corner placements is the number of cubes divided by the number of placements, so the
estimate is unbiased, and it varies less than an estimate from random cubes.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import partial

import numpy as np
from numpy.random import PCG64, Generator
from numpy.typing import NDArray

from cubecsp.errors import OutOfReachError
from cubecsp.models.counting.coupled_edges import (
    CORNERS,
    CornerWay,
    about_corners,
    edge_sums,
    is_related,
    numbers,
    with_edges_home,
)
from cubecsp.models.counting.effort import steps_per_row
from cubecsp.models.counting.intervals import DEVIATIONS, interval_of_share
from cubecsp.models.counting.matchings import ways_of_orbit
from cubecsp.models.counting.random_cubes import random_placements
from cubecsp.models.counting.way import Estimate, ProgressSign, Question, Steps
from cubecsp.puzzle.cube.batch import Batch
from cubecsp.puzzle.cube.cube_puzzle import CUBE

_PLACEMENTS = math.factorial(8) * 3**7  # of the corners
_SAMPLES = 20_000
_STEPS = 300_000_000  # of coupled edges for all of them: seconds
_LONGER = 8  # times as many are drawn at most, if the interval is wide
_TRIED = 20_000  # random placements, some of which fit the demands on corners
_PER_STEP = 200
_FEW = 30  # hits up to which a mean is far from normally distributed


class CornerSamplesWay(CornerWay):
    """Estimates from random corner placements."""

    name = "corner-samples"
    summary = "an estimate: random placements of the corners, and the number of ways to place the edges for each"
    exact = False

    def prepare(self, question: Question) -> None:
        """Set up the count of edges, and check whether it takes too long for many samples."""
        super().prepare(question)
        if _usual_samples(question) < _FEW:
            raise OutOfReachError(
                "counting the edges takes too long for many placements of the corners"
            )

    def count(self, question: Question) -> Steps:
        """Estimate from random placements."""
        self.prepare(question)
        generator = Generator(PCG64(question.seed))
        samples, weights = question.samples or _usual_samples(question), np.zeros(0)
        most = question.samples or _LONGER * samples
        matchings = ways_of_orbit(CUBE.edges, question.structure.domains[CORNERS:])
        sums, demanded = edge_sums(question), [p.holds_in for p in about_corners(question)]
        estimated = partial(_estimate, largest=max(matchings))
        while len(weights) < samples:
            known = partial(estimated, weights) if len(weights) else None
            yield ProgressSign(len(weights) / most, estimate=known)
            number = min(_PER_STEP, samples - len(weights))
            rows, _ = random_placements(CUBE.corners, number, generator)
            fitting = Batch(with_edges_home(rows), CUBE).passing(demanded)
            result = np.zeros(number)
            result[fitting] = numbers(sums, rows[fitting])
            weights = np.concatenate([weights, result])
            if len(weights) == samples < most and estimated(weights).is_worth_more(most // samples):
                samples = min(2 * samples, most)
        return estimated(weights)


WAY = CornerSamplesWay()


def _usual_samples(question: Question) -> int:
    """Return how many placements take some seconds at most, and make a good estimate."""
    if not is_related(question):
        return _SAMPLES
    return min(_SAMPLES, int(_STEPS / max(_steps_of_random_row(question), 1.0)))


def steps_of_walk(question: Question) -> float:
    """Return about how many steps coupled edges take for all placements of the corners, one of each orbit.

    The result is the same on every machine.
    """
    return _steps_of_random_row(question) * _PLACEMENTS / len(question.symmetries)


def _steps_of_random_row(question: Question) -> float:
    """Return about how many steps a random placement of the corners takes, including those that are not allowed."""
    rows, _ = random_placements(CUBE.corners, _TRIED, Generator(PCG64(0)))
    demanded = [p.holds_in for p in about_corners(question)]
    fitting = rows[Batch(with_edges_home(rows), CUBE).passing(demanded)]
    if not len(fitting):
        return 0.0
    return steps_per_row(edge_sums(question), fitting) * len(fitting) / _TRIED


def _estimate(counts: NDArray[np.float64], largest: int) -> Estimate:
    """Return the estimate that the numbers of cubes with some random corner placements make.

    The interval is that of a normal distribution, which means of many numbers nearly have. If few numbers
    differ from the one that most have, such as 0, not enough is known about the others: then its ends allow for the
    largest likely share of corner placements that differ, with anything from none to the most cubes.

    Args:
        counts: the numbers.
        largest: the largest that there can be.
    """
    samples, hits = len(counts), int(np.count_nonzero(counts))
    # As an integer, since one of 20 digits is beyond floating point, even if all counts are the same.
    number = int(counts.astype(np.int64).sum()) * _PLACEMENTS // samples
    usual = int(np.median(counts))
    others = int(np.count_nonzero(counts != usual))
    if others < _FEW:
        _, share = map(Fraction, interval_of_share(others, samples))
        least = max(int(counts.max()), math.floor((1 - share) * usual * _PLACEMENTS))
        most = math.ceil(((1 - share) * usual + share * largest) * _PLACEMENTS)
        return Estimate(number, min(least, number), max(most, number), samples, hits)
    spread = DEVIATIONS * float(counts.std(ddof=1)) / math.sqrt(samples) * _PLACEMENTS
    least = max(0, math.floor(number - spread))
    return Estimate(number, least, math.ceil(number + spread), samples, hits)
