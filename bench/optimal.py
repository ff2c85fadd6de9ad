"""Times of the search for shortest solutions: tables made, then cubes of 16, 17 and 18 turns. One run.

    python bench/optimal.py [TABLE…] [--cubes N]

Tables (all but `huge` unless named) are made anew in a temporary folder. Cubes are made by random
sequences of 16, 17 and 18 turns, and stand under the length that their solution turns out to have.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import tempfile
import time

os.environ["CUBECSP_CACHE"] = tempfile.mkdtemp()

from cubecsp import Cube, Moves
from cubecsp.search import two_phase
from cubecsp.search.optimal import solve
from cubecsp.search.optimal_tables import TABLES, engine
from cubecsp.search.solution import Solution

PERFECT = "U F' L' U' R2 F' R2 B' U' R F' U F D' L2 F2 L2 U'"


def scrambles(length: int, count: int) -> list[Cube]:
    rng = random.Random(length)
    found = []
    while len(found) < count:
        moves = Moves.of(rng.randrange(18) for _ in range(length))
        if len(moves.simplified()) == length:
            found.append(Cube.from_moves(moves))
    return found


def report(what: str, solutions: list[Solution]) -> None:
    if not solutions:
        return
    seconds = [solution.seconds for solution in solutions]
    rate = sum(solution.nodes for solution in solutions) / max(sum(seconds), 1e-9) / 1e6
    print(
        f"  {what:16} {len(solutions):3} cubes   median {statistics.median(seconds):8.2f} s"
        f"   worst {max(seconds):8.2f} s   {rate:6.1f} million positions a second",
        flush=True,
    )


def measure(name: str, cubes: int, threads: int) -> None:
    kind = TABLES[name]
    started = time.perf_counter()
    engine(kind, "htm", threads)
    made = time.perf_counter() - started
    print(f"{name}: {kind.bytes / 1e6:.0f} MB, made and stored in {made:.1f} s", flush=True)
    by_length: dict[int, list[Solution]] = {}
    for length in (16, 17, 18):
        for cube in scrambles(length, cubes):
            solution = solve(cube, table=name)
            by_length.setdefault(solution.length, []).append(solution)
    for length in sorted(by_length):
        report(f"{length} turns", by_length[length])
    report("perfect scramble", [solve(Cube.from_moves(PERFECT), table=name)])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tables", nargs="*", default=["small", "medium", "large"])
    parser.add_argument("--cubes", type=int, default=7, help="cubes of each length")
    arguments = parser.parse_args()
    two_phase.shared().load()
    threads = len(os.sched_getaffinity(0))
    print(f"{threads} threads, load {os.getloadavg()[0]:.1f} at the start")
    for name in arguments.tables:
        measure(name, arguments.cubes, threads)


if __name__ == "__main__":
    main()
