"""All sequences of exactly so many moves from cubes to a goal, on the normal and on the inverse side (NISS).

From the goal, levels of positions grow backwards once for all cubes (see `cubecsp.search.breadth_first`), as
long as there is room. Each cube is then the root of a depth-first search, which the levels cut short: within
their depth, only moves that lead to the goal in time are tried. That takes no memory for each cube.

The levels cut short moves on the normal side alone, so of moves on both sides, the longer ones should be there. If the goal has
the inverse of each of its cubes, as groups have, the sides may be exchanged: then the search goes on from the inverse.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from heapq import merge
from itertools import groupby

from cubecsp._native import SequenceSearch
from cubecsp.errors import InputError
from cubecsp.puzzle.cube.state import Cube
from cubecsp.search.breadth_first import Bidirectional, Target
from cubecsp.search.goals import has_inverses, only
from cubecsp.search.named_moves import NamedMove

_MEMORY = 1 << 27  # bytes for the positions of levels: some two million
_STEPS_A_SLICE = 20_000
_DEEPEST = 60


class Walks:
    """The sequences that lead to a goal.

    Args:
        moves: the moves, by name, none of which turns the whole cube.
        targets: the goal: one of these.
        up_to_commuting: of sequences that differ only in the order of commuting moves, give only the first.
        tick: called with a number of moves that are about to be tried; what it raises ends the search.

    Attributes:
        solves: whether the goal is the solved cube.

    Raises:
        InputError: a target has too many positions to search backwards from.
    """

    def __init__(
        self,
        moves: Mapping[str, NamedMove],
        targets: Sequence[Target],
        up_to_commuting: bool,
        tick: Callable[[int], None],
    ) -> None:
        search = Bidirectional(
            Cube(), moves, [*targets], False, None, up_to_commuting, None, _MEMORY
        )
        self._goals = [search.branch(target).native for target in targets]
        self._tick = tick
        self.solves = [*targets] == [only(Cube())]
        self._has_inverses = len(targets) == 1 and has_inverses(targets[0])
        if not all(goal.both_ways for goal in self._goals):
            raise InputError(
                "steps and NISS do not take rules that so many cubes satisfy in so many ways",
                "use rules about single slots: solved=, oriented=, permuted=, holds=",
            )

    def of(self, cube: Cube, on_inverse: int, on_normal: int) -> Iterator[bytes]:
        """Iterate over the numbers of the moves of each sequence, those on the inverse first.

        Args:
            cube: the cube.
            on_inverse: the number of moves on the inverse.
            on_normal: the number of moves on the normal side.
        """
        if self._has_inverses and on_inverse > on_normal:
            walks = self._to(self._goals[0], ~cube, on_normal, on_inverse)
            return (walk[on_normal:] + walk[:on_normal] for walk in walks)
        each = (self._to(goal, cube, on_inverse, on_normal) for goal in self._goals)
        return (walk for walk, _ in groupby(merge(*each)))

    def _to(
        self, goal: SequenceSearch, cube: Cube, on_inverse: int, on_normal: int
    ) -> Iterator[bytes]:
        while goal.goal_depth < min(on_normal, _DEEPEST) and not (goal.full or goal.exhausted):
            while not goal.retreat(_STEPS_A_SLICE):
                self._tick(_STEPS_A_SLICE)
        goal.begin_walks(cube.placements, on_inverse, on_normal)
        width = on_inverse + on_normal
        if not width and not goal.walked_all:
            yield b""
        while width and not goal.walked_all:
            before = goal.walked
            walks = goal.walks(_STEPS_A_SLICE)
            self._tick(goal.walked - before)
            yield from (walks[at : at + width] for at in range(0, len(walks), width))
