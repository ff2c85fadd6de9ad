"""Whether moves can lead a cube to a goal at all: decided by the group that they generate.

A few moves need not be able to make everything that the invariants of the cube allow: turns of U and R permute
the six corners that they touch in only 120 ways. So the moves are read as permutations of the 54 stickers
in space, including centres, which rotations of the whole cube move as well, and `cubecsp.puzzle.core.group`
says what they generate. A goal may be reached held in any way that the moves lead to.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cache, cached_property
from itertools import islice

from cubecsp.puzzle.core.group import IDENTITY, Group
from cubecsp.puzzle.core.permutation import table
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.holding import HOLDINGS
from cubecsp.puzzle.cube.moves import Moves
from cubecsp.puzzle.cube.notation import held_after
from cubecsp.puzzle.cube.state import Cube
from cubecsp.puzzle.cube.symmetry import SYMMETRIES
from cubecsp.search.goals import PlacementGoal
from cubecsp.search.named_moves import NamedMove

__all__ = ["CubeMoveGroup", "holdings_of", "permutation"]

_PATIENCE = 20_000
"""Ways to reach a goal that are examined before the question is left to the search."""


def permutation(moves: Moves) -> bytes:
    """Return where each sticker goes when moves are made, the rotation after them included."""
    result = IDENTITY
    for turn in moves:
        face, more = divmod(turn, 3)
        for _ in range(more + 1):
            result = result.translate(_quarter(face))
    return result.translate(_rotation(moves.holding))


def holdings_of(moves: Iterable[NamedMove]) -> list[str]:
    """Return every way in which the moves may leave a cube held, beginning with that at the start."""
    steps = sorted({move.holding for move in moves})
    results = [FACES]
    for holding in results:
        for step in steps:
            after = held_after(holding, step)
            if after not in results:
                results.append(after)
    return results


class CubeMoveGroup:
    """The group that a set of moves generates on a cube.

    Args:
        moves: the moves.
        corners_only: whether the cube has nothing but corners, as a 2×2×2.
    """

    def __init__(self, moves: Iterable[NamedMove], corners_only: bool = False) -> None:
        self._moves = tuple(moves)
        self._corners_only = corners_only
        self._based: tuple[list[int], Group] | None = None

    @cached_property
    def _group(self) -> Group:
        made = (permutation(move.turns) for move in self._moves)
        return Group(map(_of_corners, made) if self._corners_only else made)

    @property
    def order(self) -> int:
        """How many cubes the moves make of one, different holdings counted separately."""
        return self._group.order

    def reaches(self, cube: Cube, goal: PlacementGoal) -> bool | None:
        """Return whether the moves can lead `cube` to `goal`, None if that takes too long to find out."""
        unsure = False
        for holding in holdings_of(self._moves):
            met = self._meets(cube, goal, holding)
            if met:
                return True
            unsure = unsure or met is None
        return None if unsure else False

    def _meets(self, cube: Cube, goal: PlacementGoal, holding: str) -> bool | None:
        """Return whether an element leads `cube` to `goal` held in one way."""
        turned = _rotation(holding)
        # What lies at a point afterwards came from one of these, so inverse elements are considered.
        centres = () if self._corners_only else CUBE.centres
        sources = {turned[centre]: {centre} for centre in centres}
        orbits = zip(CUBE.orbits, (cube.corners, cube.edges), goal, strict=True)
        for orbit, placements, allowed in islice(orbits, 1 if self._corners_only else None):
            where = {
                (value // orbit.turns, colour): facelet
                for value, facelets in zip(placements, orbit.frames, strict=True)
                for colour, facelet in zip(orbit.colours[value], facelets, strict=True)
            }
            for values, facelets in zip(allowed, orbit.frames, strict=True):
                if len(values) < orbit.placements:
                    sources[turned[facelets[0]]] = {
                        where[value // orbit.turns, orbit.colours[value][0]] for value in values
                    }
        base = sorted(sources, key=lambda point: (len(sources[point]), point))
        targets: list[Collection[int]] = [sources[point] for point in base]
        return self._with_base(base).leads(targets, _PATIENCE)

    def _with_base(self, base: list[int]) -> Group:
        """Return the group for a base; the last one is kept, since cubes all have the same."""
        if self._based is None or self._based[0] != base:
            self._based = base, self._group.with_base(base)
        return self._based[1]


def _of_corners(moved: bytes) -> bytes:
    """Return the permutation restricted to the stickers of corners, all others left in place."""
    return bytes(moved[point] if point in _CORNER_POINTS else point for point in range(256))


_CORNER_POINTS = {facelet for frame in CUBE.orbits[0].frames for facelet in frame}


@cache
def _quarter(face: int) -> bytes:
    return table(CUBE.layer_turn(face))


@cache
def _rotation(holding: str) -> bytes:
    return table(SYMMETRIES[HOLDINGS[holding]].facelets)
