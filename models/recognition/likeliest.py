"""The likeliest solvable cubes, if each sticker has a likelihood for each colour, and their probabilities.

The cost of a colour on a sticker is the negative logarithm of its likelihood, so the likeliest cube is the cheapest.
Orbits are filled one by one (`native/recognition/likely_matchings.hpp`): corners and edges for each parity, with turns
that add up to whole ones; pieces that look alike count once. Only parities link the orbits, so the weight of
all solvable cubes together, which divides probabilities, is a sum of few products. All is exact, except that
matchings that are less likely than the best by more than the horizon are left out.
"""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cubecsp._native import likely_matchings
from cubecsp.frozen import frozen
from cubecsp.puzzle.core.orbits import Orbit
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle

Costs = NDArray[np.float64]
"""The cost of each colour (0…5, named after faces) on each facelet: array (facelets, 6)."""

FORBIDDEN = 1e7
"""The cost of a colour that a sticker certainly does not have; all others together have to cost less."""

_ROUNDING = 1e-6  # sums of costs differ by less
_MOST_STATES = 4096  # more than corners, edges and centres have: only wings can come to so many


@frozen
class LikelyCube:
    """A cube, and how much it costs.

    Attributes:
        cost: the sum of the costs of its colours.
        colours: of each facelet (0…5).
    """

    cost: float
    colours: NDArray[np.uint8]


@frozen
class _Class:
    """The matchings of an orbit with one parity and sum of turns; see `native/recognition/likely_matchings.hpp`."""

    least: float
    log_weight: float
    costs: NDArray[np.float64]
    rows: NDArray[np.uint8]
    shares: NDArray[np.float64]


class LikelyCubes:
    """The cubes that are not much less likely than the likeliest one.

    Args:
        puzzle: the cube.
        costs: of each colour on each facelet.
        number: how many cubes are wanted.
        horizon: how much more costly than the cheapest a cube may be that is still counted.

    Attributes:
        least: the cost of the cheapest solvable cube.
        log_weight: the logarithm of the sum of exp(−cost) over all of them.
        assembled: the cost of the cheapest assembly of pieces, whether it is solvable or not.
        horizon: to which matchings of all orbits are counted; less than requested if wings are unclear.
    """

    def __init__(
        self, puzzle: CubePuzzle, costs: Costs, *, number: int = 1, horizon: float = 0.0
    ) -> None:
        self._puzzle = puzzle
        self._number = number
        self._fixed = float(sum(costs[f, face] for face, f in enumerate(puzzle.centres)))
        self._layouts = _layouts(puzzle)
        prices = [layout.costs(costs) for layout in self._layouts]
        reach = max(horizon, 1.0)
        while True:
            found = [
                layout.matchings(price, number, reach)
                for layout, price in zip(self._layouts, prices, strict=True)
            ]
            self._classes = [classes for _, _, classes in found]
            self.assembled = self._fixed + sum(least for least, _, _ in found)
            self.least = min(self._sum("least", p) for p in puzzle.parities) + self._fixed
            # Cubes beyond the horizon are more costly than the cheapest assembly by more than that.
            needed = self.least - self.assembled + horizon
            if needed <= reach or reach > FORBIDDEN:
                break
            reach = needed if math.isfinite(needed) else 4 * reach
        self.horizon = min(reached for _, reached, _ in found) - (needed - horizon)
        logs = [self._sum("log_weight", p) - self._fixed for p in puzzle.parities]
        self.log_weight = float(np.logaddexp.reduce(logs))

    @property
    def exists(self) -> bool:
        """Whether any solvable cube has no forbidden colour."""
        return self.least < FORBIDDEN / 10  # costs may be only a part of it

    def _sum(self, what: str, parities: Sequence[int | None]) -> float:
        return float(sum(getattr(self._of(i, p), what) for i, p in enumerate(parities)))

    def _of(self, orbit: int, parity: int | None) -> _Class:
        """Return the matchings of an orbit with some parity whose turns are whole."""
        return self._classes[orbit][parity or 0]

    @cached_property
    def cubes(self) -> tuple[LikelyCube, ...]:
        """The cheapest cubes within the horizon, the cheapest first: as many as are wanted, and one at least."""
        each = heapq.merge(
            *(self._of_parities(p) for p in self._puzzle.parities), key=lambda cube: cube[0]
        )
        farthest = self.least - self._fixed + max(self.horizon, 0.0) + _ROUNDING
        return tuple(
            LikelyCube(self._fixed + cost, self._colours(parities, numbers))
            for cost, parities, numbers in itertools.takewhile(
                lambda one: one[0] <= farthest, itertools.islice(each, self._number)
            )
        )

    def _of_parities(
        self, parities: Sequence[int | None]
    ) -> Iterator[tuple[float, Sequence[int | None], tuple[int, ...]]]:
        """Yield the cubes with some parities: the cost, and the number of the matching of each orbit."""
        lists = [self._of(orbit, parity).costs for orbit, parity in enumerate(parities)]
        if not all(map(len, lists)):
            return
        start = (0,) * len(lists)
        open_ = [(float(sum(costs[0] for costs in lists)), start)]
        seen = {start}
        while open_:
            cost, numbers = heapq.heappop(open_)
            yield cost, parities, numbers
            for orbit, costs in enumerate(lists):
                after = (*numbers[:orbit], numbers[orbit] + 1, *numbers[orbit + 1 :])
                if after[orbit] < len(costs) and after not in seen:
                    seen.add(after)
                    more = float(costs[after[orbit]] - costs[numbers[orbit]])
                    heapq.heappush(open_, (cost + more, after))

    def _colours(self, parities: Sequence[int | None], numbers: Sequence[int]) -> NDArray[np.uint8]:
        colours = np.empty(self._puzzle.facelet_count, np.uint8)
        colours[list(self._puzzle.centres)] = range(len(self._puzzle.centres))
        for orbit, (layout, parity, number) in enumerate(
            zip(self._layouts, parities, numbers, strict=True)
        ):
            colours[layout.facelets] = layout.colours_of(self._of(orbit, parity).rows[number])
        return colours

    @cached_property
    def colour_shares(self) -> Costs:
        """The share of the weight of all cubes with each colour on each facelet: array (facelets, 6)."""
        shares = np.zeros((self._puzzle.facelet_count, 6))
        for face, facelet in enumerate(self._puzzle.centres):
            shares[facelet, face] = 1.0
        for parities in self._puzzle.parities:
            part = math.exp(self._sum("log_weight", parities) - self._fixed - self.log_weight)
            for orbit, (layout, parity) in enumerate(zip(self._layouts, parities, strict=True)):
                if part:
                    layout.add_shares(shares, part * self._of(orbit, parity).shares)
        return shares


class _Layout:
    """An orbit as arrays, without placements that look like others.

    Attributes:
        facelets: of each slot, along its frame: array (slots, stickers).
        turns: in how many ways a piece fits a slot.
    """

    def __init__(self, orbit: Orbit, *, parity: bool) -> None:
        self.turns, self._parity = orbit.turns, parity
        self._copies = [number for number in orbit.copies if number]
        self.facelets = np.array(orbit.frames)
        self._shown = np.array([orbit.colours[value] for value in orbit.firsts])
        self._entries = self.facelets[:, None] * 6 + self._shown[None]

    def costs(self, costs: Costs) -> Costs:
        """Return the cost of each kind of piece, turned in each way, in each slot."""
        prices: Costs = costs.ravel()[self._entries].sum(axis=2)
        return prices.reshape(len(self.facelets), -1, self.turns)

    def matchings(
        self, prices: Costs, number: int, horizon: float
    ) -> tuple[float, float, list[_Class]]:
        """Return the least cost of any matching, how far matchings are counted, and those whose turns are whole.

        The latter are for each parity, or for both together.
        """
        least, reached, classes = likely_matchings(
            prices, self._copies, self._parity, horizon=horizon, number=number, most=_MOST_STATES
        )
        return least, reached, [self._class(*parts) for parts in classes[:: self.turns]]

    def _class(
        self, least: float, log_weight: float, costs: bytes, rows: bytes, shares: bytes
    ) -> _Class:
        slots = len(self.facelets)
        return _Class(
            least,
            log_weight,
            np.frombuffer(costs),
            np.frombuffer(rows, np.uint8).reshape(-1, slots),
            np.frombuffer(shares).reshape(-1 if shares else 0, slots, len(self._shown)),
        )

    def colours_of(self, row: NDArray[np.uint8]) -> NDArray[Any]:
        """Return the colours of a matching, in the order of `facelets`."""
        colours: NDArray[Any] = self._shown[row]
        return colours

    def add_shares(self, shares: Costs, of_placements: Costs) -> None:
        """Add the shares of placements to those of the colours that they show."""
        each = np.broadcast_to(
            of_placements.reshape(*self._entries.shape[:2], 1), self._entries.shape
        )
        sums = np.bincount(self._entries.ravel(), each.ravel(), shares.size)
        shares += sums.reshape(shares.shape)


@cache
def _layouts(puzzle: CubePuzzle) -> tuple[_Layout, ...]:
    tied = [
        any(parity is not None for parity in parities)
        for parities in zip(*puzzle.parities, strict=True)
    ]
    return tuple(_Layout(o, parity=p) for o, p in zip(puzzle.orbits, tied, strict=True))
