"""The 2×2×2, solved by looking up its whole graph: 3,674,160 positions and their distances.

A position is a permutation of the seven free corners, ranked in linear time after W. Myrvold and
F. Ruskey (Information Processing Letters 79, 2001, 281-284), and six twists, which determine the
seventh; its index is rank·729 + twist. Turns act on each part separately, so
tables of 5,040 and 729 rows are all that the breadth-first search needs. The graph is one array of
a byte per position: no neighbours, no predecessors. A shortest path steps to any neighbour that is
one closer; all shortest sequences step to every such neighbour.

One graph takes about 0.1 s to make and is kept with the other tables. Indexing the permutations
lexicographically instead changes nothing that could be measured.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import factorial
from typing import TYPE_CHECKING

from cubecsp._native import CosetGraph, coset_distances
from cubecsp.errors import InputError
from cubecsp.frozen import frozen
from cubecsp.puzzle.cube.cube_puzzle import FREE_SLOTS
from cubecsp.puzzle.cube.moves import Metric, Moves, Turn
from cubecsp.puzzle.cube.state import TURN_CUBES, PocketCube
from cubecsp.search import Method
from cubecsp.search.solution import Solution, none_as_short
from cubecsp.search.tables import KnownTable, TableSpec, load
from cubecsp.stopping.deadline import NEVER, Deadline

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "COUNTS",
    "METHOD",
    "POSITIONS",
    "TURNS_OF",
    "PocketStep",
    "all_solutions",
    "antipodes",
    "at_distance",
    "distance",
    "distances",
    "known_tables",
    "of_length",
    "rank",
    "rank_permutation",
    "solve",
    "unrank",
    "unrank_permutation",
    "walk",
]

POSITIONS = factorial(7) * 3**6
"""3,674,160."""

TURNS_OF: dict[Metric, tuple[Turn, ...]] = {
    "htm": tuple(Turn(turn) for turn in range(9)),
    "qtm": tuple(Turn(turn) for turn in range(9) if turn % 3 != 1),
}
"""The turns of U, R and F that count as one in each metric."""

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

_TWISTS = 3**6


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


def rank_permutation(permutation: Sequence[int]) -> int:
    """Return the Myrvold-Ruskey rank, 0…n!−1, of a permutation of range(n)."""
    values = list(permutation)
    if sorted(values) != list(range(len(values))):
        raise InputError(f"{values} is not a permutation of 0 to {len(values) - 1}")
    places = [0] * len(values)
    for place, value in enumerate(values):
        places[value] = place
    rank = 0
    for last in range(len(values) - 1, 0, -1):
        value, place = values[last], places[last]
        values[place], places[value] = value, place
        rank += value * factorial(last)
    return rank


def unrank_permutation(rank: int, size: int) -> tuple[int, ...]:
    """Return the permutation of range(size) with this Myrvold-Ruskey rank."""
    if not 0 <= rank < factorial(size):
        raise InputError(f"rank {rank} is not in 0 to {factorial(size) - 1}")
    values = list(range(size))
    for last in range(size - 1, 0, -1):
        value, rank = divmod(rank, factorial(last))
        values[last], values[value] = values[value], values[last]
    return tuple(values)


def rank(cube: PocketCube) -> int:
    """Return the index of a position, 0…3,674,159.

    Raises:
        InputError: turns cannot make this cube: its corner twists do not add up to whole turns.
    """
    permutation, twist = _coordinates(cube)
    return permutation * _TWISTS + twist


def unrank(index: int) -> PocketCube:
    """Return the position with this index."""
    if not 0 <= index < POSITIONS:
        raise InputError(f"position {index} is not in 0 to {POSITIONS - 1}")
    permutation, twist = divmod(index, _TWISTS)
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
    return _explored(metric)[1]


def distance(cube: PocketCube, metric: Metric = "htm") -> int:
    """Return how many turns `cube` is from solved."""
    return _explored(metric)[0].distance(*_coordinates(cube))


def solve(
    cube: PocketCube,
    metric: Metric = "htm",
    *,
    max_length: int | None = None,
    time_limit: float | None = None,
) -> Solution:
    """Return a shortest solution: turns of U, R and F.

    Raises:
        InputError: turns cannot make the cube.
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
) -> Iterator[Moves]:
    """Yield every shortest solution, in the order of turn numbers; errors are those of `solve`.

    Solutions that are written differently are different; in the quarter-turn metric all are written in
    quarter turns. No two turns of different faces U, R and F commute, so no two of these solutions
    differ in the order of commuting turns.
    """
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
        InputError: turns cannot make the cube.
    """
    graph, turns = _graph(cube, "htm", None, None), TURNS_OF["htm"]
    dead: set[tuple[PocketCube, int, int]] = set()

    def found(at: PocketCube, left: int, last: int) -> tuple[Turn, ...] | None:
        if left == 0:
            return () if at == PocketCube() else None
        if (at, left, last) in dead or graph.distance(*_coordinates(at)) > left:
            return None
        order = [turn for turn in turns if turn // 3 != last]
        while order:
            turn = order.pop(below(len(order)))
            rest = found(at.apply(Moves((turn,))), left - 1, turn // 3)
            if rest is not None:
                return (turn, *rest)
        dead.add((at, left, last))
        return None

    path = found(cube, length, -1)
    return None if path is None else Moves(path)


def _graph(
    cube: PocketCube, metric: Metric, max_length: int | None, time_limit: float | None
) -> CosetGraph:
    """Return the graph, after checking that `cube` is no farther from solved than `max_length`."""
    graph = _explored(metric, Deadline(time_limit))[0]
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
            partial(_made, metric),
        )
        for metric in TURNS_OF
    ]


def _spec(metric: Metric) -> TableSpec:
    return TableSpec(f"pocket-{metric}", 1, {}, POSITIONS, digest=_DIGESTS[metric])


_Explored = tuple[CosetGraph, "NDArray[np.uint8]"]

_known: dict[Metric, _Explored] = {}


def _explored(metric: Metric, deadline: Deadline = NEVER) -> _Explored:
    """Return the graph with its distances, which are made and stored on first use."""
    if metric not in _known:
        _known[metric] = _loaded(metric, deadline)
    return _known[metric]


def _loaded(metric: Metric, deadline: Deadline) -> _Explored:
    import numpy as np

    if metric not in TURNS_OF:
        raise InputError(f"metric {metric!r}", f"choose one of {', '.join(TURNS_OF)}")
    first, second = _move_tables(TURNS_OF[metric])
    payload = load(_spec(metric), partial(_made, metric), deadline=deadline)
    array = np.frombuffer(payload, np.uint8)
    return CosetGraph(first, second, array), array


def _made(metric: Metric, poll: Callable[[], None]) -> memoryview:
    first, second = _move_tables(TURNS_OF[metric])
    poll()
    return coset_distances(first, second, *_coordinates(PocketCube())).data


def _coordinates(cube: PocketCube) -> tuple[int, int]:
    if not cube.is_reachable:
        raise InputError(
            f"2×2×2 {cube.facelets}: the corner twists do not add up to whole turns",
            "a corner has been twisted; no turns solve it",
        )
    corners = cube.corners
    permutation = [_NUMBER_OF[corners[slot] // 3] for slot in FREE_SLOTS]
    twist = sum(corners[slot] % 3 * 3**power for power, slot in enumerate(FREE_SLOTS[:6]))
    return rank_permutation(permutation), twist


_NUMBER_OF = {piece: number for number, piece in enumerate(FREE_SLOTS)}


def _move_tables(turns: Sequence[Turn]) -> tuple[NDArray[np.uint16], NDArray[np.uint16]]:
    """Return where each turn leads from each rank and from each twist, a row for each."""
    import numpy as np

    permutations = np.array([unrank_permutation(i, 7) for i in range(factorial(7))])
    twists = np.arange(_TWISTS)[:, None] // 3 ** np.arange(6) % 3
    twists = np.concatenate([twists, -twists.sum(axis=1, keepdims=True) % 3], axis=1)
    first = np.empty((len(permutations), len(turns)), np.uint16)
    second = np.empty((len(twists), len(turns)), np.uint16)
    for face in range(3):
        placements = [TURN_CUBES[3 * face].corners[slot] for slot in FREE_SLOTS]
        source = [_NUMBER_OF[value // 3] for value in placements]
        added = np.array([value % 3 for value in placements])
        quarter_first = _ranks(permutations[:, source])
        quarter_second = ((twists[:, source] + added) % 3)[:, :6] @ 3 ** np.arange(6)
        after_first, after_second = quarter_first, quarter_second
        for turn in range(3 * face, 3 * face + 3):
            if turn in turns:
                first[:, turns.index(Turn(turn))] = after_first
                second[:, turns.index(Turn(turn))] = after_second
            after_first, after_second = quarter_first[after_first], quarter_second[after_second]
    return first, second


def _ranks(permutations: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the Myrvold-Ruskey ranks of many permutations, one per row."""
    import numpy as np

    values = permutations.copy()
    places = values.argsort(axis=1)
    rows = np.arange(len(values))
    ranks = np.zeros(len(values), np.int64)
    for last in range(values.shape[1] - 1, 0, -1):
        value, place = values[:, last].copy(), places[:, last].copy()
        values[rows, place], places[rows, value] = value, place
        ranks += value * factorial(last)
    return ranks


METHOD: Method[PocketCube] = Method(
    "pocket",
    "the shortest, from a table of all positions",
    frozenset({"metric", "max_length", "time_limit"}),
    one=lambda cube, options: solve(
        cube, metric=options.metric, max_length=options.max_length, time_limit=options.time_limit
    ),
    each=lambda cube, options: all_solutions(
        cube, metric=options.metric, max_length=options.max_length, time_limit=options.time_limit
    ),
    tables=known_tables,
    proves=True,
    sizes=(2,),
)
