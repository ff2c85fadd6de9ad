"""The methods of move search other than two-phase and optimal: medians of processor time of one run.

    python bench/methods.py

Tables are made in a temporary folder, so nothing on disk is used or changed.
"""

from __future__ import annotations

import os
import statistics
import tempfile
from collections.abc import Callable, Iterable

from measuring import duration, seconds

os.environ["CUBECSP_CACHE"] = tempfile.mkdtemp()

from cubecsp import Cube, Moves
from cubecsp.formats.cube_map import ROTATIONS
from cubecsp.puzzle.cube.state import PocketCube
from cubecsp.search import breadth_first, pocket, thistlethwaite


def median(calls: Iterable[Callable[[], object]]) -> float:
    return statistics.median(seconds(call) for call in calls)


def report(what: str, took: float, note: str = "") -> None:
    print(f"{what:58} {duration(took):>9}   {note}")


def pockets() -> None:
    for metric in pocket.TURNS_OF:
        first, second = pocket._move_tables(pocket.TURNS_OF[metric])
        start = pocket._coordinates(PocketCube())
        made = median(
            [lambda f=first, s=second, at=start: pocket.coset_distances(f, s, *at)] * 5  # type: ignore[misc]
        )
        report(f"2×2×2, all distances, {metric}", made, f"{pocket.POSITIONS:,} positions")
    pocket.distances("htm")
    pocket._known.clear()
    report("2×2×2, ready with the table on disk", seconds(lambda: pocket.distances("htm")))
    cubes = [PocketCube.random(seed) for seed in range(3000)]
    report("2×2×2, a solution", median(lambda c=c: pocket.solve(c) for c in cubes))  # type: ignore[misc]
    graph = pocket._explored("htm")[0]
    where = [pocket._coordinates(cube) for cube in cubes]
    report("2×2×2, its native part", median(lambda w=w: graph.path(*w) for w in where))  # type: ignore[misc]
    every = median(lambda c=c: list(pocket.all_solutions(c)) for c in cubes[:500])  # type: ignore[misc]
    report("2×2×2, all shortest solutions", every)


def phases() -> None:
    solver = thistlethwaite._solver()
    report("Thistlethwaite, four tables", median([solver.distances] * 5), "1,777,565 states")
    thistlethwaite._solvers.clear()
    report("Thistlethwaite, ready with the tables on disk", seconds(thistlethwaite._solver))
    cubes = [Cube.random(seed) for seed in range(3000)]
    for choices in (1, 16, thistlethwaite.CHOICES):
        lengths: list[int] = []

        def solve(cube: Cube, choices: int = choices, lengths: list[int] = lengths) -> None:
            lengths.append(len(thistlethwaite.solve(cube, choices=choices).moves))

        took = median(lambda c=c: solve(c) for c in cubes)  # type: ignore[misc]
        note = f"{statistics.mean(lengths):.2f} turns on average, {max(lengths)} at most"
        report(f"Thistlethwaite, a solution, comparing {choices}", took, note)


def sequences() -> None:
    for count in (1, 2, 3, 4):
        scramble = " ".join(["F", "R", "U", "L"][:count])
        cube = Cube.from_moves(scramble)
        took = median([lambda c=cube: list(breadth_first.sequences(c, ROTATIONS))] * 21)  # type: ignore[misc]
        sequences_found = list(breadth_first.sequences(cube, ROTATIONS))
        note = f"{len(sequences_found)} of {len(sequences_found[0])} clockwise turns"
        report(f"breadth-first, all that undo {scramble}", took, note)
    scramble = Moves("F R U' L2 B D' R2 F D2")
    for count in (6, 7, 8, 9):
        cube = Cube.from_moves(Moves(scramble.turns[:count]))
        took = median([lambda c=cube: list(breadth_first.sequences(c))] * 5)  # type: ignore[misc]
        report(f"breadth-first, all that undo {count} of the 18 turns", took)


if __name__ == "__main__":
    pockets()
    phases()
    sequences()
