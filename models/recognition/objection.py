"""Reasons why measurements may not be those of a solvable cube.

The likeliest solvable cube is compared with other explanations: a cube put together wrongly, one whose
centres changed places, and six faces that belong to no cube. Each of them explains measurements better, since it may be
anything; so it has to explain them much better, by the number of such things and by how seldom one is met.
"""

from __future__ import annotations

import math
from enum import StrEnum

import numpy as np

from cubecsp.models.recognition.balanced import BalancedColourings
from cubecsp.models.recognition.estimation import Hypothesis
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle

_SELDOM = math.log(1000)  # one cube of a thousand has been tampered with, or measured wrongly
_SOME = math.log(200)  # one of two hundred has been taken apart and put together
_SCHEMES = 30
_COLOURINGS = math.log(math.factorial(24) / math.factorial(4) ** 6)  # of 24 stickers, four each


class Objection(StrEnum):
    """The objections to the likeliest cube."""

    UNREACHABLE = "unreachable"
    """All pieces are there, but the cube is not solvable."""
    CENTRES = "centres"
    """The colours of the centres do not fit the other pieces."""
    STICKERS = "stickers"
    """The stickers form no pieces of one cube."""


def objection(puzzle: CubePuzzle, best: Hypothesis) -> Objection | None:
    """Return the objection to the cubes of the likeliest hypothesis, None if there is none."""
    cubes, costs = best.cubes, best.costs
    if cubes.least - cubes.assembled > _SOME:
        return Objection.UNREACHABLE
    balanced = BalancedColourings(puzzle, costs, horizon=0.0)
    centres = list(puzzle.centres)
    shown = float(costs[centres, list(best.arrangement)[: len(centres)]].sum())
    if shown - balanced.centres > _SELDOM + math.log(_SCHEMES):
        return Objection.CENTRES
    moving = np.setdiff1d(np.arange(puzzle.facelet_count), centres)
    number, less_seldom = len(moving), _SELDOM - _logarithm_of_cubes(puzzle)
    much = cubes.least - shown
    if much - balanced.least > less_seldom + _COLOURINGS * number / 24:
        return Objection.STICKERS
    if much - float(costs[moving].min(axis=1).sum()) > less_seldom + math.log(6) * number:
        return Objection.STICKERS
    return None


def _logarithm_of_cubes(puzzle: CubePuzzle) -> float:
    """Return about the logarithm of the number of cubes."""
    return sum(
        math.lgamma(len(orbit.names) + 1)
        - sum(math.lgamma(number + 1) for number in orbit.copies)
        + len(orbit.names) * math.log(orbit.turns)
        for orbit in puzzle.orbits
    )
