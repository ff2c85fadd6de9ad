"""How many random cubes a second are drawn into arrays, and how long the first one takes.

Cubes are drawn by number for rules about single slots, by corners that are kept or not for rules that compare
edges with corners, by trying random cubes for other rules, and cycle by cycle for orders. Rates are medians of several runs; the first cube
is that of a process that has only been loaded.

    python bench/sampling.py
"""

from __future__ import annotations

import statistics
import time

from cubecsp import sample, sample_rows
from cubecsp.questions.answers.wording import plural

REPEATS = 5
QUESTIONS = {
    "no-piece-home": 1_000_000,
    "not solved=F2L": 1_000_000,
    "at-most=3": 10_000,
    "no-touching=side": 20_000,
    "symmetric=C3": 20_000,
    "order=12": 20_000,
}
"""Rules, and how many cubes are drawn."""


def first(rules: str) -> float:
    """Return how many seconds it takes to get the first cube."""
    started = time.perf_counter()
    sample(rules, n=1, seed=1)
    return time.perf_counter() - started


def rate(rules: str, number: int, threads: int) -> float:
    """Return how many cubes a second are drawn."""
    rates = []
    for seed in range(REPEATS):
        started = time.perf_counter()
        sample_rows(rules, n=number, seed=seed, threads=threads)
        rates.append(number / (time.perf_counter() - started))
    return statistics.median(rates)


def main() -> None:
    """Measure and print."""
    for rules, number in QUESTIONS.items():
        print(f"{rules}: the first cube after {first(rules):.2f} s")
        for threads in (1, 2):
            speed = f"{rate(rules, number, threads):,.0f} a second"
            print(f"  {speed}, {plural(number, 'cube')} by {plural(threads, 'thread')}")


if __name__ == "__main__":
    main()
