"""Colourings with as many stickers of each colour as a cube has, and no other restrictions.

Each colour occurs four times on the corners, four times on the edges and on each kind of centres, and on each of the two
sides of each kind of wings. So the likeliest such colouring gives a lower bound for every cube, with any
scheme, and a start if the colours are not known.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from cubecsp._native import likely_matchings
from cubecsp.models.recognition.likeliest import Costs
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle

_MOST_STATES = 4096


class BalancedColourings:
    """The colourings with as many stickers of each colour as a cube has.

    Args:
        puzzle: the cube.
        costs: of each of six colours on each facelet.
        horizon: how much more costly than the cheapest a colouring may be that is still counted.

    Attributes:
        least: the least cost of a colouring, without the centres that never move.
        centres: the least cost of these centres.
        log_weight: the logarithm of the sum of exp(−cost) over all colourings, with these centres.
        shares: the share of this sum with each colour on each facelet: array (facelets, 6).
    """

    def __init__(self, puzzle: CubePuzzle, costs: Costs, *, horizon: float) -> None:
        self.least = self.centres = self.log_weight = 0.0
        self.shares = np.zeros_like(costs)
        for facelets in _groups(puzzle):
            alike = len(facelets) // 6
            prices = np.ascontiguousarray(costs[facelets][:, :, None])
            least, _, ((_, log_weight, _, _, shares),) = likely_matchings(
                prices, [alike] * 6, False, horizon=horizon, number=1, most=_MOST_STATES
            )
            self.shares[facelets] = np.frombuffer(shares).reshape(-1, 6)
            self.log_weight += log_weight
            if alike > 1:
                self.least += least
            else:
                self.centres = least


@cache
def _groups(puzzle: CubePuzzle) -> tuple[NDArray[np.intp], ...]:
    """Return groups of facelets in which each colour occurs equally often."""
    groups = [np.array(puzzle.centres)] if puzzle.centres else []
    for orbit in puzzle.orbits:
        frames = np.array(orbit.frames)
        groups += [frames.ravel()] if frames.size == 24 else [*frames.T]
    return tuple(groups)
