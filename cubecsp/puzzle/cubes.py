"""Cubes of any size: those of 4×4×4 and up, and the class of the cubes of each size.

From 4×4×4 on, cubes have centre pieces that look alike. Cubes are compared, hashed and ordered by what can
be seen. What cannot be seen, which of these pieces is where, is known if moves made the cube from a solved
one; only such a *labelled* cube has an inverse and an order, and can be done after another.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, Self

from cubecsp.errors import InputError
from cubecsp.puzzle.moves import Moves, parse_moves
from cubecsp.puzzle.permutation import identity
from cubecsp.puzzle.puzzle import CUBE, POCKET, CubePuzzle, cube_puzzle
from cubecsp.puzzle.state import Cube, HeldByCorner, PocketCube, State
from cubecsp.puzzle.stickers import parse_row
from cubecsp.puzzle.symmetry import Symmetry
from cubecsp.puzzle.turning import after_turns

__all__ = ["LargeCube", "cube_class", "state_of"]

_MANY = 50  # turns that are quicker on arrays


class LargeCube(State):
    """An immutable cube of size 4 or more; `cube_class(size)` is the class of those of one size.

    One of even size is held with its corner piece DBL at home. Centre pieces look alike in fours, so
    stickers do not show which is where: `labelled` says whether that is known.

    Raises:
        InputError: see `State.from_letters`.
    """

    __slots__ = ("labelled",)

    labelled: bool
    """Whether it is known which piece is where even of those that look alike."""

    def __new__(cls, facelets: str | None = None) -> Self:  # noqa: D102
        if facelets is not None:
            return cls.from_facelets(facelets)
        return cls._of(identity(cls.puzzle.facelet_count))._as(True)

    @classmethod
    def from_facelets(cls, text: str) -> Self:
        """Read the stickers of a cube held in any way; see `parse_row` for what may be written.

        Raises:
            InputError: the text cannot be read, or shows stickers that form no set of real pieces.
        """
        return cls.from_letters(*parse_row(text, cls.puzzle))

    @classmethod
    def from_placements(cls, *placements: Iterable[int]) -> Self:  # noqa: D102  # see `State`
        return super().from_placements(*placements)._as(True)

    def _as(self, labelled: bool) -> Self:
        _set_labelled(self, labelled)
        return self

    def __getattr__(self, name: str) -> Any:
        if name == "labelled":
            return False
        return super().__getattr__(name)

    def __reduce__(self) -> tuple[object, ...]:
        return (_unpickled_large, (self.puzzle.size, self.placements, self.labelled))

    @classmethod
    def from_row(cls, row: bytes) -> Self:  # noqa: D102  # see `State`
        pairs = zip(cls.puzzle.orbits, cls.puzzle.rows, strict=True)
        held = [orbit.told_apart(orbit.seen(row[where])) for orbit, where in pairs]
        if None in held:
            raise AssertionError(f"{list(row)} is no {cls.puzzle.name}")
        return cls._with(b"".join(filter(None, held)))

    @property
    def seen(self) -> bytes:  # noqa: D102  # see `State`
        pairs = zip(self.puzzle.orbits, self.by_orbit, strict=True)
        return b"".join(orbit.seen(held) for orbit, held in pairs)

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self.puzzle.colours(self.stickers) == other.puzzle.colours(other.stickers)

    def __lt__(self, other: Self) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self.seen < other.seen

    def __hash__(self) -> int:
        return hash(self.puzzle.colours(self.stickers))

    def __mul__(self, other: Self) -> Self:
        """Return the cube that first `self`, then `other` leads to.

        Raises:
            InputError: `other` is not labelled.
        """
        if type(other) is not type(self):
            return NotImplemented
        other._need_labels("be done after another cube")
        return (super().__mul__(other))._as(self.labelled)

    def __invert__(self) -> Self:
        """Return the inverse: `cube * ~cube` is solved.

        Raises:
            InputError: the cube is not labelled.
        """
        self._need_labels("be inverted")
        return super().__invert__()._as(True)

    def apply(self, moves: str | Moves) -> Self:  # noqa: D102  # see `State`
        turns = parse_moves(moves, puzzle=self.puzzle) if isinstance(moves, str) else moves
        if len(turns) < _MANY or isinstance(self.stickers, bytes):
            return super().apply(turns)._as(self.labelled)
        for turn in set(turns):
            self.puzzle.require_turn(turn)
        shown = after_turns(self.puzzle.size, self.stickers, turns)
        return self._of(tuple(shown.tolist()))._as(self.labelled)

    def conjugated(self, symmetry: Symmetry) -> Self:  # noqa: D102  # see `State`
        return super().conjugated(symmetry)._as(self.labelled)

    def order(self) -> int:
        """Return the least n > 0 for which doing this cube's moves n times leads back to solved.

        Raises:
            InputError: the cube is not labelled.
        """
        self._need_labels("have an order")
        return super().order()

    def _need_labels(self, what: str) -> None:
        if not self.labelled:
            raise InputError(
                f"this {self.puzzle.name} cannot {what}, since stickers do not show which of its "
                "centre pieces that look alike is where; make it with moves"
            )

    def __repr__(self) -> str:
        return f"cube_class({self.puzzle.size})({self.facelets!r})"


class _LargeEvenCube(LargeCube, HeldByCorner):
    __slots__ = ()


_set_labelled = vars(LargeCube)["labelled"].__set__


@cache
def cube_class(size: int) -> type[State]:
    """Return the class of the n×n×n cubes of a size: `Cube`, `PocketCube` or a `LargeCube`.

    Raises:
        InputError: the size is not a whole number of at least 2.
    """
    puzzle = cube_puzzle(size)
    if puzzle in (CUBE, POCKET):
        return Cube if puzzle is CUBE else PocketCube
    kind = LargeCube if size % 2 else _LargeEvenCube
    return type(
        f"Cube{size}", (kind,), {"__slots__": (), "puzzle": puzzle, "__doc__": kind.__doc__}
    )


def state_of(puzzle: CubePuzzle, *placements: Iterable[int]) -> State:
    """Return the cube of `puzzle` whose slots hold these, orbit by orbit; see `from_placements`."""
    return cube_class(puzzle.size).from_placements(*placements)


def _unpickled_large(size: int, placements: bytes, labelled: bool) -> State:
    kind = cube_class(size)
    assert issubclass(kind, LargeCube)
    return kind._with(placements)._as(labelled)
