"""The engine `auto`: the native engine and, if it gets nowhere, others that take turns with it.

Plain search is quickest if rules are tight, and if almost any cube will do. In between there are
questions on which it repeats the same mistake endlessly, while a solver that learns clauses makes it
once. This cannot be known beforehand; so whichever makes progress first goes on alone, and the question
takes at most about twice as long as with the better of the two (a portfolio: B. Huberman, R. Lukose and
T. Hogg, "An economics approach to hard computational problems", Science 275 (1997) 51-54). If rules
that engines do not see reject cubes, progress means finding one that satisfies them.

From the 4×4×4 on, annealing comes next: it finds cubes that neither of these does, but never knows whether
there are others. So it works alone for a while, then takes turns with native, and CaDiCaL joins them later.
Cubes that are too large for native are left to annealing and, after some time, to CaDiCaL, unless faces have
to be compared, for which CaDiCaL would need gigabytes.

Other puzzles are treated like the 3×3×3. If native has no room, they are left to CP-SAT. So they are if native
would be alone because of a seed, and might get lost, since slots have many placements.

Rules with hundreds of demands that can each be met in many ways, such as connected regions, are left to CaDiCaL at once.
Logic programs written by the user are left to clingo.
"""

from __future__ import annotations

import contextlib
import itertools
import math
import time
from collections.abc import Container, Generator, Iterator, Mapping
from dataclasses import dataclass, field, replace
from importlib import import_module
from typing import Generic, TypeVar

from cubecsp.errors import InputError
from cubecsp.memory import MOST
from cubecsp.models.core.feasibility import leave_many_choices
from cubecsp.models.core.primitives import FacePatterns
from cubecsp.models.engines.cardinality_clauses import Sink
from cubecsp.models.engines.engine import (
    Better,
    Engine,
    Event,
    Goal,
    Problem,
    Progress,
    SolutionBlock,
    has_few_cubes,
    singly,
)
from cubecsp.models.engines.few_cubes import few_cubes, solutions_among
from cubecsp.models.engines.native_room import LARGEST, are_quick, lack_of_room
from cubecsp.models.engines.options import option
from cubecsp.models.programs.program import programs_in
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle, cube_of
from cubecsp.puzzle.cube.images import split
from cubecsp.puzzle.cube.sizes import sizes_in_words

_E = TypeVar("_E")

_QUICKEST = "it is the quickest on most questions"
_ROOM = "native has no room for a cube of this size"
_IN_TURNS = "{} took turns, and {} was first"
_PROGRAMS = "no other engine supports logic programs"
_SHARED = "native had not found the cubes in {} s, so cnf took turns with it"
_FINDER = "annealing"  # which never knows whether there are others
_MOST_COMPARED = 7  # the size up to which clauses that compare faces leave room in the memory
_ELSEWHERE = "cpsat"
_PROJECTS = "it rules out all cubes that look alike in a projection at once"
_ROOM_ELSEWHERE = "native has no room for this puzzle"
_MANY_PLACEMENTS = "native might get lost where slots have so many placements"
_CHOICES = "native gets lost where so many demands can each be met in so many ways"
_FEW = "so few cubes fit the demands on single slots that all of them were checked"
_NEAR = "all cubes that near solved are known, and were checked"
_NOT_PROVEN = "{} had not proven which cube is best in {} s, so cpsat took turns with it"


@dataclass(eq=False)
class AutoEngine(Engine):
    """Enumerates with the engine that suits a question, and says which one that is.

    Attributes:
        works: the name of the engine that works, or has worked.
        reason: why this one: a clause.
        checked: how many cubes were checked one by one, without a search; None if an engine searched.
    """

    name = "auto"
    takes_hints = True
    takes_programs = True
    summary = "what suits the question"
    parallel = True
    other_puzzles = True

    alone: float = option(0.5, "for how many seconds the native engine works alone", least=0.0)
    ahead: float = option(
        20.0, "for larger cubes, for how many seconds annealing then works alone", least=0.0
    )
    works: str = field(default="native", init=False)
    reason: str = field(default=_QUICKEST, init=False)
    checked: int | None = field(default=None, init=False)

    def begin_with(self, puzzle: Puzzle) -> None:
        """Note which engine begins with cubes of a puzzle, in case nothing else is known in the end."""
        if not isinstance(puzzle, CubePuzzle):
            if lack_of_room(puzzle) is not None:
                self.works, self.reason = _ELSEWHERE, _ROOM_ELSEWHERE
        elif puzzle.size > LARGEST:
            self.works, self.reason = _FINDER, _ROOM

    def samples(self, problem: Problem) -> Generator[Event, None, None]:
        """Yield varied solutions of `problem`: those of native, and for larger cubes those of annealing; see `Engine`.

        As long as the cube fits, native takes a step for each step of annealing, since it knows when there are none.
        """
        other = self._only(problem)
        if other is not None:
            yield from other.samples(problem)
            return
        native = _engine("native").samples(replace(problem, threads=1))
        if not _is_large_cube(problem.puzzle):
            yield from native
            return
        ways = [_engine("annealing").samples(problem)]
        if cube_of(problem.puzzle).size <= LARGEST:
            ways.append(native)
        for way in itertools.cycle(ways):
            event = next(way, None)
            if event is None:
                return
            yield event

    def solutions(self, problem: Problem) -> Generator[Event, None, None]:
        """Enumerate the solutions of `problem`, once; see `Engine`."""
        return singly(problem, self.blocks(problem))

    def blocks(self, problem: Problem) -> Generator[SolutionBlock | Progress, None, None]:
        """Enumerate the solutions of `problem`, once; see `Engine`.

        With a seed, native works alone, since the order of its answers is the same everywhere.
        """
        other = self._only(problem)
        if other is not None:
            yield from other.blocks(problem)
            return
        if (few := few_cubes(problem)) is not None:
            reason = _FEW if problem.among is None else _NEAR
            self.works, self.reason, self.checked = "native", reason, len(few)
            yield Progress(1.0, 0)
            if found := solutions_among(few, problem):
                yield SolutionBlock(found)
            return
        puzzle = problem.puzzle
        if _is_large_cube(puzzle) and (problem.seed is None or cube_of(puzzle).size > LARGEST):
            yield from self._with_annealing(problem)
            return
        native = _Runner(_engine("native").blocks(problem))
        with contextlib.closing(native.events):
            stated: float | None = None
            while (event := native.step()) is not None:
                stated = native.spent if stated is None else stated
                yield from native.give(event)
                if _is_decisive(event, problem):
                    yield from native.events
                elif problem.seed is None and native.spent - stated >= self.alone:
                    yield from self._in_turns(problem, native)
                    return

    def best(self, problem: Problem, goal: Goal) -> Generator[Better | Progress, None, None]:
        """Yield ever better solutions, once; see `Engine`.

        Native soon has a good one, or the whole answer. If not, CP-SAT continues from there, with bounds, and
        takes turns with it, until one of the two has the proof. If all cubes of a size can be listed, native does
        that. For larger cubes annealing finds a good one sooner.
        """
        from cubecsp.models.engines.cpsat import CpSatSink

        other = self._only(problem)
        if other is not None:
            yield from other.best(problem, goal)
            return
        if problem.among is not None:
            yield from super().best(problem, goal)
            return
        first = _engine("annealing") if _is_large_cube(problem.puzzle) else _engine("native")
        self.works = first.name
        runner = _Runner(first.best(problem, goal))
        lists = isinstance(problem.puzzle, CubePuzzle) and has_few_cubes(problem.puzzle)
        alone = math.inf if lists else self.alone
        if not _has_clauses(problem, CpSatSink):
            self.reason, alone = _ROOM, math.inf
        with contextlib.closing(runner.events):
            while runner.spent <= alone:
                event = runner.step()
                if event is None:
                    return
                yield event
                if isinstance(event, Better):
                    problem = replace(problem, hint=event.cube)
            cpsat, runner.spent = _Runner(_engine("cpsat").best(problem, goal)), 0.0
            with contextlib.closing(cpsat.events):
                runners = {"cpsat": cpsat, first.name: runner}
                self.works = "cpsat"
                self.reason = _NOT_PROVEN.format(first.name, self.alone)
                while True:
                    name = _next_of(runners)
                    event = runners[name].step()
                    if event is None:
                        self.works = name
                        return
                    yield event

    def _only(self, problem: Problem) -> Engine | None:
        """Return the engine that alone can work on a problem; None if several can.

        Raises:
            InputError: the cube is too large for it.
        """
        if programs_in(problem.primitives):
            return self._asp(problem)
        if problem.projection and problem.seed is not None:
            return self._cnf(_PROJECTS)  # native varies what is out of view first
        if isinstance(problem.puzzle, CubePuzzle):
            return self._cnf(_CHOICES) if leave_many_choices(problem.primitives) else None
        self.begin_with(problem.puzzle)
        if problem.seed is not None and not are_quick(problem.puzzle.orbits):
            self.works, self.reason = _ELSEWHERE, _MANY_PLACEMENTS
        return _engine(_ELSEWHERE) if self.works == _ELSEWHERE else None

    def _cnf(self, reason: str) -> Engine:
        self.works, self.reason = "cnf", reason
        return _engine("cnf")

    def _asp(self, problem: Problem) -> Engine:
        """Return the engine that supports logic programs.

        Raises:
            InputError: the cube is too large for it.
        """
        asp = _engine("asp")
        if cube_of(problem.puzzle).size not in asp.sizes:
            raise InputError(
                f"logic programs need the asp engine, which takes {sizes_in_words(asp.sizes)}",
                "state the rule in another way, or ask about a smaller cube",
            )
        self.works, self.reason = "asp", _PROGRAMS
        return asp

    def _entrants(self, problem: Problem) -> Iterator[tuple[float, Engine]]:
        """Yield the engines that look for larger cubes, and after how many seconds of work each joins."""
        from cubecsp.models.engines.cnf import SolverSink

        if cube_of(problem.puzzle).size <= LARGEST:
            yield 0.0, _engine("native")
            yield self.alone, _engine("annealing")
        else:
            yield 0.0, _engine("annealing")
        if _has_clauses(problem, SolverSink):
            yield self.alone + 2 * self.ahead, _engine("cnf")

    def _with_annealing(self, problem: Problem) -> Iterator[SolutionBlock | Progress]:
        """Give all engines that have joined the same time, until one of them knows that there are no others.

        They do not repeat what annealing has found; any other engine with a useful solution goes on alone.
        """
        waiting = list(self._entrants(problem))
        runners: dict[str, _Runner[SolutionBlock | Progress]] = {}
        seen: set[bytes] = set()
        spent = 0.0
        with contextlib.ExitStack() as stack:
            while True:
                if waiting and spent >= waiting[0][0]:
                    _, engine = waiting.pop(0)
                    runner = _Runner(engine.blocks(problem))
                    stack.callback(runner.events.close)
                    for other in runners.values():
                        other.spent = 0.0
                    if engine.name == _FINDER and runners:
                        runner.spent = -self.ahead  # which the others wait
                    runners[engine.name] = runner
                name = _next_of(runners)
                before = runners[name].spent
                event = runners[name].step()
                spent += runners[name].spent - before
                if not isinstance(event, Progress):
                    self._tell(name, [*runners], problem)
                if event is None:
                    return
                yield from _unless(seen, event, problem)
                if isinstance(event, SolutionBlock) and name == _FINDER:
                    seen.update(_rows_of(event, problem))
                elif _is_decisive(event, problem):
                    for later in runners[name].events:
                        yield from _unless(seen, later, problem)
                    return

    def _tell(self, name: str, all_names: list[str], problem: Problem) -> None:
        """Record which engine was first, and among which."""
        self.works = name
        if len(all_names) > 1:
            self.reason = _IN_TURNS.format(" and ".join(all_names), name)
        elif cube_of(problem.puzzle).size > LARGEST:
            self.reason = _ROOM

    def _in_turns(
        self, problem: Problem, native: _Runner[SolutionBlock | Progress]
    ) -> Iterator[SolutionBlock | Progress]:
        """Give both the same time, until one has a useful solution, or knows that there are none."""
        from cubecsp.models.engines.cnf import SolverSink

        if not _has_clauses(problem, SolverSink):
            yield from native.events
            return
        cnf, native.spent = _Runner(_engine("cnf").blocks(problem)), 0.0
        with contextlib.closing(cnf.events):
            runners = {"cnf": cnf, self.works: native}
            event: SolutionBlock | Progress | None = Progress(None, 0)
            while event is not None:
                name = _next_of(runners)
                event = runners[name].step()
                if not isinstance(event, Progress):
                    self.works = name
                    self.reason = f"{_SHARED.format(self.alone)}, and {name} was first"
                if event is not None:
                    yield from runners[name].give(event)
                    if _is_decisive(event, problem):
                        yield from runners[name].events
                        return


def _engine(name: str) -> Engine:
    """Return an engine, imported now."""
    engine: Engine = import_module(f"cubecsp.models.engines.{name}").ENGINE
    return engine


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

    def give(self, event: _E) -> Generator[_E, None, None]:
        """Yield an event; what its taker does counts as work, too: to check cubes takes longer than to find them."""
        started = time.perf_counter()
        yield event
        self.spent += time.perf_counter() - started


def _is_large_cube(puzzle: Puzzle) -> bool:
    """Return whether annealing finds cubes that native does not."""
    return isinstance(puzzle, CubePuzzle) and puzzle.alike


def _next_of(runners: Mapping[str, _Runner[_E]]) -> str:
    """Return the engine whose turn it is: the one that has worked least."""
    return min(runners, key=lambda each: runners[each].spent)


def _is_decisive(event: SolutionBlock | Progress, problem: Problem) -> bool:
    """Return whether an event that was given was a useful solution, and its engine will soon have all others."""
    return isinstance(event, SolutionBlock) and not (problem.awaiting() or problem.projection)


def _rows_of(block: SolutionBlock, problem: Problem) -> Iterator[bytes]:
    return split(block.rows, len(problem.puzzle.slots))


def _unless(
    seen: Container[bytes], event: SolutionBlock | Progress, problem: Problem
) -> Iterator[SolutionBlock | Progress]:
    """Yield an event; of a block, only the solutions that have not been given."""
    if not isinstance(event, SolutionBlock) or not seen:
        yield event
    elif rows := b"".join(row for row in _rows_of(event, problem) if row not in seen):
        yield SolutionBlock(rows)


def _has_clauses(problem: Problem, sink: type[Sink]) -> bool:
    """Return whether a problem can be stated in clauses, for some sink, within the memory."""
    from cubecsp.models.engines.clauses import memory_of

    compared = any(isinstance(part, FacePatterns) for part in problem.primitives)
    if compared and cube_of(problem.puzzle).size > _MOST_COMPARED:
        return False
    return memory_of(problem, sink) <= MOST
