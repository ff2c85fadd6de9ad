"""Random corners, one after the other, with counts of the edges: for rules that compare edges with corners.

Corners are kept with a probability proportional to the number of ways to place the edges, which are counted
exactly; the random number that decides this also chooses one of these ways (native/sampling/corners.hpp). Other
rules are checked on the resulting cubes, so all that satisfy all rules are equally likely. Before the first
sample, bounds are added up for a third of a second; nothing has to be counted.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from cubecsp._native import CornerTrials
from cubecsp.models.counting.coupled_edges import CORNERS, MOST_TRIED, stickers_to_place
from cubecsp.models.counting.structure import Coupling, masks
from cubecsp.models.counting.way import ProgressSign, Question, Way, Work
from cubecsp.models.sampling.random_numbers import RandomStream
from cubecsp.models.sampling.sample_source import Rows, SampleBlock, SampleSource
from cubecsp.puzzle.cube.cube_puzzle import CUBE

_MOST_CORNERS = 2  # corners that an edge is compared with


class CornerRejectionWay(Way):
    """Tries random corners, and places the edges of those that are kept."""

    name = "corner-rejection"
    summary = "random corners, kept in proportion to the number of ways to place the edges"
    rejects = True
    sizes = (3,)
    limits = "if very few corners leave a way to place the edges, it finds none in reasonable time"

    def objection(self, question: Question) -> str | None:
        """Return a reason if nothing couples edges and corners, or the cube is not a 3×3×3."""
        if question.puzzle is not CUBE:
            return "the cube is not a 3×3×3"
        comparisons = _comparisons(question)
        if not comparisons:
            return "no rule compares an edge with one or two corners"
        if sum(map(stickers_to_place, comparisons)) > MOST_TRIED:
            return "the edges depend on too many combinations of corners"
        return None

    def source(self, question: Question) -> Work[SampleSource]:
        """Add up the bounds."""
        yield ProgressSign()
        trials = _trials_of(question)

        def draw(first: int, number: int) -> SampleBlock:
            rows, numbers = trials.hits(question.seed, RandomStream.CORNERS, first, number)
            return SampleBlock(rows, numbers + 1)

        return SampleSource(draw, None if trials.points else 0)


WAY = CornerRejectionWay()


def hits_of_pilot(question: Question, first: int, number: int) -> int:
    """Return how many of a fixed set of trials make a sample."""
    trials = _trials_of(question)
    return len(trials.hits(0, RandomStream.PILOT, first, number)[0]) if trials.points else 0


class Trials:
    """Trials for a question that `CornerRejectionWay` does not refuse; several threads may make them.

    Attributes:
        points: the number of points that they draw from; each cube of the question is one of them.
    """

    def __init__(self, question: Question) -> None:
        domains = question.structure.domains
        self._trials = CornerTrials(list(domains[:CORNERS]), list(domains[CORNERS:]))
        self._question = question
        for coupling in _comparisons(question):
            *corners, edge = coupling.slots
            self._trials.depend(
                edge - CORNERS, corners, [*masks(coupling.primitive, corners, edge, CUBE)]
            )

        high, low = self._trials.points()
        self.points = high << 64 | low

    def hits(
        self, seed: int, stream: RandomStream, first: int, number: int
    ) -> tuple[Rows, NDArray[np.int64]]:
        """Make this many trials, from one number on; return the cubes that some of them hit, and the numbers of these."""
        numbers, cubes = self._trials.hits(seed, int(stream), first, number)
        rows = np.frombuffer(cubes, np.uint8).reshape(-1, len(CUBE.slots))
        kept = self._question.passing(rows)
        return rows[kept], np.frombuffer(numbers, np.int64)[kept]


@lru_cache(maxsize=1)
def _trials_of(question: Question) -> Trials:
    """Return trials, those of the plan if it has made any, so that bounds are added up once."""
    return Trials(question)


def _comparisons(question: Question) -> list[Coupling]:
    """Return the couplings of one edge with one or two corners."""
    return [
        coupling
        for coupling in question.structure.couplings
        if len(coupling.slots) <= _MOST_CORNERS + 1
        and coupling.slots[-1] >= CORNERS
        and coupling.slots[-2] < CORNERS
    ]
