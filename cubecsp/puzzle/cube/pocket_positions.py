"""The positions of the 2×2×2 by number, and how many turns each is from solved.

A position is a permutation of the seven free corners, ranked in linear time after W. Myrvold and
F. Ruskey (Information Processing Letters 79, 2001, 281-284), and six twists, which determine the
seventh; its index is rank·729 + twist.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import factorial
from typing import TYPE_CHECKING

from cubecsp._native import coset_distances
from cubecsp.errors import InputError
from cubecsp.puzzle.cube.cube_puzzle import FREE_SLOTS
from cubecsp.puzzle.cube.moves import Metric, Turn
from cubecsp.puzzle.cube.state import TURN_CUBES

if TYPE_CHECKING:  # numpy is slow to import
    import numpy as np
    from numpy.typing import NDArray

    from cubecsp.puzzle.cube.batch import CubeArray

_DIGITS = [7**place for place in range(7)]
TWISTS = 3**6
POSITIONS = factorial(7) * TWISTS
"""3,674,160."""

TURNS_OF: dict[Metric, tuple[Turn, ...]] = {
    "htm": tuple(Turn(turn) for turn in range(9)),
    "qtm": tuple(Turn(turn) for turn in range(9) if turn % 3 != 1),
}
"""The turns of U, R and F that count as one in each metric."""

NUMBER_OF = {piece: number for number, piece in enumerate(FREE_SLOTS)}
"""The number, 0 to 6, of each free corner."""


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


def indices(rows: CubeArray) -> NDArray[np.int64]:
    """Return the index of each position, given as rows of `cubecsp.puzzle.cube.batch`."""
    import numpy as np

    number = np.zeros(max(FREE_SLOTS) + 1, np.int64)
    number[[*FREE_SLOTS]] = range(7)
    held = rows[:, FREE_SLOTS]
    return _ranks(number[held // 3]) * TWISTS + held[:, :6] % 3 @ 3 ** np.arange(6)


def distances_of_all(metric: Metric = "htm") -> NDArray[np.uint8]:
    """Return the distance from solved of every position, by index: computed in a tenth of a second."""
    return coset_distances(*move_tables(TURNS_OF[metric]), rank_permutation(range(7)), 0)


def move_tables(turns: Sequence[Turn]) -> tuple[NDArray[np.uint16], NDArray[np.uint16]]:
    """Return where each turn leads from each rank and from each twist, a row for each."""
    import numpy as np

    permutations = _permutations()
    twists = np.arange(TWISTS)[:, None] // 3 ** np.arange(6) % 3
    twists = np.concatenate([twists, -twists.sum(axis=1, keepdims=True) % 3], axis=1)
    first = np.empty((len(permutations), len(turns)), np.uint16)
    second = np.empty((len(twists), len(turns)), np.uint16)
    for face in range(3):
        placements = [TURN_CUBES[3 * face].corners[slot] for slot in FREE_SLOTS]
        source = [NUMBER_OF[value // 3] for value in placements]
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


def _ranks(permutations: NDArray[np.integer]) -> NDArray[np.int64]:
    """Return the Myrvold-Ruskey ranks of many permutations, one per row."""
    ranks: NDArray[np.int64] = _rank_by_code()[permutations @ _DIGITS]
    return ranks


@cache
def _rank_by_code() -> NDArray[np.int64]:
    """Return the rank of each permutation, by its numbers as digits to base 7."""
    import numpy as np

    ranks = np.zeros(7**7, np.int64)
    ranks[_permutations() @ _DIGITS] = range(factorial(7))
    return ranks


def _permutations() -> NDArray[np.int64]:
    """Return all permutations in the order of their ranks, one per row."""
    import numpy as np

    return np.array([unrank_permutation(rank, 7) for rank in range(factorial(7))])
