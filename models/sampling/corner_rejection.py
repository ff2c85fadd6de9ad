"""Random corners tried one after the other, the edges counted: for rules that compare edges with corners.

Corners are kept with a chance that goes with the number of ways to place the edges then, which are counted
exactly; which of these it is, the number that was drawn for that says (native/sampling_corners.cpp). What other
rules say is tried on the cubes that come of it, so that all that satisfy all of them are equally likely. Nothing
has to be counted before the first sample.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cubecsp._native import CornerDarts, EdgeSums
from cubecsp.models.counting.base import Question
from cubecsp.models.counting.coupled_edges import CORNERS, numbers
from cubecsp.models.counting.structure import Coupling, masks
from cubecsp.models.sampling.base import Block, Rows, Sampler, Samples, Trying
from cubecsp.models.sampling.draws import Stream
from cubecsp.puzzle.batch import Batch
from cubecsp.puzzle.puzzle import CUBE

__all__ = ["SAMPLER", "CornerRejectionSampler", "Darts", "Effort", "effort"]

_MOST_CORNERS = 2  # that an edge is compared with
_FIRST, _MOST = 1_000, 20_000  # darts that are thrown together
_PILOT = 20_000


class CornerRejectionSampler(Sampler):
    """Tries random corners, and places the edges of those that are kept."""

    name = "corner-rejection"
    summary = "random corners, kept as often as there are ways to place the edges"
    rejects = True
    sizes = (3,)
    limits = "where few corners leave any way to place the edges, it finds none in any time"

    def refusal(self, question: Question) -> str | None:
        """Return that nothing couples edges and corners, or that the cube is no 3×3×3."""
        if question.puzzle is not CUBE:
            return "the cube is not a 3×3×3"
        if not _comparisons(question):
            return "no rule compares an edge with one or two corners"
        return None

    def samples(self, question: Question) -> Samples:
        """Throw darts."""
        darts = Darts(question)
        tries, number = 0, _FIRST
        while darts.possible:
            hits = darts.thrown(question.seed, Stream.CORNERS, tries, number)
            if len(hits.rows):
                yield Block(hits.rows, hits.numbers + 1)
            tries += number
            yield Trying(None, tries)
            number = min(2 * number, _MOST)


SAMPLER = CornerRejectionSampler()


@dataclass(frozen=True)
class Effort:
    """What some darts that are always the same came to.

    Attributes:
        darts: how many were thrown.
        counted: for how many the edges were counted.
        hits: how many made a sample.
    """

    darts: int
    counted: int
    hits: int


def effort(question: Question) -> Effort:
    """Throw some darts, and return what they came to."""
    darts = Darts(question)
    if not darts.possible:
        return Effort(0, 0, 0)
    hits = darts.thrown(0, Stream.PILOT, 0, _PILOT)
    return Effort(_PILOT, hits.counted, len(hits.rows))


@dataclass(frozen=True)
class _Hits:
    """The cubes that some darts made.

    Attributes:
        rows: the cubes.
        numbers: of the darts.
        counted: of how many darts the edges were counted.
    """

    rows: Rows
    numbers: NDArray[np.int64]
    counted: int


class Darts:
    """Darts for a question that the sampler does not refuse.

    Attributes:
        possible: whether the corners can be placed at all.
    """

    def __init__(self, question: Question) -> None:
        domains = question.structure.domains
        self._darts = CornerDarts(list(domains[:CORNERS]), list(domains[CORNERS:]))
        self._sums = EdgeSums(list(domains[CORNERS:]))
        self._rules = [rule.holds_in for rule in question.pattern.cheapest_first]
        self.possible = self._darts.placements > 0
        for coupling in _comparisons(question):
            *corners, edge = coupling.slots
            allowed = [*masks(coupling.primitive, corners, edge, CUBE)]
            self._darts.depend(edge - CORNERS, corners, allowed)
            self._sums.depend(edge - CORNERS, corners, allowed)

    @property
    def points(self) -> int:
        """How many points they are thrown at; each cube of the question is one of them."""
        if not self.possible:
            return 0
        high, low = self._darts.points()
        return high << 64 | low

    def thrown(self, seed: int, stream: Stream, first: int, number: int) -> _Hits:
        """Throw so many darts, from one number on."""
        told = self._darts.thrown(seed, int(stream), first, number)
        which, ranks = (np.frombuffer(told[i], np.uint64) for i in (0, 2))
        corners = np.frombuffer(told[1], np.uint8).reshape(-1, CORNERS)
        hit = ranks < numbers(self._sums, corners)
        edges = self._darts.edges(corners[hit].tobytes(), ranks[hit].tobytes())
        placed = np.frombuffer(edges, np.uint8).reshape(-1, len(CUBE.edges.names))
        rows = np.concatenate([corners[hit], placed], axis=1)
        passing = Batch(rows, CUBE).passing(self._rules)
        return _Hits(rows[passing], which[hit][passing].astype(np.int64), len(which))


def _comparisons(question: Question) -> list[Coupling]:
    """Return what is about one edge and one or two corners."""
    return [
        coupling
        for coupling in question.structure.couplings
        if len(coupling.slots) <= _MOST_CORNERS + 1
        and coupling.slots[-1] >= CORNERS
        and coupling.slots[-2] < CORNERS
    ]
