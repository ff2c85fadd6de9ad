"""Moves for random states of built-in puzzles: their number, processor time, and the memory of the tables.

python bench/states.py [PUZZLE …]
"""

from __future__ import annotations

import random
import statistics
import sys

from measuring import duration, head, row, timed

from cubecsp import solve
from cubecsp.puzzle import MoveGroup, load_puzzle
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
)
STATES = 50


def main() -> None:
    """Print the table."""
    head("puzzle", "moves (median)", "moves (most)", "a state", "the chain", "its tables")
    for name in sys.argv[1:] or PUZZLES:
        puzzle = load_puzzle(name)
        group, source = MoveGroup(puzzle), random.Random(1)
        states = [group.random_state(source) for _ in range(STATES)]
        made, chain = timed(lambda: chain_of(group, puzzle.single_moves))  # noqa: B023
        taken, answer = timed(
            lambda: solve(states, puzzle=puzzle, method="stabiliser-chain")  # noqa: B023
        )
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
