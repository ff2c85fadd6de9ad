"""The Square-1.

Each of its two layers has twelve slots of 30°, in which an edge takes one and a corner two. They are numbered
clockwise, as one looks at the layer, from the front end of the cut. `/` turns the half to the right of the
cut, which is possible if no corner lies across the cut. The other half of the middle layer stays where it is.
The cut is where regulation 12c of the WCA has it, to the left of the edges in front.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache

from cubecsp.puzzle.core.permutation import row
from cubecsp.puzzle.kpuzzle.kpuzzle import KPuzzle, OrbitDefinition, Piece, SlotMove

_SQUARE1 = "CceCceCceCce", "eCceCceCceCc"  # by slot of each layer: corners begin, and end; edges


def square1() -> KPuzzle:
    """Return the Square-1, solved."""
    number = len(_SQUARE1[0])
    upper, lower, middle = range(number), range(number, 2 * number), 2 * number
    half = number // 2
    right = [*zip(upper[half:], lower[:half], strict=True)]
    ends = frozenset((piece, 0) for piece, kind in enumerate("".join(_SQUARE1)) if kind == "c")

    def move(sources: dict[int, int], turned: int = 0) -> SlotMove:
        slots = range(middle + 1)
        return SlotMove(tuple(sources.get(s, s) for s in slots), (*[0] * middle, turned))

    puzzle = KPuzzle(
        "square1",
        [OrbitDefinition("WEDGES", middle, 1), OrbitDefinition("MIDDLE", 1, 2)],
        [*(Piece(slot, 0, 1) for slot in (*upper, *lower)), Piece(0, 0, 2)],
        {
            "U": move({slot: upper[slot - 1] for slot in upper}),
            "D": move({slot: lower[slot - number - 1] for slot in lower}),
            "/": move({**dict(right), **{to: slot for slot, to in right}}, 1),
        },
        requires={"/": {layer[at]: ends for layer in (upper, lower) for at in (0, half)}},
    )
    # In a mirror below it the upper layer is the lower one; the cut keeps its place.
    puzzle.mirrors = {"UD": row((*reversed(range(middle)), middle, middle + 1))}
    return puzzle


_LAYER = len(_SQUARE1[0])
_CORNERS, _EDGES = (
    [slot for slot, kind in enumerate("".join(_SQUARE1)) if kind == which] for which in "Ce"
)

STATES = 62_768_369_664_000
"""The number of states, those in which a corner lies across the cut included: shapes, times 8! · 8! · 2."""


def wedges(slots: Sequence[tuple[int, int]]) -> bytes | None:
    """Return the piece in each slot of the layers; None if a corner is torn apart, so that no moves solve the state."""
    pieces = bytes(piece for piece, _ in slots[: 2 * _LAYER])
    if any(
        pieces[_next(slot)] != piece + 1 for slot, piece in enumerate(pieces) if piece in _CORNERS
    ):
        return None
    return pieces


def random_wedges(source: random.Random) -> bytes:
    """Return the pieces of a random state, each with the same probability."""
    begun = source.choice(_shapes())
    corners, edges = (source.sample(pieces, len(pieces)) for pieces in (_CORNERS, _EDGES))
    result = [-1] * (2 * _LAYER)
    for slot, corner in zip(begun, corners, strict=True):
        result[slot], result[_next(slot)] = corner, corner + 1
    return bytes(edges.pop() if piece < 0 else piece for piece in result)


def _next(slot: int) -> int:
    """Return the slot that follows one in its layer."""
    return slot - slot % _LAYER + (slot + 1) % _LAYER


@cache
def _shapes() -> list[tuple[int, ...]]:
    """Return for each shape the slots where corners begin."""
    layers = [
        [slot for slot in range(_LAYER) if begun >> slot & 1]
        for begun in range(1 << _LAYER)
        if not begun & (begun << 1 | begun >> (_LAYER - 1))
    ]
    return [
        (*upper, *(_LAYER + slot for slot in lower))
        for upper in layers
        for lower in layers
        if len(upper) + len(lower) == len(_CORNERS)
    ]
