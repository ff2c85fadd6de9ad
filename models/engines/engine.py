"""The interface of engines: problem, events and solutions."""

from __future__ import annotations

import contextlib
import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import field, replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from cubecsp.frozen import frozen
from cubecsp.models.core.feasibility import contradiction
from cubecsp.models.core.primitives import Primitive
from cubecsp.models.core.stated_invariants import invariants_in_clauses
from cubecsp.models.core.totals import colour_totals
from cubecsp.models.engines.goal import Better as Better
from cubecsp.models.engines.goal import Goal as Goal
from cubecsp.models.engines.options import Option, options_of, validate
from cubecsp.models.engines.shuffle import SplitMix
from cubecsp.puzzle.core.arrangement import Arrangement
from cubecsp.puzzle.core.invariants import Invariant
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.puzzle.cube.cubes import class_of
from cubecsp.puzzle.cube.sizes import ANY_SIZE, sizes_in_words
from cubecsp.puzzle.cube.state import State as State
from cubecsp.puzzle.cube.symmetry import Symmetry
from cubecsp.work.executor import Executor

if TYPE_CHECKING:  # numpy is slow to import
    from cubecsp.puzzle.cube.batch import CubeArray


def _content() -> bool:
    """Return False: no other solution is waited for."""
    return False


@frozen
class Problem:
    """Find every cube that satisfies all primitives, and the invariants of solvable cubes.

    Attributes:
        puzzle: the cube that it is about.
        primitives: what has to hold.
        symmetries: a group under which the set of solutions is invariant. An engine may,
            and should, leave out any solution that has a smaller image under the group, in the order of cubes; the
            caller restores the images. The identity alone means that every solution has to be given.
        seed: give the solutions in a random order, the same for the same seed, 0 to 2⁶⁴ − 1; None
            for the order that is quickest.
        threads: how many threads an engine that can use several may use.
        hint: a cube of the puzzle near which to begin, if the engine can (`Engine.takes_hints`): its placements
            come first. With symmetries, this is the least of its images, since the engine looks for no others.
        executor: does the search in tasks, and remembers it (`Engine.in_tasks`); None for threads
            of this process, which remember nothing.
        title: the question in the words of the user, for what remembers it.
        awaiting: says, between two events, whether the caller is still waiting for a first useful
            solution, since rules that the primitives do not state have rejected all so far.
        projection: stickers of a cube. An engine may, and should, leave out a solution that shows there what one
            before it shows. There are no symmetries then. Empty if every solution has to be given.
        among: cubes among which are all solutions that matter to the caller, a row each; None if that is not known.
        without: invariants of the puzzle that need not hold, as if the cube could be taken apart.
    """

    puzzle: Puzzle
    primitives: tuple[Primitive, ...]
    symmetries: tuple[Symmetry, ...]
    seed: int | None = None
    threads: int = 1
    hint: Arrangement | None = None
    executor: Executor | None = field(default=None, compare=False)
    title: str = field(default="", compare=False)
    awaiting: Callable[[], bool] = field(default=_content, compare=False)
    projection: tuple[int, ...] = ()
    among: CubeArray | None = field(default=None, compare=False)
    without: tuple[Invariant, ...] = ()

    @property
    def invariants(self) -> tuple[Invariant, ...]:
        """The invariants of the puzzle that have to hold."""
        invariants = invariants_in_clauses(self.puzzle)
        return tuple(invariant for invariant in invariants if invariant not in self.without)

    @cached_property
    def with_totals(self) -> tuple[Primitive, ...]:
        """What has to hold, and how often each colour occurs where solvers cannot see it but would need to."""
        return (*self.primitives, *colour_totals(self.primitives, self.puzzle))

    @cached_property
    def contradiction(self) -> str | None:
        """Why it has no solution, as a clause; None if that is not cheap to see."""
        return contradiction(self.primitives, self.puzzle)

    @property
    def preferred(self) -> list[int]:
        """The placement that comes first in each slot, as in `State.seen`; empty without a hint."""
        return [] if self.hint is None else [*self.hint.seen]

    def cube(self, placements: bytes) -> State:
        """Return the cube of the problem's puzzle whose slots hold, or seem to hold, these placements.

        If pieces look alike, the placement of the first one stands for all of them.
        """
        kind = class_of(self.puzzle)
        if self.puzzle.alike:
            return kind.from_row(placements)  # type: ignore[no-any-return]
        return kind.from_placements(*(placements[row] for row in self.puzzle.rows))  # type: ignore[no-any-return]


@frozen
class Progress:
    """A sign of progress between two solutions.

    Attributes:
        fraction: the share of the search space that is done, 0…1, None if the engine cannot say.
        nodes: search nodes or decisions so far.
        conflicts: contradictions that the engine has learned from so far, None if it learns nothing.
        bound: in a search for the best: no cube scores more than this, as far as is known.
    """

    fraction: float | None
    nodes: int
    conflicts: int | None = None
    bound: int | None = None


class SolutionBlock(NamedTuple):
    """Solutions found together.

    Attributes:
        rows: what the slots can be seen to hold (`State.seen`), a byte each, orbit by orbit, one cube
            after the other.
    """

    rows: bytes


Event = State | Progress

_FEW = 10**8  # arrangements of pieces: 88,179,840 of a 2×2×2, each cube in 24 orientations


_Event = TypeVar("_Event")  # as `Event`, `SolutionBlock`, `Better`

_Blocks = Callable[[Problem], Generator[SolutionBlock | Progress, None, None]]


class Engine(ABC):
    """Something that enumerates.

    `solutions` yields cubes as they are found, no cube twice, and a `Progress`: as soon as the problem
    is stated to the solver, before every cube, and at least every tenth of a second or so, so that
    the caller can show it, and stop by closing the iterator. When the iterator ends by itself, all solutions have been
    given; anything short of that raises. With a seed, the order of the solutions depends only on the problem,
    not on time.

    In such an order, consecutive solutions are similar, since most decisions stay the same. `samples`
    starts again for each one, so they are varied, and yields one after another without end; the same
    solution may come again. Their probabilities are unknown. When this iterator ends, nothing satisfies the
    problem.
    """

    name: str
    """Its name, as users write it."""
    summary: str
    """A clause that describes it, for help texts."""
    distribution: str | None = None
    """The package that solves, as PyPI calls it; None for our own code."""
    parallel: bool = False
    """Whether it can use several threads."""
    in_tasks: bool = False
    """Whether its search is in tasks if a problem says where these are done."""
    takes_hints: bool = False
    """Whether it uses `Problem.hint`."""
    takes_programs: bool = False
    """Whether it supports logic programs written by the user (`cubecsp.models.programs`)."""
    bounds: bool = False
    """Whether it knows bounds while it looks for the best; it then ignores symmetries."""
    exhaustive: bool = True
    """Whether it can prove that there are no other solutions; otherwise its search never ends by itself, unless
    it is clear without a search that there are none."""
    sizes: Sequence[int] = ANY_SIZE
    """The sizes of the cubes that it takes."""
    limits: str = ""
    """Why it does not accept others: a clause."""
    other_puzzles: bool = False
    """Whether it takes puzzles that are not cubes."""

    def objection(self, puzzle: Puzzle) -> str | None:
        """Return why it does not take a puzzle, as what follows its name in a sentence; None if it does."""
        if isinstance(puzzle, CubePuzzle):
            if puzzle.size in self.sizes:
                return None
            return f"takes {sizes_in_words(self.sizes)}, since {self.limits}"
        return None if self.other_puzzles else f"takes cubes only, and {puzzle.name} is not a cube"

    @property
    def options(self) -> tuple[Option, ...]:
        """Its options."""
        return tuple(options_of(self).values())

    def __post_init__(self) -> None:
        """Check the options of an engine that has some, which is a dataclass (`options.py`).

        Raises:
            InputError: one has a wrong value.
        """
        validate(self)

    @abstractmethod
    def solutions(self, problem: Problem) -> Generator[Event, None, None]:
        """Enumerate the solutions of `problem`.

        Raises:
            EngineError: the solver fails.
        """

    def blocks(self, problem: Problem) -> Generator[SolutionBlock | Progress, None, None]:
        """Enumerate the solutions of `problem` in blocks: here of one each, as `solutions` finds them.

        An engine that finds many at once overrides this.

        Raises:
            EngineError: the solver fails.
        """
        with contextlib.closing(self.solutions(problem)) as events:
            for event in events:
                yield event if isinstance(event, Progress) else SolutionBlock(event.seen)

    def samples(self, problem: Problem) -> Generator[Event, None, None]:
        """Yield varied solutions of `problem`, which has a seed.

        Raises:
            EngineError: the solver fails.
        """
        return sample_by_restarts(self.solutions, problem)

    def best(self, problem: Problem, goal: Goal) -> Generator[Better | Progress, None, None]:
        """Yield ever better solutions of `problem`; when this ends, nothing is better than the last one.

        Here all cubes are listed and looked at if they are few. Otherwise the engine is asked again
        and again for a cube that is better than the last one. An engine that can do more overrides
        this.

        Args:
            problem: its symmetries preserve the goal too.
            goal: what is to be maximised.

        Raises:
            EngineError: the solver fails.
        """
        few = problem.among is not None or has_few_cubes(problem.puzzle)
        way = _by_listing if few else _by_climbing
        return way(self.blocks, problem, goal)


def events_of(
    ask: Callable[[Problem], Generator[_Event, None, None]], problem: Problem
) -> Generator[_Event, None, None]:
    """Yield the events of an engine for a problem; none if it is seen without a search that it has no solution.

    Args:
        ask: a method of the engine, such as `blocks`.
        problem: the problem to solve.
    """
    if problem.contradiction is None:
        yield from ask(problem)


def singly(
    problem: Problem, events: Generator[SolutionBlock | Progress, None, None]
) -> Generator[Event, None, None]:
    """Yield the solutions of blocks one by one."""
    kind, width = class_of(problem.puzzle), len(problem.puzzle.slots)
    with contextlib.closing(events):
        for event in events:
            if isinstance(event, Progress):
                yield event
                continue
            for start in range(0, len(event.rows), width):
                yield kind.from_row(event.rows[start : start + width])


def seeds_of(problem: Problem) -> Iterator[int]:
    """Yield the seeds of the samples of a problem, one after another."""
    assert problem.seed is not None
    random = SplitMix(problem.seed)
    while True:
        yield random.below(1 << 64)


def sample_by_restarts(
    solutions: Callable[[Problem], Generator[Event, None, None]], problem: Problem
) -> Generator[Event, None, None]:
    """Yield the samples of an engine that simply starts again for each."""
    searches = (solutions(replace(problem, seed=seed)) for seed in seeds_of(problem))
    yield from first_ones(searches)


def first_ones(searches: Iterable[Generator[Event, None, None]]) -> Generator[Event, None, None]:
    """Yield the first solution of each search, until one has none; progress is that of all searches together."""
    before = Progress(None, 0)
    for search in searches:
        last, result = before, False
        for event in _first_of(search):
            if isinstance(event, Progress):
                last = _together(before, event)
                yield last
            else:
                result = True
                yield event
        before = last
        if not result:
            return


def has_few_cubes(puzzle: Puzzle) -> bool:
    """Return whether a puzzle has so few cubes that all of them can be looked at in seconds."""
    ways: int = math.prod(
        math.factorial(len(o.names)) * o.turns ** len(o.names) for o in puzzle.orbits
    )
    return ways // math.prod(invariant.modulus for invariant in puzzle.invariants) <= _FEW


def _by_listing(
    blocks: _Blocks, problem: Problem, goal: Goal
) -> Generator[Better | Progress, None, None]:
    """Yield ever better solutions, all of them being looked at."""
    best: int | None = None
    with contextlib.closing(blocks(problem)) as events:
        for event in events:
            if isinstance(event, Progress):
                yield replace(event, bound=goal.most)
                continue
            better = goal.best_of(event.rows, problem.puzzle)
            if better is not None and (best is None or better.score > best):
                best = better.score
                yield better
            if best == goal.most:
                return


def _by_climbing(
    blocks: _Blocks, problem: Problem, goal: Goal
) -> Generator[Better | Progress, None, None]:
    """Yield ever better solutions, each search demanding more than the last one has found."""
    stated, before = problem, Progress(None, 0)
    better: Better | None = None
    while better is None or better.score < goal.most:
        last, better = before, None
        with contextlib.closing(blocks(stated)) as events:
            for event in events:
                if isinstance(event, Progress):
                    last = replace(_together(before, event), bound=goal.most)
                    yield last
                else:
                    better = goal.best_of(event.rows, problem.puzzle)
                if better is not None:
                    yield better
                    break
        if better is None:
            return
        before = last
        above = (*problem.primitives, goal.above(better.score))
        stated = replace(problem, primitives=above)


def _together(before: Progress, now: Progress) -> Progress:
    conflicts = None if now.conflicts is None else now.conflicts + (before.conflicts or 0)
    return Progress(now.fraction, before.nodes + now.nodes, conflicts)


def _first_of(events: Generator[Event, None, None]) -> Generator[Event, None, None]:
    """Yield events up to the first solution, then close them."""
    with contextlib.closing(events):
        for event in events:
            yield event
            if not isinstance(event, Progress):
                return
