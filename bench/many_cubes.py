"""How many cubes a second are found and reach Python, one by one and in arrays.

The patterns are requirements 1 to 4 of the perfect scramble, which treat all sides alike, and the same
with one sticker given, which leaves no symmetry but the identity. Our own search is compared with the
solvers CaDiCaL (python-sat) and CP-SAT (OR-Tools), which list cubes of the same patterns in the same
run, with the same symmetries and the same check of every cube. Then comes the work on arrays: canonical
forms, orbits and the rules' own check, each compared with one cube at a time.

All on one thread, medians of several runs, each stopped after a while; the solvers run once.
`--whole` lists requirements 1 to 4 to the end, every class.

    python bench/many_cubes.py [--whole]
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable

from cubecsp import SYMMETRIES, Cube, Search, canonical
from cubecsp.models.core.pattern import Pattern
from cubecsp.models.language.pattern_text import parse_pattern
from cubecsp.models.named import PERFECT_SCRAMBLE
from cubecsp.puzzle.cube import batch

PATIENCE = 2.0  # seconds of one listing
REPEATS = 5
ROWS = 4096

_FIRST_FOUR = Pattern(PERFECT_SCRAMBLE.rules[:4])
PATTERNS = {
    "requirements 1 to 4": _FIRST_FOUR,
    "the same, and F1 is red": _FIRST_FOUR.including(*parse_pattern(["F1==R"]).rules),
}


def listed(pattern: Pattern, *, arrays: bool, engine: str, classes: bool) -> float:
    """Return how many cubes or classes a second are listed."""
    started = time.perf_counter()
    with Search(pattern, engine=engine, classes=classes) as search:
        for _ in search.arrays() if arrays else search:
            if time.perf_counter() - started > PATIENCE:
                break
        return search.found / (time.perf_counter() - started)


def median(measure: Callable[[], float], repeats: int = REPEATS) -> float:
    return statistics.median(measure() for _ in range(repeats))


def listings() -> None:
    """Print how many are listed a second."""
    for name, pattern in PATTERNS.items():
        print(f"\n{name} (symmetries used: {len(Search(pattern).group)}), a second")
        print(f"{'':34}{'cubes':>12}{'classes':>12}")
        for engine, arrays in (("native", True), ("native", False), ("cnf", True), ("cpsat", True)):
            rates = [
                median(
                    lambda classes=classes, engine=engine, arrays=arrays, pattern=pattern: listed(
                        pattern, arrays=arrays, engine=engine, classes=classes
                    ),
                    REPEATS if engine == "native" else 1,
                )
                for classes in (False, True)
            ]
            how = "in arrays" if arrays else "one by one"
            print(f"  {engine + ', ' + how:32}" + "".join(f"{rate:12,.0f}" for rate in rates))


def per_second(work: Callable[[], object], number: int) -> float:
    started = time.perf_counter()
    work()
    return number / (time.perf_counter() - started)


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
    print(f"\n{'a second':34}{'in arrays':>12}{'one by one':>12}")
    for name, (many, one) in pairs.items():
        rates = (
            median(lambda many=many: per_second(many, len(rows))),  # type: ignore[misc]
            median(lambda one=one: per_second(one, len(few))),  # type: ignore[misc]
        )
        print(f"  {name:32}" + "".join(f"{rate:12,.0f}" for rate in rates))


def all_classes() -> None:
    """List every class that meets requirements 1 to 4."""
    for arrays in (True, False):
        started = time.perf_counter()
        with Search(_FIRST_FOUR, classes=True) as search:
            for _ in search.arrays() if arrays else search:
                pass
        seconds = time.perf_counter() - started
        how = "in arrays" if arrays else "one by one"
        print(f"\nall {search.found:,} classes, {search.count:,} cubes, {how}: {seconds:.1f} s")


if __name__ == "__main__":
    listings()
    on_arrays()
    if "--whole" in sys.argv:
        all_classes()
