"""Moves for random states of built-in puzzles: their number, processor time, and the memory of the tables.

python bench/states.py [PUZZLE …] [--peer FOLDER]

With the folder of cubing.js, such as build/cubing/node_modules/cubing/dist/lib/cubing: its solvers in one run with `solve`, which
chooses the method, on the same states.
"""

from __future__ import annotations

import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

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
BESIDE = {"pyraminx": 50, "skewb": 50, "megaminx": 10}
"""The puzzles that cubing.js solves, and how many states of each."""


def beside(folder: Path) -> None:
    """Print the moves and the processor time of both."""
    head("puzzle", "moves (median)", "a state", "cubing.js: moves (median)", "a state")
    for name, number in BESIDE.items():
        puzzle, source = load_puzzle(name), random.Random(1)
        names = [*puzzle.single_moves]
        algs = [" ".join(source.choices(names, k=60)) for _ in range(number)]
        told = solved_by_cubing(folder, name, algs)
        taken, answer = timed(lambda: solve(algs, puzzle=puzzle))  # noqa: B023
        for alg, one in zip(algs, told, strict=True):
            assert puzzle.solved.apply(f"{alg} {one['solution']}").solved_after is not None
        row(
            f"`{name}`",
            f"{statistics.median(len(report.solution) for report in answer):g}",
            duration(taken / number),
            f"{statistics.median(len(puzzle.steps(one['solution'])) for one in told):g}",
            duration(statistics.mean(one["milliseconds"] for one in told) / 1000),
        )


def solved_by_cubing(folder: Path, name: str, algs: list[str]) -> list[dict[str, Any]]:
    """Return for each state the solution by cubing.js, and the milliseconds that it took."""
    done = subprocess.run(
        ["node", Path(__file__).with_name("cubing_solvers.mjs")],
        input=json.dumps({"name": name, "algs": algs}),
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "CUBING": str(folder)},
    )
    return json.loads(done.stdout)  # type: ignore[no-any-return]


def main() -> None:
    """Print the table."""
    if "--peer" in sys.argv:
        beside(Path(sys.argv[-1]).resolve())
        return
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
