"""Intervals that have a true number in them with a given confidence."""

from __future__ import annotations

import math

from cubecsp.models.counting.base import CONFIDENCE, Estimated

__all__ = ["DEVIATIONS", "estimate_of_share", "interval_of_share"]

DEVIATIONS = 1.959963984540054
"""So many standard deviations to either side of its mean have `CONFIDENCE` of a normal distribution."""

_HALVINGS = 60  # of an interval of shares: as exact as doubles are
_TINY = 1e-300


def estimate_of_share(hits: int, samples: int, points: int) -> Estimated:
    """Return the estimate that hits among samples make, when these are some of so many points."""
    least, most = interval_of_share(hits, samples)
    return Estimated(
        points * hits // samples,
        math.floor(least * points),
        min(points, math.ceil(most * points)),
        samples,
        hits,
    )


def interval_of_share(hits: int, samples: int) -> tuple[float, float]:
    """Return between which shares of hits the true one is, when so many samples were hits.

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
    """Return the share below which a beta distribution has some probability."""
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
