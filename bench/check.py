"""Times of `check`: a file of 100,000 cubes on the command line, and single cubes; medians of processor time of one run.

    python bench/check.py

The cubes are assemblies drawn uniformly, one in twelve of which is real, and cubes with up to three
stickers changed, which no real cube has.
"""

from __future__ import annotations

import random
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from measuring import duration, seconds

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


def checked(file: Path) -> None:
    command = [sys.executable, "-m", "cubecsp", "check", str(file)]
    subprocess.run(command, stdout=subprocess.DEVNULL, check=False)


def in_full(text: str) -> None:
    check(Facelets(text)).as_dict()


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
            runs = [seconds(partial(checked, file)) for _ in range(RUNS)]
            print(f"check a file of {CUBES} cubes, {name}: {duration(statistics.median(runs))}")
            times = [seconds(partial(in_full, text)) for text in texts[:1000]]
            print(f"  one of them, in full with repairs: {duration(statistics.median(times))}")


main()
