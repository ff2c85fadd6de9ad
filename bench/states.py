"""Moves for random states of built-in puzzles: their number, processor time, and the memory of the tables.

python bench/states.py [PUZZLE …]
"""

from __future__ import annotations

import os
import random
import statistics
import sys
import tempfile

from measuring import duration, head, row, timed

from cubecsp import solve
from cubecsp.puzzle import MoveGroup, load_puzzle
from cubecsp.puzzle.definitions.square1 import random_wedges
from cubecsp.search.stabiliser_chain import chain_of

PUZZLES = (
    "pyraminx",
    "skewb",
    "baby_fto",
    "dino_cube",
    "redi_cube",
    "clock",
    "master_tetraminx",
    "fto",
    "kilominx",
    "megaminx",
    "square1",
)
STATES = 10


def main() -> None:
    """Print the table."""
    head("puzzle", "moves (median)", "moves (most)", "a state", "the chain", "its tables")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["CUBECSP_CACHE"] = folder  # so that the chains are made
        for name in sys.argv[1:] or PUZZLES:
            (_square1 if name == "square1" else _by_chain)(name)


def _square1(name: str) -> None:
    puzzle, source = load_puzzle(name), random.Random(1)
    states = [
        puzzle.pattern((*((piece, 0) for piece in random_wedges(source)), (0, source.randrange(2))))
        for _ in range(STATES)
    ]
    made, _ = timed(lambda: solve("/", puzzle=puzzle))
    taken, answer = timed(lambda: solve(states, puzzle=puzzle))
    lengths = sorted(len(report.solution) for report in answer)
    median = statistics.median(lengths)
    row(f"`{name}`", f"{median:g}", lengths[-1], duration(taken / STATES), duration(made), "")


def _by_chain(name: str) -> None:
    puzzle = load_puzzle(name)
    group, source = MoveGroup(puzzle), random.Random(1)
    states = [group.random_state(source) for _ in range(STATES)]
    made, chain = timed(lambda: chain_of(group, puzzle.single_moves))
    taken, answer = timed(lambda: solve(states, puzzle=puzzle, method="stabiliser-chain"))
    lengths = sorted(len(report.solution) for report in answer)
    assert all(report.cube.apply(report.solution).solved_after is not None for report in answer)
    row(
        f"`{name}`",
        f"{statistics.median(lengths):g}",
        lengths[-1],
        duration(taken / STATES),
        duration(made),
        f"{chain.nbytes / 1e6:.1f} MB",
    )


if __name__ == "__main__":
    main()
