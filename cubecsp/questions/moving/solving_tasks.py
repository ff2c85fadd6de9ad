"""Many cubes solved in tasks, which are kept in a file or sent elsewhere.

Its cubes identify a task, so a file of cubes that has grown since can also be continued. Moves read from a
file are applied to the cube, so they are right; only the claim that none are shorter depends on the file.
"""

from __future__ import annotations

import contextlib
import hashlib
import itertools
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, replace
from typing import Any

from cubecsp.errors import InputError, LimitError
from cubecsp.frozen import frozen
from cubecsp.interface import spelled
from cubecsp.puzzle.cube.moves import Moves
from cubecsp.puzzle.cube.state import Cube, State
from cubecsp.questions.moving.moves import Found, MoveSearch, improve_moves, quick
from cubecsp.search import METHODS
from cubecsp.search.solution import Solution, Stage, StagedSolution, none_as_short
from cubecsp.stopping.deadline import NEVER, Deadline
from cubecsp.work.executor import Executor
from cubecsp.work.tasks import Task, TaskJob

_VERSION = 3  # of the tasks and their results
_CUBES = 16  # of a task: a second or two, without proofs

_Solved = tuple[Solution | LimitError, ...]


def require_tasks(search: MoveSearch) -> None:
    """Make sure that cubes can be solved in tasks.

    Raises:
        InputError: the method gives more than moves: phases, or moves in the user's names.
    """
    if not search.by.improves:
        able = " or ".join(name for name, method in METHODS.items() if method.improves)
        raise InputError(
            f"the method {search.method} cannot be resumed or sent to a cluster",
            f"use {able}, or leave out {spelled('resume')} and {spelled('cluster')}",
        )


def solve_in_tasks(
    cubes: Sequence[State], search: MoveSearch, executor: Executor, deadline: Deadline
) -> Iterator[Found]:
    """Yield the moves of cubes in their order; see `cubecsp.questions.moving.moves.improve_moves`.

    One thread solves each cube, so that its moves do not depend on the machine.

    Args:
        cubes: the cubes to solve.
        search: how.
        executor: the executor of the tasks.
        deadline: when to stop.

    Raises:
        OutOfTimeError: the time is over.
    """
    number = 0
    job = _SolveJob(
        replace(search.for_each_of(len(cubes)), threads=1),
        NEVER if executor.cluster is not None else deadline,  # other machines have other clocks
    )
    size = 1 if search.by.proves else _CUBES
    with contextlib.closing(executor.results(job, _tasks(cubes, size), ordered=True)) as results:
        for done in results:
            deadline.check()
            for solution in () if done is None else done.result:
                yield number, solution, True
                number += 1


def _tasks(cubes: Sequence[State], size: int) -> Iterator[Task[tuple[State, ...]]]:
    for first in range(0, len(cubes), size):
        some = tuple(cubes[first : first + size])
        key = hashlib.blake2b(" ".join(cube.facelets for cube in some).encode(), digest_size=16)
        yield Task(key.hexdigest(), len(some), some)


@frozen
class _SolveJob(TaskJob[tuple[State, ...], _Solved]):
    """The moves of some cubes.

    Attributes:
        search: the settings of the search.
        deadline: when to stop and forget the running task: results that a limit has cut short are not kept.
    """

    search: MoveSearch
    deadline: Deadline = NEVER
    method = f"solving {_VERSION}"

    @property
    def title(self) -> str:  # type: ignore[override]
        """The demands on the moves."""
        asked = {name: value for name, value in self.search.options.items() if name != "threads"}
        options = "".join(f" --{name.replace('_', '-')} {value}" for name, value in asked.items())
        return f"solve --method {self.search.method}{options}"

    def question(self) -> dict[str, Any]:
        """Return the question as data; the cubes belong to the tasks."""
        return {"question": "solve", "method": self.search.method, **self.search.options}

    def worker(self, stopped: Callable[[], bool]) -> Callable[[tuple[State, ...]], _Solved]:
        """Return the function with which one thread solves cubes."""
        del stopped
        return self._solve

    def _solve(self, cubes: tuple[State, ...]) -> _Solved:
        known: list[Solution | None] = [None] * len(cubes)
        if self.search.by.proves and all(isinstance(cube, Cube) for cube in cubes):
            known = [*quick([c for c in cubes if isinstance(c, Cube)], self.search, NEVER)]
        results: list[Any] = [*known]
        for i, solution, _ in improve_moves(cubes, known, self.search, self._deadline):
            results[i] = solution if isinstance(solution, Solution) else LimitError(str(solution))
        self.deadline.check()
        return tuple(results)

    @property
    def _deadline(self) -> Deadline:
        """The time to stop; never if it would affect which moves are good enough, since these take only a second or two."""
        timed = (
            not self.search.by.proves
            and not {"max_length", "max_nodes"} & self.search.options.keys()
        )
        return NEVER if timed else self.deadline

    def pack(self, result: _Solved) -> bytes | None:
        """Write the outcome for each cube, unless one has failed for any reason other than needing more moves."""
        too_long = _too_long(self.search)
        if any(isinstance(one, LimitError) and str(one) != too_long for one in result):
            return None
        return json.dumps([_as_data(one) for one in result]).encode()

    def unpack(self, packed: bytes, payload: tuple[State, ...]) -> _Solved:
        """Read the written outcomes, and apply the moves to the cubes."""
        return tuple(_read(*one) for one in zip(payload, json.loads(packed), strict=True))


_EITHER = tuple(field.name for field in fields(Solution) if field.name != "moves")
"""The fields of `Solution` that are written for every solution besides its turns and stages."""


def _too_long(search: MoveSearch) -> str | None:
    """Return the text about a cube that needs more moves than demanded; None without such a demand."""
    return None if search.max_length is None else str(none_as_short(search.max_length))


def _as_data(outcome: Solution | LimitError) -> dict[str, Any]:
    if isinstance(outcome, LimitError):
        return {"unsolved": str(outcome)}
    written = {name: getattr(outcome, name) for name in _EITHER} | {"turns": [*outcome.moves]}
    if isinstance(outcome, StagedSolution):
        written["stages"] = [[len(stage.moves), stage.goal] for stage in outcome.phases]
    return written


def _read(cube: State, written: dict[str, Any]) -> Solution | LimitError:
    """Return the outcome for a cube of which `_as_data` made data."""
    if "unsolved" in written:
        return LimitError(written["unsolved"])
    moves = Moves.of(written["turns"], cube.puzzle)
    known = {name: written[name] for name in _EITHER}
    if "stages" not in written:
        return Solution(moves, **known)
    lengths, goals = zip(*written["stages"], strict=True)
    ends = itertools.accumulate(lengths)
    return StagedSolution(
        moves,
        **known,
        phases=tuple(
            Stage(Moves(moves.turns[end - length : end]), goal)
            for end, length, goal in zip(ends, lengths, goals, strict=True)
        ),
    )
