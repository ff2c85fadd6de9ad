"""How long it takes to read a cube in each format, and the longest of many random texts."""

from __future__ import annotations

import contextlib
import random
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from texts import any_text

from cubecsp import Cube, InputError, read
from cubecsp.formats import FORMATS, MAX_CHARACTERS, write

CUBES = 200
TEXTS = 20_000


def seconds(text: str | bytes) -> float:
    started = time.thread_time()
    with contextlib.suppress(InputError):
        read(text)
    return time.thread_time() - started


def main() -> None:
    print(f"reading a cube, median of {CUBES}, in microseconds of processor time")
    for name, kind in FORMATS.items():
        texts = [kind.example] * CUBES
        if kind.write is not None:
            texts = [write(Cube.random(seed), name) for seed in range(CUBES)]
        print(f"  {name:12} {1e6 * statistics.median(map(seconds, texts)):8.1f}")
    rng = random.Random(1)
    samples = [kind.example for kind in FORMATS.values()]
    spent = [seconds(any_text(rng, samples, MAX_CHARACTERS)) for _ in range(TEXTS)]
    print(f"{TEXTS} random texts: median {1e6 * statistics.median(spent):.0f} µs, ", end="")
    print(f"longest {1e3 * max(spent):.1f} ms")


if __name__ == "__main__":
    main()
