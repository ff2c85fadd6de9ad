"""The shortest move sequences of cubes of any size: breadth-first search from both ends, over stickers.

A position is what every sticker shows, so pieces that look alike are not told apart, and a cube is
solved in any orientation. `cubecsp.puzzle.states.space` searches, as for puzzles that are not cubes; for the 3×3×3,
`cubecsp.search.breadth_first` looks at pieces, in C++.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping

from cubecsp.errors import InputError, OutOfTimeError
from cubecsp.puzzle.core.permutation import inverse
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.puzzle.cube.moves import Metric, Moves
from cubecsp.puzzle.cube.state import PocketCube, State
from cubecsp.puzzle.kpuzzle.kpuzzle import KPuzzle, OrbitDefinition, Piece
from cubecsp.puzzle.states.node_limit import NodeLimitError
from cubecsp.puzzle.states.space import Space
from cubecsp.search.named_moves import Sequence, named_turns
from cubecsp.search.plan_program import plan_problem
from cubecsp.search.reachability import CubeMoveGroup
from cubecsp.search.solution import NamedSolution, none_as_short
from cubecsp.stopping.deadline import Deadline


def solve(
    cube: State,
    metric: Metric = "htm",
    *,
    turns: str | Mapping[str, str | Moves] | None = None,
    max_length: int | None = None,
    time_limit: float | None = None,
) -> NamedSolution | None:
    """Return a shortest solution, the first in the order of the moves; None if the time limit ended first.

    Args:
        cube: any cube.
        metric: how turns are counted when all may be used.
        turns: see `named_turns`; with these, a solution has as few of them as possible.
        max_length: longest solution to look for.
        time_limit: seconds.

    Raises:
        InputError: no sequence of these turns solves the cube.
        LimitError: none of `max_length` does, or there are too many positions.
    """
    started = time.perf_counter()
    try:
        result = next(_each(cube, metric, turns, max_length, time_limit))
    except OutOfTimeError:
        return None
    proven = turns is None and cube.puzzle.size <= CUBE.size
    return NamedSolution(
        moves=result.moves,
        metric=metric,
        optimal=proven,
        proven=len(result) if proven else 0,
        seconds=time.perf_counter() - started,
        nodes=0,
        sequence=None if turns is None else result,
    )


def each_solution(
    cube: State,
    *,
    metric: Metric = "htm",
    turns: str | Mapping[str, str | Moves] | None = None,
    max_length: int | None = None,
    up_to_commuting: bool = False,
    time_limit: float | None = None,
) -> Iterator[Sequence]:
    """Yield every shortest solution, in the order of the moves; arguments and errors are those of `solve`.

    With `up_to_commuting`, of those that differ only in the order of adjacent commuting moves the first is given.

    Raises:
        OutOfTimeError: the time limit passed before all were known.
    """
    return _each(cube, metric, turns, max_length, time_limit, up_to_commuting)


def _each(
    cube: State,
    metric: Metric,
    turns: str | Mapping[str, str | Moves] | None,
    longest: int | None,
    time_limit: float | None,
    up_to_commuting: bool = False,
) -> Iterator[Sequence]:
    moves = named_turns(cube, turns, metric)
    if isinstance(cube, PocketCube):
        group = CubeMoveGroup(moves.values(), corners_only=True)
        if not group.makes(~cube):
            raise InputError(
                f"no sequence of {', '.join(moves)} solves the cube: they generate a group of order {group.order:,}, "
                "which it is not in",
                "allow other moves",
            )
    problem = plan_problem(cube, moves)
    count = len(problem.names)
    homes = [Piece(colour, 0, 1) for colour in cube.puzzle.home_colours]
    stickers = KPuzzle(cube.puzzle.name, [OrbitDefinition("STICKERS", count, 1)], homes, {})
    start, *goals = (
        stickers.pattern((colour, 0) for colour in shown)
        for shown in (problem.colours, *problem.goals)
    )
    space = Space(stickers, {name: inverse(move) for name, move in problem.moves.items()})
    found = False
    try:
        if not problem.hopeless:
            for names in space.each(start, goals, space.affordable, Deadline(time_limit), longest):
                found = True
                if not up_to_commuting or problem.is_first(names):
                    yield Sequence.of(moves[name] for name in names)
    except NodeLimitError as error:
        if longest is not None and error.depth > longest:
            raise none_as_short(longest) from None
        raise
    if not found:
        raise InputError(f"no sequence of {', '.join(moves)} solves the cube", "allow other moves")
