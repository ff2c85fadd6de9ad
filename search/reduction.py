"""Cubes of size 4 and up, reduced to a 3×3×3: centres by commutators of layers, wings paired, then two phases.

The inner loops are in native/reduction/centre_solver.cpp and native/reduction/wing_pairing.cpp, whose headers say how they work. No
tables are kept, no size is special, and all lengths are in turns of outer blocks: `3Rw2`, a half turn of three
layers, is one turn, and no inner layer turns by itself.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import cubecsp._native as _native
from cubecsp.puzzle.cube.moves import Metric, Moves, Turn
from cubecsp.puzzle.cube.sizes import ANY_SIZE
from cubecsp.puzzle.cube.state import State
from cubecsp.puzzle.cube.turn_numbers import turn_number
from cubecsp.search import Method, few_turns
from cubecsp.search.finish_as_three import whole_solution
from cubecsp.search.solution import PhaseProgress, Stage, StagedSolution, require_reachable
from cubecsp.stopping.deadline import Deadline

STAGES = ("centres solved", "wings paired")
"""The goals of the stages before the last."""

_WIDEST = 7  # the size up to which a beam search pairs wings
_WIDTH = 50


def solve(
    cube: State,
    metric: Metric = "htm",
    *,
    time_limit: float | None = None,
    progress: Callable[[PhaseProgress], None] | None = None,
) -> StagedSolution | None:
    """Return moves that solve a cube of size 4 or more, in stages; None if the time limit passed.

    Args:
        cube: the cube to solve.
        metric: how the length is counted, a turn of a block being one turn; the moves are the same.
        time_limit: in seconds.
        progress: called with each stage that is reached.

    Raises:
        InputError: the cube is not solvable.
        OutOfTimeError: the time limit passed.
    """
    require_reachable(cube)
    deadline = Deadline(time_limit)
    near = few_turns.solve(cube, metric)
    return without_few_turns(cube, metric, deadline, progress) if near is None else near


def without_few_turns(
    cube: State,
    metric: Metric,
    deadline: Deadline,
    progress: Callable[[PhaseProgress], None] | None = None,
) -> StagedSolution | None:
    """Return what `solve` does for a cube that a few turns do not solve."""
    started, size = time.perf_counter(), cube.puzzle.size
    stages: list[Stage] = []

    def tell(turns: Sequence[Sequence[int]]) -> None:
        stages.append(Stage(_moves(turns).simplified(), STAGES[len(stages)]))
        if progress is not None:
            progress(PhaseProgress(len(stages) / (len(STAGES) + 1), 0, tuple(stages)))

    colours = bytes(cube.puzzle.colours(cube.stickers))
    width = _WIDTH if size <= _WIDEST else 1
    tell(_native.reduced(colours, size, width, deadline.check, tell)[-1])
    return whole_solution(cube, stages, started, deadline, metric)


def _moves(turns: Sequence[Sequence[int]]) -> Moves:
    """Return turns given as a face, the last layer that turns with it, and clockwise quarters."""
    return Moves(tuple(Turn(turn_number(face, by, (1, last))) for face, last, by in turns))


METHOD: Method[State] = Method(
    "reduction",
    "moves by way of a reduced cube; not the shortest",
    frozenset({"metric", "time_limit", "progress"}),
    one=solve,
    sizes=ANY_SIZE[2:],
)
