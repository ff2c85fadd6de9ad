"""How many cubes are at each distance from solved: `python results/distances.py SIZE METRIC`.

All of the 2×2×2; of the 3×3×3 as many turns as take seconds.
"""

from __future__ import annotations

import json
import sys
import time

import numpy as np

from cubecsp import SYMMETRIES, Cube, Moves
from cubecsp.puzzle.cube import batch
from cubecsp.puzzle.cube.moves import METRICS, Metric
from cubecsp.puzzle.cube.state import TURN_CUBES
from cubecsp.search import pocket

DEPTHS: dict[Metric, int] = {"htm": 6, "qtm": 7}


def positions_by_class(metric: Metric, depth: int) -> list[int]:
    """Return how many 3×3×3 are 0, 1, … `depth` turns from solved.

    They are counted by the sizes of their symmetry classes: a cube of each is enough to find the next.
    """
    single = [c for t, c in enumerate(TURN_CUBES) if METRICS[metric](Moves.of([t])) == 1]
    before, here = batch.to_array([]), batch.to_array([Cube()])
    counts = [1]
    for _ in range(depth):
        reached = np.concatenate([batch.multiplied(here, turn) for turn in single])
        fresh = batch.unique(batch.canonical(batch.unique(reached)))
        known = np.concatenate([before, here])
        old = np.isin((fresh + 1).view("S20").ravel(), (known + 1).view("S20").ravel())
        before, here = here, fresh[~old]
        keepers = sum((batch.moved(here, s) == here).all(axis=1).astype(int) for s in SYMMETRIES)
        counts.append(int((len(SYMMETRIES) // keepers).sum()))
    return counts


def main() -> None:
    """Count, and print."""
    size, metric = sys.argv[1:]
    assert metric in ("htm", "qtm")
    started = time.monotonic()
    if size == "2":
        counts = np.bincount(pocket.distances(metric)).tolist()
    else:
        counts = positions_by_class(metric, DEPTHS[metric])
    seconds = round(time.monotonic() - started, 2)
    print(json.dumps({"positions": counts, "method": "breadth-first", "seconds": seconds}))


if __name__ == "__main__":
    main()
