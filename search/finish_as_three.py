"""The last stage of solving a larger cube: one that is reduced to a 3×3×3, by two phases.

A cube is *reduced* when each face shows one colour in all its centre pieces, and the wings between two
corners, with any middle edge, show one colour on either face. Its outer layers then
turn as a 3×3×3 does. Every method for larger cubes ends here: `whole_solution` takes the stages so far, adds
this one, and tries all of it on the cube before returning it.

A reduced cube of even size can be in a state that is impossible for a 3×3×3; `parity_repair` has the moves that
repair it.
"""

from __future__ import annotations

import mmap
import time
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from cubecsp.errors import InputError
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.moves import Metric, Moves, Turn
from cubecsp.puzzle.cube.state import Cube
from cubecsp.puzzle.cube.sticker_paths import after_turns
from cubecsp.search import Method, few_turns, two_phase
from cubecsp.search.parity_repair import PARITY_STAGE, REPAIRS, parity_repair
from cubecsp.search.solution import Stage, StagedSolution, require_reachable
from cubecsp.search.table_cache import KnownTable, TableSpec, load
from cubecsp.stopping.deadline import NEVER, Deadline

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from cubecsp.puzzle.cube.state import State
    from cubecsp.stopping.deadline import Deadline

LAST_STAGE = "solved as a 3×3×3"
"""The goal of the last stage."""

MAX_NODES = 100_000
"""Positions that two phases look at: a hundredth of a second."""


class InPhases:
    """Short reductions through phases, searched in C++ with a table of distances, as three and five phases are.

    Args:
        spec: of the table.
        native: the class of the search, which takes what `geometry_bytes` returns.
        stages: the goals of the phases.
        looked_at: how much, as the search takes it.
        geometry_bytes: returns how turns and symmetries act.
        pack: returns a cube as the search takes it.
    """

    def __init__(
        self,
        spec: TableSpec,
        native: Any,
        stages: Sequence[str],
        looked_at: Sequence[int],
        geometry_bytes: Callable[[], bytes],
        pack: Callable[[State], bytes],
    ) -> None:
        self.spec, self.stages, self.looked_at, self.pack = spec, stages, looked_at, pack
        self._native, self._geometry_bytes = native, geometry_bytes

    @cached_property
    def solver(self) -> Any:
        """The search that this process shares."""
        return self._native(self._geometry_bytes())

    def solve(
        self, cube: State, metric: Metric = "htm", *, time_limit: float | None = None
    ) -> StagedSolution | None:
        """Return moves that solve a cube: the phases, and the 3×3×3 that they lead to.

        Args:
            cube: of the size that the search is for.
            metric: how the length is counted, a turn of a block being one turn; the moves are the same.
            time_limit: in seconds.

        Returns:
            None if the time limit passed during the last stage.

        Raises:
            InputError: the cube is not solvable.
            OutOfTimeError: the time limit passed before that.
        """
        require_reachable(cube)
        started, deadline = time.perf_counter(), Deadline(time_limit)
        if (near := few_turns.solve(cube, metric)) is not None:
            return near
        best = with_shortest_end(cube, self.reductions(cube, deadline), deadline)
        return whole_solution(cube, best, started, deadline, metric)

    def reductions(
        self, cube: State, deadline: Deadline = NEVER, share: int = 1
    ) -> list[list[Stage]]:
        """Return short reductions of a cube, all of one length, by the stages of each.

        Args:
            cube: a solvable cube.
            deadline: when to stop.
            share: look at so many times fewer sequences.

        Returns:
            One or two, in turns of faces and of two layers. The reduced cube turns as a 3×3×3 that
            can be solved.

        Raises:
            OutOfTimeError: the deadline came first.
        """
        distances = self.table(deadline)
        result = self.solver.reduce(
            distances,
            self.pack(cube),
            [max(1, number // share) for number in self.looked_at],
            deadline.left_or_none,
        )
        deadline.check()
        return [stages_of(lengths, turns, self.stages) for lengths, turns in result]

    def table(self, deadline: Deadline = NEVER) -> memoryview:
        """Return the distances of the phases, made and stored on first use.

        Raises:
            OutOfTimeError: the deadline came before they were there.
        """
        return load(self.spec, self._make_table, deadline=deadline)

    def method(self, size: int, summary: str, of_table: str) -> Method[State]:
        """Return the method for cubes of a size, with short descriptions of it and of its table."""
        return Method(
            self.spec.name,
            summary,
            frozenset({"metric", "time_limit"}),
            one=self.solve,
            tables=lambda: [KnownTable(self.spec, of_table, self._make_table)],
            sizes=(size,),
            limits="its solutions are not the shortest",
        )

    def _make_table(self, poll: Callable[[], None]) -> mmap.mmap:
        buffer = mmap.mmap(-1, self.spec.size)
        self.solver.fill(buffer, poll)
        return buffer


def whole_solution(
    cube: State, stages: Iterable[Stage], started: float, deadline: Deadline, metric: Metric = "htm"
) -> StagedSolution | None:
    """Return a whole solution, the stages that reduce a cube and the last one, tried out on the cube.

    Args:
        cube: the cube to solve, of size 4 or more.
        stages: its reduction, in turns of a cube that is never re-held.
        started: when the work began, by `time.perf_counter`.
        deadline: when it has to end.
        metric: how the length of the whole is counted.

    Returns:
        None if the time was up.

    Raises:
        AssertionError: the stages do not reduce the cube, or the whole does not solve it.
    """
    done, size = list(stages), cube.puzzle.size
    longest = len(done) + len(REPAIRS)
    before = cube.puzzle.colours(cube.stickers)
    colours = after_turns(size, before, _all_moves(done)).tolist()
    three = as_three(size, colours)
    while repair := parity_repair(three, cube.puzzle):
        colours = after_turns(size, colours, repair).tolist()
        three = as_three(size, colours)
        done.append(Stage(repair, PARITY_STAGE))
        if len(done) > longest:
            raise AssertionError(f"parity of {cube.facelets} stays")
    if not three.is_reachable:
        raise AssertionError(f"{cube.facelets} was reduced to {three.facelets}, which is no 3×3×3")
    last = two_phase.solve(
        three, max_nodes=MAX_NODES, time_limit=deadline.left_or_none, deadline=deadline
    )
    if last is None:
        return None
    done.append(Stage(last.moves, LAST_STAGE))
    _check(size, after_turns(size, colours, last.moves))
    return StagedSolution(
        _all_moves(done),
        metric,
        False,
        0,
        time.perf_counter() - started,
        last.nodes,
        phases=tuple(done),
    )


def stages_of(lengths: Iterable[int], turns: bytes, goals: Iterable[str]) -> list[Stage]:
    """Return the stages of a reduction, given the turns of all of them in a row.

    Args:
        lengths: how many turns each stage has.
        turns: the numbers of all turns.
        goals: of the stages.
    """
    stages, rest = [], [Turn(turn) for turn in turns]
    for length, goal in zip(lengths, goals, strict=True):
        stages.append(Stage(Moves(tuple(rest[:length])), goal))
        rest = rest[length:]
    return stages


def with_shortest_end(
    cube: State, reductions: Sequence[list[Stage]], deadline: Deadline
) -> list[Stage]:
    """Return the reduction after which the 3×3×3 takes the fewest turns; all are equally long.

    Args:
        cube: the cube that they reduce, to cubes without parity.
        reductions: at least one.
        deadline: when to stop looking for shorter ends.
    """
    if len(reductions) == 1:
        return reductions[0]
    size, colours = cube.puzzle.size, cube.puzzle.colours(cube.stickers)
    threes = [
        as_three(size, after_turns(size, colours, _all_moves(stages)).tolist())
        for stages in reductions
    ]
    ends = two_phase.solve_many(threes, max_nodes=MAX_NODES, threads=1, deadline=deadline)
    lengths = [100 if end is None else end.length for end in ends]
    return reductions[lengths.index(min(lengths))]


def as_three(size: int, colours: Sequence[int]) -> Cube:
    """Return the 3×3×3 that a reduced cube turns as; its faces are named after their centres.

    Args:
        size: n of the n×n×n cube.
        colours: of each facelet.

    Raises:
        AssertionError: the cube is not reduced.
    """
    bands = (slice(0, 1), slice(1, size - 1), slice(size - 1, size))
    letters = []
    for face in range(6):
        start = face * size * size
        rows = [colours[start + size * row : start + size * (row + 1)] for row in range(size)]
        for down in bands:
            for across in bands:
                seen = {colour for row in rows[down] for colour in row[across]}
                if len(seen) != 1:
                    raise AssertionError(
                        f"face {FACES[face]} of a {size}×{size}×{size} is not reduced"
                    )
                letters.append(seen.pop())
    face_of = {letters[centre]: FACES[CUBE.home_colours[centre]] for centre in CUBE.centres}
    if len(face_of) < len(FACES):
        raise AssertionError("two faces show one colour")
    try:
        return Cube.from_letters("".join(face_of[colour] for colour in letters))
    except InputError as error:
        raise AssertionError(f"a {size}×{size}×{size} was reduced to no cube: {error}") from None


def _all_moves(stages: Iterable[Stage]) -> Moves:
    return Moves(tuple(turn for stage in stages for turn in stage.moves))


def _check(size: int, colours: NDArray[np.int32]) -> None:
    """Make sure that a cube is solved.

    Raises:
        AssertionError: a face shows two colours, or two faces show one.
    """
    faces = colours.reshape(len(FACES), -1)
    if (faces != faces[:, :1]).any() or len(set(faces[:, 0].tolist())) < len(FACES):
        raise AssertionError(f"the moves do not solve a {size}×{size}×{size}")
