"""The 48 symmetries of the cube: how they act on facelets, pieces, moves and cubes.

A symmetry moves every facelet of space and renames the colours along with the faces, so that the
solved cube stays solved; on cubes that is conjugation. Symmetry 0 is the identity, 0…23 are the
rotations, 24…47 contain a mirror. `s * t` means: first s, then t.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from functools import cache, cached_property

from cubecsp.cube.geometry import CUBE, NORMALS, Puzzle, Vector, transformed
from cubecsp.cube.moves import Moves
from cubecsp.cube.state import Cube

__all__ = ["SYMMETRIES", "Symmetry", "canonical", "class_size", "conjugates"]


@dataclass(frozen=True, eq=False)  # there are 48 of them, so identity is equality
class Symmetry:
    """One of the 48 isometries that map the cube onto itself.

    Attributes:
        index: its number, 0…47.
        image: where the axes x, y and z go; each is ± a unit vector.
    """

    index: int
    image: tuple[Vector, Vector, Vector]

    def __reduce__(self) -> tuple[object, ...]:
        return (_numbered, (self.index,))

    @property
    def mirrored(self) -> bool:
        """Whether it turns a right hand into a left one."""
        return _determinant(self.image) < 0

    @cached_property
    def faces(self) -> tuple[int, ...]:
        """For each face, and so for each colour, the one it goes to."""
        return tuple(NORMALS.index(transformed(normal, self.image)) for normal in NORMALS)

    @cached_property
    def facelets(self) -> tuple[int, ...]:
        """For each facelet of the 3×3×3 the one it goes to."""
        return self.facelets_of(CUBE)

    def facelets_of(self, puzzle: Puzzle) -> tuple[int, ...]:
        """Return, for each facelet of `puzzle`, the one it goes to."""
        return _facelets_of(self, puzzle)

    @cached_property
    def inverse(self) -> Symmetry:
        """The symmetry that undoes this one."""
        return _by_faces()[tuple(self.faces.index(face) for face in range(6))]

    def __mul__(self, other: Symmetry) -> Symmetry:
        """Return the symmetry that is first `self`, then `other`."""
        return _by_faces()[tuple(other.faces[face] for face in self.faces)]

    def slot_images(
        self, puzzle: Puzzle, orbit_index: int
    ) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """Return, for each slot of an orbit (0 corners, 1 edges), its image and its placements' images.

        A cube that holds placement v in slot i has, after this symmetry, placement `values[v]` in
        slot `target`, where `(target, values)` is entry i.
        """
        return _slot_images(self, puzzle, orbit_index)

    def of(self, cube: Cube) -> Cube:
        """Return the conjugate of `cube`: moved by this symmetry, colours renamed along."""
        corners, edges = bytearray(8), bytearray(12)
        for result, placements, orbit in ((corners, cube.corners, 0), (edges, cube.edges, 1)):
            images = _slot_images(self, CUBE, orbit)
            for value, (target, values) in zip(placements, images, strict=True):
                result[target] = values[value]
        return Cube._make(bytes(corners), bytes(edges))

    def of_moves(self, moves: Moves) -> Moves:
        """Return the moves that make `of(cube)` where `moves` make `cube`."""
        return moves.renamed(self.faces, self.mirrored)


def canonical(cube: Cube) -> Cube:
    """Return the least (in the order of `Cube`) of the conjugates of `cube`."""
    return min(symmetry.of(cube) for symmetry in SYMMETRIES)


def conjugates(cube: Cube) -> list[Cube]:
    """Return the class of `cube` under the 48 symmetries, each cube once, in order."""
    return sorted({symmetry.of(cube) for symmetry in SYMMETRIES})


def class_size(cube: Cube) -> int:
    """Return how many different cubes the 48 symmetries make of `cube`: a divisor of 48."""
    return len({symmetry.of(cube) for symmetry in SYMMETRIES})


def _determinant(image: tuple[Vector, Vector, Vector]) -> int:
    (a, b, c), (d, e, f), (g, h, i) = image
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)


@cache
def _facelets_of(symmetry: Symmetry, puzzle: Puzzle) -> tuple[int, ...]:
    return puzzle.mapped(symmetry.image)


@cache
def _slot_images(
    symmetry: Symmetry, puzzle: Puzzle, orbit_index: int
) -> tuple[tuple[int, tuple[int, ...]], ...]:
    orbit = puzzle.orbits[orbit_index]
    facelet_to = symmetry.facelets_of(puzzle)
    slot_of = {
        facelet: slot for slot, facelets in enumerate(orbit.facelets) for facelet in facelets
    }
    # The image of each slot and, for each of its facelets, the position of the image there.
    targets = []
    for facelets in orbit.facelets:
        moved = [facelet_to[facelet] for facelet in facelets]
        target = slot_of[moved[0]]
        targets.append((target, [orbit.facelets[target].index(facelet) for facelet in moved]))
    # Pieces move as the slots that they are at home in. The first sticker of the image of piece p is
    # the image of p's sticker number at.index(0), which turn o puts at position at.index(0) + o.
    firsts = [(piece, at.index(0)) for piece, at in targets]
    turns = range(orbit.turns)
    return tuple(
        (
            target,
            tuple(
                piece * orbit.turns + at[(first + turn) % orbit.turns]
                for piece, first in firsts
                for turn in turns
            ),
        )
        for target, at in targets
    )


def _all_images() -> list[tuple[Vector, Vector, Vector]]:
    """Return the 48 signed permutations of the axes: rotations before mirrors, the identity first."""
    axes: list[Vector] = [(1, 0, 0), (0, 1, 0), (0, 0, 1)]
    images = []
    for order in itertools.permutations(range(3)):
        for signs in itertools.product((1, -1), repeat=3):
            x, y, z = (
                tuple(sign * coordinate for coordinate in axes[axis])
                for axis, sign in zip(order, signs, strict=True)
            )
            images.append((x, y, z))
    return sorted(images, key=lambda image: _determinant(image) < 0)  # type: ignore[arg-type]


SYMMETRIES: tuple[Symmetry, ...] = tuple(
    Symmetry(index, image) for index, image in enumerate(_all_images())
)
"""The 48 symmetries by number."""


def _numbered(index: int) -> Symmetry:
    return SYMMETRIES[index]


@cache
def _by_faces() -> dict[tuple[int, ...], Symmetry]:
    return {symmetry.faces: symmetry for symmetry in SYMMETRIES}
