"""A stopping rule: random points are drawn until the share of hits among them is known well enough.

At least a given number of points is drawn. If a few times as many seem to be enough, others follow, up to the hit that
makes the interval narrow enough, or to the most that may be drawn. That is a closed plan in the sense of M. Girshick,
F. Mosteller and L. Savage (Annals of Mathematical Statistics 17 (1946) 13-23), who give the unbiased estimate: if the
last point drawn is the hit number h for which the drawing went on, it is (h - 1) / (n - 1), otherwise h / n. The exact
interval of C. Clopper and E. Pearson follows from how likely it is to end no later, and no earlier.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from copy import copy
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from cubecsp.errors import OutOfReachError
from cubecsp.models.counting.intervals import estimate_of_share, interval_of_share
from cubecsp.models.counting.way import Estimate

_HITS = 430  # with so many, neither end of the interval is farther than a tenth from the estimate
_LONGER = 10  # times as many points as usual are drawn at most
_PILOT = 5  # one in so many of the usual points shows whether that is enough


class Share:
    """The hits among random points.

    Args:
        points: how many there are to draw from.
        usual: how many are drawn at least, unless a number is requested.
        asked: the exact number to draw; None for as many as it takes.
        pilot: whether to give up if a few points show that the interval would be wide.
    """

    def __init__(self, points: int, usual: int, asked: int | None, *, pilot: bool = False) -> None:
        self._points = points
        self._least = asked or usual
        self._most = asked or _LONGER * usual
        self._pilot = usual // _PILOT if pilot and asked is None else None
        self._drawn = self._hits = 0
        self._ended = False

    @property
    def drawn(self) -> int:
        """The number of points drawn so far."""
        return self._drawn

    @property
    def known(self) -> Callable[[], Estimate] | None:
        """Makes the estimate from what was drawn by now; None before the first point."""
        so_far = copy(self)
        return so_far.estimate if self._drawn else None

    @property
    def left(self) -> int:
        """The number of points that may be drawn before the next look; 0 if that is the end."""
        if self._ended or self._drawn == self._most:
            return 0
        if self._drawn < self._least:
            return self._least - self._drawn
        if self._drawn == self._least and (self._hits >= _HITS or self._is_hopeless):
            return 0
        return self._most - self._drawn

    @property
    def _is_hopeless(self) -> bool:
        """Whether far fewer hits than enough are likely in the most points that may be drawn."""
        return 2 * self._hits * self._most < _HITS * self._drawn

    @property
    def fraction(self) -> float:
        """The share of the drawing that is done, 0…1."""
        longer = max(self._drawn / self._most, min(1.0, self._hits / _HITS))
        return min(self._drawn / self._least, longer)

    def add(self, hits: NDArray[np.bool_]) -> None:
        """Add points, for each of which is given whether it is a hit; those after the end do not count.

        Raises:
            OutOfReachError: too few are hits.
        """
        if self._drawn >= self._least:
            last = np.flatnonzero(hits)[_HITS - self._hits - 1 : _HITS - self._hits]
            if len(last):
                hits, self._ended = hits[: last[0] + 1], True
        self._drawn += len(hits)
        self._hits += int(np.count_nonzero(hits))
        if self._pilot is not None and self._drawn >= self._pilot:
            if self._is_hopeless:
                raise OutOfReachError(
                    f"{self._hits:,} of {self._drawn:,} samples satisfy the rules"
                )
            self._pilot = None

    def estimate(self) -> Estimate:
        """Return the estimate from what was drawn, at least one point."""
        known = estimate_of_share(self._hits, self._drawn, self._points)
        if not self._ended:
            return known
        _, share = interval_of_share(self._hits - 1, self._drawn - 1)
        number = self._points * (self._hits - 1) // (self._drawn - 1)
        most = math.ceil(Fraction(share) * self._points)
        return Estimate(number, known.least, most, self._drawn, self._hits)
