"""Random moves of larger cubes, as TNoodle draws them (`CubePuzzle`, `AlgorithmBuilder`).

Turns are of blocks that begin with a face and reach to the middle at most: on a 7×7×7 one, two or three
layers. If a block is half a cube of even size, a turn of one half is that of the other half with the whole
cube turned; so only U, R and F turn half a cube. Turns about one axis commute: in a run of such turns no
block comes twice, since two of its turns would be one, or none.
"""

from __future__ import annotations

from cubecsp.models.sampling.random_numbers import Draws
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.puzzle.cube.moves import Moves
from cubecsp.puzzle.cube.turns import turn_number

__all__ = ["number_of_turns", "random_moves"]

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
