"""Looking up many states at a time in the group that the moves of a puzzle generate.

The base of the group is the slots in their order. As in `Group.__contains__`, each slot in turn is led back
where it belongs, which also moves what the later slots hold; a state is in the group if that succeeds in all
of them. Here each step is applied to all states at once, and only to the first sticker of each slot. A state
of the skewb takes a microsecond or two like this, and about 300 one by one.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cubecsp.puzzle.core.group import IDENTITY
from cubecsp.puzzle.core.permutation import inverse
from cubecsp.puzzle.states.reachable_states import MoveGroup

_Bytes = NDArray[np.uint8]


class Lookup:
    """Determines which of many states are solvable. All pieces of the puzzle must look different.

    Args:
        group: the group that the moves generate.

    Raises:
        LimitError: this cannot be computed.
    """

    def __init__(self, group: MoveGroup) -> None:
        puzzle = group.puzzle
        chain, facelets = group.based_on(puzzle.heads)
        number = {facelet: point for point, facelet in enumerate(facelets)}
        size = len(IDENTITY)
        self._points = np.zeros((len(puzzle.slots), size), np.uint8)
        for row, (orbit, _) in zip(self._points, puzzle.slots, strict=True):
            row[: orbit.placements] = [number[stickers[0]] for stickers in orbit.stickers]
        self._inside = np.zeros((len(puzzle.slots), size), np.bool_)
        self._back = np.zeros((len(puzzle.slots), size, size), np.uint8)
        for slot in range(len(puzzle.slots)):
            for point, element in chain.leading(slot).items():
                self._inside[slot, point] = True
                self._back[slot, point] = np.frombuffer(inverse(element), np.uint8)

    def among(self, rows: _Bytes) -> NDArray[np.bool_]:
        """Return which states are solvable.

        Args:
            rows: the contents of the slots of each state, shape (n, slots): each piece of an orbit once.
        """
        slots = np.arange(rows.shape[1])
        points = self._points[slots, rows]
        passed = np.ones(len(rows), np.bool_)
        for slot in slots:
            there = points[:, slot]
            passed &= self._inside[slot, there]
            points = self._back[slot, there[:, None], points]
        return passed
