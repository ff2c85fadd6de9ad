"""The search for moves for many cubes under one deadline.

No cube is to starve: if the time is limited, or the method proves that its moves are the shortest, every cube
first gets the moves that two phases find in a millisecond. Then all are improved in turn, each for a while,
and the unfinished ones again for four times as long, so that one hard cube costs the others little. The
results are kept when the time is over, or when Ctrl-C comes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from cubecsp.errors import CubecspError, InputError, OutOfTimeError
from cubecsp.frozen import frozen
from cubecsp.processors import processors
from cubecsp.puzzle.cube.moves import Metric
from cubecsp.puzzle.cube.state import Cube, State
from cubecsp.puzzle.cube.words import listed
from cubecsp.search import METHODS, Method, method_for_size
from cubecsp.search.solution import Solution
from cubecsp.stopping.deadline import Deadline

__all__ = [
    "BREADTH_FIRST",
    "INTERRUPTED",
    "MOST_TURNS",
    "OPTIONS",
    "SHAPE_FIRST",
    "STABILISER_CHAIN",
    "TOO_LATE",
    "Failure",
    "MoveSearch",
    "improve_moves",
    "quick",
    "require_for_other_puzzles",
]

MOST_TURNS = 20
"""No cube needs more turns (T. Rokicki et al., "The diameter of the Rubik's Cube group is twenty")."""

INTERRUPTED = "interrupted"
"""The reason why a cube has no moves if Ctrl-C came first."""

TOO_LATE = "the time limit passed"
"""The reason why a cube has no moves if the time was over first."""

BREADTH_FIRST = "breadth-first"
"""The method that solves states of puzzles that are not cubes with the fewest moves, and cubes of any size by certain turns."""

STABILISER_CHAIN = "stabiliser-chain"
"""The method that solves any state of a puzzle that is not a cube, if its states form a group."""

OPTIONS = ("max_length", "max_nodes", "threads", "turns", "pruning_table")
"""The options of methods besides the metric: parameters of `solve`."""

SHAPE_FIRST = "shape-first"
"""The method that solves any state of a Square-1."""

_AT_ONCE = 50_000  # positions: some milliseconds, after which over 20 turns suffice at first
_FIRST_TURN = 1.0  # seconds that a cube is improved before it is the next one's turn
_LONGER = 4  # its next turn is this many times as long

OnProgress = Callable[[Any], None]


@frozen
class MoveSearch:
    """All settings of the search for moves.

    Attributes (besides the parameters of `solve`):
        method: a name of `cubecsp.search.METHODS`.
        shared: whether the node limit is for all cubes together, and not for each.
        longest: the search goes on until there are no more turns than this, even beyond the node limit.
    """

    method: str
    metric: Metric = "htm"
    max_length: int | None = None
    max_nodes: int | None = None
    threads: int | None = None
    turns: str | None = None
    pruning_table: str | None = None
    shared: bool = False
    longest: int | None = None

    @classmethod
    def choose(
        cls, method: str | None = None, *, every: bool = False, metric: str = "htm", **options: Any
    ) -> MoveSearch:
        """Return the search that the user asks for, with the method that suits it if none is named.

        Certain turns take breadth-first search; a table, another metric than half turns, or `every`
        shortest solution take optimal search; anything else two-phase. The other arguments are parameters of
        `solve`, checked there.

        Raises:
            InputError: there is no such method or table, or the method does not take an option.
        """
        if method is None:
            other = every or options.get("pruning_table") is not None or metric != "htm"
            in_turns = options.get("turns") is not None
            method = BREADTH_FIRST if in_turns else "optimal" if other else "two-phase"
        counted: Metric = "qtm" if metric == "qtm" else "htm"
        result = cls(METHODS.find(method).name, counted, **options)
        if not result.by.sizes:
            raise InputError(f"{method} solves other puzzles only", "two-phase solves cubes")
        result.by.require(result.options)
        if result.pruning_table is not None:
            result.by.require_table(result.pruning_table)
        return result

    def for_results(self) -> MoveSearch:
        """Return the search for moves of found cubes: the shortest, or good enough ones.

        Without a length, a node limit or a proof in the question, 20 turns are good enough: there may be many
        cubes.
        """
        if self.by.proves or self.max_nodes is not None or self.max_length is not None:
            return self
        if "max_length" not in self.by.options:  # every solution counts, of any length
            return self
        return replace(self, max_length=MOST_TURNS)

    @property
    def by(self) -> Method[Any]:
        """The method."""
        return METHODS[self.method]

    @property
    def options(self) -> dict[str, Any]:
        """The options of the method that differ from its defaults."""
        asked = {name: getattr(self, name) for name in OPTIONS}
        metric = {} if self.metric == "htm" else {"metric": self.metric}
        return {**metric, **{name: value for name, value in asked.items() if value is not None}}

    def sole(self, size: int) -> Method[Any] | None:
        """Return the only method for cubes of a size; None if the method of this search takes them."""
        return None if size in self.by.sizes else method_for_size(size)

    def for_size(self, size: int) -> tuple[Method[Any], dict[str, Any]]:
        """Return the method for cubes of a size, and its options."""
        sole = self.sole(size)
        if sole is None:
            return self.by, self.options
        taken = sole.options & self.options.keys()
        return sole, {name: self.options[name] for name in taken}

    def for_each_of(self, number: int) -> MoveSearch:
        """Return the search for each of this many cubes."""
        if not self.shared or self.max_nodes is None:
            return self
        return replace(self, max_nodes=max(1, self.max_nodes // number), shared=False)

    def is_content(self, solution: Solution) -> bool:
        """Return whether the question demands nothing better."""
        if solution.optimal:
            return True
        return self.max_length is not None and solution.length <= self.max_length

    def is_longer(self, solution: Solution) -> bool:
        """Return whether moves are longer than the question demands."""
        return self.max_length is not None and solution.length > self.max_length


def require_for_other_puzzles(method: str | None) -> None:
    """Make sure that a method, if one is named, solves states of any puzzle.

    Raises:
        InputError: it does not.
    """
    able = [name for name, known in METHODS.items() if known.other_puzzles]
    if method is not None and METHODS.find(method).name not in able:
        raise InputError(f"{method} solves cubes only", f"{listed(able)} solve other puzzles")


Failure = CubecspError
"""The reason why a cube has no moves: a limit came first, these turns cannot solve it, or a table or an engine failed."""

Found = tuple[int, "Solution | Failure", bool]
"""The number of a cube; its moves, or why there are none; and whether that is final."""


def quick(
    cubes: Sequence[Cube], search: MoveSearch, deadline: Deadline
) -> Iterator[Solution | None]:
    """Yield for each cube moves that two phases find at once, None once the time is over.

    This does nothing for methods that do not take such moves to begin with.
    """
    if not (search.by.improves and search.turns is None):
        yield from [None] * len(cubes)
        return
    first = METHODS["two-phase"]
    options: dict[str, Any] = {
        "max_length": MOST_TURNS,
        "max_nodes": _AT_ONCE,
        "deadline": deadline,
    }
    for solution in first.solve_many(cubes, threads=search.threads, **options):
        yield solution if solution is None else _in_metric(solution, search.metric)


def _in_metric(solution: Solution, metric: Metric) -> Solution:
    """Return a solution that was found in half turns, in `metric`."""
    if metric == solution.metric:
        return solution
    return replace(
        solution, metric=metric, optimal=solution.moves.length(metric) == solution.proven
    )


def improve_moves(
    cubes: Sequence[State],
    solutions: Sequence[Solution | None],
    search: MoveSearch,
    deadline: Deadline,
    on_progress: OnProgress | None = None,
) -> Iterator[Found]:
    """Yield the moves of cubes, better and better, until all meet the demands or the time is over.

    Args:
        cubes: the cubes to solve.
        solutions: moves that are already known, as from `quick`.
        search: the settings of the search.
        deadline: when to stop.
        on_progress: called with the progress of the method.

    Raises:
        KeyboardInterrupt: Ctrl-C came; the results by then have been yielded.
    """
    large = []
    for i, cube in enumerate(cubes):
        if not isinstance(cube, Cube):
            alone = len(cubes) == 1
            solution = _at_once(cube, search, deadline, on_progress, better=alone)
            yield i, solution, True
            if isinstance(solution, Solution) and solution.stopped == "interrupt":
                raise KeyboardInterrupt
            continue
        result = solutions[i]
        if result is not None and search.is_content(result):
            yield i, result, True
        else:
            large.append((i, cube))
    if not large:
        return
    work = _Improvement(
        [cube for _, cube in large],
        [solutions[i] for i, _ in large],
        search.for_each_of(len(large)),
        deadline,
    )
    for number, solution, final in work.run(on_progress):
        yield large[number][0], solution, final


def _at_once(
    cube: State,
    search: MoveSearch,
    deadline: Deadline,
    on_progress: OnProgress | None,
    *,
    better: bool,
) -> Solution | Failure:
    """Return the moves of a cube by the method for its size, which may use the time left for `better` ones."""
    try:
        method, options = search.for_size(cube.puzzle.size)
        more = {"progress": on_progress, "better": better}
        options |= {name: value for name, value in more.items() if name in method.options}
        return method.solve(cube, time_limit=deadline.left_or_none, **options) or OutOfTimeError()
    except Failure as error:
        return error


@dataclass
class _Improvement:
    """The improvement of the moves of some cubes, in different ways for different methods."""

    cubes: list[Cube]
    known: list[Solution | None]
    search: MoveSearch
    deadline: Deadline

    def run(self, on_progress: OnProgress | None) -> Iterator[Found]:
        if self.search.by.batches:
            return self._together()
        if self.search.by.proves:
            return self._in_turn(on_progress)
        return self._each()

    def _together(self) -> Iterator[Found]:
        """Use a method that works on many cubes at once, and share the remaining time between them."""
        number, options = len(self.cubes), dict(self.search.options)
        free = not {"max_length", "max_nodes"} & options.keys()
        if number == 1:
            options.setdefault("threads", 1)
        if free and self.deadline.seconds is not None:
            at_once = options.get("threads") or processors()
            share = self.deadline.left if number == 1 else self.deadline.left * at_once / number
            options["time_limit"] = max(share, 1e-9)
        done, long = 0, []
        try:
            for solution in self.search.by.solve_many(
                self.cubes, deadline=self.deadline, **options
            ):
                best = self.known[done] = _shorter(self.known[done], solution)
                if best is not None and self._is_too_long(best):
                    long.append(done)
                done += 1
                final = best is not None and done - 1 not in long and not self._is_cut_short(best)
                yield done - 1, best or OutOfTimeError(), final
        except Failure as error:
            for i in range(done, number):
                yield i, self.known[i] or error, True
        yield from self._shorten(long)

    def _is_too_long(self, solution: Solution) -> bool:
        return self.search.longest is not None and solution.length > self.search.longest

    def _is_cut_short(self, solution: Solution) -> bool:
        """Return whether the time was over before there were moves as short as demanded."""
        too_long = self.search.max_length is not None and not self.search.is_content(solution)
        return too_long and self.deadline.is_over

    def _shorten(self, long: list[int]) -> Iterator[Found]:
        """Yield short enough moves of those cubes for which the node limit was too low."""
        cubes = [self.cubes[i] for i in long]
        options: dict[str, Any] = {
            "max_length": self.search.longest,
            "threads": self.search.threads,
        }
        result = self.search.by.solve_many(cubes, deadline=self.deadline, **options)
        for i, solution in zip(long, result, strict=True):
            best = _shorter(self.known[i], solution)
            yield i, best or OutOfTimeError(), solution is not None

    def _in_turn(self, on_progress: OnProgress | None) -> Iterator[Found]:
        """Use a method that proves; first without making a table, then for longer."""
        still = list(range(len(self.cubes)))
        patience: float | None = 0.0 if len(still) > 1 else None
        while still:
            for i in list(still):
                if self.deadline.is_over:
                    return
                known = self.known[i]
                result = self._solve_one(
                    i,
                    self.deadline.left_or_none,
                    upper=known and known.moves,
                    lower=known.proven if known else 0,
                    patience=patience,
                    progress=on_progress,
                )
                if result is None:
                    return
                solution = None if isinstance(result, Failure) else result
                self.known[i] = solution
                done = solution is None or self.search.is_content(solution)
                if done:
                    still.remove(i)
                yield i, result, done
                if solution is not None and solution.stopped == "interrupt":
                    raise KeyboardInterrupt
            if patience is not None:
                patience = patience * _LONGER or _FIRST_TURN
                patience = None if len(still) == 1 else patience

    def _each(self) -> Iterator[Found]:
        """Solve cubes one by one, each for its share of the remaining time; then once more those that fail."""
        still = list(range(len(self.cubes)))
        while still and not self.deadline.is_over:
            failed = []
            for done, i in enumerate(still):
                if self.deadline.is_over:
                    return
                share = self.deadline.left_or_none
                share = share and share / (len(still) - done)
                result = self._solve_one(i, share)
                if result is None:
                    failed.append(i)
                else:
                    yield i, result, True
            still = failed

    def _solve_one(self, i: int, share: float | None, **more: Any) -> Solution | Failure | None:
        """Return the moves of a cube, or why it has none; None if its time was too short."""
        try:
            return self.search.by.solve(
                self.cubes[i], time_limit=share, **more, **self.search.options
            )
        except OutOfTimeError:
            return None
        except Failure as error:
            return error


def _shorter(best: Solution | None, candidate: Solution | None) -> Solution | None:
    """Return the better one of two."""
    if best is None or candidate is None:
        return best or candidate
    return min(candidate, best, key=lambda one: (one.length, not one.optimal))
