"""Cubes of any size: those of 4×4×4 and up, and the class of the cubes of each size.

From 4×4×4 on, cubes have centre pieces that look alike. Cubes are compared, hashed and ordered by their
visible contents.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, Self

from cubecsp.puzzle.core.arrangement import LookAlikes
from cubecsp.puzzle.core.permutation import Permutation
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CUBE, POCKET, CubePuzzle, cube_puzzle
from cubecsp.puzzle.cube.state import Cube, HeldByCorner, PocketCube, State
from cubecsp.puzzle.cube.sticker_paths import after_turns
from cubecsp.puzzle.cube.symmetry import Symmetry

_MANY = 50  # this many turns or more are faster on arrays


class LargeCube(LookAlikes, State):
    """An immutable cube of size 4 or more; `cube_class(size)` is the class of those of one size.

    On a cube of even size, pieces are named after the one in the slot DBL. Centre pieces look alike in fours,
    so stickers do not show which is where (see `LookAlikes`).

    Raises:
        InputError: see `State.from_letters`.
    """

    def __reduce__(self) -> tuple[object, ...]:
        arguments = (self.puzzle.size, self.placements, self.labelled, self.holding)
        return (_unpickle_large, arguments)

    def _after(self, turns: Iterable[int]) -> Permutation:
        turns = tuple(turns)
        if len(turns) < _MANY or isinstance(self.stickers, bytes):
            return super()._after(turns)
        for turn in set(turns):
            self.puzzle.require_turn(turn)
        return tuple(after_turns(self.puzzle.size, self.stickers, turns).tolist())

    def _turned(self, stickers: Permutation, rotation: str) -> Self:
        return super()._turned(stickers, rotation)._as(self.labelled)

    def conjugated(self, symmetry: Symmetry) -> Self:  # noqa: D102  # see `State`
        return super().conjugated(symmetry)._as(self.labelled)

    def __repr__(self) -> str:
        return f"cube_class({self.puzzle.size})({self._shown!r})"


@cache
def cube_class(size: int) -> type[State]:
    """Return the class of the n×n×n cubes of a size: `Cube`, `PocketCube` or a `LargeCube`.

    Raises:
        InputError: the size is not an integer of at least 2.
    """
    puzzle = cube_puzzle(size)
    if puzzle in (CUBE, POCKET):
        return Cube if puzzle is CUBE else PocketCube
    kinds = (LargeCube,) if size % 2 else (LargeCube, HeldByCorner)
    return type(f"Cube{size}", kinds, {"puzzle": puzzle, "__doc__": LargeCube.__doc__})


def class_of(puzzle: Puzzle) -> type[Any]:
    """Return the class of the states of a puzzle: for a cube that of its size."""
    return cube_class(puzzle.size) if isinstance(puzzle, CubePuzzle) else puzzle.state_class


def state_of(puzzle: CubePuzzle, *placements: Iterable[int]) -> State:
    """Return the cube of `puzzle` whose slots hold these, orbit by orbit; see `from_placements`."""
    return cube_class(puzzle.size).from_placements(*placements)


def _unpickle_large(size: int, placements: bytes, labelled: bool, holding: str) -> State:
    kind = cube_class(size)
    assert issubclass(kind, LargeCube)
    return kind._with(placements)._as(labelled)._in_holding(holding)
