"""What `auto` stands for: the native engine and, if it gets nowhere, others in turns with it.

Plain search is the quickest where rules are tight, and where almost any cube will do. In between there
are questions on which it makes the same mistake for ages, while a solver that learns clauses makes it
once. Nobody can tell beforehand; so whatever gets somewhere first goes on alone, and the question takes
at most about twice as long as with the better of the two (a portfolio: B. Huberman, R. Lukose and
T. Hogg, "An economics approach to hard computational problems", Science 275 (1997) 51-54). Where rules
that engines do not see reject cubes, to get somewhere is to find one that they leave.

Cubes larger than a 3×3×3 have annealing to take turns with, too, before CaDiCaL joins: it finds what neither of
the two finds, but never knows that it has found all. So it finds for the others until one of them does, and what it has found is not given
again. Cubes that have no room in the native engine are left to annealing and, after a while, CaDiCaL; unless
their faces are to be compared, for which CaDiCaL would need gigabytes.

A seed says that the order of answers is the same everywhere, whatever the clock: then native goes on alone, or
annealing for larger cubes.

Logic programs of one's own are left to clingo.
"""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from cubecsp.models.engines.base import (
    Better,
    Block,
    Engine,
    Event,
    Goal,
    Problem,
    Progress,
    all_can_be_listed,
    singly,
)
from cubecsp.models.engines.options import option
from cubecsp.models.programs.program import programs_in

__all__ = ["AutoEngine"]

_E = TypeVar("_E")

_QUICKEST = "it is the quickest on most questions"
_ROOM = "native has no room for a cube of this size"
_PROGRAMS = "no other knows logic programs"
_SHARED = "native had not found what satisfies all rules in {} s, so that cnf took turns with it"
_NOT_PROVEN = "native had not proven the best in {} s, so that cpsat took turns with it"


@dataclass(eq=False)
class AutoEngine(Engine):
    """Enumerates with the engine that suits one question, and says which that is.

    Attributes:
        works: the name of the engine that works, or has worked.
        reason: why, a clause.
    """

    name = "auto"
    takes_hints = True
    takes_programs = True
    summary = "what suits the question"
    parallel = True

    alone: float = option(0.5, "seconds that the native engine has to itself", least=0.0)
    works: str = field(default="native", init=False)
    reason: str = field(default=_QUICKEST, init=False)

    def samples(self, problem: Problem) -> Generator[Event, None, None]:
        """Yield varied solutions of `problem`: those of native; see `Engine`."""
        from cubecsp.models.engines.native import NativeEngine

        engine = self._alone(problem) or NativeEngine()
        yield from engine.samples(problem)

    def solutions(self, problem: Problem) -> Generator[Event, None, None]:
        """Enumerate the solutions of `problem`, once; see `Engine`."""
        return singly(problem, self.blocks(problem))

    def blocks(self, problem: Problem) -> Generator[Block | Progress, None, None]:
        """Enumerate the solutions of `problem`, once; see `Engine`.

        With a seed native goes on alone, since the order of its answers is the same everywhere.
        """
        from cubecsp.models.engines.native import NativeEngine

        engine = self._alone(problem)
        if engine is not None:
            yield from engine.blocks(problem)
            return
        native = _Runner(NativeEngine().blocks(problem))
        with contextlib.closing(native.events):
            stated: float | None = None
            while (event := native.step()) is not None:
                stated = native.spent if stated is None else stated
                yield event
                if _decided(event, problem):
                    yield from native.events
                elif problem.seed is None and native.spent - stated >= self.alone:
                    yield from self._in_turns(problem, native)
                    return

    def best(self, problem: Problem, goal: Goal) -> Generator[Better | Progress, None, None]:
        """Yield ever better solutions, once; see `Engine`.

        Native soon has a good one, or all there is to say. If not, CP-SAT goes on from there, with bounds,
        and takes turns with it, until one of the two has the proof. Where all cubes can be listed, native
        does that.
        """
        from cubecsp.models.engines.cpsat import CpSatEngine
        from cubecsp.models.engines.native import LARGEST, NativeEngine

        if programs_in(problem.primitives):
            yield from self._asp().best(problem, goal)
            return
        if problem.puzzle.size > LARGEST:
            self.works, self.reason = CpSatEngine.name, _ROOM
            yield from CpSatEngine().best(problem, goal)
            return
        native = _Runner(NativeEngine().best(problem, goal))
        alone = math.inf if all_can_be_listed(problem.puzzle) else self.alone
        with contextlib.closing(native.events):
            while native.spent <= alone:
                event = native.step()
                if event is None:
                    return
                yield event
                if isinstance(event, Better):
                    problem = replace(problem, hint=event.cube)
            cpsat, native.spent = _Runner(CpSatEngine().best(problem, goal)), 0.0
            with contextlib.closing(cpsat.events):
                runners = {CpSatEngine.name: cpsat, self.works: native}
                self.works, self.reason = CpSatEngine.name, _NOT_PROVEN.format(self.alone)
                while True:
                    name = _next_of(runners)
                    event = runners[name].step()
                    if event is None:
                        self.works = name
                        return
                    yield event

    def _alone(self, problem: Problem) -> Engine | None:
        """Return the engine for a problem that native does not take; None if it does."""
        from cubecsp.models.engines.cnf import CnfEngine
        from cubecsp.models.engines.native import LARGEST

        if programs_in(problem.primitives):
            return self._asp()
        if problem.puzzle.size <= LARGEST:
            return None
        self.works, self.reason = CnfEngine.name, _ROOM
        return CnfEngine()

    def _asp(self) -> Engine:
        """Return the engine that takes logic programs."""
        from cubecsp.models.engines.asp import AspEngine

        self.works, self.reason = AspEngine.name, _PROGRAMS
        return AspEngine()

    def _in_turns(
        self, problem: Problem, native: _Runner[Block | Progress]
    ) -> Iterator[Block | Progress]:
        """Give both the same time, until one has a solution of use, or knows that there are none."""
        from cubecsp.models.engines.cnf import CnfEngine

        cnf, native.spent = _Runner(CnfEngine().blocks(problem)), 0.0
        with contextlib.closing(cnf.events):
            runners = {CnfEngine.name: cnf, self.works: native}
            event: Block | Progress | None = Progress(None, 0)
            while event is not None:
                name = _next_of(runners)
                event = runners[name].step()
                if not isinstance(event, Progress):
                    self.works = name
                    self.reason = f"{_SHARED.format(self.alone)}, and {name} was first"
                if event is not None:
                    yield event
                    if _decided(event, problem):
                        yield from runners[name].events
                        return


@dataclass
class _Runner(Generic[_E]):
    """An engine at work.

    Attributes:
        events: the events to come.
        spent: seconds that it has worked.
    """

    events: Generator[_E, None, None]
    spent: float = 0.0

    def step(self) -> _E | None:
        """Return the next event, None at the end."""
        started = time.perf_counter()
        event = next(self.events, None)
        self.spent += time.perf_counter() - started
        return event


def _next_of(runners: Mapping[str, _Runner[_E]]) -> str:
    """Return whose turn it is: that of the one that has worked least."""
    return min(runners, key=lambda each: runners[each].spent)


def _decided(event: Block | Progress, problem: Problem) -> bool:
    """Return whether an event that was given was a solution of use."""
    return isinstance(event, Block) and not problem.awaiting()
