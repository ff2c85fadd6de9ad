"""How many stickers of a colour there are on each face, for engines."""

from __future__ import annotations

from collections.abc import Iterable

from cubecsp.models.core.primitives import Count, Primitive
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle

__all__ = ["counted"]


def counted(puzzle: CubePuzzle, least: int, most: int) -> Iterable[Primitive]:
    """Yield that each face shows each colour `least` to `most` times."""
    for face in range(6):
        facelets = frozenset(puzzle.face(face))
        for colour in range(6):
            yield Count(facelets, frozenset({colour}), least, most)
