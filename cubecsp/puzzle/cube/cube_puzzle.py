"""The n×n×n cube as a puzzle: its stickers in space, its pieces and its turns, derived from coordinates."""

from __future__ import annotations

import itertools
import math
import sys
from collections.abc import Container, Iterator
from functools import cache, cached_property

from cubecsp.errors import InputError
from cubecsp.puzzle.core.orbits import Frame, Orbit
from cubecsp.puzzle.core.permutation import (
    Changes,
    Permutation,
    compose,
    identity,
    inverse,
    permutation_to,
    power,
    row,
)
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.geometry import (
    AXES,
    FACES,
    FRAMES,
    ISOMETRIES,
    NORMALS,
    Isometry,
    Location,
    Vector,
    distance,
    dot,
    locations,
    transformed,
    turned,
)
from cubecsp.puzzle.cube.sizes import cube_name
from cubecsp.puzzle.cube.slot_names import HELD, SLOT_NAMES
from cubecsp.puzzle.cube.turn_numbers import block_of, turn_name


class CubePuzzle(Puzzle):
    """An n×n×n cube.

    The centres of an odd one fix its orientation, so its middle layers do not turn (all others turn around
    them). An even one has no such centres: by convention its piece DBL is solved (`holdings`).

    Args:
        size: n, at least 2; see `cube_puzzle`.
    """

    look_alikes = "centre pieces"

    def __init__(self, size: int) -> None:
        self.size = size
        area = size**2
        self._numbers = tuple(range(6 * area))  # all long permutations share it
        super().__init__(
            name=cube_name(size),
            colours=(f // area for f in range(6 * area)),
            pieces=self._pieces(),
            generators={
                f"{depth + 1 if depth else ''}{FACES[face]}": self._layer(face, depth)
                for depth, face in self._turning
            },
            names=(f"{face}{i + 1}" for face in FACES for i in range(area)),
        )

    def __repr__(self) -> str:
        return f"cube_puzzle({self.size})"

    def __reduce__(self) -> tuple[object, ...]:
        return (cube_puzzle, (self.size,))

    def is_cube_of(self, sizes: Container[int]) -> bool:
        """Return whether its size is one of some sizes."""
        return self.size in sizes

    def face_of(self, facelet: int) -> int:
        """Return the face (0…5) that a facelet lies on."""
        return int(facelet) // self.size**2

    def face(self, face: int) -> range:
        """Return the facelets of a face (0…5), row by row."""
        area = self.size**2
        return range(face * area, (face + 1) * area)

    @property
    def corners(self) -> Orbit:
        """The eight corner slots."""
        return self.orbits[0]

    @property
    def edges(self) -> Orbit:
        """The twelve edge slots in the middle of a cube's edges; a cube of even size has none.

        Raises:
            InputError: the cube is of even size.
        """
        if self.size % 2 == 0:
            raise InputError(f"a {self.name} has no edges with two equal halves")
        return self.orbits[1]

    def slot_name(self, frame: Frame) -> str:
        """Return the letters of the faces that a slot touches; for a centre the facelet's name."""
        if len(frame) == 1:
            return super().slot_name(frame)
        return "".join(FACES[self.face_of(facelet)] for facelet in frame)

    @cached_property
    def locations(self) -> tuple[Location, ...]:
        """The location of each facelet in space."""
        return tuple(locations(self.size))

    @cached_property
    def _rim(self) -> tuple[int, ...]:
        """The facelets of corners, edges and wings."""
        ends, size = {0, self.size - 1}, self.size
        return tuple(f for f in self._numbers if {*divmod(f % size**2, size)} & ends)

    def _pieces(self) -> list[tuple[str, Frame]]:
        cubies: dict[Vector, list[int]] = {}
        for facelet in self._rim:
            cubies.setdefault(self.locations[facelet][0], []).append(facelet)
        results = []
        for centre, facelets in cubies.items():
            at = {FACES[self.face_of(facelet)]: facelet for facelet in facelets}
            names = SLOT_NAMES[len(facelets)]
            number, name = next((i, n) for i, n in enumerate(names) if at.keys() == set(n))
            rank = 0 if len(at) == 3 else 1 if 0 in centre else 2
            kind = ["corner", "edge", "wing"][rank]
            results.append(((rank, number, facelets), kind, tuple(at[face] for face in name)))
        inner = sorted({*self._numbers} - {*self._rim})
        outer = [(kind, frame) for _, kind, frame in sorted(results)]
        return outer + [("centre", (facelet,)) for facelet in inner]

    @cached_property
    def _changes(self) -> list[Changes]:
        return [
            Changes((to, facelet) for facelet, to in self._quarter(face, depth))
            for depth, face in self._turning
        ]

    @property
    def _turning(self) -> Iterator[tuple[int, int]]:
        """The layers that generators turn: the face, and the depth below it."""
        return itertools.product(range(self.size // 2), range(6))

    def layer_turn(self, face: int, depth: int = 0) -> tuple[int, ...]:
        """Return the target of each facelet when a layer turns clockwise, `depth` layers below a face."""
        return tuple(inverse(self._layer(face, depth)))

    def _layer(self, face: int, depth: int) -> Permutation:
        """Return the clockwise turn of a layer."""
        stickers = list(self._numbers)
        for facelet, to in self._quarter(face, depth):
            stickers[to] = facelet
        return row(stickers)

    def _quarter(self, face: int, depth: int) -> Iterator[tuple[int, int]]:
        """Yield the facelets of a layer, each with its target when it turns clockwise."""
        target = self._turned_whole[face]
        for facelet in self._by_layer[face % 3, depth if face < 3 else self.size - 1 - depth]:
            yield facelet, target[facelet]

    @cached_property
    def _turned_whole(self) -> list[tuple[int, ...]]:
        """For each face, the targets of facelets when the whole cube turns clockwise about it."""
        x, y, z = AXES
        return [
            self.targets((turned(x, normal), turned(y, normal), turned(z, normal)))
            for normal in NORMALS
        ]

    @cached_property
    def _by_layer(self) -> dict[tuple[int, int], list[int]]:
        """The facelets of each layer: by axis, starting from the face U, R or F."""
        entries: dict[tuple[int, int], list[int]] = {}
        for facelet, (centre, _) in enumerate(self.locations):
            for axis in range(3):
                depth = (self.size - 1 - dot(centre, NORMALS[axis])) // 2
                entries.setdefault((axis, depth), []).append(facelet)
        return entries

    @cache  # noqa: B019  # cubes are kept anyway: see `cube_puzzle`
    def turn(self, number: int) -> Permutation:
        """Return the permutation of the turn with a number; see `cubecsp.puzzle.cube.turn_numbers`.

        Raises:
            InputError: there is no such turn: the cube has fewer layers, or they are the whole cube, or move
                the centres that fix its orientation.
        """
        self.require_turn(number)
        first, last = block_of(number)
        face, quarters = divmod(number % len(self.turns), 3)
        stickers = identity(self.facelet_count)
        for depth in range(first - 1, last):
            stickers = compose(stickers, power(self._layer(face, depth), quarters + 1))
        return stickers

    def require_turn(self, number: int) -> None:
        """Make sure that the cube has the turn of a number.

        Raises:
            InputError: it does not; see `turn`.
        """
        first, last = block_of(number) if number >= 0 else (1, self.size)
        middle = self.size % 2 and first <= self.size // 2 + 1 <= last
        if last > self.size or middle or last - first == self.size - 1:
            name = f" ({turn_name(number)})" if number >= 0 else ""
            raise InputError(
                f"a {self.name} has no turn {number}{name}",
                "turns of faces are 0 to 17; `Moves` takes the cube that moves are for",
            )

    @cached_property
    def turns(self) -> tuple[Permutation, ...]:
        """The eighteen turns of outer layers, by number: face·3 + quarters − 1."""
        return tuple(
            power(self.generators[face], quarters) for face in FACES for quarters in (1, 2, 3)
        )

    def targets(self, image: Isometry) -> tuple[int, ...]:
        """Return the target of each facelet under the map that takes the axes x, y and z to `image`."""
        size = self.size
        target: list[int] = []
        for frame in FRAMES:
            normal, right, down = (transformed(along, image) for along in frame)
            face = NORMALS.index(normal)
            _, columns, rows = FRAMES[face]
            # Steps to the right and down become steps of the other face, from one of its corners.
            across, below = (
                dot(along, columns) + size * dot(along, rows) for along in (right, down)
            )
            first = face * size**2 - (size - 1) * (min(across, 0) + min(below, 0))
            for line in range(size):
                start = first + line * below
                target += range(start, start + size * across, across)
        return tuple(map(self._numbers.__getitem__, target))

    @cached_property
    def anchors(self) -> Frame:
        """The facelets that show the orientation of the cube: the centres, or if it has none, those of the slot DBL."""
        return self.centres or self.corners.frames[self.corners.names.index(HELD)]

    @cached_property
    def held(self) -> int:
        """The facelet that determines the orientation of an even cube: the D of slot DBL, solved by convention."""
        return self.corners.frames[self.corners.names.index(HELD)][0]

    @cached_property
    def holdings(self) -> tuple[Permutation, ...]:
        """The rotation that brings the sticker `held` from each facelet to its solved place, empty where it cannot be.

        An odd cube has none: its centres show its orientation.
        """
        if self.size % 2:
            return ()
        result: list[Permutation] = [b""] * self.facelet_count
        for image in ISOMETRIES[:24]:
            target = self.targets(image)
            result[target.index(self.held)] = permutation_to(target)
        return tuple(result)

    @cached_property
    def side_pairs(self) -> tuple[tuple[int, int], ...]:
        """Facelets of one face that share a side, as pairs (a, b) with a < b."""
        return self._pairs_on_a_face((0, 1), (1, 0))

    @cached_property
    def diagonal_pairs(self) -> tuple[tuple[int, int], ...]:
        """Facelets of one face that share only a point, as pairs (a, b) with a < b."""
        return self._pairs_on_a_face((1, -1), (1, 1))

    @cached_property
    def knight_pairs(self) -> tuple[tuple[int, int], ...]:
        """Facelets of one face that are a knight's move apart, as pairs (a, b) with a < b."""
        return self._pairs_on_a_face((1, -2), (1, 2), (2, -1), (2, 1))

    @cached_property
    def edge_pairs(self) -> tuple[tuple[int, int], ...]:
        """Facelets of one piece, which meet at an edge of the cube, as pairs (a, b) with a < b."""
        frames = (sorted(frame) for orbit in self.orbits for frame in orbit.frames)
        return tuple(sorted(pair for f in frames for pair in itertools.combinations(f, 2)))

    def _pairs_on_a_face(self, *steps: tuple[int, int]) -> tuple[tuple[int, int], ...]:
        """Return each facelet with those of its face that are given numbers of rows and columns away."""
        size = self.size
        return tuple(
            (a, a + size * down + right)
            for face in range(6)
            for place, a in enumerate(self.face(face))
            for down, right in steps
            if place // size + down < size and 0 <= place % size + right < size
        )

    @cached_property
    def across_pairs(self) -> tuple[tuple[int, int], ...]:
        """Facelets on two faces that meet diagonally across a cube edge, as pairs (a, b) with a < b.

        Two cubies next to each other along a cube edge show two facelets each on the two faces that
        meet there; the facelets of different cubies on different faces touch in one point.
        """
        reach = self.size - 1
        pairs = []
        for a, b in itertools.combinations(self._rim, 2):
            (p, m), (q, n) = self.locations[a], self.locations[b]
            if dot(m, n) == 0 and distance(p, q) == 4 and dot(p, n) == dot(q, m) == reach:
                pairs.append((a, b))
        return tuple(pairs)

    def letters(self, placements: bytes) -> str:
        """Return the facelet string of the state in which slots hold these placements."""
        return self.facelets_of(self.stickers(placements))

    def facelets_of(self, stickers: Permutation) -> str:
        """Return the facelet string of a state given by its stickers."""
        return "".join(map(FACES.__getitem__, self.colours(stickers)))


def cube_of(puzzle: Puzzle) -> CubePuzzle:
    """Return a puzzle that is an n×n×n cube.

    Raises:
        InputError: it is another puzzle.
    """
    if isinstance(puzzle, CubePuzzle):
        return puzzle
    raise InputError(f"{puzzle.name} is not a cube; only cubes can be used here")


@cache
def cube_puzzle(size: int) -> CubePuzzle:
    """Return the n×n×n cube of a size.

    Raises:
        InputError: the size is not an integer of at least 2.
    """
    if isinstance(size, bool) or not isinstance(size, int) or size < 2:
        raise InputError(f"a cube of size {size!r}", "expected an integer of at least 2")
    # The number of cubes has more than 3 digits for each centre. Python refuses to write numbers of more than
    # 4,300 digits, which a 34×34×34 already needs, unless the limit has been raised.
    if 0 < sys.get_int_max_str_digits() < 4 * size**2:
        sys.set_int_max_str_digits(4 * size**2)
    return CubePuzzle(size)


def nearest_size(facelets: int) -> int:
    """Return the size of the cube whose number of facelets is nearest to a number."""
    size = max(2, math.isqrt(facelets // 6))
    return min(size, size + 1, key=lambda n: abs(6 * n**2 - facelets))


def nearest_puzzle(facelets: int) -> CubePuzzle:
    """Return the cube whose number of facelets is nearest to a number."""
    return cube_puzzle(nearest_size(facelets))


def is_count(facelets: int) -> bool:
    """Return whether there is a cube with this many facelets."""
    return 6 * nearest_size(facelets) ** 2 == facelets


CUBE = cube_puzzle(3)
"""The 3×3×3."""

POCKET = cube_puzzle(2)
"""The 2×2×2."""

HELD_SLOT: int = POCKET.corners.names.index(HELD)
"""The corner slot of a 2×2×2 whose piece is solved by convention."""

FREE_SLOTS: tuple[int, ...] = tuple(slot for slot in range(8) if slot != HELD_SLOT)
"""The seven corner slots of a 2×2×2 whose pieces move: all but DBL."""

PUZZLES: tuple[CubePuzzle, ...] = (CUBE, POCKET)
"""The cubes that can be solved into moves, the usual one first."""
