"""Scrambles of other puzzles by the regulations of the World Cube Association (4b3), as TNoodle writes them.

A megaminx is scrambled by 77 random moves: seven lines of five pairs R++ or R--, D++ or D--, with U at the
end if the last one was D++, U' if it was D--. The turns of a clock commute, so fourteen of them with all
numbers of hours make each state in exactly one way: drawing the numbers draws the state. For the skewb, the
pyraminx and the Square-1 states are drawn, and those that too few moves solve are drawn again.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from cubecsp.frozen import frozen
from cubecsp.puzzle.definitions.built_in_puzzles import SHIPPED
from cubecsp.puzzle.definitions.puzzle_data import is_built_in
from cubecsp.puzzle.definitions.square1 import STATES as STATES_OF_SQUARE1
from cubecsp.puzzle.definitions.square1 import random_wedges
from cubecsp.puzzle.kpuzzle.kpuzzle import KPuzzle
from cubecsp.puzzle.kpuzzle.puzzle_moves import PuzzleMoves
from cubecsp.stopping.deadline import NEVER

_LINES, _PAIRS = 7, 5
_FRONT = ("UR", "DR", "DL", "UL", "U", "R", "D", "L", "ALL")
_BACK = ("U", "R", "D", "L", "ALL")
_HOURS = 12
_LEAST_OF_SQUARE1 = 11


@frozen
class OfficialScramble:
    """How a puzzle is scrambled.

    Attributes:
        least: the least number of moves from the solved state; nearer states are drawn again.
        draw: returns random moves; None if `sample` draws states, and moves are found that make them.
        states: the number of states, if such moves make each with the same probability.
        method: how such states are drawn, as the answer says.
        last: the first letters of moves that are written last, in this order; no others change what they change.
    """

    least: int = 0
    draw: Callable[[random.Random], list[str]] | None = None
    states: int | None = None
    method: str = "group"
    last: str = ""


def _megaminx(source: random.Random) -> list[str]:
    moves = []
    for _ in range(_LINES):
        for _ in range(_PAIRS):
            moves += [f"{side}{source.choice(('++', '--'))}" for side in "RD"]
        moves.append("U" if moves[-1] == "D++" else "U'")
    return moves


def _clock(source: random.Random) -> list[str]:
    def turn(pins: str) -> str:
        hours = source.randrange(_HOURS)
        return f"{pins}{hours}+" if 2 * hours <= _HOURS else f"{pins}{_HOURS - hours}-"

    return [*map(turn, _FRONT), "y2", *map(turn, _BACK)]


def _square1(source: random.Random) -> list[str]:
    from cubecsp.search.shape_first import is_nearer, solutions

    while True:
        pieces, turned = random_wedges(source), bool(source.randrange(2))
        if not is_nearer(pieces, turned, _LEAST_OF_SQUARE1):
            *_, best = solutions(pieces, turned, NEVER)
            return [*(~PuzzleMoves.of(SHIPPED["square1"](), best.names)).names]


_OFFICIAL = {  # states of a clock that fewer than 2 moves solve are practically never drawn
    "clock": OfficialScramble(draw=_clock, states=_HOURS ** len(_FRONT + _BACK)),
    "megaminx": OfficialScramble(draw=_megaminx),
    "pyraminx": OfficialScramble(least=6, last="ulrb"),
    "skewb": OfficialScramble(least=7),
    "square1": OfficialScramble(
        _LEAST_OF_SQUARE1, _square1, states=STATES_OF_SQUARE1, method="shapes"
    ),
}


def official_scramble(puzzle: KPuzzle) -> OfficialScramble | None:
    """Return how a puzzle is scrambled at competitions; None for other puzzles, and if only some of its moves may be used."""
    if puzzle.turns is not None or puzzle.ignored or not is_built_in(puzzle):
        return None
    if type(puzzle.notation) is not type(SHIPPED[puzzle.name]().notation):  # read from a file
        return None
    return _OFFICIAL.get(puzzle.name)
