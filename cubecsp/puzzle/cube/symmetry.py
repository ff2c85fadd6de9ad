"""The 48 symmetries of the cube, and their action on facelets, pieces, moves and cubes.

A symmetry moves every facelet of space and renames the colours along with the faces, so that the
solved cube stays solved; on cubes that is conjugation. Symmetry 0 is the identity, 0…23 are the
rotations, 24…47 contain a mirror. `s * t` means: first s, then t.
"""

from __future__ import annotations

from functools import cache, cached_property, lru_cache
from operator import itemgetter
from typing import Protocol, Self, TypeVar, cast

from cubecsp.frozen import frozen
from cubecsp.puzzle.core.permutation import Permutation, permutation_to, row
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle
from cubecsp.puzzle.cube.geometry import ISOMETRIES, NORMALS, Isometry, determinant, transformed
from cubecsp.puzzle.cube.moves import Moves


class _Cube(Protocol):
    """A state of any cube: it has conjugates."""

    def conjugated(self, symmetry: Symmetry) -> Self: ...

    def __lt__(self, other: Self) -> bool: ...

    def __hash__(self) -> int: ...


_C = TypeVar("_C", bound=_Cube)


@frozen(eq=False)  # there are 48 of them, so identity is equality
class Symmetry:
    """One of the 48 isometries that map the cube onto itself.

    Attributes:
        index: its number, 0…47.
        image: the images of the axes x, y and z; each is ± a unit vector.
    """

    index: int
    image: Isometry

    def __reduce__(self) -> tuple[object, ...]:
        return (_with_index, (self.index,))

    @property
    def mirrored(self) -> bool:
        """Whether it turns a right hand into a left one."""
        return determinant(self.image) < 0

    @cached_property
    def faces(self) -> tuple[int, ...]:
        """For each face, and so for each colour, its image."""
        return tuple(NORMALS.index(transformed(normal, self.image)) for normal in NORMALS)

    @cached_property
    def facelets(self) -> tuple[int, ...]:
        """For each facelet of the 3×3×3 the one it goes to."""
        return self.facelets_of(CUBE)

    @cache  # noqa: B019  # there are 48 symmetries, which stay
    def facelets_of(self, puzzle: CubePuzzle) -> tuple[int, ...]:
        """Return, for each facelet of `puzzle`, the one it goes to."""
        return puzzle.targets(self.image)

    @cache  # noqa: B019
    def tables(self, puzzle: CubePuzzle) -> tuple[Permutation, Permutation]:
        """Return for each facelet the one it goes to, and the one it comes from."""
        there = self.facelets_of(puzzle)
        return row(there), permutation_to(there)

    @cached_property
    def inverse(self) -> Symmetry:
        """The symmetry that undoes this one."""
        return _by_faces()[tuple(self.faces.index(face) for face in range(6))]

    def __mul__(self, other: Symmetry) -> Symmetry:
        """Return the symmetry that is first `self`, then `other`."""
        return _by_faces()[tuple(other.faces[face] for face in self.faces)]

    def orbit_image(self, puzzle: CubePuzzle, orbit_index: int) -> int:
        """Return the orbit that an orbit goes to: itself, or from 6×6×6 on its mirror image."""
        head = puzzle.orbits[orbit_index].frames[0][0]
        return puzzle.slot_of[self.facelets_of(puzzle)[head]][0]

    @cache  # noqa: B019
    def slot_images(
        self, puzzle: CubePuzzle, orbit_index: int
    ) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """Return, for each slot of an orbit (0 corners, 1 edges), its image and its placements' images.

        A cube that holds placement v in slot i has, after this symmetry, placement `values[v]` in
        slot `target` of the orbit `orbit_image`, where `(target, values)` is entry i.
        """
        orbit = puzzle.orbits[orbit_index]
        image = puzzle.orbits[self.orbit_image(puzzle, orbit_index)]
        to = self.facelets_of(puzzle)
        results = []
        for frame in orbit.frames:
            _, target = puzzle.slot_of[to[frame[0]]]
            head = image.frames[target][0]
            # The sticker at the head of the image was at this place of the frame.
            place = next(place for place, facelet in enumerate(frame) if to[facelet] == head)
            values = tuple(image.by_head[to[stickers[place]]] for stickers in orbit.stickers)
            results.append((target, values))
        return tuple(results)

    def of(self, cube: _C) -> _C:
        """Return the conjugate of `cube`: moved by this symmetry, colours renamed along."""
        return cube.conjugated(self)

    def of_moves(self, moves: Moves) -> Moves:
        """Return the moves that make `of(cube)` if `moves` make `cube`."""
        return moves.renamed(self.faces, self.mirrored)


def canonical(cube: _C) -> _C:
    """Return the least (in the order of cubes) of the conjugates of `cube`."""
    return canonical_by(cube)[0]


def canonical_by(cube: _C) -> tuple[_C, Symmetry]:
    """Return the least of the conjugates of `cube`, and the first symmetry that leads to it."""
    return cast("tuple[_C, Symmetry]", _least(cube))


@lru_cache(
    maxsize=128
)  # all 48 perfect scrambles are solved, counted and printed by symmetry class
def _least(cube: _Cube) -> tuple[_Cube, Symmetry]:
    return min(((s.of(cube), s) for s in SYMMETRIES), key=itemgetter(0))  # the first among equals


def conjugates(cube: _C) -> list[_C]:
    """Return the symmetry class of `cube`, each cube once, in order."""
    return sorted({cube.conjugated(symmetry) for symmetry in SYMMETRIES})


def class_size(cube: _C) -> int:
    """Return the number of different cubes that the 48 symmetries make from `cube`: a divisor of 48."""
    return len({cube.conjugated(symmetry) for symmetry in SYMMETRIES})


SYMMETRIES: tuple[Symmetry, ...] = tuple(
    Symmetry(index, image) for index, image in enumerate(ISOMETRIES)
)
"""The 48 symmetries by number."""


def _with_index(index: int) -> Symmetry:
    return SYMMETRIES[index]


@cache
def _by_faces() -> dict[tuple[int, ...], Symmetry]:
    return {symmetry.faces: symmetry for symmetry in SYMMETRIES}
