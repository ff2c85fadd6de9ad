"""Tasks of a count: the processor time of each, and how much faster two processes of a cluster do them than one.

    python bench/long_runs.py

Tasks are those of the corner walk, in the order in which a count does them, which is representative from the start.
The same are then done by one process of `--cluster local:1` and by two of `local:2`, in turns; that time is of a clock,
from the first finished task to the last, since starting processes takes the same time whatever they do.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

from measuring import duration, head, row, used

from cubecsp.models.counting import Question
from cubecsp.models.counting.corner_walk import job_and_tasks
from cubecsp.models.language.pattern_text import parse_pattern
from cubecsp.work.executor import Executor

PLACEMENTS = 1_841_970  # of the corners, for rules that are the same under all symmetries
RULES = ("no-touching=side", "no-touching=side at-most=2")
TASKS = 1200  # the last batch, half a second long, is waited for: that should not matter
REPEATS = 3


def done(question: Question, executor: Executor, clock: Callable[[], float]) -> tuple[float, int]:
    """Return how long a clock says that `TASKS` tasks take, the first one apart, and how many there are in all."""
    job, iterator = job_and_tasks(question)
    tasks = [task for task in iterator if task is not None]
    moments = [clock() for one in executor.results(job, tasks[: TASKS + 1]) if one is not None]
    return (moments[-1] - moments[0]) / (len(moments) - 1) * TASKS, len(tasks)


def main() -> None:
    """Print a table of tasks, and how much faster two processes are."""
    head("rules", "a task", "tasks", "for one placement", "all, on one core")
    for rules in RULES:
        question = Question(parse_pattern(rules.split()))
        taken, number = done(question, Executor(threads=1), used)
        all_of_them = taken / TASKS * number
        row(
            f"`{rules}`",
            f"{-(-PLACEMENTS // number):,} placements, {duration(taken / TASKS)}",
            f"{number:,}",
            duration(all_of_them / PLACEMENTS),
            duration(all_of_them),
        )
    ratios = []
    for _ in range(REPEATS):
        one, two = (
            done(question, Executor(cluster=f"local:{processes}"), time.perf_counter)[0]
            for processes in (1, 2)
        )
        ratios.append(one / two)
    print(
        f"\nTwo processes did {TASKS:,} of the last tasks {statistics.median(ratios):.2f} times as fast as one "
        f"({', '.join(f'{ratio:.2f}' for ratio in ratios)})."
    )


if __name__ == "__main__":
    main()
