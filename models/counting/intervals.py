"""Intervals that contain a true number with a given confidence."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from cubecsp.models.counting.way import CONFIDENCE, Estimate

DEVIATIONS = 1.959963984540054
"""This many standard deviations to either side of the mean contain `CONFIDENCE` of a normal distribution."""

_WORTH = 30  # equal weights: how many the weights have to be worth for their spread to show the error of the mean
_TOO_LARGE = 20  # times the true mean: a mean exceeds that at most in the share of cases that `CONFIDENCE` leaves
_DIGITS = 15  # of a factor, about as many as doubles have
_HALVINGS = 60  # of an interval of shares: as exact as doubles are
_TINY = 1e-300


def estimate_of_share(hits: int, samples: int, points: int) -> Estimate:
    """Return the estimate from the hits among samples, which are drawn from a given number of points."""
    # As fractions, since larger cubes have more points than floating point goes to.
    least, most = map(Fraction, interval_of_share(hits, samples))
    return Estimate(
        points * hits // samples,
        math.floor(least * points),
        min(points, math.ceil(most * points)),
        samples,
        hits,
    )


def estimate_of_weights(logarithms: Sequence[float], points: int, within: int) -> Estimate:
    """Return the estimate from weights whose mean is the wanted share of a given number of points.

    The interval is that of a normal distribution around the mean, on a logarithmic scale, if the weights are alike
    enough: if they are worth at least `_WORTH` equal ones (their sum squared, divided by the sum of their
    squares). If not, the mean may be far too small, and nothing bounds the number from above; but it is
    not far too large, for the mean of weights that are never negative exceeds 20 times the true one in one case of 20 at
    most (A. Markov's inequality).

    Args:
        logarithms: of the weights, -inf for a weight of 0; drawn independently, at least one.
        points: how many there are in all.
        within: an upper bound of how many are wanted.
    """
    samples, largest = len(logarithms), max(logarithms)
    if largest == -math.inf:
        return Estimate(0, 0, within, samples, 0)
    weights = [math.exp(logarithm - largest) for logarithm in logarithms]
    total, squares = math.fsum(weights), math.fsum(weight * weight for weight in weights)
    number = _times(points, largest + math.log(total / samples))
    hits = sum(weight > 0 for weight in weights)
    worth = total * total / squares
    if worth < _WORTH:
        return Estimate(number, number // _TOO_LARGE, within, samples, hits)
    spread = DEVIATIONS * math.sqrt((1 / worth - 1 / samples) * samples / (samples - 1))
    least, most = (_times(number, sign * spread) for sign in (-1, 1))
    return Estimate(number, least, min(within, most), samples, hits)


def _times(number: int, logarithm: float) -> int:
    """Return a number times e to some power, rounded; both may be beyond floating point."""
    digits, rest = divmod(logarithm / math.log(10), 1)
    factor = round(10 ** (_DIGITS + rest))
    power = int(digits) - _DIGITS
    scale: int = 10 ** abs(power)
    return number * factor * scale if power >= 0 else number * factor // scale


def interval_of_share(hits: int, samples: int) -> tuple[float, float]:
    """Return the interval of the true share of hits, given how many samples were hits.

    It is the exact interval of C. Clopper and E. Pearson (Biometrika 26 (1934) 404-413): each end is the
    share with which what was seen, or more of it in that direction, has half of what `CONFIDENCE` leaves.
    With no hits at all the lower end is 0, and the upper one is not.

    Args:
        hits: 0 to `samples`.
        samples: at least 1, drawn independently.
    """
    tail = (1 - CONFIDENCE) / 2
    least = 0.0 if hits == 0 else _share_where(hits, samples - hits + 1, tail)
    most = 1.0 if hits == samples else _share_where(hits + 1, samples - hits, 1 - tail)
    return least, most


def _share_where(a: int, b: int, probability: float) -> float:
    """Return the share below which a beta distribution has a given probability."""
    low, high = 0.0, 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if _beta_below(a, b, middle) < probability:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _beta_below(a: int, b: int, share: float) -> float:
    """Return the probability of a beta distribution below a share, the regularized incomplete beta."""
    if share <= 0 or share >= 1:
        return float(share >= 1)
    if share > (a + 1) / (a + b + 2):  # where the fraction below converges slowly
        return 1 - _beta_below(b, a, 1 - share)
    logarithm = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
    logarithm += a * math.log(share) + b * math.log1p(-share)
    return math.exp(logarithm) / a / _fraction(a, b, share)


def _fraction(a: int, b: int, share: float) -> float:
    """Return the continued fraction of the incomplete beta function, by W. Lentz's method.

    It is 26.5.8 of M. Abramowitz and I. Stegun, Handbook of Mathematical Functions (1964).
    """
    value, c, d, k = 1.0, 1.0, 0.0, 0
    while True:
        k += 1
        m = k // 2
        if k % 2:
            term = -(a + m) * (a + b + m) * share / ((a + 2 * m) * (a + 2 * m + 1))
        else:
            term = m * (b - m) * share / ((a + 2 * m - 1) * (a + 2 * m))
        d = 1 / (1 + term * d or _TINY)
        c = 1 + term / c or _TINY
        value *= c * d
        if abs(c * d - 1) < 1e-15 or k > 100_000:
            return value
