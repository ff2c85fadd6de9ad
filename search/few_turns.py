"""Cubes of size 4 and up that a few turns solve, found from both ends.

A method that reduces a cube in phases does not notice that it is nearly solved: it undoes six turns by eighty. So
each method calls this one first. The positions that three turns make of the cube are compared with those that three
turns make of the solved one (I. Pohl's bidirectional search, 1971), which finds all solutions of up to six turns of
outer blocks. From the 11×11×11 on the limit is four turns, and beyond the 42×42×42 there is no search.

A position is known by a sum over its facelets, a random number for each times the colour there. A turn only changes
which number goes with which facelet, so that one product of matrices gives the sums of all positions a turn
further, and the furthest, which are the most, are never made. Each match is checked on the cube.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle, cube_puzzle
from cubecsp.puzzle.cube.geometry import NORMALS, turned
from cubecsp.puzzle.cube.moves import Metric, Moves, Turn
from cubecsp.puzzle.cube.sticker_paths import after_turns
from cubecsp.puzzle.cube.symmetry import SYMMETRIES, Symmetry
from cubecsp.puzzle.cube.turn_numbers import block_of, turn_number
from cubecsp.search.solution import Stage, StagedSolution

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from cubecsp.puzzle.cube.state import State

GOAL = "solved, in a few turns"
"""The goal of the only stage of such a solution."""

_MOST_TURNS = 3  # from either end
_ROOM = 4_000_000  # numbers in a matrix: 32 MB


class _Turns(NamedTuple):
    """The turns of a cube of some size.

    Attributes:
        numbers: of those that do not move its last layers, or its centres.
        sources: for each turn and facelet the facelet whose colour comes there; shape (t, f).
        weights: for each facelet the number that goes with it before each turn, and last without one;
            shape (f, t + 1). They are so small that sums are exact.
    """

    numbers: list[int]
    sources: NDArray[np.int32]
    weights: NDArray[np.float64]


class _Ball(NamedTuple):
    """The positions up to some turns from one, in the order of their distance, that one first.

    Attributes:
        sums: the identification of each.
        parents: the position before each.
        turns: the turn from there to it, by its place.
    """

    sums: NDArray[np.float64]
    parents: NDArray[np.int64]
    turns: NDArray[np.int64]

    def path(self, position: int) -> list[int]:
        """Return the places of the turns that lead to a position."""
        path = []
        while position:
            path.append(int(self.turns[position]))
            position = int(self.parents[position])
        return path[::-1]


def solve(cube: State, metric: Metric = "htm") -> StagedSolution | None:
    """Return as few turns of outer blocks as solve a cube, if they are few; None if they are not.

    Args:
        cube: of size 4 or more, which turns can solve.
        metric: the metric in which the length is given.
    """
    started, puzzle = time.perf_counter(), cube.puzzle
    if len(puzzle.home_colours) * 9 * puzzle.size > _ROOM:
        return None
    colours = bytes(puzzle.colours(cube.stickers))
    for moves in _meetings(puzzle, colours):
        if after_turns(puzzle.size, colours, moves).tolist() == list(puzzle.home_colours):
            moves = of_outer_blocks(moves, puzzle.size)
            seconds = time.perf_counter() - started
            return StagedSolution(moves, metric, False, 0, seconds, 0, phases=(Stage(moves, GOAL),))
    return None


def _meetings(puzzle: CubePuzzle, colours: bytes) -> Iterator[Moves]:
    """Yield moves that seem to solve a cube with these colours, the shortest first."""
    import numpy as np

    numbers = _turns(puzzle.size).numbers
    here, there = _ball(puzzle.size, colours), _solved_ball(puzzle.size)
    _, ours, theirs = np.intersect1d(here.sums, there.sums, return_indices=True)
    paths = [
        (here.path(one), there.path(other))
        for one, other in zip(ours.tolist(), theirs.tolist(), strict=True)
    ]
    for to, back in sorted(paths, key=lambda pair: len(pair[0]) + len(pair[1])):
        yield _moves(to, numbers) + ~_moves(back, numbers)


def _moves(places: list[int], numbers: list[int]) -> Moves:
    return Moves(tuple(Turn(numbers[place]) for place in places))


@cache
def _solved_ball(size: int) -> _Ball:
    return _ball(size, bytes(cube_puzzle(size).home_colours))


def _ball(size: int, colours: bytes) -> _Ball:
    """Return the positions around one, as far as there is room to make those before the furthest."""
    import numpy as np

    _, sources, weights = _turns(size)
    count = len(sources)
    made = np.frombuffer(colours, np.uint8)[None, :]
    sums = made[0] @ weights[:, -1:]
    ball = _Ball(sums, np.zeros(1, np.int64), np.zeros(1, np.int64))
    first = 0  # of the positions that are made
    for _ in range(_MOST_TURNS):
        if made.size > _ROOM:
            break
        reached = (made.astype(np.float64) @ weights[:, :-1]).ravel()
        _, places = np.unique(reached, return_index=True)
        places = np.sort(places[~np.isin(reached[places], ball.sums)])
        parents, turns = np.divmod(places, count)
        following = len(ball.sums)
        ball = _Ball(
            np.concatenate([ball.sums, reached[places]]),
            np.concatenate([ball.parents, first + parents]),
            np.concatenate([ball.turns, turns]),
        )
        first = following
        if len(places) * made.shape[1] > _ROOM:
            break
        made = made[parents[:, None], sources[turns]]
    return ball


@cache
def _turns(size: int) -> _Turns:
    """Return the turns that keep the orientation of a cube, three for each block."""
    import numpy as np

    if size % 2:
        blocks = [(face, depth) for face in range(6) for depth in range(1, size // 2 + 1)]
    else:
        blocks = [(face, depth) for face in range(3) for depth in range(1, size)]
    numbers = [turn_number(face, by, (1, depth)) for face, depth in blocks for by in (1, 2, 3)]
    facelets = 6 * size * size
    sources = np.array([after_turns(size, range(facelets), [number]) for number in numbers])
    source = random.Random(0)
    # Six colours, up to 5, of that many facelets: below 2⁵³ all sums are exact.
    alone = np.array([source.getrandbits(50 - facelets.bit_length()) for _ in range(facelets)])
    weights = np.empty((facelets, len(numbers) + 1))
    for place, row in enumerate(sources):
        weights[row, place] = alone
    weights[:, -1] = alone
    return _Turns(numbers, sources, weights)


def of_outer_blocks(moves: Moves, size: int) -> Moves:
    """Return moves with the opposite block for each that is more than half of the cube, which turns the whole cube."""
    held, done = SYMMETRIES[0], Moves()
    for turn in moves:
        (turn,) = held.inverse.of_moves(Moves((turn,)))
        face, depth = turn // 3 % 6, block_of(turn)[1]
        if 2 * depth > size:
            held = _about(face, turn % 3 + 1) * held
            turn = Turn(turn_number((face + 3) % 6, turn % 3 + 1, (1, size - depth)))
        done += Moves((turn,))
    return done


def _about(face: int, quarters: int) -> Symmetry:
    """Return the rotation of the whole cube by clockwise quarters, as seen from a face."""
    images = tuple(NORMALS.index(turned(normal, NORMALS[face])) for normal in NORMALS)
    once = next(rotation for rotation in SYMMETRIES if rotation.faces == images)
    result = once
    for _ in range(quarters - 1):
        result = result * once
    return result
