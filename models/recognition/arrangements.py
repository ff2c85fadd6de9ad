"""The colours of the faces: those of a scheme, in some whole-cube orientation.

An arrangement is six colours (0…5, as the scheme names them in the order U R F D L B), one for each face. A cube of the
scheme shows one of 24, which are the ways to hold it. Other schemes are possible, but rare; there are 30 in all. A cube
of even size has no centres: there, arrangements in different orientations say the same.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from functools import cache

import numpy as np
from numpy.typing import NDArray

from cubecsp.frozen import frozen
from cubecsp.models.recognition.likeliest import Costs
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.holding import HOLDINGS

Arrangement = tuple[int, ...]
"""The colour of each face."""

_MOST = 8
_OTHER_SCHEMES = 0.03  # the share of cubes that have another scheme than the one expected


@frozen
class Arrangements:
    """The arrangements of a cube, each with the negative logarithm of how likely it is beforehand.

    Attributes:
        colours: array (arrangements, 6).
        costs: of each.
    """

    colours: NDArray[np.intp]
    costs: NDArray[np.float64]

    def by_cost(
        self, puzzle: CubePuzzle, costs: Costs
    ) -> Iterator[tuple[Arrangement, float, float]]:
        """Yield the arrangements that agree best with the centres, and with what is known beforehand.

        Args:
            puzzle: the cube.
            costs: of each colour of the scheme on each facelet.

        Yields:
            Eight at most, each with its own cost, and with what it costs together with the centres; the best first.
        """
        totals = self.costs
        if puzzle.centres:
            totals = totals + costs[list(puzzle.centres), self.colours].sum(axis=1)
        few = (
            np.argpartition(totals, _MOST)[:_MOST]
            if len(totals) > _MOST
            else np.arange(len(totals))
        )
        for i in few[np.argsort(totals[few], kind="stable")]:
            yield tuple(self.colours[i].tolist()), float(self.costs[i]), float(totals[i])


@cache
def arrangements(puzzle: CubePuzzle, known: bool, held: bool) -> Arrangements:
    """Return the arrangements that a cube can have.

    Args:
        puzzle: the cube.
        known: whether it has the scheme for certain.
        held: whether its orientation is certainly that of the scheme, face by face.
    """
    home = tuple(range(6))
    turned = {tuple(map(FACES.index, holding)) for holding in HOLDINGS}
    usual = [home] if held or not puzzle.centres else sorted(turned)
    rows = list(usual)
    if not known and not held:
        every = itertools.permutations(home)
        rows += [q for q in every if q not in turned and (puzzle.centres or _is_first(q, turned))]
    share = 1.0 if len(rows) == len(usual) else 1 - _OTHER_SCHEMES
    others = max(1, len(rows) - len(usual))
    costs = [-math.log(share / len(usual))] * len(usual)
    costs += [-math.log(_OTHER_SCHEMES / others)] * (len(rows) - len(usual))
    return Arrangements(np.array(rows), np.array(costs))


def _is_first(arrangement: Arrangement, turned: set[Arrangement]) -> bool:
    """Return whether an arrangement comes first among those that differ in the whole-cube orientation."""
    return all(arrangement <= tuple(arrangement[i] for i in turn) for turn in turned)
