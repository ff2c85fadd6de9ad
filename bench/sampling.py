"""How many random cubes are drawn into arrays in a second of processor time, and how long the first one takes.

Cubes are drawn by number for rules about single slots, by corners that are kept or not for rules that compare
edges with corners, by trying random cubes for other rules, and cycle by cycle for orders. Rates are medians of
several runs on one thread; the first cube is that of a process that has only been loaded.

    python bench/sampling.py
"""

from __future__ import annotations

import statistics
from functools import partial

from measuring import duration, head, row, seconds

from cubecsp import sample, sample_rows

REPEATS = 5
QUESTIONS = {
    "no-piece-home": 1_000_000,
    "not solved=F2L": 1_000_000,
    "at-most=3": 10_000,
    "no-touching=side": 20_000,
    "symmetric=C3": 1_000,
    "order=12": 20_000,
}
"""Rules, and how many cubes are drawn."""


def main() -> None:
    """Print the table."""
    head("rules", "the first cube", "cubes a second")
    for rules, number in QUESTIONS.items():
        first = seconds(partial(sample, rules, n=1, seed=1))
        times = [
            seconds(partial(sample_rows, rules, n=number, seed=seed, threads=1))
            for seed in range(REPEATS)
        ]
        row(
            f"`{rules}`",
            duration(first),
            f"{float(f'{number / statistics.median(times):.2g}'):,.0f}",
        )


if __name__ == "__main__":
    main()
