"""Larger cubes solved: turns of outer blocks and processor time, means over random cubes, beside published values.

    python bench/larger_cubes.py [SIZE…]             by reduction, without tables
    python bench/larger_cubes.py --phases [SIZE…]    sizes 4 to 7 as `solve` does them

A turn of one or more outer layers together counts as one. In phases, the 4×4×4 takes three, the 5×5×5 five, and the
6×6×6 and the 7×7×7 go by way of a 5×5×5, from tables that are made or read beforehand.
Published values for these: S. Chen's TPR-4x4x4-Solver and cube555 (github.com/cs0x7f). For the others: D.
Walton's solver of n×n×n cubes (github.com/dwalton76/rubiks-cube-NxNxN-solver), to the reduced cube, with tables of
hundreds of megabytes to gigabytes.
"""

from __future__ import annotations

import argparse
import statistics
from functools import partial

from measuring import duration, head, row, timed

from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.search import five_phase, reduce_to_five, reduction, three_phase

CUBES = {4: 20, 5: 20, 6: 20, 7: 20, 9: 5, 15: 3, 21: 2, 101: 1}
PUBLISHED = {5: "51 to 52", 6: "136", 7: "194", 101: "69,754 for the centres"}

PHASES = {
    4: (three_phase.PHASES, 50, "44.4 in 0.25 s"),
    5: (five_phase.PHASES, 100, "51 to 52 to the reduced cube in 1 to 2 s"),
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
        taken, solution = timed(partial(method.solve, cube))
        seconds.append(taken)
        assert solution is not None  # without a time limit
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


def reduced(size: int) -> None:
    """Print how many turns reduction takes."""
    cubes = [cube_class(size).random(1000 + seed) for seed in range(CUBES.get(size, 1))]
    taken, solutions = timed(lambda: [reduction.solve(cube) for cube in cubes])
    lengths = [[len(stage.moves) for stage in one.phases] for one in solutions if one is not None]
    centres, wings, last = (statistics.mean(column) for column in zip(*lengths, strict=True))
    turns = (f"{mean:,.1f}" for mean in (centres, wings, centres + wings, centres + wings + last))
    row(
        f"{size}×{size}×{size}",
        len(cubes),
        *turns,
        duration(taken / len(cubes)),
        PUBLISHED.get(size, ""),
    )


def main() -> None:
    """Print the table, or what the phases take."""
    parser = argparse.ArgumentParser(description="solves larger cubes")
    parser.add_argument("sizes", nargs="*", type=int, default=list(CUBES), metavar="SIZE")
    parser.add_argument("--phases", action="store_true", help="with tables, phase by phase")
    asked = parser.parse_args()
    if asked.phases:
        for size in PHASES.keys() & set(asked.sizes):
            in_phases(size)
        return
    head(
        "size",
        "cubes",
        "centres",
        "wings",
        "to the reduced cube",
        "all",
        "processor time",
        "published, to the reduced cube",
    )
    for size in asked.sizes:
        reduced(size)


if __name__ == "__main__":
    main()
