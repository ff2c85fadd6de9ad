"""What an engine is asked, and how it answers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from cubecsp.cube.geometry import Puzzle
from cubecsp.cube.state import Cube
from cubecsp.cube.symmetry import Symmetry
from cubecsp.models.primitives import Primitive

__all__ = ["Engine", "Event", "Problem", "Progress"]


@dataclass(frozen=True)
class Problem:
    """Find every reachable cube for which all primitives hold.

    Attributes:
        puzzle: the cube that it is about.
        primitives: what has to hold.
        symmetries: a group under which the set of solutions is invariant. An engine may leave out
            any solution that has a conjugate under the group with lexicographically smaller corner
            placements, and should; whoever asks brings the conjugates back. The identity alone
            means that every solution has to be given.
    """

    puzzle: Puzzle
    primitives: tuple[Primitive, ...]
    symmetries: tuple[Symmetry, ...]


@dataclass(frozen=True)
class Progress:
    """A sign of life between two solutions.

    Attributes:
        fraction: the share of the search space that is done, 0…1, None if the engine cannot say.
        nodes: search nodes or branches so far.
    """

    fraction: float | None
    nodes: int


Event = Cube | Progress


class Engine(Protocol):
    """Something that enumerates.

    `solutions` yields cubes as they are found, no cube twice, and a `Progress` at least every tenth
    of a second or so, so that whoever asks can show it, and stop by closing the iterator. When the
    iterator ends by itself, there are no further solutions; anything short of that raises.
    """

    name: str

    def solutions(self, problem: Problem) -> Iterator[Event]:
        """Enumerate the solutions of `problem`."""
