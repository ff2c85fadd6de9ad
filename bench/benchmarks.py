"""The single values that pages quote, with the code that measures them; `times.py` runs it.

Except for counts, they are seconds of processor time on one thread, so that they depend little on other work of the
machine.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from measuring import seconds, timed


@dataclass(frozen=True)
class Benchmark:
    """Something to measure.

    Args:
        what: the description on a page.
        runs: how often; if more than once, after one run that does not count.
        measure: does it once, and returns the value, in the unit of `unit`.
        unit: "s", or the unit of a count.
    """

    what: str
    runs: int
    measure: Callable[[], float]
    unit: str = "s"


def command(*arguments: str) -> Callable[[], object]:
    """Return a call that runs Python with these arguments."""
    environment = os.environ | {"PYTHONDONTWRITEBYTECODE": ""}
    return lambda: subprocess.run(
        [sys.executable, *arguments], check=True, capture_output=True, env=environment
    )


@contextmanager
def no_tables() -> Iterator[None]:
    """Have tables kept in a new folder meanwhile."""
    before = os.environ.get("CUBECSP_CACHE")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["CUBECSP_CACHE"] = folder
        try:
            yield
        finally:
            del os.environ["CUBECSP_CACHE"]
            if before is not None:
                os.environ["CUBECSP_CACHE"] = before


def perfect(**options: Any) -> Callable[[], float]:
    def find_all() -> None:
        from cubecsp import Status, find
        from cubecsp.models.patterns import PERFECT_SCRAMBLE

        answer = find(PERFECT_SCRAMBLE, **options)
        assert (answer.status, answer.count) == (Status.COMPLETE, 48)

    return partial(seconds, find_all)


def counting(rules: str, number: int | None = None, **options: Any) -> Callable[[], float]:
    """Return a measurement of counting on one thread, which makes sure that it is that number."""

    def count_them() -> None:
        from cubecsp import count

        answer = count(rules, threads=1, **options)
        assert number in (None, answer.count)

    return partial(seconds, count_them)


def finding_larger(size: int, engine: str) -> Callable[[], float]:
    """Return a measurement of finding a cube that meets the first five requirements."""

    def find_one() -> None:
        from cubecsp import find

        most = f"at-most={-(-(size**2) // 6)}"
        rules = [
            "every-colour",
            most,
            "no-touching=side",
            "no-touching=diagonal",
            "no-touching=across",
        ]
        assert find(rules, size=size, engine=engine, limit=1, threads=1).count == 1

    return partial(seconds, find_one)


@cache
def random_cubes(number: int, size: int = 3) -> list[Any]:
    from cubecsp.puzzle.cube.cubes import cube_class

    return [cube_class(size).random(seed) for seed in range(number)]


def two_phase(most: int, size: str = "small") -> Callable[[], float]:
    """Return a measurement of the mean time for one of 1,000 random cubes."""

    def solve_all() -> float:
        from cubecsp.search.two_phase import TwoPhase

        solver, cubes = TwoPhase(size), random_cubes(1000)  # type: ignore[arg-type]
        solver.load()
        taken = seconds(lambda: solver.solve_many(cubes, max_length=most, threads=1))
        return taken / len(cubes)

    return solve_all


def turns_in_10_ms() -> float:
    from cubecsp.search.two_phase import TwoPhase

    solver, cubes = TwoPhase("large"), random_cubes(1000)
    solver.load()
    found = solver.solve_many(cubes, time_limit=0.01, improve=None, threads=1)
    return statistics.mean(len(solution.moves) for solution in found if solution)


_IMPORTED = "from cubecsp.search.two_phase import TwoPhase"


def two_phase_from_disk() -> float:
    return seconds(command("-c", f"{_IMPORTED}; TwoPhase('small').load()")) - seconds(
        command("-c", _IMPORTED)
    )


def two_phase_from_nothing() -> float:
    with no_tables():
        return two_phase_from_disk()


def kociemba_package() -> float:
    import kociemba  # type: ignore[import-not-found]

    cubes = random_cubes(1000)[:100]
    return seconds(lambda: [kociemba.solve(cube.facelets) for cube in cubes]) / len(cubes)


def optimal_tables() -> None:
    with no_tables():
        command(
            "-c",
            "from cubecsp.search.optimal_tables import TABLES, engine; engine(TABLES['medium'], 'htm', 1)",
        )()


def optimal_search() -> tuple[float, int]:
    """Return the time of a proof that the perfect scramble needs 18 turns, and its number of positions."""
    from cubecsp import Cube
    from cubecsp.search.optimal import solve

    cube = Cube.from_moves("U F' L' U' R2 F' R2 B' U' R F' U F D' L2 F2 L2 U'")
    solve(Cube.from_moves("R U"), pruning_table="medium")  # has the tables made
    taken, solution = timed(lambda: solve(cube, pruning_table="medium", threads=1))
    return taken, solution.nodes


def optimal_speed() -> float:
    taken, positions = optimal_search()
    return positions / taken / 1e6


def thistlethwaite() -> float:
    from cubecsp.search import thistlethwaite

    cubes = random_cubes(1000)
    return seconds(lambda: [thistlethwaite.solve(cube) for cube in cubes]) / len(cubes)


def larger(size: int, number: int) -> Callable[[], float]:
    """Return a measurement of the mean time for one of some random cubes of a size."""

    def solve_all() -> float:
        from cubecsp import solve

        cubes = random_cubes(number, size)
        solve(cubes[0])  # has the tables made
        return seconds(lambda: [solve(cube) for cube in cubes]) / len(cubes)

    return solve_all


BENCHMARKS = {
    "perfect": Benchmark(
        "all 48 perfect scrambles and no others, native engine",
        21,
        perfect(engine="native", threads=1),
    ),
    "perfect-plain": Benchmark(
        "all 48 without symmetry, native engine",
        11,
        perfect(engine="native", threads=1, use_symmetry=False),
    ),
    "perfect-cpsat": Benchmark(
        "all 48 and no others, CP-SAT", 5, perfect(engine="cpsat", threads=1)
    ),
    "perfect-cpsat-plain": Benchmark(
        "all 48 without symmetry, CP-SAT",
        3,
        perfect(engine="cpsat", threads=1, use_symmetry=False),
    ),
    "perfect-asp": Benchmark("all 48 and no others, clingo", 5, perfect(engine="asp", threads=1)),
    "perfect-asp-plain": Benchmark(
        "all 48 without symmetry, clingo", 3, perfect(engine="asp", threads=1, use_symmetry=False)
    ),
    "perfect-cnf-plain": Benchmark(
        "all 48 without symmetry, CaDiCaL", 3, perfect(engine="cnf", threads=1, use_symmetry=False)
    ),
    "count-side": Benchmark(
        "the exact number of cubes with no two equal colours side by side",
        3,
        counting("no-touching=side", 234_173_555_841_235),
    ),
    "count-side-classes": Benchmark(
        "`count no-touching=side --classes`", 3, counting("no-touching=side", classes=True)
    ),
    "count-sides": Benchmark(
        "`count no-touching=side no-touching=diagonal`",
        3,
        counting("no-touching=side no-touching=diagonal", 2_809_222_708),
    ),
    "count-diagonal": Benchmark(
        "`count no-touching=diagonal`",
        3,
        counting("no-touching=diagonal", 19_533_435_732_097_536),
    ),
    "count-four": Benchmark(
        "`count every-colour at-most=2 no-touching=side no-touching=diagonal`",
        3,
        counting("every-colour at-most=2 no-touching=side no-touching=diagonal", 112_835_412),
    ),
    "count-five": Benchmark(
        "the same with `no-touching=across`, every placement of the corners",
        5,
        counting(
            "every-colour at-most=2 no-touching=side no-touching=diagonal no-touching=across",
            method="corner-walk",
        ),
    ),
    "estimate-4×4×4": Benchmark(
        "`count no-touching=side --size 4 --estimate`",
        1,
        counting("no-touching=side", size=4, estimate=True),
    ),
    "estimate-perfect-4×4×4": Benchmark(
        "`count perfect-scramble --size 4 --estimate --samples 600 --seed 1`",
        1,
        counting("perfect-scramble", size=4, estimate=True, samples=600, seed=1),
    ),
    **{
        f"{engine}-{size}×{size}×{size}": Benchmark(
            f"a {size}×{size}×{size} that meets five requirements, {engine}",
            3,
            finding_larger(size, engine),
        )
        for engine in ("native", "cnf", "cpsat", "asp", "annealing")
        for size in (4, 5)
    },
    "two-phase-20": Benchmark("two-phase, at most 20 turns, a random cube", 5, two_phase(20)),
    "two-phase-21": Benchmark("two-phase, at most 21 turns", 5, two_phase(21)),
    "two-phase-20-large": Benchmark(
        "two-phase with its large tables, at most 20 turns", 5, two_phase(20, "large")
    ),
    "two-phase-21-large": Benchmark(
        "two-phase with its large tables, at most 21 turns", 5, two_phase(21, "large")
    ),
    "kociemba": Benchmark("the package `kociemba`, 20.7 turns on average", 3, kociemba_package),
    "two-phase-10-ms": Benchmark(
        "two-phase with its large tables, 10 ms a cube, on average", 1, turns_in_10_ms, "turns"
    ),
    "two-phase-made": Benchmark("two-phase, making its table", 5, two_phase_from_nothing),
    "two-phase-ready": Benchmark(
        "two-phase, getting ready with its table on disk", 11, two_phase_from_disk
    ),
    "optimal-made": Benchmark(
        "making 259 MB of tables for shortest solutions", 1, partial(seconds, optimal_tables)
    ),
    "optimal-search": Benchmark(
        "proving that the perfect scramble needs 18 turns, with 259 MB of tables",
        3,
        lambda: optimal_search()[0],
    ),
    "optimal-speed": Benchmark(
        "positions that this proof makes in a second", 1, optimal_speed, "million"
    ),
    "thistlethwaite": Benchmark("Thistlethwaite, 26.8 turns on average", 5, thistlethwaite),
    "4×4×4": Benchmark(
        "a random 4×4×4, in 43.2 turns of outer blocks on average", 1, larger(4, 20)
    ),
    "5×5×5": Benchmark("a random 5×5×5, in 69.2 turns", 1, larger(5, 10)),
    "6×6×6": Benchmark("a random 6×6×6, in 126 turns", 1, larger(6, 4)),
    "7×7×7": Benchmark("a random 7×7×7, in 185 turns", 1, larger(7, 3)),
}
