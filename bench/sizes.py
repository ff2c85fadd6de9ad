"""Perfect scrambles of every size: processor time of the whole process, of one run and of annealing with three seeds.

python bench/sizes.py [SIZE…]
"""

from __future__ import annotations

import statistics
import subprocess
import sys

from measuring import duration, head, row, seconds

SEEDS = (1, 2, 3)


def taken(size: int, *options: str) -> float:
    """Return the processor time of the command for a size."""
    command = [sys.executable, "-m", "cubecsp", "perfect-scramble", "--size", str(size), *options]
    return seconds(lambda: subprocess.run(command, check=True, capture_output=True))


def main(sizes: list[int]) -> None:
    """Print the table."""
    head("cube", "each colour on a face, at most", "first one", "median")
    for size in sizes or range(4, 22):
        most = f"{-(-(size**2) // 6)}{'' if size % 6 else ' (exactly)'}"
        seeded = [taken(size, "--engine", "annealing", "--seed", str(seed)) for seed in SEEDS]
        median = duration(statistics.median(seeded))
        row(f"{size}×{size}×{size}", most, duration(taken(size)), median)


if __name__ == "__main__":
    main([int(size) for size in sys.argv[1:]])
