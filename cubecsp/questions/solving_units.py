"""Many cubes to be solved, some at a time, in units that are kept in a file or sent elsewhere.

A unit is identified by its cubes, so a file of cubes that has grown since can be continued, too.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from cubecsp.deadline import NEVER, Deadline
from cubecsp.errors import InputError, LimitError
from cubecsp.puzzle.moves import Moves
from cubecsp.puzzle.state import Cube, State
from cubecsp.questions.moves import Found, MoveSearch, improved, quick
from cubecsp.search import METHODS
from cubecsp.search.solution import Solution
from cubecsp.work.place import Workplace
from cubecsp.work.units import Job, Unit

__all__ = ["require_units", "solved_in_units"]

_VERSION = 1  # of what a unit is, and comes to
_CUBES = 16  # of a unit: a second or two, where nothing is proven

_Solved = tuple[Solution | LimitError, ...]


def require_units(search: MoveSearch) -> None:
    """Make sure that cubes can be solved in units.

    Raises:
        InputError: the method gives more than moves: phases, or moves as they were named.
    """
    if not search.by.improves:
        able = " or ".join(name for name, method in METHODS.items() if method.improves)
        raise InputError(
            f"the method {search.method} cannot be resumed or sent to a cluster",
            f"use {able}, or leave out --resume and --cluster",
        )


def solved_in_units(
    cubes: Sequence[State], search: MoveSearch, workplace: Workplace, deadline: Deadline
) -> Iterator[Found]:
    """Yield the moves of cubes in their order; see `cubecsp.questions.moves.improved`.

    Every cube is solved by one thread, so that its moves do not depend on where that is.

    Args:
        cubes: what is to be solved.
        search: how.
        workplace: where.
        deadline: when to stop.

    Raises:
        OutOfTimeError: the time is over.
    """
    number = 0
    job = _Solving(replace(search.for_each_of(len(cubes)), threads=1))
    size = 1 if search.by.proves else _CUBES
    with contextlib.closing(workplace.results(job, _units(cubes, size), ordered=True)) as results:
        for done in results:
            deadline.check()
            for found in () if done is None else done.result:
                yield number, found, True
                number += 1


def _units(cubes: Sequence[State], size: int) -> Iterator[Unit[tuple[State, ...]]]:
    for first in range(0, len(cubes), size):
        some = tuple(cubes[first : first + size])
        key = hashlib.blake2b(" ".join(cube.facelets for cube in some).encode(), digest_size=16)
        yield Unit(key.hexdigest(), len(some), some)


@dataclass(frozen=True)
class _Solving(Job[tuple[State, ...], _Solved]):
    """The moves of some cubes.

    Attributes:
        search: how they are looked for.
    """

    search: MoveSearch
    method = f"solving {_VERSION}"

    @property
    def title(self) -> str:  # type: ignore[override]
        """What is asked of the moves."""
        asked = {name: value for name, value in self.search.options.items() if name != "threads"}
        options = "".join(f" --{name.replace('_', '-')} {value}" for name, value in asked.items())
        return f"solve --method {self.search.method}{options}"

    def question(self) -> dict[str, Any]:
        """Return what is asked of the moves; the cubes are the units' own."""
        return {"question": "solve", "method": self.search.method, **self.search.options}

    def worker(self, stopped: Callable[[], bool]) -> Callable[[tuple[State, ...]], _Solved]:
        """Return what one thread solves with."""
        del stopped
        return self._solved

    def _solved(self, cubes: tuple[State, ...]) -> _Solved:
        known: list[Solution | None] = [None] * len(cubes)
        if self.search.by.proves and all(isinstance(cube, Cube) for cube in cubes):
            known = [*quick([c for c in cubes if isinstance(c, Cube)], self.search, NEVER)]
        found: list[Any] = [*known]
        for i, solution, _ in improved(cubes, known, self.search, NEVER):
            found[i] = solution if isinstance(solution, Solution) else LimitError(str(solution))
        return tuple(found)

    def pack(self, result: _Solved) -> bytes:
        """Write what there is to say of each cube."""
        return json.dumps([_written(one) for one in result]).encode()

    def unpack(self, packed: bytes) -> _Solved:
        """Read what was written."""
        return tuple(map(_read, json.loads(packed)))


def _written(found: Solution | LimitError) -> dict[str, Any]:
    if isinstance(found, LimitError):
        return {"unsolved": str(found)}
    kept = {field.name: getattr(found, field.name) for field in fields(Solution)}
    return {**kept, "moves": str(found.moves)}


def _read(written: dict[str, Any]) -> Solution | LimitError:
    if "unsolved" in written:
        return LimitError(written["unsolved"])
    return Solution(**{**written, "moves": Moves(written["moves"])})
