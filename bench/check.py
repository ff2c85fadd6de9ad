"""Times of `check`: a file of 100,000 cubes on the command line, and single cubes; medians of one run.

    python bench/check.py

The cubes are assemblies drawn uniformly, one in twelve of which is real, and cubes with up to three
stickers changed, which no real cube has. Processor seconds are those of the whole process.
"""

from __future__ import annotations

import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from cubecsp import Cube, Facelets, check

CUBES = 100_000
RUNS = 3


def assembled(rng: random.Random) -> str:
    corners = [3 * piece + rng.randrange(3) for piece in rng.sample(range(8), 8)]
    edges = [2 * piece + rng.randrange(2) for piece in rng.sample(range(12), 12)]
    return Cube.from_placements(corners, edges).facelets


def changed(rng: random.Random) -> str:
    letters = list(Cube.random(rng.randrange(2**40)).facelets)
    for _ in range(rng.randint(1, 3)):
        letters[rng.randrange(54)] = rng.choice("URFDLB")
    return "".join(letters)


def processor_seconds(file: Path) -> float:
    """Return the processor time of `check FILE`, from start to end."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, "-m", "cubecsp", "check", str(file)],
        stdout=subprocess.DEVNULL,
        check=False,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    makers: dict[str, Callable[[random.Random], str]] = {
        "put together anyhow": assembled,
        "stickers changed": changed,
    }
    rng = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        for name, make in makers.items():
            texts = [make(rng) for _ in range(CUBES)]
            file = Path(folder) / "cubes.txt"
            file.write_text("\n".join(texts))
            runs = [processor_seconds(file) for _ in range(RUNS)]
            print(f"check a file of {CUBES} cubes, {name}: {statistics.median(runs):.2f} s")
            times = []
            for text in texts[:1000]:
                started = time.perf_counter()
                check(Facelets(text)).as_dict()
                times.append(time.perf_counter() - started)
            print(f"  one of them, in full with repairs: {statistics.median(times) * 1e3:.2f} ms")


main()
