"""Larger cubes solved: turns of outer blocks and processor time, means over random cubes, beside published figures.

    python bench/larger_cubes.py            sizes 4 to 21
    python bench/larger_cubes.py 101        other sizes

A turn of one or more outer layers together counts as one. The 4×4×4 is also solved in three phases, the 5×5×5 in
five, and the 6×6×6 and 7×7×7 by way of a 5×5×5, as `solve` does it, from tables that are made or read beforehand.
Published figures for these: S. Chen's TPR-4x4x4-Solver and cube555 (github.com/cs0x7f). For the others: D.
Walton's solver of n×n×n cubes (github.com/dwalton76/rubiks-cube-NxNxN-solver), to the reduced cube, with tables of
hundreds of megabytes to gigabytes; our method of reduction has no tables.
"""

from __future__ import annotations

import resource
import statistics
import sys
import time

from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.search import five_phase, reduce_to_five, reduction, three_phase

CUBES = {4: 20, 5: 20, 6: 20, 7: 20, 9: 5, 11: 5, 15: 3, 21: 2}
PUBLISHED = {5: "51 to 52 reduced", 6: "136 reduced", 7: "194 reduced", 101: "69,754 for centres"}

PHASES = {
    4: (three_phase, 50, "44.4 in 0.25 s"),
    5: (five_phase, 100, "51 to 52 to the reduced cube in 1 to 2 s"),
    6: (reduce_to_five, 20, "136 to the reduced cube"),
    7: (reduce_to_five, 20, "194 to the reduced cube"),
}


def in_phases(size: int) -> None:
    """Print how many turns a method with tables takes, phase by phase."""
    method, number, published = PHASES[size]
    cubes = [cube_class(size).random(1000 + seed) for seed in range(number)]
    method.solve(cubes[0])
    lengths, seconds = [], []
    for cube in cubes:
        started = time.process_time()
        solution = method.solve(cube)
        seconds.append(time.process_time() - started)
        assert solution is not None  # there is no time limit
        lengths.append([len(stage.moves) for stage in solution.phases])
    phases = " ".join(f"{statistics.mean(column):.1f}" for column in zip(*lengths, strict=True))
    totals = [sum(row) for row in lengths]
    reduced = [sum(row[:-1]) for row in lengths]
    print(
        f"{size}×{size}×{size} in phases: {statistics.mean(totals):.2f} turns on average ({phases}), "
        f"{max(totals)} at most; {statistics.mean(reduced):.2f} to the reduced cube, {max(reduced)} at most; "
        f"{statistics.mean(seconds):.2f} s on average, {statistics.median(seconds):.2f} s median, "
        f"{max(seconds):.2f} s at most; published {published}"
    )


def main(sizes: list[int]) -> None:
    for size in PHASES:
        if size in sizes:
            in_phases(size)
    print("size cubes centres  wings  3×3×3    all  reduced  seconds  published")
    for size in sizes:
        number = CUBES.get(size, 1)
        cubes = [cube_class(size).random(1000 + seed) for seed in range(number)]
        started = time.process_time()
        lengths = []
        for cube in cubes:
            solution = reduction.solve(cube)
            assert solution is not None  # there is no time limit
            lengths.append([len(stage.moves) for stage in solution.phases])
        taken = (time.process_time() - started) / number
        centres, wings, last = (statistics.mean(column) for column in zip(*lengths, strict=True))
        print(
            f"{size:4} {number:5} {centres:7.1f} {wings:6.1f} {last:6.1f} "
            f"{centres + wings + last:6.1f} {centres + wings:8.1f} {taken:8.2f}  {PUBLISHED.get(size, '')}"
        )
    print(f"memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB")


if __name__ == "__main__":
    main([int(size) for size in sys.argv[1:]] or list(CUBES))
