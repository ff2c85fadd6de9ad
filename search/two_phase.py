"""Near-optimal solutions in a fraction of a millisecond, by H. Kociemba's two-phase algorithm.

Phase 1 turns a cube into the subgroup <U, D, R2, L2, F2, B2>, phase 2 solves it there with these
turns. Phases 1 are tried in order of length; the longer the first, the shorter the whole can get
(H. Kociemba, "The two-phase algorithm", kociemba.org/cube.htm). The loops are in native/two_phase*.
"""

from __future__ import annotations

import mmap
from collections.abc import Iterable
from functools import cache

from cubecsp import _native
from cubecsp.cube.moves import Moves
from cubecsp.cube.state import Cube
from cubecsp.errors import InputError
from cubecsp.search import geometry, tables
from cubecsp.search.solution import Solution

__all__ = ["IMPROVING", "MAX_LENGTH", "SMALL", "TwoPhase", "shared", "solve"]

MAX_LENGTH = 40
"""Longest solution that may be asked for."""

IMPROVING = 0.1
"""Seconds to look for shorter moves where nothing else is said."""

_FOREVER = 1e9

SMALL = tables.TableSpec("two-phase-small", 1, {}, _native.TWO_PHASE_SMALL_SIZE)
"""The tables that every search uses."""


class TwoPhase:
    """The two-phase solver; its tables are loaded, and if need be made, on first use."""

    def __init__(self) -> None:
        self._small: memoryview | None = None

    def load(self) -> memoryview:
        """Return the small tables, from the cache folder if they are there."""
        if self._small is None:
            self._small = tables.load(SMALL, _make_small, check=_check_small)
        return self._small

    def solve(
        self,
        cube: Cube,
        *,
        max_length: int = 20,
        time_limit: float | None = None,
        improve: int | None = 0,
        threads: int = 1,
    ) -> Solution | None:
        """Return moves that solve `cube`, or None if the time limit ended before any were found.

        Args:
            cube: any reachable cube.
            max_length: stop at the first solution of at most so many half-turn-metric turns; every
                cube has one of 20. Below 20 a longer one may come back when the time is up.
            time_limit: wall-clock seconds; None for no limit.
            improve: go on until this many shorter solutions were found, None for as long as the
                time limit allows.
            threads: how many to search with. With one thread and no time limit, the same cube
                always gets the same solution.

        Raises:
            InputError: turns cannot solve this cube, or an argument is out of range.
        """
        return self.solve_many(
            [cube], max_length=max_length, time_limit=time_limit, improve=improve, threads=threads
        )[0]

    def solve_many(
        self,
        cubes: Iterable[Cube],
        *,
        max_length: int = 20,
        time_limit: float | None = None,
        improve: int | None = 0,
        threads: int = 1,
    ) -> list[Solution | None]:
        """Return what `solve` returns for each cube; with several threads, many cubes at a time.

        Args:
            cubes: reachable cubes.
            max_length: as for `solve`.
            time_limit: wall-clock seconds for each cube.
            improve: as for `solve`.
            threads: how many to search with.

        Raises:
            InputError: turns cannot solve one of them, or an argument is out of range.
        """
        wanted = list(cubes)
        for cube in wanted:
            _require_reachable(cube)
        _require_range("max_length", max_length, 0, MAX_LENGTH)
        _require_range("threads", threads, 1, 256)
        if improve is not None:
            _require_range("improve", improve, 0, MAX_LENGTH)
        elif time_limit is None:
            raise InputError("improving without end needs an end", "give a time limit")
        if time_limit is not None and not time_limit > 0:
            raise InputError(f"time limit {time_limit} is not positive", "give seconds")
        found = _native.two_phase_solve(
            self.load(),
            geometry.packed(wanted),
            max_length,
            MAX_LENGTH if improve is None else improve,
            _FOREVER if time_limit is None else time_limit,
            threads,
        )
        return [_solution(*outcome) for outcome in found]


@cache
def shared() -> TwoPhase:
    """Return the solver that this process shares."""
    return TwoPhase()


def solve(
    cube: Cube, *, max_length: int | None = None, time_limit: float | None = None
) -> Solution | None:
    """Solve one cube with the shared solver, by the contract of `cubecsp.search.Method`.

    Without `max_length` this looks for shorter and shorter moves until the time is up.
    """
    if max_length is None:
        return shared().solve(cube, time_limit=time_limit or IMPROVING, improve=None)
    return shared().solve(cube, max_length=max_length, time_limit=time_limit)


def _solution(turns: bytes | None, proven: int, seconds: float, nodes: int) -> Solution | None:
    if turns is None:
        return None
    return Solution(Moves.of(turns), "htm", len(turns) == proven, proven, seconds, nodes)


def _require_reachable(cube: Cube) -> None:
    if not cube.is_reachable:
        reasons = "; ".join(defect.message for defect in cube.status())
        raise InputError(f"turns cannot solve this cube: {reasons}", text=cube.facelets)


def _require_range(name: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise InputError(f"{name} {value} is out of range", f"give {least} to {most}")


def _geometry() -> bytes:
    symmetries = (*geometry.AXIS_KEEPING, *geometry.AXIS_ROTATIONS)
    number = {symmetry: i for i, symmetry in enumerate(geometry.AXIS_KEEPING)}
    products = bytes(number[s * t] for s in number for t in number)
    return geometry.turn_bytes() + b"".join(map(geometry.symmetry_bytes, symmetries)) + products


def _make_small() -> mmap.mmap:
    buffer = mmap.mmap(-1, SMALL.size)
    _native.two_phase_make_small(_geometry(), buffer)
    return buffer


def _check_small(payload: memoryview) -> None:
    """Check distances that are known: solved, one turn away, two turns away, and superflip."""
    cubes = [Cube.from_moves(moves) for moves in ("", "U R2", "R", "R F", "R U F")]
    distances = _native.two_phase_distances(payload, geometry.packed(cubes))
    if distances != (0, 0, 1, 2, 3):
        raise RuntimeError(f"the two-phase tables came out wrong: {distances}")
