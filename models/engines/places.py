"""How slots are written in files for other solvers."""

from __future__ import annotations

from collections.abc import Iterator

from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle

__all__ = ["slot_places"]


def slot_places(puzzle: CubePuzzle) -> Iterator[str]:
    """Yield how each slot is written, orbit by orbit: as the faces that it touches (URF).

    Where pieces look alike, on cubes larger than 3×3×3, as its stickers (U2-B3): faces would not distinguish slots.
    """
    for orbit in puzzle.orbits:
        for name, frame in zip(orbit.names, orbit.frames, strict=True):
            stickers = "-".join(puzzle.names[facelet] for facelet in frame)
            yield stickers if puzzle.alike else name
