"""The search for the best cube by one objective: the cube, its value, and a bound that none exceeds."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

from cubecsp.errors import EngineError
from cubecsp.models.core.hold import holding_constraints, preserving_hold
from cubecsp.models.engines import Better, Problem, Progress, events_of, load_engine, working
from cubecsp.puzzle.cube.state import State
from cubecsp.puzzle.cube.symmetry import SYMMETRIES, Symmetry
from cubecsp.questions.answers.statistics import Statistics
from cubecsp.questions.asking.limits import Run
from cubecsp.questions.finding.objectives import AnyObjective
from cubecsp.questions.finding.search_parameters import SearchQuery

Tell = Callable[[int | None, int], None]
"""Reports a value, None if there is none, and a bound."""

_BETWEEN_REPORTS = 0.1  # seconds


class BoundsAt(NamedTuple):
    """What was known of an objective at some time.

    Attributes:
        seconds: since the question began.
        value: the best value so far; None before there is a cube.
        bound: no cube has a better value.
    """

    seconds: float
    value: int | None
    bound: int


class Optimum:
    """The search for the best cube by one objective.

    Args:
        query: the question, with all rules that the cube has to satisfy.
        objective: the objective.
        tell: what is called with value and bound about ten times a second.
        best: the best cube so far; None if none is known.

    Attributes:
        best: the best cube so far; None if none is known.
        value: its value.
        bound: no cube has a better value; None before the search, and if there is no cube.
        engine: the engine of the question: `auto`, or the one at work.
        group: the symmetries that are used.
        statistics: its cost so far.
        history: how value and bound changed.
    """

    def __init__(
        self, query: SearchQuery[Any], objective: AnyObjective, tell: list[Tell], best: State | None
    ) -> None:
        self._query, pattern = query, query.pattern
        self._objective = objective.renamed(pattern.holding)
        self._tell, self._told = tell, time.monotonic()
        self._ceiling = 0  # of the number that engines maximise
        self.bound: int | None = None  # the same bound, as a value
        self.best = best
        self.value = None if best is None else self._objective.value(best)
        self.engine = load_engine(query.chosen, puzzle=pattern.puzzle)
        self.group: tuple[Symmetry, ...] = SYMMETRIES[:1]
        self.statistics = Statistics()
        self.history: list[BoundsAt] = []

    def choose(self, run: Run) -> None:
        """Find the best cube, as long as there is time."""
        query, pattern, puzzle = self._query, self._query.pattern, self._query.pattern.puzzle
        goal = self._objective.goal(puzzle, lambda cubes: cubes.passing(filters))
        self._ceiling = goal.most  # a bound that costs no time
        self.bound = self._objective.value_of(self._ceiling)
        with self.statistics.measure("building"):
            if query.use_symmetry and query.near is None:  # a conjugate of the hint might come
                kept = set(self._objective.symmetries(puzzle))
                self.group = preserving_hold((s for s in pattern.symmetries if s in kept), puzzle)
            # Computed here: the threads of engines, which call the filters, know no deadline.
            filters = [rule.holds_in for rule in pattern.filters]
            primitives = (*holding_constraints(puzzle), *pattern.with_programs)
            asked = (query.seed, query.threads, query.near)
            problem = Problem(puzzle, primitives, self.group, *asked, among=pattern.listed)
        best = partial(self.engine.best, goal=goal)
        with contextlib.closing(events_of(best, problem)) as events:
            while (event := self._next(events)) is not None:
                self._take(event)
                self._note(run)
                run.deadline.check()
        self.bound = self.value
        self._note(run)

    def _next(self, events: Iterator[Better | Progress]) -> Better | Progress | None:
        with self.statistics.measure("searching"):
            return next(events, None)

    def _take(self, event: Better | Progress) -> None:
        """Record a cube, or a bound.

        Raises:
            EngineError: the engine makes a false statement about the cube.
        """
        objective = self._objective
        if isinstance(event, Progress):
            self.statistics.nodes, self.statistics.conflicts = event.nodes, event.conflicts
            if event.bound is not None:
                self._ceiling = min(self._ceiling, event.bound)
                self.bound = objective.value_of(self._ceiling)
            return
        self.statistics.candidates += 1
        value = objective.value(event.cube)  # by the stickers, not by the engine's data
        if value != objective.value_of(event.score) or not self._query.pattern.holds(event.cube):
            raise EngineError(f"the {working(self.engine).name} engine reports a wrong cube")
        sign = -1 if objective.minimise else 1
        if self.value is None or sign * value > sign * self.value:
            self.best, self.value = event.cube, value

    def _note(self, run: Run) -> None:
        """Record value and bound if they have changed, and report them if it is time to."""
        if self.bound is None:
            return
        known = (self.value, self.bound)
        if not self.history or self.history[-1][1:] != known:
            self.history.append(BoundsAt(run.seconds, *known))
        if time.monotonic() - self._told >= _BETWEEN_REPORTS:
            self._told = time.monotonic()
            for tell in self._tell:
                tell(*known)
