"""How many cubes a second of processor time are found and reach Python, one by one and in arrays, or are printed.

The pattern is requirements 1 to 4 of the perfect scramble. Our own search is compared with the solvers CaDiCaL
(python-sat) and CP-SAT (OR-Tools), which list the same cubes with the same symmetries and the same check of
every cube. All on one thread, medians of several runs, each stopped after a while; the solvers run once. What
is printed has a million cubes or classes, and the start of the program is in its time.

    python bench/many_cubes.py
"""

from __future__ import annotations

import statistics
import subprocess
import sys

from measuring import head, row, seconds, used

from cubecsp import Search
from cubecsp.models.core.pattern import Pattern
from cubecsp.models.patterns import PERFECT_SCRAMBLE

PATIENCE = 2.0  # seconds of one listing
REPEATS = 5
PRINTED = 1_000_000

_FIRST_FOUR = Pattern(PERFECT_SCRAMBLE.rules[:4])

LISTINGS = {
    "classes into arrays, each cube checked": {"classes": True, "arrays": True, "engine": "native"},
    "classes one by one, as `Cube`": {"classes": True, "arrays": False, "engine": "native"},
    "cubes into arrays": {"classes": False, "arrays": True, "engine": "native"},
    "cubes into arrays, found by CaDiCaL": {"classes": False, "arrays": True, "engine": "cnf"},
    "cubes into arrays, found by CP-SAT": {"classes": False, "arrays": True, "engine": "cpsat"},
}

PRINTINGS = {
    "cubes as text": [],
    "cubes as JSON": ["--json"],
    "classes as JSON, each cube checked": ["--json", "--classes"],
}


def listed(*, arrays: bool, engine: str, classes: bool) -> float:
    """Return how many cubes or symmetry classes a second are listed."""
    started = used()
    with Search(_FIRST_FOUR, engine=engine, classes=classes, threads=1) as search:
        for _ in search.arrays() if arrays else search:
            if used() - started > PATIENCE:
                break
        return search.found / (used() - started)


def printed(how: list[str]) -> float:
    """Return how many cubes or symmetry classes a second the command line prints."""
    rules = map(str, _FIRST_FOUR.rules)
    asked = ["find", *rules, "--engine", "native", "--limit", str(PRINTED), *how]
    command = [sys.executable, "-m", "cubecsp", *asked]
    return PRINTED / seconds(
        lambda: subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    )


def main() -> None:
    """Print how many are listed a second."""
    head("requirements 1 to 4 of the perfect scramble", "a second")
    for name, how in LISTINGS.items():
        repeats = REPEATS if how["engine"] == "native" else 1
        rates = [listed(**how) for _ in range(repeats)]  # type: ignore[arg-type]
        _row(name, rates)
    for name, options in PRINTINGS.items():
        _row(name, [printed(options) for _ in range(REPEATS)])


def _row(name: str, rates: list[float]) -> None:
    """Print the median of some rates, in two digits."""
    row(name, f"{float(f'{statistics.median(rates):.2g}'):,.0f}")


if __name__ == "__main__":
    main()
