"""The Square-1.

Each of its two layers has twelve slots of 30°, in which an edge takes one and a corner two. They are numbered
clockwise, as one looks at the layer, from the front end of the cut. `/` turns the half to the right of the
cut, which is possible if no corner lies across the cut. The other half of the middle layer stays where it is.
The cut is where regulation 12c of the WCA has it, to the left of the edges in front.
"""

from __future__ import annotations

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

    return KPuzzle(
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
