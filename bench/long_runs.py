"""Units of a count: the processor time of each, and how much faster two processes of a cluster do them than one.

    python bench/long_runs.py

Units are those of the corner walk, in the order in which a count does them, which is representative from the start.
The same are then done by one process of `--cluster local:1` and by two of `local:2`, in turns; that time is of a clock,
from the first finished unit to the last, since starting processes takes the same time whatever they do.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

from measuring import duration, head, row, used

from cubecsp.models.counting import Question
from cubecsp.models.counting.corner_walk import job_and_units
from cubecsp.models.language.pattern_text import parse_pattern
from cubecsp.work.place import Workplace

PLACEMENTS = 1_841_970  # of the corners, for rules that are the same under all symmetries
RULES = ("no-touching=side", "no-touching=side at-most=2")
UNITS = 1200  # the last task, half a second long, is waited for: that should not matter
REPEATS = 3


def done(question: Question, place: Workplace, clock: Callable[[], float]) -> tuple[float, int]:
    """Return how long a clock says that `UNITS` units take, the first one apart, and how many there are in all."""
    job, iterator = job_and_units(question)
    units = [unit for unit in iterator if unit is not None]
    moments = [clock() for one in place.results(job, units[: UNITS + 1]) if one is not None]
    return (moments[-1] - moments[0]) / (len(moments) - 1) * UNITS, len(units)


def main() -> None:
    """Print a table of units, and how much faster two processes are."""
    head("rules", "a unit", "units", "for one placement", "all, on one core")
    for rules in RULES:
        question = Question(parse_pattern(rules.split()))
        taken, number = done(question, Workplace(threads=1), used)
        all_of_them = taken / UNITS * number
        row(
            f"`{rules}`",
            f"{-(-PLACEMENTS // number):,} placements, {duration(taken / UNITS)}",
            f"{number:,}",
            duration(all_of_them / PLACEMENTS),
            duration(all_of_them),
        )
    ratios = []
    for _ in range(REPEATS):
        one, two = (
            done(question, Workplace(cluster=f"local:{processes}"), time.perf_counter)[0]
            for processes in (1, 2)
        )
        ratios.append(one / two)
    print(
        f"\nTwo processes did {UNITS:,} of the last units {statistics.median(ratios):.2f} times as fast as one "
        f"({', '.join(f'{ratio:.2f}' for ratio in ratios)})."
    )


if __name__ == "__main__":
    main()
