"""The geometry as bytes, for inner loops in C++, which must not state it a second time."""

from __future__ import annotations

from collections.abc import Iterable

from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.puzzle.cube.moves import Moves, Turn
from cubecsp.puzzle.cube.state import TURN_CUBES, Cube
from cubecsp.puzzle.cube.symmetry import SYMMETRIES, Symmetry

AXIS_KEEPING: tuple[Symmetry, ...] = tuple(s for s in SYMMETRIES if s.faces[0] in (0, 3))
"""The sixteen symmetries that keep the U-D axis, the identity first."""

_CORNER_ROTATION = next(s for s in SYMMETRIES if not s.mirrored and s.faces[:3] == (1, 2, 0))

AXIS_ROTATIONS: tuple[Symmetry, ...] = (
    SYMMETRIES[0],
    _CORNER_ROTATION,
    _CORNER_ROTATION * _CORNER_ROTATION,
)
"""The rotations about the URF corner: each brings another axis to U-D."""


def pack(cubes: Iterable[Cube]) -> bytes:
    """Return 20 bytes for each cube: the placements of corners, then edges."""
    return b"".join(cube.corners + cube.edges for cube in cubes)


def turn_bytes() -> bytes:
    """Return the cubes of the 18 turns: all their corners, then all their edges."""
    corners = b"".join(cube.corners for cube in TURN_CUBES)
    return corners + b"".join(cube.edges for cube in TURN_CUBES)


def symmetry_bytes(symmetry: Symmetry) -> bytes:
    """Return how a symmetry acts, in 518 bytes.

    For corners, then edges: the slot that each slot goes to, and for each slot the 24 placements
    that its placements become; at the end the turn that each of the 18 turns becomes.
    """
    parts = []
    for orbit in range(2):
        images = symmetry.slot_images(CUBE, orbit)
        parts.append(bytes(target for target, _ in images))
        parts.extend(bytes(values) for _, values in images)
    turns = Moves(tuple(Turn(turn) for turn in range(18)))
    return b"".join(parts) + bytes(symmetry.of_moves(turns))
