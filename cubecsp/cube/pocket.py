"""The 2×2×2: eight corners, one of them held fast, so that every position has one description.

Without centres a 2×2×2 looks the same however it is held, so a `PocketCube` is always held with the
piece DBL at home in its slot. Turns of U, R and F leave it there; after any other turn the cube is
held anew. Slots, pieces and twists are those of the corners of a `Cube`.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from cubecsp.cube.display import ShownAsSvg
from cubecsp.cube.geometry import FACES, POCKET, Puzzle
from cubecsp.cube.moves import TURN_CUBES, Moves
from cubecsp.cube.notation import parse_moves
from cubecsp.cube.state import Cube
from cubecsp.cube.symmetry import SYMMETRIES, Symmetry
from cubecsp.errors import InputError

if TYPE_CHECKING:
    from cubecsp.cube.diagnosis import Defect

__all__ = [
    "FREE_SLOTS",
    "HELD_SLOT",
    "AnyCube",
    "PocketCube",
    "canonical",
    "class_size",
    "conjugated",
]

_CORNERS = POCKET.corners

HELD_SLOT: int = _CORNERS.names.index("DBL")
"""The corner slot whose piece is held at home."""

_SOLVED = bytes(range(0, 24, 3))
_PLACEMENT_OF = {colours: value for value, colours in enumerate(_CORNERS.colours)}

FREE_SLOTS: tuple[int, ...] = tuple(slot for slot in range(8) if slot != HELD_SLOT)
"""The seven corner slots whose pieces move: all but DBL."""


def _after(corners: bytes, other: bytes) -> bytes:
    """Return corners that first `corners`, then `other` leads to."""
    return bytes(corners[v // 3] - corners[v // 3] % 3 + (corners[v // 3] + v) % 3 for v in other)


def _placements(colours: Iterable[int]) -> list[int | None]:
    """Return what each slot of a 2×2×2 that shows these 24 colours holds, None if no piece does."""
    shown = list(colours)
    return [_PLACEMENT_OF.get(tuple(shown[f] for f in slot)) for slot in _CORNERS.facelets]


def _rotation(target: tuple[int, ...]) -> bytes:
    """Return the corners of a solved cube after facelet f has moved to target[f]."""
    shown = [0] * POCKET.facelet_count
    for facelet, to in enumerate(target):
        shown[to] = POCKET.face_of(facelet)
    return bytes(value for value in _placements(shown) if value is not None)


# For each (slot, twist) of the piece DBL, the way of holding anew that brings it home.
_HOLD: dict[tuple[int, int], bytes] = {}
for _symmetry in SYMMETRIES:
    if not _symmetry.mirrored:
        _turned = _rotation(POCKET.mapped(_symmetry.image))
        _source, _twist = divmod(_turned[HELD_SLOT], 3)
        _HOLD[_source, -_twist % 3] = _turned


@dataclass(frozen=True, slots=True, order=True)
class PocketCube(ShownAsSvg):
    """An immutable 2×2×2, held with its piece DBL at home. `a * b` means: first a, then b.

    Attributes:
        corners: for each of the 8 corner slots piece·3 + twist, as in `Cube.corners`.

    Raises:
        InputError: the eight pieces are not each there once.
    """

    puzzle: ClassVar[Puzzle] = POCKET

    corners: bytes = _SOLVED

    def __post_init__(self) -> None:
        if sorted(value // 3 for value in self.corners) != list(range(8)):
            raise InputError(
                f"{list(self.corners)} does not place each of the 8 corners once",
                "give 8 numbers piece·3 + twist",
            )
        slot = next(i for i, value in enumerate(self.corners) if value // 3 == HELD_SLOT)
        rotation = _HOLD[slot, self.corners[slot] % 3]
        object.__setattr__(self, "corners", _after(self.corners, rotation))

    @classmethod
    def from_moves(cls, moves: str | Moves) -> PocketCube:
        """Return the cube that `moves` make of a solved one."""
        return cls().apply(moves)

    @classmethod
    def from_facelets(cls, text: str) -> PocketCube:
        """Read 24 letters in the order of facelets; see `Facelets.parse` for what may be written.

        The cube may be held in any way.

        Raises:
            InputError: the text cannot be read, or shows stickers that form no set of real corners.
        """
        from cubecsp.cube.facelets import Facelets

        cube = Facelets.parse(text, POCKET).to_any_cube()
        assert isinstance(cube, PocketCube)  # for want of edges
        return cube

    @classmethod
    def random(cls, seed: int | None = None) -> PocketCube:
        """Return a uniformly random reachable cube; the same `seed` gives the same cube."""
        rng = random.Random(seed)
        pieces = rng.sample(FREE_SLOTS, 7)
        twists = [rng.randrange(3) for _ in range(6)]
        twists.append(-sum(twists) % 3)
        corners = bytearray(_SOLVED)
        for slot, piece, twist in zip(FREE_SLOTS, pieces, twists, strict=True):
            corners[slot] = 3 * piece + twist
        return cls(bytes(corners))

    def __mul__(self, other: PocketCube) -> PocketCube:
        if not isinstance(other, PocketCube):
            return NotImplemented
        return PocketCube(_after(self.corners, other.corners))

    def __invert__(self) -> PocketCube:
        corners = bytearray(8)
        for slot, value in enumerate(self.corners):
            corners[value // 3] = 3 * slot + -value % 3
        return PocketCube(bytes(corners))

    def __repr__(self) -> str:
        return f"PocketCube.from_facelets({self.facelets!r})"

    def apply(self, moves: str | Moves) -> PocketCube:
        """Return the cube after `moves`, held anew when they moved the piece DBL."""
        corners = self.corners
        for turn in parse_moves(moves, puzzle=POCKET) if isinstance(moves, str) else moves:
            corners = _after(corners, TURN_CUBES[turn].corners)
        return PocketCube(corners)

    @property
    def corner_pieces(self) -> tuple[int, ...]:
        """Which corner piece (0…7) each corner slot holds."""
        return tuple(value // 3 for value in self.corners)

    @property
    def corner_twists(self) -> tuple[int, ...]:
        """Clockwise thirds (0…2) that each slot's piece is twisted away from its U or D face."""
        return tuple(value % 3 for value in self.corners)

    @property
    def edge_pieces(self) -> tuple[int, ...]:
        """Nothing: there are no edges."""
        return ()

    @property
    def edge_flips(self) -> tuple[int, ...]:
        """Nothing: there are no edges."""
        return ()

    @property
    def parity(self) -> int:
        """0: a 2×2×2 can be permuted in any way."""
        return 0

    @property
    def colours(self) -> tuple[int, ...]:
        """The colour (0…5, in the order of `FACES`) of each of the 24 facelets."""
        shown = [0] * POCKET.facelet_count
        for facelets, value in zip(_CORNERS.facelets, self.corners, strict=True):
            for facelet, colour in zip(facelets, _CORNERS.colours[value], strict=True):
                shown[facelet] = colour
        return tuple(shown)

    @property
    def facelets(self) -> str:
        """The facelet string: 24 letters, face by face in the order U R F D L B, row by row."""
        return "".join(FACES[colour] for colour in self.colours)

    @property
    def is_reachable(self) -> bool:
        """Whether turns can make this cube from a solved one: its twists add up to whole turns."""
        return sum(self.corner_twists) % 3 == 0

    def status(self) -> list[Defect]:
        """Return every reason why turns cannot make this cube; an empty list means they can."""
        from cubecsp.cube.diagnosis import assembly_defects

        return assembly_defects(self)


def conjugated(cube: PocketCube, symmetry: Symmetry) -> PocketCube:
    """Return the conjugate of `cube`: moved by `symmetry`, colours renamed along, and held anew."""
    result = bytearray(8)
    images = symmetry.slot_images(POCKET, 0)
    for value, (target, values) in zip(cube.corners, images, strict=True):
        result[target] = values[value]
    return PocketCube(bytes(result))


def canonical(cube: PocketCube) -> PocketCube:
    """Return the least of the conjugates of `cube`."""
    return min(conjugated(cube, symmetry) for symmetry in SYMMETRIES)


def class_size(cube: PocketCube) -> int:
    """Return how many different cubes the 48 symmetries make of `cube`."""
    return len({conjugated(cube, symmetry) for symmetry in SYMMETRIES})


AnyCube = Cube | PocketCube
"""A cube of either size."""
