"""Long sequences of turns, done on the stickers of a cube of any size as arrays.

A turn of one layer of a 101×101×101 moves 404 of 61,206 stickers: here only those are touched, where
`State.apply` of a short sequence makes a new row of all of them for each turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING

from cubecsp.puzzle.geometry import FACES, NORMALS, locations
from cubecsp.puzzle.turns import block_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Stickers = NDArray[np.int32]

__all__ = ["Turning", "turning"]


class Turning:
    """What turns of blocks of layers do to the stickers of an n×n×n cube; see `turning`.

    Args:
        size: n.
    """

    def __init__(self, size: int) -> None:
        import numpy as np  # slow to import, and not wanted by short sequences

        self.size = size
        found = np.array([[*centre, *normal] for centre, normal in locations(size)], np.int32)
        self._centres, self._normals = found[:, :3], found[:, 3:]
        self._known: dict[int, tuple[Stickers, Stickers]] = {}
        # A facelet is found by its cubie and its face: one number for both.
        keys = self._keys(self._centres, self._normals)
        self._facelet_of = np.full(int(keys.max()) + 1, -1, np.int32)
        self._facelet_of[keys] = np.arange(len(keys), dtype=np.int32)

    def after(self, stickers: Sequence[int], turns: Iterable[int]) -> Stickers:
        """Return what is at each facelet after turns, by number, of a cube that is never re-held.

        Args:
            stickers: what is at each facelet before: colours, or whose stickers they are.
            turns: see `cubecsp.puzzle.turns`; any block of layers, also such as hold the middle.
        """
        import numpy as np

        shown = np.array(list(stickers), np.int32)
        for turn in turns:
            target, source = self.moved(turn)
            shown[target] = shown[source]
        return shown

    def moved(self, turn: int) -> tuple[Stickers, Stickers]:
        """Return the facelets that a turn brings something to, and those that it comes from."""
        if turn not in self._known:
            self._known[turn] = self._worked_out(turn)
        return self._known[turn]

    def _worked_out(self, turn: int) -> tuple[Stickers, Stickers]:
        import numpy as np

        face, quarters = divmod(turn % (3 * len(FACES)), 3)
        first, last = block_of(turn)
        axis = np.array(NORMALS[face], np.int32)
        depth = (self.size - 1 - self._centres @ axis) // 2
        source = np.flatnonzero((first - 1 <= depth) & (depth < last)).astype(np.int32)
        centres, normals = self._centres[source], self._normals[source]
        for _ in range(quarters + 1):
            centres, normals = _quarter(centres, axis), _quarter(normals, axis)
        return self._facelet_of[self._keys(centres, normals)], source

    def _keys(self, centres: Stickers, normals: Stickers) -> Stickers:
        """Return a number for each of these facelets, a different one for each."""
        width = 2 * self.size + 3
        x, y, z = (centres + normals + self.size + 1).T  # a point just outside the facelet
        found: Stickers = (x * width + y) * width + z
        return found


def _quarter(vectors: Stickers, axis: Stickers) -> Stickers:
    """Return vectors after a quarter turn about an axis, clockwise as seen from its tip."""
    import numpy as np

    along = (vectors @ axis)[:, None] * axis
    return (along + np.cross(vectors, axis)).astype(np.int32)


@cache
def turning(size: int) -> Turning:
    """Return the turns of the n×n×n cube of a size."""
    return Turning(size)
