"""Two-phase search: time to get ready, time and length per cube, compared with the package `kociemba`.

    python bench/two_phase.py [--cubes N] [--large] [--threads N]

Cubes are random with seeds 0, 1, 2, …; times are wall-clock unless called
processor time, one run each. It is compared with the package `kociemba`
from PyPI, if installed.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time

from cubecsp.puzzle.cube.state import Cube
from cubecsp.search.two_phase import TwoPhase


def readiness(size: str) -> None:
    kept = os.environ.get("CUBECSP_CACHE")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["CUBECSP_CACHE"] = folder
        TwoPhase("small").load() if size == "large" else None
        for state in ("from nothing", "from the cache"):
            start, busy = time.perf_counter(), time.process_time()
            TwoPhase(size).load()  # type: ignore[arg-type]
            elapsed, busy = time.perf_counter() - start, time.process_time() - busy
            print(
                f"{size} tables ready {state}: {1e3 * elapsed:.1f} ms, "
                f"processor time {1e3 * busy:.1f} ms"
            )
    if kept is None:
        del os.environ["CUBECSP_CACHE"]
    else:
        os.environ["CUBECSP_CACHE"] = kept


def report(name: str, milliseconds: list[float], lengths: list[int]) -> None:
    ordered = sorted(milliseconds)
    print(
        f"{name}: mean {statistics.mean(ordered):.3f} ms, median {statistics.median(ordered):.3f}, "
        f"99% {ordered[len(ordered) * 99 // 100]:.3f}, most {ordered[-1]:.3f}; "
        f"length {statistics.mean(lengths):.3f}"
    )


def run(solver: TwoPhase, cubes: list[Cube], name: str, **options: object) -> None:
    solver.solve_many(cubes[:50])  # so that the pages of the tables are in memory
    start = time.process_time()
    moves = solver.solve_many(cubes, **options)  # type: ignore[arg-type]
    busy = 1e3 * (time.process_time() - start) / len(cubes)
    solutions = [solution for solution in moves if solution]
    for cube, solution in zip(cubes, moves, strict=True):
        assert solution is None or cube.apply(solution.moves) == Cube()
    report(name, [1e3 * s.seconds for s in solutions], [len(s.moves) for s in solutions])
    unsolved = len(cubes) - len(solutions)
    print(f"    processor time {busy:.3f} ms a cube, all in; {unsolved} unsolved")


def peer(cubes: list[Cube]) -> None:
    try:
        import kociemba  # type: ignore[import-not-found]
    except ImportError:
        print("kociemba is not installed")
        return
    kociemba.solve(cubes[0].facelets)
    milliseconds, lengths = [], []
    for cube in cubes:
        start = time.perf_counter()
        moves = kociemba.solve(cube.facelets)
        milliseconds.append(1e3 * (time.perf_counter() - start))
        lengths.append(len(moves.split()))
    report("kociemba", milliseconds, lengths)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cubes", type=int, default=1000)
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--threads", type=int, default=1)
    chosen = parser.parse_args()
    cubes = [Cube.random(seed) for seed in range(chosen.cubes)]
    size = "large" if chosen.large else "small"
    readiness(size)
    solver = TwoPhase(size)  # type: ignore[arg-type]
    solver.solve_many(cubes[:300], time_limit=0.01, improve=None)  # long enough to settle in memory
    for most in (22, 21, 20):
        run(solver, cubes, f"at most {most} turns", max_length=most, threads=chosen.threads)
    run(solver, cubes, "10 ms a cube", time_limit=0.01, improve=None, threads=chosen.threads)
    peer(cubes[:100])


if __name__ == "__main__":
    main()
