"""Repairing and completing cubes, and the fewest stickers: processor time.

    python bench/repair.py [MUTILATIONS]

Repairs are of mutilations of all kinds (tests/helpers/mutilations.py), model building included, on one
thread. Lost letters are left out: readers report those.
"""

from __future__ import annotations

import random
import statistics
import subprocess
import sys
from functools import partial
from pathlib import Path

from measuring import duration, head, row, seconds, timed

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "helpers"))

from mutilations import KINDS, mutilate

from cubecsp import Cube, complete, fewest, repair

MUTILATIONS = 84


def report(what: str, times: list[float]) -> None:
    """Print the median of some times, and the one that 95 of 100 do not exceed."""
    high = sorted(times)[int(len(times) * 0.95)] if len(times) > 1 else None
    row(what, duration(statistics.median(times)), "" if high is None else duration(high))


MUTILATED = [kind for kind in KINDS if kind != "letters lost"]


def repairs(number: int) -> int:
    """Print how long repairs take; return how many of them changed more than the mutilation had."""
    rng = random.Random(1)
    done = [
        mutilate(Cube.random(seed), rng, MUTILATED[seed % len(MUTILATED)]) for seed in range(number)
    ]
    repair(Cube().facelets)  # imports
    farther = 0
    for by in ("sticker", "piece"):
        times = []
        for one in done:
            taken, answer = timed(partial(repair, one.letters, by=by))  # type: ignore[arg-type]
            times.append(taken)
            farther += answer.distance > (one.stickers if by == "sticker" else one.pieces)
        report(f"repair, by {by}", times)
    return farther


def process(letters: str) -> None:
    command = [sys.executable, "-m", "cubecsp", "complete", "--json", letters]
    subprocess.run(command, stdout=subprocess.DEVNULL, check=False)


def completions() -> None:
    """Print how long it takes to complete 20 cubes with some unknown stickers."""
    rng = random.Random(2)
    for unknown in (20, 54):
        stickers = []
        for seed in range(20):
            letters = list(Cube.random(seed).facelets)
            for facelet in rng.sample(range(54), unknown):
                letters[facelet] = "."
            stickers.append("".join(letters))
        times = [seconds(partial(complete, one)) for one in stickers]
        report(f"complete, {unknown} unknown, with the next sticker and up to 20 cubes", times)
        if unknown == 20:
            times = [seconds(partial(process, one)) for one in stickers[:7]]
            report("the same, from the command line, start of the process included", times)


def main(number: int) -> None:
    """Print the table."""
    head("", "median", "95 %")
    farther = repairs(number)
    completions()
    report("fewest stickers, with proof", [seconds(lambda: fewest(Cube().facelets))])
    print(f"\nThe repairs are of {number} mutilations of {len(MUTILATED)} kinds. ", end="")
    print(f"{farther or 'None'} of them changed more than the mutilation had.")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else MUTILATIONS)
