"""Near-optimal solutions in a fraction of a millisecond, by H. Kociemba's two-phase algorithm.

Phase 1 brings a cube into G1 = <U, D, R2, L2, F2, B2>, phase 2 solves it there with these turns.
Sequences for phase 1 come in order of length, so a longer search finds shorter solutions
(H. Kociemba, kociemba.org/twophase.htm). As others do, six views are searched side by side (three
axes, the cube and its inverse), states are kept up to the 16 symmetries of an axis, and rotated
solutions are looked for too (the "pre-moves" of S. Chen's min2phase; here *detours*: up to two
turns done before the cube is solved and undone at the end). Two detours that differ by a turn of G1
have the same phases 1: here they are one search with two ends.

Different here: no table of all distances. In a search for phases 1 of a given length, a state with
7 turns left is either one of the 851,311 that can reach G1 in 7, or dead; only those are
kept, in a compact hash set, each with the turns that lead closer (an idea of E. Frantar's
rob-twophase, which keeps them for every state): one lookup a node instead of thirteen. A bitmap of
the states at most 8 away prunes the way there. Phase 2 does the same with corners and U-D edges, exact
up to 8 with bitmaps for 9 and 10, besides the distances of corners with slice edges. That is 48 MB, made
in a third of a second. The large tables, 133 MB made in three seconds, reach one turn further in
each phase, and are exact up to 10 in phase 2.

Times, and how many turns 10 ms a cube lead to, are in docs/methods/small-cubes.md and the README. Where ever shorter
moves are wanted, detours begin earlier than when any solution of 20 turns will do. Without detours 20 turns took three
times as long, nearly all of it for the few cubes whose shortest phases 1 are long.
For long work the tables are copied into huge pages, which saves up to a fifth of the time.

Tried and dropped: phase 2 cut off at 11 turns (a fifth slower at 20 turns, before there was a bitmap for 10:
it saves time on each phase 1, and needs more of them); distances of U-D edges with slice edges in phase 2 (7.5 on average, too short
to cut where the near set does not); a second bitmap, of states at most 9 away, with the small tables (an eighth less time
for 18 turns, for 18 MB and twice the time to make them); detours of two turns up to some length only (no shorter moves
for a node limit of 10,000 or 100,000 positions, and longer ones for a million).
"""

from __future__ import annotations

import logging
import math
import mmap
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from typing import Literal

import cubecsp._native as _native
from cubecsp.errors import InputError, TableError
from cubecsp.processors import processors
from cubecsp.puzzle.cube.moves import Moves
from cubecsp.puzzle.cube.state import Cube
from cubecsp.search import Method, geometry, table_cache
from cubecsp.search.solution import Solution, require_reachable
from cubecsp.stopping.deadline import NEVER, Deadline

MAX_LENGTH = 40
"""Longest solution that may be asked for."""

MAX_NODES = 1_000_000
"""Positions to look at for shorter moves by default: less than a tenth of a second.

A number of positions, unlike seconds, makes the answer the same on any machine, however busy.
"""

_A_SECOND = 13_000_000  # positions that one thread looks at, about
_FOREVER = 1e9

_TOGETHER = 0.5
"""Seconds of work after which a batch checks for interruptions."""

_USUAL = 3e-4
"""Seconds that 20 turns take on average."""

_LONG = 30.0
"""Seconds of work from which on a batch makes the large tables for itself."""

_WORTH_COPYING = 2.0
"""Seconds of work from which on tables are copied into huge pages, which takes a tenth of that."""

SMALL = table_cache.TableSpec(
    "two-phase-small",
    1,
    {},
    _native.TWO_PHASE_SMALL_SIZE,
    _native.TWO_PHASE_SMALL_LAYOUT,
    "804b873f34197ce1510414bed715c008911e9cc3deaf3bc7aceb9d013437f141",
)
"""The tables that every search uses."""

LARGE = table_cache.TableSpec(
    "two-phase-large",
    1,
    {},
    _native.TWO_PHASE_LARGE_SIZE,
    _native.TWO_PHASE_LARGE_LAYOUT,
    "bcff88cd766ee30b41a6e8fc8789a25ad78a0b658f2b5d8255390208027945c9",
)
"""The tables that make it quicker still, for those who can spare the memory."""

_BROKEN = "the two-phase tables are damaged, though the checksum of their file is right; set CUBECSP_CACHE to a new folder"

_Tables = tuple[memoryview, memoryview | None]
_Outcome = tuple[bytes | None, int, float, int, bool]


class TwoPhase:
    """The two-phase solver; its tables are loaded, and if need be made, on first use.

    Args:
        tables: "small", "large", or "auto": large if they stand in the cache folder.
    """

    def __init__(self, tables: Literal["auto", "small", "large"] = "auto") -> None:
        if tables not in ("auto", "small", "large"):
            raise InputError(f"tables={tables!r}: unknown value", "expected auto, small or large")
        self._wanted = tables
        self._loaded: _Tables | None = None
        self._making: threading.Thread | None = None
        self._work = 0.0  # seconds of searching, done or just ahead
        self._copied: tuple[_Tables, _Tables] | None = None

    def load(self, deadline: Deadline = NEVER) -> _Tables:
        """Return the small and, if they are used, the large tables.

        Raises:
            OutOfTimeError: the deadline came before they were there.
        """
        if self._loaded is None:
            small = _small(deadline)
            large = None
            if self._wanted == "large":
                large = table_cache.load(LARGE, partial(_make_large, small), deadline=deadline)
            elif self._wanted == "auto":
                large = table_cache.stored_payload(LARGE, deadline)
            self._loaded = small, large
        return self._loaded

    def enlarge(self) -> None:
        """Make the large tables in the background, if they are not in use, and use them once they are ready.

        A process that ends before they are made leaves none behind.
        """
        small, large = self.load()

        def make() -> None:
            try:
                self._loaded = small, table_cache.load(LARGE, partial(_make_large, small))
            except KeyboardInterrupt:  # which the main thread reports; they can be made later
                self._making = None
            except (MemoryError, OSError, TableError) as error:
                logging.getLogger(__name__).info("the large tables were not made: %s", error)

        if large is None and self._wanted == "auto" and self._making is None:
            self._making = threading.Thread(target=make, daemon=True)
            self._making.start()

    def _tables_for(self, work: float, deadline: Deadline) -> _Tables:
        """Return the tables for this many seconds of work, in huge pages if there is much of it."""
        loaded = self.load(deadline)
        self._work += work
        if self._work <= _WORTH_COPYING:
            return loaded
        if self._copied is None or self._copied[0] is not loaded:  # or larger ones came meanwhile
            small, large = loaded
            self._copied = (
                loaded,
                (table_cache.in_huge_pages(small), large and table_cache.in_huge_pages(large)),
            )
        return self._copied[1]

    def _distrust(self) -> None:
        """Forget the tables, and have their files checked in full."""
        for spec in (SMALL, LARGE):
            table_cache.distrust(spec)
        self._loaded = self._copied = None

    def solve(
        self,
        cube: Cube,
        *,
        max_length: int = 20,
        time_limit: float | None = None,
        improve: int | None = 0,
        max_nodes: int | None = None,
        threads: int = 1,
    ) -> Solution | None:
        """Return moves that solve `cube`, or None if the time limit ended before any were found.

        Args:
            cube: any reachable cube.
            max_length: stop at the first solution of at most this many turns in the half-turn metric;
                every cube has one of 20. Below 20, a longer one may be returned when the time is up.
            time_limit: wall-clock seconds; None for no limit.
            improve: go on until this many shorter solutions were found; None for as long as the
                time limit or the node limit allows.
            max_nodes: after this many positions the shortest solution so far is returned, or the
                first one after that; None for no such limit.
            threads: how many to search with. With one thread and no time limit, the same cube
                always gets the same solution.

        Raises:
            InputError: turns cannot solve this cube, or an argument is out of range.
        """
        return self.solve_many(
            [cube],
            max_length=max_length,
            time_limit=time_limit,
            improve=improve,
            max_nodes=max_nodes,
            threads=threads,
        )[0]

    def solve_many(
        self,
        cubes: Iterable[Cube],
        *,
        max_length: int = 20,
        time_limit: float | None = None,
        improve: int | None = 0,
        max_nodes: int | None = None,
        threads: int = 1,
        deadline: Deadline = NEVER,
    ) -> list[Solution | None]:
        """Return the solution of each cube; with several threads, many cubes at a time.

        Args:
            cubes: reachable cubes.
            max_length: as for `solve`.
            time_limit: wall-clock seconds for each cube.
            improve: as for `solve`.
            max_nodes: as for `solve`, for each cube.
            threads: how many to search with.
            deadline: when all have to be done.

        Raises:
            InputError: turns cannot solve one of them, or an argument is out of range.
            InterruptedBatch: Ctrl-C came; it has what was found.
        """
        listed = list(cubes)
        for cube in listed:
            require_reachable(cube)
        _require_range("max_length", max_length, 0, MAX_LENGTH)
        _require_range("threads", threads, 1, 256)
        if improve is not None:
            _require_range("improve", improve, 0, MAX_LENGTH)
        elif time_limit is None and max_nodes is None and deadline.seconds is None:
            raise InputError("improving would never end", "give a time limit")
        if max_nodes is not None and max_nodes < 1:
            raise InputError(f"max_nodes {max_nodes} is out of range", "give 1 position or more")
        if time_limit is not None and not time_limit > 0:
            raise InputError(f"time limit {time_limit} is not positive", "give seconds")
        each = _USUAL if improve == 0 else _seconds_each(time_limit, max_nodes)
        unlimited = time_limit is None and deadline.seconds is None
        for _ in range(2):
            loaded = self._tables_for(len(listed) * each, deadline)
            outcomes: list[_Outcome] = []
            stopped = None
            try:
                result = _native.two_phase_solve(
                    *loaded,
                    geometry.pack(listed),
                    max_length,
                    MAX_LENGTH if improve is None else improve,
                    _FOREVER if time_limit is None else time_limit,
                    threads,
                    max_nodes,
                    deadline.left_or_none,
                    outcomes,
                )
            except KeyboardInterrupt as interrupt:
                result, stopped = outcomes, interrupt
            if _is_sound(result, unlimited and stopped is None):
                solutions = [_solution(*outcome[:4]) for outcome in result]
                if stopped is not None:
                    raise InterruptedBatch(solutions) from stopped
                return solutions
            self._distrust()
        raise TableError(_BROKEN)


class InterruptedBatch(KeyboardInterrupt):
    """Ctrl-C while cubes were solved.

    Attributes:
        solutions: of the cubes, None for those without; fewer than the cubes if there was not even
            time to begin.
    """

    def __init__(self, solutions: list[Solution | None]) -> None:
        super().__init__()
        self.solutions = solutions


@cache
def instance() -> TwoPhase:
    """Return the solver that this process shares."""
    return TwoPhase()


def solve(
    cube: Cube,
    *,
    max_length: int | None = None,
    max_nodes: int | None = None,
    time_limit: float | None = None,
    threads: int = 1,
    deadline: Deadline = NEVER,
) -> Solution | None:
    """Solve one cube with the shared solver; see `TwoPhase.solve`.

    Without `max_length`, this looks for shorter and shorter moves until the time is up or, without a time
    limit, until `max_nodes` positions were looked at, by default `MAX_NODES`.
    """
    (solution,) = solve_many(
        [cube],
        max_length=max_length,
        max_nodes=max_nodes,
        time_limit=time_limit,
        threads=threads,
        deadline=deadline,
    )
    return solution


def solve_many(
    cubes: Sequence[Cube],
    *,
    max_length: int | None = None,
    max_nodes: int | None = None,
    time_limit: float | None = None,
    threads: int | None = None,
    deadline: Deadline = NEVER,
) -> Iterator[Solution | None]:
    """Yield the solution of each cube, as many at a time as there are threads.

    A batch that takes long has the large tables made in the background, and uses them from then on.

    Args:
        cubes: reachable cubes.
        max_length: as for `solve`.
        max_nodes: as for `solve`, for each cube.
        time_limit: seconds for each cube.
        threads: how many to search with; as many as the process may run on when left out.
        deadline: when all have to be done; cubes that were not begun by then get None.

    Raises:
        InputError: turns cannot solve one of them, or an argument is out of range.
        KeyboardInterrupt: after what was found when Ctrl-C came.
    """
    for cube in cubes:
        require_reachable(cube)
    if max_length is None and max_nodes is None and time_limit is None:
        max_nodes = MAX_NODES
    threads = processors() if threads is None else threads
    solver = instance()
    each = _USUAL if max_length is not None else _seconds_each(time_limit, max_nodes)
    if len(cubes) > 1 and min(len(cubes) * each / threads, deadline.left) > _LONG:
        solver.enlarge()
    together = max(threads, int(_TOGETHER / each) * threads)
    for start in range(0, len(cubes), together):
        try:
            yield from solver.solve_many(
                cubes[start : start + together],
                max_length=20 if max_length is None else min(max_length, MAX_LENGTH),
                time_limit=time_limit,
                improve=None if max_length is None else 0,
                max_nodes=max_nodes,
                threads=threads,
                deadline=deadline,
            )
        except InterruptedBatch as interrupt:
            yield from interrupt.solutions
            raise


def known_tables() -> list[table_cache.KnownTable]:
    """Return the tables of this method."""
    return [
        table_cache.KnownTable(
            SMALL, "two-phase, always used: made in a third of a second", _make_small
        ),
        table_cache.KnownTable(
            LARGE,
            "two-phase, used when it is there: shorter moves sooner; made in seconds",
            lambda poll: _make_large(_small(NEVER), poll),
        ),
    ]


def _seconds_each(time_limit: float | None, max_nodes: int | None) -> float:
    """Return how long a cube takes if it is improved for as long as allowed."""
    seconds = math.inf if max_nodes is None else max_nodes / _A_SECOND
    return max(_USUAL, min(seconds, 1.0 if time_limit is None else time_limit))


def _is_sound(outcomes: list[_Outcome], unlimited: bool) -> bool:
    """Return whether moves solve their cubes, and none are missing although there was time."""
    return all(sound and (turns is not None or not unlimited) for turns, *_, sound in outcomes)


def _solution(turns: bytes | None, proven: int, seconds: float, nodes: int) -> Solution | None:
    if turns is None:
        return None
    return Solution(Moves.of(turns), "htm", len(turns) == proven, proven, seconds, nodes)


def _require_range(name: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise InputError(f"{name} {value} is out of range", f"give {least} to {most}")


def geometry_bytes() -> bytes:
    """Return how turns and symmetries act, as `Geometry` in native/two_phase/table_cache.hpp has it."""
    symmetries = (*geometry.AXIS_KEEPING, *geometry.AXIS_ROTATIONS)
    number = {symmetry: i for i, symmetry in enumerate(geometry.AXIS_KEEPING)}
    products = bytes(number[s * t] for s in number for t in number)
    return geometry.turn_bytes() + b"".join(map(geometry.symmetry_bytes, symmetries)) + products


def _small(deadline: Deadline) -> memoryview:
    """Return the small tables, whose indices all lie inside; they are made if need be."""
    for _ in range(2):
        payload = table_cache.load(SMALL, _make_small, deadline=deadline)
        try:
            _native.two_phase_check(payload)
            return payload
        except ValueError:
            table_cache.distrust(SMALL)
    raise TableError(_BROKEN)


def _make_small(poll: Callable[[], None]) -> mmap.mmap:
    buffer = mmap.mmap(-1, SMALL.size)
    _native.two_phase_make_small(geometry_bytes(), buffer, poll)
    return buffer


def _make_large(small: memoryview, poll: Callable[[], None]) -> mmap.mmap:
    buffer = mmap.mmap(-1, LARGE.size)
    _native.two_phase_make_large(small, buffer, poll)
    return buffer


METHOD: Method[Cube] = Method(
    "two-phase",
    "at most 20 turns in a millisecond, shorter with more time",
    frozenset({"max_length", "max_nodes", "time_limit", "threads", "deadline"}),
    one=solve,
    many=solve_many,
    tables=known_tables,
    limits="it does not prove that its solution is the shortest, and counts in half turns only",
)
