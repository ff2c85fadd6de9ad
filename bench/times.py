"""The times that pages quote: measured here, kept in bench/times.json, and written into the pages' tables.

    python bench/times.py [--list] [--write] [NAME…]

It prints them, and with `--write` stores them and changes the pages. All are of processor time on one thread, so that they depend little on what else a machine does. A figure
during which other processes took more than a tenth of the processors is not written: the old one stays.

A table stands in a page between `<!-- times: NAME NAME … -->` and `<!-- end -->`, and a single figure within a line
between `<!-- time: NAME -->` and `<!-- end -->`.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
KEPT = ROOT / "bench" / "times.json"
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]

MOST_OF_OTHERS = 0.1
"""The largest share of all processors that other processes may take while a figure is measured."""

_TABLE = re.compile(r"(<!-- times: (.*?) -->\n).*?(<!-- end -->)", re.DOTALL)
_SINGLE = re.compile(r"(<!-- time: (.*?) -->).*?(<!-- end -->)")


@dataclass(frozen=True)
class Benchmark:
    """Something to measure.

    Args:
        what: what is measured, as a page says it.
        runs: how often; if more than once, after one run that does not count.
        measure: does it once, and returns the figure, in the unit of `unit`.
        unit: "s", or what else is counted.
    """

    what: str
    runs: int
    measure: Callable[[], float]
    unit: str = "s"


@dataclass(frozen=True)
class Figure:
    """What was measured.

    Args:
        what: as in `Benchmark`.
        unit: as in `Benchmark`.
        median: of all runs; as `low` and `high`, their least and their greatest.
        runs: how many there were.
        others: the share of all processors that other processes took meanwhile, from 0 to 1; None where the
            system does not say.
    """

    what: str
    unit: str
    median: float
    low: float
    high: float
    runs: int
    others: float | None

    @property
    def text(self) -> str:
        """The median, as pages show it: with two digits, or three of what is counted."""
        if self.unit != "s":
            return f"{self.median:.3g} {self.unit}"
        factor, unit = next(((f, u) for f, u in _UNITS if self.median * f < 1000), _UNITS[-1])
        return f"{_with_two_digits(self.median * factor)} {unit}"


_UNITS = [(1e6, "µs"), (1e3, "ms"), (1, "s")]


def _with_two_digits(value: float) -> str:
    return f"{value:.0f}" if value >= 10 else f"{value:.2g}"


def used() -> float:
    """Return the seconds of processor time that this process and those it has waited for have used."""
    shares = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(share.ru_utime + share.ru_stime for share in shares)


def of(call: Callable[[], object]) -> Callable[[], float]:
    """Return a measurement of the processor time of a call."""

    def measure() -> float:
        before = used()
        call()
        return used() - before

    return measure


def command(*arguments: str) -> Callable[[], object]:
    """Return a call that runs Python with these arguments."""
    environment = {
        key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"
    }
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
        from cubecsp.models.named import PERFECT_SCRAMBLE

        answer = find(PERFECT_SCRAMBLE, **options)
        assert (answer.status, answer.count) == (Status.COMPLETE, 48)

    return of(find_all)


def importing() -> float:
    """Return what importing the package takes, on top of starting Python."""
    imported, bare = of(command("-c", "import cubecsp")), of(command("-c", "pass"))
    return imported() - bare()


def counting(rules: str, number: int | None = None, **options: Any) -> Callable[[], float]:
    """Return a measurement of counting on one thread, which makes sure that it is that number."""

    def count_them() -> None:
        from cubecsp import count

        answer = count(rules, threads=1, **options)
        assert number in (None, answer.count)

    return of(count_them)


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

    return of(find_one)


@cache
def random_cubes(number: int, size: int = 3) -> list[Any]:
    from cubecsp.puzzle.cube.cubes import cube_class

    return [cube_class(size).random(seed) for seed in range(number)]


def two_phase(most: int, size: str = "small") -> Callable[[], float]:
    """Return a measurement of the mean time for one of 1,000 random cubes."""
    cubes = random_cubes(1000)

    def solve_all() -> float:
        from cubecsp.search.two_phase import TwoPhase

        solver = TwoPhase(size)  # type: ignore[arg-type]
        solver.load()
        return of(lambda: solver.solve_many(cubes, max_length=most, threads=1))() / len(cubes)

    return solve_all


def turns_in_10_ms() -> float:
    from cubecsp.search.two_phase import TwoPhase

    solver, cubes = TwoPhase("large"), random_cubes(1000)
    solver.load()
    found = solver.solve_many(cubes, time_limit=0.01, improve=None, threads=1)
    return statistics.mean(len(solution.moves) for solution in found if solution)


def two_phase_from_nothing() -> float:
    script = "from cubecsp.search.two_phase import TwoPhase; TwoPhase('small').load()"
    bare = of(command("-c", script.partition(";")[0]))
    with no_tables():
        return of(command("-c", script))() - bare()


def two_phase_from_disk() -> float:
    script = "from cubecsp.search.two_phase import TwoPhase; TwoPhase('small').load()"
    loaded, bare = of(command("-c", script)), of(command("-c", script.partition(";")[0]))
    return loaded() - bare()


def kociemba_package() -> float:
    import kociemba  # type: ignore[import-not-found]

    cubes = random_cubes(1000)[:100]
    return of(lambda: [kociemba.solve(cube.facelets) for cube in cubes])() / len(cubes)


def optimal_tables() -> None:
    with no_tables():
        command(
            "-c",
            "from cubecsp.search.optimal_tables import TABLES, engine; engine(TABLES['medium'], 'htm', 1)",
        )()


def optimal_search() -> float:
    from cubecsp import Cube
    from cubecsp.search.optimal import solve

    cube = Cube.from_moves("U F' L' U' R2 F' R2 B' U' R F' U F D' L2 F2 L2 U'")
    solve(Cube.from_moves("R U"), table="medium")  # has the tables made
    return of(lambda: solve(cube, table="medium", threads=1))()


def thistlethwaite() -> float:
    from cubecsp.search import thistlethwaite

    cubes = random_cubes(1000)
    return of(lambda: [thistlethwaite.solve(cube) for cube in cubes])() / len(cubes)


def pocket() -> None:
    from cubecsp.puzzle.cube.state import PocketCube
    from cubecsp.search import pocket as two

    first, second = two._move_tables(two.TURNS_OF["htm"])
    two.coset_distances(first, second, *two._coordinates(PocketCube()))


def larger(size: int, number: int) -> Callable[[], float]:
    """Return a measurement of the mean time for one of some random cubes of a size."""

    def solve_all() -> float:
        from cubecsp import solve

        cubes = random_cubes(number, size)
        solve(cubes[0])  # has the tables made
        return of(lambda: [solve(cube) for cube in cubes])() / len(cubes)

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
    "perfect-command": Benchmark(
        "`python -m cubecsp perfect-scramble --json`, the whole process, with 18-turn generators",
        11,
        of(command("-m", "cubecsp", "perfect-scramble", "--json")),
    ),
    "import": Benchmark("`import cubecsp`, on top of starting Python", 21, importing),
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
        "making 259 MB of tables for shortest solutions", 1, of(optimal_tables)
    ),
    "optimal-search": Benchmark(
        "proving with them that the perfect scramble needs 18 turns", 3, optimal_search
    ),
    "thistlethwaite": Benchmark("Thistlethwaite, 26.8 turns on average", 5, thistlethwaite),
    "pocket": Benchmark("all 3,674,160 positions of the 2×2×2 with their distances", 5, of(pocket)),
    "4×4×4": Benchmark(
        "a random 4×4×4, in 43.2 turns of outer blocks on average", 1, larger(4, 20)
    ),
    "5×5×5": Benchmark("a random 5×5×5, in 69.2 turns", 1, larger(5, 10)),
    "6×6×6": Benchmark("a random 6×6×6, in 126 turns", 1, larger(6, 4)),
    "7×7×7": Benchmark("a random 7×7×7, in 185 turns", 1, larger(7, 3)),
}


def busy() -> float | None:
    """Return the seconds that all processors together have worked since the system began, if it says."""
    try:
        fields = [
            int(field) for field in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]
        ]
    except (OSError, ValueError):
        return None
    return (sum(fields) - fields[3] - fields[4]) / os.sysconf(
        "SC_CLK_TCK"
    )  # less idle, and waiting for disks


def measured(benchmark: Benchmark) -> Figure:
    """Run a benchmark."""
    if benchmark.runs > 1:
        benchmark.measure()
    began, own, all_of_them = time.monotonic(), used(), busy()
    values = [benchmark.measure() for _ in range(benchmark.runs)]
    elapsed, own, now = time.monotonic() - began, used() - own, busy()
    others = None
    if all_of_them is not None and now is not None:
        others = max(0.0, now - all_of_them - own) / (elapsed * (os.cpu_count() or 1))
    return Figure(
        what=benchmark.what,
        unit=benchmark.unit,
        median=statistics.median(values),
        low=min(values),
        high=max(values),
        runs=benchmark.runs,
        others=others,
    )


def reported(name: str) -> Figure | None:
    """Measure, and print what came out; return it if it is worth keeping."""
    try:
        figure = measured(BENCHMARKS[name])
    except ImportError as error:
        print(f"{name:20}not measured: {error}")
        return None
    note = "" if figure.others is None else f", others took {figure.others:.0%} of the processors"
    spread = f"{figure.low:.4g} to {figure.high:.4g} in {figure.runs} runs"
    print(f"{name:20}{figure.text:>10}   {spread}{note}", flush=True)
    if (figure.others or 0) > MOST_OF_OTHERS:
        print(f"{'':20}not kept: the machine was too busy")
        return None
    return figure


def machine() -> dict[str, object]:
    """Return what the figures depend on."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return {
        "processor": models[0] if models else platform.machine(),
        "processors": os.cpu_count(),
        "system": platform.system(),
        "python": platform.python_version(),
    }


def kept() -> dict[str, Any]:
    """Return what is known: the machine, and figures by name."""
    empty = {"machine": None, "figures": {}}
    return json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else empty  # type: ignore[no-any-return]


def table(names: Sequence[str], figures: dict[str, Any]) -> str:
    """Return the rows of a table in a page; raises `KeyError` if a figure is not known."""
    rows = [Figure(**figures[name]) for name in names]
    return "".join(["| | |\n|---|---|\n", *(f"| {row.what} | {row.text} |\n" for row in rows)])


def filled(page: str, figures: dict[str, Any]) -> str:
    """Return a page with the figures that its tables and lines name."""
    page = _SINGLE.sub(
        lambda found: f"{found[1]}{Figure(**figures[found[2]]).text}{found[3]}", page
    )
    return _TABLE.sub(
        lambda found: f"{found[1]}\n{table(found[2].split(), figures)}\n{found[3]}", page
    )


def store(figures: dict[str, Any]) -> None:
    """Keep figures, and write them into the pages."""
    known = {name: figures[name] for name in BENCHMARKS if name in figures}
    KEPT.write_text(
        json.dumps({"machine": machine(), "figures": known}, indent=1, ensure_ascii=False) + "\n",
        "utf-8",
    )
    for page in PAGES:
        text = page.read_text("utf-8")
        if text != (new := filled(text, known)):
            page.write_text(new, "utf-8")


def main() -> None:
    """Measure what was asked for."""
    parser = argparse.ArgumentParser(description="measures what pages quote")
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--list", action="store_true", help="say what is measured")
    parser.add_argument("--write", action="store_true", help="write the figures into the pages")
    asked = parser.parse_args()
    for name in asked.names:
        if name not in BENCHMARKS:
            parser.error(f"nothing is called {name}; there are {', '.join(BENCHMARKS)}")
    known = kept()
    if asked.write and asked.names and known["machine"] != machine():
        parser.error("the figures of the pages are those of another machine: measure all of them")
    if asked.list:
        print("".join(f"{name:20}{one.what}\n" for name, one in BENCHMARKS.items()), end="")
        return
    figures = known["figures"] if known["machine"] == machine() else {}
    for name in asked.names or BENCHMARKS:
        figure = reported(name)
        if figure is not None:
            figures[name] = asdict(figure)
    if asked.write:
        store(figures)


if __name__ == "__main__":
    main()
