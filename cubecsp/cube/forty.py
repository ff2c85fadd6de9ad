"""The 40 numbers: a cube as four vectors of positions and orientations, with a parity flag.

This is the state that Thistlethwaite solvers after S. Pochmann's work on. Entry i of a position
vector is the piece that slot i holds, entry i of an orientation vector how that piece is turned:

    corner slots  0…7   URF UBR ULB UFL DFR DLF DBL DRB
    edge slots    0…11  UF UR UB UL DF DR DB DL FR FL BR BL

An edge is 1 when flipped, which only quarter turns of F and B do; a corner is 1 or 2 when twisted
away from its U or D face by one third or two, anticlockwise (a `Cube` counts them clockwise). The
parity flag says whether an odd number of quarter turns made the cube.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from cubecsp.cube.geometry import CUBE, Orbit
from cubecsp.cube.state import Cube, permutation_parity
from cubecsp.errors import InputError, excerpt

__all__ = ["FortyNumbers"]

_CORNERS = tuple(
    CUBE.corners.names.index(name)
    for name in ("URF", "UBR", "ULB", "UFL", "DFR", "DLF", "DBL", "DRB")
)
_EDGES = tuple(
    CUBE.edges.names.index(name)
    for name in ("UF", "UR", "UB", "UL", "DF", "DR", "DB", "DL", "FR", "FL", "BR", "BL")
)

_PARTS = (8, 8, 12, 12)
_NUMBER = re.compile(r"-?\d{1,9}")  # longer ones are out of range anyhow
_FLAG = re.compile(r"parity\W*(true|false|0|1)\b", re.IGNORECASE)


@dataclass(frozen=True)
class FortyNumbers:
    """A cube as 40 numbers; `str` prints the four vectors and the parity flag, one to a line.

    Attributes:
        corner_positions: for each of 8 corner slots the piece (0…7) in it.
        corner_orientations: and its twist (0…2), anticlockwise.
        edge_positions: for each of 12 edge slots the piece (0…11) in it.
        edge_orientations: and whether it is flipped (0 or 1).
    """

    corner_positions: tuple[int, ...]
    corner_orientations: tuple[int, ...]
    edge_positions: tuple[int, ...]
    edge_orientations: tuple[int, ...]

    @classmethod
    def of(cls, cube: Cube) -> FortyNumbers:
        """Return the 40 numbers of `cube`."""
        corners = [divmod(cube.corners[slot], 3) for slot in _CORNERS]
        edges = [divmod(cube.edges[slot], 2) for slot in _EDGES]
        return cls(
            tuple(_CORNERS.index(piece) for piece, _ in corners),
            tuple(-twist % 3 for _, twist in corners),
            tuple(_EDGES.index(piece) for piece, _ in edges),
            tuple(flip for _, flip in edges),
        )

    @classmethod
    def from_numbers(cls, numbers: Sequence[int], parity: bool | None = None) -> FortyNumbers:
        """Return the state with these 40 numbers, in the order of the attributes.

        Raises:
            InputError: they are not 40, a vector makes no sense, or `parity` contradicts them.
        """
        if len(numbers) != sum(_PARTS):
            raise InputError(
                f"a cube state of {len(numbers)} numbers",
                "give 40: corner positions (8), corner orientations (8), edge positions (12), "
                "edge orientations (12)",
            )
        parts, rest = [], tuple(numbers)
        for size in _PARTS:
            parts.append(rest[:size])
            rest = rest[size:]
        state = cls(*parts)
        state._check(parity)
        return state

    @classmethod
    def parse(cls, text: str) -> FortyNumbers:
        """Read 40 numbers in order, whatever stands between them, and `Parity: …` if it is there.

        Raises:
            InputError: see `from_numbers`.
        """
        flag = _FLAG.search(text)
        vectors = text[: flag.start()] + text[flag.end() :] if flag else text
        parity = flag.group(1).lower() in ("true", "1") if flag else None
        try:
            return cls.from_numbers([int(n) for n in _NUMBER.findall(vectors)], parity)
        except InputError as error:
            problem = f"cube state {excerpt(text)}: {error.problem}"
            raise InputError(problem, error.remedy, text=text) from None

    @property
    def numbers(self) -> tuple[int, ...]:
        """All 40 in order."""
        return (
            *self.corner_positions,
            *self.corner_orientations,
            *self.edge_positions,
            *self.edge_orientations,
        )

    @property
    def parity(self) -> bool:
        """Whether an odd number of quarter turns made the cube: the parity of its corners."""
        return bool(permutation_parity(self.corner_positions))

    def to_cube(self) -> Cube:
        """Return the cube; whether turns can make it is for `Cube.status` to say."""
        corners, edges = bytearray(8), bytearray(12)
        for slot, piece, twist in zip(
            _CORNERS, self.corner_positions, self.corner_orientations, strict=True
        ):
            corners[slot] = _CORNERS[piece] * 3 + -twist % 3
        for slot, piece, flip in zip(
            _EDGES, self.edge_positions, self.edge_orientations, strict=True
        ):
            edges[slot] = _EDGES[piece] * 2 + flip
        return Cube.from_placements(corners, edges)

    def __str__(self) -> str:
        return (
            f"Corner Position: {list(self.corner_positions)}\n"
            f"Corner Orientation: {list(self.corner_orientations)}\n"
            f"Edge Position: {list(self.edge_positions)}\n"
            f"Edge Orientation: {list(self.edge_orientations)}\n"
            f"Parity: {self.parity}"
        )

    def _check(self, parity: bool | None) -> None:
        for orbit, positions, orientations in (
            (CUBE.corners, self.corner_positions, self.corner_orientations),
            (CUBE.edges, self.edge_positions, self.edge_orientations),
        ):
            _check_orbit(orbit, positions, orientations)
        if parity is not None and parity != self.parity:
            raise InputError(
                f"the parity flag is {parity}, but the corners make it {self.parity}",
                "correct the flag or leave it out",
            )


def _check_orbit(orbit: Orbit, positions: Sequence[int], orientations: Sequence[int]) -> None:
    size = len(orbit.names)
    if sorted(positions) != list(range(size)):
        raise InputError(
            f"{orbit.name} positions {list(positions)} do not name each piece once",
            f"write each of 0 to {size - 1} once",
        )
    if not all(0 <= turn < orbit.turns for turn in orientations):
        raise InputError(
            f"{orbit.name} orientations {list(orientations)} leave the range",
            f"each is 0 to {orbit.turns - 1}",
        )
