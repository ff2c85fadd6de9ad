"""Provably shortest solutions: iterative deepening (IDA*) with tables of coset distances as lower bounds.

R. Korf (1997) searched to growing depths, pruned by table; H. Kociemba and M. Reid took cosets of
<U, D, R2, F2, L2, B2>, looked up along three axes; T. Rokicki (nxopt) added the inverse cube, two bits
an entry, and the rule that carries this search: where a bound equals the number of turns left, the
solution does not end (for the inverse: begin) with a turn that keeps the coset, so of the cube and
its inverse, the one with fewer turns to try is extended.

Done here:
- the cosets in `cubecsp.search.cosets`, reduced by the corners' part, in five sizes;
- tables made block by block: a turn maps 2048 entries to 2048 entries, all of them moved at once, and
  each thread writes only the block it is at (native/optimal/table.cpp, flip_map.cpp);
- siblings and cousins are looked up together, so that memory is waited for once per batch and round;
  the likeliest lookups to rule them out come first, and nodes are dropped as soon as no turn is left
  (native/optimal/search.inc);
- equivalent cubes a few turns from the start are searched once (search/optimal_roots.py);
- before a length that will take long, two phases look for a solution as short for a small part of that
  time: mostly they find one, and nothing is left to search;
- a table that has to be made first is made only if the tiny one finds nothing in a tenth of a second.

Positions made to rule out 16 turns for the perfect scramble, on one thread: small (43 MB) 30.5
million, medium (259 MB) 14.9, large (1 GB) 5.0. Proving its 18 takes 74 million with large, 217 with
medium; docs/methods/small-cubes.md has how many are made in a second.

Tried and dropped: distinguishing only the parity of the slice edges (twice the size of small, the same
distances, and the half turns of four faces lost: 40.6 million); a `base` higher by one
(medium 22.6 million); the corners' layers in place of the arrangements (1.3 GB, 3.0 million, but as
slow as large, each position costing more).
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np

from cubecsp.errors import InputError, LimitError, OutOfTimeError, TableError
from cubecsp.processors import processors
from cubecsp.puzzle.core.permutation import permutation_parity
from cubecsp.puzzle.cube.moves import Metric, Moves
from cubecsp.puzzle.cube.state import Cube
from cubecsp.search import Method, optimal_tables, two_phase
from cubecsp.search.optimal_roots import Tasks, split
from cubecsp.search.optimal_tables import (
    TABLES,
    TableKind,
    automata,
    choose,
    damage_error,
    distrust,
    engine,
    is_loaded,
)
from cubecsp.search.solution import SearchProgress, Solution, none_as_short, require_reachable
from cubecsp.search.table_cache import is_at_hand
from cubecsp.search.turn_orders import all_orders, first_orders
from cubecsp.stopping.deadline import Deadline, current

_SLICE = 0.05
"""Seconds of native work between checks of signals and the clock."""

_GLANCE = 0.1
"""Seconds of search with the tiny table before a larger one is made."""

_BEGINNING = 50_000
"""Positions that two phases look at for a first short solution: some milliseconds."""

_SHARE = 5
"""Before each length, two phases look at one position for this many made for the length before. Each
length takes 13 times as many as the one before, so this is 1.5 % of them."""

_GROUP = 32
"""Tasks searched together while all solutions are collected."""

_ENOUGH: dict[Metric, int] = {"htm": 20, "qtm": 26}
"""Turns that are enough for every cube (T. Rokicki and others, cube20.org)."""

_busy = threading.Lock()


class StoppedError(OutOfTimeError):
    """A search was stopped before it found a shortest solution.

    Attributes:
        proven: no solution is shorter than this.
        nodes: positions made.
    """

    def __init__(self, proven: int, nodes: int) -> None:
        self.proven = proven
        self.nodes = nodes
        turns = "turn" if proven == 1 else "turns"
        super().__init__(f"every solution takes at least {proven} {turns}")


def solve(
    cube: Cube,
    *,
    metric: Metric = "htm",
    max_length: int | None = None,
    pruning_table: str | None = None,
    table_bytes: int | None = None,
    threads: int | None = None,
    time_limit: float | None = None,
    patience: float | None = None,
    progress: Callable[[SearchProgress], None] | None = None,
    upper: Moves | None = None,
    lower: int = 0,
) -> Solution:
    """Return a shortest solution of `cube`, with the proof that none is shorter.

    With several threads, which of several shortest solutions is returned may vary.

    Args:
        cube: what to solve.
        metric: how turns are counted.
        max_length: accept moves of this many turns: `upper`, or moves that two phases find at once, are
            returned without proof if they are no longer.
        pruning_table: name of the pruning table (`cubecsp.search.optimal_tables.TABLES`).
        table_bytes: instead of a name, what the table may take; the largest that fits is used.
        threads: how many to use; as many as the process may run on when left out.
        time_limit: seconds after which to stop, making the table included.
        patience: seconds of searching after which to stop, not counting the making of the table; 0 to
            search only as far as no new table is needed.
        progress: called about ten times a second, while the table is made too; not while two phases look
            for shorter moves.
        upper: a known solution; once it is proven shortest, it is returned. Without it, two phases find
            one.
        lower: no solution is shorter than this, as an earlier search of the same cube has proven, in this metric
            or in half turns, of which no more are needed.

    Returns:
        A solution with `optimal` true. If stopped by the time limit or Ctrl-C, `upper` with
        `optimal` false unless it is no longer than the proven bound, that bound, and the reason for stopping.

    Raises:
        InputError: the cube cannot be solved, `upper` does not solve it, or is shorter than `lower`, or an argument
            is wrong.
        OutOfTimeError: there was not even time to find one by two phases.
    """
    if upper is not None and cube.apply(upper) != Cube():
        raise InputError(f"the moves {upper} do not solve the cube", "leave `upper` out")
    require_reachable(cube)
    kind = choose(pruning_table, table_bytes)
    deadline = Deadline(time_limit)
    best = _Best(upper if upper is not None else _by_two_phases(cube, deadline))
    enough = best.moves.length(metric)
    if lower > enough:
        raise InputError(f"{enough} turns solve the cube, and `lower` is {lower}", "leave it out")
    if enough == lower or (max_length is not None and enough <= max_length):
        return Solution(best.moves, metric, enough == lower, lower, 0.0, 0)
    for _ in range(2):
        started, known = time.monotonic(), lower
        search = None
        try:
            search = _glance(cube, metric, kind, threads, deadline)
            if search is None:
                known = max(known, _quick_bound(cube, metric, kind, deadline))
            else:
                search.raise_to(known)
                with contextlib.suppress(StoppedError):
                    return _shortest(search, best)
                known = search.proven
                if patience == 0:
                    raise StoppedError(known, search.nodes)
            search = OptimalSearch(
                cube, metric, kind, threads, deadline, progress, patience=patience
            )
            search.raise_to(known)
            return _shortest(search, best)
        except (LimitError, KeyboardInterrupt) as error:
            proven, nodes = (known, 0) if search is None else (search.proven, search.nodes)
            seconds = time.monotonic() - started
            why: Literal["time", "interrupt"] = (
                "time" if isinstance(error, LimitError) else "interrupt"
            )
            bound = max(known, proven)
            done = best.moves.length(metric) == bound
            return Solution(best.moves, metric, done, bound, seconds, nodes, stopped=why)
        except _WrongBoundError as error:
            distrust(error.kind, metric)
            wrong = error
    raise wrong


def each_solution(
    cube: Cube,
    *,
    metric: Metric = "htm",
    max_length: int | None = None,
    up_to_commuting: bool = False,
    pruning_table: str | None = None,
    table_bytes: int | None = None,
    threads: int | None = None,
    time_limit: float | None = None,
    progress: Callable[[SearchProgress], None] | None = None,
) -> Iterator[Moves]:
    """Yield every shortest solution of `cube` once, as they are found.

    Sequences that are written differently are different: `U D` and `D U` are two. In the
    quarter-turn metric all are written in quarter turns, so that `U U` and `U' U'` are two as well.

    Arguments are those of `solve`, and `up_to_commuting`: of sequences that differ only in the order of
    adjacent turns of opposite faces, only the first (U before D, R before L, F before B). The
    search goes on only when the next one is asked for.

    Raises:
        InputError: the cube cannot be solved, or an argument is wrong.
        StoppedError: stopped by the time limit before all were found.
    """
    kind = choose(pruning_table, table_bytes)
    deadline = Deadline(time_limit)
    glance = _glance(cube, metric, kind, threads, deadline)
    if glance is not None:
        try:
            return _orders(list(glance.every(max_length)), metric, up_to_commuting)
        except StoppedError:
            deadline.check()
    search = OptimalSearch(cube, metric, kind, threads, deadline, progress)
    return _orders(search.every(max_length), metric, up_to_commuting)


def turns_within(cube: Cube, most: int) -> int | None:
    """Return how many turns the shortest solutions of a cube have, None if more than some.

    Raises:
        InputError: the cube cannot be solved.
        OutOfTimeError: the deadline of the running question came first.
    """
    try:
        shortest = each_solution(cube, max_length=most, time_limit=current().left_or_none)
        return len(next(shortest))
    except OutOfTimeError:
        raise
    except LimitError:
        return None


def _orders(solutions: Iterable[Moves], metric: Metric, up_to_commuting: bool) -> Iterator[Moves]:
    """Yield the solutions of the search, one for all orders, written in the orders that are asked for."""
    orders = first_orders if up_to_commuting else all_orders
    for solution in solutions:
        yield from orders(solution, metric)


class _WrongBoundError(TableError):
    """A bound exceeds the known maximum: its table is damaged."""

    def __init__(self, kind: TableKind) -> None:
        super().__init__(str(damage_error(kind)))
        self.kind = kind


def _by_two_phases(cube: Cube, deadline: Deadline) -> Moves:
    """Return moves that two phases find at once.

    Raises:
        OutOfTimeError: the deadline came first.
    """
    (solution,) = two_phase.instance().solve_many([cube], max_nodes=_BEGINNING, deadline=deadline)
    if solution is None:
        raise OutOfTimeError
    return solution.moves


def _glance(
    cube: Cube, metric: Metric, kind: TableKind, threads: int | None, deadline: Deadline
) -> OptimalSearch | None:
    """Return a short search with the tiny table if the wanted one is larger and has to be made.

    That is enough for cubes up to a dozen turns from solved.
    """
    tiny = TABLES["tiny"]
    if kind is tiny or is_at_hand(kind.spec(metric), deadline):
        return None
    return OptimalSearch(cube, metric, tiny, threads, deadline, None, patience=_GLANCE)


def _quick_bound(cube: Cube, metric: Metric, kind: TableKind, deadline: Deadline) -> int:
    """Return the lower bound of the tiny table, in case there is no time to load the one for the metric."""
    tiny = TABLES["tiny"]
    if deadline.seconds is None or kind is tiny or is_loaded(kind, metric):
        return 0
    with contextlib.suppress(OutOfTimeError):
        if is_at_hand(tiny.spec(metric), deadline):
            return OptimalSearch(cube, metric, tiny, None, deadline, None).proven
    return 0


@dataclass
class _Best:
    """The shortest solution known so far."""

    moves: Moves

    def shorten(self, search: OptimalSearch, length: int, max_nodes: int) -> None:
        """Have two phases look for a solution of at most `length` turns, at `max_nodes` positions at most."""
        if search.metric != "htm" or max_nodes <= _BEGINNING:
            return
        (found,) = two_phase.instance().solve_many(
            [search.cube],
            max_length=length,
            max_nodes=max_nodes,
            threads=search.threads,
            deadline=search.deadline,
        )
        if found is not None and len(found.moves.turns) < len(self.moves.turns):
            self.moves = found.moves


def _shortest(search: OptimalSearch, best: _Best) -> Solution:
    """Return the solution of a search, or the best one known once nothing is shorter."""
    made = 0
    for length in search.lengths():
        if length < best.moves.length(search.metric):
            best.shorten(search, length, made // _SHARE)
        enough = best.moves.length(search.metric)
        if length > enough:
            raise _WrongBoundError(search.kind)
        if length == enough:
            break
        before = search.nodes
        result = search.first(length)
        if result is not None:
            return search.result(result)
        made = search.nodes - before
    return search.result(best.moves)


class OptimalSearch:
    """One search: its table, its limits, and its proven bound."""

    def __init__(
        self,
        cube: Cube,
        metric: Metric,
        kind: TableKind,
        threads: int | None,
        deadline: Deadline,
        progress: Callable[[SearchProgress], None] | None,
        *,
        patience: float | None = None,
    ) -> None:
        """Make ready to search until the deadline, or for `patience` seconds if that is less."""
        require_reachable(cube)
        self.cube = cube
        self.metric = metric
        self.threads = threads or processors()
        self.kind = kind
        self.base = kind.base(metric)
        self.progress = progress
        self.started = time.monotonic()
        self.engine = engine(kind, metric, self.threads, progress=self._making, deadline=deadline)
        self.started = time.monotonic()
        self.deadline = deadline.within(patience)
        self.nodes = self.proven = 0
        self.raise_to(self._first_bound())
        self._tasks: dict[int, Tasks] = {}
        self._effort: dict[int, np.ndarray] = {}

    @property
    def seconds(self) -> float:
        """Wall-clock time since the table was ready."""
        return time.monotonic() - self.started

    def _making(self, part: float) -> None:
        if self.progress:
            self.progress(SearchProgress(part, 0, 0, self.seconds))

    def result(self, moves: Moves) -> Solution:
        """Return a solution that is the shortest."""
        length = moves.length(self.metric)
        return Solution(moves, self.metric, True, length, self.seconds, self.nodes)

    def raise_to(self, bound: int) -> None:
        """Begin with solutions of this many turns, or one more if their parity rules this length out.

        Args:
            bound: no solution is shorter, in this metric or another one with no more turns.
        """
        if self.metric == "qtm":  # each quarter turn changes the parity
            bound += (bound + permutation_parity(self.cube.corner_pieces)) % 2
        self.proven = max(self.proven, bound)

    def lengths(self) -> Iterator[int]:
        """Yield the lengths to search, each after the one before has been ruled out."""
        while self.proven <= _ENOUGH[self.metric]:
            yield self.proven
            self.raise_to(self.proven + 1)
        raise _WrongBoundError(self.kind)

    def first(self, length: int) -> Moves | None:
        """Return a solution of exactly `length` turns, None if there is none."""
        tasks = self._split(length)
        order = np.argsort(-self._effort_of(tasks), kind="stable")
        result = self._run(tasks, order, length, 1)
        return tasks.origins_of(result[0][0])[0].solution(result[0][1]) if result else None

    def every(self, max_length: int | None = None) -> Iterator[Moves]:
        """Yield all solutions of the least length, if that is at most `max_length`.

        Turns of opposite faces that follow each other are written in one order, half turns as such.
        """
        for length in self.lengths():
            if max_length is not None and length > max_length:
                raise none_as_short(max_length)
            result = False
            for solution in self.of_length(length):
                result = True
                yield solution
            if result:
                return

    def of_length(self, length: int, together: int = _GROUP) -> Iterator[Moves]:
        """Yield all solutions of exactly `length` turns, once each, if none is shorter.

        They are written as `every` writes them, and found by a given number of tasks at a time.
        """
        seen: set[Moves] = set()
        tasks = self._split(length)
        for start in range(0, len(tasks), together):
            group = np.arange(start, min(start + together, len(tasks)))
            for task, moves in self._run(tasks, group, length, None):
                for origin in tasks.origins_of(task):
                    solution = origin.solution(moves)
                    if solution not in seen:
                        seen.add(solution)
                        yield solution

    def _first_bound(self) -> int:
        corners = np.frombuffer(self.cube.corners, np.uint8)
        return max(self.engine.bounds(corners, np.frombuffer(self.cube.edges, np.uint8)))

    def _split(self, length: int) -> Tasks:
        """Return tasks after as many turns as no lookup could have pruned."""
        plies = max(0, min(3, length - self.base - 4))
        if plies not in self._tasks:
            allowed, following = automata(self.metric)
            self._tasks[plies] = split(self.cube, plies, allowed[0], following[0])
        return self._tasks[plies]

    def _effort_of(self, tasks: Tasks) -> np.ndarray:
        """Return how many positions each task took last time: near solutions it is more."""
        return self._effort.setdefault(id(tasks), np.zeros(len(tasks)))

    def _run(
        self, tasks: Tasks, order: np.ndarray, length: int, limit: int | None
    ) -> list[tuple[int, list[int]]]:
        """Search these tasks; return the solutions, each as a task and moves."""
        left = length - len(tasks.origins[0].prefix)
        corners, edges, states = tasks.take(order)
        before = self.nodes
        with _busy:
            try:
                self.engine.start(corners, edges, states, left, limit or 2**62, self.threads)
                while not self.engine.wait(_SLICE):
                    self.nodes = before + self.engine.nodes
                    self._look_up()
            finally:
                self.engine.stop()
                self.nodes = before + self.engine.nodes
            self._effort_of(tasks)[order] = self.engine.task_nodes
            result = self.engine.take()
        self._look_up(stop=False)
        return [(int(order[task]), moves) for task, moves in result]

    def _look_up(self, *, stop: bool = True) -> None:
        if self.progress:
            self.progress(SearchProgress(1.0, self.proven, self.nodes, self.seconds))
        if stop and self.deadline.is_over:
            raise StoppedError(self.proven, self.nodes)


METHOD: Method[Cube] = Method(
    "optimal",
    "the shortest, with proof: seconds to minutes, after making a pruning table once",
    frozenset(
        {
            *("metric", "max_length", "time_limit", "threads", "pruning_table", "progress"),
            *("upper", "lower", "patience"),
        }
    ),
    one=solve,
    each=each_solution,
    tables=optimal_tables.known_tables,
    table=choose,
    proves=True,
)
