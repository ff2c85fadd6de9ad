"""How long a sequence of moves is as people make it: in four metrics, or in seconds of habit.

htm counts turns of outer blocks (a slice is two), qtm their quarters; stm counts slices as one too, and etm every
move, rotations of the whole cube included.

*Ease* adds up what each move costs the hands, however the fingers get there: the table is that of the Roux
trainers by Zhouheng Sun (https://github.com/onionhoney/roux-trainers, `src/lib/Evaluator.tsx`, "sequential"). The
Movecount Coefficient of trangium also considers regrips and fingers that work twice in a row, but its rules are
published as a program only.
"""

from __future__ import annotations

from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle
from cubecsp.puzzle.cube.moves import METRICS, Moves
from cubecsp.puzzle.cube.written_turns import written_turns

MEASURES = (*METRICS, "stm", "etm", "ease")
"""The ways to measure a sequence."""

# What a clockwise quarter, a half and a counter-clockwise quarter cost.
_COSTS = {
    "U": (0.8, 1.0, 0.8),
    "R": (0.8, 1.2, 0.8),
    "r": (1.0, 1.3, 1.0),
    "L": (1.0, 1.4, 1.0),
    "F": (1.4, 1.8, 1.4),
    "B": (1.6, 2.2, 1.6),
    "D": (1.4, 1.7, 1.4),
    "M": (1.5, 1.8, 1.2),
    "S": (1.7, 3.0, 1.7),
    "E": (1.5, 2.4, 1.5),
}
_OTHER = 1.4  # any other move


def measure(moves: str, by: str, puzzle: CubePuzzle = CUBE) -> float:
    """Return the length of moves in one of `MEASURES`.

    Args:
        moves: the moves in the notation of `cubecsp.puzzle.cube.notation`.
        by: the name of the measure.
        puzzle: the cube that they are for.

    Raises:
        InputError: the moves cannot be read.
    """
    words = written_turns(moves, puzzle).spelled_out().split()
    for metric, length in METRICS.items():
        if by == metric:
            return sum(length(Moves(word, puzzle)) for word in words)
    if by == "ease":
        return round(sum(map(_cost, words)), 1)
    return sum(by == "etm" or word[0] not in "xyz" for word in words)


def _cost(word: str) -> float:
    base = word.rstrip("2'")
    base = base[0].lower() if base.endswith("w") else base
    return _COSTS[base]["2'".find(word[-1]) + 1] if base in _COSTS else _OTHER
