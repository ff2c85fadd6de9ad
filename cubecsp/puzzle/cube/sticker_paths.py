"""Long sequences of turns, applied to the stickers of a cube of any size as six squares.

A turn copies four strips, and the face itself if it turns along: at 101×101×101 this takes some 30 µs. For a
short sequence, `State.apply` instead makes a new row of all 61,206 stickers for each turn.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING

from cubecsp.puzzle.cube.geometry import FACES, NORMALS, dot, locations, turned
from cubecsp.puzzle.cube.turn_numbers import block_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def after_turns(size: int, stickers: Iterable[int], turns: Iterable[int]) -> NDArray[np.int32]:
    """Return the sticker at each facelet of an n×n×n cube after turns; the cube keeps its orientation.

    Args:
        size: n.
        stickers: the content of each facelet before: colours, or the numbers of stickers.
        turns: the turns by number (`cubecsp.puzzle.cube.turn_numbers`), of any block of layers, including the middle
            layer.
    """
    import numpy as np  # slow to import, and not needed for short sequences

    faces = np.array(list(stickers), np.int32).reshape(len(FACES), size, size)
    # Each face as seen with another one up: a turn of the latter takes a row to the row of the next face.
    seen = [[np.rot90(faces[side], way) for side, way in _around(face)] for face in range(6)]
    for turn in turns:
        face, quarters = divmod(turn % (3 * len(FACES)), 3)
        first, last = block_of(turn)
        strips = [side[first - 1 : last] for side in seen[face]]
        before = [strip.copy() for strip in strips]
        for place, strip in enumerate(strips):
            strip[...] = before[(place - quarters - 1) % 4]
        if first == 1:
            faces[face] = np.rot90(faces[face], -quarters - 1).copy()
        if last == size:
            opposite = (face + 3) % 6
            faces[opposite] = np.rot90(faces[opposite], quarters + 1).copy()
    return faces.reshape(-1)


@cache
def _around(face: int) -> tuple[tuple[int, int], ...]:
    """Return the faces around a face, clockwise, each with the turns to the left that bring it up."""
    middles = (1, 5, 7, 3)  # of the sides of a face of a 3×3×3, clockwise, as facelets
    centres = [centre for centre, _ in locations(3)]
    results = []
    side = (face + 1) % 6
    for _ in range(4):
        heights = [dot(centres[9 * side + middle], NORMALS[face]) for middle in middles]
        results.append((side, heights.index(max(heights))))
        side = NORMALS.index(turned(NORMALS[side], NORMALS[face]))
    return tuple(results)
