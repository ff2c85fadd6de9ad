"""Rubik's Clock: dials that are turned, but stay in their places.

Each side has nine dials, numbered by rows, as one looks at it: first those in front. A dial at a corner is on
one axle with the dial behind it, which so turns the other way. A move turns the dials around all pins that
are up in front by one hour, and is named after these pins, as in regulation 12g of the WCA, which writes
`UR2+` for `UR2` and `UR2-` for `UR2'` (`cubecsp.puzzle.notations.clock`). `ULw` stands for all pins but DR, `MUL` for UL and DR, as in cubing.js.
With a `b` before its name, a move is one on the other side, as one looks at that: `bUR` is `y2 UR y2`. `y2`
turns the whole clock.
"""

from __future__ import annotations

from cubecsp.puzzle.core.permutation import row
from cubecsp.puzzle.kpuzzle.kpuzzle import KPuzzle, OrbitDefinition, Piece, SlotMove

_HOURS = 12
_DIALS = 9  # of a side
_AROUND = {"UL": (0, 1, 3, 4), "UR": (1, 2, 4, 5), "DR": (4, 5, 7, 8), "DL": (3, 4, 6, 7)}
_BEHIND = {0: 11, 2: 9, 6: 17, 8: 15}  # dials at corners
_PINS = {
    **{pin: {pin} for pin in _AROUND},
    **{side: {pin for pin in _AROUND if side in pin} for side in "URDL"},
    "ALL": {*_AROUND},
    **{
        f"{pin}w": {*_AROUND} - {opposite}
        for pin, opposite in zip(_AROUND, ("DR", "DL", "UL", "UR"), strict=True)
    },
    "MUL": {"UL", "DR"},
    "MUR": {"UR", "DL"},
}
_MIRRORED = {"LR": (2, 1, 0, 5, 4, 3, 8, 7, 6), "UD": (6, 7, 8, 3, 4, 5, 0, 1, 2)}  # hours go back


def clock() -> KPuzzle:
    """Return the clock, on which all dials show twelve."""
    slots = tuple(range(2 * _DIALS))
    moves = {}
    for name, pins in _PINS.items():
        turning = {dial for pin in pins for dial in _AROUND[pin]}
        hours = [int(slot in turning) for slot in slots]
        for dial in turning & _BEHIND.keys():
            hours[_BEHIND[dial]] = _HOURS - 1
        moves[name] = SlotMove(slots, tuple(hours))
    moves["y2"] = SlotMove((*slots[_DIALS:], *slots[:_DIALS]), (0,) * len(slots))
    puzzle = KPuzzle(
        "clock",
        [OrbitDefinition("DIALS", len(slots), _HOURS)],
        [Piece(slot, 0, _HOURS) for slot in slots],
        moves,
        {f"b{name}": f"[y2: {name}]" for name in _PINS},
    )
    puzzle.mirrors = {
        name: row(
            _HOURS * (side + dial) + -hour % _HOURS
            for side in (0, _DIALS)
            for dial in dials
            for hour in range(_HOURS)
        )
        for name, dials in _MIRRORED.items()
    }
    return puzzle
