"""Whether moves can lead a cube to a goal at all: decided by the group that they generate.

A few moves need not be able to make everything that the invariants of the cube allow: turns of U and R permute
the six corners that they touch in only 120 ways. So the moves are read as permutations of the 54 stickers
in space, including centres, which rotations of the whole cube move as well, and `cubecsp.puzzle.core.group`
says what they generate. A goal may be reached in any orientation that the moves lead to.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable
from functools import cache, cached_property

from cubecsp.puzzle.core.group import IDENTITY, Group
from cubecsp.puzzle.core.orbits import Orbit
from cubecsp.puzzle.core.permutation import inverse, permutation_to, table
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.holding import HOLDINGS
from cubecsp.puzzle.cube.moves import Moves
from cubecsp.puzzle.cube.notation import held_after
from cubecsp.puzzle.cube.state import Cube, PocketCube
from cubecsp.puzzle.cube.symmetry import SYMMETRIES
from cubecsp.search.goals import PlacementGoal
from cubecsp.search.named_moves import NamedMove

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

    @cached_property
    def cubes(self) -> int:
        """The number of different cubes that the moves make of a solved one, in any orientation."""
        return self.order // sum(turned in self._group for turned in self._rotations)

    @property
    def unmoved(self) -> list[str]:
        """The slots that no move touches."""
        made = [permutation(move.turns) for move in self._moves]
        return [
            name
            for orbit in self._orbits
            for name, facelets in zip(orbit.names, orbit.frames, strict=True)
            if all(moved[facelet] == facelet for moved in made for facelet in facelets)
        ]

    def random_cube(self, source: random.Random) -> Cube | PocketCube:
        """Return a random cube that the moves make, turned back; each of `cubes` has the same probability."""
        element = self._group.random_element(source)
        if not self._corners_only:
            turned = next(r for r in self._rotations if _same_centres(r, element))
            element = element.translate(inverse(turned))
        cube = Cube._of(permutation_to(element[: CUBE.facelet_count]))
        return PocketCube(cube.corners) if self._corners_only else cube

    def makes(self, cube: Cube | PocketCube) -> bool:
        """Return whether the moves make a cube, in any orientation."""
        element = _element_of(cube)
        rotations: Iterable[bytes] = self._rotations
        if not self._corners_only:  # others lead the centres elsewhere
            rotations = map(_rotation, holdings_of(self._moves))
        return any(element.translate(turned) in self._group for turned in rotations)

    @property
    def _orbits(self) -> Iterable[Orbit]:
        return CUBE.orbits[: 1 if self._corners_only else None]

    @cached_property
    def _rotations(self) -> list[bytes]:
        """The rotations of the whole cube."""
        every = map(_rotation, HOLDINGS)
        return [*map(_of_corners, every)] if self._corners_only else [*every]

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
        """Return whether an element leads `cube` to `goal` in one orientation."""
        turned = _rotation(holding)
        # What lies at a point afterwards came from one of these, so inverse elements are considered.
        centres = () if self._corners_only else CUBE.centres
        sources = {turned[centre]: {centre} for centre in centres}
        placed = (cube.corners, cube.edges)
        for orbit, placements, allowed in zip(self._orbits, placed, goal, strict=False):
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


def _element_of(cube: Cube | PocketCube) -> bytes:
    """Return where the stickers of a solved cube are in a cube; those of edges of a 2×2×2 stay."""
    placements = cube.corners + (cube.edges or _HOME[len(cube.corners) :])
    return inverse(table(Cube._with(placements).stickers))


def _same_centres(one: bytes, other: bytes) -> bool:
    return all(one[centre] == other[centre] for centre in CUBE.centres)


CORNER_POINTS = sorted({facelet for frame in CUBE.orbits[0].frames for facelet in frame})
"""The facelets of corners."""


def _of_corners(moved: bytes) -> bytes:
    """Return the permutation restricted to the stickers of corners, all others left in place."""
    return bytes(moved[point] if point in CORNER_POINTS else point for point in range(256))


_HOME = Cube().placements


@cache
def _quarter(face: int) -> bytes:
    return table(CUBE.layer_turn(face))


@cache
def _rotation(holding: str) -> bytes:
    """Return where each sticker goes when the whole cube is turned to a holding."""
    return table(SYMMETRIES[HOLDINGS[holding]].facelets)
