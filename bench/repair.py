"""Times of repairing and completing cubes, and of the fewest stickers: medians of one run.

    python bench/repair.py [MUTILATIONS]

Repairs are timed over mutilations of all kinds (tests/helpers/mutilations.py), model building included, on one
thread. Lost letters are left out: readers report those.
"""

from __future__ import annotations

import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from mutilations import KINDS, mutilate

from cubecsp import Cube, complete, fewest, repair

MUTILATIONS = 200


def seconds(call: Callable[[], object]) -> float:
    started = time.perf_counter()
    call()
    return time.perf_counter() - started


def report(what: str, times: list[float]) -> None:
    times = sorted(times)
    high = times[int(len(times) * 0.95)]
    print(
        f"{what:42} median {statistics.median(times) * 1e3:8.1f} ms   "
        f"95% {high * 1e3:8.1f} ms   most {times[-1] * 1e3:8.1f} ms",
        flush=True,
    )


def repairs(number: int) -> None:
    rng = random.Random(1)
    kinds = [kind for kind in KINDS if kind != "letters lost"]
    done = [mutilate(Cube.random(seed), rng, kinds[seed % len(kinds)]) for seed in range(number)]
    repair(Cube().facelets)  # imports
    for by in ("sticker", "piece"):
        for engine in ("cpsat", "subsets"):
            times, farther = [], 0
            for one in done:
                started = time.perf_counter()
                answer = repair(one.letters, by=by, engine=engine)  # type: ignore[arg-type]
                times.append(time.perf_counter() - started)
                farther += answer.distance > (one.stickers if by == "sticker" else one.pieces)
            report(f"repair by {by}, {engine}", times)
            print(f"{'':42} {number} mutilations, {farther} farther than planted")


def process(letters: str) -> None:
    command = [sys.executable, "-m", "cubecsp", "complete", "--json", letters]
    subprocess.run(command, stdout=subprocess.DEVNULL, check=False)


def completions() -> None:
    rng = random.Random(2)
    for unknown in (20, 30, 54):
        stickers = []
        for seed in range(20):
            letters = list(Cube.random(seed).facelets)
            for facelet in rng.sample(range(54), unknown):
                letters[facelet] = "."
            stickers.append("".join(letters))
        times = [seconds(lambda one=one: complete(one)) for one in stickers]  # type: ignore[misc]
        report(f"complete {unknown} unknown, 20 listed", times)
        times = [seconds(lambda one=one: process(one)) for one in stickers[:7]]  # type: ignore[misc]
        report(f"complete {unknown} unknown, a process each", times)


def fewest_stickers() -> None:
    report("fewest stickers", [seconds(lambda: fewest(Cube().facelets)) for _ in range(3)])


if __name__ == "__main__":
    repairs(int(sys.argv[1]) if len(sys.argv) > 1 else MUTILATIONS)
    completions()
    fewest_stickers()
