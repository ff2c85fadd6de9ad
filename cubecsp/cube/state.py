"""The cube: which piece sits in which slot, and how it is turned.

`a * b` means: first a, then b. Slot i *holds* piece p[i], turned by o[i]; docs/conventions.md draws
it. A `Cube` is any assembly of the twenty pieces, all 519 quintillion of them: whether turns can
reach it from solved is a question to ask (`is_reachable`, `status`), not a condition to exist.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Sequence
from functools import total_ordering
from typing import TYPE_CHECKING, ClassVar

from cubecsp.cube.display import ShownAsSvg
from cubecsp.cube.geometry import CUBE, FACES, Orbit, Puzzle
from cubecsp.errors import InputError

if TYPE_CHECKING:
    from cubecsp.cube.diagnosis import Defect
    from cubecsp.cube.moves import Moves

__all__ = ["Cube", "permutation_parity"]

_SOLVED_CORNERS = bytes(range(0, 24, 3))
_SOLVED_EDGES = bytes(range(0, 24, 2))

# _TURNED[orbit turns][placement][k]: the placement with its piece turned k further.
_TURNED_CORNER = [bytes(v - v % 3 + (v + k) % 3 for k in range(3)) for v in range(24)]
_TURNED_EDGE = [bytes(v ^ k for k in range(2)) for v in range(24)]


def permutation_parity(permutation: Sequence[int]) -> int:
    """Return 0 if `permutation` of range(n) is even, 1 if it is odd."""
    seen = [False] * len(permutation)
    parity = 0
    for start in range(len(permutation)):
        length = 0
        while not seen[start]:
            seen[start] = True
            start = permutation[start]
            length += 1
        parity ^= (length + 1) & 1 if length else 0
    return parity


@total_ordering
class Cube(ShownAsSvg):
    """An immutable 3×3×3 cube, held white (U) up and green (F) in front.

    The state is two byte strings of placements: byte i of `corners` is piece·3 + twist for corner
    slot i (URF UFL ULB UBR DFR DLF DBL DRB), byte i of `edges` is piece·2 + flip for edge slot i
    (UR UF UL UB DR DF DL DB FR FL BL BR). Cubes hash, compare equal, and are ordered by these.

    Args:
        facelets: 54 stickers (see `from_facelets`); solved when left out.

    Raises:
        InputError: the string cannot be read, or shows stickers that form no set of real pieces.
    """

    __slots__ = ("corners", "edges")

    puzzle: ClassVar[Puzzle] = CUBE
    corners: bytes
    edges: bytes

    def __new__(cls, facelets: str | None = None) -> Cube:  # noqa: D102  # see the class
        if facelets is not None:
            return cls.from_facelets(facelets)
        return cls.from_placements(_SOLVED_CORNERS, _SOLVED_EDGES)

    @classmethod
    def from_placements(cls, corners: Iterable[int], edges: Iterable[int]) -> Cube:
        """Return the cube with these placements, 8 of corners and 12 of edges, each 0…23.

        Raises:
            InputError: a count or range is wrong, or a piece is used twice.
        """
        packed = []
        for orbit, values in ((CUBE.corners, corners), (CUBE.edges, edges)):
            values = list(values)
            pieces = sorted(value // orbit.turns for value in values)
            if pieces != list(range(len(orbit.names))):
                raise InputError(
                    f"{values} does not place each of the {len(orbit.names)} {orbit.name} pieces once",
                    f"give {len(orbit.names)} numbers piece·{orbit.turns} + turn",
                )
            packed.append(bytes(values))
        return cls._make(*packed)

    @classmethod
    def _make(cls, corners: bytes, edges: bytes) -> Cube:
        """Return a cube from placements that are known to be right."""
        cube = object.__new__(cls)
        object.__setattr__(cube, "corners", corners)
        object.__setattr__(cube, "edges", edges)
        return cube

    @classmethod
    def from_facelets(cls, text: str) -> Cube:
        """Read 54 stickers in Kociemba's order; see `Facelets.parse` for what may be written.

        The cube may be held in any way: a colour is named after the face whose centre shows it.

        Raises:
            InputError: the text cannot be read, or shows stickers that form no set of real pieces.
        """
        from cubecsp.cube.facelets import Facelets

        try:
            shown = Facelets.parse(text)
        except InputError as error:
            others = "`Cube.from_moves` reads moves, and `cubecsp.read` every format"
            raise InputError(
                error.problem, f"{error.remedy}; {others}", text=text, position=error.position
            ) from None
        return shown.to_cube()

    @classmethod
    def from_moves(cls, moves: str | Moves) -> Cube:
        """Return the cube that `moves` (WCA notation, see `Moves.parse`) make of a solved one."""
        return cls().apply(moves)

    @classmethod
    def random(cls, seed: int | None = None) -> Cube:
        """Return a uniformly random reachable cube; the same `seed` gives the same cube."""
        rng = random.Random(seed)
        corner_pieces = rng.sample(range(8), 8)
        edge_pieces = rng.sample(range(12), 12)
        if permutation_parity(corner_pieces) != permutation_parity(edge_pieces):
            edge_pieces[0], edge_pieces[1] = edge_pieces[1], edge_pieces[0]
        twists = [rng.randrange(3) for _ in range(7)]
        flips = [rng.randrange(2) for _ in range(11)]
        twists.append(-sum(twists) % 3)
        flips.append(sum(flips) % 2)
        return cls._make(
            bytes(3 * p + o for p, o in zip(corner_pieces, twists, strict=True)),
            bytes(2 * p + o for p, o in zip(edge_pieces, flips, strict=True)),
        )

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a Cube cannot be changed; `*` and `apply` return new ones")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a Cube cannot be changed")

    def __reduce__(self) -> tuple[object, ...]:
        return (Cube.from_placements, (self.corners, self.edges))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Cube):
            return NotImplemented
        return self.corners == other.corners and self.edges == other.edges

    def __lt__(self, other: Cube) -> bool:
        if not isinstance(other, Cube):
            return NotImplemented
        return (self.corners, self.edges) < (other.corners, other.edges)

    def __hash__(self) -> int:
        return hash((self.corners, self.edges))

    def __repr__(self) -> str:
        return f"Cube({self.facelets!r})"

    def __mul__(self, other: Cube) -> Cube:
        """Return the cube that first `self`, then `other` leads to."""
        if not isinstance(other, Cube):
            return NotImplemented
        mine, theirs = self.corners, other.corners
        corners = bytes(_TURNED_CORNER[mine[v // 3]][v % 3] for v in theirs)
        mine, theirs = self.edges, other.edges
        edges = bytes(_TURNED_EDGE[mine[v >> 1]][v & 1] for v in theirs)
        return Cube._make(corners, edges)

    def __invert__(self) -> Cube:
        """Return the inverse: `cube * ~cube == Cube()`."""
        corners, edges = bytearray(8), bytearray(12)
        for slot, value in enumerate(self.corners):
            corners[value // 3] = 3 * slot + -value % 3
        for slot, value in enumerate(self.edges):
            edges[value >> 1] = 2 * slot + (value & 1)
        return Cube._make(bytes(corners), bytes(edges))

    def __pow__(self, exponent: int) -> Cube:
        """Return `self` applied `exponent` times; negative exponents apply the inverse."""
        base = self if exponent >= 0 else ~self
        result = Cube()
        for bit in f"{abs(exponent):b}":
            result = result * result
            if bit == "1":
                result = result * base
        return result

    def apply(self, moves: str | Moves) -> Cube:
        """Return the cube after `moves`, a `Moves` or a text in WCA notation."""
        from cubecsp.cube.moves import TURN_CUBES, Moves

        cube = self
        for turn in Moves.parse(moves) if isinstance(moves, str) else moves:
            cube = cube * TURN_CUBES[turn]
        return cube

    @property
    def corner_pieces(self) -> tuple[int, ...]:
        """Which corner piece (0…7) each corner slot holds."""
        return tuple(v // 3 for v in self.corners)

    @property
    def corner_twists(self) -> tuple[int, ...]:
        """Clockwise thirds (0…2) that the corner in each slot is twisted away from its U or D face."""
        return tuple(v % 3 for v in self.corners)

    @property
    def edge_pieces(self) -> tuple[int, ...]:
        """Which edge piece (0…11) each edge slot holds."""
        return tuple(v >> 1 for v in self.edges)

    @property
    def edge_flips(self) -> tuple[int, ...]:
        """Whether the edge in each slot is flipped (0 or 1, after Kociemba)."""
        return tuple(v & 1 for v in self.edges)

    @property
    def colours(self) -> tuple[int, ...]:
        """The colour (0…5, in the order of `FACES`) of each of the 54 facelets."""
        shown = [0] * CUBE.facelet_count
        for colour, facelet in enumerate(CUBE.centres):
            shown[facelet] = colour
        _paint(shown, CUBE.corners, self.corners)
        _paint(shown, CUBE.edges, self.edges)
        return tuple(shown)

    @property
    def facelets(self) -> str:
        """The facelet string: 54 letters, face by face in the order U R F D L B, row by row."""
        return "".join(FACES[colour] for colour in self.colours)

    @property
    def parity(self) -> int:
        """The parity of the permutation of all twenty pieces: 0 on every reachable cube."""
        return permutation_parity(self.corner_pieces) ^ permutation_parity(self.edge_pieces)

    @property
    def is_reachable(self) -> bool:
        """Whether turns can make this cube from a solved one."""
        return not (self.parity or sum(self.corner_twists) % 3 or sum(self.edge_flips) % 2)

    def status(self) -> list[Defect]:
        """Return every reason why turns cannot make this cube; an empty list means they can."""
        from cubecsp.cube.diagnosis import assembly_defects

        return assembly_defects(self)

    def order(self) -> int:
        """Return the least n > 0 for which doing this cube's moves n times leads back to solved."""
        order = 1
        for values, turns in ((self.corners, 3), (self.edges, 2)):
            seen: set[int] = set()
            for start in range(len(values)):
                slot, length, twist = start, 0, 0
                while slot not in seen:
                    seen.add(slot)
                    slot, turn = divmod(values[slot], turns)
                    length, twist = length + 1, twist + turn
                if length:
                    order = math.lcm(order, length * (turns // math.gcd(turns, twist % turns)))
        return order


def _paint(shown: list[int], orbit: Orbit, placements: bytes) -> None:
    for facelets, placement in zip(orbit.facelets, placements, strict=True):
        for facelet, colour in zip(facelets, orbit.colours[placement], strict=True):
            shown[facelet] = colour
