"""How much faster two processes of a cluster do the units of a count than one, and how long a unit takes.

The same units of the corner walk are done by one process of `--cluster local:1` and by two of `local:2`, in turns;
the time runs from the first finished unit to the last, since starting processes takes the same time whatever they do.
A journal is then written for the same units, to see what it costs. The ratio holds for idle processors, so the
load of the machine is printed too, and how much faster two busy processes can be than one.

    python bench/long_runs.py [RULE…]      (default: no-touching=side at-most=2)
"""

from __future__ import annotations

import itertools
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from cubecsp.models.counting import Question
from cubecsp.models.counting.corner_walk import job_and_units
from cubecsp.models.language.pattern_text import parse_pattern
from cubecsp.work.place import Workplace

UNITS = 2400  # the last task, half a second long, is waited for: that should not matter
REPEATS = 3


def done(question: Question, place: Workplace, number: int = UNITS) -> tuple[float, float]:
    """Return the seconds from the first finished unit to the last, and the seconds of all units together."""
    job, units = job_and_units(question)
    some = itertools.islice((unit for unit in units if unit is not None), number)
    finished = [
        (time.perf_counter(), one.seconds) for one in place.results(job, some) if one is not None
    ]
    return finished[-1][0] - finished[0][0], sum(seconds for _, seconds in finished[1:])


def spinning(processes: int) -> float:
    """Return how much a loop in each of several processes does in a second, all together."""
    script = (
        "import time\nend=time.perf_counter()+2\nn=0\nwhile time.perf_counter()<end: n+=1\nprint(n)"
    )
    running = [
        subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE)
        for _ in range(processes)
    ]
    return sum(int(one.communicate()[0]) for one in running) / 2


def main() -> None:
    """Measure and print."""
    question = Question(parse_pattern(sys.argv[1:] or ["no-touching=side", "at-most=2"]))
    taken: dict[int, list[float]] = {1: [], 2: []}
    ratios = []
    for _ in range(REPEATS):
        free = spinning(2) / spinning(1)
        for processes in taken:
            wall, working = done(question, Workplace(cluster=f"local:{processes}"))
            taken[processes].append(wall)
            print(
                f"{processes} process{'es' if processes > 1 else ''}: {wall:.2f} s for {UNITS - 1} units, "
                f"{working / (UNITS - 1) * 1000:.0f} ms each where it was done",
                flush=True,
            )
        ratios.append(taken[1][-1] / taken[2][-1])
        print(
            f"ratio {ratios[-1]:.2f}, where two loops at once do {free:.2f} times what one does; "
            f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors",
            flush=True,
        )
    print(f"median ratio {statistics.median(ratios):.2f}")
    with tempfile.TemporaryDirectory() as folder:
        wall, _ = done(question, Workplace(journal=Path(folder) / "units.db"))
        again, _ = done(question, Workplace(journal=Path(folder) / "units.db"))
        bare, _ = done(question, Workplace())
    print(f"with a journal {wall:.2f} s, read back {again * 1000:.0f} ms; without {bare:.2f} s")


if __name__ == "__main__":
    main()
