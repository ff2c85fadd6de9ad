"""How many moves a cube is from solved: the fewest single moves that solve it.

Engines know nothing of it. Cubes that are at most so far are listed for the 3×3×3, which are few if the number is
small; otherwise candidates are looked up among stored distances.
"""

from __future__ import annotations

import operator as operators
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, ClassVar

from cubecsp.errors import InputError, LimitError
from cubecsp.models.core.primitives import Primitive
from cubecsp.models.core.rule import Rule, State, Violation
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle
from cubecsp.puzzle.cube.symmetry import SYMMETRIES, Symmetry

if TYPE_CHECKING:  # numpy is slow to import
    from cubecsp.puzzle.cube.batch import Batch, CubeArray, Flags

MOST = 99
"""The largest number of moves that a text may name."""

_COMPARED: dict[str, Callable[[Any, Any], Any]] = {
    "<=": operators.le,
    ">=": operators.ge,
    "==": operators.eq,
    "!=": operators.ne,
}
_IN_WORDS = {"<=": "at most", ">=": "at least", "==": "exactly", "!=": "not exactly"}
FARTHEST = 20
"""The most turns that a 3×3×3 takes (cube20.org)."""


class Distance(Rule):
    """The fewest moves that solve the cube are so many, at most or at least so many, or not so many.

    Moves are turns of a face by any angle, and the single moves of other puzzles. A cube that no moves solve is farther
    than any number.

    Args:
        sign: `<`, `<=`, `==`, `!=`, `>=` or `>`.
        number: of moves, up to `MOST`.

    Raises:
        InputError: the sign or the number is another one.
    """

    name = "distance"
    summary = "the fewest moves that solve it are this many (<= >= == != < >)"
    scope = "cube"
    example = "distance>=4"
    sizes = (2, 3)
    limits = "larger cubes have too many states for their distances to be known"
    other_puzzles = "pieces"
    is_filter = True
    declares = True

    turns_within: ClassVar[Callable[[Any, int], int | None]]
    """Returns how many turns a 3×3×3 is from solved, None if more than some: an optimal solver, set by what has one."""

    def __init__(self, sign: str, number: int) -> None:
        if sign in ("<", ">"):
            sign, number = f"{sign}=", number + (1 if sign == ">" else -1)
        if sign not in _COMPARED or not 0 <= number <= MOST:
            raise InputError(
                f"distance{sign}{number}",
                f"expected a sign such as <= and a number from 0 to {MOST}",
            )
        self.sign = str(sign)
        self.number = number

    @property
    def most(self) -> int:
        """The distance up to which it matters what the distance is."""
        return max(self.number - (self.sign == ">="), 0)

    def allows(self, distance: Any) -> Any:
        """Return whether a distance satisfies the rule; of an array, for each."""
        return _COMPARED[self.sign](distance, self.number)

    def primitives(self, puzzle: CubePuzzle = CUBE) -> Iterable[Primitive]:
        """Return none.

        Raises:
            LimitError: this is a 3×3×3, and the number is too large to tell its cubes apart.
        """
        self.require(puzzle)
        if not self._is_stored(puzzle):
            from cubecsp.puzzle.states.distances import FARTHEST_LISTED

            raise LimitError(
                f"{self}: too many cubes are that near, and only those up to {FARTHEST_LISTED} turns from solved are listed",
                "`check` decides it for a cube by solving it, and `count` knows how many cubes are up to 15 turns away",
            )
        return ()

    def _is_stored(self, puzzle: Puzzle) -> bool:
        """Return whether the distances that matter are looked up."""
        from cubecsp.puzzle.states.distances import FARTHEST_LISTED

        return puzzle is not CUBE or self.most <= FARTHEST_LISTED

    def listed(self, puzzle: Puzzle) -> CubeArray | None:
        """Return all cubes up to the distance, if it is an upper bound and they are few; not those of the 2×2×2."""
        from cubecsp.puzzle.states.distances import distances

        bounded = self.sign in ("<=", "==") and self._is_stored(puzzle)
        return distances(puzzle).within(self.most) if bounded else None

    def holds(self, cube: State) -> bool:
        """Return whether the distance is as demanded.

        Raises:
            LimitError: it is not known, or the time limit passed before it was.
        """
        return bool(self.allows(self._distance(cube)))

    def holds_in(self, cubes: Batch) -> Flags:
        """Return for each cube whether its distance is as demanded; errors as for `holds`."""
        from cubecsp.puzzle.states.distances import distances

        self.require(cubes.puzzle)
        if not self._is_stored(cubes.puzzle):
            return super().holds_in(cubes)
        flags: Flags = self.allows(distances(cubes.puzzle).of(cubes.rows, self.most))
        return flags

    def violations(self, cube: State) -> list[Violation]:
        """Return one violation: the distance, if it is known."""
        distance = self._distance(cube)
        if self.allows(distance):
            return []
        away = f"more than {self.most}" if distance > MOST else str(distance)
        return [Violation((), f"it is {away} move{'s' * (away != '1')} from solved")]

    def _distance(self, cube: State) -> int:
        """Return the distance of a cube, more than `MOST` if it is larger than `most`."""
        from cubecsp.puzzle.cube.batch import from_bytes
        from cubecsp.puzzle.states.distances import FAR, distances

        self.require(cube.puzzle)
        if self._is_stored(cube.puzzle):
            row = from_bytes(cube.seen, cube.puzzle)
            return int(distances(cube.puzzle).of(row, self.most)[0])
        if not cube.is_reachable:
            return FAR
        if self.most >= FARTHEST:
            return FARTHEST
        distance = Distance.turns_within(cube, self.most)
        return FAR if distance is None else distance

    def impossible(self, puzzle: Puzzle = CUBE) -> str | None:  # noqa: ARG002
        """Return None: the distances that occur are not looked up for that."""
        return None

    def symmetries(self, puzzle: Puzzle = CUBE) -> tuple[Symmetry, ...]:
        """Return all 48 of a cube."""
        self.require(puzzle)
        return SYMMETRIES if isinstance(puzzle, CubePuzzle) else SYMMETRIES[:1]

    def describe(self) -> str:
        """Return the comparison in words."""
        return f"{_IN_WORDS[self.sign]} {self.number} from solved, counted in moves"

    def __str__(self) -> str:
        return f"{self.name}{self.sign}{self.number}"

    def __repr__(self) -> str:
        return f"Distance({self.sign!r}, {self.number})"
