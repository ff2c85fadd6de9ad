"""How many cubes a second of processor time are found and reach Python, one by one and in arrays.

The pattern is requirements 1 to 4 of the perfect scramble. Our own search is compared with the solvers CaDiCaL
(python-sat) and CP-SAT (OR-Tools), which list the same cubes with the same symmetries and the same check of
every cube. All on one thread, medians of several runs, each stopped after a while; the solvers run once.

`--arrays` shows the work on arrays: canonical forms, orbits and the rules' own check, each compared with one cube
at a time. `--whole` lists every class to the end.

    python bench/many_cubes.py [--arrays] [--whole]
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Callable
from functools import partial

from measuring import duration, head, row, seconds, used

from cubecsp import SYMMETRIES, Cube, Search, canonical
from cubecsp.models.core.pattern import Pattern
from cubecsp.models.named import PERFECT_SCRAMBLE
from cubecsp.puzzle.cube import batch

PATIENCE = 2.0  # seconds of one listing
REPEATS = 5
ROWS = 4096

_FIRST_FOUR = Pattern(PERFECT_SCRAMBLE.rules[:4])

LISTINGS = {
    "classes into arrays, each cube checked": {"classes": True, "arrays": True, "engine": "native"},
    "classes one by one, as `Cube`": {"classes": True, "arrays": False, "engine": "native"},
    "cubes into arrays": {"classes": False, "arrays": True, "engine": "native"},
    "cubes into arrays, found by CaDiCaL": {"classes": False, "arrays": True, "engine": "cnf"},
    "cubes into arrays, found by CP-SAT": {"classes": False, "arrays": True, "engine": "cpsat"},
}


def listed(*, arrays: bool, engine: str, classes: bool) -> float:
    """Return how many cubes or classes a second are listed."""
    started = used()
    with Search(_FIRST_FOUR, engine=engine, classes=classes, threads=1) as search:
        for _ in search.arrays() if arrays else search:
            if used() - started > PATIENCE:
                break
        return search.found / (used() - started)


def rounded(rate: float) -> str:
    """Return a number with two digits that are not 0."""
    return f"{float(f'{rate:.2g}'):,.0f}"


def median(measure: Callable[[], float], repeats: int = REPEATS) -> float:
    return statistics.median(measure() for _ in range(repeats))


def listings() -> None:
    """Print how many are listed a second."""
    head("requirements 1 to 4 of the perfect scramble", "a second")
    for name, how in LISTINGS.items():
        repeats = REPEATS if how["engine"] == "native" else 1
        row(name, rounded(median(partial(listed, **how), repeats)))  # type: ignore[arg-type]


def per_second(work: Callable[[], object], number: int) -> float:
    return number / seconds(work)


def on_arrays() -> None:
    """Print how many cubes a second are processed, many at once and one by one."""
    cubes = [Cube.random(seed) for seed in range(ROWS)]
    few, rows = cubes[: ROWS // 8], batch.to_array(cubes)
    pairs: dict[str, tuple[Callable[[], object], Callable[[], object]]] = {
        "canonical forms": (
            lambda: batch.canonical(rows),
            lambda: [canonical(cube) for cube in few],
        ),
        "orbits of the 48": (
            lambda: batch.orbits(rows),
            lambda: [sorted({s.of(cube) for s in SYMMETRIES}) for cube in few],
        ),
    }
    for rule in PERFECT_SCRAMBLE.rules:
        pairs[f"check of {rule}"] = (
            lambda rule=rule: rule.holds_in(batch.Batch(rows)),  # type: ignore[misc]
            lambda rule=rule: [rule.holds(cube) for cube in few],  # type: ignore[misc]
        )
    head("a second", "in arrays", "one by one")
    for name, (many, one) in pairs.items():
        row(
            name,
            rounded(median(partial(per_second, many, len(rows)))),
            rounded(median(partial(per_second, one, len(few)))),
        )


def all_classes() -> None:
    """List every class that meets requirements 1 to 4."""
    for arrays in (True, False):
        started = used()
        with Search(_FIRST_FOUR, classes=True, threads=1) as search:
            for _ in search.arrays() if arrays else search:
                pass
        how = "in arrays" if arrays else "one by one"
        taken = duration(used() - started)
        print(f"all {search.found:,} classes, {search.count:,} cubes, {how}: {taken}")


if __name__ == "__main__":
    if "--arrays" in sys.argv:
        on_arrays()
    elif "--whole" in sys.argv:
        all_classes()
    else:
        listings()
