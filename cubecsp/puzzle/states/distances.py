"""The distances of states: the fewest single moves that solve each.

States near solved are stored level by level, as far as a question needs them; those of the 2×2×2 all at once. A tip of a
pyraminx is turned alone by one move, and by all others like the piece below it. So it is left out of the search, and
takes one move more if it is turned differently.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, islice
from operator import mul

import numpy as np
from numpy.typing import NDArray

from cubecsp.errors import InputError, LimitError
from cubecsp.puzzle.core.permutation import Permutation, identity
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube import pocket_positions
from cubecsp.puzzle.cube.batch import CubeArray, turned
from cubecsp.puzzle.cube.cube_puzzle import CUBE, POCKET
from cubecsp.puzzle.cube.state import TURN_CUBES, Cube
from cubecsp.puzzle.kpuzzle.kpuzzle import KPuzzle
from cubecsp.puzzle.states.state_search import StateSearch
from cubecsp.stopping.deadline import looking

FAR = 255
"""The distance of states that no moves, or too many, solve."""

FARTHEST_LISTED = 5
"""The turns up to which cubes of the 3×3×3 are stored: 621,649 cubes, 18 MB."""

_MOST_REACHED = 1 << 24  # states that single moves reach from one level: 0.5 GB
_MOST_LISTED = 1_000_000

_Level = tuple[CubeArray, NDArray[np.uint64]]

_OF_THE_CUBE = (
    *(1, 18, 243, 3240, 43239, 574908, 7618438, 100803036, 1332343288, 17596479795, 232248063316),
    *(3063288809012, 40374425656248, 531653418284628, 6989320578825358, 91365146187124313),
)
"""How many cubes of the 3×3×3 are at each distance up to 15 (T. Rokicki, H. Kociemba, M. Davidson and J. Dethridge,
cube20.org); beyond, only estimates are known."""


class Distances:
    """The distances of the states of a puzzle.

    Args:
        puzzle: the 3×3×3, or a puzzle that is not a cube.

    Raises:
        LimitError: its states are too many, or some of its moves are possible in some states only.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        # The keys of the 3×3×3, which are random, all differ as far as they are used: there are as many as published.
        sizes = [1, *accumulate((orbit.placements for orbit, _ in puzzle.slots), mul)]
        if isinstance(puzzle, KPuzzle):
            if puzzle.requires or sizes[-1] >= 1 << 64:
                raise _too_many(puzzle)
            self._weights = np.array(sizes[:-1], np.uint64)
            self._tips, moves = tips_and_moves(puzzle)
            self._turns = [puzzle.placements(turn) for turn in moves.values()]
            search, solved = StateSearch(puzzle), puzzle.solved
            goals = [g.seen for g in search.goals(solved) if search.group.check(g).reachable]
        else:
            self._weights = np.random.default_rng(0).integers(0, 1 << 64, 20, np.uint64)
            self._tips, self._turns = {}, [turn.seen for turn in TURN_CUBES]
            goals = [Cube().seen]
        self._levels: tuple[_Level, ...] = (
            self._sorted(np.array([[*goal] for goal in goals], np.uint8)),
        )

    @property
    def numbers(self) -> Sequence[int]:
        """How many states are at distance 0, 1, 2, …; of the 3×3×3, those that are known."""
        if not isinstance(self._puzzle, KPuzzle):
            return _OF_THE_CUBE
        return with_tips([len(rows) for rows, _ in self._each_level()], self._puzzle)

    def of(self, rows: CubeArray, most: int) -> NDArray[np.uint8]:
        """Return the distance of each state, `FAR` if it is larger than `most`, or no moves solve it.

        Args:
            rows: the states, as in `cubecsp.puzzle.cube.batch`.
            most: a number, of the 3×3×3 up to `FARTHEST_LISTED`.

        Raises:
            LimitError: so many moves lead to too many states.
        """
        rows, tips = rows.copy(), np.zeros(len(rows), np.uint8)
        for tip, below in self._tips.items():
            tips += rows[:, tip] != rows[:, below]
            rows[:, tip] = rows[:, below]
        keys, result = self._keys(rows), np.full(len(rows), FAR, np.uint8)
        for depth, (near, near_keys) in enumerate(islice(self._each_level(), most + 1)):
            at = np.minimum(np.searchsorted(near_keys, keys), len(near) - 1)
            there = (near[at] == rows).all(axis=1)
            result[there] = depth + tips[there]
        return result

    def within(self, most: int) -> CubeArray | None:
        """Return the states up to a distance, as rows, if they are few; otherwise None."""
        rows = np.concatenate([near for near, _ in islice(self._each_level(), most + 1)])
        for tip in self._tips:
            turns = self._puzzle.slots[tip][0].placements
            if len(rows) > _MOST_LISTED:
                return None
            rows = np.repeat(rows, turns, axis=0)
            rows[:, tip] = np.arange(len(rows)) % turns
            rows = rows[self.of(rows, most) <= most]
        return rows if len(rows) <= _MOST_LISTED else None

    def _each_level(self) -> Iterator[_Level]:
        """Yield the states at each distance, without moves of tips, in the order of their keys, and these."""
        depth = 0
        while len(self._levels[depth][0]):
            yield self._levels[depth]
            depth += 1
            if depth == len(self._levels):
                self._levels = (*self._levels, self._next())

    def _next(self) -> _Level:
        """Return the states that are one move farther than those of the last level."""
        last, _ = self._levels[-1]
        if len(last) * len(self._turns) > _MOST_REACHED:
            raise _too_many(self._puzzle)
        moved = [turned(last, turn, self._puzzle) for turn in looking(self._turns)]
        rows, keys = self._sorted(np.concatenate(moved or [last]))
        for _, known in self._levels[-2:]:
            new = known[np.minimum(np.searchsorted(known, keys), len(known) - 1)] != keys
            rows, keys = rows[new], keys[new]
        return rows, keys

    def _sorted(self, rows: CubeArray) -> _Level:
        """Return the different states in the order of their keys, and these."""
        for slot, (orbit, _) in enumerate(self._puzzle.slots if self._puzzle.alike else ()):
            rows[:, slot] = np.frombuffer(orbit.seen(rows[:, slot].tobytes()), np.uint8)
        keys, first = np.unique(self._keys(rows), return_index=True)
        return rows[first], keys

    def _keys(self, rows: CubeArray) -> NDArray[np.uint64]:
        """Return a number for each state, the same for the same state."""
        keys = np.zeros(len(rows), np.uint64)
        for held, weight in zip(rows.T, self._weights, strict=True):
            keys += held * weight
        return keys


class _OfPocket(Distances):
    """All positions of the 2×2×2."""

    def __init__(self) -> None:
        self._known = pocket_positions.distances_of_all()

    @property
    def numbers(self) -> Sequence[int]:
        counted: list[int] = np.bincount(self._known).tolist()
        return counted

    def of(self, rows: CubeArray, most: int) -> NDArray[np.uint8]:
        del most
        solvable = (rows % 3).sum(axis=1, dtype=np.uint8) % 3 == 0
        return np.where(solvable, self._known[pocket_positions.indices(rows)], FAR)

    def within(self, most: int) -> CubeArray | None:
        del most
        return None  # filters are as quick


@lru_cache(maxsize=2)
def distances(puzzle: Puzzle) -> Distances:
    """Return the distances of the states of a puzzle.

    Raises:
        InputError: it is a larger cube.
        LimitError: see `Distances`.
    """
    if puzzle is POCKET:
        return _OfPocket()
    if puzzle is CUBE or isinstance(puzzle, KPuzzle):
        return Distances(puzzle)
    raise InputError(f"distances of the {puzzle.name} are not known", "ask about a smaller cube")


def _too_many(puzzle: Puzzle) -> LimitError:
    return LimitError(
        f"distances of {puzzle.name} would have to be stored for too many states",
        "`solve` and `reach` find the fewest moves for single states near solved",
    )


def tips_and_moves(puzzle: KPuzzle) -> tuple[dict[int, int], dict[str, Permutation]]:
    """Return the tips, each with the slot that all moves but its own turn alike, and the single moves without those of tips."""
    home = np.frombuffer(puzzle.placements(identity(puzzle.facelet_count)), np.uint8)
    turns = puzzle.single_moves
    rows = [np.frombuffer(puzzle.placements(turn), np.uint8) for turn in turns.values()]
    changed = [np.flatnonzero(row != home).tolist() for row in rows]
    own = [slots[0] for slots in changed if len(slots) == 1]
    shared = [row for row, slots in zip(rows, changed, strict=True) if len(slots) > 1]
    single = [orbit.placements if len(orbit.names) == 1 else 0 for orbit, _ in puzzle.slots]
    tips: dict[int, int] = {}
    for tip in set() if puzzle.alike or puzzle.requires else {*own}:
        for below, placements in enumerate(single):
            is_tip = placements == single[tip] == own.count(tip) + 1 and below not in own
            if is_tip and all(row[below] == row[tip] for row in shared):
                tips[tip] = below
    kept = [slots not in [[tip] for tip in tips] for slots in changed]
    return tips, {name: turns[name] for name, keep in zip(turns, kept, strict=True) if keep}


def with_tips(numbers: Sequence[int], puzzle: KPuzzle) -> list[int]:
    """Return how many states are at each distance, given those whose tips are as the slots below them."""
    counted = np.array(numbers, np.int64)
    for tip in tips_and_moves(puzzle)[0]:
        counted = np.convolve(counted, [1, puzzle.slots[tip][0].placements - 1])
    result: list[int] = counted.tolist()
    return result
