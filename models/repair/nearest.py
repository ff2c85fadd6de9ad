"""The solvable cubes nearest to some stickers, as a constraint optimisation model for CP-SAT.

What a placement costs is a number: how many known stickers of its slot it changes, or what these
changes cost by a table of confusions, or 1 if it changes anything at all (by piece). The model has one
boolean per slot and placement, exactly one true in each slot and for each piece; orientations that add
up to whole turns; and the parity of the permutation, the exclusive or of its inversions. The cost is linear,
and the linear relaxation, an assignment problem, all but solves it.

Only the parity links corners and edges. So each is solved by itself, first with any
parity and, if these do not fit together, with either; the best sum is the distance, and the nearest cubes are
all pairs of matchings that attain it, enumerated likewise.

What decides the speed, measured on mutilated cubes of all kinds:

- corners and edges apart: as one model, optima were found as quickly, but 1,000 of the 2,592 nearest
  cubes, by piece, of a cube with two stickers swapped took from 1.7 s to over 5 s;
- the cost as a sum over literals "this slot costs so much or more", decided first: with a term for each
  placement, the 216 ways to undo an exchange of two pieces took 5 to 15 s instead of 0.3 s;
- the relaxation in full (level 2), which on 54 stickers of one colour proves in 0.1 s what level 1 does
  not in 4 s; for enumeration none;
- no presolve, which takes longer than it saves, and inversions by comparing numbers, a third of the
  size of clauses over order literals and faster.

`cubecsp.models.repair.completion` answers the same questions by dynamic programming and shares no code with
this file; the tests compare the two.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from cubecsp.errors import EngineError
from cubecsp.models.engines.background import in_background
from cubecsp.models.engines.engine import Progress
from cubecsp.models.repair.confusion import PLAIN, Confusion
from cubecsp.puzzle.core.orbits import Orbit
from cubecsp.puzzle.core.permutation import permutation_parity
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.puzzle.cube.facelets import Facelets


def sticker_costs(facelets: Facelets, confusion: Confusion = PLAIN) -> list[list[list[int]]]:
    """Return, for each orbit, slot and placement, the cost of the stickers that it would change."""
    return [
        [
            [
                sum(
                    confusion[colour][shows]
                    for facelet, shows in zip(slot, row, strict=True)
                    if (colour := facelets.colours[facelet]) is not None
                )
                for row in orbit.colours
            ]
            for slot in orbit.frames
        ]
        for orbit in facelets.puzzle.orbits
    ]


def piece_costs(facelets: Facelets) -> list[list[list[int]]]:
    """Return, for each orbit, slot and placement, 1 if it would change a known sticker, otherwise 0."""
    return [[[min(c, 1) for c in row] for row in slots] for slots in sticker_costs(facelets)]


def centre_cost(facelets: Facelets, confusion: Confusion = PLAIN) -> int:
    """Return the cost of the centre stickers that are not their face's colour."""
    results = ((facelets.colours[f], face) for face, f in enumerate(facelets.puzzle.centres))
    return sum(confusion[colour][face] for colour, face in results if colour is not None)


class NearestCubes:
    """The solvable cubes of least cost, found by CP-SAT on one thread.

    Args:
        puzzle: the cube.
        costs: for each orbit, for each slot and placement a cost, at least 0.
        deadline: stop at this time of `time.monotonic()`; None for never.

    Attributes:
        cost: the cost of the best cube so far.
        bound: no cube costs less. The cost itself, once that is proven.
        best: the placements in each orbit of the best cube so far.
    """

    def __init__(
        self,
        puzzle: CubePuzzle,
        costs: Sequence[Sequence[Sequence[int]]],
        *,
        deadline: float | None = None,
    ) -> None:
        self._deadline = deadline
        self._parities = puzzle.parities
        self._orbits = [
            {p: _OrbitModel(orbit, values, p) for p in dict.fromkeys((None, *parities))}
            for orbit, values, parities in zip(
                puzzle.orbits, costs, zip(*self._parities, strict=True), strict=True
            )
        ]

    @property
    def _together(self) -> list[list[_OrbitModel]]:
        """The models of all orbits, for each way in which their parities agree."""
        return [
            [models[parity] for models, parity in zip(self._orbits, parities, strict=True)]
            for parities in self._parities
        ]

    @property
    def cost(self) -> int:
        """The cost of the best cube so far."""
        return min(sum(model.cost for model in models) for models in self._together)

    @property
    def bound(self) -> int:
        """No cube costs less."""
        return min(sum(model.bound for model in models) for models in self._together)

    @property
    def best(self) -> tuple[bytes, ...]:
        """The placements in each orbit of the best cube so far."""
        best = min(self._together, key=lambda models: sum(model.cost for model in models))
        return tuple(model.best for model in best)

    def solve(self) -> bool:
        """Find a cube of least cost; return whether its cost is proven to be the least."""
        for models in self._orbits:
            models[None].minimise(self._deadline)
            for model in models.values():
                model.learn(models[None])
        for together in self._together:
            for model in together:
                if self.cost > self.bound:
                    model.minimise(self._deadline)
        return self.cost == self.bound

    def __iter__(self) -> Iterator[tuple[bytes, ...]]:
        """Yield the placements of every cube of least cost, once that is proven.

        Raises:
            TimeoutError: the deadline came before all of them were found.
        """
        for models in self._together:
            if sum(model.bound for model in models) <= self.cost:
                yield from self._attaining(models)

    def _attaining(self, models: Sequence[_OrbitModel]) -> Iterator[tuple[bytes, ...]]:
        """Yield the matchings of some orbits that cost no more than the bounds of their models."""
        if not models:
            yield ()
            return
        others: list[tuple[bytes, ...]] = []
        for first, some in enumerate(models[0].attaining(self._deadline)):
            if first:
                yield from ((some, *other) for other in others)
                continue
            for other in self._attaining(models[1:]):
                others.append(other)
                yield (some, *other)
            if not others:
                return


class _OrbitModel:
    """The matchings of one orbit, with a permutation of given parity (None: any)."""

    def __init__(self, orbit: Orbit, costs: Sequence[Sequence[int]], parity: int | None) -> None:
        self._orbit, self._costs, self._parity = orbit, costs, parity
        self.best = _home(orbit, parity)
        self.cost = self._cost_of(self.best)
        self.bound = sum(min(row) for row in costs)

    def _cost_of(self, values: bytes) -> int:
        return sum(row[value] for row, value in zip(self._costs, values, strict=True))

    def minimise(self, deadline: float | None) -> None:
        """Find a matching of least cost, and prove it, as far as time allows."""
        if self.cost == self.bound:
            return
        model = _MatchingModel(self._orbit, self._parity)
        model.minimise(self._costs)
        for value, literal in zip(self.best, model.holds, strict=True):
            model.model.add_hint(literal[value], True)
        solver = model.solver(deadline)
        solver.parameters.linearization_level = 2
        status = "UNKNOWN"

        def work(_: Callable[[bytes], None]) -> None:
            nonlocal status
            status = solver.status_name(solver.solve(model.model))

        for _ in in_background(work, solver.stop_search, "repair"):
            pass
        if status in ("OPTIMAL", "FEASIBLE"):
            self.best = model.values(solver.boolean_value)
            self.cost = self._cost_of(self.best)
        elif status != "UNKNOWN":
            raise EngineError(f"CP-SAT stopped with status {status}")
        self.bound = max(self.bound, round(solver.best_objective_bound))

    def learn(self, free: _OrbitModel) -> None:
        """Take over the known costs of the matchings of any parity."""
        self.bound = max(self.bound, free.bound)
        pieces = [value // self._orbit.turns for value in free.best]
        if self._parity in (None, permutation_parity(pieces)) and free.cost < self.cost:
            self.best, self.cost = free.best, free.cost

    def attaining(self, deadline: float | None) -> Iterator[bytes]:
        """Yield every matching that costs no more than the bound."""
        model = _MatchingModel(self._orbit, self._parity)
        model.demand(self._costs, self.bound)
        yield from model.solutions(deadline)


class _MatchingModel:
    """A matching of one orbit, stated in CP-SAT.

    Attributes:
        model: the `ortools.sat.python.cp_model.CpModel`.
        holds: for each slot and placement the literal that says that the slot holds it.
    """

    def __init__(self, orbit: Orbit, parity: int | None) -> None:
        from ortools.sat.python import cp_model

        self._cp_model = cp_model
        self._orbit = orbit
        self.model = cp_model.CpModel()
        self.holds = [
            [self.model.new_bool_var("") for _ in range(orbit.placements)] for _ in orbit.names
        ]
        self._place_pieces()
        self._close_turns()
        if parity is not None:
            self._fix_parity(parity)

    def minimise(self, costs: Sequence[Sequence[int]]) -> None:
        """Ask for the least cost."""
        costlier, steps, base = self._levels(costs)
        self.model.minimize(base + self._cp_model.LinearExpr.weighted_sum(costlier, steps))

    def demand(self, costs: Sequence[Sequence[int]], total: int) -> None:
        """Demand a total cost, and make the search decide first which slots are costly."""
        costlier, steps, base = self._levels(costs)
        self.model.add(self._cp_model.LinearExpr.weighted_sum(costlier, steps) == total - base)
        self.model.add_decision_strategy(
            costlier, self._cp_model.CHOOSE_FIRST, self._cp_model.SELECT_MIN_VALUE
        )

    def _levels(self, costs: Sequence[Sequence[int]]) -> tuple[list[Any], list[int], int]:
        """Return literals that say that a slot costs a given amount or more, what each adds, and the rest.

        With a term for each placement instead, propagation would not see that changing a slot costs
        something.
        """
        costlier, steps, base = [], [], 0
        for literals, row in zip(self.holds, costs, strict=True):
            levels = sorted(set(row))
            base += levels[0]
            for lower, level in itertools.pairwise(levels):
                cheaper = [v for v, cost in zip(literals, row, strict=True) if cost < level]
                costlier.append(self.model.new_bool_var(""))
                steps.append(level - lower)
                self.model.add_exactly_one([*cheaper, costlier[-1]])
        return costlier, steps, base

    def solver(self, deadline: float | None) -> Any:
        """Return a solver, set for models of this kind."""
        solver = self._cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.cp_model_presolve = False
        solver.parameters.catch_sigint_signal = False  # so that Python sees it
        if deadline is not None:
            solver.parameters.max_time_in_seconds = max(0.0, deadline - time.monotonic())
        return solver

    def values(self, is_true: Callable[[Any], bool]) -> bytes:
        """Return the placements of a solution."""
        return bytes(
            next(value for value, literal in enumerate(slot) if is_true(literal))
            for slot in self.holds
        )

    def solutions(self, deadline: float | None) -> Iterator[bytes]:
        """Yield the placements of every solution.

        Raises:
            TimeoutError: the deadline came before all of them were found.
            EngineError: the solver fails.
        """
        cp_model, values = self._cp_model, self.values
        solver = self.solver(deadline)
        solver.parameters.enumerate_all_solutions = True
        solver.parameters.linearization_level = 0
        solver.parameters.search_branching = cp_model.FIXED_SEARCH

        def work(give: Callable[[bytes], None]) -> None:
            class _NearestCollector(cp_model.CpSolverSolutionCallback):  # type: ignore[misc, name-defined]
                def on_solution_callback(self) -> None:
                    give(values(self.boolean_value))

            status = solver.solve(self.model, _NearestCollector())
            if status == cp_model.MODEL_INVALID:
                raise EngineError(f"CP-SAT stopped with status {solver.status_name(status)}")
            if status not in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
                raise TimeoutError

        for event in in_background(work, solver.stop_search, "repair"):
            if not isinstance(event, Progress):
                yield event

    def _place_pieces(self) -> None:
        turns = self._orbit.turns
        for slot in self.holds:
            self.model.add_exactly_one(slot)
        for first in range(0, self._orbit.placements, turns):
            self.model.add_exactly_one(
                v for slot in self.holds for v in slot[first : first + turns]
            )

    def _close_turns(self) -> None:
        turns, size = self._orbit.turns, len(self._orbit.names)
        wholes = self.model.new_int_var(0, size, "")
        total = sum(
            turn * literal
            for slot in self.holds
            for turn in range(1, turns)
            for literal in slot[turn::turns]
        )
        self.model.add(total == turns * wholes)

    def _fix_parity(self, parity: int) -> None:
        size, turns = len(self._orbit.names), self._orbit.turns
        pieces = []
        for slot in self.holds:
            piece = self.model.new_int_var(0, size - 1, "")
            weights = [value // turns for value in range(len(slot))]
            self.model.add(piece == self._cp_model.LinearExpr.weighted_sum(slot, weights))
            pieces.append(piece)
        inversions = []
        for first, second in itertools.combinations(pieces, 2):
            inverted = self.model.new_bool_var("")
            self.model.add(first > second).only_enforce_if(inverted)
            self.model.add(first < second).only_enforce_if(~inverted)
            inversions.append(inverted)
        self.model.add_bool_xor([*inversions, not parity])


def _home(orbit: Orbit, parity: int | None) -> bytes:
    """Return a matching of this parity: solved, or with the first two pieces exchanged."""
    values = [piece * orbit.turns for piece in range(len(orbit.names))]
    if parity:
        values[0], values[1] = values[1], values[0]
    return bytes(values)
