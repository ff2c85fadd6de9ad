"""Larger cubes solved: turns of outer blocks and processor time, means over random cubes, beside published figures.

    python bench/larger_cubes.py            sizes 4 to 21
    python bench/larger_cubes.py 101        other sizes

A turn of one or more outer layers together counts as one. The 4×4×4 is also solved in three phases, as `solve`
does it, from a table that is made or read before. Published for that: S. Chen's TPR-4x4x4-Solver
(github.com/cs0x7f/TPR-4x4x4-Solver). For the others: D. Walton's solver of n×n×n cubes
(github.com/dwalton76/rubiks-cube-NxNxN-solver), to the reduced cube, with tables of hundreds of megabytes to
gigabytes; ours has none for this method.
"""

from __future__ import annotations

import resource
import statistics
import sys
import time

from cubecsp.puzzle.cubes import cube_class
from cubecsp.search import reduction, three_phase

CUBES = {4: 20, 5: 20, 6: 20, 7: 20, 9: 5, 11: 5, 15: 3, 21: 2}
PUBLISHED = {5: "51 to 52 reduced", 6: "136 reduced", 7: "194 reduced", 101: "69,754 for centres"}


def four() -> None:
    cubes = [cube_class(4).random(1000 + seed) for seed in range(50)]
    three_phase.solve(cubes[0])
    started = time.process_time()
    lengths = []
    for cube in cubes:
        solution = three_phase.solve(cube)
        assert solution is not None  # there is no time limit
        lengths.append([len(stage.moves) for stage in solution.phases])
    taken = (time.process_time() - started) / len(cubes)
    phases = " ".join(f"{statistics.mean(column):.1f}" for column in zip(*lengths, strict=True))
    totals = [sum(row) for row in lengths]
    print(
        f"4×4×4 in three phases: {statistics.mean(totals):.2f} turns on average ({phases}), {max(totals)} at most, "
        f"{taken:.2f} s; published 44.4 in 0.25 s"
    )


def main(sizes: list[int]) -> None:
    if 4 in sizes:
        four()
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
