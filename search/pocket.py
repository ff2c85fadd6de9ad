"""The 2×2×2, solved by looking up its whole graph: 3,674,160 positions and their distances.

A position is a permutation of corners and their twists, with an index (`cubecsp.puzzle.cube.pocket_positions`). Turns
act on each part separately, so
tables of 5,040 and 729 rows are all that the breadth-first search needs. The graph is one array of
a byte per position: no neighbours, no predecessors. A shortest path steps to any neighbour that is
one closer; all shortest sequences step to every such neighbour.

One graph takes about 0.1 s to make and is kept with the other tables. Indexing the permutations
lexicographically instead changes nothing that could be measured.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from cubecsp._native import CosetGraph
from cubecsp.errors import InputError
from cubecsp.frozen import frozen
from cubecsp.puzzle.cube.cube_puzzle import FREE_SLOTS
from cubecsp.puzzle.cube.moves import Metric, Moves, Turn
from cubecsp.puzzle.cube.pocket_positions import (
    NUMBER_OF,
    POSITIONS,
    TURNS_OF,
    TWISTS,
    distances_of_all,
    move_tables,
    rank_permutation,
    unrank_permutation,
)
from cubecsp.puzzle.cube.state import PocketCube
from cubecsp.search import Method
from cubecsp.search.solution import Solution, none_as_short
from cubecsp.search.table_cache import KnownTable, TableSpec, load
from cubecsp.stopping.deadline import NEVER, Deadline

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

COUNTS: dict[Metric, tuple[int, ...]] = {
    "htm": (1, 9, 54, 321, 1847, 9992, 50136, 227536, 870072, 1887748, 623800, 2644),
    "qtm": (
        *(1, 6, 27, 120, 534, 2256, 8969, 33058, 114149, 360508, 930588, 1350852, 782536),
        *(90280, 276),
    ),
}
"""How many positions are at each distance from solved, as published many times."""

_DIGESTS: dict[Metric, str] = {
    "htm": "cd5ba218dbf31bdfa64c22c0cb40f4fb72651eed14daf0681dc69c0971a7971e",
    "qtm": "a88ea34d8532151ba07ab6e870fcbad15039b7b39bec4ed98332121471d33e3b",
}
"""SHA-256 of the graphs."""


@frozen
class PocketStep:
    """One step of a walk to solved.

    Attributes:
        turn: the turn that led here; None at the start.
        cube: the position after it.
        remaining: its distance from solved.
    """

    turn: Turn | None
    cube: PocketCube
    remaining: int


def rank(cube: PocketCube) -> int:
    """Return the index of a position, 0…3,674,159.

    Raises:
        InputError: this cube is not solvable: its corner twists do not add up to whole turns.
    """
    permutation, twist = _coordinates(cube)
    return permutation * TWISTS + twist


def unrank(index: int) -> PocketCube:
    """Return the position with this index."""
    if not 0 <= index < POSITIONS:
        raise InputError(f"position {index} is not in 0 to {POSITIONS - 1}")
    permutation, twist = divmod(index, TWISTS)
    twists = [twist // 3**power % 3 for power in range(6)]
    twists.append(-sum(twists) % 3)
    corners = bytearray(PocketCube().corners)
    for slot, piece, turn in zip(
        FREE_SLOTS, unrank_permutation(permutation, 7), twists, strict=True
    ):
        corners[slot] = 3 * FREE_SLOTS[piece] + turn
    return PocketCube(bytes(corners))


def distances(metric: Metric = "htm") -> NDArray[np.uint8]:
    """Return the distance from solved of every position: a read-only array indexed by `rank`."""
    return _exploration(metric)[1]


def distance(cube: PocketCube, metric: Metric = "htm") -> int:
    """Return how many turns `cube` is from solved."""
    return _exploration(metric)[0].distance(*_coordinates(cube))


def solve(
    cube: PocketCube,
    metric: Metric = "htm",
    *,
    max_length: int | None = None,
    time_limit: float | None = None,
) -> Solution:
    """Return a shortest solution: turns of U, R and F.

    Raises:
        InputError: the cube is not solvable.
        LimitError: its solutions are longer than `max_length`.
        OutOfTimeError: the time limit passed before the graph was made.
    """
    started = time.perf_counter()
    path = _graph(cube, metric, max_length, time_limit).path(*_coordinates(cube))
    turns = TURNS_OF[metric]
    moves = Moves(tuple(turns[move] for move in path))
    return Solution(moves, metric, True, len(path), time.perf_counter() - started, len(path) + 1)


def all_solutions(
    cube: PocketCube,
    metric: Metric = "htm",
    *,
    max_length: int | None = None,
    time_limit: float | None = None,
    up_to_commuting: bool = False,
) -> Iterator[Moves]:
    """Yield every shortest solution, in the order of turn numbers; errors are those of `solve`.

    Solutions that are written differently are different; in the quarter-turn metric all are written in
    quarter turns. No two turns of different faces U, R and F commute, so no two of these solutions
    differ in the order of commuting turns.
    """
    del up_to_commuting
    turns = TURNS_OF[metric]
    for path in _graph(cube, metric, max_length, time_limit).paths(*_coordinates(cube)):
        yield Moves(tuple(turns[move] for move in path))


def of_length(cube: PocketCube, length: int, below: Callable[[int], int]) -> Moves | None:
    """Return turns of U, R and F that solve a cube in exactly a given length (htm), None if there are none.

    No two in a row are of one face. If there are several ways, one is chosen at random, not all of them being
    equally likely.

    Args:
        cube: what to solve.
        length: how many turns.
        below: draws a number below another one.

    Raises:
        InputError: the cube is not solvable.
    """
    graph, turns = _graph(cube, "htm", None, None), TURNS_OF["htm"]
    dead: set[tuple[PocketCube, int, int]] = set()

    def path_from(at: PocketCube, left: int, last: int) -> tuple[Turn, ...] | None:
        if left == 0:
            return () if at == PocketCube() else None
        if (at, left, last) in dead or graph.distance(*_coordinates(at)) > left:
            return None
        order = [turn for turn in turns if turn // 3 != last]
        while order:
            turn = order.pop(below(len(order)))
            rest = path_from(at.apply(Moves((turn,))), left - 1, turn // 3)
            if rest is not None:
                return (turn, *rest)
        dead.add((at, left, last))
        return None

    path = path_from(cube, length, -1)
    return None if path is None else Moves(path)


def _graph(
    cube: PocketCube, metric: Metric, max_length: int | None, time_limit: float | None
) -> CosetGraph:
    """Return the graph, after checking that `cube` is no farther from solved than `max_length`."""
    graph = _exploration(metric, Deadline(time_limit))[0]
    if max_length is not None and graph.distance(*_coordinates(cube)) > max_length:
        raise none_as_short(max_length)
    return graph


def walk(cube: PocketCube, metric: Metric = "htm") -> Iterator[PocketStep]:
    """Yield the positions from `cube` to solved, one turn at a time."""
    moves = solve(cube, metric).moves
    yield PocketStep(None, cube, len(moves))
    for made, turn in enumerate(moves, 1):
        cube = cube.apply(Moves((turn,)))
        yield PocketStep(turn, cube, len(moves) - made)


def at_distance(length: int, metric: Metric = "htm") -> Iterator[PocketCube]:
    """Yield every position at exactly this distance, in the order of their indices."""
    import numpy as np

    for index in np.flatnonzero(distances(metric) == length):
        yield unrank(int(index))


def antipodes(metric: Metric = "htm") -> list[PocketCube]:
    """Return the positions that are farthest from solved: 2,644 (htm) or 276 (qtm)."""
    return list(at_distance(len(COUNTS[metric]) - 1, metric))


def known_tables() -> list[KnownTable]:
    """Return the tables of this method."""
    return [
        KnownTable(
            _spec(metric),
            f"the whole 2×2×2 in {metric}, always used: made in a fifth of a second",
            partial(_make_distances, metric),
        )
        for metric in TURNS_OF
    ]


def _spec(metric: Metric) -> TableSpec:
    return TableSpec(f"pocket-{metric}", 1, {}, POSITIONS, digest=_DIGESTS[metric])


_Explored = tuple[CosetGraph, "NDArray[np.uint8]"]

_known: dict[Metric, _Explored] = {}


def _exploration(metric: Metric, deadline: Deadline = NEVER) -> _Explored:
    """Return the graph with its distances, which are made and stored on first use."""
    if metric not in _known:
        _known[metric] = _load_graph(metric, deadline)
    return _known[metric]


def _load_graph(metric: Metric, deadline: Deadline) -> _Explored:
    import numpy as np

    if metric not in TURNS_OF:
        raise InputError(f"unknown metric {metric!r}", f"choose one of {', '.join(TURNS_OF)}")
    first, second = move_tables(TURNS_OF[metric])
    payload = load(_spec(metric), partial(_make_distances, metric), deadline=deadline)
    array = np.frombuffer(payload, np.uint8)
    return CosetGraph(first, second, array), array


def _make_distances(metric: Metric, poll: Callable[[], None]) -> memoryview:
    poll()
    return distances_of_all(metric).data


def _coordinates(cube: PocketCube) -> tuple[int, int]:
    if not cube.is_reachable:
        raise InputError(
            f"2×2×2 {cube.facelets}: the corner twists do not add up to whole turns",
            "a corner has been twisted; no turns solve it",
        )
    corners = cube.corners
    permutation = [NUMBER_OF[corners[slot] // 3] for slot in FREE_SLOTS]
    twist = sum(corners[slot] % 3 * 3**power for power, slot in enumerate(FREE_SLOTS[:6]))
    return rank_permutation(permutation), twist


METHOD: Method[PocketCube] = Method(
    "pocket",
    "the shortest, from a table of all positions",
    frozenset({"metric", "max_length", "time_limit"}),
    one=solve,
    each=all_solutions,
    tables=known_tables,
    proves=True,
    sizes=(2,),
)
