"""Cubes that satisfy some of the demands of a question, found on request."""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Generator
from dataclasses import replace
from itertools import islice

from cubecsp.errors import OutOfReachError
from cubecsp.frozen import frozen
from cubecsp.models.conflicts.demands import Demands
from cubecsp.models.core.hold import holding_constraints, preserving_hold
from cubecsp.models.core.orbits import DRAWN, PER_SAMPLE, REJECTED, Orbits
from cubecsp.models.core.pattern import Pattern
from cubecsp.models.engines import (
    AutoEngine,
    Engine,
    Problem,
    Progress,
    SolutionBlock,
    events_of,
    load_engine,
    working,
)
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.puzzle.cube.state import State
from cubecsp.stopping.deadline import NEVER, Deadline

_Events = Generator[SolutionBlock | Progress, None, None]

_STATING = 10  # nodes that take as long as stating a relation, about
_JUDGING = 200  # and as long as judging a cube that an engine has found


@frozen
class Witness:
    """A cube, and the places of the demands that it satisfies."""

    cube: State
    satisfied: frozenset[int]


class Witnesses:
    """Answers whether some of the demands can hold together, with a cube or with certainty that there is none.

    Results are remembered: a cube that satisfies more than the requested demands answers later questions too.

    Args:
        demands: what may be asked for.
        engine: the name of the engine, or a custom engine.
        deadline: ends every search.
        besides: cubes that do not count.
        most_work: the most work that all searches together may take; None for any.

    Attributes:
        searches: how many there were.
        work: the nodes of all searches, and some for each relation that was stated and each cube that was judged, times
            the slots of the puzzle: unlike their time, it is the same on every machine if the engine's work
            does not depend on time.
        refuted: the sets found not to hold together, with the name of the engine that searched all cubes.
    """

    def __init__(
        self,
        demands: Demands,
        engine: str | Engine = AutoEngine.name,
        deadline: Deadline = NEVER,
        besides: Collection[State] = (),
        most_work: int | None = None,
    ) -> None:
        self.demands = demands
        self.searches = self.work = 0
        self._most_work = most_work
        self.refuted: dict[frozenset[int], str] = {}
        self._asked = engine
        self._deadline = deadline
        self._besides = {cube.seen for cube in besides}
        self._found: list[Witness] = []

    def example(self, demands: Collection[int]) -> Witness | None:
        """Return a cube that satisfies the demands at these places, None if there is none.

        Raises:
            OutOfTimeError: the deadline has passed.
            OutOfReachError: it would take too much work.
            EngineError: the engine is not installed, or fails.
        """
        required = frozenset(demands)
        for witness in self._found:
            if required <= witness.satisfied:
                return witness
        cube = None if required in self.refuted else self._search(required)
        if cube is None:
            return None
        satisfied = self.demands.satisfied_by(cube)
        assert required <= satisfied, "an engine found what breaks a demand"
        self._found.append(Witness(cube, satisfied))
        return self._found[-1]

    def extension(self, demands: Collection[int]) -> frozenset[int] | None:
        """Return the demands that some cube satisfying these satisfies, None if there is none.

        Raises:
            OutOfTimeError: the deadline has passed.
            OutOfReachError: it would take too much work.
            EngineError: the engine is not installed, or fails.
        """
        witness = self.example(demands)
        return None if witness is None else witness.satisfied

    def _search(self, demands: frozenset[int]) -> State | None:
        """Return a cube that satisfies some demands and counts, None if there is none."""
        self.searches += 1
        puzzle = self.demands.puzzle
        invariants = self.demands.invariants_of(demands)
        pattern = Pattern(self.demands.rules_of(demands), puzzle=puzzle)
        group = preserving_hold(pattern.symmetries, puzzle)
        problem = Problem(
            puzzle,
            (*holding_constraints(puzzle), *pattern.with_programs),
            group,
            without=tuple(
                invariant for invariant in self.demands.invariants if invariant not in invariants
            ),
            awaiting=lambda: True,  # until a cube counts
            among=pattern.listed,
        )
        orbits, engine = Orbits(pattern, group), load_engine(self._asked, puzzle=puzzle)
        before = self.work + _STATING * len(problem.primitives) * len(puzzle.slots)
        self._take_notice(before)
        with contextlib.closing(_candidates(engine, problem, orbits)) as events:
            for event in events:
                self._deadline.check()
                if isinstance(event, Progress):
                    # Of two searches that take turns, the one with more nodes counts.
                    self._take_notice(max(self.work, before + event.nodes * len(puzzle.slots)))
                else:
                    before += _JUDGING * len(event.rows)  # a byte for each slot
                    self._take_notice(before)
                    row = self._counting(event.rows, orbits)
                    if row is not None:
                        return orbits.kind.from_row(row)
        self.refuted[demands] = working(engine).name
        return None

    def _take_notice(self, work: int) -> None:
        """Note how much work all searches have taken.

        Raises:
            OutOfReachError: it is too much.
        """
        self.work = work
        if self._most_work is not None and work > self._most_work:
            raise OutOfReachError("the searches take too much work")

    def _counting(self, rows: bytes, orbits: Orbits) -> bytes | None:
        """Return the first of the cubes that an engine has found, or of their images, that counts."""
        for row in orbits.split(orbits.satisfying(rows)):
            for conjugate in orbits.split(orbits.of(row)):
                if conjugate not in self._besides:
                    return conjugate
        return None


def _candidates(engine: Engine, problem: Problem, orbits: Orbits) -> _Events:
    """Yield the cubes of an engine, which are alike, and others among them if filters reject many."""
    mixes = isinstance(problem.puzzle, CubePuzzle) and bool(orbits.pattern.filters)
    others, patience, rejected = _others(engine, problem, orbits), REJECTED, 0
    with contextlib.closing(others), contextlib.closing(events_of(engine.blocks, problem)) as own:
        for event in own:
            yield event
            rejected += 0 if isinstance(event, Progress) else len(event.rows) // orbits.width
            if mixes and rejected > patience:
                yield from islice(others, DRAWN if patience == REJECTED else patience // PER_SAMPLE)
                patience, rejected = 2 * patience, 0


def _others(engine: Engine, problem: Problem, orbits: Orbits) -> _Events:
    """Yield random cubes that satisfy the rules, then varied cubes of an engine unless it finds none for long."""
    for number, cube in enumerate(map(orbits.kind.random, range(DRAWN))):
        holds = orbits.pattern.holds(cube)
        yield SolutionBlock(cube.seen) if holds else Progress(None, _JUDGING * number)
    waiting, varied_problem = 0, replace(problem, symmetries=problem.symmetries[:1], seed=0)
    with contextlib.closing(engine.samples(varied_problem)) as varied:
        while waiting < REJECTED // PER_SAMPLE and (event := next(varied, None)) is not None:
            waiting = waiting + 1 if isinstance(event, Progress) else 0
            yield event if isinstance(event, Progress) else SolutionBlock(event.seen)
