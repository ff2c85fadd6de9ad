"""Random moves of larger cubes, as TNoodle draws them (`CubePuzzle`, `AlgorithmBuilder`).

Turns are of blocks that begin with a face and reach to the middle at most: on a 7×7×7 one, two or three
layers. If a block is half a cube of even size, a turn of one half is that of the other half with the whole
cube turned; so only U, R and F turn half a cube. Turns about one axis commute: in a run of such turns no
block comes twice, since two of its turns would be one, or none.
"""

from __future__ import annotations

from collections.abc import Mapping

from cubecsp.models.sampling.random_numbers import Draws
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.puzzle.cube.moves import Moves
from cubecsp.puzzle.cube.turn_numbers import turn_number
from cubecsp.search.named_moves import NamedMove, Sequence

_HALVES = 3  # faces, the first ones: U R F


def number_of_turns(size: int) -> int:
    """Return the number of random turns for a scramble: 60 for 5 layers, and 20 more for each further layer."""
    return 20 * (size - 2)


def random_moves(puzzle: CubePuzzle, draws: Draws) -> Moves:
    """Return this many random moves of a larger cube."""
    blocks = [
        (face, layers)
        for layers in range(1, puzzle.size // 2 + 1)
        for face in range(_HALVES if 2 * layers == puzzle.size else 2 * _HALVES)
    ]
    turns: list[int] = []
    run: list[tuple[int, int]] = []  # the blocks of the last turns, all about one axis
    while len(turns) < number_of_turns(puzzle.size):
        face, layers = block = blocks[draws.below(len(blocks))]
        quarters = 1 + draws.below(3)
        if run and run[-1][0] % _HALVES != face % _HALVES:
            run = []
        if block not in run:
            run.append(block)
            turns.append(turn_number(face, quarters, (1, layers)))
    return Moves.of(turns, puzzle)


def random_sequence(moves: Mapping[str, NamedMove], number: int, draws: Draws) -> Sequence:
    """Return this many random moves among some, no two in a row about one axis if that can be."""
    made: list[NamedMove] = []
    while len(made) < number:
        able = [move for move in moves.values() if not made or _axis(move) != _axis(made[-1])]
        able = able or [*moves.values()]
        made.append(able[draws.below(len(able))])
    return Sequence.of(made)


def _axis(move: NamedMove) -> int | None:
    return next((turn // 3 % 3 for turn in move.turns), None)
