"""Times of the main task: finding the perfect scrambles with each engine, and the whole command.

    python bench/perfect_scramble.py

Medians of one run. Each line names its target, if there is one. Tables and bytecode are warm, as
they are from the second command on.
"""

from __future__ import annotations

import json
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

from cubecsp import Status, find
from cubecsp.models.named import PERFECT_SCRAMBLE


def timed(call: Callable[[], object], runs: int) -> list[float]:
    call()  # once to warm up
    times = []
    for _ in range(runs):
        started = time.perf_counter()
        call()
        times.append(time.perf_counter() - started)
    return times


def report(what: str, times: list[float], aim: str = "") -> None:
    median, low, high = statistics.median(times), min(times), max(times)
    print(f"{what:52} {1e3 * median:8.1f} ms  ({1e3 * low:.1f} to {1e3 * high:.1f})  {aim}")


def engine(name: str, *, use_symmetry: bool, runs: int, aim: str) -> None:
    def search() -> None:
        answer = find(PERFECT_SCRAMBLE, engine=name, use_symmetry=use_symmetry)
        assert (answer.status, answer.count) == (Status.COMPLETE, 48)

    how = "with symmetry" if use_symmetry else "without symmetry"
    report(f"{name}, all 48 and no others, {how}", timed(search, runs), aim)


def process(*arguments: str) -> Callable[[], object]:
    return lambda: subprocess.run([sys.executable, *arguments], check=True, capture_output=True)


def main() -> None:
    engine("native", use_symmetry=True, runs=21, aim="at most 100 ms, aim 20 ms")
    engine("native", use_symmetry=False, runs=5, aim="")
    engine("cpsat", use_symmetry=True, runs=5, aim="at most 1 s")
    engine("cpsat", use_symmetry=False, runs=1, aim="at most 8 s")

    bare = timed(process("-c", "pass"), 11)
    imported = timed(process("-c", "import cubecsp"), 11)
    command = ("-m", "cubecsp", "perfect-scramble", "--json")
    answer = json.loads(subprocess.check_output([sys.executable, *command]))
    report("python, nothing else", bare)
    report("python, import cubecsp", imported, "at most 150 ms more than python alone")
    report(
        "python -m cubecsp perfect-scramble --json", timed(process(*command), 11), "at most 700 ms"
    )
    print(f"  its generators have {answer['cubes'][0]['length']} turns")
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"{'most memory of any of these processes':52} {peak:8.0f} MB  at most 300 MB")


if __name__ == "__main__":
    main()
