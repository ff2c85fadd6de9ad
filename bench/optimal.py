"""Times of the search for shortest solutions: making tables, then cubes of 16, 17 and 18 turns. One run.

    python bench/optimal.py [TABLE…] [--cubes N]

The tables (medium and large if none are named) are made in a temporary folder. Cubes are made
by random sequences of 16, 17 and 18 turns, and listed by the length of their shortest solution.
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
    cubes = []
    while len(cubes) < count:
        moves = Moves.of(rng.randrange(18) for _ in range(length))
        if len(moves.simplified()) == length:
            cubes.append(Cube.from_moves(moves))
    return cubes


def timed(cube: Cube, table: str) -> tuple[Solution, float]:
    """Return the solution and the processor time it took, which depends less on the machine's load."""
    started = time.process_time()
    solution = solve(cube, table=table)
    return solution, time.process_time() - started


def report(what: str, runs: list[tuple[Solution, float]]) -> None:
    seconds = [solution.seconds for solution, _ in runs]
    processor = [used for _, used in runs]
    nodes = [solution.nodes for solution, _ in runs]
    print(
        f"  {what:16} {len(runs):3} cubes   median {statistics.median(seconds):7.2f} s"
        f"   worst {max(seconds):7.2f} s   processor {statistics.median(processor):7.2f} s"
        f"   positions {statistics.median(nodes) / 1e6:7.1f} million,"
        f" {sum(nodes) / sum(processor) / 1e6:5.1f} million a processor second",
        flush=True,
    )


def measure(name: str, cubes: int, threads: int) -> None:
    kind = TABLES[name]
    started, used = time.perf_counter(), time.process_time()
    engine(kind, "htm", threads)
    took, used = time.perf_counter() - started, time.process_time() - used
    print(
        f"{name}: {kind.bytes / 1e6:.0f} MB, made and stored in {took:.1f} s, "
        f"{used:.1f} s of processors",
        flush=True,
    )
    by_length: dict[int, list[tuple[Solution, float]]] = {}
    for length in (16, 17, 18):
        for cube in scrambles(length, cubes):
            run = timed(cube, name)
            by_length.setdefault(run[0].length, []).append(run)
    for length in sorted(by_length):
        report(f"{length} turns", by_length[length])
    report("perfect scramble", [timed(Cube.from_moves(PERFECT), name)])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tables", nargs="*", default=["medium", "large"])
    parser.add_argument("--cubes", type=int, default=7, help="cubes of each length")
    arguments = parser.parse_args()
    two_phase.shared().load()
    threads = os.cpu_count() or 1
    print(f"{threads} threads, load {os.getloadavg()[0]:.1f} at the start")
    for name in arguments.tables:
        measure(name, arguments.cubes, threads)


if __name__ == "__main__":
    main()
