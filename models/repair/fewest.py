"""The fewest stickers that distinguish a cube from all others: an implicit hitting set problem.

Every other solvable cube differs from the given one in a set of stickers, and the stickers that
are looked at have to hit each of these sets. There are far too many to write down, so they are found as
needed (E. Moreno-Centeno and R. Karp, "The implicit hitting set approach to solve combinatorial
optimization problems", Operations Research 61 (2013) 453-468): CP-SAT proposes a smallest set that
hits those found so far; dynamic programming (`cubecsp.models.repair.completion`) looks for another cube
that agrees with it, the one that differs in the fewest stickers; if there is none, the set
suffices and is the smallest. It takes seconds for these reasons:

- Which stickers of *pieces* have to be seen is the same for every cube: wherever piece p sits, it
  can be replaced by piece q, turned by some amount, without a change to the stickers that are looked at.
  So the problem is that of the solved cube, and every set found has up to 48 images under its
  symmetries, which are demanded as well. Without them the corners take 203 rounds instead of 13.
- Corners and edges are linked by the parity only. Either the corners are distinguished from all other
  matchings and the edges from the even ones, or the other way round: four problems of 24 stickers, not
  one of 48, on which CP-SAT had 22 as the best bound after two minutes.
- It starts from the sets in which cubes differ by up to three pieces.
- Rounds ask for any hitting set of the size that is known to be needed; only when there is none, which
  is the costly proof, is the size raised.

The centres distinguish nothing, since they never move.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from cubecsp.errors import EngineError
from cubecsp.models.engines.background import in_background
from cubecsp.models.repair.completion import FORBIDDEN, Matchings
from cubecsp.puzzle.core.orbits import Orbit
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.puzzle.cube.symmetry import SYMMETRIES

Stickers = frozenset[int]
"""Some facelets of the solved cube, which stand for stickers of pieces."""

_TIMES = 4  # how many of the best replacements give sets in one round
_EACH = 20  # and how many sets each of them gives


class SmallestSets:
    """The smallest sets of stickers of the solved cube that only it shows, among solvable cubes.

    Args:
        puzzle: the cube.
        known: the stickers to choose from, enough to determine the cube.
        held: corner slots whose pieces are known to be solved.
        deadline: stop at this time of `time.monotonic()`; None for never.

    Attributes:
        bound: no set has fewer stickers.
        best: the smallest set so far.
    """

    def __init__(
        self,
        puzzle: CubePuzzle,
        known: Stickers,
        *,
        held: Iterable[int] = (),
        deadline: float | None = None,
    ) -> None:
        free = {f for slot in held for f in puzzle.corners.frames[slot]}
        self._deadline = deadline
        self._options = [
            tuple(
                _HittingSets(
                    puzzle,
                    orbit,
                    known - free,
                    frozenset(free),
                    (0, 1) if index == odd else (0,),
                    deadline,
                )
                for index, orbit in enumerate(puzzle.orbits)
            )
            # Where parities are tied, another cube with one kind of pieces odd has another odd, too.
            for odd in range(len(puzzle.orbits))
        ]

    @property
    def bound(self) -> int:
        """No set has fewer stickers."""
        return min(sum(part.bound for part in option) for option in self._options)

    @property
    def best(self) -> Stickers:
        """The smallest set so far."""
        options = [
            option for option in self._options if all(part.best is not None for part in option)
        ]
        sets = [frozenset().union(*(part.best or () for part in option)) for option in options]
        return min(sets, key=len)

    def solve(self) -> bool:
        """Find a smallest set; return whether it is proven to be smallest."""
        for option in self._options:
            for part in option:
                part.shrink()
        parts = [part for option in self._options for part in option]
        for part in sorted(parts, key=lambda part: part.size):
            if self.bound == len(self.best):
                break
            part.solve()
        return self.bound == len(self.best)

    def __iter__(self) -> Iterator[Stickers]:
        """Yield every smallest set, once their size is proven.

        Raises:
            TimeoutError: the deadline came before all of them were found.
        """
        size = len(self.best)
        # No set is one of both options: stickers of edges that tell all matchings apart are not the fewest
        # that tell the even ones apart. One of them can be left out.
        for option in self._options:
            if sum(part.bound for part in option) <= size:
                yield from _unions([part.each for part in option])


def _unions(each: list[Callable[[], Iterator[Stickers]]]) -> Iterator[Stickers]:
    """Yield the union of one set of each, in every way."""
    if not each:
        yield frozenset()
        return
    rest: list[Stickers] = []
    for number, first in enumerate(each[0]()):
        others = rest if number else _unions(each[1:])
        for other in others:
            if not number:
                rest.append(other)
            yield first | other


class _HittingSets:
    """The smallest sets that distinguish the solved matching of one orbit from others of some parities.

    Attributes:
        bound: no set has fewer stickers; more than there are stickers if no set suffices.
        best: the smallest set so far, None if not even all stickers together suffice.
    """

    def __init__(
        self,
        puzzle: CubePuzzle,
        orbit: Orbit,
        known: Stickers,
        held: Stickers,
        parities: tuple[int, ...],
        deadline: float | None,
    ) -> None:
        from ortools.sat.python import cp_model

        self._cp_model = cp_model
        self._orbit, self._held, self._parities = orbit, held, parities
        self._deadline = deadline
        self._differ = _differences(orbit)
        self._known = known & {f for slot in orbit.frames for f in slot}
        self._images = [symmetry.facelets_of(puzzle) for symmetry in SYMMETRIES]
        self._model = cp_model.CpModel()
        self._looked_at = {f: self._model.new_bool_var("") for f in sorted(self._known)}
        self._sets: set[Stickers] = set()
        # Two slots without a sticker could have their pieces turned, one against the other.
        self.bound = max(0, len(orbit.names) - len(held) // orbit.turns - 1)
        self.best: Stickers | None = self._known
        self._add(_near(orbit, self._differ, parities))
        if not self._tells(self._known):
            self.best, self.bound = None, puzzle.facelet_count + 1

    @property
    def size(self) -> int:
        """The size of the best set, which shows which problem is easier."""
        return len(self._known) + 1 if self.best is None else len(self.best)

    def shrink(self) -> None:
        """Remove stickers from the best set, one after the other, as long as it still suffices."""
        if self.best is None:
            return
        for facelet in sorted(self.best):
            if self._deadline is not None and time.monotonic() > self._deadline:
                return
            if self._tells(self.best - {facelet}):
                self.best -= {facelet}

    def solve(self) -> None:
        """Find a smallest set, as far as time allows."""
        while self.best is not None and self.bound < len(self.best):
            stickers = self._hitting(self._model, self.bound)
            if stickers is None:
                return
            if not stickers:
                self.bound += 1
                continue
            others = self._others(stickers)
            self._add(others)
            if not others:
                self.best = stickers

    def each(self) -> Iterator[Stickers]:
        """Yield every smallest set.

        Raises:
            TimeoutError: the deadline came first.
        """
        if not self.bound:
            yield frozenset()
            return
        while True:
            stickers = self._hitting(self._model, self.bound)
            if stickers is None:
                raise TimeoutError
            if not stickers:
                return
            others = self._others(stickers)
            self._add(others)
            if not others:
                yield stickers
                self._model.add_bool_or([~self._looked_at[facelet] for facelet in stickers])

    def _hitting(self, model: Any, size: int) -> Stickers | None:
        """Return a set of this size that hits all sets so far, empty if there is none, None if time ran out."""
        model = model.clone()
        model.add(sum(self._looked_at.values()) == size)
        solver = self._cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.catch_sigint_signal = False  # so that Python sees it
        if self._deadline is not None:
            solver.parameters.max_time_in_seconds = max(0.0, self._deadline - time.monotonic())
        status = None

        def work(_: Callable[[Stickers], None]) -> None:
            nonlocal status
            status = solver.solve(model)

        for _ in in_background(work, solver.stop_search, "fewest"):
            pass
        if status == self._cp_model.MODEL_INVALID:
            raise EngineError(f"CP-SAT stopped with status {solver.status_name(status)}")
        if status == self._cp_model.INFEASIBLE:
            return frozenset()
        if status not in (self._cp_model.OPTIMAL, self._cp_model.FEASIBLE):
            return None
        return frozenset(
            f for f, literal in self._looked_at.items() if solver.boolean_value(literal)
        )

    def _add(self, sets: Iterable[Stickers]) -> None:
        """Demand that these sets are hit, and their images."""
        for stickers in sets:
            for target in self._images:
                image = frozenset(target[facelet] for facelet in stickers)
                if image & self._held:
                    continue  # not a cube in this orientation
                image &= self._known
                if image not in self._sets and image:
                    self._sets.add(image)
                    self._model.add_bool_or([self._looked_at[facelet] for facelet in image])

    def _tells(self, stickers: Stickers) -> bool:
        """Return whether only the solved matching shows these stickers."""
        agreed = stickers | self._held
        costs = [[FORBIDDEN if mask & agreed else 0 for mask in row] for row in self._differ]
        ways = Matchings(self._orbit, costs).ways
        return sum(ways[parity] for parity in self._parities) == 1

    def _others(self, stickers: Stickers) -> set[Stickers]:
        """Return where some other matchings that agree on `stickers` differ, the nearest ones."""
        agreed = stickers | self._held
        costs = [
            [
                FORBIDDEN if mask & agreed else 64 * len(mask & self._known) + bool(mask)
                for mask in row
            ]
            for row in self._differ
        ]
        least, _ = Matchings(self._orbit, costs).marginals
        least = least[..., list(self._parities)].copy()
        for slot in range(len(costs)):
            least[slot, slot * self._orbit.turns] = FORBIDDEN  # solved
        best = least.min()
        if best >= FORBIDDEN:
            return set()
        results: set[Stickers] = set()
        for slot, value, number in list(zip(*(least == best).nonzero(), strict=True))[:_TIMES]:
            replaced = list(costs)
            replaced[slot] = [
                cost if v == value else FORBIDDEN for v, cost in enumerate(costs[slot])
            ]
            matchings = Matchings(self._orbit, replaced).placements(self._parities[number])
            results |= {self._difference(values) for values in itertools.islice(matchings, _EACH)}
        return results

    def _difference(self, values: bytes) -> Stickers:
        return frozenset().union(
            *(row[value] for row, value in zip(self._differ, values, strict=True))
        )


def _differences(orbit: Orbit) -> list[list[Stickers]]:
    """Return, for each slot and placement, the facelets where it differs from solved."""
    return [
        [
            frozenset(
                facelet
                for facelet, home, colour in zip(
                    facelets, orbit.colours[slot * orbit.turns], colours, strict=True
                )
                if home != colour
            )
            for colours in orbit.colours
        ]
        for slot, facelets in enumerate(orbit.frames)
    ]


def _near(orbit: Orbit, differ: list[list[Stickers]], parities: tuple[int, ...]) -> list[Stickers]:
    """Return where matchings that move up to three pieces differ from solved; the least sets only."""
    slots = range(len(orbit.names))
    moves: list[tuple[tuple[int, ...], tuple[int, ...]]]
    moves = [((a, b), (a, b)) for a, b in itertools.combinations(slots, 2)]
    moves += [
        ((a, b, c), (b, c, a)) for a, b, c in itertools.permutations(slots, 3) if a < min(b, c)
    ]
    if 1 in parities:
        moves += [((a, b), (b, a)) for a, b in itertools.combinations(slots, 2)]
    results = set()
    for places, pieces in moves:
        for turns in itertools.product(range(orbit.turns), repeat=len(places)):
            if sum(turns) % orbit.turns == 0 and (places != pieces or any(turns)):
                values = [p * orbit.turns + t for p, t in zip(pieces, turns, strict=True)]
                masks = (differ[s][v] for s, v in zip(places, values, strict=True))
                results.add(frozenset().union(*masks))
    least: list[Stickers] = []
    for stickers in sorted(results, key=lambda stickers: (len(stickers), sorted(stickers))):
        if not any(smaller <= stickers for smaller in least):
            least.append(stickers)
    return least
