"""How much sooner several threads are done: finding, counting, drawing, making tables, optimal moves.

Each job is done by one thread, then by twice as many, and so on, each time by a new process that has its tables.
Medians of several rounds, in which the numbers of threads take turns: seconds of a clock, and how many times as fast
that is as one thread.

    python bench/threads.py [--most N] [--rounds N]
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile

from measuring import duration, head, row

_FOUR = "from cubecsp import Search; rules = 'every-colour at-most=2 no-touching=side no-touching=diagonal'.split()"
_DRAIN = "for _ in search.arrays(): pass"
_OPTIMAL = "from cubecsp.search.optimal_tables import TABLES, engine; from cubecsp.search.optimal import solve"
_MADE = "engine(TABLES['medium'], 'htm', threads)"

JOBS = {
    "find 3,000,000 cubes by requirements 1 to 4, without symmetry": (
        f"{_FOUR}; search = Search(rules, use_symmetry=False, limit=3_000_000, threads=threads)",
        _DRAIN,
    ),
    "list all 112,835,412 of them, with symmetry": (
        f"{_FOUR}; search = Search(rules, threads=threads)",
        _DRAIN,
    ),
    "`count no-touching=side`": (
        "from cubecsp import count",
        "count('no-touching=side', threads=threads)",
    ),
    "`count no-touching=diagonal`": (
        "from cubecsp import count",
        "count('no-touching=diagonal', threads=threads)",
    ),
    "`sample no-touching=side -n 100000`": (
        "from cubecsp import sample_rows",
        "sample_rows('no-touching=side', n=100_000, seed=1, threads=threads)",
    ),
    "making the medium table of optimal search": (_OPTIMAL, _MADE),
    "the fewest turns for a cube, with that table": (
        f"{_OPTIMAL}; from cubecsp import Cube; {_MADE}",
        "solve(Cube.from_moves(\"R U2 F' L D2 B U' R2 F L' D B2 R' U F2 D L\"), pruning_table='medium', threads=threads)",
    ),
}
"""The preparation and the timed code of each job, by its name on a page."""


def seconds(job: str, threads: int, kept: str) -> float:
    """Return how long a new process takes for a job, without its start and the preparation."""
    prepared, timed = JOBS[job]
    code = f"import time; threads = {threads}; {prepared}\nbegun = time.perf_counter()\n{timed}\nprint(time.perf_counter() - begun)"
    with tempfile.TemporaryDirectory() as empty:
        done = subprocess.run(
            [sys.executable, "-c", code],
            env=os.environ | {"CUBECSP_CACHE": empty if timed == _MADE else kept},
            capture_output=True,
            text=True,
            check=True,
        )
    return float(done.stdout)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--most", type=int, default=os.cpu_count() or 1, help="threads")
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    numbers = [number for number in (1, 2, 4, 8, 16, 32, 64) if number <= asked.most]
    head("", *(f"{number} thread{'s' * (number > 1)}" for number in numbers))
    with tempfile.TemporaryDirectory() as folder:
        kept = os.environ.get("CUBECSP_CACHE", folder)
        for job in JOBS:
            rounds = [
                [seconds(job, number, kept) for number in numbers] for _ in range(asked.rounds)
            ]
            medians = [statistics.median(times) for times in zip(*rounds, strict=True)]
            others = [f"{duration(median)}, {medians[0] / median:.1f}" for median in medians[1:]]
            row(job, duration(medians[0]), *others)


if __name__ == "__main__":
    main()
