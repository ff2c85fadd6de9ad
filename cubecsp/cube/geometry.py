"""Where every sticker sits: faces, facelets, slots and neighbourhoods, all derived from 3D coordinates.

Space: x points right (out of R), y up (out of U), z towards the viewer (out of F). The cubies of an
n×n×n puzzle have their centres on the grid {-(n-1), …, n-3, n-1}³, so neighbours are 2 apart; a
facelet is a cubie centre together with the outward normal of the face it lies on.

Facelets are numbered face by face in the order U R F D L B, row by row, each face seen from outside
(H. Kociemba's order): facelet = face·n² + row·n + column. Nothing in this module is specific to the
3×3×3 except the names of the slots; every other index in the project comes from here.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from functools import cached_property

__all__ = [
    "CUBE",
    "FACES",
    "NORMALS",
    "POCKET",
    "PUZZLES",
    "Orbit",
    "Puzzle",
    "Vector",
    "transformed",
    "turned",
]

Vector = tuple[int, int, int]

FACES = "URFDLB"
"""The faces, and the colours named after the face they belong to, in the order of their indices."""

# For each face: outward normal, direction of growing column, direction of growing row.
_FRAMES: dict[str, tuple[Vector, Vector, Vector]] = {
    "U": ((0, 1, 0), (1, 0, 0), (0, 0, 1)),
    "R": ((1, 0, 0), (0, 0, -1), (0, -1, 0)),
    "F": ((0, 0, 1), (1, 0, 0), (0, -1, 0)),
    "D": ((0, -1, 0), (1, 0, 0), (0, 0, -1)),
    "L": ((-1, 0, 0), (0, 0, 1), (0, -1, 0)),
    "B": ((0, 0, -1), (-1, 0, 0), (0, -1, 0)),
}

NORMALS: tuple[Vector, ...] = tuple(_FRAMES[face][0] for face in FACES)
"""The outward normal of each face."""

_CORNERS = ("URF", "UFL", "ULB", "UBR", "DFR", "DLF", "DBL", "DRB")
_EDGES = ("UR", "UF", "UL", "UB", "DR", "DF", "DL", "DB", "FR", "FL", "BL", "BR")


def turned(a: Vector, axis: Vector) -> Vector:
    """Return `a` after a quarter turn about `axis`, clockwise as seen from the tip of the axis."""
    along, (x, y, z) = _dot(a, axis), _cross(a, axis)
    return (along * axis[0] + x, along * axis[1] + y, along * axis[2] + z)


def transformed(a: Vector, image: tuple[Vector, Vector, Vector]) -> Vector:
    """Return `a` under the linear map that takes the axes x, y and z to `image`."""
    (x, y, z), (p, q, r) = a, image
    return (
        x * p[0] + y * q[0] + z * r[0],
        x * p[1] + y * q[1] + z * r[1],
        x * p[2] + y * q[2] + z * r[2],
    )


def _dot(a: Vector, b: Vector) -> int:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _cross(a: Vector, b: Vector) -> Vector:
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def _minus(a: Vector, b: Vector) -> Vector:
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def _plus(a: Vector, b: Vector, factor: int = 1) -> Vector:
    return (a[0] + factor * b[0], a[1] + factor * b[1], a[2] + factor * b[2])


@dataclass(frozen=True)
class Orbit:
    """One kind of piece: the slots that such pieces can sit in.

    Slot i and piece i carry the same name. A *placement* is a piece together with how it is turned,
    numbered piece·turns + turn; turn o means that the piece's first sticker lies on the slot's
    facelet number o, counted clockwise around a corner.

    Attributes:
        name: "corner" or "edge".
        turns: in how many ways a piece fits a slot: 3 for corners, 2 for edges.
        names: the slots in the order of their indices; the letters are the faces that they touch,
            first the face that orientation is measured against.
        facelets: for each slot its facelets in the order of the letters of its name.
    """

    name: str
    turns: int
    names: tuple[str, ...]
    facelets: tuple[tuple[int, ...], ...]

    @property
    def placements(self) -> int:
        """How many placements a slot could hold: pieces × turns (24 for both kinds on a cube)."""
        return len(self.names) * self.turns

    @cached_property
    def colours(self) -> tuple[tuple[int, ...], ...]:
        """For each placement the colours (0…5) that it shows on the facelets of its slot, in order."""
        homes = [[FACES.index(letter) for letter in name] for name in self.names]
        return tuple(
            tuple(home[(k - turn) % self.turns] for k in range(self.turns))
            for home in homes
            for turn in range(self.turns)
        )


@dataclass(frozen=True)
class Puzzle:
    """The geometry of an n×n×n cube whose inner pieces, if any, are face centres only (n = 2, 3)."""

    size: int

    @property
    def name(self) -> str:
        """The puzzle's name: `2×2×2` or `3×3×3`."""
        return "×".join([str(self.size)] * 3)

    @cached_property
    def facelet_count(self) -> int:
        """6·n²."""
        return 6 * self.size**2

    @cached_property
    def locations(self) -> tuple[tuple[Vector, Vector], ...]:
        """For each facelet its cubie's centre and its outward normal."""
        reach = self.size - 1
        found = []
        for normal, right, down in (_FRAMES[face] for face in FACES):
            corner = _plus(_plus((0, 0, 0), normal, reach), right, -reach)
            corner = _plus(corner, down, -reach)
            for row, column in itertools.product(range(self.size), repeat=2):
                centre = _plus(_plus(corner, right, 2 * column), down, 2 * row)
                found.append((centre, normal))
        return tuple(found)

    @cached_property
    def facelet_at(self) -> dict[tuple[Vector, Vector], int]:
        """The inverse of `locations`."""
        return {location: facelet for facelet, location in enumerate(self.locations)}

    @cached_property
    def names(self) -> tuple[str, ...]:
        """For each facelet its name for people: the face's letter and 1…n², row by row (U1 … B9)."""
        area = self.size**2
        return tuple(f"{face}{i + 1}" for face in FACES for i in range(area))

    def face_of(self, facelet: int) -> int:
        """Return the face (0…5) that a facelet lies on."""
        return int(facelet) // self.size**2

    def face(self, face: int) -> range:
        """Return the facelets of a face (0…5), row by row."""
        area = self.size**2
        return range(face * area, (face + 1) * area)

    @cached_property
    def corners(self) -> Orbit:
        """The eight corner slots."""
        return self._orbit("corner", 3, _CORNERS)

    @cached_property
    def edges(self) -> Orbit:
        """The edge slots: twelve, or none on the 2×2×2."""
        return self._orbit("edge", 2, _EDGES if self.size > 2 else ())

    @property
    def orbits(self) -> tuple[Orbit, Orbit]:
        """Corners, then edges."""
        return (self.corners, self.edges)

    def _orbit(self, kind: str, turns: int, names: tuple[str, ...]) -> Orbit:
        slots = []
        for name in names:
            normals = [_FRAMES[letter][0] for letter in name]
            centre: Vector = (0, 0, 0)
            for normal in normals:
                centre = _plus(centre, normal, self.size - 1)
            slots.append(tuple(self.facelet_at[centre, normal] for normal in normals))
        return Orbit(kind, turns, names, tuple(slots))

    @cached_property
    def centres(self) -> tuple[int, ...]:
        """The facelets that never move, one per face in order; empty on the 2×2×2."""
        if self.size % 2 == 0:
            return ()
        return tuple(self.face(face)[self.size**2 // 2] for face in range(6))

    @cached_property
    def side_pairs(self) -> tuple[tuple[int, int], ...]:
        """Facelets of one face that share a side, as pairs (a, b) with a < b."""
        return self._pairs_on_a_face(4)

    @cached_property
    def diagonal_pairs(self) -> tuple[tuple[int, int], ...]:
        """Facelets of one face that share only a point, as pairs (a, b) with a < b."""
        return self._pairs_on_a_face(8)

    def _pairs_on_a_face(self, squared_distance: int) -> tuple[tuple[int, int], ...]:
        pairs = []
        for face in range(6):
            for a, b in itertools.combinations(self.face(face), 2):
                between = _minus(self.locations[a][0], self.locations[b][0])
                if _dot(between, between) == squared_distance:
                    pairs.append((a, b))
        return tuple(pairs)

    @cached_property
    def across_pairs(self) -> tuple[tuple[int, int], ...]:
        """Facelets on two faces that meet diagonally across a cube edge, as pairs (a, b) with a < b.

        Two cubies next to each other along a cube edge show two facelets each on the two faces that
        meet there; the facelets of different cubies on different faces touch in one point.
        """
        reach = self.size - 1
        pairs = []
        for a, b in itertools.combinations(range(self.facelet_count), 2):
            (p, m), (q, n) = self.locations[a], self.locations[b]
            neighbours = _dot(_minus(p, q), _minus(p, q)) == 4
            if neighbours and _dot(m, n) == 0 and _dot(p, n) == reach and _dot(q, m) == reach:
                pairs.append((a, b))
        return tuple(pairs)

    def mapped(self, image: tuple[Vector, Vector, Vector]) -> tuple[int, ...]:
        """Return where each facelet goes under the map that takes the axes x, y and z to `image`."""
        return tuple(
            self.facelet_at[transformed(centre, image), transformed(normal, image)]
            for centre, normal in self.locations
        )

    def layer_turn(self, face: int) -> tuple[int, ...]:
        """Return where each facelet goes when the outer layer of `face` (0…5) turns clockwise."""
        axis = NORMALS[face]
        target = []
        for facelet, (centre, normal) in enumerate(self.locations):
            if _dot(centre, axis) == self.size - 1:
                target.append(self.facelet_at[turned(centre, axis), turned(normal, axis)])
            else:
                target.append(facelet)
        return tuple(target)


CUBE = Puzzle(3)
"""The 3×3×3."""

POCKET = Puzzle(2)
"""The 2×2×2."""

PUZZLES: tuple[Puzzle, ...] = (CUBE, POCKET)
"""Every puzzle that there is, the usual one first."""
