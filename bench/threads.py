"""How much sooner several threads are done: finding, counting, drawing, making tables, optimal moves.

Each job is done by one thread, then by twice as many, and so on, each time by a new process that has its tables.
Medians of several rounds, in which the numbers of threads take turns: seconds of a clock, and how many times as fast
that is as one thread.

    python bench/threads.py [--most N] [--rounds N] [JOB…]
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

from measuring import duration, head, row

from cubecsp import Cube, Search, count, sample_rows
from cubecsp.search.optimal import solve
from cubecsp.search.optimal_tables import TABLES, engine

FAR = Cube.from_moves("R U2 F' L D2 B U' R2 F L' D B2 R' U F2 D L")
RULES = ("every-colour", "at-most=2", "no-touching=side", "no-touching=diagonal")


def find(threads: int) -> None:
    """Find 3,000,000 cubes by four of the rules of perfect scrambles, without the help of symmetry."""
    with Search([*RULES], use_symmetry=False, limit=3_000_000, threads=threads) as search:
        for _ in search.arrays():
            pass


def list_all(threads: int) -> None:
    """List all 112,835,412 of them, with the help of symmetry."""
    with Search([*RULES], threads=threads) as search:
        for _ in search.arrays():
            pass


def count_sides(threads: int) -> None:
    """Count the cubes on which no two equal colours touch side by side."""
    count("no-touching=side", threads=threads)


def count_diagonals(threads: int) -> None:
    """Count those on which no two touch diagonally, which takes longer."""
    count("no-touching=diagonal", threads=threads)


def draw(threads: int) -> None:
    """Draw 100,000 cubes on which no two equal colours touch side by side."""
    sample_rows("no-touching=side", n=100_000, seed=1, threads=threads)


def table(threads: int) -> None:
    """Make the medium table of optimal search."""
    engine(TABLES["medium"], "htm", threads)


def optimal(threads: int) -> None:
    """Find the fewest turns for a cube, with that table."""
    solve(FAR, table="medium", threads=threads)


JOBS: dict[str, tuple[str, Callable[[int], None]]] = {
    "find": ("find 3,000,000 cubes by requirements 1 to 4, without symmetry", find),
    "list": ("list all 112,835,412 of them, with symmetry", list_all),
    "count": ("`count no-touching=side`", count_sides),
    "longer": ("`count no-touching=diagonal`", count_diagonals),
    "sample": ("`sample no-touching=side -n 100000`", draw),
    "table": ("making the medium table of optimal search", table),
    "optimal": ("the fewest turns for a cube, with that table", optimal),
}


def seconds(job: str, threads: int) -> float:
    """Return how long a new process takes for a job, its start left out."""
    place: AbstractContextManager[str] = nullcontext(os.environ["CUBECSP_CACHE"])
    with tempfile.TemporaryDirectory() if job == "table" else place as folder:
        done = subprocess.run(
            [sys.executable, __file__, job, "--one", str(threads)],
            env=os.environ | {"CUBECSP_CACHE": folder},
            capture_output=True,
            text=True,
            check=True,
        )
    return float(done.stdout)


def once(job: Callable[[int], None], threads: int) -> None:
    """Print how long a job takes in this process."""
    if job is optimal:
        engine(TABLES["medium"], "htm", threads)  # made or loaded before
    started = time.perf_counter()
    job(threads)
    print(time.perf_counter() - started)


def curve(job: str, numbers: list[int], rounds: int) -> None:
    """Measure a job by numbers of threads, and print the medians."""
    times: dict[int, list[float]] = {number: [] for number in numbers}
    for _ in range(rounds):
        for number in numbers:
            times[number].append(seconds(job, number))
    medians = [statistics.median(times[number]) for number in numbers]
    others = [f"{duration(median)}, {medians[0] / median:.1f}" for median in medians[1:]]
    row(JOBS[job][0], duration(medians[0]), *others)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("jobs", nargs="*", metavar="JOB", choices=[[], *JOBS])
    parser.add_argument("--most", type=int, default=os.cpu_count() or 1, help="threads")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--one", type=int, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.one:
        once(JOBS[asked.jobs[0]][1], asked.one)
        return
    numbers = [number for number in (1, 2, 4, 8, 16, 32, 64) if number <= asked.most]
    head("", *(f"{number} thread{'s' * (number > 1)}" for number in numbers))
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("CUBECSP_CACHE", folder)
        for job in asked.jobs or JOBS:
            curve(job, numbers, asked.rounds)


if __name__ == "__main__":
    main()
