"""Small puzzles whose moves are possible in some states only, with the distances that the oracle `blocked` finds."""

from __future__ import annotations

import functools
import json
from collections import Counter

import blocked

from cubecsp.puzzle import read_puzzle
from cubecsp.puzzle.core.permutation import identity

SEEDS = range(90)

# Slots 0, 1, 2 in a row; R takes each piece one to the right, and turns what comes to slot 0.
HAND = {
    "name": "three",
    "orbits": [{"orbitName": "A", "numPieces": 3, "numOrientations": 3}],
    "defaultPattern": {"A": {"pieces": [0, 1, 2], "orientation": [0, 0, 0]}},
    "moves": {"R": {"A": {"permutation": [2, 0, 1], "orientationDelta": [1, 0, 0]}}},
    "derivedMoves": {"RR": "R2"},
}


@functools.cache
def puzzle_of(seed):
    """Return a small random puzzle: as data, as it is read, and what of it is asked with `turns`."""
    data = blocked.random_definition(seed)
    puzzle = read_puzzle(json.dumps(data))
    moves = [turn for turn in puzzle.moves.values() if turn != identity(len(turn))]
    return data, puzzle if moves else None, ",".join(data["moves"])


@functools.cache
def every(seed, kind):
    """Return the distance of each state from solved by moves of a kind; None if there are too many."""
    data, _, _ = puzzle_of(seed)
    return blocked.distances(data["defaultPattern"], kind(data))


def puzzles(kind, seeds=SEEDS):
    for seed in seeds:
        data, puzzle, names = puzzle_of(seed)
        found = every(seed, kind)
        if puzzle is not None and found is not None:
            yield seed, data, puzzle, names, found


def depths_of(found):
    count = Counter(found.values())
    return [count[depth] for depth in range(len(count))]
